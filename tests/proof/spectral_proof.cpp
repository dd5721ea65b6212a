// SPDX-License-Identifier: Apache-2.0
// Instability at even index: what the enclosed characteristic polynomial proves, against the spectrum in doubles.
#include "oopss/proof/spectral_proof.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "oopss/proof/certified.hpp"
#include "oopss/scalar/dense.hpp"
#include "oopss/scalar/sturm.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/exact_trees.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

using Complex = std::complex<double>;

/// The certified equilibria of a tree, with springs and dampers if any.
Equilibria certified(const PlanarTree<double>& tree, const std::vector<JointSpring>& springs = {}) {
  const ExactLandscape landscape = exactly(tree, 1.5, springs);
  return certified_equilibria(energy_of(tree, 1.5, springs), landscape, certify(landscape), {});
}

double growth(const RelativeEquilibrium& equilibrium) {
  double out = 0;
  for (const Complex& z : equilibrium.stability.spectrum) out = std::max(out, z.real());
  return out;
}

bool is_even(const RelativeEquilibrium& equilibrium) {
  return equilibrium.stability.index > 0 && equilibrium.stability.index % 2 == 0;
}

/// A tree with a maximum of V_μ that gyroscopic terms hold (the planar theory, section 4.4), whatever its inertias at
/// the same shape, given to six digits; and with one that they do not.
PlanarTree<double> held_maximum() {
  PlanarTree<double> tree = tree_of(AlignedChain{2.75, 1.25, 2.5, 2, 0.375, 0.625, 1.375});
  tree.d_parent[2].y = 1.25;
  tree.I = {7 / 32.0, 2 / 32.0, 1 / 32.0};
  return tree;
}

const RelativeEquilibrium& held_one(const Equilibria& equilibria) {
  const auto one = std::find_if(equilibria.all.begin(), equilibria.all.end(), [](const RelativeEquilibrium& other) {
    return apart(other.phi, {1.44292, 3.03448}) < 1e-5;
  });
  REQUIRE(one != equilibria.all.end());
  CHECK(one->stability.index == 2);
  return *one;
}

double width(const Enclosure& x) { return mpq_class(x.hi - x.lo).get_d(); }
double width(const std::vector<Enclosure>& all) {
  double out = 0;
  for (const Enclosure& x : all) out = std::max(out, width(x));
  return out;
}
Enclosure widened(const Enclosure& x, double by) { return x + Enclosure(mpq_class(-by), mpq_class(by)); }

/// The roots of a polynomial, the constant coefficient first, as eigenvalues of its companion matrix.
std::vector<Complex> roots_of(const std::vector<double>& p) {
  const int n = static_cast<int>(p.size()) - 1;
  Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(n, n);
  for (int k = 0; k < n; ++k) {
    companion(k, n - 1) = -p[k] / p[n];
    if (k > 0) companion(k, k - 1) = 1;
  }
  const Eigen::VectorXcd values = complex_eigenvalues(companion);
  return {values.begin(), values.end()};
}

std::vector<Enclosure> exactly(const std::vector<double>& p) {
  std::vector<Enclosure> out;
  for (const double c : p) out.emplace_back(mpq_class(c));
  return out;
}

}  // namespace

TEST_CASE("the golden points with a quartet at even index are proved to be unstable") {
  int quartets = 0;
  for (const GoldenCase& reference : golden_planar()) {
    if (reference.equilibria.empty()) continue;
    const Equilibria found = certified(rooted(reference.bodies, 0));
    for (const GoldenEquilibrium& golden : reference.equilibria) {
      const bool quartet = std::any_of(golden.spectrum.begin(), golden.spectrum.end(),
                                       [](const Complex& z) { return z.real() > 1e-3 && z.imag() > 1e-3; });
      if (golden.index % 2 == 1 || !quartet) continue;
      CAPTURE(reference.id, golden.phi);
      const RelativeEquilibrium* const one = at_shape(found, golden.phi);
      REQUIRE(one != nullptr);
      CHECK(one->stability.verdict == Stability::unstable);
      CHECK(one->proved);
      ++quartets;
    }
  }
  CHECK(quartets == 6);
}

