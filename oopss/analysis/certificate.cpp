// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/certificate.hpp"

#include <algorithm>

namespace oopss {

mpq_class part_of_turn(std::int64_t units) {
  mpq_class out(mpz_class(static_cast<long>(units)));
  mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), turn_bits);
  return out;
}

std::vector<int> free_bodies(const Certificate& of, int bodies) {
  std::vector<int> out;
  for (int i = 0; i < bodies; ++i)
    if (std::find(of.fixed.begin(), of.fixed.end(), i) == of.fixed.end()) out.push_back(i);
  return out;
}

std::vector<int> bodies_to_fix(const PairConstants<Enclosure>& of) {
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

bool is_aligned(const PairConstants<Enclosure>& of) {
  return std::all_of(of.beta.entries.begin(), of.beta.entries.end(),
                     [](const Enclosure& b) { return b.exact() && b.lo == 0; });
}

}  // namespace oopss
