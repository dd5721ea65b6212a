// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/critical.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/mechanics/critical_iteration.hpp"
#include "oopss/mechanics/morse.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

/// The search in progress.
struct Search {
  Iteration iteration;
  const SearchPlan& plan;
  CriticalShapes found{};

  bool inside(const CriticalShape& point) const {
    for (std::size_t k = 0; k < point.phi.size(); ++k)
      if (!iteration.ranges[k].circle &&
          !(point.phi[k] >= iteration.ranges[k].low - 1e-9 && point.phi[k] <= iteration.ranges[k].high + 1e-9))
        return false;
    return true;
  }

  /// Degenerate points are reached slowly and so known less exactly: g ~ δ³ leaves δ ~ 1e-4.
  CriticalShape* known(const CriticalShape& point) {
    for (CriticalShape& other : found.all) {
      const bool same_value = std::abs(other.value - point.value) <= 1e-9 * iteration.scale;
      if (other.continuum && point.nullity > 0 && same_value) return &other;
      const double near = other.nullity > 0 || point.nullity > 0 ? 2e-3 : 1e-6;
      if (same_value && shape_distance(iteration.ranges, other.phi, point.phi) < near) return &other;
    }
    return nullptr;
  }

  /// A start of the first (0) or the second search (1), or of none (−1).
  void start_from(std::vector<double> phi, int searcher) {
    if (plan.watch) plan.watch();
    ++found.starts;
    CriticalShape point = iteration.settle(std::move(phi), searcher == 1);
    if (!(point.residual <= settled_residual) || !inside(point)) return;
    CriticalShape* other = known(point);
    if (other) {
      if (point.residual < other->residual && !other->continuum) {
        point.hits = other->hits;
        *other = std::move(point);
      }
    } else {
      if (point.nullity > 0) point.continuum = iteration.goes_on(point);
      other = &found.all.emplace_back(std::move(point));
    }
    if (searcher >= 0) ++other->hits[searcher];
  }

  void count() { count_by_morse(iteration.of, iteration.ranges, found); }

  /// Each search has met every point so often. Newton's steps come to degenerate points slowly or not at all.
  bool agree(int hits) const {
    return std::all_of(found.all.begin(), found.all.end(), [&](const CriticalShape& point) {
      return point.nullity > 0 ? point.hits[0] + point.hits[1] >= 2 * hits
                               : point.hits[0] >= hits && point.hits[1] >= hits;
    });
  }
};

/// Every joint stretched or folded, as seen by its own two bodies: all equilibria of trees with aligned joints.
std::vector<std::vector<double>> stretched_and_folded(const ShapeLandscape& of) {
  std::vector<double> straight(of.joints, 0.0);
  for (const TrigTerm<double>& term : of.I_lock.terms) {
    int joint = -1, sum = 0;
    for (int k = 0; k < of.joints; ++k)
      if (term.winding[k] != 0) joint = k, ++sum;
    if (sum == 1) straight[joint] = term.winding[joint] * std::atan2(term.s, term.c);
  }
  std::vector<std::vector<double>> out;
  for (long folds = 0; folds < 1L << of.joints; ++folds) {
    out.push_back(straight);
    for (int k = 0; k < of.joints; ++k)
      if ((folds >> k) & 1) out.back()[k] += pi;
  }
  return out;
}

/// A low-discrepancy sequence over the ranges: multiples of 1/g, 1/g², … with g^(n+1) = g + 1, or of the roots of
/// primes.
struct Sequence {
  std::vector<AngleRange> ranges;
  std::vector<double> steps;
  long number = 0;

  Sequence(const std::vector<AngleRange>& over, bool by_primes) : ranges(over) {
    constexpr std::array<int, most_searched_joints> primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
    double g = 2, step = 1;
    for (int repeat = 0; repeat < 60; ++repeat) g = std::pow(1 + g, 1.0 / (static_cast<double>(ranges.size()) + 1));
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      step /= g;
      steps.push_back(by_primes ? std::sqrt(primes.at(k)) : step);
    }
  }
  std::vector<double> next() {
    ++number;
    std::vector<double> phi;
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      const double part = std::fmod(0.5 + static_cast<double>(number) * steps[k], 1.0);
      phi.push_back(ranges[k].low + part * (ranges[k].high - ranges[k].low));
    }
    return phi;
  }
};

/// Of each search, however soon they agree: so many for every time that a joint is stretched or folded within its
/// range.
long least_starts(const std::vector<AngleRange>& ranges) {
  double folds = 1;
  for (const AngleRange& range : ranges) folds *= 2 * std::max(1.0, (range.high - range.low) / (2 * pi));
  return static_cast<long>(std::min(50 * folds, 4000.0));
}

/// Of one evaluation with its step, in multiplications or so.
double work_of_evaluation(const ShapeLandscape& of) {
  const auto n = static_cast<double>(of.joints);
  return static_cast<double>(of.I_lock.terms.size()) * (20 + n * n / 3) + n * n * n;
}

}  // namespace

double wrapped(double angle) {
  const double out = std::remainder(angle, 2 * pi);
  return out <= -pi + 1e-13 ? std::min(out + 2 * pi, pi) : out;  // −π but for rounding is π
}

double shape_distance(const std::vector<AngleRange>& ranges, const std::vector<double>& a,
                      const std::vector<double>& b) {
  double apart = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double d = a[k] - b[k];
    apart = std::max(apart, std::abs(ranges[k].circle ? wrapped(d) : d));
  }
  return apart;
}

CriticalShape settle(const ShapeLandscape& of, std::vector<double> phi) {
  Iteration iteration(of);
  CriticalShape out = iteration.settle(std::move(phi));
  out.continuum = out.nullity > 0 && iteration.goes_on(out);
  return out;
}

CriticalShapes critical_shapes(const ShapeLandscape& of, const SearchPlan& plan) {
  Search search{Iteration(of), plan};
  CriticalShapes& found = search.found;
  found.ranges = search.iteration.ranges;
  for (const std::vector<double>& phi : plan.first) search.start_from(phi, -1);
  search.count();
  std::array<Sequence, 2> sequences = {Sequence(found.ranges, false), Sequence(found.ranges, true)};
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
  if (!found.settled)
    for (std::vector<double>& phi : stretched_and_folded(of)) search.start_from(std::move(phi), 0);
  const double most = plan.most_work / work_of_evaluation(of);
  const long least = least_starts(found.ranges);
  while (!found.settled && static_cast<double>(search.iteration.evaluations) < most) {
    batch();
    found.settled = sequences[0].number >= least && search.agree(plan.hits) && found.count != MorseCount::fails;
  }
  std::vector<NamedShape> shapes;
  for (const CriticalShape& point : found.all) shapes.push_back({point.I_lock, point.phi});
  std::vector<CriticalShape> sorted;
  for (const std::size_t k : by_falling_inertia(found.ranges, shapes)) sorted.push_back(std::move(found.all[k]));
  found.all = std::move(sorted);
  return std::move(found);
}

}  // namespace oopss
