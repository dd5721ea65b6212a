// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/derived.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/start.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// What the page is told of a model: all but its text, its run and whether a pose was snapped.
ModelMessage describe_model(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved,
                            const Skeleton& skeleton);

}  // namespace oopss
