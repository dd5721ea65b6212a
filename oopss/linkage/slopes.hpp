// SPDX-License-Identifier: Apache-2.0
// Closure as Eigen's matrices over the angles of the tree's joints, for assembling and for ranks.
#pragma once

#include "oopss/linkage/linkage.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {

inline auto as_eigen(const Matrix<double>& A) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(A.entries.data(),
                                                                                                  A.rows, A.cols);
}

/// θ against the root, and g and ∂g/∂φ there.
struct ClosureSlopes {
  std::vector<double> theta;
  Eigen::VectorXd g;
  Eigen::MatrixXd G;
};

inline ClosureSlopes closure_slopes(const Linkage& linkage, const std::vector<double>& phi) {
  const PlanarTree<double>& tree = linkage.tree;
  ClosureSlopes out;
  out.theta = absolute_angles(tree, phi, 0.0);
  const std::vector<double> g = closure(linkage.loops, out.theta);
  out.g = Eigen::VectorXd::Map(g.data(), static_cast<Eigen::Index>(g.size()));
  Matrix<double> columns = bar_columns(linkage.loops, out.theta);
  Matrix<double> by_joint(columns.rows, tree.size() - 1);
  joint_columns(tree, columns, by_joint);
  out.G = as_eigen(by_joint);
  return out;
}

/// The row of θ_second − θ_first over the angles of the tree's joints.
inline Eigen::RowVectorXd difference_row(const Topology& tree, int first, int second) {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(tree.size() - 1);
  for (int i = second; tree.parent[i] >= 0; i = tree.parent[i]) row(tree.joint[i]) += tree.sense[i];
  for (int i = first; tree.parent[i] >= 0; i = tree.parent[i]) row(tree.joint[i]) -= tree.sense[i];
  return row;
}

}  // namespace oopss
