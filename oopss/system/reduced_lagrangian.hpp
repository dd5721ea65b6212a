// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace oopss {

/// L = L₂ + L₁ + L₀ at a shape φ and its rates φ', with slopes; L₀ = −V_μ − U.
struct LagrangianValue {
  double L2 = 0, L1 = 0, L0 = 0;
  std::vector<double> L2_phi, L2_rate, L1_phi, L1_rate, L0_phi;  // per joint
};

/// The mechanical connection of the root at a shape, whatever the momentum: θ_root' = μ_s/I_lock − A·φ'. Its curvature
/// is F_kl = ∂A_l/∂φ_k − ∂A_k/∂φ_l, and M_s is the inertia of the shape; both by rows.
struct ShapeConnection {
  double I_lock = 0;
  std::vector<double> A, F, M_s;
};

/// The Lagrangian of the shape at a total momentum, the angle of the root eliminated: the motions of the shape are its
/// extremals, the energy is L₂ − L₀, and p = ∂(L₂ + L₁)/∂φ'. The function keeps scratch space, so one serves one
/// thread; copies are independent.
struct ReducedLagrangian {
  int joints = 0;
  double momentum = 0;
  int root = 0;  // the body whose angle L₁ is written for: momenta of the bodies are Bᵀp, and μ_s more at the root
  std::function<void(const double* phi, const double* rate, LagrangianValue& out)> value;  // allocates nothing
  std::vector<bool> circle;       // per joint: what is stored is 2π-periodic in its angle
  std::vector<double> stretched;  // the shape where every joint is, as seen by its own two bodies
  std::function<ShapeConnection(const double* phi)> connection = {};
};

}  // namespace oopss
