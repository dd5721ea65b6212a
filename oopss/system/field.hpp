// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/laws.hpp"

namespace oopss {

/// The equations of motion as a graph, for programs: the O(N) recursion, of two and three bodies the closed form of J.
/// Of bodies with loops those of the tree cut open, without the torques of exact linearisation and of prescribed
/// motions (closing.hpp).
struct FieldExpressions {
  StateSymbols symbols;
  std::vector<Expr> phi;  // of the tree's joints; without loops of all
  Expr theta_root;
  std::vector<Expr> external;  // torques that the caller gives: at the joints asked for, then at those with functions
  std::vector<Expr> phi_rate, mu_rate;
  Expr theta_root_rate, work_rate, dissipation_rate, impulse_rate;
  std::array<Expr, 2> drift{}, acceleration{};  // of the mass centre, where forces act
  Expr kinetic, stored, momentum;
  Expr released;              // Laws::released: not in work_rate
  std::vector<Expr> torque;   // per joint
  std::vector<Expr> outside;  // per body: torques from outside
  std::vector<Expr> theta;    // of every body, the root at 0
  std::vector<Expr> omega;
  std::vector<int> linearised;  // with loops: joints under exact linearisation, and the φ'' asked of them
  std::vector<Expr> demand;
};

/// The symbols of the angles of the tree's joints.
std::vector<Expr> tree_angles(const TreeSpec& spec, const StateSymbols& state);

/// The laws in symbols of the tree's joints alone, whose rates are given.
Laws laws_of_tree(const TreeSpec& spec, const StateSymbols& state, const std::vector<Expr>& tree_rates);

/// Of every joint of the file its angle, or rate, from those of the tree's joints.
std::vector<Expr> at_all_joints(const TreeSpec& spec, const std::vector<Expr>& of_tree);

/// The torques on the bodies of torques at all joints, each + on the joint's first body and − on its second.
std::vector<Expr> all_body_torques(const TreeSpec& spec, const std::vector<Expr>& torque);

/// ω of every body: J⁻¹ μ by the recursion.
std::vector<Expr> angular_velocities(const TreeSpec& spec, const StateSymbols& state);

/// `external_joints` lose their laws; their torques become symbols instead. Of the other joints only laws that are
/// functions of the program become symbols.
FieldExpressions field_expressions(const TreeSpec& spec, const std::vector<int>& external_joints = {});

}  // namespace oopss
