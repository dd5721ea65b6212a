// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/family.hpp"
#include "oopss/orbit/family_point.hpp"

namespace oopss {

/// What ends of a family are recognised by.
struct KnownEquilibria {
  const Equilibria& list;
  ShapeEnergy energy;
};

/// The loops shrink to an equilibrium between two neighbouring points; nothing if they do not.
std::optional<FamilyEnd> shrinks_between(const FamilyTrack& track, const KnownEquilibria& known, const FamilyPoint& a,
                                         const FamilyPoint& b);

/// The loop comes all but to rest at an equilibrium of its energy, within a small part of a range of energies.
std::optional<FamilyEnd> rests_near_equilibrium(const FamilyTrack& track, const KnownEquilibria& known,
                                                const FamilyPoint& point, double width);

/// The loop is one of a part of its period, run through several times.
std::optional<FamilyEnd> is_repeated(const FamilyTrack& track, const FamilyPoint& point);

}  // namespace oopss
