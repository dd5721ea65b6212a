// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/mechanics/tree.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {

/// What a step of the tree Moser-Veselov method keeps per body (docs/math.md, Steps of bodies in space). Inertial axes;
/// Φ is the turn of the body during the step, of which R⁺ = Φ R. `_end` is at the end of the step.
struct VeselovBody {
  // the beginning of the step
  Quaternion<double> attitude;
  Matrix3<double> R;
  Vec3<double> B, l, n;  // its joint from its mass centre and from its parent's joint; the axis of its hinge
  Matrix3<double> S;     // R (½ tr(I) 1 − I) Rᵀ
  Vec3<double> mu;       // momentum of the root and of a body on a ball
  double p = 0;          // momentum of a body on a hinge
  bool damped = false;   // the joint resists relative spins:
  Matrix3<double> C;     // of a ball, positive
  double c = 0;          // of a hinge
  // the turn as far as it is known
  Quaternion<double> phi;  // Φ
  double q = 0;            // by which the hinge turns
  Matrix3<double> Psi;     // Φ − 1
  Matrix3<double> PsiS;
  Vec3<double> B_end, l_end, n_end;
  Vec3<double> x, r;  // displacements of the joint and of the mass centre
  // the factors of the linear equations, eliminated from the leaves
  Matrix3<double> D, G, Gt, M;
  Matrix3<double> inverse, Z, N;
  Vec3<double> e, e_end, g, g_end;
  double d = 0;
  // right-hand side and solution
  Vec3<double> s, t, z;
  double rate = 0;     // of the hinge
  Vec3<double> dx, y;  // changes of x and, as an angle about an axis, of Φ
};

/// The turns are Φ = 1.
void rest_turns(const Tree<Space<double>>& tree, std::vector<VeselovBody>& bodies);

/// Eliminates the linear equations of the turns, leaves to root; false if a pivot is not positive.
bool factor_turns(const Tree<Space<double>>& tree, std::vector<VeselovBody>& bodies);

/// Solves them, for a step h: what the momenta ask for beyond what the turns have. With Φ = 1 and h = 1, y is ω = J⁻¹μ.
void substitute_turns(const Tree<Space<double>>& tree, double h, std::vector<VeselovBody>& bodies);

/// Φ ← exp(hat y) Φ, to second order in y; the largest |y|.
double apply_turns(const Tree<Space<double>>& tree, std::vector<VeselovBody>& bodies);

}  // namespace oopss
