// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace oopss {

/// The inverse of a symmetric matrix on the space of its largest eigenvalues, in room that is kept: nothing is
/// allocated. `A` is used up and `V` becomes its eigenvectors.
template <class Square>
struct RangeInverse {
  Square A, V, inverse;
};

/// Jacobi's rotations make A of n rows diagonal; the `rank` largest eigenvalues count, the least of which is returned.
template <class Square>
double invert_on_range(RangeInverse<Square>& room, int n, int rank) {
  auto& [A, V, inverse] = room;
  double off = 0, size = 0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) V(i, k) = i == k ? 1 : 0;
  for (int sweep = 0; sweep < 30; ++sweep) {
    off = size = 0;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) (i == k ? size : off) += A(i, k) * A(i, k);
    if (!(off > 1e-36 * size)) break;
    for (int a = 0; a < n; ++a)
      for (int b = a + 1; b < n; ++b) {
        const double r = 2 * A(a, b), d = A(b, b) - A(a, a), root = std::sqrt(d * d + r * r);
        if (root == 0 || r == 0) continue;
        const double tangent = r / (d < 0 ? d - root : d + root);
        const double c = 1 / std::sqrt(1 + tangent * tangent), s = tangent * c;
        for (int k = 0; k < n; ++k) {
          const double x = A(k, a), y = A(k, b), v = V(k, a), w = V(k, b);
          A(k, a) = c * x - s * y;
          A(k, b) = s * x + c * y;
          V(k, a) = c * v - s * w;
          V(k, b) = s * v + c * w;
        }
        for (int k = 0; k < n; ++k) {
          const double x = A(a, k), y = A(b, k);
          A(a, k) = c * x - s * y;
          A(b, k) = s * x + c * y;
        }
      }
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) inverse(i, k) = 0;
  double least = A(0, 0);
  for (int e = 0; e < n; ++e) least = A(e, e) > least ? A(e, e) : least;
  for (int e = 0; e < n; ++e) {
    int larger = 0;
    for (int k = 0; k < n; ++k)
      if (A(k, k) > A(e, e) || (A(k, k) == A(e, e) && k < e)) ++larger;
    if (larger >= rank) continue;
    least = A(e, e) < least ? A(e, e) : least;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) inverse(i, k) += V(i, e) * V(k, e) / A(e, e);
  }
  return least;
}

}  // namespace oopss
