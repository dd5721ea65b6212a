// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/manifold.hpp"
#include "oopss/chaos/melnikov.hpp"

namespace oopss {

/// The system at one size of what splits the manifolds, and where its periodic motion and the section are.
struct SplittingCase {
  OrbitSystem model;
  SaddleGuess guess;
  HomoclinicSection section;
};

/// What a splitting is measured in, whatever it stems from.
struct SplittingProblem {
  PhaseSeries gap;       // unstable minus stable per unit of size, to first order; of a light body that of a rotor
  bool claimed = true;   // false: `gap` is not what the ratio tends to
  double growth = 0;     // of the saddle without perturbation
  double frequency = 0;  // of the phase on it
  std::function<SplittingCase(double size)> member;
};

/// At one size.
struct MeasuredGap {
  double size = 0, gap = 0;
  double error = 0;       // what twice the distance at the start changes of it
  double multiplier = 0;  // of the periodic motion
  double closing_error = 0;
  double energy_drift = 0;  // of the two motions to the section, relative; 0 where energy is not kept
};

struct Splitting {
  double phase = 0;
  std::vector<MeasuredGap> measured;  // in the order of the sizes
  double integral = 0;                // predicted gap per unit of size at the phase
  std::vector<double> ratio;          // of measured to predicted
  double slope = 0, slope_error = 0;  // of log |gap| over log size: least squares, and the error of the fit
  std::vector<double> zeros;          // phases at which the integral has simple zeros
};

/// The first pieces of the manifolds on the section at one size: their momenta at phases once around.
struct SplittingCurves {
  double size = 0;
  std::vector<double> phase, unstable, stable;
};

/// There is none, or it cannot be measured: in words.
struct NoSplitting : std::domain_error {
  using std::domain_error::domain_error;
};
struct SplittingFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using SplittingTold = std::function<void(double share)>;

/// The gap between the manifolds at a phase for several sizes; `told` may throw to end it. Throws NoSplitting where the
/// phase is next to a zero of the integral, SplittingFailed where a motion is not found.
Splitting measure_splitting(const SplittingProblem& problem, double phase, const std::vector<double>& sizes,
                            const SplittingTold& told = {});

/// At `count` equal parts of a period, both ends included.
SplittingCurves splitting_curves(const SplittingProblem& problem, double size, int count,
                                 const SplittingTold& told = {});

/// The least-squares slope of log |y| over log x with the error of the fit, Σ r² / (n − 2) over the spread of log x.
struct FittedSlope {
  double value = 0, error = 0;
};
FittedSlope logarithmic_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace oopss
