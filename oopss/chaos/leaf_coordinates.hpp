// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/linear.hpp"
#include "oopss/system/chaos_system.hpp"

namespace oopss {

/// Canonical coordinates of the leaves of planar trees, as the bracket tells them: the angles φ of the joints, and for
/// each the momentum π with {φ_k, π_l} = δ_kl in which that of the root does not stand, the sum of the momenta of all
/// bodies beyond the joint. Of loops they are those of the spanning tree.
struct LeafCoordinates {
  std::vector<int> joints;   // whose angles they are
  std::vector<int> angles;   // places of φ in the state
  std::vector<int> momenta;  // places of μ
  Matrix<double> out;        // (π, μ_s) = out · μ
  Matrix<double> in;         // μ = in · (π, μ_s)

  int count() const { return static_cast<int>(joints.size()); }
};
LeafCoordinates leaf_coordinates(const System& system);

/// π of a joint by its place among the coordinates.
double conjugate_momentum(const LeafCoordinates& coordinates, int place, const double* x);

/// How many directions the leaf through a state has, that of its total momentum among the closed states.
int leaf_dimension(const ChaosSystem& model, const std::vector<double>& x);

}  // namespace oopss
