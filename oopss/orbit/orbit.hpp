// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "oopss/system/orbit_system.hpp"

namespace oopss {

/// A motion that closes up to a turn of the whole: after `period` shape and momenta are those of `start`, but for whole
/// turns of the joints.
struct OrbitLoop {
  std::vector<double> start;  // a state of the system
  double period = 0;
  std::vector<int> winding;  // whole turns of every joint in a period
};

/// A loop that has been closed, and what is known of it.
struct Orbit {
  OrbitLoop loop;
  std::vector<std::vector<double>> nodes;  // states at equal parts of the period, the start first, as it was closed
  double energy = 0, momentum = 0;         // H + U, μ_s
  double residual = 0;                     // relative, by a method that did not find it
  /// Floquet multipliers λ without the double 1, by falling modulus, and ρ = λ + 1/λ of their pairs.
  std::vector<std::complex<double>> multipliers, rho;
  double asymmetry = 0;                          // |MᵀΩM − Ω| / |M|² on the leaf: how well M is known
  double largest = 1;                            // modulus of the largest multiplier, or 1
  bool symmetric = false;                        // it is its own mirror image in time
  double phase = 0, dynamic = 0, geometric = 0;  // what the root turns per period, whole turns counted
  std::string trouble;  // why the residual is not below what is asked for, in words; empty if it is
};

/// What is held while a loop is closed.
struct OrbitDemand {
  double energy = 0, momentum = 0;
  int segments = 0;  // of multiple shooting; 0: as many as the growth of errors asks for
  /// States near the loop at equal parts of its period, the start first, where a motion from the start alone would not
  /// stay near it; may be empty.
  std::vector<std::vector<double>> nodes;
};

/// The orbit near a loop that does not close yet, at this energy and momentum, by Newton's iteration on a square or
/// longer system of equations; `trouble` says so where it does not converge.
Orbit closed_orbit(const OrbitSystem& model, const OrbitLoop& guess, const OrbitDemand& demand);

/// Residual, symmetry and trouble of an orbit that has been closed: by a method that did not find it.
void measure(const OrbitSystem& model, Orbit& orbit);

}  // namespace oopss
