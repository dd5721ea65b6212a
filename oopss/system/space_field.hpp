// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/symbolic/expr.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// The equations of motion of bodies in space as an O(N) graph, for programs: the recursion written down with
/// expressions.
struct SpaceField {
  Expr t;
  std::vector<Expr> x, p;   // symbols: the state, in its order, and the inputs
  std::vector<Expr> rates;  // x'
  Expr kinetic, stored, released;
  std::vector<Expr> torque;    // of every joint: of a hinge one number, of a ball three in its second body's axes
  std::vector<Expr> external;  // symbols of torques that the caller gives: u_JOINT of a hinge, u_JOINT_x … z of a ball
};

/// The symbols of a state in space: phi_JOINT of hinges, rotation_JOINT_w … z of balls, mu_BODY_x … z (mu_BODY on a
/// hinge), attitude_BODY_w … z of the root, work, dissipated.
std::vector<Expr> space_symbols(const TreeSpec& spec, const Layout& layout);

/// At `driven` joints a torque that the caller gives is added to those of their laws, of balls in the axes of the
/// second body; the layout has work then.
SpaceField space_field(const TreeSpec& spec, const Layout& layout, const std::vector<int>& driven = {});

}  // namespace oopss
