// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace oopss {

/// A function to be made small, with its gradient put into `slope`, which has room; +∞ where it is not defined.
using Slope = std::function<double(const std::vector<double>& x, std::vector<double>& slope)>;

struct DescentLimits {
  int iterations = 400;
  double slope = 1e-7;  // of the gradient, relative to 1 + |f|: where it ends
};

struct Descent {
  std::vector<double> x;
  double value = 0, slope = 0;  // |∇f|
  int iterations = 0;
};

/// A local minimum downhill from x by L-BFGS (Nocedal and Wright, Numerical Optimization, algorithm 7.5).
Descent descend(const Slope& f, std::vector<double> x, const DescentLimits& limits = {});

}  // namespace oopss
