// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/own.hpp"

#include <fmt/format.h>

namespace oopss {
namespace {

/// What an implicit step may leave of its equations, relative to their size.
constexpr double solved = 1e-9;

}  // namespace

Own own(const Layout& layout, const Waypoint& start) { return {layout, start, start}; }

Outcome sample(Own& by, const Flow& flow, double t, std::vector<double>& out) {
  out.resize(by.begin.x.size());
  const double residual = flow.own.step(by.begin.t, t - by.begin.t, by.begin.x.data(), out.data());
  ++by.evaluations;
  if (!(residual <= solved))
    return {Status::failed,
            fmt::format("the step of {} from t = {:.17g} has no solution near", flow.own.name, by.begin.t), residual};
  return {};
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
