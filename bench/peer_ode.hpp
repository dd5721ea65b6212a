// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/problems.hpp"

namespace oopss {

/// Another program's integrator. All are given our rates, the fastest there are.
struct Integrator {
  std::string name;
  std::vector<double> (*run)(const Problem& problem, double until, double tolerance);
  std::vector<double> tolerances;
};

std::vector<Integrator> odeint_integrators();
std::vector<Integrator> sundials_integrators();

}  // namespace oopss
