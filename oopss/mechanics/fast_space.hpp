// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/space_kernel.hpp"

namespace oopss {

/// The loops in space that the processor we run on could run, the plainest first.
std::vector<const SpaceKernel*> usable_space_kernels();
/// The last of them.
const SpaceKernel& this_space_processor();

/// Pointers into the tree that holds them, made at its first call; a copy makes its own.
template <class Loops>
struct OwnLoops {
  Loops loops{};
  bool made = false;
  OwnLoops() = default;
  ~OwnLoops() = default;
  OwnLoops(const OwnLoops& /*other*/) {}
  OwnLoops& operator=(const OwnLoops& /*other*/) { return made = false, *this; }
};

/// What the loops of a tree of hinges only need.
struct HingeTree {
  std::vector<HingeConstants> step;  // empty: there are balls, or no joints
  std::vector<HingeBranches> pair;
  std::vector<HingePath> path;
  std::vector<HingeSweep> sweep;  // scratch space, but for constants at tips
};

/// A tree of numbers in space, of balls and hinges, with the loops that give its rates. One serves one thread; copies
/// are independent. Its state is, one after the other:
///   per joint, in their order: the angle of a hinge, or the quaternion w, x, y, z of a ball;
///   per body, in their order: the momentum p of a hinge, or the μ of the root or a ball (three numbers, inertial
///   axes); the root's attitude, a quaternion.
/// Quaternions have size one and turn a body's axes into others. The second body of a joint has the attitude
/// R_first · R_joint · R_rest, where R_joint is that of the quaternion, or the turn by the angle about the axis.
struct FastSpaceTree {
  std::shared_ptr<const TreeBranches> branches;
  const SpaceKernel* kernel = nullptr;
  int bodies = 0, balls = 0, hinges = 0;
  int momenta = 0, attitude = 0;  // where these begin in the state

  std::vector<SpaceConstants> step;
  std::vector<SpacePlaces> places;
  std::vector<SpaceBranches> pair;
  std::vector<BallTip> tip;
  RootBody root{};
  std::vector<int> cluster_slot, cluster_block;
  std::vector<Matrix3<double>> axes;  // per body: from those of its slot to its own
  Matrix3<double> root_axes;
  int root_slot = 0;
  HingeTree hinge;

  std::vector<double> c, s, mu;  // scratch space from here on
  std::array<double, 9> turn = {};
  std::vector<SpaceSweep> sweep;
  std::vector<SpaceAnswer> junction;
  std::vector<LaneVector> attached_arm;
  OwnLoops<SpaceLoops> space_loops;
  OwnLoops<HingeLoops> hinge_loops;

  int size() const { return attitude + 4; }
};

/// `rest`: per joint, the attitude of its second body in the axes of its first at angle 0.
FastSpaceTree fast_space_tree(const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest,
                              const SpaceKernel& kernel = this_space_processor());

/// x', free of torques. Nothing is allocated; not finite where J is singular.
void rates(FastSpaceTree& tree, const double* x, double* rate);

/// The spin of a body at the last call of `rates`, in its own axes.
Vec3<double> spin(const FastSpaceTree& tree, int body);

}  // namespace oopss
