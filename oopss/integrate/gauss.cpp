// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/gauss.hpp"

#include <fmt/format.h>

#include <cassert>

namespace oopss {
namespace {

/// work(i) of each of so many parts of a step: numbers that do not depend on each other.
template <class Work>
void each_part(Gauss& by, int parts, const Work& work) {
  if (by.threads)
    by.threads->each(parts, work);
  else
    for (int i = 0; i < parts; ++i) work(i);
}

/// work(begin, end) of `size` numbers that do not depend on each other: of all of them, or of parts side by side.
template <class Work>
void each_range(Gauss& by, std::size_t size, const Work& work) {
  const std::size_t parts = by.threads ? static_cast<std::size_t>(by.threads->count()) : 1;
  each_part(by, static_cast<int>(parts),
            [&](std::size_t part) { work(size * part / parts, size * (part + 1) / parts); });
}

Size largest_of(const std::array<Size, 3>& sizes, int count) {
  Size out;
  for (int i = 0; i < count; ++i) out = {larger(out.angle, sizes[i].angle), larger(out.momentum, sizes[i].momentum)};
  return out;
}

/// The largest entries of stage values.
Size largest(Gauss& by, const double* stages) {
  std::array<Size, 3> sizes;
  each_part(by, by.tableau.stages,
            [&](int i) { sizes[i] = size_of(by.layout, stages + static_cast<std::ptrdiff_t>(i) * by.layout.size); });
  return largest_of(sizes, by.tableau.stages);
}

/// D of a step of length h with the rates of the point it begins at.
void guess_from_rates(Gauss& by, const Flow& flow, const Waypoint& from, double h) {
  const int n = static_cast<int>(from.x.size());
  flow.field(from.t, from.x.data(), by.v.data());
  ++by.evaluations;
  for (int i = 0; i < by.tableau.stages; ++i)
    for (int k = 0; k < n; ++k) by.D[i * n + k] = h * by.tableau.b[i] * by.v[k];
}

/// D of the first part, of length h, of the last step: rates by interpolation between its stages.
void guess_inside(Gauss& by, double h) {
  const int s = by.tableau.stages, n = static_cast<int>(by.v.size());
  const double part = h / by.last_h;
  std::fill(by.D.begin(), by.D.end(), 0.0);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) {
      double weight = part * by.tableau.b[i] / by.tableau.b[j];
      for (int l = 0; l < s; ++l)
        if (l != j) weight *= (part * by.tableau.c[i] - by.tableau.c[l]) / (by.tableau.c[j] - by.tableau.c[l]);
      for (int k = 0; k < n; ++k) by.D[i * n + k] += weight * by.past.past[j * n + k];
    }
}

/// values *= factor over a group, and the largest of what then differs from `before`.
double scale(const std::vector<Stretch>& stretches, double factor, const double* before, double* values) {
  double out = 0;
  for (const Stretch& stretch : stretches)
    for (int k = stretch.begin; k < stretch.end; ++k) {
      values[k] *= factor;
      out = larger(out, std::abs(values[k] - before[k]));
    }
  return out;
}

/// One sweep: next = h b f(x₀ + Z(D)). The largest of next − D, found where next is at hand: in large systems going
/// through memory once more is what costs.
Size sweep_stages(Gauss& by, const Flow& flow, const Waypoint& from, double h) {
  const int s = by.tableau.stages, n = static_cast<int>(from.x.size());
  std::array<Size, 3> moved;
  each_part(by, s, [&](int i) {
    const int thread = by.threads ? i % by.threads->count() : 0;
    std::vector<double>& v = thread > 0 ? by.beside[thread - 1].v : by.v;
    for (int k = 0; k < n; ++k) {
      double sum = 0, skew = 0;
      for (int j = 0; j < s; ++j) {
        sum += by.D[j * n + k];
        skew += by.tableau.w[i][j] * by.D[j * n + k];
      }
      v[k] = from.x[k] + (0.5 * sum + skew + from.rest[k]);
    }
    double* D = block(by.next, i, n);
    (thread > 0 ? by.beside[thread - 1].field : flow.field)(from.t + by.tableau.c[i] * h, v.data(), D);
    const auto scaled = [&](ErrorGroup group) {
      return scale(by.layout.of_group(group), h * by.tableau.b[i], block(by.D, i, n), D);
    };
    moved[i] = {scaled(ErrorGroup::angle), scaled(ErrorGroup::momentum)};
    scaled(ErrorGroup::energy);
  });
  by.evaluations += s;
  return largest_of(moved, s);
}

/// What the momenta of a step are measured against.
double momentum_scale(Gauss& by, const Waypoint& from) {
  const std::vector<Stretch>& momenta = by.layout.of_group(ErrorGroup::momentum);
  std::array<double, 4> sizes{largest(momenta, from.x.data())};
  each_part(by, by.tableau.stages, [&](int i) { sizes[1 + i] = largest(momenta, block(by.D, i, by.layout.size)); });
  const double most = *std::max_element(sizes.begin(), sizes.begin() + 1 + by.tableau.stages);
  return most > 0 ? most : 1;
}

Outcome not_finite(const Waypoint& from, double h) {
  return {Status::singular, fmt::format("the rates are not finite within {:.6g} of t = {:.17g}", h, from.t), 0};
}

Outcome not_settled(const Waypoint& from, double h, double residual) {
  return {
      Status::failed,
      fmt::format("the stages of the step of {:.6g} from t = {:.17g} did not settle, residual {:.2g}; a smaller step "
                  "helps, or cvode if a torque law is stiff",
                  h, from.t, residual),
      residual};
}

/// Sweeps from the guess in D until what a further sweep would change is below rounding: the change times the
/// contraction seen, or a change that is small, or turns nothing by more than a rounding, and no longer falls: of
/// bodies at rest the momenta are roundings of torques. `contraction` is that of the first two sweeps.
Outcome solve(Gauss& by, const Flow& flow, const Waypoint& from, double h, double& contraction) {
  const double momentum = momentum_scale(by, from);
  double before = 0, factor = contraction;
  for (int count = 1; count <= most_sweeps; ++count) {
    const Size moved = sweep_stages(by, flow, from, h);
    std::swap(by.D, by.next);
    const double now = against(moved, momentum);
    if (!std::isfinite(now)) return count == 1 ? not_finite(from, h) : not_settled(from, h, before);
    if (count > 1) factor = std::max({now / before, 0.1 * factor, 1e-3});
    if (count == 2) contraction = std::min(factor, 1.0);
    const bool at_rounding = count > 3 && now > 0.5 * before && (now < 1e-11 || moved.angle < rounding_unit);
    if (now * factor <= 0.01 * rounding_unit || at_rounding) return {};
    before = now;
  }
  return not_settled(from, h, before);
}

double increment(const Gauss& by, int k) {
  const int n = static_cast<int>(by.v.size());
  double sum = 0;
  for (int i = 0; i < by.tableau.stages; ++i) sum += by.D[i * n + k];
  return sum;
}

/// Solves for the part of the last step that ends at t.
Outcome solve_inside(Gauss& by, const Flow& flow, double t) {
  const double h = t - by.begin.t;
  double contraction = 1;
  if (by.last_h != 0)
    guess_inside(by, h);
  else
    guess_from_rates(by, flow, by.begin, h);
  return solve(by, flow, by.begin, h, contraction);
}

}  // namespace

