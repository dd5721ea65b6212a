// SPDX-License-Identifier: Apache-2.0
// The engine of bodies in space.
#pragma once

#include <optional>

#include "oopss/mechanics/fast_space.hpp"
#include "oopss/mechanics/prescribed.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/spatial/ball_law.hpp"
#include "oopss/system/derivation.hpp"
#include "oopss/system/space_motion.hpp"

namespace oopss {

/// The O(N) recursion in space on doubles, with the laws beside it and the external torques after them.
struct SpaceRecursive {
  std::shared_ptr<const Derived> derived;
  std::vector<double> p;
  Drive drive;  // empty: no external torques
  SpaceTree<double> tree;
  SpaceOffsets place;
  FastSpaceTree fast;
  Runner law, watched, motion;
  Linearisation<Space<double>> exact;
  MovingRecursion<Space<double>> moving;
  std::optional<Prescribed<Space<double>>> prescribed;  // with prescribed motions alone
  Sweep<Space<double>> sweep;
  SpaceBodies<double> bodies;
  std::vector<Vec3<double>> torque, on_bodies;          // T of the joints, inertial axes; room for those on the bodies
  std::vector<std::vector<BallLaw<double>>> ball_laws;  // per joint
  std::vector<double> hinge_damping;                    // per joint: k_d of its springs
  std::vector<int> half_turns;  // places of w of balls with log springs: at w = 0 they are half a turn from rest
  std::vector<double> t_phi_rate, demand, external;  // of the laws at hinges: of all joints, 0 for balls
  double power = 0, dissipation = 0;

  SpaceRecursive(std::shared_ptr<const Derived> derived_, std::vector<double> inputs, Drive drive_);

  /// Attitudes, μ, ω and the rates μ' at (t, x), with the torques.
  void move(double t, const double* x);
  /// Attitudes and ω alone, and what the torques add to μ', in mu_rate; x' without them into `free`.
  void push(double t, const double* x, double* free);
  void field(double t, const double* x, double* out);
  void switches(double t, const double* x, double* out);
  double kinetic(double t, const double* x);
  double stored(double t, const double* x);
  double released(double t, const double* x);
  void joint_torques(double t, const double* x, double* out);
  void joint_forces(double t, const double* x, double* out);
  void body_momenta(const double* x, double* out);
  /// Quaternions of length one, and the joints as the prescribed motions have them at t; what is free stays as it is.
  void normalise(double t, double* x);
  /// Over a kink of the motions from one time to the next: a jump of their rates is a blow, whose work is done at once.
  /// What is wrong, in words, if angles jump.
  std::string cross(double before, double after, double* x);
  double locked_rate(double t, const double* x);
  /// The laws at hinges at these angles of all joints, at rest: torques in law.out.
  void torques_at_rest(double t, const std::vector<double>& phi);
  bool damped() const;
  void pose(const double* x, BodyPose* out);

 private:
  const double* with_motions(double t, const double* x);
  void turn(const double* x);
  void turn_with_motions(const double* x);
  void read_angles(double t, const double* x, bool at_rest);
  void apply_laws(double t, const double* x);
  void hold_joints();
  void add_external(double t, const double* rate);
  Vec3<double> about_hinge(int i, double T) const;
  Vec3<double> axis_of(int i) const;
  Vec3<double> ball_torque(int i, const double* x);

  std::vector<double> state;       // with the angles of prescribed motions put in
  std::vector<Vec3<double>> more;  // of exact linearisation
  std::vector<int> child;          // per joint: the body that hangs on its parent by it
};

/// Everything that a flow has of bodies in space, but for a method of their own.
Flow space_flow(const SpaceRecursive& engine);

/// The Poisson tensor of T*Q, in all numbers of the state but work and dissipation: {c, m} = B of angles, turns and the
/// root's attitude c with the momenta m, where c' = B ∂H/∂m, and {μ_a, μ_b} = ε_abc μ_c of each body.
PoissonBracket space_bracket(const TreeSpec& spec, const Layout& layout, const std::vector<double>& p);

/// Puts momenta of the bodies by themselves into a state, as System::put_momenta.
std::function<void(const double* by_body, double* x)> space_put_momenta(const TreeSpec& spec, const Layout& layout,
                                                                        const std::vector<double>& p);

}  // namespace oopss
