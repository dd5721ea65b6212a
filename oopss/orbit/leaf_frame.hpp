// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <stdexcept>

#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// The bracket changes with the state: leaves are no planes, and have no directions in common.
struct CurvedLeaves : std::domain_error {
  using std::domain_error::domain_error;
};

/// What a bracket that is constant says of all leaves alike; throws CurvedLeaves of another. y: the first
/// `bracket.size` numbers of the state.
struct LeafGeometry {
  Eigen::MatrixXd casimirs;  // rows: their gradients in y, the kernel of the Poisson tensor
  Eigen::MatrixXd inverse;   // pseudoinverse of the tensor in y
  Eigen::VectorXd units;     // what numbers of y are measured in: 1 of angles, `momentum_unit` of momenta
};
LeafGeometry leaf_geometry(const System& system, double momentum_unit);

/// Directions along the leaf through a state, the states with its Casimirs whose loops are closed and stay so, in units
/// orthonormal: a direction w there is out·w in the state, a direction v of the state is in·v there.
struct LeafFrame {
  Eigen::MatrixXd out, in;
  Eigen::MatrixXd Omega;  // the symplectic form: H' along w is Ω(f, w)
  Eigen::VectorXd f, g;   // the rates, and the slope of H + U
};
LeafFrame leaf_frame(const OrbitSystem& model, const LeafGeometry& geometry, const std::vector<double>& x);

/// The state at a small step along the leaf, its loops closed again; false if they cannot be.
bool step_along(const OrbitSystem& model, const LeafFrame& frame, const Eigen::VectorXd& step, std::vector<double>& x);

/// Gives a state near a leaf the total momentum of it, by the smallest change of momenta: all bodies the same share of
/// what is missing, where the total is their sum.
void put_momentum(const OrbitSystem& model, double momentum, std::vector<double>& x);

/// The largest momentum of a body, what errors of momenta are measured by.
double momentum_unit(const System& system, const std::vector<double>& x);

}  // namespace oopss