GaussTableau gauss_tableau(int stages) {
  const double r3 = std::sqrt(3.0), r15 = std::sqrt(15.0);
  if (stages == 1) return {1, {1}, {0.5}, {}};
  if (stages == 2) return {2, {0.5, 0.5}, {0.5 - r3 / 6, 0.5 + r3 / 6}, {{{0, -r3 / 3}, {r3 / 3, 0}}}};
  assert(stages == 3);
  const double u = 3 * r15 / 20, v = 3 * r15 / 25;
  return {3, {5. / 18, 4. / 9, 5. / 18}, {0.5 - r15 / 10, 0.5, 0.5 + r15 / 10}, {{{0, -u, -v}, {u, 0, -u}, {v, u, 0}}}};
}

Gauss gauss(const Layout& layout, int stages, double step, const Waypoint& start) {
  Gauss by{.layout = layout, .tableau = gauss_tableau(stages), .step = step, .begin = start, .end = start};
  by.layout.blocks = {};  // sizes go by stretches
  const std::size_t n = start.x.size(), all = n * static_cast<std::size_t>(stages);
  by.v.resize(n);
  for (auto* stage_values : {&by.D, &by.next}) stage_values->resize(all);
  by.past = layout.bodies > most_bodies_of_one_thread ? differences(all, 4) : differences(all);
  return by;
}

