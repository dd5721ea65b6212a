// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/straight.hpp"

#include <cassert>
#include <cmath>

#include "oopss/chain/eigenvalue_bounds.hpp"
#include "oopss/scalar/interval.hpp"

namespace oopss {

std::vector<Enclosure> uniform_excess(const Beads<Enclosure>& halves) {
  std::vector<Enclosure> out;
  Enclosure m(0);
  for (int j = 0; j < halves.rods(); ++j) {
    m = Enclosure(2) * halves.m[j] - m;
    out.push_back(m * halves.l[j] * halves.l[j] / Enclosure(6));
  }
  return out;
}

Matrix<Enclosure> straight_inertia(const Beads<Enclosure>& beads, const std::vector<Enclosure>& excess) {
  Matrix<Enclosure> A = mass_coefficients(beads);
  for (int j = 0; j < A.rows; ++j)
    for (int k = 0; k < A.rows; ++k) A(j, k) = beads.l[j] * beads.l[k] * A(j, k);
  for (std::size_t j = 0; j < excess.size(); ++j)
    A(static_cast<int>(j), static_cast<int>(j)) = A(static_cast<int>(j), static_cast<int>(j)) - excess[j];
  return A;
}

StraightChain straight_chain(const Beads<Enclosure>& beads, const Enclosure& momentum,
                             const std::vector<Enclosure>& excess) {
  assert(beads.rods() > 1 && !momentum.contains_zero());
  const Matrix<Enclosure> A = straight_inertia(beads, excess);
  const int joints = A.rows - 1;
  const std::vector<Enclosure> d = A * std::vector<Enclosure>(beads.l.size(), Enclosure(1));
  StraightChain out;
  for (const Enclosure& x : d) out.inertia = out.inertia + x;
  const Enclosure I = out.inertia, mu2 = momentum * momentum;

  // ½ μ² (1/I)'' = (μ/I)² (diag(d) − A) and K = A − d dᵀ/I, of the rods that follow the first.
  Matrix<Enclosure> W(joints, joints), K(joints, joints);
  for (int j = 0; j < joints; ++j)
    for (int k = 0; k < joints; ++k) {
      const Enclosure& a = A(j + 1, k + 1);
      W(j, k) = mu2 / (I * I) * (j == k ? d[j + 1] - a : -a);
      K(j, k) = a - d[j + 1] * d[k + 1] / I;
    }
  const Enclosure lambda{std::min(below_eigenvalues(W).lo, below_eigenvalues(K).lo)};
  const Enclosure Lambda{std::max(above_eigenvalues(W).hi, above_eigenvalues(K).hi)};
  const Enclosure C{quartic_bound(A, momentum).hi};
  const Enclosure part = lambda / (Enclosure(4) * C), half_root = sqrt(lambda / Lambda) / Enclosure(2);
  const auto at_most_one = [](const Enclosure& x) { return x.lo > 1 ? Enclosure(1) : x; };
  out.lambda = interval(lambda).lo;
  out.Lambda = interval(Lambda).hi;
  out.C = interval(C).hi;
  out.delta_cubic = interval(half_root * at_most_one(part)).lo;
  out.delta = interval(half_root * at_most_one(sqrt(part))).lo;
  out.growth = interval(Enclosure(2) * sqrt(Lambda / lambda)).hi;

  out.nu_2 = straight_frequencies(beads, excess);
  out.barrier = straight_barrier(A);
  const Enclosure energy = mu2 / Enclosure(2) * (Enclosure(1) / out.barrier.inertia - Enclosure(1) / I);
  out.barrier_energy = middle(energy);
  for (const double x : {out.lambda, out.Lambda, out.C, out.delta_cubic, out.delta, out.growth, out.barrier_energy})
    if (!std::isnormal(x)) throw NotEnclosed("a bound that is no double");
  return out;
}

}  // namespace oopss
