// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/spectral_proof.hpp"

#include <cassert>

#include "oopss/proof/verify.hpp"
#include "oopss/scalar/sturm.hpp"

namespace oopss {
namespace {

constexpr int most_steps = 3;  // of narrowing: each about doubles the digits, and enclosures have 128 bits

Enclosure intersection(const Enclosure& a, const Enclosure& b) {
  Enclosure out(std::max(a.lo, b.lo), std::min(a.hi, b.hi));
  assert(out.lo <= out.hi);
  return out;
}

/// V_μ + U; without springs I_lock, which has its critical points and is simpler.
Expansion<Enclosure> function_at(const ExactLandscape& landscape, const std::vector<Enclosure>& phi) {
  if (landscape.stores_energy()) return enclosed_energy(landscape, phi);
  Expansion<Enclosure> out;
  expand(locked_polynomial(landscape.topology, landscape.pairs), phi, out);
  return out;
}

}  // namespace

std::vector<Enclosure> enclosed_shape(const ExactLandscape& landscape, const CertifiedRoot& root) {
  const Enclosure turn = Enclosure(2) * enclosed_pi();
  std::vector<Enclosure> place;
  for (std::size_t k = 0; k < root.centre.size(); ++k) {
    mpq_class reach = part_of_turn(root.unique[k]);
    mpq_div_2exp(reach.get_mpq_t(), reach.get_mpq_t(), static_cast<unsigned long>(root.shrink));
    const mpq_class middle = part_of_turn(root.centre[k]);
    place.push_back(Enclosure(middle - reach, middle + reach) * turn);
  }
  return joint_angles(landscape, place);
}

Expansion<Enclosure> enclosed_energy(const ExactLandscape& landscape, const std::vector<Enclosure>& phi) {
  Expansion<Enclosure> out;
  expand(locked_polynomial(landscape.topology, landscape.pairs), phi, out);
  amend(landscape.mu_s, out);
  add_stored(landscape.springs, phi, out);
  return out;
}

std::vector<Enclosure> tightened(const ExactLandscape& landscape, const std::vector<Enclosure>& phi) {
  const int n = static_cast<int>(phi.size());
  std::vector<Enclosure> middle;
  for (const Enclosure& angle : phi) middle.emplace_back(mpq_class((angle.lo + angle.hi) / 2));
  const Matrix<Enclosure> H = function_at(landscape, phi).hessian;
  const std::vector<Enclosure> g = function_at(landscape, middle).gradient;
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

std::vector<Enclosure> characteristic_polynomial(const ExactLandscape& landscape, const std::vector<Enclosure>& phi) {
  FreeMotion<Enclosure> motion = free_motion(landscape.topology, landscape.pairs, phi);
  for (Enclosure& entry : motion.G.entries) entry = landscape.mu_s * entry;
  return characteristic_polynomial(motion.M_s, motion.G, enclosed_energy(landscape, phi).hessian);
}

std::optional<int> imaginary_pairs(const ExactLandscape& landscape, const std::vector<Enclosure>& phi) {
  try {
    return negative_roots(characteristic_polynomial(landscape, phi));
  } catch (const NotEnclosed&) {  // an inertia that may be zero, so wide is φ
    return std::nullopt;
  }
}

std::optional<int> imaginary_pairs(const ExactLandscape& landscape, const CertifiedRoot& root) try {
  std::vector<Enclosure> phi = enclosed_shape(landscape, root);
  for (int step = 0; step < most_steps; ++step) {
    if (const std::optional<int> known = imaginary_pairs(landscape, phi)) return known;
    phi = tightened(landscape, phi);
  }
  return imaginary_pairs(landscape, phi);
} catch (const NotEnclosed&) {  // so wide that there is nothing to narrow
  return std::nullopt;
}

}  // namespace oopss
