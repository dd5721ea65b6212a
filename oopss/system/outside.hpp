// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/laws.hpp"

namespace oopss {

/// What torques from outside may depend on, besides time: angles and rates of all joints, θ and ω of all bodies.
struct SeenMotion {
  std::vector<Expr> phi, rate, theta, omega;
};

/// The same in symbols of joints, `theta` and `omega` of the root: θ_i and ω_i are sums along the tree.
SeenMotion seen_from_root(const TreeSpec& spec, const std::vector<Expr>& phi, const std::vector<Expr>& rate,
                          const Expr& theta, const Expr& omega);

/// Torques τ_i that act on bodies from outside: μ_i' has τ_i, μ_s' their sum, and their power is Σ τ_i ω_i
/// (docs/math.md, Torques from outside).
struct OutsideTorques {
  std::vector<int> bodies;
  std::vector<Expr> torque;        // on each of them
  std::vector<FormulaEdge> edges;  // of the formulas
  Expr impulse_rate, power;
};
OutsideTorques outside_torques(const TreeSpec& spec, const Expr& t, const SeenMotion& seen, const std::vector<Expr>& p);

/// Adds them to what acts on every body.
void add_outside(const OutsideTorques& outside, std::vector<Expr>& on_bodies);

/// A mass centre that moves: r = v t, from where it was at t = 0 (docs/math.md, Translations).
void add_drift(Flow& flow, const TreeSpec& spec, const std::vector<double>& p);

/// Why a model on which torques act from outside has no equilibria, portraits, branches or orbits: a problem for each
/// body.
std::vector<Diagnostic> outside_without_equilibria(const TreeSpec& spec);

}  // namespace oopss
