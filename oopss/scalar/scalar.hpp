// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace oopss {

// Formulas call these without a namespace, so that each scalar type brings its own.
using std::cos;
using std::sin;
using std::sqrt;

/// What a formula may ask of its scalar: a field with sine and cosine. No order, no comparison: a formula never
/// branches on a value, so the same text serves numbers, derivatives, expressions, batches and balls.
template <class T>
concept Scalar = requires(T a, T b) {
  T(0);
  T(a + b);
  T(a - b);
  T(a * b);
  T(a / b);
  T(-a);
  T(sin(a));
  T(cos(a));
};

}  // namespace oopss
