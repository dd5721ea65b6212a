// SPDX-License-Identifier: Apache-2.0
// The engine `recursive`, and what every engine takes from it.
#pragma once

#include <optional>

#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/prescribed.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/system/derivation.hpp"

namespace oopss {

/// The inputs of a flow, for all its functions.
using SharedInputs = std::shared_ptr<const std::vector<double>>;

/// A planar tree with its inputs put in: what the recursions of a flow share, on however many threads they are.
struct NumberedTree {
  std::shared_ptr<const Derived> derived;
  SharedInputs p;
  PlanarTree<double> tree;
  std::shared_ptr<const TreeConstants<double>> constants;
};
std::shared_ptr<const NumberedTree> numbered_tree(const std::shared_ptr<const Derived>& derived, const SharedInputs& p);

/// The O(N) recursion on doubles, with the laws interpreted beside it and the external torques after them. Of bodies
/// with loops it is that of the tree cut open, with the laws of all joints but for exact linearisation and prescribed
/// motions (Linked).
struct Recursive {
  std::shared_ptr<const NumberedTree> numbers;
  std::shared_ptr<const Derived> derived;  // of these numbers, as all of the next two
  SharedInputs p;
  const PlanarTree<double>& tree;
  Drive drive;  // empty: no external torques
  FastTree fast;
  Runner law, watched, motion;
  std::optional<Linearisation<Plane<double>>> exact;         // with linearised joints alone, and no loops
  std::optional<MovingRecursion<Plane<double>>> moving;      // made when forces are first asked for
  std::optional<Prescribed<Plane<double>>> prescribed;       // with prescribed motions alone, and no loops
  std::vector<double> phi, theta, mu, omega, mu_rate, rate;  // φ and φ' of the tree's joints
  std::vector<double> torque, more;                          // of all joints
  std::vector<double> demand, external;                      // of those that are linearised, and driven
  std::vector<double> outside;                               // torques on the bodies of Derived::outside
  std::vector<double> force;                                 // from outside, x and y of each, and r'' behind them
  std::vector<double> t_phi_rate;  // of the laws: of all joints, then θ and ω of the root, and r and r'
  double power = 0;

  explicit Recursive(std::shared_ptr<const NumberedTree> numbers_, Drive drive_ = {});

  /// φ, μ, ω and the rates μ' at (t, x), with the torques.
  void move(double t, const double* x);
  /// The rates x' there.
  void write(double* out) const;
  const double* rates_at_joints() const { return t_phi_rate.data() + 1 + torque.size(); }  // after the laws
  double energy() const;  // H + U there, less what was released
  void add_to_bodies(const std::vector<double>& joint_torques, std::vector<double>& on_bodies) const;
  void add_outside(std::vector<double>& on_bodies) const;
  /// To forces on joints that were found with the mass centre at rest and nothing pulling: what forces from outside
  /// make of them.
  void add_forces(double* on_joints) const;

  void field(double t, const double* x, double* out);
  void switches(double t, const double* x, double* out);
  double kinetic(double t, const double* x);
  double stored(double t, const double* x);
  double released(double t, const double* x);
  void joint_torques(double t, const double* x, double* out);
  /// The state as the prescribed motions have it at t; what is free stays as it is.
  void normalise(double t, double* x);
  /// Over a kink of the motions from one time to the next: a jump of their rates is a blow, whose work is done at once.
  /// What is wrong, in words, if angles jump.
  std::string cross(double before, double after, double* x);
  double locked_rate(double t, const double* x);
  /// F_k = Σ m_i r_i'' over the bodies beyond joint k.
  void joint_forces(double t, const double* x, double* out);
  void applied(double t, const double* x, double* out);
  MovingRecursion<Plane<double>>& in_motion();

 private:
  /// Whether the fast loops give all that its rates are: no laws, nothing from outside, no prescribed motions, no loops
  /// of bodies.
  bool is_free() const { return !prescribed && derived->offsets.work < 0 && derived->spec.chords.empty(); }
  void make_room();
  const double* angles_at(double t, const double* x);
  void apply_laws(double t, const double* x);
  const std::vector<double>& law_at(double t, const double* angles, bool at_rest);
};

class FlowEngine;  // flow_engine.hpp

Flow recursive_flow(const FlowEngine& engine);

/// Kinks and edges are looked for, and joint forces and what is released found, by the recursion whichever engine gives
/// the rates.
void add_what_is_watched(Flow& flow, const FlowEngine& engine);

/// Of every body of a planar tree.
void pose_of(const PlanarTree<double>& tree, const PlanarOffsets& offsets, const double* x, BodyPose* out);

}  // namespace oopss
