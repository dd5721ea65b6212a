// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/fast_space.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <utility>

namespace oopss {
namespace {

/// Right-handed axes with z along the unit vector n, by columns.
Matrix3<double> axes_along(const Vec3<double>& n) {
  const Vec3<double> aside = std::abs(n.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  Vec3<double> y = cross(n, aside);
  y = y / std::sqrt(dot(y, y));
  return transposed(Matrix3<double>{cross(y, n), y, n});
}

bool is_identity(const Matrix3<double>& A) {
  const Matrix3<double> off = A - identity3<double>();
  return dot(off.x, off.x) + dot(off.y, off.y) + dot(off.z, off.z) == 0;
}

void put(LaneVector& to, int lane, const Vec3<double>& v) { to.x[lane] = v.x, to.y[lane] = v.y, to.z[lane] = v.z; }
void put(LaneMatrix& to, int lane, const Matrix3<double>& A) {
  put(to.x, lane, A.x), put(to.y, lane, A.y), put(to.z, lane, A.z);
}
Vec3<double> lane_of(const LaneVector& v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }

/// The least moment, and what the others have more, as squares.
void set_inertia(SpaceConstants& to, int lane, const Symmetric3<double>& I) {
  Eigen::Matrix3d full;
  full << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(full);
  const Eigen::Vector3d moments = principal.eigenvalues();
  const auto beyond = [&](int k) -> Vec3<double> {
    const Eigen::Vector3d v = std::sqrt(moments[k] - moments[0]) * principal.eigenvectors().col(k);
    return {v[0], v[1], v[2]};
  };
  to.I[lane] = moments[0];
  put(to.I_1, lane, beyond(1));
  put(to.I_2, lane, beyond(2));
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

/// A body on its inner neighbour.
struct InnerJoint {
  bool hinge, far;      // far: of the two, the neighbour is the child in the tree as given
  Matrix3<double> rest;  // attitude on the neighbour
  Vec3<double> axis;     // of the hinge, in the body's axes
};

InnerJoint inner_joint(const Tree<Space<double>>& tree, const TreeBranches::Slot& slot, const std::vector<Matrix3<double>>& rest) {
  const Matrix3<double> turn = slot.sense > 0 ? rest[slot.joint] : transposed(rest[slot.joint]);
  const bool far = tree.parent[slot.body] != slot.inner;
  const int child = far ? slot.inner : slot.body;
  InnerJoint out{tree.hinge[child].has_value(), far, turn, {}};
  if (out.hinge) out.axis = far ? transposed(turn) * *tree.hinge[child] : *tree.hinge[child];
  return out;
}

/// The joint of a slot, and the axes of its body.
void set_joint(FastSpaceTree& out, int slot, const InnerJoint& joint) {
  const TreeBranches::Slot& here = out.branches->slots[slot];
  const int lane = slot % 2;
  SpaceConstants& constants = out.step[slot / 2];
  const Matrix3<double>& inner = out.axes[here.inner];
  Matrix3<double>&axes = out.axes[here.body], C = inner;
  if (joint.hinge) {
    axes = axes_along(joint.axis);
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
  const int i = slot.body;
  const Vec3<double> b = slot.inner < 0 ? Vec3<double>{} : joint_seen_from(tree, i, slot.inner);
  const Matrix3<double> back = transposed(axes);
  constants.m[lane] = tree.m[i];
  put(constants.first, lane, back * (-(tree.m[i] * b)));
  if (slot.outer >= 0) put(constants.arm, lane, back * (joint_seen_from(tree, i, slot.outer) - b));
  set_inertia(constants, lane, inertia_at(steiner(tree.I[i], tree.m[i], b), back));
}

/// Lane 1 where it holds no body: nothing attached, a pivot of one, and the places of lane 0.
void set_filling(FastSpaceTree& out, int step) {
  SpaceConstants& constants = out.step[step];
  SpacePlaces& places = out.places[step];
  const bool hinge = constants.hinge[0] != 0;
  put(constants.C, 1, identity3<double>());
  constants.hinge[1] = constants.hinge[0];
  if (step + 1 < static_cast<int>(out.step.size())) (hinge ? constants.pivot : constants.I)[1] = 1;
  constants.far_sign[1] = 1;
  places.joint[1] = places.joint[0];
  places.momentum[1] = places.momentum[0];
  places.cluster[1] = places.cluster[0];
}

void set_places(FastSpaceTree& out, const Tree<Space<double>>& tree, const StateBlocks& blocks, int slot) {
  const TreeBranches::Slot& here = out.branches->slots[slot];
  SpacePlaces& places = out.places[slot / 2];
  const int lane = slot % 2, cluster = blocks.cluster[here.body];
  places.cluster[lane] = cluster;
  if (out.step[slot / 2].hinge[lane] == 0) out.cluster_slot[cluster] = slot;
  if (here.inner < 0) return;
  const int child = tree.parent[here.body] == here.inner ? here.body : here.inner;
  places.joint[lane] = blocks.joint[here.joint];
  places.momentum[lane] = blocks.momentum[child];
  (tree.hinge[child] ? out.hinges : out.balls) += 1;
}

void set_branches(FastSpaceTree& out, const Tree<Space<double>>& tree) {
  const TreeBranches& branches = *out.branches;
  for (const TreeBranches::Pair& branch : branches.pairs) {
    SpaceBranches pair{branch.begin, branch.end, {branch.attachment[0], branch.attachment[1]}, true, {}};
    for (int lane = 0; lane < 2; ++lane) {
      if (branch.attachment[lane] < 0) continue;
      const TreeBranches::Slot &head = branches.slots[2 * branch.end - 2 + lane], &on = branches.slots[branch.attachment[lane]];
      Vec3<double> arm = joint_seen_from(tree, on.body, head.body);
      if (on.inner >= 0) arm = arm - joint_seen_from(tree, on.body, on.inner);
      pair.on_root = pair.on_root && on.inner < 0;
      put(pair.arm, lane, transposed(out.axes[on.body]) * arm);
    }
    out.pair.push_back(pair);
  }
}

SpaceLoops space_loops(FastSpaceTree& tree) {
  return {.steps = static_cast<int>(tree.step.size()),
          .pairs = static_cast<int>(tree.pair.size()),
          .clusters = static_cast<int>(tree.cluster_slot.size()),
          .balls = tree.balls,
          .hinges = tree.hinges,
          .momenta = tree.momenta,
          .attitude = tree.attitude,
          .pair = tree.pair.data(),
          .step = tree.step.data(),
          .places = tree.places.data(),
          .cluster_slot = tree.cluster_slot.data(),
          .cluster_block = tree.cluster_block.data(),
          .file_root = tree.root_slot,
          .file_axes = &tree.root_axes.x.x,
          .theta = tree.theta.data(),
          .c = tree.c.data(),
          .s = tree.s.data(),
          .mu = tree.mu.data(),
          .turn = tree.turn.data(),
          .quaternion = tree.quaternion.data(),
          .sweep = tree.sweep.data(),
          .junction = tree.junction.data(),
          .attached_arm = tree.attached_arm.data()};
}

}  // namespace

std::vector<const SpaceKernel*> usable_space_kernels() {
  std::vector<const SpaceKernel*> all = {&space_kernel_baseline};
  if (usable_kernels().size() > 1) {
    all.push_back(&space_kernel_haswell);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd"))
      all.push_back(&space_kernel_avx512);
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
  out.step.assign(steps, SpaceConstants{});
  out.places.assign(steps, SpacePlaces{});
  out.axes.assign(tree.m.size(), identity3<double>());
  out.cluster_slot.resize(out.cluster_block.size());
  for (int slot = 2 * branches.steps() - 1; slot >= 0; --slot) {  // outward: axes follow from those of the inner body
    const TreeBranches::Slot& here = branches.slots[slot];
    if (here.body < 0) continue;
    if (here.inner >= 0) set_joint(out, slot, inner_joint(tree, here, rest));
    set_body(out.step[slot / 2], slot % 2, tree, here, out.axes[here.body]);
    set_places(out, tree, blocks, slot);
  }
  for (int i = 0; i < branches.steps(); ++i) {
    if (branches.slots[2 * i + 1].body < 0) set_filling(out, i);
    const double hinges = out.step[i].hinge[0] + out.step[i].hinge[1];
    out.places[i].joints = hinges == 0   ? StepJoints::balls
                           : hinges == 2 ? StepJoints::hinges
                                         : StepJoints::one_of_each;
    out.places[i].oblique |= hinges == 1;
    out.places[i].junction = branches.slots[2 * i].junction;
  }
  set_branches(out, tree);
  out.root_slot = branches.slot_of[tree.root()];
  out.root_axes = out.axes[tree.root()];
  for (std::vector<double>* values : {&out.theta, &out.c, &out.s}) values->assign(2 * steps + 2, 0.0);
  out.mu.assign(3 * out.cluster_slot.size(), 0.0);
  out.sweep.assign(steps, SpaceSweep{});
  for (SpaceSweep& sweep : out.sweep) put(sweep.R, 1, identity3<double>());
  out.junction.assign(static_cast<std::size_t>(branches.junctions), SpaceAnswer{});
  out.rate.assign(static_cast<std::size_t>(out.size()), 0.0);
  out.attached_arm.assign(out.pair.size(), LaneVector{});
  return out;
}

void rates(FastSpaceTree& tree, const double* x, double* rate) { tree.kernel->rates(space_loops(tree), x, rate); }

Vec3<double> omega(const FastSpaceTree& tree, int body) {
  const auto& [w, x, y, z] = tree.quaternion;
  const Matrix3<double> V = hat(Vec3<double>{x, y, z});
  const LaneMatrix& R = tree.sweep[tree.root_slot / 2].R;
  const int lane = tree.root_slot % 2, slot = tree.branches->slot_of[body];
  const Matrix3<double> root = {lane_of(R.x, lane), lane_of(R.y, lane), lane_of(R.z, lane)};
  const Vec3<double> given = tree.root_axes * (transposed(root) * lane_of(tree.sweep[slot / 2].omega, slot % 2));
  return given + 2.0 * (w * (V * given) + V * (V * given));
}

void rates_at(FastSpaceTree& tree, const Matrix3<double>* attitude, const double* momenta, Vec3<double>* spin,
              double* momenta_rate) {
  const TreeBranches& branches = *tree.branches;
  const Matrix3<double>& turn = attitude[branches.slots[2 * branches.steps() - 2].body];  // the sweeps have its axes
  const Matrix3<double> back = transposed(turn);
  for (int i = 0; i < tree.bodies; ++i) {
    const int slot = branches.slot_of[i];
    put(tree.sweep[slot / 2].R, slot % 2, back * (attitude[i] * tree.axes[i]));
  }
  for (std::size_t c = 0; c < tree.cluster_block.size(); ++c) {
    const double* mu = momenta + tree.cluster_block[c];
    const Vec3<double> turned = back * Vec3<double>{mu[0], mu[1], mu[2]};
    tree.mu[3 * c] = turned.x, tree.mu[3 * c + 1] = turned.y, tree.mu[3 * c + 2] = turned.z;
  }
  tree.kernel->motion(space_loops(tree), momenta, tree.rate.data());
  for (int i = 0; i < tree.bodies; ++i) {
    const int slot = branches.slot_of[i], place = tree.places[slot / 2].momentum[slot % 2];
    spin[i] = turn * lane_of(tree.sweep[slot / 2].omega, slot % 2);
    if (tree.step[slot / 2].hinge[slot % 2] != 0) momenta_rate[place] = tree.rate[tree.momenta + place];
  }
  for (std::size_t c = 0; c < tree.cluster_block.size(); ++c) {
    const int slot = tree.cluster_slot[c];
    const Vec3<double> rate = turn * lane_of(tree.sweep[slot / 2].rate, slot % 2);
    momenta_rate[tree.cluster_block[c]] = rate.x;
    momenta_rate[tree.cluster_block[c] + 1] = rate.y;
    momenta_rate[tree.cluster_block[c] + 2] = rate.z;
  }
}

}  // namespace oopss
