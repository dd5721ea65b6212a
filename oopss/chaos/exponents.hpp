// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>

#include "oopss/system/chaos_system.hpp"

namespace oopss {

/// What is asked of the exponents of a model.
struct ExponentRequest {
  double until = 0;
  int starts = 16;      // the one given, and others near it
  double apart = 1e-6;  // so far, in units
  int points = 200;     // of the course
  double tolerance = 1e-10;
  int threads = 1;
  std::function<void(double share)> told = {};  // called now and then; it may throw to end the work
};

/// The exponents on a leaf at a time, over some starts.
struct Exponents {
  double until = 0;
  std::vector<double> mean, spread;               // per exponent, falling: over the starts
  std::vector<std::array<double, 2>> interval;    // mean ± 4 spread
  std::vector<double> t;                          // of the course
  std::vector<std::vector<double>> course, band;  // at each t, per exponent: mean and spread over the starts
  double sum = 0, mean_divergence = 0;            // means over the starts
  bool has_divergence = false;
  int starts = 0;
  double energy_drift = 0;  // of the start given, against its kinetic energy; without meaning where it is not kept
  std::string trouble;      // why a motion came to an end, in words; empty if none did
};

/// The exponents of all starts, pulled from one time of their course to the next.
class ExponentsRun {
 public:
  ExponentsRun(const ChaosSystem& model, const std::vector<double>& start, const ExponentRequest& request);
  ExponentsRun(ExponentsRun&& other) noexcept;
  ~ExponentsRun();

  /// Goes on to the next time; false at the end, or where a motion came to its own: `found().trouble`.
  bool step();
  /// What is known so far, up to its `until`.
  const Exponents& found() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// The finite-time exponents of the motion from a start and of others 1e-6 from it. The largest value at a time is a
/// random number: its spread over the starts is the error that one of them has.
Exponents exponents(const ChaosSystem& model, const std::vector<double>& start, const ExponentRequest& request);

/// The shortest time scale of small differences at a state.
double time_scale(const ChaosSystem& model, const std::vector<double>& x);

/// How long to look at exponents where nothing is said: a thousand time scales, in two digits.
double suggested_until(double time_scale);

/// ln(T/τ)/T, τ the time scale: what finite-time exponents that tend to zero are about.
double zero_level(const Exponents& found, double time_scale);

/// What the largest exponent says of the motion, in words.
std::string growth_words(const Exponents& found, double time_scale);

/// Which exponents theory makes tend to zero, in words.
std::string zeros_words(const ChaosSystem& model);

/// |DᵀΩD − Ω| / |D|² of the tangent map D of the flow over a time, on the leaf: the rates of a conservative system with
/// drives make it zero, so it says how well D is known.
double tangent_defect(const ChaosSystem& model, const std::vector<double>& start, double span);

/// The zeros that the exponents of a motion have that does not come to rest: the direction of the motion, and with a
/// kept energy the one across its levels.
int forced_zeros(const ChaosSystem& model);

}  // namespace oopss
