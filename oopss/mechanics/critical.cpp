// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/critical.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/mechanics/morse.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

double largest(const std::vector<double>& of) {
  double out = 0;
  for (const double x : of) out = std::abs(x) <= out ? out : std::abs(x);  // NaN stays
  return out;
}

/// One iteration's room: the function, with every angle counted in units of 1/√scale.
struct Iteration {
  const ShapeLandscape& of;
  std::vector<AngleRange> ranges;
  std::vector<double> scales;
  double scale;  // the largest
  Expansion<double> at, inertia, next;
  Ldlt<double> normal;
  Matrix<double> A, H;
  std::vector<double> step, trial;

  explicit Iteration(const ShapeLandscape& landscape)
      : of(landscape),
        ranges(angle_ranges(landscape)),
        scales(slope_scales(landscape)),
        scale(largest(scales)),
        normal{Matrix<double>(of.joints, of.joints), std::vector<double>(of.joints)},
        A(of.joints, of.joints),
        H(of.joints, of.joints),
        step(of.joints),
        trial(of.joints) {}

  double slope(const Expansion<double>& here) const {
    double out = 0;
    for (int k = 0; k < of.joints; ++k) {
      const double part = std::abs(here.gradient[k]) / scales[k];
      out = part <= out ? out : part;  // NaN stays
    }
    return out;
  }

  /// Hessian and gradient in these units.
  double bend(const Expansion<double>& here, int k, int l) const {
    return here.hessian(k, l) / std::sqrt(scales[k] * scales[l]);
  }
  double pull(const Expansion<double>& here, int k) const { return here.gradient[k] / std::sqrt(scales[k]); }

  /// (H² + λ) s = −H g: of all steps the shortest where H is singular.
  void solve(double lambda) {
    const int n = of.joints;
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) H(k, l) = bend(at, k, l);
    for (int k = 0; k < n; ++k) {
      step[k] = 0;
      for (int l = 0; l <= k; ++l) {
        A(k, l) = k == l ? lambda : 0;
        for (int j = 0; j < n; ++j) A(k, l) += H(k, j) * H(j, l);
      }
      for (int j = 0; j < n; ++j) step[k] -= H(k, j) * pull(at, j);
    }
    factor(A, normal);
    solve_in_place(normal, step);
    for (int k = 0; k < n; ++k) step[k] /= std::sqrt(scales[k]);
  }

  /// Lets φ go down |g| until it rests; the slope that is left.
  double run(std::vector<double>& phi) {
    evaluate(of, phi, at, inertia);
    double left = slope(at), damping = 1;
    for (int repeat = 0; repeat < 200 && left > 0; ++repeat) {
      const double lambda = damping * (left * left + 1e-18);
      solve(lambda);
      for (int k = 0; k < of.joints; ++k) trial[k] = phi[k] + step[k];
      evaluate(of, trial, next, inertia);
      const double then = slope(next);
      if (std::isfinite(then) && then < left) {
        const bool slow = then > 0.5 * left && left < 1e-13;
        phi = trial;
        std::swap(at, next);
        left = then;
        damping = std::max(damping / 4, 1e-6);
        if (slow) break;
      } else {
        if (left < settled_residual || damping > 1e8) break;
        damping *= 8;
      }
    }
    return left;
  }

  CriticalShape settle(std::vector<double> phi) {
    const double left = run(phi);
    for (int k = 0; k < of.joints; ++k)
      if (ranges[k].circle) phi[k] = wrapped(phi[k]);
    CriticalShape out{std::move(phi), 0, 0, left};
    if (!(left <= settled_residual)) return out;
    evaluate(of, out.phi, at, inertia);
    out.value = at.value;
    out.I_lock = inertia.value;
    Eigen::MatrixXd curved(of.joints, of.joints);
    for (int k = 0; k < of.joints; ++k)
      for (int l = 0; l < of.joints; ++l) curved(k, l) = bend(at, k, l);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(curved);
    out.curvatures.assign(eigen.eigenvalues().begin(), eigen.eigenvalues().end());
    for (const double curvature : out.curvatures) {
      if (std::abs(curvature) <= flat_curvature) ++out.nullity;
      if (curvature < -flat_curvature) ++out.index;
    }
    directions = eigen.eigenvectors();
    return out;
  }
  Eigen::MatrixXd directions;  // of the last point's curvatures

  /// Whether critical points go on along a flat direction: a step along it settles at another one, as flat and as high.
  bool goes_on(const CriticalShape& from) {
    constexpr double stride = 0.1;
    const Eigen::MatrixXd all = directions;
    for (int c = 0; c < of.joints; ++c) {
      if (std::abs(from.curvatures[c]) > flat_curvature) continue;
      double longest = 0;  // component of the direction as angles
      for (int k = 0; k < of.joints; ++k) longest = std::max(longest, std::abs(all(k, c)) / std::sqrt(scales[k]));
      for (const double side : {-stride, stride}) {
        std::vector<double> phi = from.phi;
        for (int k = 0; k < of.joints; ++k) phi[k] += side * all(k, c) / std::sqrt(scales[k]) / longest;
        const CriticalShape there = settle(phi);
        if (there.residual <= settled_residual && there.nullity > 0 &&
            std::abs(there.value - from.value) <= 1e-9 * scale &&
            shape_distance(ranges, there.phi, from.phi) > stride / 4)
          return true;
      }
    }
    return false;
  }
};

