// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <numbers>

#include "oopss/proof/certify_kernel.hpp"
#include "oopss/proof/shape_function.hpp"

namespace oopss {

/// −M/(2 I) − U over the angles of the joints in doubles (ShapeFunction). What it decides is decided again by `verify`,
/// so that its slack need only be more than rounding is in practice. The waves, V_μ' and V_μ'' are those of `add_wave`
/// and `amend` written again, for speed: tests/proof/certify_springs.cpp compares the two.
template <int N>
struct SpringKernel {
  static constexpr int size = N;
  static constexpr bool closed = false;
  /// `I`, its slopes and curvatures, and bounds in the box: `B` = Σ ρ (|w|·r)², `moved` = |I'|·r, `least` ≤ I.
  struct Values : CentreValues<N> {
    double I = 0, slope[N] = {}, curvature[N][N] = {}, width[N * (N - 1) / 2] = {}, B = 0, moved = 0, least = 0;
  };
  struct Wave {
    int w[N] = {};
    double c, s, rho;
  };
  int n = 0, waves = 0;
  Wave wave[N * (N - 1) / 2];
  double constant = 0, M = 0, slack = 0;
  std::vector<DirectedSpring<double>> springs;
  double stiff[N] = {};      // Σ |k_p| at a joint
  double bodies[N][N] = {};  // weights of their equations

  explicit SpringKernel(const ShapeFunction& function) : n(function.size()) {
    const auto near = [](const Enclosure& x) { return mpq_class((x.lo + x.hi) / 2).get_d(); };
    constant = near(function.waves.constant);
    M = near(function.M);
    for (const TrigTerm<Enclosure>& term : function.waves.terms) {
      Wave& next = wave[waves++];
      next.c = near(term.c);
      next.s = near(term.s);
      next.rho = std::hypot(next.c, next.s) * (1 + 0x1p-45);
      std::copy(term.winding.begin(), term.winding.end(), next.w);
      slack += 0x1p-34 * M * next.rho;
    }
    for (const auto& [k, law] : function.springs) {
      const double kp = near(law.kp), bias = near(law.bias);
      springs.push_back({{k, {law.periodic, kp, 0, bias}}, std::cos(bias), std::sin(bias)});
      stiff[k] += std::abs(kp);
      slack += 0x1p-40 * std::abs(kp) * (1 + std::ldexp(static_cast<double>(function.span[k].half), -turn_bits));
    }
    for (int i = 0; i < N; ++i)
      for (int k = 0; k < n; ++k) bodies[i][k] = function.bodies[i][k];
  }

  Values values(const SearchBox<N>& box, const double* r) const {
    Values out;
    out.I = constant;
    for (int p = 0; p < waves; ++p) {
      const Wave& one = wave[p];
      double c = 1, s = 0;  // of ψ
      for (int k = 0; k < n; ++k) {
        if (one.w[k] == 0) continue;
        const double turn = one.w[k] * box.s[k], cosine = c * box.c[k] - s * turn;
        s = s * box.c[k] + c * turn;
        c = cosine;
        out.width[p] += r[k];
      }
      const double J = one.c * c + one.s * s, K = one.s * c - one.c * s;
      out.I += J;
      out.B += one.rho * out.width[p] * out.width[p];
      for (int k = 0; k < n; ++k) {
        if (one.w[k] == 0) continue;
        out.slope[k] += one.w[k] * K;
        for (int l = 0; l < n; ++l) out.curvature[k][l] -= one.w[k] * one.w[l] * J;
      }
    }
    const double W = M / (2 * out.I * out.I), twice = 2 * W / out.I;
    for (int k = 0; k < n; ++k) {
      out.moved += std::abs(out.slope[k]) * r[k];
      out.g[k] = W * out.slope[k];
      for (int l = 0; l < n; ++l) out.H[k][l] = W * out.curvature[k][l] - twice * out.slope[k] * out.slope[l];
    }
    out.least = out.I - out.moved - out.B / 2;
    for (const DirectedSpring<double>& spring : springs) {
      const int k = spring.spring.joint;
      const double angle = std::ldexp(static_cast<double>(box.centre[k]), 1 - turn_bits) * std::numbers::pi;
      out.g[k] -= torque(spring, angle, box.c[k], box.s[k]);
      out.H[k][k] -= stiffness(spring, box.c[k], box.s[k]);
    }
    return out;
  }

  /// docs/certify.md (2); infinite if I may not be positive in the box.
  double curvature_bound(const Values& values, const double* y, const double* r) const {
    if (!(values.least > 0)) return std::numeric_limits<double>::infinity();
    double C = 0, along = 0, steep = 0;
    for (int p = 0; p < waves; ++p) {
      double turn = 0;
      for (int k = 0; k < n; ++k) turn += wave[p].w[k] * y[k];
      C += wave[p].rho * std::abs(turn) * values.width[p] * values.width[p];
    }
    for (int l = 0; l < n; ++l) {
      double slope = 0;
      for (int k = 0; k < n; ++k) slope += y[k] * values.curvature[k][l];
      along += y[l] * values.slope[l];
      steep += std::abs(slope) * r[l];
    }
    double out = amended_curvature(M, values.least, values.moved, values.B, C, std::abs(along), steep);
    for (const DirectedSpring<double>& one : springs) {
      const auto& [k, law] = one.spring;
      if (law.periodic) out += std::abs(law.kp * y[k]) * r[k] * r[k];
    }
    return out;
  }

  /// How much a joint contributes to what is open in the box: by the curvatures that it moves, and by its springs.
  double part_of_width(const Values& values, int k, const double* r) const {
    double sum = 0;
    for (int p = 0; p < waves; ++p) sum += std::abs(wave[p].w[k]) * wave[p].rho * values.width[p];
    sum = (sum + std::abs(values.slope[k])) * M / (values.I * values.I);
    return (sum + stiff[k] * r[k]) * r[k];
  }

  char equation_without_root(const Values& values, const double* r) const {
    double unit[N] = {};
    for (int k = 0; k < n; ++k) {
      unit[k] = 1;
      if (keeps_sign(*this, values, unit, r)) return static_cast<char>('p' + k);
      unit[k] = 0;
    }
    for (int i = 0; i < N; ++i)
      if (keeps_sign(*this, values, bodies[i], r)) return static_cast<char>('a' + i);
    return 0;
  }
};

}  // namespace oopss
