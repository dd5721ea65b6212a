// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>

#include "oopss/scalar/dense.hpp"
#include "tests/mechanics/space_bodies.hpp"

namespace oopss {

namespace {

using Vector = Eigen::Vector3d;
using Vectors = std::vector<Vector>;

Vector eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Vec3<double> plain(const Vector& v) { return {v(0), v(1), v(2)}; }
Eigen::Matrix3d eigen(const Matrix3<double>& A) {
  Eigen::Matrix3d out;
  out << A.x.x, A.x.y, A.x.z, A.y.x, A.y.y, A.y.z, A.z.x, A.z.y, A.z.z;
  return out;
}
Eigen::Matrix3d skew(const Vector& v) {
  Eigen::Matrix3d out;
  out << 0, -v(2), v(1), v(2), 0, -v(0), -v(1), v(0), 0;
  return out;
}

/// Velocities of the mass centres as the bodies spin and the root's centre rests; A and B the arms of the joints.
Vectors walk(const Topology& tree, const Vectors& spin, const Vectors& A, const Vectors& B) {
  Vectors v(spin.size(), Vector::Zero());
  for (const int i : tree.order)
    if (const int p = tree.parent[i]; p >= 0) v[i] = v[p] + spin[p].cross(A[i]) - spin[i].cross(B[i]);
  return v;
}

}  // namespace

/// [M Gᵀ; G 0] [q''; λ] = [Q; −G' q']. Joint i asks that its point moves alike on both bodies, a hinge also that
/// t·(ω_i − ω_p) stays zero for both t normal to its axis. The momentum L_i·a is that of the virtual motion in which
/// body i and what hangs on it by hinges turn about a, and carry the rest along without turning it.
SpaceNewton space_newton(const SpaceSample<double>& sample, const std::vector<Vec3<double>>& torque) {
  const Tree<Space<double>>& tree = sample.tree;
  const int n = tree.size();
  Vectors A(tree.m.size(), Vector::Zero()), B = A, w, n_of = A;
  std::vector<Eigen::Matrix3d> I;
  int rows = 0;
  for (int i = 0; i < n; ++i) {
    const Eigen::Matrix3d R = eigen(sample.attitude[i]);
    I.push_back(R * eigen(full(tree.I[i])) * R.transpose());
    w.push_back(eigen(sample.omega[i]));
    if (tree.parent[i] < 0) continue;
    A[i] = eigen(sample.attitude[tree.parent[i]]) * eigen(tree.d_parent[i]);
    B[i] = R * eigen(tree.d_child[i]);
    if (tree.hinge[i]) n_of[i] = R * eigen(*tree.hinge[i]);
    rows += tree.hinge[i] ? 5 : 3;
  }

  Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(6 * n + rows, 6 * n + rows);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(6 * n + rows);
  std::vector<int> row_of(tree.m.size(), -1);
  int row = 6 * n;
  const auto set = [&](int at_row, int column, const Eigen::MatrixXd& part) {
    kkt.block(at_row, column, part.rows(), part.cols()) = part;
    kkt.block(column, at_row, part.cols(), part.rows()) = part.transpose();
  };
  for (int i = 0; i < n; ++i) {
    kkt.block<3, 3>(6 * i, 6 * i) = tree.m[i] * Eigen::Matrix3d::Identity();
    kkt.block<3, 3>(6 * i + 3, 6 * i + 3) = I[i];
    right.segment<3>(6 * i + 3) -= w[i].cross(I[i] * w[i]);
    const int p = tree.parent[i];
    if (p < 0) continue;
    right.segment<3>(6 * i + 3) += eigen(torque[i]);
    right.segment<3>(6 * p + 3) -= eigen(torque[i]);
    row_of[i] = row;
    set(row, 6 * i, Eigen::Matrix3d::Identity());
    set(row, 6 * i + 3, -skew(B[i]));
    set(row, 6 * p, -Eigen::Matrix3d::Identity());
    set(row, 6 * p + 3, skew(A[i]));
    right.segment<3>(row) = w[p].cross(w[p].cross(A[i])) - w[i].cross(w[i].cross(B[i]));
    row += 3;
    if (!tree.hinge[i]) continue;
    for (const Vector& t : {n_of[i].unitOrthogonal(), Vector(n_of[i].cross(n_of[i].unitOrthogonal()))}) {
      set(row, 6 * i + 3, t.transpose());
      set(row, 6 * p + 3, -t.transpose());
      right(row++) = -(w[i] - w[p]).dot(w[i].cross(t));
    }
  }
  const Eigen::VectorXd found = pivoted_solution(kkt, right);

  Vectors A_rate = A, B_rate = B, v = walk(tree, w, A, B);
  Vector drift = Vector::Zero();
  for (int i = 0; i < n; ++i) {
    drift += tree.m[i] / tree.mass * v[i];
    B_rate[i] = w[i].cross(B[i]);
    if (tree.parent[i] >= 0) A_rate[i] = w[tree.parent[i]].cross(A[i]);
  }
  SpaceNewton out;
  for (int i = 0; i < n; ++i) {
    Vector L, L_rate;
    for (int a = 0; a < 3; ++a) {
      Vectors spin(tree.m.size(), Vector::Zero());
      spin[i](a) = 1;
      for (const int k : tree.order)
        if (k != i && is_hinge(tree, k)) spin[k] = spin[tree.parent[k]];
      const Vectors moved = walk(tree, spin, A, B), moved_rate = walk(tree, spin, A_rate, B_rate);
      L(a) = L_rate(a) = 0;
      for (int k = 0; k < n; ++k) {
        const Vector v_k = v[k] - drift, v_rate = found.segment<3>(6 * k), w_rate = found.segment<3>(6 * k + 3);
        L(a) += tree.m[k] * v_k.dot(moved[k]) + (I[k] * w[k]).dot(spin[k]);
        L_rate(a) += tree.m[k] * (v_rate.dot(moved[k]) + v_k.dot(moved_rate[k])) +
                     (I[k] * w_rate + w[k].cross(I[k] * w[k])).dot(spin[k]);
      }
    }
    if (is_hinge(tree, i)) {
      const Vector &axis = n_of[i], axis_rate = w[i].cross(axis);
      L_rate = (axis_rate.dot(L) + axis.dot(L_rate)) * axis + axis.dot(L) * axis_rate;
      L = axis.dot(L) * axis;
    }
    out.mu.push_back(plain(L));
    out.mu_rate.push_back(plain(L_rate));
    out.omega_rate.push_back(plain(found.segment<3>(6 * i + 3)));
    out.force.push_back(row_of[i] < 0 ? Vec3<double>{} : plain(-found.segment<3>(row_of[i])));
  }
  return out;
}

}  // namespace oopss