void work_side_by_side(Gauss& by, const Flow& flow, int threads) {
  by.threads = std::make_unique<StageThreads>(std::min(threads, by.tableau.stages));
  by.beside.assign(static_cast<std::size_t>(by.threads->count() - 1), {flow.field, by.v});
}

Outcome advance(Gauss& by, const Flow& flow, double limit) {
  const double rest_of_step = limit - by.end.t;
  const bool whole = std::abs(rest_of_step - by.step) <= 1e-9 * std::abs(by.step);
  const double h = whole ? by.step : rest_of_step;
  const bool guessed = whole && by.past.known > 0;
  if (guessed)
    each_range(by, by.D.size(), [&](std::size_t begin, std::size_t end) { extrapolate(by.past, begin, end, by.D); });
  else
    guess_from_rates(by, flow, by.end, h);
  double untried = 1;
  Outcome solved = solve(by, flow, by.end, h, guessed ? by.contraction : untried);
  if (!solved.good()) return solved;

  by.begin.t = by.end.t;
  by.begin.t_rest = by.end.t_rest;
  std::swap(by.begin.x, by.end.x);
  std::swap(by.begin.rest, by.end.rest);
  each_range(by, by.v.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      by.end.x[k] = by.begin.x[k];
      by.end.rest[k] = by.begin.rest[k];
      add(by.end.x[k], by.end.rest[k], increment(by, static_cast<int>(k)));
    }
  });
  by.end.t = limit;
  by.last_h = h;
  if (whole) {
    make_room(by.past);
    each_range(by, by.D.size(), [&](std::size_t begin, std::size_t end) { take(by.past, by.D, begin, end); });
    choose_depth(by.past, [&, momentum = momentum_scale(by, by.begin)](const double* D) {
      return against(largest(by, D), momentum);
    });
  } else {
    begin_anew(by.past, by.D);
  }
  return {};
}

Outcome sample(Gauss& by, const Flow& flow, double t, std::vector<double>& out) {
  if (t == by.begin.t) {
    out = by.begin.x;
    return {};
  }
  Outcome solved = solve_inside(by, flow, t);
  for (int k = 0; k < static_cast<int>(out.size()); ++k) out[k] = by.begin.x[k] + (increment(by, k) + by.begin.rest[k]);
  return solved;
}

Outcome shorten(Gauss& by, const Flow& flow, double t) {
  Outcome solved = solve_inside(by, flow, t);
  if (!solved.good()) return solved;
  by.end = by.begin;
  for (int k = 0; k < static_cast<int>(by.v.size()); ++k) add(by.end.x[k], by.end.rest[k], increment(by, k));
  begin_anew(by.past, by.D);
  by.last_h = t - by.begin.t;
  restart(by, t);
  return {};
}

void restart(Gauss& by, double t) {
  by.end.t = t;
  by.past.known = 0;
}

}  // namespace oopss
