// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/system.hpp"

namespace oopss {

/// How far a conserved quantity strayed from its start.
struct Drift {
  double start = 0, end = 0, max_drift = 0;
  double size = 0;  // the largest that the relative drift is against
  double max_relative_drift() const { return size > 0 ? max_drift / size : max_drift; }
};

/// What a run kept, seen at the points the owner shows it. Energy is H + U, relative to max_t (H + |U|); Casimirs are
/// relative to the largest of their sizes, momentum is the first of them; the balance is
/// H + U − start − work + dissipated, zero but for the method's error. Where torques act from outside, momentum is
/// balanced likewise by their impulse.
struct Monitor {
  Drift energy;
  std::vector<Casimir> casimirs;
  std::vector<Drift> strayed = std::vector<Drift>(1);  // per Casimir; one that stays zero if there is none
  const Drift& momentum() const { return strayed.front(); }
  double work = 0, dissipated = 0, max_error = 0;
  bool outside = false;                        // torques act from outside:
  double impulse = 0, max_momentum_error = 0;  // ∫ of them, and the most that μ_s less this strayed
  double balanced_momentum = 0;                // μ_s − impulse at the start
  double most_work = 0;       // the largest size of the work so far: motors may take back what they gave
  double conserved = 0;       // H + U − work + dissipated at the start
  double released = 0;        // Flow::released at the start
  double closure = 0;         // the widest gap of the loops
  double fastest = 0;         // 2 H / Σ|μ|, how fast all turns in the mean, at most
  double begin = 0, end = 0;  // the times seen
  std::vector<double> gap;    // scratch; empty without loops
  bool started = false;
};

/// How well a run kept what it had to keep. Energy: good up to 1e-8, which is the error of a short step, fair up to
/// 1e-4, which no picture shows; momentum: 1e-11, rounding of a few thousand steps, and 1e-8.
inline constexpr double fair_energy_error = 1e-4, fair_momentum_error = 1e-8;
enum class Conservation { good, fair, poor };
const char* word(Conservation conservation);

/// A relative error, and what to think of it.
struct Reading {
  double error = 0;
  Conservation conservation = Conservation::good;
};

/// Whether all is at rest: so slow that the run turned nothing by more than roundings. Then errors have nothing to be
/// relative to.
bool at_rest(const Monitor& monitor);

/// Of the energy; where dampers or motors took part, of the balance with what they took and gave.
Reading energy_reading(const Monitor& monitor);
/// Of the momentum; where torques act from outside, of its balance with their impulse.
Reading momentum_reading(const Monitor& monitor);

/// Of the momentum; in space, where it has three parts, its size at start and end and the worst of their drifts.
Drift momentum_drift(const Monitor& monitor);

Monitor monitor_of(std::vector<Casimir> casimirs);

void observe(Monitor& monitor, const Flow& flow, const Layout& layout, double t, const double* x);

}  // namespace oopss
