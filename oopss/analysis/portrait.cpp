// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/portrait.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "oopss/analysis/quadrature.hpp"

namespace oopss {
namespace {

using std::numbers::pi;
constexpr int samples = 120;  // of a curve from one end to the other

/// The functions of a leaf.
struct Functions {
  const Leaf& leaf;

  double M(double theta) const { return leaf.mass(theta); }
  double W(double theta) const { return leaf.energy(theta)[0]; }
  double slope(double theta) const { return leaf.energy(theta)[1]; }
  double curvature(double theta) const { return leaf.energy(theta)[2]; }
  double nu_at_rest(double theta) const { return leaf.nu_at_rest(theta); }
  /// W(end) − W(θ): of near places by Gauss's rule of eight points on the slope, where the difference would be
  /// rounding.
  double drop(double end, double theta) const {
    if (leaf.drop) return leaf.drop(end, theta);
    if (std::abs(end - theta) > 0.05) return W(end) - W(theta);
    constexpr std::array<std::array<double, 2>, 4> rule = {{{0.1834346424956498, 0.3626837833783620},
                                                            {0.5255324099163290, 0.3137066458778873},
                                                            {0.7966664774136267, 0.2223810344533745},
                                                            {0.9602898564975363, 0.1012285362903763}}};
    const double middle = (end + theta) / 2, half = (end - theta) / 2;
    double sum = 0;
    for (const auto& [off, weight] : rule) sum += weight * (slope(middle - off * half) + slope(middle + off * half));
    return half * sum;
  }
};

/// A zero of f, which changes sign from a to b, to the last bit that tells.
template <class F>
double bisected(const F& f, double a, double b) {
  const bool rises = f(b) > 0;
  for (double middle = (a + b) / 2; middle != a && middle != b; middle = (a + b) / 2)
    ((f(middle) > 0) == rises ? b : a) = middle;
  return (a + b) / 2;
}

/// The critical points of W from `from` to `to`, by changes of sign of its slope, and where it only touches zero.
std::vector<double> critical_points(const Functions& on_leaf, double from, double to) {
  const int n = static_cast<int>(std::ceil((to - from) / (2 * pi) * 720));
  const auto sample = [&](int i) { return from + (to - from) * i / n; };
  const auto slope = [&](double theta) { return on_leaf.slope(theta); };
  std::vector<double> slopes, out;
  for (int i = 0; i <= n; ++i) slopes.push_back(slope(sample(i)));
  double largest = 0;
  for (const double value : slopes) largest = std::max(largest, std::abs(value));
  const double none = 1e-13 * largest;
  for (int i = 0; i <= n; ++i) {
    if (std::abs(slopes[i]) <= none) {
      out.push_back(sample(i));
    } else if (i > 0 && std::abs(slopes[i - 1]) > none && (slopes[i] > 0) != (slopes[i - 1] > 0)) {
      out.push_back(bisected(slope, sample(i - 1), sample(i)));
    } else if (i > 0 && i < n && std::abs(slopes[i]) < std::min(std::abs(slopes[i - 1]), std::abs(slopes[i + 1])) &&
               (slopes[i] > 0) == (slopes[i + 1] > 0) && (slopes[i] > 0) == (slopes[i - 1] > 0)) {
      const auto curvature = [&](double theta) { return on_leaf.curvature(theta); };
      const double theta = bisected(curvature, sample(i - 1), sample(i + 1));
      if (std::abs(slope(theta)) <= none) out.push_back(theta);
    }
  }
  return out;
}

LeafEquilibrium equilibrium_at(const Functions& on_leaf, double theta) {
  const double curvature = on_leaf.curvature(theta),
               scale = std::abs(on_leaf.curvature(theta + 1)) + std::abs(on_leaf.curvature(theta - 1));
  const bool flat = std::abs(curvature) <= 1e-9 * scale;
  return {theta, on_leaf.nu_at_rest(theta), on_leaf.W(theta), !flat && curvature < 0, flat};
}

/// One end of a stretch of θ that a motion covers.
struct End {
  double theta;
  bool saddle;
};

/// Where W = E from end to end of the window: W is monotone between neighbouring critical points.
std::vector<End> ends_at(const Functions& on_leaf, const LeafPortrait& portrait, const std::vector<double>& critical,
                         double E, double rounding) {
  std::vector<double> knots = {portrait.from};
  for (const double theta : critical)
    if (theta > knots.back()) knots.push_back(theta);
  if (portrait.to > knots.back()) knots.push_back(portrait.to);
  std::vector<End> out;
  const auto excess = [&](double theta) { return on_leaf.W(theta) - E; };
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const bool touches = std::abs(excess(knots[i])) <= rounding;
    if (touches) out.push_back({knots[i], true});
    if (i + 1 == knots.size() || touches || std::abs(excess(knots[i + 1])) <= rounding) continue;
    if ((excess(knots[i]) > 0) != (excess(knots[i + 1]) > 0))
      out.push_back({bisected(excess, knots[i], knots[i + 1]), false});
  }
  return out;
}

/// A stretch between two ends, θ = middle − half cos ξ: W(end) − W = (θ − a)(b − θ) g with g smooth, so that
///   T = 2 ∫ sqrt(M/(2g)) dξ,   J = 2 ∫ sqrt(2Mg) (half sin ξ)² dξ
/// have integrands that continue as even periodic functions.
struct Stretch {
  const Functions& on_leaf;
  double a, b;

