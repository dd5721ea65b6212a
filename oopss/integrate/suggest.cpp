// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

/// The numbers of joints and of momenta one by one; work and dissipation feed nothing back, nor does the attitude of
/// the whole where it is an angle, unless torques from outside see it. A quaternion does: the momenta beside it are
/// along inertial axes.
template <typename Joint, typename Momentum>
void for_each_reduced(const Layout& layout, const Joint& of_joint, const Momentum& of_momentum) {
  const bool seen = acted_on_from_outside(layout);
  for (const Block& block : layout.blocks)
    for (int i = block.offset; i < block.offset + block.size; ++i) {
      if (block.kind == BlockKind::joint_angle || block.size == 4 || (seen && block.kind == BlockKind::attitude))
        of_joint(i);
      if (block.kind == BlockKind::momentum) of_momentum(i);
    }
}

/// Length with each momentum in units of the largest, so that angles and momenta weigh alike.
double length(const Layout& layout, const std::vector<double>& v, double momentum) {
  double sum = 0;
  for_each_reduced(
      layout, [&](int i) { sum += v[i] * v[i]; }, [&](int i) { sum += v[i] / momentum * (v[i] / momentum); });
  return std::sqrt(sum);
}

/// What the rates change by as the state moves by `part` of v.
std::vector<double> change_along(const Flow& flow, double t, const std::vector<double>& x,
                                 const std::vector<double>& rate, const std::vector<double>& v, double part) {
  std::vector<double> change(x.size()), y = x;
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += part * v[i];
  flow.field(t, y.data(), change.data());
  for (std::size_t i = 0; i < x.size(); ++i) change[i] -= rate[i];
  return change;
}

/// The largest of 1, 2, 5, 10, … times a power of ten that is not larger.
double round_down(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {5.0, 2.0})
    if (digit * power <= value * (1 + 1e-12)) return digit * power;
  return power;
}

}  // namespace

std::string advice(const Monitor& monitor, const RunRequest& run, const Method& method, const Flow& flow,
                   const Layout& layout, const std::vector<double>& start) {
  const Reading energy = energy_reading(monitor), momentum = momentum_reading(monitor);
  if (energy.conservation != Conservation::poor && momentum.conservation != Conservation::poor) return {};
  const double excess = std::max(energy.error / fair_energy_error, momentum.error / fair_momentum_error);
  if (method.adaptive) {
    const double tolerance = std::min(1e-10, 0.1 * run.tolerance() / std::max(excess, 1.0));
    return tolerance < 1e-16 || run.tolerance() <= 1e-16
               ? ""
               : fmt::format("a tolerance of {:.0e} should do", std::pow(10, std::floor(std::log10(tolerance) + 1e-9)));
  }
  double step = 0.7 * run.step() * std::pow(std::max(excess, 1.0), -1.0 / method.order);
  if (energy.error > 0.01)  // the error of such steps does not go by their order
    step = std::min(step, suggested_step(flow, layout, run.t0, start, run.until() - run.t0));
  return fmt::format("a step of {:.3g} s should do", round_down(step));
}

double suggested_step(const Flow& flow, const Layout& layout, double t, const std::vector<double>& x, double span) {
  std::vector<double> rate(x.size()), joints(x.size(), 0.0), momenta(x.size(), 0.0), v(x.size());
  flow.field(t, x.data(), rate.data());
  const double fastest = size_of(layout, rate.data()).angle;
  int joint = 0, body = 0;  // any direction that is none of the system's own will do
  for_each_reduced(
      layout, [&](int i) { joints[i] = joint++ % 2 == 0 ? 1 : -0.7; },
      [&](int i) { momenta[i] = body++ % 2 == 0 ? 0.8 : -0.6; });
  // The unit of momenta is that of the state. At rest, or all but, it is the one in which torques change momenta as
  // fast as these turn joints.
  constexpr double small = 1e-6;
  const double present = size_of(layout, x.data()).momentum;
  const double pull = size_of(layout, change_along(flow, t, x, rate, joints, small).data()).momentum / small;
  const double turn = size_of(layout, change_along(flow, t, x, rate, momenta, 1).data()).angle;
  const double balanced = turn > 0 ? std::sqrt(pull / turn) : 0;
  const double momentum = std::max(present < 0.1 * balanced ? balanced : present, 1e-300);
  for (std::size_t i = 0; i < x.size(); ++i) v[i] = joints[i] + momentum * momenta[i];
  double growth = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    v = change_along(flow, t, x, rate, v, small / std::max(length(layout, v, momentum), 1e-300));
    for (double& part : v) part /= small;
    growth = std::max(growth, length(layout, v, momentum));
  }
  const double scale = std::max(growth, fastest);
  const double longest = std::abs(span) / 100;
  return std::isfinite(scale) && scale > 0 ? std::min(0.05 / scale, longest) : longest;
}

}  // namespace oopss
