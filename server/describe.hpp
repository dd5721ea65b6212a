// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/derived.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/start.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// Every number that a setting can change, with the path that names it.
std::vector<ModelMessage::NumberRow> model_numbers(const Model& model);

/// What the page is told of a model: all but its text, its run and whether a pose was snapped.
ModelMessage describe_model(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved,
                            const Skeleton& skeleton);

}  // namespace oopss
