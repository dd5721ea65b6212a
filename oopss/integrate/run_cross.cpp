// SPDX-License-Identifier: Apache-2.0
// The part of a run that goes straight over poses from which loops can go on in more than one way. Each way through is
// a smooth motion, so the one that goes straight on is where the polynomial through the states before leads.
#include <limits>

#include "oopss/integrate/stepper.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_places = 8, least_places = 5;

}  // namespace

/// Keeps the state that the next step begins at if it is on the way to such a pose.
void Run::note_approach() {
  const double gauge = flow_.closure.gauge(x().data(), v_.data());
  while (!approached_.empty() && (approached_.back().gauge < gauge || crossed_)) approached_.pop_back();
  if (!approached_.empty() && gauge > 0.5 * approached_.back().gauge) return;
  if (approached_.size() == most_places) approached_.erase(approached_.begin());
  approached_.push_back({t(), gauge, x()});
}

/// Lagrange's polynomial through the states kept.
Outcome Run::sample_crossing(double t, std::vector<double>& out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (const Approached& one : approached_) {
    double weight = 1;
    for (const Approached& other : approached_)
      if (&other != &one) weight *= (t - other.t) / (one.t - other.t);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += weight * one.x[i];
  }
  return {};
}

Outcome Run::shorten_crossing(double t) {
  if (Outcome found = sample_crossing(t, v_); !found.good()) return found;
  std::visit([&](auto& by) { place(by.end, t, v_); }, *stepper_);
  restart_at(t);
  return {};
}

/// From a step that ended before such a pose to twice as far behind it as the nearest state kept was before it; the
/// state there is closed. `why` if that is not asked for, or the way there was too short to tell where it leads.
Outcome Run::go_straight(Outcome why) {
  if (!goes_straight_ || why.status != Status::singular || approached_.size() < least_places) return why;
  std::vector<double> adds(v_.size());
  const Approached& nearest = approached_.back();
  const Approach near = approach(flow_, nearest.t, nearest.x.data(), nearest.x, direction_, adds, v_);
  if (!(near.gauge < 4 * least_gauge) || !std::isfinite(near.time)) return why;
  double limit = until_;
  if (next_break_ < settings_.breaks.size() && ahead(settings_.breaks[next_break_], limit) > 0)
    limit = std::nextafter(settings_.breaks[next_break_], settings_.t0);
  double beyond = nearest.t + direction_ * 3 * near.time;
  if (ahead(limit, beyond) > 0) beyond = limit;
  if (Outcome found = sample_crossing(beyond, v_); !found.good()) return found;
  Waypoint there = waypoint(beyond, v_);
  ClosureFrame frame = closure_frame(flow_, beyond, v_);
  if (!close_state(frame, flow_, layout_, there)) return why;
  for (std::size_t i = 0; i < v_.size(); ++i)
    if (!(std::abs(there.x[i] - v_[i]) <= 1e-6 * std::max(1.0, std::abs(v_[i])))) return why;
  std::visit(
      [&](auto& by) {
        by.begin = by.end;
        by.end = there;
      },
      *stepper_);
  restart_at(beyond);
  crossed_ = true;
  return {};
}

}  // namespace oopss
