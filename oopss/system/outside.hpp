// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/laws.hpp"

namespace oopss {

/// What torques from outside may depend on, besides time: angles and rates of all joints, θ and ω of all bodies, and
/// forces also on the place and the velocity of the mass centre.
struct SeenMotion {
  std::vector<Expr> phi, rate, theta, omega;
  std::array<Expr, 2> centre{}, drift{};
};

/// The same in symbols of joints, `theta` and `omega` of the root: θ_i and ω_i are sums along the tree.
SeenMotion seen_from_root(const TreeSpec& spec, const std::vector<Expr>& phi, const std::vector<Expr>& rate,
                          const Expr& theta, const Expr& omega);

/// Symbols of place and velocity of the mass centre, in the order of the state.
std::array<std::array<Expr, 2>, 2> centre_symbols();

/// What acts on bodies from outside as torques τ_i: μ_i' has τ_i, μ_s' their sum, and their power is Σ τ_i ω_i. A force
/// F at p = r + Σ_k R(θ_k) c_k adds F·∂p/∂θ_k to each, and F / m to r'' (docs/math.md, Torques and forces from
/// outside).
struct OutsideTorques {
  std::vector<int> bodies;
  std::vector<Expr> torque;  // on each of them
  std::vector<std::array<Expr, 2>> force;
  std::array<Expr, 2> acceleration{};  // of the mass centre
  std::vector<FormulaEdge> edges;      // of the formulas
  Expr impulse_rate, power;
};
OutsideTorques outside_torques(const TreeSpec& spec, const Expr& t, const SeenMotion& seen, const std::vector<Expr>& p);

/// Adds them to what acts on every body.
void add_outside(const OutsideTorques& outside, std::vector<Expr>& on_bodies);

/// A mass centre that moves, from where it was at t = 0: with forces it is in the state, else r = v t (docs/math.md,
/// Translations).
void add_drift(Flow& flow, const TreeSpec& spec, const PlanarOffsets& place, const std::vector<double>& p);

/// Throws ModelError where forces act from outside: `what` does not have them.
void refuse_forces(const TreeSpec& spec, const std::string& what);

/// Why a model on which torques or forces act from outside has no equilibria, portraits, branches or orbits: a problem
/// for each.
std::vector<Diagnostic> outside_without_equilibria(const TreeSpec& spec);

}  // namespace oopss
