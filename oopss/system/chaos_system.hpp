// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/law_time.hpp"
#include "oopss/system/orbit_system.hpp"

namespace oopss {

/// A system whose motions on leaves are followed with their tangent map, its numbers put in.
struct ChaosSystem {
  OrbitSystem motion;  // with dampers and drives, if it has any
  LawTime time;        // how its laws depend on t
  bool keeps_energy = true;
};

/// The system of a model for its exponents and sections; throws ModelError with all of `without_exponents`.
ChaosSystem chaos_system(const Model& model);

}  // namespace oopss
