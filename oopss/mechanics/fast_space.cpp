// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "oopss/mechanics/principal.hpp"
#include "oopss/mechanics/space_build.hpp"

namespace oopss {
namespace {

bool is_identity(const Matrix3<double>& A) {
  const Matrix3<double> off = A - identity3<double>();
  return dot(off.x, off.x) + dot(off.y, off.y) + dot(off.z, off.z) == 0;
}

/// A symmetric matrix by its least eigenvalue and what the others have more, as squares.
struct Squares {
  double least;
  Vec3<double> first, second;
};
Squares squares(const Symmetric3<double>& I) {
  const auto [value, axis] = principal(I);
  return {value[0], std::sqrt(value[1] - value[0]) * axis[1], std::sqrt(value[2] - value[0]) * axis[2]};
}

/// Where the blocks of the state begin, and what turns together by hinges.
struct StateBlocks {
  std::vector<int> joint, momentum;  // of each joint, of each body among the momenta
  std::vector<int> cluster;          // of each body
  int joints = 0, momenta = 0;       // numbers in all
};

StateBlocks state_blocks(const Tree<Space<double>>& tree, FastSpaceTree& out) {
  const auto n = static_cast<std::size_t>(tree.size());
  StateBlocks blocks{std::vector<int>(n - 1, 4), std::vector<int>(n), std::vector<int>(n)};
  for (int i = 0; i < tree.size(); ++i)
    if (is_hinge(tree, i)) blocks.joint[tree.joint[i]] = 1;
  for (int& joint : blocks.joint) blocks.joints += std::exchange(joint, blocks.joints);
  for (int i = 0; i < tree.size(); ++i) {
    blocks.momentum[i] = blocks.momenta;
    blocks.momenta += is_hinge(tree, i) ? 1 : 3;
  }
  for (const int i : tree.order) {
    if (is_hinge(tree, i)) {
      blocks.cluster[i] = blocks.cluster[tree.parent[i]];
    } else {
      blocks.cluster[i] = static_cast<int>(out.cluster_block.size());
      out.cluster_block.push_back(blocks.momentum[i]);
    }
  }
  return blocks;
}

/// The joint of a slot, and the axes of its body.
void set_joint(FastSpaceTree& out, int slot, const InnerJoint& joint) {
  const TreeBranches::Slot& here = out.branches->slots[slot];
  const int lane = slot % 2;
  SpaceConstants& constants = out.step[slot / 2];
  const Matrix3<double>& inner = out.axes[here.inner];
  Matrix3<double>&axes = out.axes[here.body], C = inner;
  if (joint.hinge) {
    axes = axes_along(joint.axis, joint.axis);
    C = transposed(inner) * (joint.rest * axes);
  } else {
    axes = transposed(joint.rest) * inner;
    if (here.sense < 0) C = axes;
    out.places[slot / 2].oblique |= !is_identity(C);
  }
  put(constants.C, lane, C);
  constants.sense[lane] = here.sense;
  constants.hinge[lane] = joint.hinge ? 1 : 0;
  constants.far[lane] = joint.hinge && joint.far ? 1 : 0;
  constants.far_sign[lane] = joint.hinge && joint.far ? -1 : 1;
}

void set_body(SpaceConstants& constants, int lane, const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
              const Matrix3<double>& axes) {
  const auto [arm, first, I] = body_about_joint(tree, slot, axes);
  constants.m[lane] = tree.m[slot.body];
  put(constants.first, lane, first);
  put(constants.arm, lane, arm);
  const Squares moments = squares(I);
  constants.I[lane] = moments.least;
  put(constants.I_1, lane, moments.first);
  put(constants.I_2, lane, moments.second);
}

void set_ball_tip(BallTip& tip, int lane, const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                  const Matrix3<double>& axes) {
  const auto [arm, c, I] = body_about_joint(tree, slot, axes);
  const Matrix3<double> G = lever(c), K = divided(G, I);
  Symmetric3<double> mass;
  set_multiple(mass, tree.m[slot.body]);
  const Squares M = squares(reduced(mass, G, K));
  put(tip.inverse, lane, symmetric(divided(identity3<double>(), I)));
  put(tip.K, lane, K);
  tip.M[lane] = M.least;
  put(tip.M_1, lane, M.first);
  put(tip.M_2, lane, M.second);
}

/// Lane 1 where it holds no body: nothing attached, and a pivot of one.
void set_filling(FastSpaceTree& out, int step) {
  SpaceConstants& constants = out.step[step];
  const bool hinge = constants.hinge[0] != 0;
  put(constants.C, 1, identity3<double>());
  constants.hinge[1] = constants.hinge[0];
  if (step + 1 < static_cast<int>(out.step.size())) (hinge ? constants.pivot : constants.I)[1] = 1;
  constants.far_sign[1] = 1;
}

/// Where the body of a slot has its numbers; lane 1 without a body has those of lane 0.
void set_places(FastSpaceTree& out, const Tree<Space<double>>& tree, const StateBlocks& blocks, int slot) {
  const TreeBranches::Slot& here = out.branches->slots[slot];
  SpacePlaces& places = out.places[slot / 2];
  const int lane = slot % 2;
  places.junction = here.junction;
  if (here.body < 0) {
    places.joint[1] = places.joint[0];
    places.momentum[1] = places.momentum[0];
    places.cluster[1] = places.cluster[0];
    return;
  }
  places.cluster[lane] = blocks.cluster[here.body];
  const int child = here.inner >= 0 && tree.parent[here.body] != here.inner ? here.inner : here.body;
  const bool hinge = here.inner >= 0 && tree.hinge[child];
  if (!hinge) out.cluster_slot[places.cluster[lane]] = slot;
  if (here.inner < 0) return;
  places.joint[lane] = blocks.joint[here.joint];
  places.momentum[lane] = blocks.momentum[child];
  (hinge ? out.hinges : out.balls) += 1;
}

void set_branches(FastSpaceTree& out, const Tree<Space<double>>& tree) {
  const TreeBranches& branches = *out.branches;
  for (const TreeBranches::Pair& branch : branches.pairs) {
    SpaceBranches pair{branch.begin, branch.end, {branch.attachment[0], branch.attachment[1]}, true, {}};
    for (int lane = 0; lane < 2; ++lane) {
      if (branch.attachment[lane] < 0) continue;
      const TreeBranches::Slot &head = branches.slots[2 * branch.end - 2 + lane],
                               &on = branches.slots[branch.attachment[lane]];
      pair.on_root = pair.on_root && on.inner < 0;
      put(pair.arm, lane, attachment_arm(tree, head, on, out.axes[on.body]));
    }
    out.pair.push_back(pair);
  }
}

SpaceLoops loops_of_space(FastSpaceTree& tree) {
  return {.steps = static_cast<int>(tree.step.size()),
          .pairs = static_cast<int>(tree.pair.size()),
          .clusters = static_cast<int>(tree.cluster_slot.size()),
          .balls = tree.balls,
          .hinges = tree.hinges,
          .momenta = tree.momenta,
          .attitude = tree.attitude,
          .pair = tree.pair.data(),
          .tip = tree.tip.data(),
          .step = tree.step.data(),
          .places = tree.places.data(),
          .root = &tree.root,
          .cluster_slot = tree.cluster_slot.data(),
          .cluster_block = tree.cluster_block.data(),
          .file_root = tree.root_slot,
          .file_axes = tree.hinges > 0 ? &tree.root_axes.x.x : nullptr,
          .c = tree.c.data(),
          .s = tree.s.data(),
          .mu = tree.mu.data(),
          .turn = tree.turn.data(),
          .sweep = tree.sweep.data(),
          .junction = tree.junction.data(),
          .attached_arm = tree.attached_arm.data()};
}

HingeLoops loops_of_hinges(FastSpaceTree& tree) {
  HingeTree& hinge = tree.hinge;
  return {.steps = static_cast<int>(hinge.step.size()),
          .pairs = static_cast<int>(hinge.pair.size()),
          .momenta = tree.momenta,
          .attitude = tree.attitude,
          .whole = tree.cluster_block[0],
          .pair = hinge.pair.data(),
          .step = hinge.step.data(),
          .places = tree.places.data(),
          .path = hinge.path.data(),
          .path_size = static_cast<int>(hinge.path.size()),
          .file_axes = &tree.root_axes.x.x,
          .file_spin = reinterpret_cast<const double*>(&hinge.sweep[tree.root_slot / 2].omega) + tree.root_slot % 2,
          .file_lane = Lanes2{tree.root_slot % 2 == 0 ? 1.0 : 0.0, tree.root_slot % 2 == 0 ? 0.0 : 1.0},
          .root = &tree.root,
          .c = tree.c.data(),
          .s = tree.s.data(),
          .sweep = hinge.sweep.data(),
          .junction = tree.junction.data()};
}

/// The loops of a tree with balls, or of one body.
void set_general_tree(FastSpaceTree& out, const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest) {
  const TreeBranches& branches = *out.branches;
  const auto steps = static_cast<std::size_t>(branches.steps());
  out.step.assign(steps, SpaceConstants{});
  if (out.hinges == 0) out.axes[branches.slots[2 * steps - 2].body] = rest_on_root(branches, tree, rest);
  for (int slot = 2 * branches.steps() - 1; slot >= 0; --slot) {  // outward: axes follow from those of the inner body
    const TreeBranches::Slot& here = branches.slots[slot];
    if (here.body < 0) continue;
    if (here.inner >= 0) set_joint(out, slot, inner_joint(tree, here, rest));
    set_body(out.step[slot / 2], slot % 2, tree, here, out.axes[here.body]);
  }
  for (int i = 0; i < branches.steps(); ++i) {
    if (branches.slots[2 * i + 1].body < 0) set_filling(out, i);
    const double hinges = out.step[i].hinge[0] + out.step[i].hinge[1];
    out.places[i].joints = hinges == 0 ? StepJoints::balls : hinges == 2 ? StepJoints::hinges : StepJoints::one_of_each;
    out.places[i].oblique |= hinges == 1;
  }
  set_branches(out, tree);
  out.tip.assign(out.pair.size(), BallTip{});
  for (std::size_t k = 0; k + 1 < out.pair.size(); ++k)
    for (int lane = 0; lane < 2; ++lane)
      if (const TreeBranches::Slot& slot = branches.slots[2 * out.pair[k].begin + lane]; slot.body >= 0)
        set_ball_tip(out.tip[k], lane, tree, slot, out.axes[slot.body]);
  out.mu.assign(3 * out.cluster_slot.size(), 0.0);
  out.sweep.assign(steps, SpaceSweep{});
  for (SpaceSweep& sweep : out.sweep) put(sweep.R, 1, identity3<double>());
  out.attached_arm.assign(out.pair.size(), LaneVector{});
}

}  // namespace

std::vector<const SpaceKernel*> usable_space_kernels() {
  std::vector<const SpaceKernel*> all = {&space_kernel_baseline};
  if (usable_kernels().size() > 1) {
    all.push_back(&space_kernel_haswell);
    if (has_avx512()) all.push_back(&space_kernel_avx512);
  }
  return all;
}

const SpaceKernel& this_space_processor() {
  static const SpaceKernel& best = *usable_space_kernels().back();
  return best;
}

FastSpaceTree fast_space_tree(const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest,
                              const SpaceKernel& kernel) {
  FastSpaceTree out;
  out.branches = std::make_shared<const TreeBranches>(tree_branches(tree, RootedAt::body));
  out.kernel = &kernel;
  out.bodies = tree.size();
  const TreeBranches& branches = *out.branches;
  const auto steps = static_cast<std::size_t>(branches.steps());
  const StateBlocks blocks = state_blocks(tree, out);
  out.momenta = blocks.joints;
  out.attitude = blocks.joints + blocks.momenta;
  out.places.assign(steps, SpacePlaces{});
  out.axes.assign(tree.m.size(), identity3<double>());
  out.cluster_slot.resize(out.cluster_block.size());
  for (int slot = 0; slot < 2 * branches.steps(); ++slot) set_places(out, tree, blocks, slot);
  (out.hinges > 0 && out.balls == 0 ? set_hinge_tree : set_general_tree)(out, tree, rest);
  const TreeBranches::Slot& root = branches.slots[2 * steps - 2];
  out.root.m = Lanes2{tree.m[root.body], tree.m[root.body]};
  for (int lane = 0; lane < 2; ++lane) put(out.root.D, lane, body_about_joint(tree, root, out.axes[root.body]).I);
  out.root_slot = branches.slot_of[tree.root()];
  out.root_axes = out.axes[tree.root()];
  for (std::vector<double>* values : {&out.c, &out.s}) values->assign(2 * steps + 2, 0.0);
  out.junction.assign(static_cast<std::size_t>(branches.junctions), SpaceAnswer{});
  return out;
}

void rates(FastSpaceTree& tree, const double* x, double* rate) {
  if (tree.hinge.step.empty()) {
    auto& [loops, made] = tree.space_loops;
    if (!std::exchange(made, true)) loops = loops_of_space(tree);
    tree.kernel->rates(loops, x, rate);
  } else {
    auto& [loops, made] = tree.hinge_loops;
    if (!std::exchange(made, true)) loops = loops_of_hinges(tree);
    tree.kernel->hinge_rates(loops, x, rate);
  }
}

Vec3<double> spin(const FastSpaceTree& tree, int body) {
  const int slot = tree.branches->slot_of[body], i = slot / 2, lane = slot % 2;
  if (!tree.hinge.step.empty()) return tree.axes[body] * lane_of(tree.hinge.sweep[i].omega, lane);
  const LaneMatrix& R = tree.sweep[i].R;
  const Matrix3<double> attitude = {lane_of(R.x, lane), lane_of(R.y, lane), lane_of(R.z, lane)};
  return tree.axes[body] * (transposed(attitude) * lane_of(tree.sweep[i].omega, lane));
}

}  // namespace oopss
