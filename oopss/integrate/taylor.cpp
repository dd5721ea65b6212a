// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/taylor.hpp"

#include <fmt/format.h>

#include <limits>

namespace oopss {
namespace {

TaylorSeries series_of(const Taylor& by) { return {by.layout.size, by.layout.size, by.order, by.coefficients.data()}; }

constexpr int beyond = 3;  // so many numbers may be read after the last coefficient

std::shared_ptr<const TaylorGroups> groups_of(const Layout& layout) {
  auto out = std::make_shared<TaylorGroups>();
  const auto group = [&](ErrorGroup which, bool turns) {
    std::vector<unsigned long long>& masks = out->masks[static_cast<std::size_t>(which)];
    masks.resize(static_cast<std::size_t>(2 * ((layout.size + 3) / 4 * 4)));
    for (const Block& part : layout.blocks)
      for (int i = part.offset; part.group == which && i < part.offset + part.size; ++i)
        for (const int row : {0, 4}) masks[2 * i - i % 4 + row] = row == 0 && turns ? 0 : size_bits;
    return TaylorGroup{masks.data(), turns ? 1.0 : 0.0};
  };
  out->angles = group(ErrorGroup::angle, true);  // c_0 counts as one radian, whatever the turns
  out->momenta = group(ErrorGroup::momentum, false);
  out->energies = group(ErrorGroup::energy, false);
  return out;
}

/// Twice that step for the watched quantities, so that the places where they are looked at tell their course: a law may
/// hide it from the motion, as sign(sin(100 t)) does.
double watched_length(const Taylor& by, int count) {
  static constexpr unsigned long long masks[8] = {size_bits, 0, 0, 0, size_bits};
  constexpr TaylorGroup one = {masks, 0};
  double length = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i)
    length = std::min(length, by.loops->length({1, count, by.order - 1, by.watched.data() + i}, one, one));
  return 2 * length;
}

bool end_at(Taylor& by, double h, Waypoint& from) {
  const auto state = [](Waypoint& waypoint) { return TaylorState{waypoint.x.data(), waypoint.rest.data()}; };
  return by.loops->end(series_of(by), h, state(from), state(by.begin), state(by.end));
}

/// Why there is no step of length h.
Outcome no_step(const Taylor& by, double h) {
  if (!all_finite(by.coefficients))
    return {Status::singular, fmt::format("the rates or their derivatives are not finite at t = {:.17g}", by.end.t), 0};
  return {Status::singular,
          fmt::format("the step shrank to {:.2g} at t = {:.17g}: the motion is singular there", h, by.end.t),
          std::abs(h)};
}

}  // namespace

std::vector<const TaylorLoops*> usable_taylor_loops() {
  std::vector<const TaylorLoops*> all = {&taylor_baseline};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
    all.push_back(&taylor_haswell);
  return all;
}

int taylor_order(double tolerance) {
  return std::clamp(static_cast<int>(std::ceil(1 - std::log(tolerance) / 2)), 5, 40);
}

Taylor taylor(const Layout& layout, double tolerance, const Waypoint& start) {
  const int order = taylor_order(tolerance);
  Taylor out = {.layout = layout,
                .order = order,
                .begin = start,
                .end = start,
                .coefficients = std::vector<double>(static_cast<std::size_t>((order + 1) * layout.size + beyond))};
  out.groups = groups_of(layout);
  static const TaylorLoops* const best = usable_taylor_loops().back();
  out.loops = best;
  return out;
}

/// The shortest of those of the groups of the state. Never inlined, so that tests/mechanics/instructions.sh can count
/// it.
[[gnu::noinline]] double chosen_length(const Taylor& by) {
  const TaylorSeries series = series_of(by);
  const double length = by.loops->length(series, by.groups->angles, by.groups->momenta);
  if (by.layout.of_group(ErrorGroup::energy).empty()) return length;
  const double momentum = size_of(by.layout, series.c).momentum,
               rate = size_of(by.layout, series.c + series.size).angle;
  TaylorGroup energies = by.groups->energies;
  energies.least = momentum * rate;
  return std::min(length, by.loops->length(series, energies, energies));
}

Outcome advance(Taylor& by, const Flow& flow, double limit) {
  const double left = (limit - by.end.t) - by.end.t_rest;
  const int direction = left < 0 ? -1 : 1;
  flow.jet(by.end.t, by.end.x.data(), by.order, direction, by.coefficients.data());
  ++by.evaluations;
  double longest = std::abs(left);
  if (const int count = flow.watched(); count > 0 && flow.watched_series) {
    by.watched.resize(static_cast<std::size_t>(by.order * count + beyond));
    flow.watched_series(by.end.t, by.order, direction, by.coefficients.data(), by.watched.data());
    longest = std::min(longest, watched_length(by, count));
  }
  const double h = std::copysign(std::min(chosen_length(by), longest), left);
  const bool last = h == left;
  if (!last && std::abs(h) < least_step(by.end.t)) return no_step(by, h);
  by.begin.t = by.end.t;
  by.begin.t_rest = by.end.t_rest;
  by.finite = end_at(by, h, by.end);
  if (!by.finite && !all_finite(by.coefficients)) {  // these end in the state, whatever h is
    by.end = by.begin;
    return no_step(by, h);
  }
  add(by.end.t, by.end.t_rest, h);
  if (last) restart(by, limit);
  return {};
}

Outcome sample(Taylor& by, const Flow&, double t, std::vector<double>& out) {
  by.loops->increments(series_of(by), (t - by.begin.t) - by.begin.t_rest, out.data());
  for (int i = 0; i < by.layout.size; ++i) out[i] = by.begin.x[i] + (out[i] + by.begin.rest[i]);
  return {};
}

void slope(const Taylor& by, double t, std::vector<double>& out) {
  const int n = by.layout.size;
  const double h = (t - by.begin.t) - by.begin.t_rest;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = by.order; k >= 1; --k) sum = sum * h + k * by.coefficients[k * n + i];
    out[i] = sum;
  }
}

int side_of(const Taylor& by, int watched, int count, int direction) {
  int turn = 1;
  for (int k = 0; k < by.order; ++k, turn *= direction)
    if (const double c = by.watched[static_cast<std::size_t>(k * count + watched)]; c != 0) return c > 0 ? turn : -turn;
  return 0;
}

Outcome shorten(Taylor& by, const Flow&, double t) {
  end_at(by, (t - by.begin.t) - by.begin.t_rest, by.begin);
  restart(by, t);
  return {};
}

void restart(Taylor& by, double t) {
  by.end.t = t;
  by.end.t_rest = 0;
}

}  // namespace oopss
