// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "oopss/spatial/quaternion.hpp"

namespace oopss {

/// Equations of the changes of turns: δL = D y + Gᵀδx, δP h = G⁺y + M δx.
struct TurnEquations {
  Matrix3<double> M, D, G, Gt;
};

/// What a step of the tree Moser-Veselov method keeps per body (docs/math.md, Steps of bodies in space). Inertial axes;
/// Φ is the turn of the body during the step, of which R⁺ = Φ R. `_end` is at the end of the step.
struct VeselovBody {
  // what every iteration on a chain of balls asks for stands first, one after the other
  int parent = -1, child = -1, sibling = -1;  // the first child, the parent's next one; −1: none
  bool hinge = false;
  bool chained = false;  // on a ball, and one body hangs on it, on a ball too
  bool damped = false;   // the joint resists relative spins
  double m = 0;
  Vec3<double> B, l;     // its joint from its mass centre and from its parent's joint
  Symmetric3<double> S;  // R (½ tr(I) 1 − I) Rᵀ
  Vec3<double> mu;       // momentum of the root and of a body on a ball
  // the turn as far as it is known
  Quaternion<double> phi;  // Φ
  Vec3<double> l_end, x;   // x: displacement of the joint
  // right-hand side and solution
  Vec3<double> s, t, z;
  Vec3<double> dx, y;  // changes of x and, as an angle about an axis, of Φ
  // the factors of the linear equations, eliminated from the leaves
  Matrix3<double> inverse, G, Z;
  TurnEquations left;  // for the parent; of a ball that does not resist M alone
  // of a hinge
  Vec3<double> n, n_end;  // axis
  double p = 0, q = 0;    // momentum, and by which it turns
  double rate = 0;        // change of q
  Vec3<double> e, e_end, g, g_end;
  double d = 0;
  double c = 0;  // by which it resists
  // of a ball that resists
  Matrix3<double> C, N;  // C positive
  // the beginning of the step
  Quaternion<double> joint;  // R_j; of the root its attitude
  Quaternion<double> attitude;
  Matrix3<double> R;
  // constants
  bool second = false;                   // of its joint with its parent
  Quaternion<double> joint_rest;         // of the joint's second body on its first
  Vec3<double> d_child, d_parent, axis;  // body axes, d_parent in those of the parent
  Symmetric3<double> spread;             // ½ tr(I) 1 − I, body axes
};

/// The bodies, and their numbers with every parent before its children.
struct VeselovBodies {
  int size;
  const int* order;
  VeselovBody* body;
};

/// With which factors equations are eliminated: those of the turns Φ = 1, which the turns then are; made anew; or kept.
enum class Factors { at_rest, anew, kept };

/// The sweeps over the tree, compiled for one kind of processor.
struct VeselovKernel {
  const char* name;
  /// What follows from the turns of the joints.
  void (*place)(const VeselovBodies& tree);
  /// Leaves to root: eliminates the linear equations of the turns with these factors, and their right-hand side for a
  /// step h; false if a pivot is not positive.
  std::array<bool (*)(const VeselovBodies& tree, double h), 3> inward;
  /// Root to leaves: solves them, with y what the momenta ask for beyond what the turns have, makes Φ ← exp(hat y) Φ,
  /// to second order in y, and gives the largest |y|. With Φ = 1 and h = 1, y is ω = J⁻¹μ.
  double (*turn)(const VeselovBodies& tree, double h);
  /// The momenta at the end of the step, and the turns of balls.
  void (*finish)(const VeselovBodies& tree, double h);
};

extern const VeselovKernel veselov_baseline, veselov_haswell;

}  // namespace oopss
