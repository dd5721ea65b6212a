// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/laws.hpp"

namespace oopss {

/// The equations of motion as an O(N) graph, for programs: the recursion written down with expressions.
struct FieldExpressions {
  StateSymbols at;
  Expr theta_root;
  std::vector<Expr> external;  // torques given from outside, one per joint asked for
  std::vector<Expr> phi_rate, mu_rate;
  Expr theta_root_rate, work_rate, dissipation_rate;
  Expr kinetic, stored, momentum;
  Expr released;             // Laws::released: not in work_rate
  std::vector<Expr> torque;  // per joint
};

/// ω of every body: J⁻¹ μ by the recursion.
std::vector<Expr> angular_velocities(const Blueprint& plan, const StateSymbols& state);

/// `external_joints` lose their laws; their torques become symbols instead.
FieldExpressions field_expressions(const Blueprint& plan, const std::vector<int>& external_joints = {});

}  // namespace oopss
