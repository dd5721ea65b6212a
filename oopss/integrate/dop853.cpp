// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/dop853.hpp"

#include <fmt/format.h>

#include <limits>

namespace oopss {
namespace {

using Tableau = Dop853Tableau;

/// Rates of stage i of a step of length h from the beginning of the step.
void stage(Dop853& by, const Flow& flow, int i, double h) {
  const int n = by.layout.size;
  std::fill(by.v.begin(), by.v.end(), 0.0);
  for (int j = 0; j < i; ++j) {
    const double a = Tableau::a[i][j];
    if (a == 0) continue;
    const double* k = block(by.k, j, n);
    for (int c = 0; c < n; ++c) by.v[c] += a * k[c];
  }
  for (int c = 0; c < n; ++c) by.v[c] = by.begin.x[c] + (h * by.v[c] + by.begin.rest[c]);
  flow.field(by.begin.t + Tableau::c[i] * h, by.v.data(), block(by.k, i, n));
  ++by.evaluations;
}

/// Σ_i weight_i k_i over the stages of a step.
template <std::size_t N>
void combine(const Dop853& by, const std::array<double, N>& weight, std::vector<double>& out) {
  const int n = by.layout.size;
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < N; ++i) {
    if (weight[i] == 0) continue;
    const double* k = block(by.k, static_cast<int>(i), n);
    for (int c = 0; c < n; ++c) out[c] += weight[i] * k[c];
  }
}

/// What errors of momenta are measured by: the largest momentum of the step, and not less than what turns a joint by
/// 1e−6 rad in the time that is left. From rest under a law that begins like tⁿ all momenta and their errors shrink
/// alike with the step.
double momentum_scale(const Dop853& by, double left) {
  const Size from = size_of(by.layout, by.begin.x.data()), to = size_of(by.layout, by.end.x.data());
  const double turned = std::abs(left) * size_of(by.layout, block(by.k, Tableau::stages - 1, by.layout.size)).angle;
  const double scale = std::max({from.momentum, to.momentum, 1e-300});
  return turned > 0 && turned < 1e-6 ? scale * 1e-6 / turned : scale;
}

/// The error of Hairer, Nørsett and Wanner (II.10.17), h e₅²/√(e₅² + 0.01 e₃²), in units of the tolerance.
double error_of(Dop853& by, double h, double left) {
  const double mu = momentum_scale(by, left);
  const auto norm = [&] {
    const Size e = size_of(by.layout, by.error.data());
    return std::max(e.angle, e.momentum / mu) / by.tolerance;
  };
  combine(by, Tableau::error5, by.error);
  const double e5 = norm();
  combine(by, dop853_error3, by.error);
  const double e3 = norm();
  return e5 == 0 ? 0 : std::abs(h) * e5 * e5 / std::sqrt(e5 * e5 + 0.01 * e3 * e3);
}

/// Stages 1 to 11 and the new state of a step of length h from `begin`; its error in units of the tolerance, where
/// there is `left` to go.
double attempt(Dop853& by, const Flow& flow, double h, double left) {
  const int n = by.layout.size;
  for (int i = 1; i < Tableau::stages; ++i) stage(by, flow, i, h);
  combine(by, Tableau::a[12], by.error);
  for (int c = 0; c < n; ++c) {
    by.end.x[c] = by.begin.x[c];
    by.end.rest[c] = by.begin.rest[c];
    add(by.end.x[c], by.end.rest[c], h * by.error[c]);
  }
  return all_finite(by.end.x) ? error_of(by, h, left) : std::numeric_limits<double>::infinity();
}

/// The rates at the end of a step are those at the beginning of the next.
void begin_step(Dop853& by, const Flow& flow) {
  const int n = by.layout.size;
  if (by.rates_known) {
    std::copy_n(block(by.k, 12, n), n, by.k.begin());
  } else {
    flow.field(by.end.t, by.end.x.data(), by.k.data());
    ++by.evaluations;
  }
  by.begin = by.end;
  by.rates_known = by.dense_known = false;
}

/// Brings a state onto the closed ones, if there is a closure.
Outcome close(Dop853& by, const Flow& flow, Waypoint& point) {
  if (flow.closure.count == 0) return {};
  if (by.frame.count() == 0) by.frame = closure_frame(flow, by.begin.t, by.begin.x);
  if (close_state(by.frame, flow, by.layout, point)) return {};
  return {Status::failed, fmt::format("no closed state is near at t = {:.17g}", point.t), 0};
}

/// Sets the clock after a step, closes its end, and takes the rates there.
Outcome finish_step(Dop853& by, const Flow& flow, double h) {
  by.last_h = h;
  by.end.t = by.begin.t;
  by.end.t_rest = by.begin.t_rest;
  add(by.end.t, by.end.t_rest, h);
  if (Outcome closed = close(by, flow, by.end); !closed.good()) return closed;
  flow.field(by.end.t, by.end.x.data(), block(by.k, 12, by.layout.size));
  ++by.evaluations;
  by.rates_known = true;
  return {};
}

/// A first step that moves every group of the state by a hundredth of its size.
double first_step(const Dop853& by, double left) {
  const Size x = size_of(by.layout, by.end.x.data()), rate = size_of(by.layout, by.k.data());
  double h = std::abs(left);
  if (rate.angle > 0) h = std::min(h, 0.01 / rate.angle);
  if (rate.momentum > 0 && x.momentum > 0) h = std::min(h, 0.01 * x.momentum / rate.momentum);
  return std::copysign(h, left);
}

void make_dense(Dop853& by, const Flow& flow) {
  const int n = by.layout.size;
  const double h = by.last_h;
  for (int i = 13; i < Tableau::all_stages; ++i) stage(by, flow, i, h);
  for (int d = 0; d < 4; ++d) combine(by, Tableau::dense[d], by.dense[4 + d]);
  for (int c = 0; c < n; ++c) {
    const double rise = (by.end.x[c] - by.begin.x[c]) + (by.end.rest[c] - by.begin.rest[c]);
    const double bspl = h * by.k[c] - rise;
    by.dense[0][c] = by.begin.x[c];
    by.dense[1][c] = rise;
    by.dense[2][c] = bspl;
    by.dense[3][c] = rise - h * by.k[12 * n + c] - bspl;
    for (int d = 4; d < 8; ++d) by.dense[d][c] *= h;
  }
  by.dense_known = true;
}

}  // namespace

