// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// What a random formula may contain beside + − · and small numbers.
struct FormulaKinds {
  bool trigonometric = true;
  bool quotients = true;
  bool roots = true;
};

/// The same random formula for every scalar: the random numbers depend on the seed only. Denominators and radicands are
/// 1 + b², so that no value is singular.
template <class T>
T random_formula(unsigned seed, const std::vector<T>& leaves, int steps, FormulaKinds kinds = {}) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::vector<T> pool = leaves;
  pool.push_back(T(static_cast<int>(below(5)) - 2));
  const auto any = [&]() -> T { return pool[below(pool.size())]; };
  for (int i = 0; i < steps; ++i) {
    const std::size_t choice = below(9);
    const T a = any(), b = any();
    if (choice <= 1) {
      pool.push_back(a + b);
    } else if (choice == 2) {
      pool.push_back(a - b);
    } else if (choice <= 4) {
      pool.push_back(a * b);
    } else if (choice == 5 && kinds.trigonometric) {
      pool.push_back(sin(a));
    } else if (choice == 6 && kinds.trigonometric) {
      pool.push_back(cos(a));
    } else if (choice == 7 && kinds.quotients) {
      pool.push_back(a / (b * b + T(1)));
    } else if (choice == 8 && kinds.roots) {
      pool.push_back(sqrt(a * a + T(1)));
    } else {
      pool.push_back(-a + T(3) * b);
    }
  }
  return pool.back() + any() * any();
}

/// The value of an expression by plain recursion over its definition.
inline double value_at(const Expr& e, const std::map<std::string, double>& values) {
  const auto x = operands(e);
  const auto v = [&](std::size_t i) { return value_at(x[i], values); };
  switch (kind(e)) {
    case Kind::number:
      return value(e).get_d();
    case Kind::symbol:
      return name(e) == "pi" ? std::acos(-1.0) : values.at(name(e));
    case Kind::pow:
      return std::pow(v(0), value(e).get_d());
    case Kind::add:
    case Kind::mul: {
      double total = kind(e) == Kind::add ? 0 : 1;
      for (std::size_t i = 0; i < x.size(); ++i) total = kind(e) == Kind::add ? total + v(i) : total * v(i);
      return total;
    }
    case Kind::function:
      break;
  }
  switch (function(e)) {
    case Function::sin:
      return std::sin(v(0));
    case Function::cos:
      return std::cos(v(0));
    case Function::tan:
      return std::tan(v(0));
    case Function::asin:
      return std::asin(v(0));
    case Function::acos:
      return std::acos(v(0));
    case Function::atan2:
      return std::atan2(v(0), v(1));
    case Function::exp:
      return std::exp(v(0));
    case Function::log:
      return std::log(v(0));
    case Function::tanh:
      return std::tanh(v(0));
    case Function::abs:
      return std::abs(v(0));
    case Function::min:
      return std::min(v(0), v(1));
    case Function::max:
      return std::max(v(0), v(1));
    case Function::sign:
      return v(0) > 0 ? 1 : (v(0) < 0 ? -1 : 0);
    case Function::ramp:
      return v(0) < v(1) ? 0 : (v(0) >= v(2) ? 1 : (v(0) - v(1)) / (v(2) - v(1)));
    case Function::pulse:
      return v(0) >= v(1) && v(0) < v(2) ? 1 : 0;
    case Function::power:
      return std::pow(v(0), v(1));
  }
  return 0;
}

}  // namespace oopss
