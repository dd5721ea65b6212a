// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/classify_loop.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "oopss/linkage/classify.hpp"

using namespace oopss;

namespace {

LoopLengths whole(const std::vector<int>& lengths) {
  LoopLengths out;
  for (const int l : lengths) out.l.emplace_back(l);
  return out;
}

/// Over all subsets, one by one.
struct Brute {
  std::vector<long> betti;
  long vanishing = 0;
  int nearest = 1 << 30;
};
Brute brute(const std::vector<int>& l) {
  const int n = static_cast<int>(l.size()), P = std::accumulate(l.begin(), l.end(), 0);
  const int longest = static_cast<int>(std::max_element(l.begin(), l.end()) - l.begin());
  std::vector<long> a(n + 1), c(n + 1);
  Brute out;
  for (int set = 0; set < 1 << n; ++set) {
    if ((set >> longest & 1) == 0) continue;
    int sum = 0, size = 0;
    for (int k = 0; k < n; ++k)
      if ((set >> k & 1) != 0) {
        sum += l[k];
        ++size;
      }
    a[size - 1] += 2 * sum < P;
    c[size - 1] += 2 * sum == P;
    out.vanishing += 2 * sum == P;
    out.nearest = std::min(out.nearest, std::abs(2 * sum - P));
  }
  for (int k = 0; k <= n - 3; ++k) out.betti.push_back(a[k] + c[k] + a[n - 3 - k]);
  return out;
}

}  // namespace

TEST_CASE("Betti numbers, vanishing signed sums and the nearest one are those of a count over all subsets") {
  std::mt19937_64 draw(5);
  int singular = 0;
  for (int n = 3; n <= 10; ++n)
    for (int k = 0; k < 40; ++k) {
      std::vector<int> l(n);
      for (int& length : l) length = static_cast<int>(1 + draw() % (k % 2 == 0 ? 9 : 1000));
      const LoopTopology found = loop_topology(whole(l));
      const Brute expected = brute(l);
      CHECK(found.betti == expected.betti);
      CHECK(found.vanishing == expected.vanishing);
      CHECK(found.nearest == expected.nearest);
      CHECK(found.collinear.size() == std::min(expected.vanishing, 16L));
      for (const std::vector<int>& signs : found.collinear)
        CHECK(std::inner_product(signs.begin(), signs.end(), l.begin(), 0) == 0);
      singular += found.vanishing > 0;
    }
  CHECK(singular > 40);
}

TEST_CASE("the Betti numbers of four bars are the components and loops of their decision table") {
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int c = 1; c <= 5; ++c)
        for (int d = 1; d <= 5; ++d) {
          const FourBarClass table = classify_four_bar(whole({a, b, c, d}));
          const LoopTopology found = loop_topology(whole({a, b, c, d}));
          CHECK(found.betti == std::vector<long>{table.components, table.b1});
          CHECK(found.vanishing == table.nodes);
        }
}

TEST_CASE("the golden five-bar moves on a surface of genus 4: Betti numbers 1, 8, 1") {
  const auto golden = nlohmann::json::parse(std::ifstream("tests/golden/loops.json"));
  std::vector<double> l;
  const auto& joints = golden.at("systems").at("fivebar").at("joints");  // joint k: bodies k and k + 1
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const auto &end = joints[k][1], &begin = joints[(k + joints.size() - 1) % joints.size()][3];
    l.push_back(
        std::hypot(end[0].get<double>() - begin[0].get<double>(), end[1].get<double>() - begin[1].get<double>()));
  }
  const LoopTopology found = loop_topology(lengths_computed(l));
  CHECK(found.betti == std::vector<long>{1, 8, 1});
  CHECK(found.euler == -6);
  CHECK(found.mobility == 2);
  CHECK(found.kind == LoopKind::regular);
}

TEST_CASE("loops that are known: triangles, equal bars, a line, a bar too long") {
  CHECK(loop_topology(whole({3, 4, 5})).betti == std::vector<long>{2});  // and its mirror image
  CHECK(loop_topology(whole({1, 2, 3})).kind == LoopKind::rigid_line);
  CHECK(loop_topology(whole({1, 2, 3})).betti == std::vector<long>{1});
  CHECK(loop_topology(whole({1, 1, 1, 1, 5})).kind == LoopKind::not_constructible);
  CHECK(loop_topology(whole({1, 1, 1, 1, 5})).betti == std::vector<long>{0, 0, 0});
  CHECK(loop_topology(whole({1, 1, 1, 1, 4})).mobility == 0);
  CHECK(loop_topology(whole({1, 1, 1, 2, 4, 4, 4})).kind == LoopKind::regular);
  CHECK(loop_topology(whole({1, 1, 1, 3, 3, 3, 2})).kind == LoopKind::singular);
  // n − 1 short bars and one of just less than their sum: a sphere of dimension n − 3
  CHECK(loop_topology(whole({2, 2, 2, 2, 2, 2, 11})).betti == std::vector<long>{1, 0, 0, 0, 1});
}

TEST_CASE("thirty bars are counted at once, and more are answered without a count") {
  const LoopTopology equal = loop_topology(whole(std::vector<int>(30, 1)));
  CHECK(equal.vanishing == 77558760);  // 29 over 14
  CHECK(equal.collinear.size() == 16);
  CHECK(equal.kind == LoopKind::singular);
  CHECK(loop_topology(whole(std::vector<int>(29, 1))).kind == LoopKind::regular);
  const LoopTopology many = loop_topology(whole(std::vector<int>(31, 1)));
  CHECK(!many.counted);
  CHECK(many.kind == LoopKind::undecided);
  CHECK(many.mobility == 28);
}

TEST_CASE("shapes of regular loops obey Poincare duality") {
  std::mt19937_64 draw(8);
  for (int n = 4; n <= 14; ++n) {
    std::vector<int> l(n);
    for (int& length : l) length = 1 + 2 * static_cast<int>(draw() % 500);
    if (n % 2 == 0) l[0] += 1;  // the perimeter is odd: no signed sum is zero
    LoopTopology found = loop_topology(whole(l));
    CHECK(found.vanishing == 0);
    const std::vector<long> reversed(found.betti.rbegin(), found.betti.rend());
    CHECK(found.betti == reversed);
  }
}
