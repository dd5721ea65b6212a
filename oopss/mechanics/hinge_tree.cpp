// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "oopss/mechanics/space_build.hpp"

namespace oopss {
namespace {

/// The hinge of a slot, in the axes of the neighbour that it is on.
Vec3<double> axis_on_inner(const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                           const std::vector<Matrix3<double>>& rest) {
  const InnerJoint joint = inner_joint(tree, slot, rest);
  return joint.rest * joint.axis;
}

/// z along the inner hinge, x normal to it and to the hinge from which the branch comes.
Matrix3<double> hinge_axes(const FastSpaceTree& out, const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                           const std::vector<Matrix3<double>>& rest) {
  const Vec3<double> axis = inner_joint(tree, slot, rest).axis;
  if (slot.outer < 0) return axes_along(axis, axis);
  return axes_along(axis, axis_on_inner(tree, out.branches->slots[out.branches->slot_of[slot.outer]], rest));
}

/// Of the root: z along one of the hinges of its longest branches, x normal to both.
Matrix3<double> root_axes(const TreeBranches& branches, const Tree<Space<double>>& tree,
                          const std::vector<Matrix3<double>>& rest) {
  const TreeBranches::Slot* head = &branches.slots[branches.slots.size() - 4];
  const Vec3<double> axis = axis_on_inner(tree, head[0], rest);
  return axes_along(axis, head[1].body < 0 ? axis : axis_on_inner(tree, head[1], rest));
}

/// A body on which nothing hangs, its hinge eliminated.
void set_hinge_tip(HingeConstants& body, HingeSweep& sweep, int lane) {
  const LaneSymmetric& D = body.D;
  const Vec3<double> c = lane_of(body.first, lane);
  const Vec3<double> Gx = {0, -c.z, c.y}, Gy = {c.z, 0, -c.x}, Gn = {-c.y, c.x, 0};
  const double inverse = 1 / D.zz[lane], ex = inverse * D.xz[lane], ey = inverse * D.yz[lane], m = body.m[lane];
  HingeAnswer& answer = sweep.answer;
  body.inverse[lane] = inverse;
  sweep.ex[lane] = ex, sweep.ey[lane] = ey;
  put(sweep.g, lane, inverse * Gn);
  answer.Dxx[lane] = D.xx[lane] - D.xz[lane] * ex;
  answer.Dxy[lane] = D.xy[lane] - D.xz[lane] * ey;
  answer.Dyy[lane] = D.yy[lane] - D.yz[lane] * ey;
  put(answer.Gx, lane, Gx - ex * Gn);
  put(answer.Gy, lane, Gy - ey * Gn);
  put(answer.M, lane,
      Symmetric3<double>{m - inverse * Gn.x * Gn.x, -inverse * Gn.x * Gn.y, 0, m - inverse * Gn.y * Gn.y, 0, m});
}

void set_hinge_body(FastSpaceTree& out, int slot, const Tree<Space<double>>& tree,
                    const std::vector<Matrix3<double>>& rest) {
  const TreeBranches::Slot& here = out.branches->slots[slot];
  const int lane = slot % 2;
  HingeTree& hinges = out.hinge;
  HingeConstants& body = hinges.step[slot / 2];
  const auto [arm, first, I] = body_about_joint(tree, here, out.axes[here.body]);
  body.sense[lane] = here.sense;
  body.far_sign[lane] = inner_joint(tree, here, rest).far ? -1 : 1;
  body.m[lane] = tree.m[here.body];
  put(body.arm, lane, arm);
  put(body.first, lane, first);
  put(body.D, lane, I);
  if (here.outer < 0) set_hinge_tip(body, hinges.sweep[slot / 2], lane);
}

/// Attitude of a body on its inner one, at angle 0, in the axes of both.
Matrix3<double> on_inner(const FastSpaceTree& out, const Tree<Space<double>>& tree, const TreeBranches::Slot& here,
                         const std::vector<Matrix3<double>>& rest) {
  return transposed(out.axes[here.inner]) * (inner_joint(tree, here, rest).rest * out.axes[here.body]);
}

void set_hinge_branches(FastSpaceTree& out, const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest) {
  const TreeBranches& branches = *out.branches;
  for (std::size_t k = 0; k + 1 < branches.pairs.size(); ++k) {
    const TreeBranches::Pair& from = branches.pairs[k];
    HingeBranches pair{from.begin, from.end, {from.attachment[0], from.attachment[1]}, true, {}, {}};
    for (int lane = 0; lane < 2; ++lane) {
      put(pair.C, lane, identity3<double>());
      if (from.attachment[lane] < 0) continue;
      const TreeBranches::Slot &head = branches.slots[2 * from.end - 2 + lane],
                               &on = branches.slots[from.attachment[lane]];
      const bool longest = k + 2 == branches.pairs.size();  // the root is one more step of these, without C
      put(longest ? out.hinge.step.back().arm : pair.arm, lane, attachment_arm(tree, head, on, out.axes[on.body]));
      if (!longest) put(pair.C, lane, on_inner(out, tree, head, rest));
      pair.on_root = pair.on_root && on.inner < 0;
    }
    out.hinge.pair.push_back(pair);
  }
}

void set_twist(HingeTwist& twist, int lane, double c, double s) {
  twist.c[lane] = c, twist.s[lane] = s, twist.cc[lane] = c * c;
  auto& [ss, cs, twice_cs, double_angle] = twist.products;
  ss[lane] = s * s, cs[lane] = c * s, twice_cs[lane] = 2 * c * s, double_angle[lane] = c * c - s * s;
}

/// The turns between the bodies of a branch, and the way from the body whose attitude is in the state to the root.
void set_turns(FastSpaceTree& out, const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest) {
  const TreeBranches& branches = *out.branches;
  std::vector<int> ends(branches.slots.size(), -1);
  for (std::size_t k = 0; k + 2 < branches.pairs.size(); ++k)
    for (int lane = 0; lane < 2; ++lane) ends[2 * branches.pairs[k].end - 2 + lane] = static_cast<int>(k);
  for (int slot = 0; slot < 2 * branches.steps() - 2; ++slot) {
    if (branches.slots[slot].body < 0 || ends[slot] >= 0) continue;
    const Matrix3<double> C = on_inner(out, tree, branches.slots[slot], rest);  // Rx(α) Rz(θ)
    HingeConstants& body = out.hinge.step[slot / 2];
    body.at_zero[slot % 2] = std::atan2(-C.x.y, C.x.x);
    set_twist(body.twist, slot % 2, C.z.z, -C.y.z);
  }
  for (int i = tree.root(); branches.slots[branches.slot_of[i]].inner >= 0;) {
    const int slot = branches.slot_of[i];
    i = branches.slots[slot].inner;
    const int next = branches.slot_of[i];
    out.hinge.path.push_back({slot / 2, ends[slot], slot % 2 != next % 2});
  }
}

}  // namespace

void set_hinge_tree(FastSpaceTree& out, const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest) {
  const TreeBranches& branches = *out.branches;
  HingeTree& hinges = out.hinge;
  const auto steps = static_cast<std::size_t>(branches.steps());
  HingeConstants filling{};
  filling.D.zz = Lanes2{1, 1};
  hinges.step.assign(steps, filling);
  hinges.sweep.assign(steps, HingeSweep{});
  for (const TreeBranches::Slot& slot : branches.slots)
    if (slot.inner >= 0) out.axes[slot.body] = hinge_axes(out, tree, slot, rest);
  out.axes[branches.slots[2 * steps - 2].body] = root_axes(branches, tree, rest);
  for (int slot = 0; slot < 2 * branches.steps() - 2; ++slot)
    if (branches.slots[slot].body >= 0) set_hinge_body(out, slot, tree, rest);
  set_hinge_branches(out, tree, rest);
  set_turns(out, tree, rest);
}

}  // namespace oopss
