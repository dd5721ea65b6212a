// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "bench/problems.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/jet.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// The largest error of an entry, relative to max(1, |exact|).
inline double error_of(const std::vector<double>& x, const std::vector<double>& exact) {
  double most = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    most = std::fmax(most, std::abs(x[i] - exact[i]) / std::fmax(1.0, std::abs(exact[i])));
  return most;
}

/// A tree as the integrators see it: x = (φ, μ, θ_root).
struct Runnable {
  Flow flow;
  Layout layout;
};

inline Runnable runnable(const PlanarTree<double>& tree) {
  const int n = tree.size();
  Runnable made;
  made.layout = planar_layout(n, n - 1, false);
  made.flow.field = [fast = fast_tree(tree), n, root = tree.root()](double, const double* x, double* out) mutable {
    rates(fast, x, x + n - 1, out, out + n - 1);
    out[2 * n - 1] = omega(fast, root);
  };
  made.flow.jet = [series = jet(tree)](double, const double* x, int order, int, double* coefficients) mutable {
    taylor_coefficients(series, x, order, coefficients);
  };
  return made;
}

/// The end of a run by taylor.
inline std::vector<double> run_taylor(const Problem& problem, const Runnable& system, double until, double tolerance) {
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = tolerance;
  request.settings.until = until;
  Run run(system.flow, system.layout, problem.x, request);
  while (run.step()) {
  }
  return run.x();
}

}  // namespace oopss
