// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/jet.hpp"
#include "oopss/mechanics/lane_jets.hpp"
#include "oopss/scalar/aligned.hpp"
#include "oopss/scalar/batch.hpp"

namespace oopss {

/// The loops over members that the processor we run on could run, the plainest first. All give the same bytes.
std::vector<const LaneKernel*> usable_lane_kernels();
/// The last of them.
const LaneKernel& this_lane_processor();

/// Planar trees of one topology side by side, each with numbers of its own. The state is [φ, μ, θ_root].
struct LaneTrees {
  const LaneKernel* kernel = nullptr;
  LanePlaces places{};
  std::shared_ptr<const TreeBranches> branches;
  SmallTree<double> shape{};               // two and three bodies
  AlignedDoubles diagonal, alpha, beta;    // their constants, side by side
  std::vector<LanedTree<Batch<2>>> pairs;  // other trees: one per register, of the kernel's width
  std::vector<LanedTree<Batch<4>>> fours;
  std::vector<LanedTree<Batch<8>>> eights;
  std::vector<Batch<8>> room;
  JetNumbers numbers;
  AlignedDoubles jet_room;

  bool small() const { return shape.bodies > 0; }
};

/// All members as this tree.
LaneTrees lane_trees(const PlanarTree<double>& tree, const LaneKernel& kernel = this_lane_processor());
/// Puts a tree into a lane.
void put(LaneTrees& trees, int lane, const PlanarTree<double>& tree);
/// x', free of torques; not finite where J is singular.
void rates(LaneTrees& trees, const double* x, double* out);
/// The same of states ahead, of two or three bodies.
void rates_ahead(LaneTrees& trees, const LaneStates& states, double* out);
/// Taylor coefficients of the motions with these springs, [work, dissipated] behind the state if there are any, as
/// LaneJets has them.
void taylor_coefficients(LaneTrees& trees, const std::vector<LaneSpring>& springs, int order, const double* x,
                         double* coefficients);
/// x' and (∂x'/∂x) v of two or three bodies.
void slopes(LaneTrees& trees, const double* x, const double* v, double* out, double* out_v);

}  // namespace oopss
