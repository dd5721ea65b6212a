// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/winding.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>

#include "oopss/orbit/descent.hpp"

namespace oopss {
namespace {

constexpr int most_modes = 480;
constexpr std::size_t most_refined = 4;  // of the loops that the starts lead to

/// 20 nodes for every turn of a body against the root, and some: what the loops of chains needed.
int first_modes(const WindingProblem& problem) {
  const BodyAngles angles(problem.between, problem.lagrangian.root);
  int most = 0;
  for (const int turns : angles.of_bodies(problem.winding)) most = std::max(most, std::abs(turns));
  return std::min(10 + 10 * most, most_modes);
}

/// The loop that turns evenly from a shape.
FourierLoop even_loop(const WindingProblem& problem, const std::vector<double>& shape) {
  FourierLoop out{0, problem.winding, {}, {}};
  for (const double angle : shape) {
    out.cosines.push_back({angle});
    out.sines.push_back({0});
  }
  return out;
}

/// Downhill from a loop. What is fixed: the shape of LoopAction, or nothing.
template <class... Fixed>
ShortLoop shortened(const WindingProblem& problem, const FourierLoop& from, int modes, const DescentLimits& limits,
                    const Fixed&... fixed) {
  LoopAction action(problem, modes, fixed...);
  const Descent end = descend(std::ref(action), action.variables(from), limits);
  std::vector<double> slope(end.x.size());
  const double value = action(end.x, slope);
  return {action.loop(end.x), value, action.period(), end.slope / (1 + std::abs(end.value))};
}

/// The same, with more modes until they resolve it.
template <class... Fixed>
ShortLoop resolved(const WindingProblem& problem, ShortLoop loop, int modes, const Fixed&... fixed) {
  for (;;) {
    loop = shortened(problem, loop.loop, modes, {}, fixed...);
    const bool ended = std::isfinite(loop.action) && loop.slope < steepest_loop;
    if (!ended || modes >= most_modes || tail(loop.loop) < 1e-7) return loop;
    modes = std::min(modes + modes / 2, most_modes);
  }
}

}  // namespace

std::vector<ShortLoop> short_loops(const WindingProblem& problem, int starts, const Told& told) {
  std::mt19937 random(1);  // as specified by the standard: the same numbers everywhere
  const std::size_t joints = problem.winding.size();
  const int modes = first_modes(problem);
  std::vector<ShortLoop> all;
  for (int start = 0; start < starts; ++start) {
    std::vector<double> shape(joints);
    for (double& angle : shape) angle = 2 * std::numbers::pi * (static_cast<double>(random()) * 0x1p-32);
    // roughly first: many starts lead to the same few loops
    const ShortLoop rough = shortened(problem, even_loop(problem, shape), modes, {60, 1e-3});
    if (std::isfinite(rough.action)) all.push_back(rough);
    if (told) told(0.5 * (start + 1) / starts);
  }
  const auto shorter = [](const ShortLoop& a, const ShortLoop& b) { return a.action < b.action; };
  std::sort(all.begin(), all.end(), shorter);
  if (all.size() > most_refined) all.resize(most_refined);
  std::vector<ShortLoop> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ShortLoop fine = shortened(problem, all[i].loop, modes, {});
    const bool known = std::any_of(out.begin(), out.end(), [&](const ShortLoop& other) {
      return std::abs(other.action - fine.action) < 1e-6 * (1 + std::abs(fine.action)) &&
             std::abs(other.period - fine.period) < 1e-4 * fine.period;
    });
    if (!known && std::isfinite(fine.action) && fine.slope < steepest_loop) out.push_back(fine);
    if (told) told(0.5 + 0.5 * static_cast<double>(i + 1) / static_cast<double>(all.size()));
  }
  std::sort(out.begin(), out.end(), shorter);
  return out;
}

ShortLoop resolved_loop(const WindingProblem& problem, const ShortLoop& loop) {
  return tail(loop.loop) < 1e-7 ? loop : resolved(problem, loop, loop.loop.modes + loop.loop.modes / 2);
}

ShortLoop mirrored_loop(const WindingProblem& problem, const std::vector<double>& shape) {
  return resolved(problem, {even_loop(problem, shape), 0, 0, 0}, first_modes(problem), shape);
}

bool has_mirror(const ReducedLagrangian& lagrangian) {
  const std::size_t joints = lagrangian.stretched.size();
  std::vector<double> phi(joints), mirrored(joints), rate(joints);
  LagrangianValue here, there;
  for (int sample = 0; sample < 16; ++sample) {
    for (std::size_t k = 0; k < joints; ++k) {
      const double off = std::remainder(0.7 + 1.618 * sample + 2.236 * static_cast<double>(k), 2 * std::numbers::pi);
      phi[k] = lagrangian.stretched[k] + off;
      mirrored[k] = lagrangian.stretched[k] - off;
      rate[k] = std::cos(3.0 * sample + static_cast<double>(k));
    }
    lagrangian.value(phi.data(), rate.data(), here);
    lagrangian.value(mirrored.data(), rate.data(), there);
    const double size = here.L2 + std::abs(here.L1) + std::abs(here.L0);
    if (std::abs(here.L2 - there.L2) + std::abs(here.L1 - there.L1) + std::abs(here.L0 - there.L0) > 1e-11 * size)
      return false;
  }
  return true;
}

std::vector<std::vector<double>> mirror_shapes(const ReducedLagrangian& lagrangian, const std::vector<int>& winding) {
  const int joints = lagrangian.joints;
  long odd = 0;  // the joints that are half-way where they began, but folded
  for (int k = 0; k < joints; ++k) odd |= static_cast<long>(winding[k] % 2 != 0) << k;
  std::vector<std::vector<double>> out;
  for (long folds = 0; folds < 1L << joints; ++folds) {
    if ((folds ^ odd) < folds) continue;
    std::vector<double> shape = lagrangian.stretched;
    for (int k = 0; k < joints; ++k)
      if ((folds >> k) & 1) shape[k] += std::numbers::pi;
    out.push_back(std::move(shape));
  }
  return out;
}

std::vector<double> state_on(const System& system, const WindingProblem& problem, const ShortLoop& loop, double s) {
  const std::size_t joints = problem.winding.size();
  std::vector<double> x(system.layout.size), rate(joints);
  evaluate(loop.loop, s, x.data(), rate.data());
  for (double& entry : rate) entry /= loop.period;
  LagrangianValue value;
  problem.lagrangian.value(x.data(), rate.data(), value);
  double* const mu = x.data() + joints;
  mu[problem.lagrangian.root] += problem.lagrangian.momentum;
  for (std::size_t k = 0; k < joints; ++k) {
    const double p = value.L2_rate[k] + value.L1_rate[k];
    mu[problem.between[k][1]] += p;
    mu[problem.between[k][0]] -= p;
  }
  return x;
}

}  // namespace oopss
