// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/laws.hpp"

namespace oopss {

/// The equations of motion as an O(N) graph, for programs: the recursion written down with expressions.
struct FieldExpressions {
  StateSymbols symbols;
  Expr theta_root;
  std::vector<Expr> external;  // torques from outside: at the joints asked for, then at those with functions as laws
  std::vector<Expr> phi_rate, mu_rate;
  Expr theta_root_rate, work_rate, dissipation_rate;
  Expr kinetic, stored, momentum;
  Expr released;             // Laws::released: not in work_rate
  std::vector<Expr> torque;  // per joint
};

/// ω of every body: J⁻¹ μ by the recursion.
std::vector<Expr> angular_velocities(const TreeSpec& spec, const StateSymbols& state);

/// `external_joints` lose their laws; their torques become symbols instead. Of the other joints only laws that are
/// functions of the program become symbols.
FieldExpressions field_expressions(const TreeSpec& spec, const std::vector<int>& external_joints = {});

}  // namespace oopss
