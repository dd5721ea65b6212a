// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/splitting.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oopss {
namespace {

constexpr double next_to_zero = 0.02;  // of the largest gap: below this there is no ratio to speak of
constexpr double near_start = 2e-7, far_start = 4e-7;

struct Gap {
  double value = 0, drift = 0;
};

Gap gap_at(const ManifoldProblem& problem, double phase, double energy) {
  const ManifoldPoint u = manifold_point(problem, Manifold::unstable, phase),
                      s = manifold_point(problem, Manifold::stable, phase);
  for (const ManifoldPoint* point : {&u, &s})
    if (!point->trouble.empty()) throw SplittingFailed(point->trouble);
  Gap out{u.momentum - s.momentum, 0};
  if (energy != 0)
    for (const ManifoldPoint* point : {&u, &s})
      out.drift = std::max(out.drift, std::abs(energy_of(problem.model, point->x) / energy - 1));
  return out;
}

SaddleOrbit orbit_at(const SplittingCase& member, double size) {
  SaddleOrbit orbit = saddle_orbit(member.model, member.guess);
  if (!orbit.trouble.empty()) throw SplittingFailed(fmt::format("at size {:.10g}: {}", size, orbit.trouble));
  return orbit;
}

}  // namespace

FittedSlope logarithmic_slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double X = 0, Y = 0, XX = 0, XY = 0, rest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    X += std::log(x[i]) / n;
    Y += std::log(std::abs(y[i])) / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    XX += std::pow(std::log(x[i]) - X, 2);
    XY += (std::log(x[i]) - X) * (std::log(std::abs(y[i])) - Y);
  }
  const double slope = XY / XX;
  for (std::size_t i = 0; i < x.size(); ++i)
    rest += std::pow(std::log(std::abs(y[i])) - Y - slope * (std::log(x[i]) - X), 2);
  return {slope, x.size() > 2 ? std::sqrt(rest / (n - 2) / XX) : 0};
}

Splitting measure_splitting(const SplittingProblem& problem, double phase, const std::vector<double>& sizes,
                            const SplittingTold& told) {
  Splitting out{.phase = phase, .integral = value(problem.gap, phase), .zeros = simple_zeros(problem.gap)};
  const double largest = std::abs(value(problem.gap, largest_phase(problem.gap)));
  if (!(std::abs(out.integral) > next_to_zero * largest))
    throw NoSplitting(
        fmt::format("at the phase {:.10g} the integral is {:.3g} per unit of size, and {:.3g} where it is "
                    "largest: so near to a zero the gap has no ratio to it",
                    phase, out.integral, largest));
  std::vector<double> gaps;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (told) told(static_cast<double>(i) / static_cast<double>(sizes.size()));
    const SplittingCase member = problem.member(sizes[i]);
    const SaddleOrbit orbit = orbit_at(member, sizes[i]);
    const double energy = member.guess.energy.value_or(0);
    const Gap gap = gap_at({member.model, orbit, member.section, near_start}, phase, energy);
    if (told) told((static_cast<double>(i) + 0.6) / static_cast<double>(sizes.size()));
    const Gap other = gap_at({member.model, orbit, member.section, far_start}, phase, energy);
    if (gap.value == 0) throw SplittingFailed(fmt::format("at size {:.10g} no gap was measured", sizes[i]));
    out.measured.push_back(
        {sizes[i], gap.value, std::abs(gap.value - other.value), orbit.multiplier, orbit.closing_error, gap.drift});
    out.ratio.push_back(gap.value / (sizes[i] * out.integral));
    gaps.push_back(gap.value);
  }
  if (sizes.size() < 2) return out;
  const FittedSlope fitted = logarithmic_slope(sizes, gaps);
  out.slope = fitted.value;
  out.slope_error = fitted.error;
  return out;
}

SplittingCurves splitting_curves(const SplittingProblem& problem, double size, int count, const SplittingTold& told) {
  const SplittingCase member = problem.member(size);
  const SaddleOrbit orbit = orbit_at(member, size);
  const ManifoldProblem manifolds{member.model, orbit, member.section, near_start};
  SplittingCurves out{size, {}, {}, {}};
  double u_parameter = 0, s_parameter = 0;
  for (int i = 0; i <= count; ++i) {
    if (told) told(static_cast<double>(i) / count);
    const double phase = member.section.period * i / count;
    const ManifoldPoint u = manifold_point(manifolds, Manifold::unstable, phase, u_parameter),
                        s = manifold_point(manifolds, Manifold::stable, phase, s_parameter);
    for (const ManifoldPoint* point : {&u, &s})
      if (!point->trouble.empty()) throw SplittingFailed(point->trouble);
    u_parameter = u.parameter;
    s_parameter = s.parameter;
    out.phase.push_back(phase);
    out.unstable.push_back(u.momentum);
    out.stable.push_back(s.momentum);
  }
  return out;
}

}  // namespace oopss