TEST_CASE("random trees: a proved verdict is that of the spectrum in doubles, and every growing motion is proved") {
  std::mt19937 random(91);
  int even = 0, held = 0;
  for (int draw = 0; draw < 90; draw += stride) {
    CAPTURE(draw);
    const PlanarTree<double> tree = random_tree(draw < 60 ? 3 : draw < 85 ? 4 : 5, Growth(draw % 3), random);
    for (const RelativeEquilibrium& one : certified(tree).all) {
      CHECK(one.proved == (one.stability.verdict != Stability::spectrally_stable));
      CHECK((one.stability.verdict == Stability::unstable) == (growth(one) > 0));
      even += is_even(one);
      held += one.stability.verdict == Stability::spectrally_stable;
    }
  }
  CHECK(even > 130 / stride);
  if (!sanitized) CHECK(held > 0);  // one in fifty
}

TEST_CASE("random trees with springs: a proved verdict is that of the spectrum in doubles") {
  std::mt19937 random(94);
  int even = 0;
  for (int draw = 0; draw < 60; draw += stride) {
    CAPTURE(draw);
    const PlanarTree<double> tree = random_tree(draw < 50 ? 3 : 4, Growth(draw % 3), random);
    for (const RelativeEquilibrium& one :
         certified(tree, random_springs(tree, 1.5, SpringKind(draw % 3), random)).all) {
      CHECK(one.proved == (one.stability.verdict != Stability::spectrally_stable));
      CHECK((one.stability.verdict == Stability::unstable) == (growth(one) > 0));
      even += is_even(one);
    }
  }
  CHECK(even > 40 / stride);
}

TEST_CASE("a maximum of V that gyroscopic terms hold is not said to be unstable; its spectrum is proved imaginary") {
  const PlanarTree<double> tree = held_maximum();
  const Equilibria found = certified(tree);
  const RelativeEquilibrium& one = held_one(found);
  CHECK(one.stability.verdict == Stability::spectrally_stable);
  CHECK(!one.proved);
  REQUIRE(found.remarks.size() == 1);
  CHECK(found.remarks[0].find("proved to be imaginary") != std::string::npos);
}

TEST_CASE("next to a Hamiltonian Hopf point the proof decides what rounding hides, on either side") {
  // The second body's inertia is moved until the pairs ±iω of the held maximum collide, to a part in 10¹⁵: growth
  // begins with the root of the distance, 3e-8 of the eigenvalue.
  PlanarTree<double> tree = held_maximum();
  const auto is_unstable = [&](double I) {
    tree.I[1] = I;
    const Equilibria found = certified(tree);
    const RelativeEquilibrium& one = held_one(found);
    CHECK(one.proved == (one.stability.verdict == Stability::unstable));
    return one.proved;
  };
  double held = 2 / 32.0, grows = 2;
  REQUIRE((!is_unstable(held) && is_unstable(grows)));
  while (grows - held > 1e-15) {
    const double middle = (held + grows) / 2;
    (is_unstable(middle) ? grows : held) = middle;
  }
  REQUIRE(is_unstable(grows));
  const Equilibria found = certified(tree);
  CHECK((held_one(found).proved && growth(held_one(found)) == 0));
  CHECK(std::any_of(found.remarks.begin(), found.remarks.end(), [](const std::string& remark) {
    return remark.find("the verdict is that of the proof") != std::string::npos;
  }));
}

TEST_CASE(
    "dampers: at all joints even index is unstable, at some it is left open, and one that feeds in proves nothing") {
  const PlanarTree<double> tree = held_maximum();
  const auto damped = [&](double first, double second) {
    return certified(tree, {{0, {true, 0, first, 0}}, {1, {true, 0, second, 0}}});
  };
  const auto with_index = [](const Equilibria& equilibria, int index) {
    const auto one = std::find_if(equilibria.all.begin(), equilibria.all.end(),
                                  [&](const RelativeEquilibrium& other) { return other.stability.index == index; });
    REQUIRE(one != equilibria.all.end());
    return *one;
  };
  CHECK(with_index(damped(0.1, 0.1), 2).proved);
  CHECK(!with_index(damped(0.1, 0), 2).proved);
  CHECK(with_index(damped(0.1, 0), 1).proved);
  CHECK(with_index(damped(0.1, 0), 0).proved);
  CHECK(!with_index(damped(0.1, -0.001), 0).proved);
}

