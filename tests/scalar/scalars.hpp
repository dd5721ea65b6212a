// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "oopss/scalar/batch.hpp"
#include "oopss/scalar/dual.hpp"
#include "oopss/scalar/interval.hpp"
#include "oopss/scalar/linear.hpp"
#include "oopss/scalar/linear3.hpp"
#include "oopss/symbolic/expr.hpp"
#include "tests/scalar/ball.hpp"

namespace oopss {

/// Every scalar that formulas are written for; each formula test runs over all of them.
using AllScalars = std::tuple<double, Dual<double>, Batch<4>, Expr, Ball, Enclosure, Interval>;

/// Rounding of a formula, relative to numbers of order one: the worst found on the trees of `random_bodies` is 1e-14,
/// and 1e-12 leaves room for another compiler's order of operations.
constexpr double rounding = 1e-12;

inline bool agree(double a, double b) { return std::abs(a - b) <= rounding * (1 + std::abs(b)); }
template <Scalar T>
bool agree(const Dual<T>& a, const Dual<T>& b) {
  return agree(a.value, b.value) && agree(a.slope, b.slope);
}
template <int W>
bool agree(const Batch<W>& a, const Batch<W>& b) {
  for (int i = 0; i < W; ++i)
    if (!agree(a.lane[i], b.lane[i])) return false;
  return true;
}
/// Both enclose the same number, and not by being wide: 128 bits lose some in sums of products, never half of them.
inline bool agree(const Ball& a, const Ball& b) {
  return overlap(a, b) && a.radius() + b.radius() < 1e-19 * (1 + std::abs(b.middle()));
}
inline bool agree(const Enclosure& a, const Enclosure& b) {
  const mpq_class width = a.hi - a.lo + b.hi - b.lo;
  return a.lo <= b.hi && b.lo <= a.hi && width.get_d() < 1e-19 * (1 + magnitude(b).get_d());
}
/// The same with 53 bits, of which trees of eight bodies may cost most.
inline bool agree(const Interval& a, const Interval& b) {
  return a.lo <= b.hi && b.lo <= a.hi && a.hi - a.lo + b.hi - b.lo < 1e-3 * (1 + most(b));
}
/// Exactly equal at rational points; and while the expressions are small, proved equal for all values of the symbols:
/// the difference is zero as a trigonometric polynomial, or its numerator is.
bool agree(const Expr& a, const Expr& b);
template <Scalar T>
bool agree(const Vec2<T>& a, const Vec2<T>& b) {
  return agree(a.x, b.x) && agree(a.y, b.y);
}
template <Scalar T>
bool agree(const Vec3<T>& a, const Vec3<T>& b) {
  return agree(a.x, b.x) && agree(a.y, b.y) && agree(a.z, b.z);
}
template <class T>
bool agree(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!agree(a[i], b[i])) return false;
  return true;
}
template <class T>
bool agree(const Matrix<T>& a, const Matrix<T>& b) {
  return a.rows == b.rows && a.cols == b.cols && agree(a.entries, b.entries);
}

/// A reproducible source of numbers of any scalar; derivatives and lanes are drawn too.
template <Scalar T>
class Draws {
 public:
  explicit Draws(unsigned seed) : engine_(seed) {}

  /// A whole number from 0 to n − 1.
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  T number(double low, double high) {
    T out(0);
    fill(out, low, high);
    return out;
  }
  /// `number`; an expression gets a symbol of this name instead.
  T unknown([[maybe_unused]] const std::string& name, double low, double high) {
    if constexpr (std::is_same_v<T, Expr>)
      return symbol(name);
    else
      return number(low, high);
  }

 private:
  void fill(double& out, double low, double high) {
    out = low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  template <Scalar S>
  void fill(Dual<S>& out, double low, double high) {
    fill(out.value, low, high);
    fill(out.slope, -1, 1);
  }
  template <int W>
  void fill(Batch<W>& out, double low, double high) {
    for (double& lane : out.lane) fill(lane, low, high);
  }
  void fill(Ball& out, double low, double high) {
    double value = 0;
    fill(value, low, high);
    out = Ball(value);
  }
  void fill(Interval& out, double low, double high) {
    double value = 0;
    fill(value, low, high);
    out = Interval(value);
  }
  void fill(Expr& out, double low, double high) { out = Expr(eighths(low, high)); }
  void fill(Enclosure& out, double low, double high) { out = Enclosure(eighths(low, high)); }
  Rational eighths(double low, double high) {  // an exact multiple of 1/8
    const int steps = static_cast<int>(8 * (high - low)) + 1;
    Rational value(static_cast<int>(8 * low) + below(steps), 8);
    value.canonicalize();
    return value;
  }
  std::mt19937_64 engine_;
};

template <Scalar T>
std::vector<T> unknowns(Draws<T>& source, const std::string& name, int count, double low, double high) {
  std::vector<T> out(static_cast<std::size_t>(count), T(0));
  for (int i = 0; i < count; ++i) out[i] = source.unknown(name + std::to_string(i), low, high);
  return out;
}

/// x as dual numbers, of slope 1 in the entry `along` and 0 elsewhere (everywhere if along = -1).
template <Scalar T>
std::vector<Dual<T>> lifted(const std::vector<T>& x, int along = -1) {
  std::vector<Dual<T>> out(x.size());
  for (int i = 0; i < static_cast<int>(x.size()); ++i) out[i] = {x[i], T(i == along ? 1 : 0)};
  return out;
}

/// x on its way: dual numbers of these values and slopes.
template <Scalar T>
std::vector<Dual<T>> moving(const std::vector<T>& x, const std::vector<T>& rate) {
  std::vector<Dual<T>> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = {x[i], rate[i]};
  return out;
}

/// The gradient at x of a function of vectors of dual numbers.
template <Scalar T, class Function>
std::vector<T> gradient(const Function& f, const std::vector<T>& x) {
  std::vector<T> out(x.size(), T(0));
  for (int i = 0; i < static_cast<int>(x.size()); ++i) out[i] = f(lifted(x, i)).slope;
  return out;
}

/// The second derivatives at x of a function of vectors of twice dual numbers.
template <Scalar T, class Function>
Matrix<T> hessian(const Function& f, const std::vector<T>& x) {
  const int n = static_cast<int>(x.size());
  Matrix<T> out(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out(i, j) = f(lifted(lifted(x, j), i)).slope.slope;
  return out;
}

template <Scalar T>
std::vector<T> operator+(std::vector<T> a, const std::vector<T>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + b[i];
  return a;
}

}  // namespace oopss
