// SPDX-License-Identifier: Apache-2.0
// Small motions about the straight shape obey J ξ'' + Ω² (diag(d) − A) ξ = 0 with J = A, d = A1, of which ξ = 1 is the
// rotation. With A = B − G, B of beads, whose inverse is tridiagonal, and G the diagonal of excesses, and f = B1 = d +
// g, a frequency ρ = ν²/Ω² has (diag(f) + ρG) ξ = (1 + ρ) B ξ, and with z = Bξ
//   (B⁻¹ − diag((1 + ρ)/(f + ρg))) z = 0,   (B⁻¹)_jj = (1/m_j + 1/m_{j+1})/l_j²,   (B⁻¹)_{j,j+1} = −1/(m_{j+1} l_j
//   l_{j+1}).
// (1 + ρ)/(f + ρg) rises with ρ, as f > g, so the number of negative pivots is the number of frequencies below ρ
// (Sturm).
#include <optional>

#include "oopss/chain/eigenvalue_bounds.hpp"
#include "oopss/chain/straight.hpp"
#include "oopss/scalar/sturm.hpp"

namespace oopss {
namespace {

struct Pencil {
  std::vector<Enclosure> diagonal, beside_2, f, g;  // beside_2[j]: the square of the entry at j − 1, j
};

Pencil pencil_of(const Beads<Enclosure>& beads, const std::vector<Enclosure>& excess) {
  const int n = beads.rods();
  const Matrix<Enclosure> B = straight_inertia(beads, {});
  Pencil out;
  for (int j = 0; j < n; ++j) {
    const Enclosure l_2 = beads.l[j] * beads.l[j];
    out.diagonal.push_back((Enclosure(1) / beads.m[j] + Enclosure(1) / beads.m[j + 1]) / l_2);
    const Enclosure beside = j == 0 ? 0 : Enclosure(1) / (beads.m[j] * beads.l[j - 1] * beads.l[j]);
    out.beside_2.push_back(beside * beside);
    Enclosure f(0);
    for (int k = 0; k < n; ++k) f = f + B(j, k);
    out.f.push_back(f);
    out.g.push_back(excess.empty() ? Enclosure(0) : excess[j]);
  }
  return out;
}

/// How many frequencies, the rotation's among them, are below ρ, and whether ρ is one; none if a sign is not known.
struct Count {
  int below = 0;
  bool met = false;
};
std::optional<Count> count_below(const Pencil& pencil, const mpq_class& rho) {
  Count out;
  const Enclosure ratio(rho), next = Enclosure(1) + ratio;
  Enclosure pivot(1);
  bool infinite = false;  // a pivot after one that is zero
  for (std::size_t j = 0; j < pencil.f.size(); ++j) {
    if (out.met) {  // the pivot before was zero: this one is −∞, and takes nothing from the next
      out.met = false;
      infinite = true;
      ++out.below;
      continue;
    }
    const Enclosure own = pencil.diagonal[j] - next / (pencil.f[j] + ratio * pencil.g[j]);
    pivot = shortened(infinite ? own : own - pencil.beside_2[j] / pivot);
    infinite = false;
    if (pivot.is_zero())
      out.met = true;
    else if (sign(pivot) == 0)
      return std::nullopt;
    else if (sign(pivot) < 0)
      ++out.below;
  }
  return out;
}

/// The frequency that `rank` others are below, between powers of two halved as long as signs are known.
Enclosure frequency(const Pencil& pencil, int rank, mpq_class high) {
  mpq_class low = 0;
  while ((high - low) * mpq_class(mpz_class(1) << 44) > high) {
    mpq_class place = (low + high) / 2;
    std::optional<Count> found = count_below(pencil, place);
    if (!found) found = count_below(pencil, place = (5 * low + 3 * high) / 8);
    if (!found) break;
    if (found->met && found->below == rank) return Enclosure(place);
    (found->below > rank ? high : low) = place;
  }
  return {low, high};
}

}  // namespace

std::vector<Enclosure> straight_frequencies(const Beads<Enclosure>& beads, const std::vector<Enclosure>& excess) {
  const Pencil pencil = pencil_of(beads, excess);
  mpq_class top = 1;
  for (std::optional<Count> found; !found || found->below < beads.rods(); found = count_below(pencil, top)) {
    top *= 2;
    if (top > mpz_class(1) << 200) throw NotEnclosed("frequencies of a chain whose numbers are not known well enough");
  }
  std::vector<Enclosure> out;
  for (int rank = 1; rank < beads.rods(); ++rank) out.push_back(frequency(pencil, rank, top));
  return out;
}

}  // namespace oopss
