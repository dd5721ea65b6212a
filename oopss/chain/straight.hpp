// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/chain/barrier.hpp"
#include "oopss/chain/beads.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {

/// What halves of uniform rods at their ends have too much of on the diagonal of J: m_j l_j²/6, m_j the mass of rod j.
std::vector<Enclosure> uniform_excess(const Beads<Enclosure>& halves);

/// A_jk = l_j l_k c_jk, less the excess on the diagonal: J at the straight shape.
Matrix<Enclosure> straight_inertia(const Beads<Enclosure>& beads, const std::vector<Enclosure>& excess);

/// ν²/Ω² of the small motions about the straight shape that turns at Ω, rising; a rational one that the search meets,
/// like every integer, is exact, others are known to 2⁻⁴⁴ of their size.
std::vector<Enclosure> straight_frequencies(const Beads<Enclosure>& beads, const std::vector<Enclosure>& excess);

/// A number C with |R(x)| <= C|x|⁴ for |x| <= 1, where x = (φ, φ') and E(x) − E(0) = ½ x·Tx + R(x).
Enclosure quartic_bound(const Matrix<Enclosure>& A, const Enclosure& momentum);

/// How stable the straight shape of a free chain is (Theorem 1.2 of Laederich and Levi, with the constants corrected as
/// in docs/straight-chain.md). λ to growth are rounded to the side
/// on which the theorem stays true.
struct StraightChain {
  Enclosure inertia;            // I(0)
  double lambda = 0;            // not above the least eigenvalue of T = diag(½ μ² (1/I)''(0), K(0)),
  double Lambda = 0;            // and not below its largest
  double C = 0;                 // |R| <= C|x|³ and |R| <= C|x|⁴ where |x| <= 1
  double delta_cubic = 0;       // (4.4): ½ √(λ/Λ) min(1, λ/(4C))
  double delta = 0;             // as the remainder is of fourth order: ½ √(λ/Λ) min(1, √(λ/(4C)))
  double growth = 0;            // (4.5): |x(t)| <= growth |x(0)| for all t if |x(0)| <= delta
  std::vector<Enclosure> nu_2;  // ν²/Ω², rising
  Barrier barrier;              // the lowest shape on a way out,
  double barrier_energy = 0;    // and its energy above that of the straight one
};

/// Throws NotEnclosed; the momentum is not zero.
StraightChain straight_chain(const Beads<Enclosure>& beads, const Enclosure& momentum,
                             const std::vector<Enclosure>& excess = {});

}  // namespace oopss
