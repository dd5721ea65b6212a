// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>

#include "oopss/analysis/naming.hpp"
#include "oopss/analysis/shapes.hpp"

namespace oopss {

/// Curvatures below this, each direction in units of 1/√scale of its slopes, count as zero: nullity.
constexpr double flat_curvature = 1e-6;

/// A critical point of a landscape.
struct CriticalShape {
  std::vector<double> phi;         // in (−π, π] on circles
  double value = 0, I_lock = 0;    // of the function and of the locked inertia
  double energy = 0;               // V_μ + U
  double residual = 0;             // largest slope that is left, in units of its scale
  std::vector<double> curvatures;  // eigenvalues of the Hessian in these units, rising
  int index = 0, nullity = 0;      // numbers of negative curvatures and of those that count as zero
  bool continuum = false;          // one of a continuum of critical points, all with this value: listed once
  std::array<int, 2> hits{};       // starts of each of the two searches that led here, or to a partner
};

/// Whether the count of critical points agrees with topology: by Poincaré and Hopf Σ (−1)^index is the Euler
/// characteristic, by Morse there are enough of each index.
enum class MorseCount { agrees, fails, not_applicable };

/// What a search found: `by_falling_inertia`.
struct CriticalShapes {
  std::vector<CriticalShape> all;
  MorseCount count = MorseCount::not_applicable;
  std::string count_words;  // the count, or why there is none
  long starts = 0;          // of the iterations
  bool settled = false;     // the two searches agree, and the count does not fail
};

/// The critical point to which the iteration from `phi` leads: steps of Levenberg and Marquardt, which are Newton's
/// near the end. Not converged unless `residual` is below 1e-11.
CriticalShape settle(const ShapeEnergy& energy, std::vector<double> phi);
constexpr double settled_residual = 1e-11;

/// The energy with its survey made, if it has one.
ShapeEnergy surveyed(const ShapeEnergy& energy);

/// All critical points, by two searches that know nothing of each other: one goes down the slopes from the energy's own
/// starts, then from a low-discrepancy sequence; the other takes Newton's own steps, none longer than half a radian,
/// from another sequence. They go on until each has met every point `hits` times, partners (`ShapeEnergy`) taken
/// together, and the Morse count does not fail, or `most_work` is spent. Where there is a closed form it comes first,
/// and is known to lead to every point. Deterministic.
struct SearchPlan {
  std::vector<std::vector<double>> first;  // shapes to begin with, from elsewhere; no search is said to have met them
  /// The shapes `first` are known to lead to every point: if the count agrees there is no more to do; with `confirm` if
  /// a batch of each search finds no other, too.
  bool first_is_all = false;
  bool confirm = false;
  int hits = 4;
  double most_work = 4e9;       // of evaluations and steps, in multiplications: about 20 s
  std::function<void()> watch;  // called before every start; may throw, to end the search
};
CriticalShapes critical_shapes(const ShapeEnergy& energy, SearchPlan plan = {});

}  // namespace oopss
