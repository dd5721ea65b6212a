// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/pair_loop.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

#include "oopss/mechanics/inertia.hpp"
#include "oopss/scalar/dual.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {
namespace {

constexpr double last_tau = 38;         // sech τ is below rounding there
constexpr double coarsest_step = 0.05;  // of τ
constexpr double steps_per_strip = 6;   // exp(−2π · 6) is below rounding

/// The loop by τ, with A = I_1, B = I_2, L the momentum (docs/math.md, Homoclinic loops of two bodies):
///   φ' = ± 2λ sech τ / r,   dt/dτ = r/λ,   r² = 1 + k sech²τ tanh²τ,   k = 4x²/(AB − x²).
struct LoopFormulas {
  double A, B, x, L, sense, folded, D_0, lambda, k;

  LoopFormulas(const PairInertia& pair, double momentum, int sense_)
      : A(pair.I_1),
        B(pair.I_2),
        x(pair.x),
        L(momentum),
        sense(sense_),
        folded(A + B - 2 * x),
        D_0(A * B - x * x),
        lambda(std::abs(L) * std::sqrt(x / (folded * D_0))),
        k(4 * x * x / D_0) {}

  LoopPoint at(double tau) const {
    const double sech = 1 / std::cosh(tau), tanh = std::tanh(tau);
    const double r = std::sqrt(1 + k * sech * sech * tanh * tanh);
    const double X = x * (2 * sech * sech - 1);
    LoopPoint out;
    out.weight = r / lambda;  // dt/dτ
    out.phi = sense * 2 * std::atan(std::sinh(tau));
    out.rate = sense * 2 * lambda * sech / r;
    out.omega_1 = (L - (B + X) * out.rate) / (A + B + 2 * X);
    out.omega_2 = out.omega_1 + out.rate;
    return out;
  }
  /// The width of the strip about the real axis of τ in which r is analytic: sin y / cos² y = 1/√k at its edge.
  double strip() const { return std::asin((std::sqrt(k + 4) - std::sqrt(k)) / 2); }
};

/// ∫ dt and ∫ ω_1 dt over a panel of τ by Gauss's rule of ten points.
void add_panel(const LoopFormulas& loop, double from, double to, double& t, double& turned) {
  constexpr double nodes[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                              0.9739065285171717},
                   weights[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806,
                                0.0666713443086881};
  const double middle = (from + to) / 2, half = (to - from) / 2;
  for (int i = 0; i < 5; ++i)
    for (const double side : {-1.0, 1.0}) {
      const LoopPoint point = loop.at(middle + side * half * nodes[i]);
      t += half * weights[i] * point.weight;
      turned += half * weights[i] * point.weight * point.omega_1;
    }
}

PairInertia pair_of(double I_1, double I_2, double alpha, double beta) {
  return {I_1, I_2, std::hypot(alpha, beta), std::atan2(beta, alpha)};
}

}  // namespace

PairInertia pair_inertia(const TreeSpec& spec, const std::vector<double>& p) {
  assert(spec.topology.size() == 2);
  const PairConstants<double> constants = pair_constants(planar_tree(spec, p));
  const int first = spec.joints[0].first, second = spec.joints[0].second;
  return pair_of(constants.diagonal[first], constants.diagonal[second], constants.alpha(first, second),
                 constants.beta(first, second));
}

PairLoop pair_loop(const PairInertia& pair, double momentum, int sense) {
  assert(pair.x > 0 && momentum != 0);
  const LoopFormulas loop(pair, momentum, sense);
  PairLoop out{.sense = sense,
               .momentum = momentum,
               .energy = momentum * momentum / (2 * loop.folded),
               .growth = loop.lambda,
               .folded_rate = momentum / loop.folded,
               .stretched = pair.stretched,
               .folded_phi = pair.stretched + sense * std::numbers::pi};
  const double h = std::min(coarsest_step, loop.strip() / steps_per_strip);
  const int half = static_cast<int>(std::ceil(last_tau / h));
  out.points.resize(2 * static_cast<std::size_t>(half) + 1);
  double t = 0, turned = 0;
  for (int j = 0; j <= half; ++j) {
    if (j > 0) add_panel(loop, (j - 1) * h, j * h, t, turned);
    LoopPoint point = loop.at(j * h);
    point.weight *= h;
    const double u = point.phi;
    for (const int side : {-1, 1}) {  // φ − stretched, t and the angle turned are odd, all else is even
      LoopPoint& place = out.points[static_cast<std::size_t>(half + side * j)];
      place = point;
      place.phi = pair.stretched + side * u;
      place.t = side * t;
      place.turned = side * turned;
    }
  }
  const LoopPoint& middle = out.points[static_cast<std::size_t>(half)];
  out.rate = middle.rate;
  out.mu_2 = pair.I_2 * middle.omega_2 + pair.x * middle.omega_1;
  return out;
}

ThirdBody third_body(const TreeSpec& spec) {
  assert(spec.topology.size() == 3 && spec.joints.size() == 2);
  const auto joins = [&](int joint, int body) {
    return spec.joints[joint].first == body || spec.joints[joint].second == body;
  };
  ThirdBody out;
  for (int body = 0; body < 3; ++body)
    if (joins(0, body) != joins(1, body)) out.body = body;
  out.joint = joins(0, out.body) ? 0 : 1;
  out.pair_joint = 1 - out.joint;
  const JointSlots &own = spec.joints[out.joint], &pair = spec.joints[out.pair_joint];
  out.first = pair.first;
  out.second = pair.second;
  out.sense = own.second == out.body ? 1 : -1;
  out.lever = own.second == out.body ? own.d_second : own.d_first;
  out.on_second = (own.second == out.body ? own.first : own.second) == pair.second;
  return out;
}

RotorPair rotor_pair(const TreeSpec& spec, const ThirdBody& third, const std::vector<double>& p,
                     const std::vector<double>& slopes) {
  std::vector<Dual<double>> moving;
  for (std::size_t k = 0; k < p.size(); ++k) moving.emplace_back(p[k], slopes[k]);
  const PairConstants<Dual<double>> constants = pair_constants(planar_tree(spec, moving));
  const auto coupling = [&](int body) {
    return std::complex<double>(constants.alpha(body, third.body).slope, -constants.beta(body, third.body).slope);
  };
  const int first = third.first, second = third.second;
  return {pair_of(constants.diagonal[first].value, constants.diagonal[second].value,
                  constants.alpha(first, second).value, constants.beta(first, second).value),
          at_slot(p, spec.I[third.body]), coupling(first), coupling(second)};
}

}  // namespace oopss
