// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/lobatto.hpp"

#include <fmt/format.h>

#include "oopss/integrate/lobatto_stages.hpp"

namespace oopss {
namespace {

constexpr double near_gauge = 0.05;  // below it steps in time that is not slowed follow the gauge
constexpr double two_pi = 0x1.921fb54442d18p+2, two_pi_rest = 0x1.1a62633145c07p-52;
/// Steps shorter than this part of a whole one are made by the rates alone: their error is below rounding, that of the
/// impulses, g / h, would not be.
constexpr double tiny = 1e-8;

/// Takes a waypoint without the whole turns of its angles: sines of large angles would be as inexact as these.
void leave_turns(Lobatto& by, const Waypoint& point) {
  by.from = point;
  for (const int i : by.turning) {
    const double k = std::nearbyint(point.x[i] / two_pi);
    by.turns[i] = k * two_pi;
    if (k == 0) continue;
    by.from.x[i] = point.x[i] - by.turns[i];
    by.from.rest[i] = 0;
    add(by.from.x[i], by.from.rest[i], point.rest[i] - (std::fma(k, two_pi, -by.turns[i]) + k * two_pi_rest));
  }
}

void add_turns(Lobatto& by, const Waypoint& point, Waypoint& out) {
  out = point;
  for (const int i : by.turning) {
    if (by.turns[i] == 0) continue;
    const double k = std::nearbyint(by.turns[i] / two_pi);
    out.x[i] = by.turns[i];
    out.rest[i] = point.rest[i] + std::fma(k, two_pi, -by.turns[i]) + k * two_pi_rest;
    add(out.x[i], out.rest[i], point.x[i]);
  }
}

/// The state that the solved unknowns lead to, on the closed ones, and its frame.
Outcome finish(Lobatto& by, const Flow& flow, Lobatto::Known& known, Waypoint& out) {
  const int s = by.tableau.stages, n = by.layout.size;
  Waypoint& to = by.to;
  to = by.from;
  take_impulses(by, by.unknowns);
  for (int k = 0; k < n; ++k) {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += by.unknowns[i * (n + 1) + k] + by.impulse[i * n + k];
    add(to.x[k], to.rest[k], sum);
  }
  add(to.t, to.t_rest, span_of(by));
  closing_angles(by.here.frame, flow, to.t, to.x.data(), by.moved.data());
  for (const int i : by.turning) add(to.x[i], to.rest[i], by.moved[i]);
  if (!take_frame(known.frame, flow, to.t, to.x.data()))
    return {Status::singular, fmt::format("the loops lose rank at t = {:.17g}", to.t), 0};
  closing_momenta(known.frame, flow, to.t, with_turns(by, to.x), by.moved.data());
  for (int k = 0; k < n; ++k) add(to.x[k], to.rest[k], by.moved[k]);
  add_turns(by, to, out);
  known.x = out.x;
  return {};
}

/// Takes the frame at the point where a step begins, which often is known, and the gauge.
bool begin_at(Lobatto& by, const Flow& flow, const Waypoint& point) {
  leave_turns(by, point);
  by.kappa = flow.closure.gauge ? flow.closure.gauge(by.from.x.data(), by.adds.data()) : 1;
  by.Q = by.slow ? by.kappa / (by.kappa + half_slow) : 1;
  if (by.here.x == point.x) return true;
  if (by.there.x == point.x) {
    std::swap(by.here, by.there);
    return true;
  }
  by.here.x = point.x;
  return take_frame(by.here.frame, flow, by.from.t, by.from.x.data());
}

/// A step too short for impulses.
void creep(Lobatto& by, const Flow& flow, double span, Waypoint& out) {
  flow.field(by.from.t, with_turns(by, by.from.x), by.moved.data());
  by.to = by.from;
  for (int k = 0; k < by.layout.size; ++k) add(by.to.x[k], by.to.rest[k], span * by.moved[k]);
  add(by.to.t, by.to.t_rest, span);
  add_turns(by, by.to, out);
}

Outcome lost_rank(double t) {
  return {Status::singular, fmt::format("the equations of the loops depend on each other at t = {:.17g}", t), 0};
}

void keep_last(Lobatto& by) {
  by.last = by.unknowns;
  by.last_h = by.h;
  by.last_span = span_of(by);
}

/// The part of the last step that ends at t, into `out`.
Outcome step_inside(Lobatto& by, const Flow& flow, double t, Lobatto::Known& known, Waypoint& out) {
  const double span = (t - by.begin.t) - by.begin.t_rest;
  if (!begin_at(by, flow, by.begin)) return lost_rank(by.begin.t);
  if (std::abs(span) <= tiny * std::abs(by.step)) {
    creep(by, flow, span, out);
  } else {
    if (Outcome solved = settle_inside(by, flow, span); !solved.good()) return solved;
    if (Outcome closed = finish(by, flow, known, out); !closed.good()) return closed;
  }
  out.t = t;
  out.t_rest = 0;
  return {};
}

/// The longest step in time from the beginning of this one: where the gauge is low and falls, an eighth of what would
/// bring it to zero, and after such a step at most a tenth more each time. So a pose where the equations lose rank is
/// approached, and passed if the motion only comes near, but not crossed. Its slope is taken where it can matter.
double longest(Lobatto& by, const Flow& flow, double direction, Outcome& outcome) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const double fall = by.last_kappa - by.kappa;
  by.last_kappa = by.kappa;
  double most = by.cut > 0 ? 1.1 * by.cut : never;
  const bool low = by.kappa < least_gauge;
  if (low || (!by.slow && (by.cut > 0 || by.kappa < near_gauge || !(by.kappa > 8 * fall)))) {
    with_turns(by, by.from.x);
    const Approach near = approach(flow, by.from.t, by.from.x.data(), by.unwrapped, direction, by.adds, by.moved);
    if (low) outcome = singular_pose(flow, by.from.t, direction, near);
    // What is driven goes into such a pose ever faster, as the root of the time that is left.
    const double ahead = by.timed ? 8 : 2;
    if (!by.slow && (by.kappa < near_gauge || near.time < ahead * std::abs(by.step)))
      most = std::min(most, near.time / 8);
  }
  by.cut = most < std::abs(by.step) ? most : 0;
  return by.cut > 0 ? most : never;
}

}  // namespace

