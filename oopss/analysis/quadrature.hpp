// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace oopss {

/// An integral by a rule that was refined until two sums agreed.
struct Quadrature {
  double value = 0;
  double error = 0;  // the difference of the last two sums; it overestimates where the convergence is geometric
};

/// ∫ f over (from, to) by the midpoint rule, doubled: geometric convergence if f continues as an even periodic or as a
/// periodic analytic function.
Quadrature midpoint_rule(const std::function<double(double)>& f, double from, double to);

/// ∫ f over (from, to) by Fejér's first rule, doubled: geometric convergence if f is analytic, ends included.
Quadrature fejer_rule(const std::function<double(double)>& f, double from, double to);

}  // namespace oopss