/// The search in progress.
struct Search {
  Iteration iteration;
  CriticalShapes found;

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

  void start_from(std::vector<double> phi) {
    ++found.starts;
    CriticalShape point = iteration.settle(std::move(phi));
    if (!(point.residual <= settled_residual) || !inside(point)) return;
    if (CriticalShape* const other = known(point)) {
      const int hits = other->hits + 1;
      if (point.residual < other->residual && !other->continuum) *other = point;
      other->hits = hits;
      return;
    }
    if (point.nullity > 0) point.continuum = iteration.goes_on(point);
    point.hits = 1;
    found.all.push_back(std::move(point));
  }

  void count() { count_by_morse(iteration.of, iteration.ranges, found); }
  int least_hits() const {
    int least = found.all.empty() ? 0 : found.all[0].hits;
    for (const CriticalShape& point : found.all) least = std::min(least, point.hits);
    return least;
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

/// The next shape of a low-discrepancy sequence over the ranges: multiples of 1/g, 1/g², … with g^(n+1) = g + 1.
struct Sequence {
  std::vector<AngleRange> ranges;
  double g = 2;
  long number = 0;

  explicit Sequence(std::vector<AngleRange> over) : ranges(std::move(over)) {
    for (int repeat = 0; repeat < 60; ++repeat) g = std::pow(1 + g, 1.0 / (static_cast<double>(ranges.size()) + 1));
  }
  std::vector<double> next() {
    ++number;
    std::vector<double> phi;
    double step = 1;
    for (const AngleRange& range : ranges) {
      step /= g;
      const double part = std::fmod(0.5 + static_cast<double>(number) * step, 1.0);
      phi.push_back(range.low + part * (range.high - range.low));
    }
    return phi;
  }
};

/// How many starts a search may take: 400 for every time that a joint is stretched or folded within its range.
long starts_for(const std::vector<AngleRange>& ranges) {
  double folds = 1;
  for (const AngleRange& range : ranges) folds *= 2 * std::max(1.0, (range.high - range.low) / (2 * pi));
  return static_cast<long>(std::min(400 * folds, 200'000.0));
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
  Search search{Iteration(of), {}};
  search.found.ranges = search.iteration.ranges;
  for (const std::vector<double>& phi : plan.first) search.start_from(phi);
  search.count();
  const bool enough = plan.first_is_all && search.found.count == MorseCount::agrees;
  search.found.settled = enough;
  if (!enough) {
    for (std::vector<double>& phi : stretched_and_folded(of)) search.start_from(std::move(phi));
    const long most = plan.most_starts > 0 ? plan.most_starts : starts_for(search.iteration.ranges);
    Sequence sequence(search.iteration.ranges);
    while (search.found.starts < most && !search.found.settled) {
      const long batch = std::max<long>(20, 2 * static_cast<long>(search.found.all.size()));
      for (long k = 0; k < batch; ++k) search.start_from(sequence.next());
      search.count();
      search.found.settled = search.least_hits() >= plan.hits && search.found.count != MorseCount::fails;
    }
  }
  std::sort(search.found.all.begin(), search.found.all.end(), [](const CriticalShape& one, const CriticalShape& two) {
    return std::abs(one.I_lock - two.I_lock) > 1e-12 * (one.I_lock + two.I_lock) ? one.I_lock > two.I_lock
                                                                                 : one.phi < two.phi;
  });
  return std::move(search.found);
}

}  // namespace oopss
