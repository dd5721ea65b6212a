// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/symbolic/expr.hpp"
#include "oopss/system/blueprint.hpp"

namespace oopss {

/// The torque laws of a model as expressions of time, joint angles, joint rates and inputs.
struct Laws {
  std::vector<Expr> torque;     // per joint: all laws but exact linearisation
  std::vector<int> linearised;  // joints under exact linearisation, and the φ'' asked of them:
  std::vector<Expr> demand;     // r'' + 2 δ f (r' − φ') + f² (r − φ)
  Expr stored;                  // U
  Expr dissipation;             // Σ k_d φ'²
  Expr power;  // of the laws without energy, except exact linearisation: d(H+U)/dt = power − dissipation
  bool any() const { return !linearised.empty() || !is_zero(stored) || !is_zero(dissipation) || !is_zero(power); }
};

Laws laws(const Blueprint& plan, const Expr& t, const std::vector<Expr>& phi, const std::vector<Expr>& rate,
          const std::vector<Expr>& p);

/// The symbols in which formulas are derived: t, phi_JOINT, mu_BODY, the inputs.
struct StateSymbols {
  Expr t;
  std::vector<Expr> phi, mu, p;
};
StateSymbols state_symbols(const Blueprint& plan);

}  // namespace oopss
