// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/certify.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/exact_trees.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/proof/certificates.hpp"
#include "tests/sanitized.hpp"
#include "tests/scalar/decimal.hpp"

using namespace oopss;

namespace {

/// Joint angles of a root.
std::vector<double> shape(const ExactLandscape& landscape, const CertifiedRoot& root) {
  std::vector<double> place;
  for (const std::int64_t angle : root.centre) place.push_back(radians_of(angle));
  return joint_angles(landscape, place);
}

/// Every point of a list of shapes with indices is certified, and nothing else is. The other program's angles are good
/// to 1e-6 where equilibria are close to merging, and indices are told apart only then.
template <class Point>
void check_same(const ExactLandscape& landscape, const Certificate& found, const std::vector<Point>& expected) {
  REQUIRE(found.roots.size() == expected.size());
  for (const CertifiedRoot& root : found.roots) {
    const std::vector<double> phi = shape(landscape, root);
    const bool known = std::any_of(expected.begin(), expected.end(), [&](const Point& other) {
      double apart = 0;
      for (std::size_t k = 0; k < phi.size(); ++k) apart = std::max(apart, std::abs(wrapped(phi[k] - other.phi[k])));
      return apart < 1e-6 && other.index == root.index;
    });
    CHECK(known);
  }
}

/// Three bodies of the planar paper's section 6: d12 = (c1, 0), d21 = (−b1, 0), d23 = (e1, e2), d32 = (−d1, 0).
PlanarTree<Enclosure> three_bodies(const std::vector<Enclosure>& m, const Enclosure& c1, const Enclosure& b1,
                                   const Enclosure& e1, const Enclosure& e2, const Enclosure& d1) {
  PlanarTree<Enclosure> tree;
  static_cast<Topology&>(tree) = numbered_topology({-1, 0, 1});
  tree.m = m;
  tree.I = {1, 1, 1};
  tree.mass = m[0] + m[1] + m[2];
  tree.d_parent = {{0, 0}, {c1, 0}, {e1, e2}};
  tree.d_child = {{0, 0}, {-b1, 0}, {-d1, 0}};
  return tree;
}

}  // namespace

TEST_CASE("the equilibria of the golden systems are all certified, with their indices") {
  int systems = 0;
  for (const GoldenCase& golden : golden_planar()) {
    if (golden.equilibria.empty()) continue;
    CAPTURE(golden.id);
    ++systems;
    const PlanarTree<double> tree = rooted(golden.bodies, 0);
    if (tree.size() > 6) continue;
    const ExactLandscape landscape = exactly(tree, 1, {});
    const Certificate found = certify(landscape);
    CHECK(holds(landscape, found));
    check_same(landscape, found, golden.equilibria);
  }
  CHECK(systems > 3);
}

TEST_CASE("random trees: what the closed form of three bodies and the search of four find is all there is") {
  std::mt19937 random(3);
  for (int draw = 0; draw < 60; draw += stride) {
    CAPTURE(draw);
    const PlanarTree<double> tree =
        random_tree(draw < 40 ? 3 : 4, draw % 2 == 0 ? Growth::chain : Growth::bush, random);
    const ExactLandscape landscape = exactly(tree, 1, {});
    const Certificate found = certify(landscape);
    CHECK(holds(landscape, found));
    check_same(landscape, found, critical_shapes(energy_of(tree)).all);
  }
}

TEST_CASE("Sreenath et al. 1988, tables of the special case: four equilibria, or six in the triangle strip") {
  // A1 = 1, B1 = (2 b1 + e1), B2 = (b1 + 2 e1) for unit masses and c1 = d1 = 1
  int sixes = 0;
  for (int b = -12; b <= 12; ++b)
    for (int e = 1; e <= 12; ++e) {
      const mpq_class b1 = mpq_class(b) / 8, e1 = mpq_class(e) / 8, B1 = 2 * b1 + e1, B2 = b1 + 2 * e1;
      if (B1 == 0 || B2 == 0) continue;
      const mpq_class x = 1 / abs(B1), y = 1 / abs(B2),
                      margin = std::min({mpq_class(1 + x - y), mpq_class(1 + y - x), mpq_class(x + y - 1)});
      const ExactLandscape landscape = exact_landscape(three_bodies({1, 1, 1}, 1, Enclosure(b1), Enclosure(e1), 0, 1));
      const Certificate found = certify(landscape);
      CAPTURE(b, e);
      CHECK(holds(landscape, found));
      CHECK(found.roots.size() == (margin > 0 ? 6 : 4));
      // on the boundary two of the six have merged with a collinear one
      CHECK(std::count_if(found.roots.begin(), found.roots.end(), [](const auto& r) { return r.nullity == 1; }) ==
            (margin == 0 ? 1 : 0));
      sixes += margin > 0;
    }
  CHECK(sixes > 20);
}

TEST_CASE("two of A1, B1, B2 zero: circles of equilibria, one fixed body per part that turns freely") {
  const ExactLandscape landscape = exact_landscape(three_bodies({1, 2, 3}, decimal("1.1"), 0, 0, 0, decimal("0.7")));
  const Certificate found = certify(landscape);
  CHECK(found.fixed.size() == 2);
  CHECK(found.roots.size() == 2);
  CHECK(holds(landscape, found));
}

