// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/folds.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace oopss {
namespace {

/// The least common multiple of the denominators.
mpz_class common_denominator(const std::vector<Enclosure>& numbers) {
  mpz_class out = 1;
  for (const Enclosure& x : numbers) {
    if (!x.exact()) throw NotEnclosed("not a rational number");
    mpz_lcm(out.get_mpz_t(), out.get_mpz_t(), x.lo.get_den_mpz_t());
  }
  return out;
}

std::vector<mpz_class> multiples(const std::vector<Enclosure>& numbers, const mpz_class& denominator) {
  std::vector<mpz_class> out;
  for (const Enclosure& x : numbers) {
    assert(x.lo > 0);
    out.push_back(x.lo.get_num() * (denominator / x.lo.get_den()));
  }
  return out;
}

/// The rods along the line of the shape: a_j = σ_j l_j, whose sign changes at folded joints.
std::vector<mpz_class> signed_rods(const WholeBeads& beads, Folds joints) {
  std::vector<mpz_class> a = beads.l;
  bool turned = false;
  for (std::size_t j = 1; j < a.size(); ++j) {
    if (joints >> (j - 1) & 1) turned = !turned;
    if (turned) a[j] = -a[j];
  }
  return a;
}

/// M u_j = Σ_{n>j} m_n (M x_n − Σ_i m_i x_i), from places x that are counted from bead 0.
std::vector<mpz_class> moments(const WholeBeads& beads, const std::vector<mpz_class>& a) {
  mpz_class M = beads.m[0], first = 0, x = 0;
  for (std::size_t n = 1; n < beads.m.size(); ++n) {
    x += a[n - 1];
    M += beads.m[n];
    first += beads.m[n] * x;
  }
  std::vector<mpz_class> u(a.size());
  mpz_class sum = 0;
  for (std::size_t j = a.size(); j-- > 0; x -= a[j]) {
    sum += beads.m[j + 1] * (M * x - first);
    u[j] = sum;
  }
  return u;
}

}  // namespace

WholeBeads whole_beads(const Beads<Enclosure>& beads) {
  const mpz_class masses = common_denominator(beads.m), lengths = common_denominator(beads.l);
  WholeBeads out{multiples(beads.m, masses), multiples(beads.l, lengths)};
  mpz_class M = 0;
  for (const mpz_class& mass : out.m) M += mass;
  out.moment = mpq_class(1, M * masses * lengths);
  return out;
}

WholeBeads equal_beads(int joints) {
  WholeBeads out{std::vector<mpz_class>(joints + 2, 1), std::vector<mpz_class>(joints + 1, 1)};
  out.moment = mpq_class(1, joints + 2);
  return out;
}

FoldedShape shape_by_tensions(const WholeBeads& beads, Folds joints) {
  const std::vector<mpz_class> a = signed_rods(beads, joints);
  FoldedShape out;
  out.joints = joints;
  out.folds = std::popcount(joints);
  out.tension = moments(beads, a);
  int runs = 0, before = 0;  // the sign of the rod before; 0 before the first
  for (std::size_t j = 0; j < a.size(); ++j) {
    mpz_class& tension = out.tension[j];
    const int sign = sgn(tension);
    runs += sign != 0 && before == 0;
    out.slack += sign == 0;
    out.sign_changes += sign * before < 0;
    before = sign;
    if (a[j] < 0) tension = -tension;
    out.compressed += tension < 0;
  }
  out.by_tensions = {out.slack + out.compressed + out.sign_changes, runs - 1};
  return out;
}

void inertia_hessian(const WholeBeads& beads, Folds joints, Matrix<mpz_class>& H) {
  const std::vector<mpz_class> a = signed_rods(beads, joints);
  const int rods = static_cast<int>(a.size());
  std::vector<mpz_class> left(rods), right(rods);  // a_j P_j, a_j S_j: A_jk = left_j right_k for j <= k
  mpz_class P = 0, M = 0, row;
  for (const mpz_class& mass : beads.m) M += mass;
  for (int j = 0; j < rods; ++j) {
    P += beads.m[j];
    left[j] = a[j] * P;
    right[j] = a[j] * (M - P);
  }
  for (int k = 1; k < rods; ++k) {
    row = 0;
    for (int j = 0; j < rods; ++j) {
      if (j == k) continue;
      const mpz_class entry = left[std::min(j, k)] * right[std::max(j, k)];
      row += entry;
      if (j > 0) H(k - 1, j - 1) = entry;
    }
    H(k - 1, k - 1) = -row;
  }
  const int n = rods - 1;
  for (int i = n - 2; i >= 0; --i)  // joint i turns all rods from i on
    for (int j = 0; j < n; ++j) H(i, j) += H(i + 1, j);
  for (int j = n - 2; j >= 0; --j)
    for (int i = 0; i < n; ++i) H(i, j) += H(i, j + 1);
}

FoldedShape folded_shape(const WholeBeads& beads, Folds joints) {
  FoldedShape out = shape_by_tensions(beads, joints);
  Matrix<mpz_class> H(beads.joints(), beads.joints());
  inertia_hessian(beads, joints, H);
  const Signature found = signature(H);
  out.by_elimination = {found.positive, found.zero};
  return out;
}

std::vector<FoldedShape> folded_shapes(const WholeBeads& beads) {
  assert(beads.joints() >= 1 && beads.joints() <= most_listed_joints);
  std::vector<FoldedShape> out;
  for (Folds joints = 0; joints < Folds(1) << beads.joints(); ++joints) out.push_back(folded_shape(beads, joints));
  return out;
}

}  // namespace oopss
