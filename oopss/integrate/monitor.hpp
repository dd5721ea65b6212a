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

/// What a run kept, seen at the points the owner shows it. Energy is H + U, relative to max_t (H + |U|); momentum is
/// μ_s, relative to max_t Σ|μ_i|; the balance is H + U − start − work + dissipated, zero but for the method's error.
struct Monitor {
  Drift energy, momentum;
  double work = 0, dissipated = 0, max_error = 0;
  double kept = 0;  // H + U − work + dissipated at the start
  bool started = false;
};

void observe(Monitor& monitor, const Flow& flow, const Layout& layout, double t, const double* x);

}  // namespace oopss