TEST_CASE("the characteristic polynomial encloses the product over the eigenvalues in doubles") {
  std::mt19937 random(92);
  for (int draw = 0; draw < 12; draw += stride) {
    CAPTURE(draw);
    const PlanarTree<double> tree = random_tree(3 + draw % 3, Growth::bush, random);
    const std::vector<JointSpring> springs =
        draw < 6 ? std::vector<JointSpring>() : random_springs(tree, 1, SpringKind::sine, random);
    const ExactLandscape landscape = exactly(tree, 1, springs);
    const Certificate certificate = certify(landscape);
    const Equilibria found = certified_equilibria(energy_of(tree, 1, springs), landscape, certificate, {});
    for (const CertifiedRoot& root : certificate.roots) {
      const std::vector<Enclosure> phi = enclosed_shape(landscape, root);
      std::vector<double> middle;
      for (const Enclosure& angle : phi) middle.push_back(angle.lo.get_d());
      const std::vector<Enclosure> q = characteristic_polynomial(landscape, phi);
      std::vector<Complex> product = {q.back().lo.get_d()};  // det M_s Π (λ − λ_k), the constant first
      const RelativeEquilibrium* const one = at_shape(found, middle);
      REQUIRE(one != nullptr);
      for (const Complex& z : one->stability.spectrum) {
        product.insert(product.begin(), 0);
        for (std::size_t k = 0; k + 1 < product.size(); ++k) product[k] -= z * product[k + 1];
      }
      REQUIRE(product.size() == 2 * q.size() - 1);
      // Eigenvalues are good to 1e-12 of the largest, double ones to its root: their product to 1e-10 of the sums of
      // which it is made.
      double size = 0;
      for (const Complex& z : one->stability.spectrum) size = std::max(size, std::abs(z));
      for (std::size_t k = 0; k < q.size(); ++k) {
        const double room =
            1e-9 * q.back().hi.get_d() * std::pow(2 * size, 2.0 * static_cast<double>(q.size() - 1 - k));
        CHECK(width(q[k]) < room);
        CHECK(std::abs(product[2 * k].imag()) < room);
        const Enclosure wide = widened(q[k], room);
        CHECK((wide.lo <= product[2 * k].real() && product[2 * k].real() <= wide.hi));
      }
    }
  }
}

TEST_CASE("Sturm: the negative roots are those that eigenvalues of the companion matrix count") {
  std::mt19937 random(93);
  int counts[8] = {}, judged = 0;
  for (int draw = 0; draw < 3000; draw += stride) {
    std::vector<double> p = {1};
    if (draw % 2 == 0) {
      p = random_numbers(2 + draw % 7, 1, random);
    } else {  // with many negative roots
      for (const double root : random_numbers(1 + draw % 6, 1, random)) {
        p.insert(p.begin(), 0);
        for (std::size_t k = 0; k + 1 < p.size(); ++k) p[k] += (root + 0.7) * p[k + 1];
      }
    }
    const std::vector<Complex> roots = roots_of(p);
    double closest = 1;
    int expected = 0;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) closest = std::min(closest, std::abs(roots[i] - roots[j]));
      closest = std::min(closest, std::abs(roots[i]));
      expected += roots[i].real() < 0 && std::abs(roots[i].imag()) < 1e-7;
    }
    if (closest < 1e-3) continue;  // the judge sees roots to 1e-10, double ones to its root
    CAPTURE(p, roots);
    CHECK(negative_roots(exactly(p)) == expected);
    ++counts[expected];
    ++judged;
  }
  CHECK(judged > 2500 / stride);
  for (int k = 0; k < 6; ++k) CHECK(counts[k] > 50 / stride);
}