  double theta(double xi) const { return (a + b) / 2 - (b - a) / 2 * std::cos(xi); }
  double gap(double angle) const { return std::max(on_leaf.drop(angle - a < b - angle ? a : b, angle), 0.0); }
  double impulse(double angle) const { return std::sqrt(2 * on_leaf.M(angle) * gap(angle)); }  // Mθ'
  std::vector<std::array<double, 2>> branch(int sign) const {
    std::vector<std::array<double, 2>> out;
    for (int i = 0; i <= samples; ++i) {
      const double angle = i == 0 ? a : i == samples ? b : theta(pi * i / samples);
      const double p = i == 0 || i == samples ? 0 : impulse(angle);
      out.push_back({angle, on_leaf.nu_at_rest(angle) + sign * p});
    }
    if (sign < 0) std::reverse(out.begin(), out.end());
    return out;
  }
};

void join(std::vector<std::array<double, 2>>& to, const std::vector<std::array<double, 2>>& more) {
  to.insert(to.end(), more.begin() + (to.empty() ? 0 : 1), more.end());
}

OrbitCurve libration(const Functions& on_leaf, double E, double a, double b) {
  const Stretch on{on_leaf, a, b};
  const double half = (b - a) / 2;
  const auto g = [&](double theta) { return on.gap(theta) / ((theta - a) * (b - theta)); };
  const Quadrature T = midpoint_rule(
      [&](double xi) {
        const double theta = on.theta(xi);
        return 2 * std::sqrt(on_leaf.M(theta) / (2 * g(theta)));
      },
      0, pi);
  const Quadrature J =
      midpoint_rule([&](double xi) { return 2 * on.impulse(on.theta(xi)) * half * std::sin(xi); }, 0, pi);
  OrbitCurve out{
      E, OrbitKind::libration, {a, b}, T.value, J.value, std::max(T.error / T.value, J.error / J.value), on.branch(+1)};
  join(out.points, on.branch(-1));
  return out;
}

/// Both ways round: ν = ν_rest ± Mθ'.
std::vector<OrbitCurve> rotations(const Functions& on_leaf, const LeafPortrait& portrait, double E) {
  const auto impulse = [&](double theta) { return std::sqrt(2 * on_leaf.M(theta) * (E - on_leaf.W(theta))); };
  const Quadrature T =
      midpoint_rule([&](double theta) { return on_leaf.M(theta) / impulse(theta); }, portrait.from, portrait.to);
  std::vector<OrbitCurve> out;
  for (const int sign : {+1, -1}) {
    const Quadrature J = midpoint_rule([&](double theta) { return impulse(theta) + sign * on_leaf.nu_at_rest(theta); },
                                       portrait.from, portrait.to);
    const Quadrature size = midpoint_rule(impulse, portrait.from, portrait.to);
    OrbitCurve curve{E,       sign > 0 ? OrbitKind::rotation_up : OrbitKind::rotation_down,
                     {},      T.value,
                     J.value, std::max(T.error / T.value, J.error / size.value),
                     {}};
    for (int i = 0; i <= 2 * samples; ++i) {
      const double theta = portrait.from + (portrait.to - portrait.from) * i / (2 * samples);
      curve.points.push_back({theta, on_leaf.nu_at_rest(theta) + sign * impulse(theta)});
    }
    if (sign < 0) std::reverse(curve.points.begin(), curve.points.end());
    out.push_back(std::move(curve));
  }
  return out;
}

/// From saddle to saddle, one curve above and one below; or from a saddle round a turning point and back.
std::vector<OrbitCurve> separatrices(const Functions& on_leaf, double E, End a, End b) {
  const Stretch on{on_leaf, a.theta, b.theta};
  const double length = b.theta - a.theta;
  // At a turning point Mθ' goes as a square root: θ = end ∓ length t² makes it smooth.
  const auto area = [&](const auto& integrand) {
    if (a.saddle && b.saddle) return fejer_rule(integrand, a.theta, b.theta);
    return fejer_rule(
        [&](double t) {
          return integrand(a.saddle ? b.theta - length * t * t : a.theta + length * t * t) * 2 * length * t;
        },
        0, 1);
  };
  const Quadrature moving = area([&](double theta) { return on.impulse(theta); });
  std::vector<OrbitCurve> out;
  if (a.saddle && b.saddle) {
    const Quadrature resting = area([&](double theta) { return on_leaf.nu_at_rest(theta); });
    for (const int sign : {+1, -1})
      out.push_back({E,
                     OrbitKind::separatrix,
                     {a.theta, b.theta},
                     {},
                     moving.value + sign * resting.value,
                     moving.error / moving.value,
                     on.branch(sign)});
    return out;
  }
  out.push_back({E, OrbitKind::separatrix, {a.theta, b.theta}, {}, 2 * moving.value, moving.error / moving.value, {}});
  for (const int sign : {a.saddle ? +1 : -1, a.saddle ? -1 : +1}) join(out.back().points, on.branch(sign));
  return out;
}

/// The window of θ, and the top of the energies to show if there is no saddle.
struct Window {
  double from, to, top;
};

Window circle_window(const Functions& on_leaf) {
  constexpr int n = 720;
  double highest = -pi;
  for (int i = 1; i < n; ++i)
    if (const double theta = -pi + 2 * pi * i / n; on_leaf.W(theta) > on_leaf.W(highest)) highest = theta;
  const std::vector<double> near = critical_points(on_leaf, highest - 4 * pi / n, highest + 4 * pi / n);
  for (const double theta : near)
    if (on_leaf.W(theta) >= on_leaf.W(highest)) highest = theta;
  const double to = highest > 1e-12 ? highest : highest + 2 * pi;  // the window's middle is in (−π, π]
  return {to - 2 * pi, to, on_leaf.W(highest)};
}

Window line_window(const Functions& on_leaf, const std::vector<double>& energies) {
  constexpr int turns = 16;
  double lowest = 0;
  for (int i = -turns * 90; i <= turns * 90; ++i)
    if (const double theta = 2 * pi * i / 90; on_leaf.W(theta) < on_leaf.W(lowest)) lowest = theta;
  double top = std::max(on_leaf.W(lowest - pi / 2), on_leaf.W(lowest + pi / 2));
  if (!energies.empty()) top = *std::max_element(energies.begin(), energies.end());
  Window out{lowest - pi / 4, lowest + pi / 4, top};  // with the equilibrium between the samples, whatever the energies
  for (; on_leaf.W(out.from) <= top; out.from -= pi / 16)
    if (lowest - out.from > 2 * pi * turns) throw NoPortrait("motions of these energies turn without a bound");
  for (; on_leaf.W(out.to) <= top; out.to += pi / 16)
    if (out.to - lowest > 2 * pi * turns) throw NoPortrait("motions of these energies turn without a bound");
  return out;
}

/// Evenly in ν over the lowest equilibrium, four steps up to `top`, further ones beyond it if all motions there turn
/// round; as round numbers.
std::vector<double> chosen_energies(double lowest, double top, bool beyond) {
  const double rise = top - lowest, step = std::pow(10, std::floor(std::log10(rise / 20)));
  std::vector<double> out;
  for (int k = 1; k <= (beyond ? 7 : 4); ++k)
    if (k != 4 || !beyond) out.push_back(std::round((lowest + rise * k * k / 16) / step) * step);
  return out;
}

}  // namespace

