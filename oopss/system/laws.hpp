// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "oopss/symbolic/expr.hpp"
#include "oopss/system/edges.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// A formula of the model file as a graph; `name` gives what its names stand for, but for pi, deg and rpm. The edges of
/// its domain go to `edges`, if given.
Expr to_expr(const Expression& formula, const std::function<Expr(const Step&)>& name,
             std::vector<FormulaEdge>* edges = nullptr);

/// The torque laws of a model as expressions of time, joint angles, joint rates and inputs.
struct Laws {
  std::vector<Expr> torque;     // per joint: all laws but exact linearisation and functions of the program
  std::vector<int> linearised;  // joints under exact linearisation, and the φ'' asked of them:
  std::vector<Expr> demand;     // r'' + 2 δ f (r' − φ') + f² (r − φ)
  Expr stored;                  // U
  Expr dissipation;             // Σ k_d φ'²
  Expr power;  // of the laws without energy, except exact linearisation: d(H+U)/dt = power − dissipation
  /// Part of U whose rate is in the power and in no torque: the motion does not resolve it, so its change is counted as
  /// it is, and what is left of the power is integrated.
  Expr released, integrated_power;
  std::vector<FormulaEdge> edges;  // of the formulas
  bool any() const { return !linearised.empty() || !is_zero(stored) || !is_zero(dissipation) || !is_zero(power); }
};

Laws laws(const TreeSpec& spec, const Expr& t, const std::vector<Expr>& phi, const std::vector<Expr>& rate,
          const std::vector<Expr>& p);

/// The angles of the joints whose motion is prescribed as expressions of time, with their rates and accelerations.
struct Motions {
  std::vector<int> joints;
  std::vector<Expr> angle, rate, acceleration;
  std::vector<FormulaEdge> edges;  // of the formulas
};
Motions motions(const TreeSpec& spec, const Expr& t, const std::vector<Expr>& p);

/// φ, φ' and φ'' of each of them, one after another.
std::vector<Expr> with_rates(const Motions& motions);

/// Quantities whose changes of sign are kinks or jumps of laws, motions and further torques: the arguments of abs and
/// sign, the difference of those of min and max, the distance from the ends of ramp and pulse, y of atan2(y, x). Each
/// once, in order.
std::vector<Expr> kinks(const Laws& laws, const Motions& motions = {}, const std::vector<Expr>& torques = {});

/// Ranks put symbols in the order of a person's hand: constants, inputs, angles, functions of the shape, momenta, the
/// rest; within each in the order of the model. Each has room for a million.
enum Rank {
  rank_time = -1,
  rank_constant = 0,
  rank_input = 1'000'000,
  rank_angle = 2'000'000,
  rank_shape = 3'000'000,
  rank_momentum = 4'000'000,
  rank_solution = 5'000'000,
  rank_other = 6'000'000
};

/// The symbols in which formulas are derived: t, phi_JOINT, mu_BODY, the inputs.
struct StateSymbols {
  Expr t;
  std::vector<Expr> phi, mu, p;
};
StateSymbols state_symbols(const TreeSpec& spec);

/// u_JOINT, a torque that the caller gives.
Expr argument_symbol(const TreeSpec& spec, int joint);

}  // namespace oopss