TEST_CASE("Sturm: double roots, a root at zero and coefficients too wide are not counted") {
  CHECK(negative_roots({1, 1}) == 1);
  CHECK(negative_roots({-1, 1}) == 0);
  CHECK(negative_roots({2, 3, 1}) == 2);                   // (s + 1)(s + 2)
  CHECK(negative_roots({1, 1, 1}) == 0);                   // complex
  CHECK(negative_roots({1, 2, 1}) == std::nullopt);        // (s + 1)²
  CHECK(negative_roots({0, 1, 1}) == std::nullopt);        // s (s + 1)
  CHECK(negative_roots({1, 1, 0}) == std::nullopt);        // of lower degree
  CHECK(negative_roots({1, 0, 2, 0, 1}) == std::nullopt);  // (s² + 1)²
  const Enclosure about_two(mpq_class(199, 100), mpq_class(201, 100)),
      about_three(mpq_class(299, 100), mpq_class(301, 100));
  CHECK(negative_roots({2, about_three, 1}) == 2);
  CHECK(negative_roots({1, about_two, 1}) == std::nullopt);
}

TEST_CASE("a wide box proves nothing, and is narrowed until it does") {
  const ExactLandscape landscape = exactly(held_maximum(), 1, {});
  const Certificate certificate = certify(landscape);
  std::vector<int> known;
  for (const CertifiedRoot& root : certificate.roots) {
    if (root.index != 2) continue;
    const std::vector<Enclosure> phi = enclosed_shape(landscape, root);
    const std::optional<int> count = imaginary_pairs(landscape, phi);
    REQUIRE(count);
    known.push_back(*count);
    for (const double by : {0.05, 1.0, 10.0}) {
      CAPTURE(by);
      std::vector<Enclosure> wide;
      for (const Enclosure& angle : phi) wide.push_back(widened(angle, by));
      CHECK(imaginary_pairs(landscape, wide) == std::nullopt);
    }
    // each step about doubles the digits, and encloses the same root
    std::vector<Enclosure> wide, narrow;
    for (const Enclosure& angle : phi) wide.push_back(widened(angle, 1e-4));
    for (const double expected : {1e-5, 1e-10, 1e-20, 1e-35}) {
      narrow = tightened(landscape, wide);
      CHECK(width(narrow) < expected);
      for (std::size_t k = 0; k < phi.size(); ++k) CHECK((narrow[k].lo >= wide[k].lo && narrow[k].hi <= wide[k].hi));
      wide = narrow;
    }
    for (std::size_t k = 0; k < phi.size(); ++k) CHECK((phi[k].lo < narrow[k].lo && narrow[k].hi < phi[k].hi));
    CertifiedRoot coarse = root;  // so wide that the signs are open at first
    while (width(enclosed_shape(landscape, coarse)) < 0.05) --coarse.shrink;
    CHECK(imaginary_pairs(landscape, enclosed_shape(landscape, coarse)) == std::nullopt);
    CHECK(imaginary_pairs(landscape, coarse) == count);
  }
  std::sort(known.begin(), known.end());
  CHECK(known == std::vector<int>{0, 2});  // a quartet, and the held maximum
}

TEST_CASE("huge and tiny units make no difference to a proof") {
  for (const double unit : {0x1p-400, 1.0, 0x1p400}) {
    CAPTURE(unit);
    PlanarTree<Enclosure> tree = exactly(held_maximum());
    const Enclosure length{mpq_class(unit)};
    for (auto* vectors : {&tree.d_parent, &tree.d_child})
      for (Vec2<Enclosure>& d : *vectors) d = length * d;
    for (Enclosure& I : tree.I) I = I * length * length;
    const ExactLandscape landscape = exact_landscape(tree);
    std::multiset<std::array<int, 2>> found;  // index, pairs ±iω
    for (const CertifiedRoot& root : certify(landscape).roots)
      found.insert({root.index, imaginary_pairs(landscape, root).value_or(-1)});
    CHECK(found == std::multiset<std::array<int, 2>>{{0, 2}, {1, 1}, {1, 1}, {1, 1}, {2, 0}, {2, 2}});
  }
}
