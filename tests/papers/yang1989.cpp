// SPDX-License-Identifier: Apache-2.0
// R. Yang and P. S. Krishnaprasad, On the dynamics of floating four-bar linkages, section 3, with its errata: the
// configuration space Q of a four-bar, by the lengths s <= p <= q <= l of its bars.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/four_bar.hpp"
#include "tests/linkage/trace.hpp"

using namespace oopss;

namespace {

/// Every four whole lengths up to 5.
template <class Check>
void for_all_quadruples(const Check& check) {
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int c = 1; c <= 5; ++c)
        for (int d = 1; d <= 5; ++d) {
          CAPTURE(a, b, c, d);
          std::array<int, 4> sorted = {a, b, c, d};
          std::sort(sorted.begin(), sorted.end());
          check(std::array<int, 4>{a, b, c, d}, sorted);
        }
}

FourBarClass classified(const std::array<int, 4>& l) { return classify_four_bar({{l[0], l[1], l[2], l[3]}, 0, {}}); }

bool some_signed_sum_vanishes(const std::array<int, 4>& l) {
  for (int signs = 0; signs < 8; ++signs)
    if (l[0] + (signs & 1 ? -1 : 1) * l[1] + (signs & 2 ? -1 : 1) * l[2] + (signs & 4 ? -1 : 1) * l[3] == 0)
      return true;
  return false;
}

/// det G Gᵀ, the sum of the squares of (3.2): zero where dF/dq loses rank.
double rank_gauge(const std::vector<double>& l, const std::array<double, 4>& phi) {
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) sum += std::pow(l[i] * l[j] * std::sin(phi[j] - phi[i]), 2);
  return sum;
}

/// The least of a function of the shape over all modes.
template <class Function>
double least(const std::array<int, 4>& lengths, const Function& function) {
  const std::vector<double> l(lengths.begin(), lengths.end());
  double out = 1e300;
  for (const AssemblyMode& mode : assembly_modes(classified(lengths)))
    for (int i = 0; i < 360; ++i) out = std::min(out, function(l, shape(l, mode, std::numbers::pi * i / 180)));
  return out;
}

}  // namespace

TEST_CASE("Yang and Krishnaprasad, Theorem 3.1: if no l0 +- l1 +- l2 +- l3 is zero, Q is a submanifold") {
  for_all_quadruples([](const std::array<int, 4>& l, const std::array<int, 4>&) {
    const FourBarClass found = classified(l);
    CHECK(some_signed_sum_vanishes(l) == (found.nodes > 0));
    if (assembly_modes(found).empty()) return;
    // whole lengths up to 5 are a whole unit from a vanishing sum, or on it
    if (found.nodes == 0)
      CHECK(least(l, rank_gauge) > 0.1);
    else
      CHECK(least(l, rank_gauge) < 1e-12);
  });
}

TEST_CASE(
    "Yang and Krishnaprasad, Theorem 3.2 (Grashof): a link revolves if s + l <= p + q, and all rock if s + l > p + q") {
  for_all_quadruples([](const std::array<int, 4>& l, const std::array<int, 4>& sorted) {
    const auto [s, p, q, longest] = sorted;
    if (longest >= s + p + q) return;  // no mechanism
    const FourBarClass found = classified(l);
    // measured on the curve of shapes: whether an angle between two bars is ever near 0 and ever near pi
    bool any = false;
    for (int j = 0; j < 4; ++j)
      for (int k = j + 1; k < 4; ++k) {
        const auto cosine = [&](const std::vector<double>&, const std::array<double, 4>& phi) {
          return std::cos(phi[k] - phi[j]);
        };
        const auto opposite = [&](const std::vector<double>&, const std::array<double, 4>& phi) {
          return -std::cos(phi[k] - phi[j]);
        };
        any = any || (least(l, cosine) < -0.999 && least(l, opposite) < -0.999);
      }
    CHECK(any == (s + longest <= p + q));
    // (2): it is a change-point mechanism iff s + l = p + q
    CHECK((found.kind == FourBarKind::change_point) == (s + longest == p + q));
  });
}

TEST_CASE(
    "Yang and Krishnaprasad, Corollary 3.3: if l < s + p + q and s + l != p + q, Q is a submanifold; at l = s + p + q "
    "it is not") {
  for_all_quadruples([](const std::array<int, 4>& l, const std::array<int, 4>& sorted) {
    const auto [s, p, q, longest] = sorted;
    const FourBarClass found = classified(l);
    if (longest < s + p + q && s + longest != p + q) CHECK(least(l, rank_gauge) > 0.1);
    // the printed statement has l <= s + p + q: at equality there is one shape, in line, and the rank is lost there
    if (longest == s + p + q) {
      CHECK(found.kind == FourBarKind::rigid_line);
      const LoopTopology loop = loop_topology({{l[0], l[1], l[2], l[3]}, 0, {}});
      REQUIRE(loop.collinear.size() == 1);
      std::array<double, 4> phi{};
      for (int k = 0; k < 4; ++k) phi[k] = loop.collinear[0][k] > 0 ? 0 : std::numbers::pi;
      CHECK(rank_gauge({1.0 * l[0], 1.0 * l[1], 1.0 * l[2], 1.0 * l[3]}, phi) < 1e-25);
    }
    CHECK((longest > s + p + q) == (found.kind == FourBarKind::not_constructible));
  });
}

TEST_CASE(
    "Yang and Krishnaprasad, Proposition 3.4: if s + l < p + q and l1 = s, or l0 = s, theta_3 - theta_2 is never a "
    "multiple of pi") {
  int checked = 0;
  for_all_quadruples([&](const std::array<int, 4>& l, const std::array<int, 4>& sorted) {
    const auto [s, p, q, longest] = sorted;
    if (s + longest >= p + q || (l[1] != s && l[0] != s)) return;
    CHECK(least(l, [](const std::vector<double>&, const std::array<double, 4>& phi) {
            return std::abs(std::sin(phi[3] - phi[2]));
          }) > 0.05);
    ++checked;
  });
  CHECK(checked > 50);
}

TEST_CASE(
    "Yang and Krishnaprasad, Corollary 3.5: if s + l < p + q and l1 = s, each component is parametrised by theta_10") {
  int checked = 0;
  for_all_quadruples([&](const std::array<int, 4>& l, const std::array<int, 4>& sorted) {
    const auto [s, p, q, longest] = sorted;
    if (s + longest >= p + q || l[1] != s) return;
    const std::vector<double> lengths(l.begin(), l.end());
    const std::vector<AssemblyMode> modes = assembly_modes(classified(l));
    REQUIRE(modes.size() == 2);
    // the coordinate is theta_10 itself, and the two solutions that it leaves lie one on each component
    for (const AssemblyMode& mode : modes)
      for (const double theta_10 : {0.0, 1.0, 3.0, 4.5}) {
        const std::array<double, 4> phi = shape(lengths, mode, theta_10);
        CHECK(std::abs(std::remainder(phi[1] - theta_10, 2 * std::numbers::pi)) < 1e-14);
        CHECK((std::sin(phi[3] - phi[2]) > 0) == (mode.sigma > 0));
      }
    const TracedCurve traced = trace_windings({lengths[0], lengths[1], lengths[2], lengths[3]}, 48);
    CHECK(traced.components == 2);
    for (const std::array<int, 6>& winding : traced.windings) CHECK(winding[0] == 1);  // theta_10 goes round once
    ++checked;
  });
  CHECK(checked > 25);
}
