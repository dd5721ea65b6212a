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

/// The loop between two neighbouring points, which have as many nodes, at which a function of loops is zero; its values
/// at both have different signs. Nothing if Newton's iteration fails on the way. By secants that keep it between
/// (Illinois): loops are looked for on the cubic between those that are next to it by now, nearer with every step.
struct FamilyPlace {
  double part = 0;  // of the way
  FamilyPoint point;
};
std::optional<FamilyPlace> zero_between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b,
                                        const std::function<double(const FamilyPoint&)>& test);

/// What happens from a to b, which have as many nodes; in the order of the family.
std::vector<LocatedEvent> events_between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b);

}  // namespace oopss
