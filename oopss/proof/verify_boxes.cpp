// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/verify_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oopss/scalar/echelon.hpp"

namespace oopss {
namespace {

/// An upper bound of a number that is not negative; so are sums and products of such.
struct Upper {
  double x = 0;
};
Upper operator+(Upper a, Upper b) { return {above(a.x + b.x)}; }
Upper operator*(Upper a, Upper b) { return {above(a.x * b.x)}; }
Upper operator*(int w, Upper a) { return Upper{double(w)} * a; }
Upper operator/(Upper a, int w) { return {above(a.x / w)}; }

/// A lower bound of a positive number; so are products of such, if they are positive.
struct Lower {
  double x = 0;
};
Lower operator*(Lower a, Lower b) { return {below(a.x * b.x)}; }
Lower operator*(int w, Lower a) { return Lower{double(w)} * a; }
Upper operator/(Upper a, Lower b) {
  return {b.x > 0 ? above(a.x * above(1 / b.x)) : std::numeric_limits<double>::infinity()};
}

const Interval pi = {3.141592653589793, 3.1415926535897936};

Interval angle(std::int64_t units) {
  const double near = std::ldexp(static_cast<double>(units), 1 - turn_bits);
  return Interval(below(near), above(near)) * pi;
}

/// A row of the inverse of H, near enough: Hᵀ y = e, and H is symmetric.
bool near_row(const Matrix<Interval>& H, int row, std::vector<double>& y) {
  const int n = H.rows;
  Matrix<double> A(n, n + 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A(i, j) = nearest(H(i, j));
    A(i, n) = i == row ? 1 : 0;
  }
  y.resize(static_cast<std::size_t>(n));
  std::vector<int> pivots(y.size());
  const auto entry = [&](int i, int j) -> double& { return A(i, j); };
  const auto regular = [](double pivot) { return pivot != 0; };
  if (echelon(
          n, n, n + 1, entry, regular, [](double x) { return x; }, pivots.data()) < n)
    return false;
  for (int i = 0; i < n; ++i) y[i] = A(i, n);
  return true;
}

}  // namespace

BoxTest::BoxTest(const ShapeFunction& function)
    : n_(function.size()),
      amended_(function.amended),
      bodies_(function.bodies),
      constant_{interval(function.waves.constant), {}},
      M_(interval(function.M)),
      r_(function.unknown.size()),
      y_(r_.size()) {
  if (function.closed()) closed_.emplace(function);
  for (std::size_t p = 0; p < function.rho.size(); ++p) {
    const TrigTerm<Enclosure>& term = function.waves.terms[p];
    waves_.push_back({{term.winding, interval(term.c), interval(term.s)}, above(function.rho[p].get_d())});
  }
  for (const auto& [k, law] : function.springs)
    springs_.push_back({{k, {law.periodic, interval(law.kp), Interval(0), interval(law.bias)}},
                        interval(cos(law.bias)),
                        interval(sin(law.bias))});
}

const BoxTest::Direction& BoxTest::direction(std::int64_t units) {
  const auto [entry, fresh] = directions_.try_emplace(units & (whole_turn - 1));
  if (fresh) {
    const auto [c, s] = cos_and_sin_of_turn(part_of_turn(entry->first));
    entry->second = {interval(c), interval(s)};
  }
  return entry->second;
}

void BoxTest::set_radii(const UnitBox& box) {
  for (int k = 0; k < n_; ++k)
    r_[k] = above(std::ldexp(above(static_cast<double>(box.half[k])), 1 - turn_bits) * pi.hi);
}

void BoxTest::evaluate(const UnitBox& box) {
  set_radii(box);
  reset(constant_, n_, values_.waves);
  for (Wave& wave : waves_) {
    std::int64_t psi = 0;
    Upper width;
    for (int k = 0; k < n_; ++k) {
      const int w = wave.term.winding[k];
      if (w == 0) continue;
      psi += w * box.centre[k];
      width = width + Upper{std::abs(w) * r_[k]};
    }
    wave.width = width.x;
    const Direction& turn = direction(psi);
    add_wave(wave.term, turn.c, turn.s, values_.waves);
  }
  if (amended_ && values_.waves.value.lo > 0) {
    amend_values(M_, values_);
    add_springs(box);
  } else {
    values_.function = values_.waves;
  }
}

void BoxTest::add_springs(const UnitBox& box) {
  for (const DirectedSpring<Interval>& spring : springs_) {
    const int k = spring.spring.joint;
    const Direction given = spring.spring.law.periodic ? direction(box.centre[k]) : Direction{};
    const Interval phi = angle(box.centre[k]);
    values_.function.gradient[k] = values_.function.gradient[k] - torque(spring, phi, given.c, given.s);
    values_.function.hessian(k, k) = values_.function.hessian(k, k) - stiffness(spring, given.c, given.s);
  }
}

bool BoxTest::excludes_closed(char letter, const UnitBox& box) {
  Lagrangian<Interval>& L = *closed_;
  set_radii(box);
  const std::vector<Interval> r(r_.begin(), r_.end());
  const auto turned = [&](const std::vector<int>& winding) {
    std::int64_t psi = 0;
    for (int k = 0; k < n_; ++k) psi += winding[k] * box.centre[k];
    const Direction& found = direction(psi);
    return std::array{found.c, found.s};
  };
  const auto keeps_sign = [&](const double* y) { return least(L.value(y)) > L.reach(y).hi; };
  L.place_closure(turned, r.data());
  if (letter >= 'a' && letter < 'a' + L.loops()) return keeps_sign(L.gap_weights(letter - 'a'));
  if (!L.place_function(turned)) return false;
  if (letter == 's') return keeps_sign(L.slope_weights());
  if (letter < '0' || letter >= '0' + n_) return false;
  return near_row(L.hessian(), letter - '0', y_) && keeps_sign(y_.data());
}

bool BoxTest::excludes(char letter, const UnitBox& box) {
  if (closed_) return excludes_closed(letter, box);
  evaluate(box);
  if (!find_weights(letter)) return false;
  Interval value;
  Upper reach{curvature_bound() / 2};
  for (int l = 0; l < n_; ++l) {
    Interval slope;
    for (int k = 0; k < n_; ++k)
      if (y_[k] != 0) slope = slope + Interval(y_[k]) * values_.function.hessian(k, l);
    value = value + Interval(y_[l]) * values_.function.gradient[l];
    reach = reach + Upper{most(slope)} * Upper{r_[l]};
  }
  return least(value) > reach.x;
}

/// shape_function.hpp; infinite if I is not known to be positive in the box.
double BoxTest::curvature_bound() const {
  Upper B, C;
  for (const Wave& wave : waves_) {
    Interval turn;
    for (int k = 0; k < n_; ++k)
      if (wave.term.winding[k] != 0) turn = turn + times(wave.term.winding[k], Interval(y_[k]));
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
      if (y_[k] != 0) slope = slope + Interval(y_[k]) * values_.waves.hessian(k, l);
    along = along + Interval(y_[l]) * values_.waves.gradient[l];
    moved = moved + Upper{most(values_.waves.gradient[l])} * Upper{r_[l]};
    steep = steep + Upper{most(slope)} * Upper{r_[l]};
  }
  const double lowest = below(below(values_.waves.value.lo - moved.x) - B.x / 2);
  if (!(lowest > 0)) return std::numeric_limits<double>::infinity();
  out = amended_curvature(Upper{M_.hi}, Lower{lowest}, moved, B, C, Upper{most(along)}, steep);
  for (const DirectedSpring<Interval>& one : springs_) {
    const auto& [k, law] = one.spring;
    if (law.periodic) out = out + Upper{most(law.kp)} * Upper{std::abs(y_[k])} * Upper{r_[k]} * Upper{r_[k]};
  }
  return out.x;
}

/// Any weights do; false if the letter names none.
bool BoxTest::find_weights(char letter) {
  std::fill(y_.begin(), y_.end(), 0.0);
  if (letter >= '0' && letter < '0' + n_) return near_row(values_.function.hessian, letter - '0', y_);
  if (letter >= 'a' && letter < 'a' + static_cast<int>(bodies_.size())) {
    std::copy(bodies_[letter - 'a'].begin(), bodies_[letter - 'a'].end(), y_.begin());
    return true;
  }
  if (!amended_ || letter < 'p' || letter >= 'p' + n_) return false;
  y_[letter - 'p'] = 1;
  return true;
}

}  // namespace oopss
