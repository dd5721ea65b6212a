// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/cvode.hpp"

#include <fmt/format.h>

#include "oopss/system/module.hpp"

namespace oopss {
namespace {

/// What the callbacks of one step work with.
struct Call {
  Cvode& by;
  const Flow& flow;
};

int rates(double t, const double* x, double* out, void* user) {
  auto& [by, flow] = *static_cast<Call*>(user);
  flow.field(t, x, out);
  ++by.evaluations;
  by.singular = !std::all_of(out, out + by.layout.size, [](double rate) { return std::isfinite(rate); });
  return by.singular ? 1 : 0;
}

/// The weights that make CVODE judge errors as the other methods do. Its norm is a root mean square over the state, so
/// quadratures, which must not steer, get a small weight.
void weights(const double* x, double* weight, void* user) {
  const Cvode& by = static_cast<Call*>(user)->by;
  const Layout& layout = by.layout;
  const double mu = std::max(size_of(layout, x).momentum, 1e-10);
  std::fill_n(weight, layout.size, 1 / by.tolerance);
  for (const auto& [begin, end] : layout.of_group(ErrorGroup::momentum))
    std::fill(weight + begin, weight + end, 1 / (by.tolerance * mu));
  for (const auto& [begin, end] : layout.of_group(ErrorGroup::energy))
    for (int i = begin; i < end; ++i) weight[i] = 1e-6 / (by.tolerance * std::max(std::abs(x[i]), 1.0));
}

Outcome trouble(Cvode& by, double t, const char* said) {
  if (by.singular)
    return {Status::singular, fmt::format("the rates are not finite at t = {:.17g} or right after it", t), 0};
  return {Status::failed, fmt::format("CVODE gave up at t = {:.17g}: {}", t, said), 0};
}

}  // namespace

Cvode cvode(const Layout& layout, double tolerance, const Waypoint& start) {
  return {.layout = layout, .tolerance = tolerance, .begin = start, .end = start};
}

Outcome advance(Cvode& by, const Flow& flow, double limit) {
  Call call{by, flow};
  if (!by.solver) {
    by.module = &load_module<CvodeModule>();
    by.solver = {by.module->open(by.layout.size, by.end.t, by.end.x.data(), rates, weights), by.module->close};
    if (!by.solver) return {Status::failed, "CVODE could not be set up", 0};
  }
  std::swap(by.begin, by.end);
  by.singular = false;
  if (const char* said = by.module->step(by.solver.get(), &call, limit, &by.end.t, by.end.x.data())) {
    std::swap(by.begin, by.end);
    return trouble(by, by.end.t, said);
  }
  const double h = by.end.t - by.begin.t;
  if (by.end.t == limit || std::abs(h) >= least_step(by.end.t)) return {};
  std::swap(by.begin, by.end);
  return {Status::singular, fmt::format("the step shrank to {:.2g} at t = {:.17g}", h, by.end.t), std::abs(h)};
}

Outcome sample(Cvode& by, const Flow&, double t, std::vector<double>& out) {
  if (const char* said = by.module->sample(by.solver.get(), t, out.data())) return trouble(by, t, said);
  return {};
}

Outcome shorten(Cvode& by, const Flow& flow, double t) {
  Outcome found = sample(by, flow, t, by.end.x);
  if (found.good()) by.end.t = t;
  return found;
}

void restart(Cvode& by, double t) {
  by.end.t = t;
  by.module->restart(by.solver.get(), t, by.end.x.data());
}

}  // namespace oopss
