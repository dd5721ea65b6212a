// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/own.hpp"

#include <fmt/format.h>

#include "oopss/integrate/composition.hpp"

namespace oopss {
namespace {

/// What an implicit step may leave of its equations, relative to their size.
constexpr double solved = 1e-9;

}  // namespace

Own own(const Layout& layout, const Method& method, const Waypoint& start) { return {layout, method, start, start}; }

Outcome sample(Own& by, const Flow& flow, double t, std::vector<double>& out) {
  out = by.begin.x;
  Flow::OwnStep::Left left;
  const auto step = [&](double from, double h) {
    left = flow.own.step(from, h, out.data(), out.data());
    ++by.evaluations;
    return left.residual <= solved;
  };
  const double h = t - by.begin.t;
  const bool made =
      by.method.order == flow.own.order ? step(by.begin.t, h) : compose(by.method.order, by.begin.t, h, step);
  if (made) return {};
  return {Status::failed,
          left.words.empty()
              ? fmt::format("the step of {} from t = {:.17g} has no solution near", by.method.name, by.begin.t)
              : fmt::format("{}: {}", by.method.name, left.words),
          left.residual};
}

Outcome advance(Own& by, const Flow& flow, double limit) {
  std::swap(by.begin, by.end);
  Outcome made = sample(by, flow, limit, by.end.x);
  if (made.good() && !all_finite(by.end.x))
    made = {Status::failed, fmt::format("the state is not finite at t = {:.17g}", limit), 0};
  if (made.good())
    by.end.t = limit;
  else
    std::swap(by.begin, by.end);
  return made;
}

Outcome shorten(Own& by, const Flow& flow, double t) {
  Outcome made = sample(by, flow, t, by.end.x);
  by.end.t = t;
  return made;
}

void restart(Own& by, double t) { by.end.t = t; }

}  // namespace oopss
