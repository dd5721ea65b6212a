// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/verify_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oopss {
namespace {

double below(double x) { return x - std::abs(x) * 0x1p-52 - std::numeric_limits<double>::min(); }
double above(double x) { return -below(-x); }
Interval operator+(Interval a, Interval b) { return {below(a.lo + b.lo), above(a.hi + b.hi)}; }
Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
Interval operator-(Interval a, Interval b) { return a + -b; }
Interval operator*(Interval a, Interval b) {
  const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
  return {below(std::min(std::min(p, q), std::min(r, s))), above(std::max(std::max(p, q), std::max(r, s)))};
}
/// By a positive number.
Interval operator/(Interval a, Interval b) { return a * Interval{below(1 / b.hi), above(1 / b.lo)}; }
Interval times(int w, Interval a) { return w == 1 ? a : w == -1 ? -a : Interval{double(w), double(w)} * a; }
double most(Interval a) { return std::max(std::abs(a.lo), std::abs(a.hi)); }
double least(Interval a) { return a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0; }

/// GMP truncates; one step outwards more than makes up for it.
Interval interval(const Enclosure& x) { return {below(x.lo.get_d()), above(x.hi.get_d())}; }

/// An upper bound of a number that is not negative; so are sums and products of such.
struct Upper {
  double x = 0;
};
Upper operator+(Upper a, Upper b) { return {above(a.x + b.x)}; }
Upper operator*(Upper a, Upper b) { return {above(a.x * b.x)}; }

constexpr Interval pi = {3.141592653589793, 3.1415926535897936};

Interval angle(std::int64_t units) {
  const double nearest = std::ldexp(static_cast<double>(units), 1 - turn_bits);
  return Interval{below(nearest), above(nearest)} * pi;
}

}  // namespace

BoxTest::BoxTest(const ShapeFunction& of)
    : n_(of.size()),
      amended_(of.amended),
      bodies_(of.bodies),
      constant_(interval(of.waves.constant)),
      M_(interval(of.M)),
      r_(of.unknown.size()),
      y_(r_.size()),
      slope_(r_.size()),
      curvature_(n_, n_),
      g_(r_.size()),
      H_(n_, n_) {
  for (std::size_t p = 0; p < of.rho.size(); ++p) {
    const TrigTerm<Enclosure>& term = of.waves.terms[p];
    waves_.push_back({{}, interval(term.c), interval(term.s), above(of.rho[p].get_d())});
    for (int k = 0; k < n_; ++k)
      if (term.winding[k] != 0) waves_[p].winding.push_back({k, term.winding[k]});
  }
  for (const auto& [k, law] : of.springs) {
    const Interval kp = interval(law.kp);
    springs_.push_back(
        {k, law.periodic, kp, interval(law.kp * law.bias), interval(cos(law.bias)), interval(sin(law.bias)), most(kp)});
  }
}

const BoxTest::Direction& BoxTest::direction(std::int64_t units) {
  const auto [at, fresh] = directions_.try_emplace(units & (whole_turn - 1));
  if (fresh) {
    const auto [c, s] = cos_and_sin_of_turn(part_of_turn(at->first));
    at->second = {interval(c), interval(s)};
  }
  return at->second;
}

void BoxTest::evaluate(const UnitBox& box) {
  for (int k = 0; k < n_; ++k)
    r_[k] = above(std::ldexp(above(static_cast<double>(box.half[k])), 1 - turn_bits) * pi.hi);
  value_ = constant_;
  std::fill(slope_.begin(), slope_.end(), Interval{});
  std::fill(curvature_.entries.begin(), curvature_.entries.end(), Interval{});
  for (Wave& wave : waves_) {
    std::int64_t psi = 0;
    Upper width;
    for (const auto& [k, w] : wave.winding) {
      psi += w * box.centre[k];
      width = width + Upper{std::abs(w) * r_[k]};
    }
    wave.width = width.x;
    const Direction& at = direction(psi);
    const Interval J = wave.c * at.c + wave.s * at.s, K = wave.s * at.c - wave.c * at.s;
    value_ = value_ + J;
    for (const auto& [k, w] : wave.winding) {
      slope_[k] = slope_[k] + times(w, K);
      for (const auto& [l, v] : wave.winding) curvature_(k, l) = curvature_(k, l) - times(w * v, J);
    }
  }
  g_ = slope_;
  H_ = curvature_;
  if (amended_ && value_.lo > 0) amend(box);
}

