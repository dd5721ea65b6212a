// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/spectral_proof.hpp"

#include <cassert>

#include "oopss/proof/verify.hpp"
#include "oopss/scalar/echelon.hpp"
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

namespace {

std::vector<Enclosure> enclosed_place(const CertifiedRoot& root) {
  const Enclosure turn = Enclosure(2) * enclosed_pi();
  std::vector<Enclosure> place;
  for (std::size_t k = 0; k < root.centre.size(); ++k) {
    mpq_class reach = part_of_turn(root.unique[k]);
    mpq_div_2exp(reach.get_mpq_t(), reach.get_mpq_t(), static_cast<unsigned long>(root.shrink));
    const mpq_class middle = part_of_turn(root.centre[k]);
    place.push_back(Enclosure(middle - reach, middle + reach) * turn);
  }
  return place;
}

/// Waves over the angles of bodies as waves over those of the tree's joints, the root being at zero.
TrigPolynomial<Enclosure> over_joints(const Topology& topology, TrigPolynomial<Enclosure> waves) {
  const Matrix<int> P = path_matrix(topology);
  for (TrigTerm<Enclosure>& term : waves.terms) {
    std::vector<int> winding(static_cast<std::size_t>(P.cols), 0);
    for (int i = 0; i < P.rows; ++i)
      for (int k = 0; k < P.cols; ++k) winding[k] += term.winding[i] * P(i, k);
    term.winding = std::move(winding);
  }
  return waves;
}

/// V_μ + U of the spanning tree at the angles φ of its joints; U is that of sine springs, at closing joints too.
Expansion<Enclosure> open_energy(const ExactLandscape& landscape, const std::vector<Enclosure>& phi) {
  Expansion<Enclosure> out;
  expand(locked_polynomial(landscape.topology, landscape.pairs), phi, out);
  amend(landscape.mu_s, out);
  TrigPolynomial<Enclosure> stored;
  for (const auto& [joint, law] : landscape.springs) {
    std::vector<int> winding(landscape.topology.parent.size(), 0);
    winding[landscape.between[joint][0]] = -1;
    winding[landscape.between[joint][1]] = 1;
    stored.terms.push_back({std::move(winding), -(law.kp * cos(law.bias)), -(law.kp * sin(law.bias))});
  }
  for (const TrigTerm<Enclosure>& term : over_joints(landscape.topology, stored).terms) {
    const Enclosure psi = phase(term, phi);
    add_wave(term, cos(psi), sin(psi), out);
  }
  return out;
}

/// AᵀBA.
Matrix<Enclosure> restricted(const Matrix<Enclosure>& B, const Matrix<Enclosure>& A) {
  Matrix<Enclosure> BA(B.rows, A.cols), out(A.cols, A.cols);
  for (int i = 0; i < B.rows; ++i)
    for (int j = 0; j < A.cols; ++j)
      for (int k = 0; k < B.cols; ++k) BA(i, j) = BA(i, j) + B(i, k) * A(k, j);
  for (int i = 0; i < A.cols; ++i)
    for (int j = 0; j < A.cols; ++j)
      for (int k = 0; k < A.rows; ++k) out(i, j) = out(i, j) + A(k, i) * BA(k, j);
  return out;
}

/// The columns of P = 1 − Gᵀ(G Gᵀ)⁻¹G that are clearest of each other: a basis of the directions that keep G x = 0.
Matrix<Enclosure> kernel_basis(const Matrix<Enclosure>& G, const Ldlt<Enclosure>& gram) {
  const int n = G.cols, freedom = n - G.rows;
  Matrix<Enclosure> P(n, n);
  for (int j = 0; j < n; ++j) {
    std::vector<Enclosure> column;
    for (int c = 0; c < G.rows; ++c) column.push_back(G(c, j));
    column = solve(gram, column);
    for (int i = 0; i < n; ++i) {
      P(i, j) = Enclosure(i == j ? 1 : 0);
      for (int c = 0; c < G.rows; ++c) P(i, j) = P(i, j) - G(c, i) * column[c];
    }
  }
  Matrix<double> near(n, n);
  for (std::size_t k = 0; k < P.entries.size(); ++k)
    near.entries[k] = mpq_class((P.entries[k].lo + P.entries[k].hi) / 2).get_d();
  std::vector<int> pivots(static_cast<std::size_t>(n));
  const auto entry = [&](int i, int j) -> double& { return near(i, j); };
  echelon(
      n, n, n, entry, [](double pivot) { return std::abs(pivot) > 1e-6; }, [](double x) { return x; }, pivots.data());
  Matrix<Enclosure> out(n, freedom);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < freedom; ++k) out(i, k) = P(i, pivots[k]);
  return out;
}

/// The polynomial of the motion that keeps the loops closed: all matrices on its directions, and Hess(V_μ + U) with the
/// curvature of closure, λ from (V_μ + U)' + Gᵀλ = 0.
std::vector<Enclosure> closed_polynomial(const ExactLandscape& landscape, const CertifiedRoot& root) {
  std::vector<Enclosure> theta(landscape.topology.parent.size(), Enclosure(0));
  const std::vector<Enclosure> place = enclosed_place(root);
  const std::vector<int> unknown = unknowns(landscape);
  for (std::size_t k = 0; k < unknown.size(); ++k) theta[unknown[k]] = place[k];
  const std::vector<Enclosure> phi = differences(landscape.topology, theta);
  const int n = static_cast<int>(phi.size()), m = static_cast<int>(landscape.closure.size());
  Expansion<Enclosure> energy = open_energy(landscape, phi);
  std::vector<Expansion<Enclosure>> g(landscape.closure.size());
  Matrix<Enclosure> G(m, n), gram(m, m);
  std::vector<Enclosure> right;
  for (int c = 0; c < m; ++c) {
    expand(over_joints(landscape.topology, landscape.closure[c]), phi, g[c]);
    for (int k = 0; k < n; ++k) G(c, k) = g[c].gradient[k];
    right.push_back(-dot(g[c].gradient, energy.gradient));
  }
  for (int c = 0; c < m; ++c)
    for (int d = 0; d < m; ++d) gram(c, d) = dot(g[c].gradient, g[d].gradient);
  const Ldlt<Enclosure> factors = ldlt(gram);
  const std::vector<Enclosure> lambda = solve(factors, right);
  for (int c = 0; c < m; ++c)
    for (std::size_t k = 0; k < energy.hessian.entries.size(); ++k)
      energy.hessian.entries[k] = energy.hessian.entries[k] + lambda[c] * g[c].hessian.entries[k];
  FreeMotion<Enclosure> motion = free_motion(landscape.topology, landscape.pairs, phi);
  for (Enclosure& entry : motion.G.entries) entry = landscape.mu_s * entry;
  const Matrix<Enclosure> N = kernel_basis(G, factors);
  return characteristic_polynomial(restricted(motion.M_s, N), restricted(motion.G, N), restricted(energy.hessian, N));
}

}  // namespace

std::vector<Enclosure> enclosed_shape(const ExactLandscape& landscape, const CertifiedRoot& root) {
  return joint_angles(landscape, enclosed_place(root));
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
  if (landscape.closed()) return negative_roots(closed_polynomial(landscape, root));
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
