// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/space_build.hpp"

#include <cmath>

namespace oopss {

Matrix3<double> axes_along(const Vec3<double>& n, const Vec3<double>& aside) {
  const Vec3<double> any = std::abs(n.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  Vec3<double> x = cross(n, aside);
  if (dot(x, x) == 0) x = cross(n, any);
  x = x / std::sqrt(dot(x, x));
  x = x - dot(x, n) * n;  // where the two are almost along each other, by rounding it was not normal
  x = x / std::sqrt(dot(x, x));
  return transposed(Matrix3<double>{x, cross(n, x), n});
}

InnerJoint inner_joint(const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                       const std::vector<Matrix3<double>>& rest) {
  const Matrix3<double> turn = slot.sense > 0 ? rest[slot.joint] : transposed(rest[slot.joint]);
  const bool far = tree.parent[slot.body] != slot.inner;
  const int child = far ? slot.inner : slot.body;
  InnerJoint out{tree.hinge[child].has_value(), far, turn, {}};
  if (out.hinge) out.axis = far ? transposed(turn) * *tree.hinge[child] : *tree.hinge[child];
  return out;
}

BodyAboutJoint body_about_joint(const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                                const Matrix3<double>& axes) {
  const int i = slot.body;
  const Vec3<double> b = slot.inner < 0 ? Vec3<double>{} : joint_seen_from(tree, i, slot.inner);
  const Matrix3<double> back = transposed(axes);
  return {slot.outer < 0 ? Vec3<double>{} : back * (joint_seen_from(tree, i, slot.outer) - b),
          back * (-(tree.m[i] * b)), inertia_at(steiner(tree.I[i], tree.m[i], b), back)};
}

Vec3<double> attachment_arm(const Tree<Space<double>>& tree, const TreeBranches::Slot& head,
                            const TreeBranches::Slot& on, const Matrix3<double>& axes) {
  Vec3<double> arm = joint_seen_from(tree, on.body, head.body);
  if (on.inner >= 0) arm = arm - joint_seen_from(tree, on.body, on.inner);
  return transposed(axes) * arm;
}

Matrix3<double> rest_on_root(const TreeBranches& branches, const Tree<Space<double>>& tree,
                             const std::vector<Matrix3<double>>& rest) {
  Matrix3<double> turn = identity3<double>();
  for (int i = tree.root(); branches.slots[branches.slot_of[i]].inner >= 0;) {
    const TreeBranches::Slot& slot = branches.slots[branches.slot_of[i]];
    turn = inner_joint(tree, slot, rest).rest * turn;
    i = slot.inner;
  }
  return turn;
}

}  // namespace oopss
