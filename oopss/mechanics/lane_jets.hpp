// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/lane_kernel.hpp"

// Taylor coefficients of members side by side: the loops of jet_kernel.hpp over a register of members.

namespace oopss {

/// The members' common integers (JetOutput), the springs at their joints and the coefficients' order.
struct LaneJet {
  const int *number, *first, *second;
  int root;
  int springs;
  const LaneSpring* spring;
  int order;
};

struct LaneJets {
  /// Doubles of room that a register of small trees or of trees takes.
  long (*small_room)(const LaneJet&);
  long (*tree_room)(const TreeLanes&, const LanePlaces&, const LaneJet&);
  /// x_0 … x_order of the motions through x; of every register of members one series after the other, entry i of x_k at
  /// [(k · size + i) · width]. Room is aligned to a cache line.
  void (*small)(const SmallLanes&, const LanePlaces&, const LaneJet&, const double* x, double* room, double* out);
  void (*tree)(const TreeLanes*, const LanePlaces&, const LaneJet&, const double* x, double* room, double* out);
};

extern const LaneJets lane_jets_baseline, lane_jets_haswell, lane_jets_avx512;

}  // namespace oopss
