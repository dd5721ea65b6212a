// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/mechanics/kernel.hpp"

namespace oopss {

/// Steps of odeint's runge_kutta4 with the rates of our kernels: one member, or eight in a value type of eight doubles.
/// The state at the end, of the first member.
void odeint_scalar(const SmallTree<double>& tree, const std::vector<double>& start, double h, int steps,
                   std::vector<double>& out);
void odeint_packed(const SmallTree<double>& tree, const std::vector<double>& start, double h, int steps,
                   std::vector<double>& out);

/// Operations a second of multiplying and adding at once, eight doubles to a value, with nothing to wait for.
double multiply_add_rate(double seconds_of(void (*)(double&), double&));

}  // namespace oopss
