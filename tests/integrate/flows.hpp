// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>

#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/system/system.hpp"
#include "tests/mechanics/golden_planar.hpp"

namespace oopss {

/// A power series of time, cut after series_order: the plain way to Taylor coefficients, for tests only.
struct Series {
  std::array<double, 24> c{};
  Series() = default;
  Series(double constant) { c[0] = constant; }  // NOLINT: numbers of a formula are scalars
};
inline thread_local int series_order = 0;

inline Series operator+(Series a, const Series& b) {
  for (int k = 0; k <= series_order; ++k) a.c[k] += b.c[k];
  return a;
}
inline Series operator-(Series a, const Series& b) {
  for (int k = 0; k <= series_order; ++k) a.c[k] -= b.c[k];
  return a;
}
inline Series operator-(const Series& a) { return Series(0) - a; }
inline Series operator*(const Series& a, const Series& b) {
  Series out;
  for (int k = 0; k <= series_order; ++k)
    for (int j = 0; j <= k; ++j) out.c[k] += a.c[j] * b.c[k - j];
  return out;
}
inline Series operator/(const Series& a, const Series& b) {
  Series out;
  for (int k = 0; k <= series_order; ++k) {
    double sum = a.c[k];
    for (int j = 1; j <= k; ++j) sum -= b.c[j] * out.c[k - j];
    out.c[k] = sum / b.c[0];
  }
  return out;
}
/// s' = c a', c' = −s a'.
inline std::pair<Series, Series> sine_and_cosine(const Series& a) {
  Series s(std::sin(a.c[0])), c(std::cos(a.c[0]));
  for (int k = 1; k <= series_order; ++k)
    for (int j = 1; j <= k; ++j) {
      s.c[k] += j * a.c[j] * c.c[k - j] / k;
      c.c[k] -= j * a.c[j] * s.c[k - j] / k;
    }
  return {s, c};
}
inline Series sin(const Series& a) { return sine_and_cosine(a).first; }
inline Series cos(const Series& a) { return sine_and_cosine(a).second; }
inline double leading(double a) { return a; }
inline double leading(const Series& a) { return a.c[0]; }

/// Torques of the joints, with the power that counts as work and the power that dampers take.
template <class T>
struct Torques {
  std::vector<T> values;
  T work_rate = T(0), dissipation = T(0);
};

/// Springs with dampers, and an applied torque at the first joint that may have kinks.
struct TestLaws {
  std::vector<Spring<double>> springs;
  enum class Applied { none, pulse, kinked_spring, dry_friction, blow_up } applied = Applied::none;
  double from = 0, to = 0, size = 0;  // of the pulse in time; size of what is applied

  template <class T>
  T extra(const T& t, const T& phi, const T& rate) const {
    const double now = leading(t);
    switch (applied) {
      case Applied::pulse:
        return now >= from && now < to ? T(size) : T(0);
      case Applied::kinked_spring:
        return T(size) * (leading(phi) < 0 ? -phi : phi);  // size |φ|
      case Applied::dry_friction:
        return T(leading(rate) < 0 ? -size : size);
      case Applied::blow_up:
        return T(size) / (t - T(from));
      case Applied::none:
        break;
    }
    return T(0);
  }

  template <class T>
  void apply(const T& t, const std::vector<T>& phi, const std::vector<T>& rate, Torques<T>& out) const {
    out.work_rate = out.dissipation = T(0);
    for (std::size_t k = 0; k < phi.size(); ++k) {
      const Spring<double> s = k < springs.size() ? springs[k] : Spring<double>{};
      out.values[k] = torque(Spring<T>{s.periodic, T(s.kp), T(s.kd), T(s.bias)}, phi[k], rate[k]);
      out.dissipation = out.dissipation + T(s.kd) * rate[k] * rate[k];
    }
    if (applied == Applied::none) return;
    const T more = extra(t, phi[0], rate[0]);
    out.values[0] = out.values[0] + more;
    out.work_rate = -(more * rate[0]);
  }

  int switch_count() const { return applied == Applied::pulse ? 2 : applied == Applied::kinked_spring ? 1 : 0; }
  void switches(double t, double phi, double* out) const {
    if (applied == Applied::kinked_spring) out[0] = phi;
    if (applied != Applied::pulse) return;
    out[0] = t - from;
    out[1] = t - to;
  }
};

/// A flow with what belongs to it.
struct TestSystem {
  PlanarTree<double> tree;
  Layout layout;
  Flow flow;
  std::vector<double> start;
};

/// The flow of a tree under laws, by the O(N) recursion, with jets by power series.
TestSystem system_of(const PlanarTree<double>& tree, const TestLaws& laws, const std::vector<double>& phi,
                     const std::vector<double>& mu, double theta_root = 0);
TestSystem system_of(const GoldenCase& golden);
const GoldenCase& golden_case(const std::string& id);

/// Problems P2 and P3 of the speed studies: Ĩ₁ = 105.55, Ĩ₂ = 70, ε d₁ d₂ = 50; and a chain of three.
TestSystem problem_two();
TestSystem problem_three();

/// The chain of three bodies with so much energy that nearby motions part exponentially.
TestSystem chaotic_three();

}  // namespace oopss
