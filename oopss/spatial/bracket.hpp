// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "oopss/spatial/reduced.hpp"

namespace oopss {

/// Where the coordinates of joints and of bodies begin in a reduced state: of a ball the nine entries of R by rows, of
/// a hinge its angle; of a body a momentum of three components, on a hinge of one.
struct SpaceCoordinates {
  std::vector<int> joint, body;
  int size = 0;
};
inline SpaceCoordinates space_coordinates(const Topology& topology, const std::vector<bool>& on_hinge) {
  SpaceCoordinates place{std::vector<int>(topology.parent.size() - 1), {}, 0};
  for (int i = 0; i < topology.size(); ++i)
    if (topology.parent[i] >= 0) place.joint[topology.joint[i]] = on_hinge[i] ? 1 : 9;
  for (int& begin : place.joint) {
    const int count = begin;
    begin = place.size;
    place.size += count;
  }
  for (int i = 0; i < topology.size(); ++i) {
    place.body.push_back(place.size);
    place.size += on_hinge[i] ? 1 : 3;
  }
  return place;
}

/// Which bodies hang by hinges.
template <Scalar T>
std::vector<bool> bodies_on_hinges(const Tree<Space<T>>& tree) {
  std::vector<bool> out;
  for (int i = 0; i < tree.size(); ++i) out.push_back(is_hinge(tree, i));
  return out;
}

template <Scalar T>
std::array<T, 9> by_rows(const Matrix3<T>& A) {
  return {A.x.x, A.x.y, A.x.z, A.y.x, A.y.y, A.y.z, A.z.x, A.z.y, A.z.z};
}
template <Scalar T>
std::array<Vec3<T>, 3> unit_vectors() {
  return {Vec3<T>{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
}

/// {Π^a, Π^b} = −ε_abc Π^c, that is hat(Π), in the rows from `body`.
template <Scalar T>
void write_spin_bracket(Matrix<T>& tensor, int body, const Vec3<T>& Pi) {
  const std::array<T, 9> block = by_rows(hat(Pi));
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (a != b) tensor(body + a, body + b) = block[3 * a + b];
}

/// {R, Π·η} = change(η), linear in η.
template <Scalar T, class Change>
void write_turn_bracket(Matrix<T>& tensor, int joint, int body, const Change& change) {
  for (int a = 0; a < 3; ++a) {
    const std::array<T, 9> slope = by_rows(change(unit_vectors<T>()[a]));
    for (int e = 0; e < 9; ++e) {
      tensor(joint + e, body + a) = slope[e];
      tensor(body + a, joint + e) = -slope[e];
    }
  }
}
template <Scalar T>
void write_turn_of_second(Matrix<T>& tensor, int joint, int body, const Matrix3<T>& R) {
  write_turn_bracket(tensor, joint, body, [&](const Vec3<T>& eta) { return R * hat(eta); });
}
template <Scalar T>
void write_turn_of_first(Matrix<T>& tensor, int joint, int body, const Matrix3<T>& R) {
  write_turn_bracket(tensor, joint, body, [&](const Vec3<T>& xi) { return -(hat(xi) * R); });
}

/// The Poisson tensor of a tree of balls in the entries of R and Π, joints before bodies:
///   {Π_i^a, Π_i^b} = −ε_abc Π_i^c,   {R, Π_second·η} = R hat(η),   {R, Π_first·ξ} = −hat(ξ) R,   all else 0.
/// For two bodies this is (3.15) of the spatial paper with its last term corrected. It is linear in R and Π.
template <Scalar T>
Matrix<T> poisson_tensor(const Topology& topology, const std::vector<Matrix3<T>>& R, const std::vector<Vec3<T>>& Pi) {
  const SpaceCoordinates place = space_coordinates(topology, std::vector<bool>(Pi.size(), false));
  Matrix<T> tensor(place.size, place.size);
  for (int i = 0; i < topology.size(); ++i) {
    write_spin_bracket(tensor, place.body[i], Pi[i]);
    if (topology.parent[i] < 0) continue;
    const int k = topology.joint[i];
    write_turn_of_second(tensor, place.joint[k], place.body[second_body(topology, i)], R[k]);
    write_turn_of_first(tensor, place.joint[k], place.body[first_body(topology, i)], R[k]);
  }
  return tensor;
}

/// The same in the coordinates (η, δΠ) of a turn R exp(hat η): {η, Π_second} = 1, {η, Π_first} = −Rᵀ.
template <Scalar T>
Matrix<T> trivialised_tensor(const Topology& topology, const std::vector<Matrix3<T>>& R,
                             const std::vector<Vec3<T>>& Pi) {
  const int begin = 3 * (topology.size() - 1);
  Matrix<T> tensor(begin + 3 * topology.size(), begin + 3 * topology.size());
  const auto write = [&](int row, int column, const Matrix3<T>& block) {
    for (int e = 0; e < 9; ++e) {
      tensor(row + e / 3, column + e % 3) = by_rows(block)[e];
      tensor(column + e % 3, row + e / 3) = -by_rows(block)[e];
    }
  };
  for (int i = 0; i < topology.size(); ++i) {
    write_spin_bracket(tensor, begin + 3 * i, Pi[i]);
    if (topology.parent[i] < 0) continue;
    const int k = topology.joint[i];
    write(3 * k, begin + 3 * second_body(topology, i), identity3<T>());
    write(3 * k, begin + 3 * first_body(topology, i), -transposed(R[k]));
  }
  return tensor;
}

/// The product form so(3)*₋ × Π_balls T*SO(3) × Π_hinges T*S¹: `sums` has M at the root and P_j = Σ_k A_ck Π_k at the
/// body c that hangs on joint j, of which a hinge keeps p = n·P. M commutes with everything of the joints, and each
/// joint with the others:
///   {M^a, M^b} = −ε_abc M^c,   {P^a, P^b} = −ε_abc P^c,   {R, P·η} = R hat(η),   {q, p} = 1,
/// where the joint's first body is the parent; else {R, P·η} = −hat(η) R and {q, p} = −1. Entries of R and P on hinges
/// are unused.
template <Scalar T>
Matrix<T> product_tensor(const Topology& topology, const std::vector<bool>& on_hinge, const std::vector<Matrix3<T>>& R,
                         const std::vector<Vec3<T>>& sums) {
  const SpaceCoordinates place = space_coordinates(topology, on_hinge);
  Matrix<T> tensor(place.size, place.size);
  for (int i = 0; i < topology.size(); ++i) {
    if (!on_hinge[i]) write_spin_bracket(tensor, place.body[i], sums[i]);
    if (topology.parent[i] < 0) continue;
    const int k = topology.joint[i], joint = place.joint[k];
    if (on_hinge[i]) {
      tensor(joint, place.body[i]) = T(topology.sense[i]);
      tensor(place.body[i], joint) = T(-topology.sense[i]);
    } else if (topology.sense[i] > 0) {
      write_turn_of_second(tensor, joint, place.body[i], R[k]);
    } else {
      write_turn_of_first(tensor, joint, place.body[i], R[k]);
    }
  }
  return tensor;
}

}  // namespace oopss
