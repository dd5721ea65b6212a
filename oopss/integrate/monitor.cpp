// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/monitor.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

void note(Drift& drift, bool first, double value, double size) {
  if (first) drift.start = value;
  drift.end = value;
  drift.max_drift = std::max(drift.max_drift, std::abs(value - drift.start));
  drift.size = std::max(drift.size, size);
}

Reading reading(double error, double good, double fair) {
  return {error, error <= good ? Conservation::good : error <= fair ? Conservation::fair : Conservation::poor};
}

}  // namespace

const char* word(Conservation conservation) {
  return conservation == Conservation::good ? "good" : conservation == Conservation::fair ? "fair" : "poor";
}

bool at_rest(const Monitor& monitor) {
  constexpr double nothing = 1e-12;  // rad
  return monitor.fastest * std::abs(monitor.end - monitor.begin) < nothing;
}

Reading energy_reading(const Monitor& monitor) {
  const bool exchanged = monitor.dissipated != 0 || monitor.most_work != 0;
  const double scale = std::max(
      {std::abs(monitor.energy.start), std::abs(monitor.energy.end), std::abs(monitor.dissipated), monitor.most_work});
  const double error = exchanged ? monitor.max_error / scale : monitor.energy.max_relative_drift();
  return reading(error, at_rest(monitor) ? error : 1e-8, fair_energy_error);
}

Reading momentum_reading(const Monitor& monitor) {
  double worst = 0;
  if (monitor.outside) {
    const double size = monitor.momentum().size;
    return reading(size > 0 ? monitor.max_momentum_error / size : monitor.max_momentum_error, 1e-11,
                   fair_momentum_error);
  }
  for (const Drift& drift : monitor.strayed) worst = std::max(worst, drift.max_relative_drift());
  return reading(worst, at_rest(monitor) ? worst : 1e-11, fair_momentum_error);
}

Drift momentum_drift(const Monitor& monitor) {
  Drift out = monitor.momentum();
  if (monitor.strayed.size() == 1) return out;
  double start = 0, end = 0;
  for (const Drift& part : monitor.strayed) {
    start = std::hypot(start, part.start);
    end = std::hypot(end, part.end);
    out.max_drift = std::max(out.max_drift, part.max_drift);
    out.size = std::max(out.size, part.size);
  }
  out.start = start;
  out.end = end;
  return out;
}

Monitor monitor_of(std::vector<Casimir> casimirs) {
  Monitor out;
  out.strayed.resize(std::max<std::size_t>(casimirs.size(), 1));
  out.casimirs = std::move(casimirs);
  return out;
}

void observe(Monitor& monitor, const Flow& flow, const Layout& layout, double t, const double* x) {
  const bool first = !monitor.started;
  monitor.started = true;
  const double H = flow.kinetic(t, x), U = flow.stored ? flow.stored(t, x) : 0;
  note(monitor.energy, first, H + U, H + std::abs(U));
  double momenta = 0;
  for (std::size_t c = 0; c < monitor.casimirs.size(); ++c) {
    const double size = monitor.casimirs[c].size(x);
    note(monitor.strayed[c], first, monitor.casimirs[c].value(x), size);
    momenta = std::max(momenta, size);
  }
  if (first) monitor.begin = t;
  monitor.end = t;
  if (momenta > 0) monitor.fastest = std::max(monitor.fastest, 2 * H / momenta);
  if (const int impulse = layout.offset(BlockKind::impulse); impulse >= 0) {
    monitor.outside = true;
    monitor.impulse = x[impulse];
    const double balanced = monitor.momentum().end - monitor.impulse;
    if (first) monitor.balanced_momentum = balanced;
    monitor.max_momentum_error = std::max(monitor.max_momentum_error, std::abs(balanced - monitor.balanced_momentum));
  }
  const double released = flow.released ? flow.released(t, x) : 0;
  if (first) monitor.released = released;
  if (const int work = layout.offset(BlockKind::work); work >= 0)
    monitor.work = x[work] + (released - monitor.released);
  monitor.most_work = std::max(monitor.most_work, std::abs(monitor.work));
  if (const int dissipated = layout.offset(BlockKind::dissipated); dissipated >= 0) monitor.dissipated = x[dissipated];
  const double conserved = H + U - monitor.work + monitor.dissipated;
  if (first) monitor.conserved = conserved;
  monitor.max_error = std::max(monitor.max_error, std::abs(conserved - monitor.conserved));
  if (flow.closure.count == 0) return;
  monitor.gap.resize(static_cast<std::size_t>(flow.closure.count));
  flow.closure.value(t, x, monitor.gap.data());
  for (const double g : monitor.gap) monitor.closure = std::max(monitor.closure, std::abs(g));
}

}  // namespace oopss
