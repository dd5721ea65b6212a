// SPDX-License-Identifier: Apache-2.0
// Two energies of a shape that are no planar trees, written by hand in closed form.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "oopss/system/leaf.hpp"
#include "oopss/system/shape_energy.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

using Vector = std::array<double, 3>;
inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Vector unit(const Vector& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

/// A rigid body that turns freely about its mass centre, with a rotor of momentum h along its third axis. The shape is
/// the direction n of the total momentum μ n in the body: a point of the sphere, on which the flow is Lie and
/// Poisson's,
///   H = ½ (μn − h)·I⁻¹(μn − h),   n' = (1/μ) n × ∂H/∂n.
struct Gyrostat {
  Vector I{1, 2, 3};
  double mu = 1, rotor = 0;

  Vector relative(const Vector& n) const { return {mu * n[0], mu * n[1], mu * n[2] - rotor}; }
  double energy(const Vector& n) const {
    const Vector m = relative(n);
    return (m[0] * m[0] / I[0] + m[1] * m[1] / I[1] + m[2] * m[2] / I[2]) / 2;
  }
};

/// e_1, e_2 with e_1 × e_2 = n.
inline std::array<Vector, 2> tangents(const Vector& n) {
  const Vector e = unit(cross(n, std::abs(n[2]) < 0.9 ? Vector{0, 0, 1} : Vector{1, 0, 0}));
  return {e, cross(n, e)};
}
inline Vector vector_of(const std::vector<double>& q) { return {q[0], q[1], q[2]}; }

inline ShapeSpace sphere() {
  ShapeSpace out;
  out.freedom = 2;
  out.ranges.assign(3, {false, -1, 1, true});
  out.directions = [](const std::vector<double>& q) {
    const auto [a, b] = tangents(vector_of(q));
    return std::vector<double>{a[0], b[0], a[1], b[1], a[2], b[2]};
  };
  out.retract = [](const std::vector<double>& q, const std::vector<double>& step, std::vector<double>& to) {
    const auto [a, b] = tangents(vector_of(q));
    Vector n{};
    for (int k = 0; k < 3; ++k) n[k] = q[k] + step[0] * a[k] + step[1] * b[k];
    n = unit(n);
    to.assign(n.begin(), n.end());
  };
  out.spread = [](const std::vector<double>& place) {  // even in height and longitude: even in area
    const double z = 2 * place[0] - 1, r = std::sqrt(1 - z * z), angle = 2 * std::numbers::pi * place[1];
    return std::vector<double>{r * std::cos(angle), r * std::sin(angle), z};
  };
  return out;
}

inline ShapeEnergy shape_energy(const Gyrostat& body) {
  ShapeEnergy out;
  out.bodies = {"body"};
  out.joints = {"n_x", "n_y", "n_z"};
  out.momentum = body.mu;
  out.space = sphere();
  out.landscape = [body](const std::vector<double>& q, ShapeValue& f) {
    const Vector n = vector_of(q), m = body.relative(n);
    const std::array<Vector, 2> e = tangents(n);
    Vector slope{};
    for (int k = 0; k < 3; ++k) slope[k] = body.mu * m[k] / body.I[k];
    f.value = f.energy = body.energy(n);
    f.inertia = 1 / (n[0] * n[0] / body.I[0] + n[1] * n[1] / body.I[1] + n[2] * n[2] / body.I[2]);
    f.gradient = {dot(slope, e[0]), dot(slope, e[1])};
    f.hessian.clear();
    for (const Vector& a : e)
      for (const Vector& b : e) {
        double sum = -(&a == &b ? dot(slope, n) : 0);  // of the bent way on the sphere
        for (int k = 0; k < 3; ++k) sum += body.mu * body.mu * a[k] * b[k] / body.I[k];
        f.hessian.push_back(sum);
      }
  };
  out.energy = [body](const std::vector<double>& q) { return body.energy(vector_of(q)); };
  out.small_motion = [body](const std::vector<double>&) {
    return SmallMotion{{0, 0, 0, 0}, {0, -body.mu, body.mu, 0}, {0, 0}};  // μ times the area form of the sphere
  };
  out.stores_energy = body.rotor != 0;
  out.mean_inertia = (body.I[0] + body.I[1] + body.I[2]) / 3;
  out.scales.assign(2, body.mu * body.mu / body.I[0]);
  out.work = 100;
  out.bounds.betti = {1, 0, 1};
  return out;
}

/// A bead of mass m on an ellipse r(s) = centre + (a cos s, b sin s), which has the inertia J about the origin and
/// turns freely about it with the total momentum μ.
struct BeadOnEllipse {
  double m = 2, J = 3, a = 2, b = 1, x = 0.4, y = 0.3, mu = 5;

  double I(double s) const { return J + m * (std::pow(x + a * std::cos(s), 2) + std::pow(y + b * std::sin(s), 2)); }
  double I1(double s) const {
    return 2 * m * (-(x + a * std::cos(s)) * a * std::sin(s) + (y + b * std::sin(s)) * b * std::cos(s));
  }
  double I2(double s) const {
    return 2 * m *
           (a * a * std::pow(std::sin(s), 2) - (x + a * std::cos(s)) * a * std::cos(s) +
            b * b * std::pow(std::cos(s), 2) - (y + b * std::sin(s)) * b * std::sin(s));
  }
  /// m r × r': the momentum about the origin that s' = 1 has.
  double coupling(double s) const {
    return m * ((x + a * std::cos(s)) * b * std::cos(s) + (y + b * std::sin(s)) * a * std::sin(s));
  }
  double mass(double s) const {
    return m * (std::pow(a * std::sin(s), 2) + std::pow(b * std::cos(s), 2)) - coupling(s) * coupling(s) / I(s);
  }
  /// V_μ = μ²/(2I) with two derivatives.
  std::array<double, 3> V(double s) const {
    const double i = I(s), i1 = I1(s), h = mu * mu / 2;
    return {h / i, -h * i1 / (i * i), h * (2 * i1 * i1 / (i * i * i) - I2(s) / (i * i))};
  }
};

inline ShapeEnergy shape_energy(const BeadOnEllipse& bead) {
  ShapeEnergy out;
  out.bodies = {"ellipse", "bead"};
  out.joints = {"s"};
  out.momentum = bead.mu;
  out.space.freedom = 1;
  out.space.ranges = {{true, -std::numbers::pi, std::numbers::pi, true}};
  out.landscape = [bead](const std::vector<double>& q, ShapeValue& f) {
    const auto [V, V1, V2] = bead.V(q[0]);
    f.value = f.energy = V;
    f.gradient = {V1};
    f.hessian = {V2};
    f.inertia = bead.I(q[0]);
  };
  out.energy = [bead](const std::vector<double>& q) { return bead.V(q[0])[0]; };
  out.small_motion = [bead](const std::vector<double>& q) { return SmallMotion{{bead.mass(q[0])}, {0}, {0}}; };
  out.mean_inertia = bead.I(1);
  out.scales = {bead.mu * bead.mu * bead.m * bead.a * bead.a / (bead.J * bead.J)};
  out.work = 100;
  out.bounds.betti = {1, 1};
  return out;
}

/// ν = ∂L/∂s' at μ: the momentum of the bead along the curve.
inline Leaf leaf(const BeadOnEllipse& bead) {
  Leaf out;
  out.momentum = bead.mu;
  out.mass = [bead](double s) { return bead.mass(s); };
  out.energy = [bead](double s) { return bead.V(s); };
  out.nu_at_rest = [bead](double s) { return bead.mu * bead.coupling(s) / bead.I(s); };
  return out;
}

/// What the bead is as a system: the state is s, ν = ∂L/∂s', μ = ∂L/∂θ', θ.
inline System bead_without_flow() {
  System system;
  system.model = "bead on an ellipse";
  system.bodies = {"ellipse", "bead"};
  system.joints = {"s"};
  system.between = {{0, 1}};
  system.layout.bodies = 2;
  system.layout.joints = 1;
  add_block(system.layout, BlockKind::joint_angle, 0);
  add_block(system.layout, BlockKind::momentum, 1);
  add_block(system.layout, BlockKind::momentum, 0);
  add_block(system.layout, BlockKind::attitude, 0);
  system.casimirs = {{"momentum_total", "angular momentum", "kg m² / s", "total", [](const double* x) { return x[2]; },
                      [](const double* x) { return std::abs(x[2]); }}};
  system.bracket = {3, true, [](const double*, double* out) {
                      const std::array<double, 9> tensor = {0, 1, 0, -1, 0, 0, 0, 0, 0};
                      std::copy(tensor.begin(), tensor.end(), out);
                    }};
  return system;
}

}  // namespace oopss
