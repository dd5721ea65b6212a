// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/critical.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/critical_iteration.hpp"
#include "oopss/analysis/morse.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

/// The search in progress.
struct Search {
  Iteration iteration;
  const SearchPlan& plan;
  CriticalShapes found{};
  std::vector<std::size_t> family{};  // per point: the first of those that are critical because one of them is

  bool inside(const CriticalShape& point) const {
    const std::vector<ShapeRange>& ranges = iteration.space.ranges;
    for (std::size_t k = 0; k < point.phi.size(); ++k)
      if (!ranges[k].circle && !(point.phi[k] >= ranges[k].low - 1e-9 && point.phi[k] <= ranges[k].high + 1e-9))
        return false;
    return true;
  }

  /// At shapes where the space of shapes is no smooth one a slope that vanishes says nothing.
  bool regular(const CriticalShape& point) const {
    constexpr double lost = 1e-6;  // as for ranks
    return !iteration.space.clearance || iteration.space.clearance(point.phi) > lost;
  }

  bool one_continuum(const CriticalShape& a, const CriticalShape& b) const {
    return !iteration.space.one_continuum || iteration.space.one_continuum(a.phi, b.phi);
  }

  /// Degenerate points are reached slowly and so known less exactly: g ~ δ³ leaves δ ~ 1e-4.
  CriticalShape* known(const CriticalShape& point) {
    for (CriticalShape& other : found.all) {
      const bool same_value = std::abs(other.value - point.value) <= 1e-9 * iteration.scale;
      if (other.continuum && point.nullity > 0 && same_value && one_continuum(other, point)) return &other;
      const double near = other.nullity > 0 || point.nullity > 0 ? 2e-3 : 1e-6;
      if (same_value && shape_distance(iteration.space, other.phi, point.phi) < near) return &other;
    }
    return nullptr;
  }

  bool counts(const CriticalShape& point) const {
    return point.residual <= settled_residual && inside(point) && regular(point);
  }

  void add(CriticalShape point, std::size_t first) {
    if (point.nullity > 0) point.continuum = iteration.goes_on(point);
    found.all.push_back(std::move(point));
    family.push_back(first);
  }

  /// A point with all that are critical because it is.
  void add_family(CriticalShape point) {
    const std::size_t first = found.all.size();
    add(std::move(point), first);
    if (!iteration.energy.partners) return;
    for (std::size_t k = first; k < found.all.size(); ++k)
      for (std::vector<double>& phi : iteration.energy.partners(found.all[k].phi))
        if (CriticalShape partner = iteration.settle(std::move(phi)); counts(partner) && !known(partner))
          add(std::move(partner), first);
  }

  /// A start of the first (0) or the second search (1), or of none (−1).
  void start_from(std::vector<double> phi, int searcher) {
    if (plan.watch) plan.watch();
    ++found.starts;
    CriticalShape point = iteration.settle(std::move(phi), searcher == 1);
    if (!counts(point)) return;
    std::size_t place = found.all.size();
    if (CriticalShape* other = known(point)) {
      place = static_cast<std::size_t>(other - found.all.data());
      if (point.residual < other->residual && !other->continuum) {
        point.hits = other->hits;
        *other = std::move(point);
      }
    } else {
      add_family(std::move(point));
    }
    if (searcher >= 0) ++found.all[family[place]].hits[searcher];
  }

  void count() { count_by_morse(iteration.energy, found); }

  /// Each search has met every family so often. Newton's steps come to degenerate points slowly or not at all.
  bool agree(int hits) const {
    for (std::size_t k = 0; k < found.all.size(); ++k) {
      const auto [down, leaping] = found.all[k].hits;
      if (family[k] != k) continue;
      if (found.all[k].nullity > 0 ? down + leaping < 2 * hits : down < hits || leaping < hits) return false;
    }
    return true;
  }
};

/// A low-discrepancy sequence over all shapes: multiples of 1/g, 1/g², … with g^(n+1) = g + 1, or of the roots of
/// primes.
struct Sequence {
  const ShapeSpace& space;
  std::vector<double> steps;
  long number = 0;

  Sequence(const ShapeSpace& over, bool by_primes) : space(over) {
    constexpr std::array<int, most_searched_joints> primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
    double g = 2, step = 1;
    for (int repeat = 0; repeat < 60; ++repeat) g = std::pow(1 + g, 1.0 / (static_cast<double>(space.freedom) + 1));
    for (int k = 0; k < space.freedom; ++k) {
      step /= g;
      steps.push_back(by_primes ? std::sqrt(primes.at(k)) : step);
    }
  }
  std::vector<double> next() {
    ++number;
    std::vector<double> place;
    for (const double step : steps) place.push_back(std::fmod(0.5 + static_cast<double>(number) * step, 1.0));
    return spread(space, place);
  }
};

/// Of each search, however soon they agree: so many for every direction, and for every turn within its range.
long least_starts(const ShapeSpace& space) {
  double folds = 1;
  for (int k = 0; k < space.freedom; ++k) {
    const double length = space.spread ? 0 : space.ranges[k].high - space.ranges[k].low;
    folds *= 2 * std::max(1.0, length / (2 * pi));
  }
  return static_cast<long>(std::min(50 * folds, 4000.0));
}

}  // namespace

CriticalShape settle(const ShapeEnergy& energy, std::vector<double> phi) {
  Iteration iteration(energy);
  CriticalShape out = iteration.settle(std::move(phi));
  out.continuum = out.nullity > 0 && iteration.goes_on(out);
  return out;
}

ShapeEnergy surveyed(const ShapeEnergy& energy) {
  ShapeEnergy known = energy;
  known.survey = {};
  if (energy.survey) energy.survey(known);
  return known;
}

CriticalShapes critical_shapes(const ShapeEnergy& energy, SearchPlan plan) {
  if (energy.survey) return critical_shapes(surveyed(energy), std::move(plan));
  if (energy.closed_form)
    for (std::vector<double>& phi : energy.closed_form()) {
      plan.first.push_back(std::move(phi));
      plan.first_is_all = true;
    }
  Search search{Iteration(energy), plan};
  CriticalShapes& found = search.found;
  for (const std::vector<double>& phi : plan.first) search.start_from(phi, -1);
  search.count();
  std::array<Sequence, 2> sequences = {Sequence(energy.space, false), Sequence(energy.space, true)};
  const auto batch = [&] {
    const long starts = std::max<long>(20, static_cast<long>(found.all.size()));
    for (int searcher = 0; searcher < 2; ++searcher)
      for (long k = 0; k < starts; ++k) search.start_from(sequences[searcher].next(), searcher);
    search.count();
  };
  if (plan.first_is_all && found.count == MorseCount::agrees) {
    const std::size_t listed = found.all.size();
    if (plan.confirm) batch();
    found.settled = found.all.size() == listed;
  }
  if (!found.settled && energy.starts)
    for (std::vector<double>& phi : energy.starts()) search.start_from(std::move(phi), 0);
  const double most = plan.most_work / energy.work;
  const long least = least_starts(energy.space);
  while (!found.settled && static_cast<double>(search.iteration.evaluations) < most) {
    batch();
    found.settled = sequences[0].number >= least && search.agree(plan.hits) && found.count != MorseCount::fails;
  }
  std::vector<NamedShape> shapes;
  for (const CriticalShape& point : found.all) shapes.push_back({point.I_lock, point.phi});
  std::vector<CriticalShape> sorted;
  for (const std::size_t k : by_falling_inertia(energy.space.ranges, shapes)) sorted.push_back(std::move(found.all[k]));
  found.all = std::move(sorted);
  return std::move(found);
}

}  // namespace oopss
