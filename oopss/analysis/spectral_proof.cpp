// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/spectral_proof.hpp"

#include <cassert>

#include "oopss/analysis/verify.hpp"
#include "oopss/scalar/sturm.hpp"

namespace oopss {
namespace {

constexpr int most_steps = 3;  // of narrowing: each about doubles the digits, and enclosures have 128 bits

Enclosure intersection(const Enclosure& a, const Enclosure& b) {
  Enclosure out(std::max(a.lo, b.lo), std::min(a.hi, b.hi));
  assert(out.lo <= out.hi);
  return out;
}

}  // namespace

std::vector<Enclosure> enclosed_shape(const Topology& at, const Certificate& in, const CertifiedRoot& root) {
  const Enclosure turn = Enclosure(2) * enclosed_pi();
  std::vector<Enclosure> theta(at.parent.size());
  const std::vector<int> free = free_bodies(in, at.size());
  for (std::size_t k = 0; k < free.size(); ++k) {
    mpq_class reach = part_of_turn(root.unique[k]);
    mpq_div_2exp(reach.get_mpq_t(), reach.get_mpq_t(), static_cast<unsigned long>(root.shrink));
    const mpq_class middle = part_of_turn(root.at[k]);
    theta[free[k]] = Enclosure(middle - reach, middle + reach) * turn;
  }
  return differences(at, theta);
}

std::vector<Enclosure> tightened(const TrigPolynomial<Enclosure>& I_lock, const std::vector<Enclosure>& phi) {
  const int n = static_cast<int>(phi.size());
  std::vector<Enclosure> middle;
  for (const Enclosure& angle : phi) middle.emplace_back(mpq_class((angle.lo + angle.hi) / 2));
  const Matrix<Enclosure> H = hessian(I_lock, phi);
  const std::vector<Enclosure> g = gradient(I_lock, middle);
  const std::optional<Matrix<mpq_class>> Y = near_inverse(H);
  if (!Y) return phi;
  std::vector<Enclosure> out;
  for (int k = 0; k < n; ++k) {
    Enclosure moved = middle[k];
    for (int j = 0; j < n; ++j) moved = moved - Enclosure((*Y)(k, j)) * g[j];
    for (int l = 0; l < n; ++l) {
      Enclosure defect(k == l ? 1 : 0);
      for (int j = 0; j < n; ++j) defect = defect - Enclosure((*Y)(k, j)) * H(j, l);
      moved = moved + defect * (phi[l] - middle[l]);
    }
    out.push_back(intersection(moved, phi[k]));
  }
  return out;
}

std::vector<Enclosure> characteristic_polynomial(const Topology& at, const PairConstants<Enclosure>& of,
                                                 const std::vector<Enclosure>& phi) {
  const FreeMotion<Enclosure> motion = free_motion(at, of, phi);
  Expansion<Enclosure> V;
  expand(locked_polynomial(at, of), phi, V);
  amend(Enclosure(1), V);
  return characteristic_polynomial(motion.M_s, motion.G, V.hessian);
}

std::optional<int> imaginary_pairs(const Topology& at, const PairConstants<Enclosure>& of,
                                   const std::vector<Enclosure>& phi) {
  try {
    return negative_roots(characteristic_polynomial(at, of, phi));
  } catch (const NotEnclosed&) {  // an inertia that may be zero, so wide is φ
    return std::nullopt;
  }
}

std::optional<int> imaginary_pairs(const Topology& at, const PairConstants<Enclosure>& of, const Certificate& in,
                                   const CertifiedRoot& root) {
  const TrigPolynomial<Enclosure> I_lock = locked_polynomial(at, of);
  std::vector<Enclosure> phi = enclosed_shape(at, in, root);
  for (int step = 0; step < most_steps; ++step) {
    if (const std::optional<int> known = imaginary_pairs(at, of, phi)) return known;
    phi = tightened(I_lock, phi);
  }
  return imaginary_pairs(at, of, phi);
}

}  // namespace oopss
