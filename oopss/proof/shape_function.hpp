// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/certificate.hpp"
#include "oopss/scalar/trig.hpp"

namespace oopss {

/// The function whose critical points a certificate lists, over its unknown angles q. Its sign is such that the index
/// of an equilibrium is the number of positive directions, and its scale is taken out by powers of two.
///   without springs  F = Σ c cos w·q + s sin w·q, half the locked inertia less its constant;
///                    q are the absolute angles of the bodies that are not fixed
///   with springs     −M/(2 I) − U, where I is the locked inertia and M = μ_s²; q are the angles of the joints
/// With loops q are the angles of the bodies in both cases, springs are waves too, and of all q those count where every
/// function of `closure` is zero.
struct ShapeFunction {
  std::vector<int> unknown;         // bodies or joints, in the order of the file
  std::vector<Span> span;           // per unknown: where it is looked for
  TrigPolynomial<Enclosure> waves;  // F or I; windings are per unknown
  std::vector<mpq_class> rho;       // per wave: an upper bound of √(c² + s²)
  bool amended = false;             // with springs
  Enclosure M;
  std::vector<SpringAt<Enclosure>> springs;        // `joint` is the place among the unknowns; none with loops
  TrigPolynomial<Enclosure> stored;                // with loops: −U
  std::vector<TrigPolynomial<Enclosure>> closure;  // with loops: two per loop
  /// Per body of the file the weights of its equation, Σ y_k g_k = 0: how the unknowns change as it turns alone. Where
  /// it is fixed, all others turn instead.
  std::vector<std::vector<int>> bodies;

  int size() const { return static_cast<int>(unknown.size()); }
  bool closed() const { return !closure.empty(); }
};

/// Throws NotEnclosed where the range of an angle on the line has no bound.
ShapeFunction shape_function(const ExactLandscape& landscape);

/// The values of a shape function at a place, in rational enclosures or in intervals of doubles.
template <Scalar T>
struct ShapeValues {
  Expansion<T> waves;     // I, I', I'' or F, F', F''
  Expansion<T> function;  // the same of what the certificate is about
};

/// From the waves to −M/(2 I), in room that is there already.
template <Scalar T>
void amend_values(const T& M, ShapeValues<T>& out) {
  out.function = out.waves;
  amend_by_square(M, out.function);
  out.function.value = -out.function.value;
  for (T& slope : out.function.gradient) slope = -slope;
  for (T& entry : out.function.hessian.entries) entry = -entry;
}

ShapeValues<Enclosure> values_at(const ShapeFunction& function, const std::vector<std::int64_t>& units);

/// A bound of the curvature of M/(2 I) in a box, docs/certify.md (2): `least` ≤ I there, moved = |I'|·r at the centre,
/// B = Σ ρ (|w|·r)², C = Σ ρ |w·y| (|w|·r)², along = |y·I'|, steep = |y·I''|·r.
template <class Bound, class Least>
Bound amended_curvature(const Bound& M, const Least& least, const Bound& moved, const Bound& B, const Bound& C,
                        const Bound& along, const Bound& steep) {
  const Bound A = (moved + B) / least, first = along + steep + C / 2, second = steep + C;
  return M / (2 * least * least) * (C + 4 * second * A + 2 * first * B / least + 6 * first * A * A);
}

/// A bound of |Σ_k y_k D²g_k [δ, δ′]| for all δ, δ′ within r, in the box |δ| ≤ r around the place of the values.
///   without springs  Σ ρ |w·y| (|w|·r)²                                                            docs/certify.md (1)
///   with springs     that of M/(2I) by bounds of I and its derivatives in the box, and Σ |k_p y_k| r_k²            (2)
/// None if I is not known to be positive in the box.
std::optional<mpq_class> curvature_bound(const ShapeFunction& function, const ShapeValues<Enclosure>& values,
                                         const std::vector<mpq_class>& y, const std::vector<mpq_class>& r);

/// An upper bound of √(c² + s²).
mpq_class amplitude(const TrigTerm<Enclosure>& term);

/// Upper bound of the radius of a box, in radians.
mpq_class radians(std::int64_t units);

}  // namespace oopss
