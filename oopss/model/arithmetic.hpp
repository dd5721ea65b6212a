// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/expression.hpp"

namespace oopss {

/// The value of a step that adds, subtracts, multiplies, divides or changes the sign, in any algebra; powers and calls
/// are what the algebra makes of them: `power(base, exponent)`, `call(step, arguments)`.
template <class T, class Power, class Calls>
T arithmetic(const Step& step, const std::vector<T>& a, const Power& power, const Calls& call) {
  switch (step.token) {
    case Token::add:
      return a[0] + a[1];
    case Token::subtract:
      return a[0] - a[1];
    case Token::multiply:
      return a[0] * a[1];
    case Token::divide:
      return a[0] / a[1];
    case Token::negate:
      return -a[0];
    case Token::power:
      return power(a[0], a[1]);
    default:
      return call(step, a);
  }
}

}  // namespace oopss
