// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/barrier.hpp"

#include <optional>

namespace oopss {
namespace {

struct Cut {
  mpq_class weight;
  std::vector<char> side;
};

/// The lightest cut of a complete graph: n − 1 times all vertices are put in the order of their weight to those before;
/// the last one alone is a cut, and it is then merged with the one before.
Cut lightest_cut(Matrix<mpq_class> weight) {
  const int n = weight.rows;
  std::optional<Cut> best;
  std::vector<std::vector<int>> merged(static_cast<std::size_t>(n));
  std::vector<int> left;
  for (int j = 0; j < n; ++j) {
    merged[j] = {j};
    left.push_back(j);
  }
  while (left.size() > 1) {
    std::vector<int> order, rest = left;
    std::vector<mpq_class> to(static_cast<std::size_t>(n), 0);
    while (!rest.empty()) {
      std::size_t next = 0;
      for (std::size_t k = 1; k < rest.size(); ++k)
        if (to[rest[k]] > to[rest[next]]) next = k;
      order.push_back(rest[next]);
      rest.erase(rest.begin() + static_cast<long>(next));
      for (const int k : rest) to[k] += weight(order.back(), k);
    }
    const int last = order.back(), before = order.end()[-2];
    if (!best || to[last] < best->weight) {
      best = {to[last], std::vector<char>(static_cast<std::size_t>(n), 0)};
      for (const int j : merged[last]) best->side[j] = 1;
    }
    merged[before].insert(merged[before].end(), merged[last].begin(), merged[last].end());
    for (const int k : left) weight(before, k) = weight(k, before) = weight(before, k) + weight(last, k);
    std::erase(left, last);
  }
  return *best;
}

}  // namespace

Barrier straight_barrier(const Matrix<Enclosure>& A) {
  const int n = A.rows;
  Matrix<mpq_class> least(n, n), most(n, n);
  Enclosure I(0);
  for (std::size_t k = 0; k < A.entries.size(); ++k) {
    least.entries[k] = A.entries[k].lo;
    most.entries[k] = A.entries[k].hi;
    I = I + A.entries[k];
  }
  const Cut light = lightest_cut(least);
  const Enclosure cut(light.weight, I.exact() ? light.weight : lightest_cut(most).weight);
  Barrier out;
  for (int j = 1; j < n; ++j) out.folds.push_back(light.side[j] == light.side[j - 1] ? 0 : 1);
  out.inertia = I - Enclosure(4) * cut;
  return out;
}

}  // namespace oopss