Dop853 dop853(const Layout& layout, double tolerance, const Waypoint& start) {
  Dop853 by{.layout = layout, .tolerance = tolerance, .begin = start, .end = start};
  by.k.resize(start.x.size() * Tableau::all_stages);
  for (auto* scratch : {&by.v, &by.error}) scratch->resize(start.x.size());
  for (auto& coefficient : by.dense) coefficient.resize(start.x.size());
  return by;
}

Outcome advance(Dop853& by, const Flow& flow, double limit) {
  begin_step(by, flow);
  const double left = (limit - by.begin.t) - by.begin.t_rest;
  double h = by.h == 0 || by.h * left < 0 ? first_step(by, left) : by.h;
  const auto give_up = [&](Status status, const std::string& words, double residual) {
    by.end = by.begin;
    by.rates_known = false;
    return Outcome{status, words, residual};
  };
  if (!std::all_of(by.k.begin(), by.k.begin() + by.layout.size, [](double k) { return std::isfinite(k); }))
    return give_up(Status::singular, fmt::format("the rates are not finite at t = {:.17g}", by.begin.t), 0);
  if (flow.closure.count > 0) {  // half the way to where the closure loses rank, so that this is never crossed
    const double direction = left < 0 ? -1 : 1;
    const Approach near = approach(flow, by.begin.t, by.begin.x.data(), by.begin.x, direction, by.v, by.error);
    if (near.gauge < least_gauge) {
      Outcome stop = singular_pose(flow, by.begin.t, direction, near);
      return give_up(stop.status, stop.words, stop.residual);
    }
    h = direction * std::min({std::abs(h), std::abs(left), near.time / 2});
  }
  for (;;) {
    const bool last = std::abs(h) >= std::abs(left);
    if (last) h = left;
    const double error = attempt(by, flow, h, left);
    const double factor = std::isfinite(error) ? 0.9 * std::pow(std::max(error, 1e-12), -1.0 / 8) : 0.1;
    if (error <= 1) {
      by.h = h * std::clamp(factor, 0.33, 6.0);
      if (Outcome closed = finish_step(by, flow, h); !closed.good())
        return give_up(closed.status, closed.words, closed.residual);
      if (last) {
        by.end.t = limit;
        by.end.t_rest = 0;
      }
      return {};
    }
    h *= std::clamp(factor, 0.1, 1.0);
    if (std::abs(h) < least_step(by.begin.t))
      return give_up(Status::singular,
                     fmt::format("the step shrank to {:.2g} at t = {:.17g} and the error is still {:.2g} tolerances", h,
                                 by.begin.t, error),
                     std::isfinite(error) ? error * by.tolerance : 0);
  }
}

double leap(Dop853& by, const Flow& flow, double h) {
  begin_step(by, flow);
  const double error = attempt(by, flow, h, h);
  finish_step(by, flow, h);
  return error;
}

Outcome sample(Dop853& by, const Flow& flow, double t, std::vector<double>& out) {
  if (!by.dense_known) make_dense(by, flow);
  const double s = ((t - by.begin.t) - by.begin.t_rest) / by.last_h, s1 = 1 - s;
  const auto& d = by.dense;
  for (int c = 0; c < by.layout.size; ++c)
    out[c] =
        d[0][c] +
        s * (d[1][c] + s1 * (d[2][c] + s * (d[3][c] + s1 * (d[4][c] + s * (d[5][c] + s1 * (d[6][c] + s * d[7][c]))))));
  if (flow.closure.count == 0) return {};
  by.inside.rest.resize(out.size());
  place(by.inside, t, out);
  Outcome closed = close(by, flow, by.inside);
  out = by.inside.x;
  return closed;
}

Outcome shorten(Dop853& by, const Flow& flow, double t) {
  const double h = (t - by.begin.t) - by.begin.t_rest;
  by.shortened_error = attempt(by, flow, h, h);
  Outcome closed = finish_step(by, flow, h);
  by.dense_known = false;
  restart(by, t);
  return closed;
}

Outcome extend(Dop853& by, const Flow& flow, double t) {
  const double h = (t - by.end.t) - by.end.t_rest;
  const double* const rates = block(by.k, 12, by.layout.size);  // those at the end that the step was shortened to
  for (int c = 0; c < by.layout.size; ++c) add(by.end.x[c], by.end.rest[c], h * rates[c]);
  restart(by, t);
  return close(by, flow, by.end);
}

void restart(Dop853& by, double t) {
  by.end.t = t;
  by.end.t_rest = 0;
  by.rates_known = false;
}

}  // namespace oopss
