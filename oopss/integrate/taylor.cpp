// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/taylor.hpp"

#include <fmt/format.h>

#include <limits>

namespace oopss {
namespace {

/// The length at which the last term c_p h^p has fallen to e^(−2p) of the largest of the terms c_0 … c_3 h^3 (`first`)
/// in one group of the state; those terms are the size of the group, also where it starts from zero. Zero if they
/// vanish.
double reach(double c_p, int p, const double* first) {
  if (c_p == 0) return std::numeric_limits<double>::infinity();
  double length = 0;
  for (int k = 0; k < std::min(p, 4); ++k)
    if (first[k] > 0) length = std::max(length, std::pow(first[k] / c_p, 1.0 / (p - k)));
  return length;
}

/// The same where c_0 … c_3 vanish, with the four terms from the first one on that does not, and so that e^(−2) of it
/// makes the last term e^(−2p) of the k-th: c_p h^p = e^(−2p) c_k h^k, as far as e^(−3) does; without limit if there is
/// none before the last, whose size then tells nothing.
template <class Coefficient>
double late_reach(int p, Coefficient c) {
  int first = 4;
  while (first < p && !(c(first) > 0)) ++first;
  double length = 0;
  for (int k = first; k < std::min(p, first + 4); ++k)
    if (c(k) > 0)
      length = std::max(length, std::pow(c(k) / c(p), 1.0 / (p - k)) * std::exp(-std::min(2.0 * k / (p - k), 3.0)));
  return length > 0 ? length : std::numeric_limits<double>::infinity();
}

/// e^(−2) and a safety factor.
double share(int p) { return std::exp(-2 - 0.7 / (p - 1)); }

/// Jorba and Zou's step: the shorter of the reaches of the last two terms, times e^(−2) and a safety factor.
double step_length(const Taylor& by) {
  const int n = by.layout.size, p = by.order;
  const auto size = [&](int k) { return size_of(by.layout, block(by.coefficients, k, n)); };
  const auto work = [&](int k) { return energy_of(by.layout, block(by.coefficients, k, n)); };
  double angle[4], momentum[4], energy[4];
  for (int k = 0; k < 4; ++k) {
    const Size magnitude = size(k);
    angle[k] = k == 0 ? 1.0 : magnitude.angle;  // radians: turns do not count
    momentum[k] = magnitude.momentum;
    energy[k] = work(k);
  }
  energy[0] = std::max(energy[0], momentum[0] * angle[1]);
  double length = std::numeric_limits<double>::infinity();
  for (const int last : {p - 1, p}) {
    const Size magnitude = size(last);
    double moment = reach(magnitude.momentum, last, momentum);
    if (moment == 0) moment = late_reach(last, [&](int k) { return size(k).momentum; });
    double worked = reach(work(last), last, energy);
    if (worked == 0) worked = late_reach(last, work);
    length = std::min({length, reach(magnitude.angle, last, angle), moment, worked});
  }
  return length * share(p);
}

/// Twice that step for the watched quantities, so that the places where they are looked at tell their course: a law may
/// hide it from the motion, as sign(sin(100 t)) does.
double watched_length(const Taylor& by, int count) {
  const int p = by.order - 1;
  double length = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    const auto term = [&](int k) { return std::abs(by.watched[static_cast<std::size_t>(k * count + i)]); };
    const double first[4] = {term(0), term(1), term(2), term(3)};
    for (const int last : {p - 1, p}) {
      const double found = reach(term(last), last, first);
      length = std::min(length, found > 0 ? found : late_reach(last, term));
    }
  }
  return 2 * length * share(p);
}

/// Σ_{k≥1} x_k h^k, by Horner from the top.
double increment(const Taylor& by, int i, double h) {
  const int n = by.layout.size;
  double sum = by.coefficients[by.order * n + i];
  for (int k = by.order - 1; k >= 1; --k) sum = sum * h + by.coefficients[k * n + i];
  return sum * h;
}

void end_at(Taylor& by, double h) {
  for (int i = 0; i < by.layout.size; ++i) {
    by.end.x[i] = by.begin.x[i];
    by.end.rest[i] = by.begin.rest[i];
    add(by.end.x[i], by.end.rest[i], increment(by, i, h));
  }
}

}  // namespace

int taylor_order(double tolerance) {
  return std::clamp(static_cast<int>(std::ceil(1 - std::log(tolerance) / 2)), 5, 40);
}

Taylor taylor(const Layout& layout, double tolerance, const Waypoint& start) {
  const int order = taylor_order(tolerance);
  return {.layout = layout,
          .order = order,
          .begin = start,
          .end = start,
          .coefficients = std::vector<double>(static_cast<std::size_t>((order + 1) * layout.size))};
}

Outcome advance(Taylor& by, const Flow& flow, double limit) {
  const double left = (limit - by.end.t) - by.end.t_rest;
  const int direction = left < 0 ? -1 : 1;
  flow.jet(by.end.t, by.end.x.data(), by.order, direction, by.coefficients.data());
  ++by.evaluations;
  if (!all_finite(by.coefficients))
    return {Status::singular, fmt::format("the rates or their derivatives are not finite at t = {:.17g}", by.end.t), 0};
  double longest = std::abs(left);
  if (const int count = flow.watched(); count > 0 && flow.watched_series) {
    by.watched.resize(static_cast<std::size_t>(by.order * count));
    flow.watched_series(by.end.t, by.order, direction, by.coefficients.data(), by.watched.data());
    longest = std::min(longest, watched_length(by, count));
  }
  const double h = std::copysign(std::min(step_length(by), longest), left);
  const bool last = h == left;
  if (!last && std::abs(h) < least_step(by.end.t))
    return {Status::singular,
            fmt::format("the step shrank to {:.2g} at t = {:.17g}: the motion is singular there", h, by.end.t),
            std::abs(h)};
  std::swap(by.begin, by.end);
  end_at(by, h);
  by.end.t = by.begin.t;
  by.end.t_rest = by.begin.t_rest;
  add(by.end.t, by.end.t_rest, h);
  if (last) restart(by, limit);
  return {};
}

Outcome sample(Taylor& by, const Flow&, double t, std::vector<double>& out) {
  const double h = (t - by.begin.t) - by.begin.t_rest;
  for (int i = 0; i < by.layout.size; ++i) out[i] = by.begin.x[i] + (increment(by, i, h) + by.begin.rest[i]);
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
  end_at(by, (t - by.begin.t) - by.begin.t_rest);
  restart(by, t);
  return {};
}

void restart(Taylor& by, double t) {
  by.end.t = t;
  by.end.t_rest = 0;
}

}  // namespace oopss
