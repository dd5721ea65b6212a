// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/columns.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/start.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// What bodies in space have beyond the plane.
ModelMessage::SpaceRows space_rows(const Model& model, const Skeleton& skeleton, const Flow& flow);

/// Momentum, energy and hinge angles of a start in space.
StartMessage space_start_message(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved);

}  // namespace oopss