/// g = M I'/(2 I²) − U', H = M I''/(2 I²) − M I' I'ᵀ/I³ − U''.
void BoxTest::amend(const UnitBox& box) {
  const Interval W = Interval{0.5, 0.5} * (M_ / value_) / value_, twice = (W + W) / value_;
  for (int k = 0; k < n_; ++k) {
    g_[k] = W * slope_[k];
    for (int l = 0; l < n_; ++l) H_(k, l) = W * curvature_(k, l) - twice * (slope_[k] * slope_[l]);
  }
  for (const BoxSpring& spring : springs_) {
    const int k = spring.at;
    if (spring.periodic) {
      const Direction& at = direction(box.centre[k]);
      g_[k] = g_[k] - spring.kp * (at.s * spring.cos_bias - at.c * spring.sin_bias);
      H_(k, k) = H_(k, k) - spring.kp * (at.c * spring.cos_bias + at.s * spring.sin_bias);
    } else {
      g_[k] = g_[k] - (spring.kp * angle(box.centre[k]) - spring.moment);
      H_(k, k) = H_(k, k) - spring.kp;
    }
  }
}

bool BoxTest::excludes(char letter, const UnitBox& box) {
  evaluate(box);
  if (!find_weights(letter)) return false;
  Interval value;
  Upper reach{bend() / 2};
  for (int l = 0; l < n_; ++l) {
    Interval slope;
    for (int k = 0; k < n_; ++k)
      if (y_[k] != 0) slope = slope + Interval{y_[k], y_[k]} * H_(k, l);
    value = value + Interval{y_[l], y_[l]} * g_[l];
    reach = reach + Upper{most(slope)} * Upper{r_[l]};
  }
  return least(value) > reach.x;
}

/// shape_function.hpp; infinite if I is not known to be positive in the box.
double BoxTest::bend() const {
  Upper B, C;
  for (const Wave& wave : waves_) {
    Interval turn;
    for (const auto& [k, w] : wave.winding) turn = turn + times(w, {y_[k], y_[k]});
    const Upper part = Upper{wave.rho} * (Upper{wave.width} * Upper{wave.width});
    B = B + part;
    C = C + part * Upper{most(turn)};
  }
  if (!amended_) return C.x;
  Upper moved, steep, out;
  Interval along;
  for (int l = 0; l < n_; ++l) {
    Interval slope;
    for (int k = 0; k < n_; ++k)
      if (y_[k] != 0) slope = slope + Interval{y_[k], y_[k]} * curvature_(k, l);
    along = along + Interval{y_[l], y_[l]} * slope_[l];
    moved = moved + Upper{most(slope_[l])} * Upper{r_[l]};
    steep = steep + Upper{most(slope)} * Upper{r_[l]};
  }
  const double lowest = below(below(value_.lo - moved.x) - B.x / 2);
  if (!(lowest > 0)) return std::numeric_limits<double>::infinity();
  const Upper inverse{above(1 / lowest)}, A = (moved + B) * inverse, second = steep + C,
                                          first = Upper{most(along)} + steep + Upper{C.x / 2};
  const auto times = [](double w, Upper a) { return Upper{w} * a; };
  out = times(0.5, Upper{M_.hi}) * inverse * inverse *
        (C + times(4, second * A) + times(2, first * inverse * B) + times(6, first * A * A));
  for (const BoxSpring& spring : springs_)
    if (spring.periodic)
      out = out + Upper{spring.largest} * Upper{std::abs(y_[spring.at])} * Upper{r_[spring.at]} * Upper{r_[spring.at]};
  return out.x;
}

/// Any weights do; false if the letter names none.
bool BoxTest::find_weights(char letter) {
  std::fill(y_.begin(), y_.end(), 0.0);
  if (letter >= '0' && letter < '0' + n_) return find_row(letter - '0');
  if (letter >= 'a' && letter < 'a' + static_cast<int>(bodies_.size())) {
    std::copy(bodies_[letter - 'a'].begin(), bodies_[letter - 'a'].end(), y_.begin());
    return true;
  }
  if (!amended_ || letter < 'p' || letter >= 'p' + n_) return false;
  y_[letter - 'p'] = 1;
  return true;
}

/// A row of the inverse of H, near enough: Hᵀ y = e, and H is symmetric.
bool BoxTest::find_row(int row) {
  Matrix<double> A(n_, n_ + 1);
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) A(i, j) = (H_(i, j).lo + H_(i, j).hi) / 2;
    A(i, n_) = i == row ? 1 : 0;
  }
  for (int k = 0; k < n_; ++k) {
    int pivot = k;
    for (int i = k; i < n_; ++i)
      if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
    if (A(pivot, k) == 0) return false;
    for (int j = 0; j <= n_; ++j) std::swap(A(k, j), A(pivot, j));
    for (int i = 0; i < n_; ++i) {
      if (i == k) continue;
      const double factor = A(i, k) / A(k, k);
      for (int j = k; j <= n_; ++j) A(i, j) -= factor * A(k, j);
    }
  }
  for (int i = 0; i < n_; ++i) y_[i] = A(i, n_) / A(i, i);
  return true;
}

}  // namespace oopss
