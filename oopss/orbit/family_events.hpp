// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/family.hpp"
#include "oopss/orbit/family_point.hpp"

namespace oopss {

/// An event between two neighbouring points, and the loop at which it happens.
struct LocatedEvent {
  FamilyEventKind kind{};
  FamilyPoint point;
};

/// What happens from a to b, which have as many nodes; in the order of the family.
std::vector<LocatedEvent> events_between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b);

}  // namespace oopss
