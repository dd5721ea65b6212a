// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/observer.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "oopss/integrate/suggest.hpp"

namespace oopss {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

bool has_kind(const std::vector<Observable>& all, std::initializer_list<ObservableKind> kinds) {
  return std::any_of(all.begin(), all.end(), [&](const Observable& one) {
    return std::find(kinds.begin(), kinds.end(), one.kind) != kinds.end();
  });
}

/// Times at half steps of the tangent vector: twice as long as the step suggested for a run, within 1e-5 of the
/// exponent on the models of examples/, and a whole number of them to the end.
std::vector<double> half_steps(const Flow& flow, const Layout& layout, const RunRequest& request,
                               const std::vector<double>& start) {
  const double span = request.until() - request.t0;
  const double step = 2 * suggested_step(flow, layout, request.t0, start, span);
  const long steps = std::max(1L, static_cast<long>(std::ceil(std::abs(span) / step)));
  std::vector<double> out;
  for (long k = 1; k <= 2 * steps; ++k)
    out.push_back(k == 2 * steps ? request.until()
                                 : request.t0 + span * (static_cast<double>(k) / static_cast<double>(2 * steps)));
  return out;
}

}  // namespace

Observer::Observer(const std::vector<Observable>& observables, const System& system, const Skeleton& skeleton,
                   const Flow& flow, const ParameterValues& parameters, const std::vector<double>& start,
                   RunRequest& request, bool steps_tangent)
    : observables_(observables),
      flow_(flow),
      layout_(system.layout),
      quantities_(observables.size()),
      event_of_(observables.size(), -1),
      found_(observables.size(), no_number),
      t0_(request.t0),
      until_(request.until()),
      every_(request.every()),
      start_(start) {
  using Kind = ObservableKind;
  if (has_kind(observables, {Kind::energy_drift, Kind::momentum_drift})) monitor_ = monitor_of(system.casimirs);
  if (!monitor_ && !has_kind(observables, {Kind::largest})) every_ = request.settings.every.emplace(0);
  if (has_kind(observables, {Kind::exponent})) {
    growth_.emplace(system, flow, t0_, start.data());
    if (!steps_tangent) request.output_times = tangent_times_ = half_steps(flow, system.layout, request, start);
  }
  for (std::size_t k = 0; k < observables.size(); ++k) {
    const Observable& one = observables[k];
    if (one.quantity.program.results.empty()) continue;
    quantities_[k] = evaluator(one.quantity, system, skeleton, flow, parameters);
    event_of_[k] = static_cast<int>(request.events.size());
    if (one.kind == Kind::first) request.events.push_back({quantities_[k], one.direction});
    if (one.kind != Kind::settle) continue;
    for (const double edge : {one.low, one.high})
      request.events.push_back({[q = quantities_[k], edge](double t, const double* x) { return q(t, x) - edge; }});
    found_[k] = t0_;
  }
}

/// Whether t is a point of the regular output, the start among them: a run gives these in order, between others.
bool Observer::on_grid(double t) {
  if (t == t0_ && next_every_ == 0) {
    next_every_ = 1;
    return true;
  }
  if (!(every_ > 0)) return false;
  const double due = t0_ + (until_ < t0_ ? -1 : 1) * every_ * static_cast<double>(next_every_);
  const double regular = std::abs(due - until_) < 1e-9 * every_ ? until_ : due;
  if (t != regular) return t == until_;
  ++next_every_;
  return true;
}

void Observer::take_point(double t, const double* x) {
  if (monitor_) observe(*monitor_, flow_, layout_, t, x);
  for (std::size_t k = 0; k < observables_.size(); ++k)
    if (observables_[k].kind == ObservableKind::largest) found_[k] = std::fmax(found_[k], quantities_[k](t, x));
}

void Observer::take(const Run& run) {
  using Kind = ObservableKind;
  const Trajectory& points = run.points();
  for (int i = 0; i < points.count(); ++i) {
    const double t = points.t[i];
    const double* x = points.row(i);
    if (next_tangent_ < tangent_times_.size() && t == tangent_times_[next_tangent_]) {
      growth_->take(t, x);
      ++next_tangent_;
    }
    if (on_grid(t)) take_point(t, x);
  }
  for (const EventHit& hit : run.hits())
    for (std::size_t k = 0; k < observables_.size(); ++k) {
      const Kind kind = observables_[k].kind;
      const int which = hit.event - event_of_[k];
      if (kind == Kind::first && which == 0 && std::isnan(found_[k]) && hit.t != t0_) found_[k] = hit.t;
      // Into the band over its lower edge rising, over its upper one falling.
      if (kind == Kind::settle && ((which == 0 && hit.direction > 0) || (which == 1 && hit.direction < 0)))
        found_[k] = hit.t;
    }
}

void Observer::finish(double t, const double* x, double* out) {
  using Kind = ObservableKind;
  for (std::size_t k = 0; k < observables_.size(); ++k) {
    const Observable& one = observables_[k];
    out[k] = found_[k];
    if (one.kind == Kind::settle) {
      const double q = quantities_[k](t, x);
      if (!(q >= one.low && q <= one.high)) out[k] = no_number;
    }
    if (one.kind == Kind::turns)
      out[k] = (sum_in(one.angle, x) - sum_in(one.angle, start_.data())) / (2 * std::numbers::pi);
    if (one.kind == Kind::exponent && growth_->finite() && growth_->reached() == until_)
      out[k] = growth_->logarithm() / std::abs(until_ - t0_);
    if (one.kind == Kind::energy_drift) out[k] = monitor_->energy.max_relative_drift();
    if (one.kind == Kind::momentum_drift) out[k] = momentum_drift(*monitor_).max_relative_drift();
    if (one.kind == Kind::value) out[k] = quantities_[k](t, x);
    if (!std::isfinite(out[k])) out[k] = no_number;
  }
}

}  // namespace oopss
