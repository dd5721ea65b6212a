// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "oopss/proof/shape_function.hpp"

namespace oopss {

/// The Newton operator T = 1 − Y g at a root's centre, in the norm whose unit ball is the box ± unique:
///   |Y g| ≤ a,   |1 − Y g'| ≤ b,   and |T'(x) − T'(y)| ≤ c |x − y|.
/// With p(s) = a + (b − 1) s + c s²/2: where p(s) < 0 and b + c s < 1 a ball of radius s holds exactly one root, and no
/// root has a distance t > s with p(t) < 0.
struct NewtonBounds {
  mpq_class a, b, c;
};
std::optional<NewtonBounds> newton_bounds(const ShapeFunction& function, const CertifiedRoot& root);
/// Exactly one root in the box ± unique, and it lies in the box ± unique / 2^shrink.
bool encloses_one(const NewtonBounds& bounds, int shrink);

/// An inverse of the middle of A up to rounding, by Gauss and Jordan with pivots on rationals of 128 bits; none if a
/// pivot vanishes.
std::optional<Matrix<mpq_class>> near_inverse(const Matrix<Enclosure>& A);

/// The number of negative directions of V_μ + U at a root whose box encloses one: that at the centre, since g' is
/// regular on the way, |1 − Y g'| ≤ b + c s < 1. None if a pivot has no sign.
std::optional<int> certified_index(const ShapeFunction& function, const CertifiedRoot& root);

/// What is wrong with a certificate for this landscape; empty if it proves what it says. Boxes are tested in intervals
/// of doubles, by the templates of shape_function.hpp, not the search's own text; the roots in rational enclosures, by
/// `newton_bounds` and `certified_index`, which the search asks too, for the function of `shape_function`, as the
/// search does. `watch` is called every few milliseconds and may throw.
struct Verdict {
  std::string problem;
  long boxes = 0;      // leaves of the subdivision
  long undecided = 0;  // of them; the list is complete if there are none
};
Verdict verify(const ExactLandscape& landscape, const Certificate& certificate,
               const std::function<void()>& watch = {});

}  // namespace oopss
