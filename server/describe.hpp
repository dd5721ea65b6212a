// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/model.hpp"
#include "oopss/system/skeleton.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// What the page is told of a model: all but its text, its run and whether a pose was snapped.
ModelMessage describe_model(const Model& model, const System& system, const Flow& flow, const Skeleton& skeleton);

}  // namespace oopss
