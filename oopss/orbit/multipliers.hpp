// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/leaf_frame.hpp"

namespace oopss {

/// The monodromy of an orbit across it: on the slopes that keep the energy, but for the direction of the motion. The
/// double multiplier 1 of every orbit is left out exactly.
struct CrossMap {
  Eigen::MatrixXd M, Omega;
};
CrossMap cross_map(const LeafFrame& frame, const Eigen::MatrixXd& monodromy);

/// ρ = λ + 1/λ of every pair of multipliers, by falling modulus; real where they are real or on the unit circle.
std::vector<std::complex<double>> traces(const CrossMap& map);

/// λ, 1/λ of every ρ, by falling modulus.
std::vector<std::complex<double>> multipliers_of(const std::vector<std::complex<double>>& rho);

/// |MᵀΩM − Ω| / |M|² on the leaf, in units in which |Ω| = 1.
double symplectic_defect(const LeafFrame& frame, const Eigen::MatrixXd& monodromy);

}  // namespace oopss
