// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace oopss {

/// The inverse of a symmetric matrix on the space of its largest eigenvalues, in a workspace that is kept: nothing is
/// allocated. `A` is used up and `V` becomes its eigenvectors.
template <class Square>
struct RangeInverse {
  Square A, V, inverse;
};

/// Jacobi's rotations make A of n rows diagonal; the `rank` largest eigenvalues count, the least of which is returned.
/// Read of A is what is above its diagonal.
template <class Square>
double invert_on_range(RangeInverse<Square>& workspace, int n, int rank) {
  auto& [A, V, inverse] = workspace;
  const auto turn = [](double c, double s, double& x, double& y) {
    const double before = x;
    x = c * before - s * y;
    y = s * before + c * y;
  };
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) V(i, k) = i == k ? 1 : 0;
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0, size = 0;
    for (int i = 0; i < n; ++i) {
      size += A(i, i) * A(i, i);
      for (int k = i + 1; k < n; ++k) off += A(i, k) * A(i, k);
    }
    if (!(off > 1e-34 * size)) break;
    for (int a = 0; a < n; ++a)
      for (int b = a + 1; b < n; ++b) {
        const double r = 2 * A(a, b);
        if (r == 0) continue;
        const double d = A(b, b) - A(a, a), root = std::sqrt(d * d + r * r);
        const double tangent = r / (d < 0 ? d - root : d + root);
        const double c = 1 / std::sqrt(1 + tangent * tangent), s = tangent * c;
        A(a, a) -= tangent * r / 2;
        A(b, b) += tangent * r / 2;
        A(a, b) = 0;
        for (int k = 0; k < a; ++k) turn(c, s, A(k, a), A(k, b));
        for (int k = a + 1; k < b; ++k) turn(c, s, A(a, k), A(k, b));
        for (int k = b + 1; k < n; ++k) turn(c, s, A(a, k), A(b, k));
        for (int k = 0; k < n; ++k) turn(c, s, V(k, a), V(k, b));
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
