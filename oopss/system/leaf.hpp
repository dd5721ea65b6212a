// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "oopss/scalar/linear.hpp"

namespace oopss {

struct Blueprint;

/// A function of the shape with its first and second derivatives.
struct ShapeJet {
  double value = 0;
  std::vector<double> gradient;
  Matrix<double> hessian;
};
using ShapeFunction = std::function<ShapeJet(const std::vector<double>& phi)>;

/// Which of the model's laws an analysis of the shape counts: those that store energy, or none.
enum class Springs { counted, ignored };

/// The stored energy U of the laws at a shape. Dampers are left out. A law without a potential, or one that depends on
/// time, is a ModelError at its place.
ShapeFunction stored_energy(const Blueprint& plan, const std::vector<double>& p);

/// Per joint: whether U has the period 2π in its angle, as without springs. A proportional spring lives on the line.
std::vector<bool> on_circle(const Blueprint& plan, const ShapeFunction& U);

/// V_μ + U, the energy of a shape that turns as if it were rigid.
ShapeFunction shape_energy(const Blueprint& plan, const std::vector<double>& p, double mu_s, Springs springs);

/// Two bodies on the leaf μ_s: θ is the angle of the joint's second body minus that of its first, and
///   H = Δ θ'²/(2s) + μ_s²/(2s),   s = Ĩ_1 + Ĩ_2 + 2 J_12,   Δ = Ĩ_1 Ĩ_2 − J_12²,   J_12 = α cos θ + β sin θ.
/// (planar paper, sections 4 and 5)
struct PairLeaf {
  double I_1 = 0, I_2 = 0;                                    // augmented inertias of the joint's first and second body
  double alpha = 0, beta = 0;                                 // kg m²
  double mu_s = 0;                                            // total angular momentum
  std::function<std::array<double, 3>(double theta)> stored;  // U, U', U''; empty: no springs
  bool circle = true;                                         // U has the period 2π
};
PairLeaf pair_leaf(const Blueprint& plan, const std::vector<double>& p, double mu_s, Springs springs);

}  // namespace oopss
