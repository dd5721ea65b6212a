// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/fast_space.hpp"

// What the loops in space are built from.

namespace oopss {

inline void put(LaneVector& to, int lane, const Vec3<double>& v) {
  to.x[lane] = v.x, to.y[lane] = v.y, to.z[lane] = v.z;
}
inline void put(LaneMatrix& to, int lane, const Matrix3<double>& A) {
  put(to.x, lane, A.x), put(to.y, lane, A.y), put(to.z, lane, A.z);
}
inline void put(LaneSymmetric& to, int lane, const Symmetric3<double>& A) {
  to.xx[lane] = A.xx, to.xy[lane] = A.xy, to.xz[lane] = A.xz, to.yy[lane] = A.yy, to.yz[lane] = A.yz,
  to.zz[lane] = A.zz;
}
inline Vec3<double> lane_of(const LaneVector& v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }

/// Right-handed axes with z along the unit vector n, by columns; x is normal to `aside` as well, if that is another
/// direction.
Matrix3<double> axes_along(const Vec3<double>& n, const Vec3<double>& aside);

/// A body on its inner neighbour.
struct InnerJoint {
  bool hinge, far;       // far: of the two, the neighbour is the child in the tree as given
  Matrix3<double> rest;  // attitude on the neighbour
  Vec3<double> axis;     // of the hinge, in the body's axes
};
InnerJoint inner_joint(const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                       const std::vector<Matrix3<double>>& rest);

/// A body about its inner joint (its mass centre, of the root), in axes of its own, by columns.
struct BodyAboutJoint {
  Vec3<double> arm, first;  // to the outer joint; mass times that to the mass centre
  Symmetric3<double> I;
};
BodyAboutJoint body_about_joint(const Tree<Space<double>>& tree, const TreeBranches::Slot& slot,
                                const Matrix3<double>& axes);

/// To the joint of a branch that ends at `head`, from the inner joint of the body `on` that it hangs on.
Vec3<double> attachment_arm(const Tree<Space<double>>& tree, const TreeBranches::Slot& head,
                            const TreeBranches::Slot& on, const Matrix3<double>& axes);

/// The attitude, at rest, of the body whose attitude is in the state, in the axes of the one that the tree is rooted
/// at.
Matrix3<double> rest_on_root(const TreeBranches& branches, const Tree<Space<double>>& tree,
                             const std::vector<Matrix3<double>>& rest);

/// The loops of a tree of hinges only.
void set_hinge_tree(FastSpaceTree& out, const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest);

}  // namespace oopss
