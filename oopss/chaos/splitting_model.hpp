// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/splitting.hpp"

namespace oopss {

/// What splits the manifolds of a model, and what its sizes are.
enum class SplittingBy {
  drive,  // of two bodies: a factor of the formula of their law
  lever,  // of three: |d_32|, from the third body's mass centre to its joint
  mass,   // of three: the mass of the third body, its moment of inertia and its lever fixed
  light   // the same, its moment of inertia in proportion: no rotor in the limit
};

/// What is asked for.
struct SplittingRequest {
  SplittingBy by = SplittingBy::lever;  // of three bodies
  int sense = 1;                        // which loop: the sign of φ'
  std::optional<double> circle;         // μ_3 of three bodies; none: that of the start
};

/// A model's splitting, with the words for it.
struct ModelSplitting {
  SplittingBy by = SplittingBy::drive;
  SplittingProblem problem;
  std::string coordinate;  // in which the gap is measured: "nu", "mu_tip"
  std::string phase_name;  // "t", "psi"
  std::string angle;       // the joint whose angle makes the section
  double stretched = 0;    // that angle on it
  double momentum = 0;     // total
  double circle = 0;       // μ_3 of three bodies
  double energy = 0;       // of the homoclinic loop, with the rotor
  double lever = 0;        // of the model, of three bodies
  std::string third;       // body
};

/// Why a model has no splitting of this kind: bodies in space, loops, laws; each by name, at its place.
std::vector<Diagnostic> without_splitting(const TreeSpec& spec, const std::vector<double>& p);

/// Throws ModelError with all of `without_splitting`, and NoSplitting where the numbers allow none: no momentum, no
/// saddle, a frequency out of reach.
ModelSplitting splitting_of(const Model& model, const SplittingRequest& request);

}  // namespace oopss
