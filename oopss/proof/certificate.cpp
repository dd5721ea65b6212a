// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/certificate.hpp"

#include <algorithm>
#include <array>

#include "oopss/system/planar_shape.hpp"

namespace oopss {

mpq_class part_of_turn(std::int64_t units) {
  mpq_class out(mpz_class(static_cast<long>(units)));
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), turn_bits);
  return out;
}

namespace {

/// Bodies that a loop or a spring connects.
bool are_linked(const ExactLandscape& landscape, int i, int j) {
  const auto in_loop = [](const TrigPolynomial<Enclosure>& g, int body) {
    return std::any_of(g.terms.begin(), g.terms.end(), [&](const auto& term) { return term.winding[body] != 0; });
  };
  return std::any_of(landscape.closure.begin(), landscape.closure.end(),
                     [&](const auto& g) { return in_loop(g, i) && in_loop(g, j); }) ||
         std::any_of(landscape.springs.begin(), landscape.springs.end(), [&](const auto& spring) {
           return landscape.between[spring.joint] == std::array{i, j} ||
                  landscape.between[spring.joint] == std::array{j, i};
         });
}

std::vector<int> heaviest_bodies(const ExactLandscape& landscape) {
  const PairConstants<Enclosure>& pairs = landscape.pairs;
  const int n = pairs.alpha.rows;
  const auto size = [&](int i, int j) { return mpq_class(magnitude(pairs.alpha(i, j)) + magnitude(pairs.beta(i, j))); };
  const bool at_rest = landscape.stores_energy() && landscape.mu_s.is_zero();
  const auto connected = [&](int i, int j) { return (size(i, j) != 0 && !at_rest) || are_linked(landscape, i, j); };
  std::vector<int> set(static_cast<std::size_t>(n)), out;
  std::vector<mpq_class> weight(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    set[i] = i;
    for (int j = 0; j < n; ++j)
      if (j != i) weight[i] += size(i, j);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (connected(i, j)) {
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

std::vector<int> idle_joints(const ExactLandscape& landscape) {
  const Matrix<int> P = path_matrix(landscape.topology);
  std::vector<int> out;
  for (int k = 0; k < P.cols; ++k) {
    bool idle = std::none_of(landscape.springs.begin(), landscape.springs.end(),
                             [&](const auto& spring) { return spring.joint == k; });
    for (int i = 0; i < P.rows && !landscape.mu_s.is_zero(); ++i)
      for (int j = 0; j < i; ++j)
        idle = idle &&
               (P(i, k) == P(j, k) || (landscape.pairs.alpha(i, j).is_zero() && landscape.pairs.beta(i, j).is_zero()));
    if (idle) out.push_back(k);
  }
  return out;
}

}  // namespace

std::vector<int> fixed_in_place(const ExactLandscape& landscape) {
  return by_joints(landscape) ? idle_joints(landscape) : heaviest_bodies(landscape);
}

std::vector<int> unknowns(const ExactLandscape& landscape) {
  const std::vector<int> fixed = fixed_in_place(landscape);
  std::vector<int> out;
  for (int i = 0; i < landscape.topology.size() - (by_joints(landscape) ? 1 : 0); ++i)
    if (std::find(fixed.begin(), fixed.end(), i) == fixed.end()) out.push_back(i);
  return out;
}

bool is_mirrored(const ExactLandscape& landscape) {
  const auto& beta = landscape.pairs.beta.entries;
  const auto vanish = [](const TrigPolynomial<Enclosure>& g, Enclosure TrigTerm<Enclosure>::*part) {
    return std::all_of(g.terms.begin(), g.terms.end(), [&](const auto& term) { return (term.*part).is_zero(); });
  };
  bool even = true;  // x components of gaps, y components odd
  for (std::size_t c = 0; c < landscape.closure.size(); ++c)
    even = even && vanish(landscape.closure[c], c % 2 == 0 ? &TrigTerm<Enclosure>::s : &TrigTerm<Enclosure>::c);
  return even && !landscape.stores_energy() &&
         std::all_of(beta.begin(), beta.end(), [](const Enclosure& b) { return b.is_zero(); });
}

}  // namespace oopss