LeafPortrait leaf_portrait(const Leaf& leaf, std::vector<double> energies) {
  const Functions on_leaf{leaf};
  double low = on_leaf.W(0), high = low;
  for (int i = 1; i < 90; ++i) {
    low = std::min(low, on_leaf.W(2 * pi * i / 90));
    high = std::max(high, on_leaf.W(2 * pi * i / 90));
  }
  if (!(high - low > 1e-12 * std::max(std::abs(high), std::abs(low))))
    throw NoPortrait(leaf.momentum == 0
                         ? "at zero total momentum and without springs every shape at rest is an equilibrium"
                         : "the energy does not depend on the shape: every shape is an equilibrium");
  const Window window = leaf.circle ? circle_window(on_leaf) : line_window(on_leaf, energies);
  LeafPortrait out{window.from, window.to, leaf.circle, 0, {}, {}, {}, {}};
  for (int i = 0; i <= 3 * samples; ++i) {
    const double theta = window.from + (window.to - window.from) * i / (3 * samples);
    out.potential.push_back({theta, on_leaf.W(theta)});
  }
  const std::vector<double> critical = critical_points(on_leaf, out.from, out.to);
  const double rounding = 1e-13 * (high - low) + 4e-16 * std::abs(high);
  for (const double theta : critical) {
    const LeafEquilibrium equilibrium = equilibrium_at(on_leaf, theta);
    const bool counted = leaf.circle && theta < out.from + 1e-9;  // the window's ends are one place of the circle
    if (!counted) out.equilibria.push_back(equilibrium);
    const auto same = [&](double E) { return std::abs(E - equilibrium.energy) <= 1e-12 * (high - low); };
    if (equilibrium.index == 1 && std::none_of(out.separatrices.begin(), out.separatrices.end(), same))
      out.separatrices.push_back(equilibrium.energy);
  }
  std::stable_sort(out.equilibria.begin(), out.equilibria.end(),
                   [](const LeafEquilibrium& one, const LeafEquilibrium& two) { return one.energy < two.energy; });
  std::sort(out.separatrices.begin(), out.separatrices.end());
  out.lowest = out.equilibria.front().energy;
  if (energies.empty()) energies = chosen_energies(out.lowest, window.top, leaf.circle);
  energies.insert(energies.end(), out.separatrices.begin(), out.separatrices.end());
  std::sort(energies.begin(), energies.end());
  energies.erase(std::unique(energies.begin(), energies.end(),
                             [&](double one, double two) { return std::abs(one - two) <= rounding; }),
                 energies.end());
  for (const double E : energies) {
    if (E <= out.lowest + 10 * rounding) continue;
    if (leaf.circle && E > window.top + rounding) {
      for (OrbitCurve& curve : rotations(on_leaf, out, E)) out.curves.push_back(std::move(curve));
      continue;
    }
    const std::vector<End> ends = ends_at(on_leaf, out, critical, E, rounding);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const End &a = ends[i], &b = ends[i + 1];
      if (!(on_leaf.W((a.theta + b.theta) / 2) < E)) continue;
      if (!a.saddle && !b.saddle) {
        out.curves.push_back(libration(on_leaf, E, a.theta, b.theta));
      } else {
        for (OrbitCurve& curve : separatrices(on_leaf, E, a, b)) out.curves.push_back(std::move(curve));
      }
    }
  }
  return out;
}

std::vector<LeafPortrait> leaf_portraits(const Leaf& leaf, const std::vector<double>& energies) {
  std::vector<LeafPortrait> out = {leaf_portrait(leaf, energies)};
  for (const Leaf& other : leaf.others) out.push_back(leaf_portrait(other, energies));
  return out;
}

Leaf leaf_of(const System& system, const std::vector<double>& p, double momentum, bool free) {
  if (!system.leaf) throw NoLeaf("a shape of this system is not one number");
  return system.leaf(p, momentum, free);
}

LeafPortrait leaf_portrait(const System& system, const std::vector<double>& p, double momentum, bool free) {
  return leaf_portrait(leaf_of(system, p, momentum, free));
}

}  // namespace oopss
