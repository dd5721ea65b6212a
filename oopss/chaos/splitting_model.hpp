// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/splitting.hpp"
#include "oopss/system/splitting_family.hpp"

namespace oopss {

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

/// Throws ModelError with all of `without_splitting`, and NoSplitting where the numbers allow none: no momentum, no
/// saddle, a frequency out of reach.
ModelSplitting splitting_of(const Model& model, const SplittingRequest& request);

}  // namespace oopss
