// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/certificate.hpp"

#include <algorithm>

#include "oopss/system/planar_shape.hpp"

namespace oopss {

mpq_class part_of_turn(std::int64_t units) {
  mpq_class out(mpz_class(static_cast<long>(units)));
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), turn_bits);
  return out;
}

namespace {

std::vector<int> heaviest_bodies(const PairConstants<Enclosure>& of) {
  const int n = of.alpha.rows;
  const auto size = [&](int i, int j) { return mpq_class(magnitude(of.alpha(i, j)) + magnitude(of.beta(i, j))); };
  std::vector<int> set(static_cast<std::size_t>(n)), out;
  std::vector<mpq_class> weight(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    set[i] = i;
    for (int j = 0; j < n; ++j)
      if (j != i) weight[i] += size(i, j);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (size(i, j) != 0) {
        const int from = set[i], to = set[j];
        std::replace(set.begin(), set.end(), from, to);
      }
  for (int name = 0; name < n; ++name) {
    int heaviest = -1;
    for (int i = 0; i < n; ++i)
      if (set[i] == name && (heaviest < 0 || weight[i] > weight[heaviest])) heaviest = i;
    if (heaviest >= 0) out.push_back(heaviest);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<int> idle_joints(const ExactLandscape& of) {
  const Matrix<int> P = path_matrix(of.at);
  std::vector<int> out;
  for (int k = 0; k < P.cols; ++k) {
    bool idle =
        std::none_of(of.springs.begin(), of.springs.end(), [&](const auto& spring) { return spring.joint == k; });
    for (int i = 0; i < P.rows && !of.mu_s.is_zero(); ++i)
      for (int j = 0; j < i; ++j)
        idle = idle && (P(i, k) == P(j, k) || (of.pairs.alpha(i, j).is_zero() && of.pairs.beta(i, j).is_zero()));
    if (idle) out.push_back(k);
  }
  return out;
}

}  // namespace

std::vector<int> held_in_place(const ExactLandscape& of) {
  return of.stores_energy() ? idle_joints(of) : heaviest_bodies(of.pairs);
}

std::vector<int> unknowns(const ExactLandscape& of) {
  const std::vector<int> held = held_in_place(of);
  std::vector<int> out;
  for (int i = 0; i < of.at.size() - (of.stores_energy() ? 1 : 0); ++i)
    if (std::find(held.begin(), held.end(), i) == held.end()) out.push_back(i);
  return out;
}

bool is_mirrored(const ExactLandscape& of) {
  const auto& beta = of.pairs.beta.entries;
  return !of.stores_energy() && std::all_of(beta.begin(), beta.end(), [](const Enclosure& b) { return b.is_zero(); });
}

}  // namespace oopss