Lobatto lobatto(const Flow& flow, const Layout& layout, int stages, double step, const Waypoint& start) {
  Lobatto by{.layout = layout, .tableau = gauss_tableau(stages), .step = step, .begin = start, .end = start};
  by.nodes = lobatto_tableau(by.tableau);
  by.slow = flow.closure.slow_near_singular;
  by.timed = static_cast<bool>(flow.closure.time_slopes);
  by.work = layout.offset(BlockKind::work);
  by.dissipated = layout.offset(BlockKind::dissipated);
  by.here = {closure_frame(flow, start.t, start.x), start.x};
  by.there = by.aside = by.here;
  const std::size_t n = start.x.size(), s = static_cast<std::size_t>(stages);
  const std::size_t all = s * (n + 1 + static_cast<std::size_t>(flow.closure.count));
  by.from = by.to = start;
  for (auto* unknowns : {&by.unknowns, &by.last, &by.change}) unknowns->resize(all);
  for (auto* state : {&by.turns, &by.z, &by.unwrapped, &by.adds, &by.moved}) state->resize(n);
  by.energy = conserved(by, flow.closure.open(start.t, start.x.data(), by.moved.data()), start.x.data());
  by.impulse.resize(s * n);
  by.past = differences(all);
  by.F.assign(s - 1, by.here.frame.F);
  for (auto* columns : {&by.g, &by.more}) columns->setZero(flow.closure.count, stages);
  for (const Stretch& stretch : layout.of_group(ErrorGroup::angle))
    for (int i = stretch.begin; i < stretch.end; ++i) by.turning.push_back(i);
  return by;
}

Outcome advance(Lobatto& by, const Flow& flow, double limit) {
  const double left = (limit - by.end.t) - by.end.t_rest, direction = by.step < 0 ? -1 : 1;
  if (!begin_at(by, flow, by.end)) return lost_rank(by.end.t);
  Outcome made;
  const double most = longest(by, flow, direction, made);
  if (!made.good()) return made;
  bool to_limit = std::abs(left) <= most;
  const double span = to_limit ? left : direction * most;
  const bool short_of_all = std::abs(span) <= tiny * std::abs(by.step);
  bool whole = !short_of_all && (by.slow || std::abs(span - by.step) <= 1e-9 * std::abs(by.step));
  if (whole) {
    made = settle_whole(by, flow);
    if (by.slow && made.good()) {
      to_limit = std::abs(span_of(by)) >= std::abs(left) - tiny * std::abs(by.step);
      if (to_limit) {
        whole = false;
        keep_last(by);
        made = settle_inside(by, flow, left);
      }
    }
  } else if (!short_of_all) {
    by.last_h = 0;
    made = settle_inside(by, flow, span);
  }
  if (!made.good()) return made;

  by.begin = by.end;
  if (short_of_all)
    creep(by, flow, span, by.end);
  else
    made = finish(by, flow, by.there, by.end);
  if (!made.good()) {
    by.end = by.begin;
    return made;
  }
  if (to_limit) {
    by.end.t = limit;
    by.end.t_rest = 0;
  }
  keep_last(by);
  if (short_of_all) by.last_h = 0;
  if (whole)
    remember(by.past, by.unknowns,
             [&, momentum = momentum_scale(by)](const double* values) { return largest_of_all(by, values, momentum); });
  else
    by.past.known = 0;
  return {};
}

Outcome sample(Lobatto& by, const Flow& flow, double t, std::vector<double>& out) {
  if (t == by.begin.t) {
    out = by.begin.x;
    return {};
  }
  Outcome made = step_inside(by, flow, t, by.aside, by.inside);
  out = by.inside.x;
  return made;
}

Outcome shorten(Lobatto& by, const Flow& flow, double t) {
  Outcome made = step_inside(by, flow, t, by.there, by.end);
  if (!made.good()) return made;
  keep_last(by);
  restart(by, t);
  return {};
}

void restart(Lobatto& by, double t) {
  by.end.t = t;
  by.end.t_rest = 0;
  by.past.known = 0;
  by.last_kappa = std::numeric_limits<double>::infinity();
}

}  // namespace oopss
