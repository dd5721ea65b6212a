// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {

/// A step for a fixed-step method when none is given: a twentieth of the shortest time scale of the rates at the start,
/// 1/ρ with ρ the growth of a small difference under repeated linearised rates (power iteration); at most a hundredth
/// of the span. It is a start, not a promise: the drift that a run reports says whether it was short enough.
double suggested_step(const Flow& flow, const Layout& layout, double t, const std::vector<double>& x, double span);

/// What to do about a run that strayed, "a step of 0.02 s should do"; empty if it did not, or nothing better is known.
/// A step: shorter by the p-th root of the error over what is fair, p the method's order, and where the error is more
/// than a hundredth not longer than the suggested one. A tolerance: smaller by the error over what is fair and a factor
/// of ten, at most 1e-10.
std::string advice(const Monitor& monitor, const RunRequest& run, const Method& method, const Flow& flow,
                   const Layout& layout, const std::vector<double>& start);

}  // namespace oopss
