// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/linked.hpp"
#include "oopss/system/tangent.hpp"

namespace oopss {

/// (∂f/∂x) v of bodies with loops, O(N) beside the equations of the loops. The rates are f = open + Gᵀλ, and along v,
/// with λ and the torques T of exact linearisation fixed, g'' = G ω' + curvature changes by what δλ and δT must undo:
///   G J⁻¹Gᵀ δλ = −δ(G ω' + curvature)|λ.
/// Of redundant loops it is the derivative along the closed states. With slopes p' of the inputs, which no prescribed
/// motion may have, it is (∂f/∂x) v + (∂f/∂p) p'.
struct LinkedTangent {
  Linked engine;
  Tangent open;

  explicit LinkedTangent(const Linked& linked, std::vector<double> slopes = {});
  void operator()(double t, const double* x, const double* v, double* out);

 private:
  void take_columns();
  void take_torques();

  std::vector<Loop<Dual<double>>> loops_;
  std::vector<Rotation<Dual<double>>> R_;
  std::vector<Dual<double>> w_, curvature_;
  Matrix<Dual<double>> G_, V_, moments_, x_, y_;
  std::vector<double> lambda_, torque_, opening_, acceleration_, demand_;
};

}  // namespace oopss
