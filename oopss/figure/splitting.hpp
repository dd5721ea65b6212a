// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/splitting.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// What is drawn of a splitting, with its words.
struct SplittingPicture {
  std::string title, section;   // "φ_{elbow} = 0, φ' > 0"
  std::string phase, momentum;  // labels, with units
  bool angle = true;            // the phase is one
  SplittingCurves curves;       // at the largest size
  PhaseSeries integral;         // gap per unit of size
  std::string integral_name;    // "the Melnikov integral"
  Splitting measured;
};

/// The manifolds on the section as curves with the gap that was measured, and below it gap over size along the phase:
/// the integral, what the curves have, and the gaps of all sizes.
Figure splitting_figure(const SplittingPicture& picture);

}  // namespace oopss