TEST_CASE("a locked inertia that does not depend on the shape leaves nothing free") {
  const ExactLandscape landscape = exact_landscape(three_bodies({1, 1, 1}, 0, 0, 0, 0, 0));
  const Certificate found = certify(landscape);
  CHECK(found.fixed == std::vector<int>{0, 1, 2});
  CHECK(holds(landscape, found));
}

TEST_CASE("the monkey saddle is not decided, and said to be so") {
  const ExactLandscape landscape =
      exact_landscape(three_bodies({1, 1, 1}, sqrt(Enclosure(3)), 1, -1, sqrt(decimal("0.5")), sqrt(decimal("1.5"))));
  CertifySearch search(landscape);
  while (search.step()) continue;
  const Certificate found = search.certificate();
  const Verdict verdict = verify(landscape, found);
  CHECK(verdict.problem == "");
  CHECK(found.roots.size() == 2);
  CHECK(verdict.undecided == search.undecided());
  REQUIRE(search.undecided() > 0);
  // all undecided boxes are around the saddle: at distance d of it the gradient is about d², so that boxes of the least
  // size r ~ 2e-6 are undecided where d² < r
  const auto boxes = search.undecided_boxes();
  for (const UndecidedBox& box : boxes)
    for (std::size_t k = 0; k < box.centre.size(); ++k)
      CHECK(std::abs(wrapped(box.centre[k] - boxes[0].centre[k])) < 1e-2);
}

TEST_CASE(
    "roots on faces and corners of boxes, huge and tiny units, and nearly merged roots are decided all the same") {
  // Aligned bodies have roots at 0 and π: the corners of every box. A frame turned by the angle of a Pythagorean
  // triple, or nearly so, moves them a little or far off the grid.
  struct Attack {
    const char *name, *c, *s;  // of the turn of the last body's joint vector
  };
  for (const Attack& attack : {Attack{"aligned", "1", "0"}, Attack{"a quarter turn", "0", "1"},
                               Attack{"3-4-5", "0.6", "0.8"}, Attack{"1e-12 off", "1", "1e-12"},
                               Attack{"1e-7 off a quarter", "1e-7", "1"}, Attack{"1e-30 off", "1", "1e-30"}})
    for (const char* unit : {"1", "1e-140", "1e140"}) {
      CAPTURE(attack.name, unit);
      PlanarTree<Enclosure> tree = three_bodies({1, 1, 1}, decimal(unit), decimal("0.3") * decimal(unit),
                                                decimal("0.4") * decimal(unit), 0, decimal(unit));
      tree.d_child[2] = {-decimal(attack.c) * decimal(unit), -decimal(attack.s) * decimal(unit)};
      const ExactLandscape landscape = exact_landscape(tree);
      const Certificate found = certify(landscape);
      CHECK(holds(landscape, found));
      CHECK((found.roots.size() == 4 || found.roots.size() == 6));
    }
  for (const char* b1 : {"1.001", "0.999", "1.00001", "0.99999"}) {  // two merge with a third at 1
    CAPTURE(b1);
    const ExactLandscape landscape =
        exact_landscape(three_bodies({1, 1, 1}, decimal("1.5"), decimal(b1), 1, 0, decimal("1.5")));
    const Certificate found = certify(landscape);
    CHECK(holds(landscape, found));
    CHECK(found.roots.size() == (b1[0] == '0' ? 6 : 4));
  }
}

TEST_CASE("equilibria that have merged but for 1e-9 are beyond the search in doubles: it says so, and nothing false") {
  const ExactLandscape landscape =
      exact_landscape(three_bodies({1, 1, 1}, decimal("1.5"), decimal("1.000000001"), 1, 0, decimal("1.5")));
  const Certificate found = certify(landscape);
  const Verdict verdict = verify(landscape, found);
  CHECK(verdict.problem == "");
  CHECK(verdict.undecided > 0);
  CHECK(found.roots.size() == 4);
}

TEST_CASE("a certificate with anything taken away, moved or doubled is rejected") {
  std::mt19937 random(11);
  for (const Growth growth : {Growth::chain, Growth::bush}) {
    const PlanarTree<double> tree = random_tree(4, growth, random);
    const ExactLandscape landscape = exactly(tree, 1, {});
    const Certificate good = certify(landscape);
    REQUIRE(holds(landscape, good));
    check_tampering(landscape, good);
    Certificate bad = good;
    bad.fixed = {(good.fixed[0] + 1) % 4};
    CHECK(!verify(landscape, bad).problem.empty());
    PlanarTree<double> heavier = tree;
    heavier.m[0] *= 1.01;
    heavier.mass += 0.01 * tree.m[0];
    CHECK(!verify(exactly(heavier, 1, {}), good).problem.empty());
  }
}

TEST_CASE("a search that is stopped leaves the rest undecided, and what it says still holds") {
  std::mt19937 random(5);
  const ExactLandscape landscape = exact_landscape(exactly(random_tree(6, Growth::chain, random)));
  CertifySearch search(landscape);
  for (int k = 0; k < 3; ++k) REQUIRE(search.step());
  CHECK((search.done() > 0 && search.done() < 1));
  const Certificate part = search.certificate();
  const Verdict verdict = verify(landscape, part);
  CHECK(verdict.problem == "");
  CHECK(verdict.undecided > 0);
}
