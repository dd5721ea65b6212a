// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "oopss/system/start.hpp"

namespace oopss {

/// What a start has, and what else could be had at its shape (docs/math.md, Shapes): H ≥ μ_s²/(2 I_lock).
struct Reach {
  std::vector<double> rates;  // φ'
  double omega_root = 0;
  double kinetic = 0, stored = 0, momentum = 0, I_lock = 0;
  double least_energy() const { return momentum * momentum / (2 * I_lock) + stored; }
  double most_momentum() const { return std::sqrt(2 * I_lock * kinetic); }
};

Reach reach_of(const Blueprint& plan, const std::vector<double>& p, const System& system, const Flow& flow,
               const SolvedStart& start);

/// The same at a shape with joint rates φ' and the root's angular velocity given.
Reach reach_at(const Blueprint& plan, const std::vector<double>& p, const System& system, const Flow& flow,
               const std::vector<double>& phi, const std::vector<double>& rates, double omega_root);

}  // namespace oopss
