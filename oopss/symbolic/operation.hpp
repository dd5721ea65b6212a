// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "oopss/symbolic/program.hpp"

namespace oopss {

/// One operation on doubles; what `interpret` does and generated code does with the same results.
inline double evaluate(Op op, double a, double b, double c) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::neg:
      return -a;
    case Op::square:
      return a * a;
    case Op::power:
      return std::pow(a, b);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::abs:
      return std::fabs(a);
    case Op::min:
      return b < a ? b : a;
    case Op::max:
      return a < b ? b : a;
    case Op::sign:
      return a > 0 ? 1 : (a < 0 ? -1 : a);  // keeps NaN
    case Op::ramp:
      return a >= c ? 1 : (a < b ? 0 : (a - b) / (c - b));
    case Op::pulse:
      return a >= b && a < c ? 1 : 0;
    case Op::constant:
    case Op::input:
      break;
  }
  return 0;
}

/// How many earlier instructions an operation takes.
inline int operand_count(Op op) {
  switch (op) {
    case Op::constant:
    case Op::input:
      return 0;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::power:
    case Op::atan2:
    case Op::min:
    case Op::max:
      return 2;
    case Op::ramp:
    case Op::pulse:
      return 3;
    default:
      return 1;
  }
}

}  // namespace oopss
