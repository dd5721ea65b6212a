// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/mechanics/small_tree.hpp"
#include "oopss/mechanics/tree_branches.hpp"

namespace oopss {

/// A planar tree made ready for the fast loops: the plan (shared, pure integers) and the constants of one set of
/// parameters. T is a double, or a batch for the members of an ensemble, whose parameters may differ.
template <Scalar T>
struct TreeConstants {
  std::shared_ptr<const TreeBranches> branches;
  int bodies = 0;

  SmallTree<T> small{};  // two and three bodies
  std::vector<StepConstants<T>> step;
  std::vector<StepPlaces> places;
  std::vector<BranchPair<T>> pair;
};

/// What the loops of one thread write.
template <Scalar T>
struct TreeScratch {
  std::vector<T> c, s, rate, omega;  // per slot
  std::vector<StepSweep<T>> sweep;
  std::vector<JunctionSweep<T>> junction;
  std::vector<PairSweep<T>> done;
};

/// Both together, for one thread; copies are independent.
template <Scalar T>
struct LanedTree : TreeConstants<T>, TreeScratch<T> {};

/// From body i's mass centre to its joint with a neighbour, in the frame of i.
template <Dimension Dim>
typename Dim::Vector joint_seen_from(const Tree<Dim>& tree, int i, int neighbour) {
  return tree.parent[i] == neighbour ? tree.d_child[i] : tree.d_parent[neighbour];
}

template <Scalar T>
void set_lane(StepConstants<T>& to, int lane, const PlanarTree<T>& tree, const TreeBranches::Slot& slot, int inner) {
  const int i = slot.body;
  const Vec2<T> b = inner < 0 ? Vec2<T>{} : joint_seen_from(tree, i, inner);
  const Vec2<T> e = slot.outer < 0 ? Vec2<T>{} : perp(joint_seen_from(tree, i, slot.outer) - b);
  const Vec2<T> q = -(tree.m[i] * perp(b));
  to.ex[lane] = e.x, to.ey[lane] = e.y;
  to.qx[lane] = q.x, to.qy[lane] = q.y;
  to.D[lane] = tree.I[i] + tree.m[i] * dot(b, b);
  to.m[lane] = tree.m[i];
  to.sense[lane] = T(slot.sense);
}

/// A joint's inner neighbour; for the two bodies at the root joint, each other.
inline int inner_neighbour(const TreeBranches& branches, int slot) {
  const int steps = branches.steps();
  if (slot / 2 == steps - 1) return branches.slots[slot ^ 1].body;
  return branches.slots[slot].inner;
}

template <Scalar T>
void make_loops(TreeConstants<T>& out, const PlanarTree<T>& tree) {
  const TreeBranches& branches = *out.branches;
  out.step.reserve(static_cast<std::size_t>(branches.steps()));
  out.places.reserve(out.step.capacity());
  out.pair.reserve(branches.pairs.size());
  for (int k = 0; k < branches.steps(); ++k) {
    StepConstants<T> constants{};
    constants.D = Lanes<T>{T(1), T(1)};  // filling: no mass, nothing attached, and a pivot of one
    StepPlaces places{{0, 0}, {0, 0}, branches.slots[2 * k].junction};
    for (int lane = 0; lane < 2; ++lane) {
      const TreeBranches::Slot& slot = branches.slots[2 * k + lane];
      if (slot.body < 0) continue;
      set_lane(constants, lane, tree, slot, inner_neighbour(branches, 2 * k + lane));
      places.body[lane] = slot.body;
      places.joint[lane] = slot.joint;
    }
    out.step.push_back(constants);
    out.places.push_back(places);
  }
  for (const TreeBranches::Pair& branch : branches.pairs) {
    BranchPair<T> pair{branch.begin, branch.end, {branch.attachment[0], branch.attachment[1]}, {}, {}};
    for (int lane = 0; lane < 2; ++lane) {
      if (branch.attachment[lane] < 0) continue;
      const TreeBranches::Slot& head = branches.slots[2 * branch.end - 2 + lane];
      const int on = head.inner;
      const Vec2<T> e = perp(joint_seen_from(tree, on, head.body) -
                             joint_seen_from(tree, on, inner_neighbour(branches, branch.attachment[lane])));
      pair.ex[lane] = e.x;
      pair.ey[lane] = e.y;
    }
    out.pair.push_back(pair);
  }
}

template <Scalar T>
TreeConstants<T> tree_constants(const PlanarTree<T>& tree, const std::shared_ptr<const TreeBranches>& branches) {
  TreeConstants<T> out;
  out.branches = branches;
  out.bodies = tree.size();
  if (has_closed_form(tree))
    out.small = small_tree_of(tree);
  else
    make_loops(out, tree);
  return out;
}

template <Scalar T>
TreeScratch<T> tree_scratch(const TreeConstants<T>& tree) {
  TreeScratch<T> out;
  if (tree.small.bodies > 0) {
    out.omega.assign(static_cast<std::size_t>(tree.bodies), T(0));
    return out;
  }
  const std::size_t slots = tree.branches->slots.size();
  for (std::vector<T>* values : {&out.c, &out.s, &out.rate, &out.omega}) values->assign(slots, T(0));
  out.sweep.assign(slots / 2, StepSweep<T>{});
  out.junction.assign(static_cast<std::size_t>(tree.branches->junctions), JunctionSweep<T>{});
  out.done.assign(tree.branches->pairs.size(), PairSweep<T>{});
  return out;
}

template <Scalar T>
LanedTree<T> laned_tree(const PlanarTree<T>& tree, const std::shared_ptr<const TreeBranches>& branches) {
  const TreeConstants<T> constants = tree_constants(tree, branches);
  return {constants, tree_scratch(constants)};
}

/// The loops' view of a tree of one, four or more bodies.
template <Scalar T>
TreeLoops<T> tree_loops(const TreeConstants<T>& tree, TreeScratch<T>& scratch) {
  const TreeBranches& branches = *tree.branches;
  return {.steps = branches.steps(),
          .pairs = static_cast<int>(tree.pair.size()),
          .bodies = tree.bodies,
          .pair = tree.pair.data(),
          .step = tree.step.data(),
          .places = tree.places.data(),
          .slot_of = branches.slot_of.data(),
          .first = branches.first.data(),
          .second = branches.second.data(),
          .c = scratch.c.data(),
          .s = scratch.s.data(),
          .Ex = scratch.c.data(),
          .Ey = scratch.s.data(),
          .theta = scratch.rate.data(),
          .rest = scratch.omega.data(),
          .Qx = scratch.rate.data(),
          .Qy = scratch.omega.data(),
          .rate = scratch.rate.data(),
          .omega = scratch.omega.data(),
          .sweep = scratch.sweep.data(),
          .junction = scratch.junction.data(),
          .done = scratch.done.data()};
}
template <Scalar T>
TreeLoops<T> tree_loops(LanedTree<T>& tree) {
  return tree_loops<T>(tree, tree);
}

}  // namespace oopss
