// SPDX-License-Identifier: Apache-2.0
// Proofs for trees with springs, against the landscape in doubles and brute force.
#include <catch2/catch.hpp>
#include <numeric>

#include "oopss/proof/certified.hpp"
#include "oopss/proof/certify_free.hpp"
#include "oopss/proof/certify_springs.hpp"
#include "oopss/proof/verify_boxes.hpp"
#include "tests/analysis/analysis.hpp"
#include "tests/mechanics/exact_trees.hpp"
#include "tests/proof/certificates.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

double middle(const Enclosure& x) { return mpq_class((x.lo + x.hi) / 2).get_d(); }

/// Two equal rods on a pin at their ends: I_lock = c + 2 a cos φ with c = 5/2, a = −1/2 − … as the numbers below make
/// it.
PlanarTree<double> two_rods() {
  PlanarTree<double> tree;
  static_cast<Topology&>(tree) = numbered_topology({-1, 0});
  tree.m = {2, 2};
  tree.I = {0.25, 0.25};
  tree.mass = 4;
  tree.d_parent = {{0, 0}, {1, 0}};
  tree.d_child = {{0, 0}, {-1, 0}};
  return tree;
}

/// The number of sign changes of the slope of a landscape of one joint.
int sign_changes(const ShapeLandscape& landscape, double from, double to, int steps) {
  const auto slope = [&](double phi) {
    Expansion<double> E, I;
    evaluate(landscape, {phi}, E, I);
    return E.gradient[0];
  };
  int out = 0;
  double last = slope(from);
  for (int k = 1; k <= steps; ++k) {
    const double next = slope(from + (to - from) * k / steps);
    out += (last < 0) != (next < 0);
    last = next;
  }
  return out;
}

}  // namespace

TEST_CASE(
    "the slopes of a shape function, and the bound of what they are in a box, hold for the landscape in doubles") {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> unit(-1, 1);
  int positive = 0;
  double closest = 0;  // how much of the bound is used
  for (int draw = 0; draw < 600; ++draw) {
    CAPTURE(draw);
    PlanarTree<double> tree = random_tree(2 + draw % 4, Growth(draw % 3), random);
    if (draw % 8 < 4)  // folded shapes have next to no inertia then, and every term of the bound counts
      for (double& I : tree.I) I *= 0.01;
    const SpringKind kind = draw % 8 < 4 ? SpringKind::sine : SpringKind(draw % 3);
    const std::vector<JointSpring> springs = random_springs(tree, 1, kind, random);
    const ShapeLandscape in_doubles = landscape(tree, 1, springs);
    const ShapeFunction function = shape_function(exactly(tree, 1, springs));
    const int n = function.size();
    REQUIRE(n == tree.size() - 1);
    std::vector<std::int64_t> units;
    std::vector<double> centre;
    std::vector<mpq_class> r, y;
    for (int k = 0; k < n; ++k) {
      units.push_back(static_cast<std::int64_t>(unit(random) * static_cast<double>(whole_turn)));
      centre.push_back(radians_of(units[k]));
      r.emplace_back(std::pow(10, -2.5 + 2 * unit(random)));
      y.emplace_back(unit(random));
    }
    const ShapeValues<Enclosure> here = values_at(function, units);
    Expansion<double> E, I;
    evaluate(in_doubles, centre, E, I);
    const double scale = middle(here.function.hessian(0, 0)) / -E.hessian(0, 0);
    CHECK(std::log2(scale) == Approx(std::round(std::log2(scale))).margin(1e-9));
    for (int k = 0; k < n; ++k) {
      CHECK(middle(here.function.gradient[k]) == Approx(-scale * E.gradient[k]).margin(1e-12 * scale));
      for (int l = 0; l < n; ++l)
        CHECK(middle(here.function.hessian(k, l)) ==
              Approx(-scale * E.hessian(k, l)).epsilon(1e-9).margin(1e-12 * scale));
    }
    const std::optional<mpq_class> bound = curvature_bound(function, here, y, r);
    if (!bound) continue;
    ++positive;
    for (int trial = 0; trial < 40; ++trial) {
      std::vector<double> delta, there = centre;
      for (int k = 0; k < n; ++k) {
        delta.push_back(r[k].get_d() * (trial % 2 == 0 ? unit(random) : unit(random) < 0 ? -1 : 1));
        there[k] += delta[k];
      }
      Expansion<double> F;
      evaluate(in_doubles, there, F, I);
      double rest = 0;
      for (int k = 0; k < n; ++k) {
        rest += y[k].get_d() * (F.gradient[k] - E.gradient[k]);
        for (int l = 0; l < n; ++l) rest -= y[k].get_d() * E.hessian(k, l) * delta[l];
      }
      CHECK(std::abs(scale * rest) <= bound->get_d() / 2 * (1 + 1e-9) + 1e-12);
      closest = std::max(closest, std::abs(scale * rest) / (bound->get_d() / 2));
    }
  }
  CHECK(positive > 300);
  CHECK((closest > 0.9 && closest <= 1 + 1e-6));  // the bound is no empty one
}

/// The search's own text of the slopes and of the bound beside the templates, at random boxes.
template <class Kernel>
void check_kernel(const ShapeFunction& function, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr int N = Kernel::size;
  const Kernel kernel(function);
  for (int trial = 0; trial < 20; ++trial) {
    SearchBox<N> box{};
    std::vector<std::int64_t> centre;
    std::vector<mpq_class> exact_r, exact_y;
    double r[N] = {}, y[N] = {};
    std::fill(box.c, box.c + N, 1.0);
    for (int k = 0; k < function.size(); ++k) {
      centre.push_back(function.span[k].centre +
                       static_cast<std::int64_t>(unit(random) * static_cast<double>(function.span[k].half)));
      box.centre[k] = centre[k];
      box.c[k] = std::cos(radians_of(centre[k]));
      box.s[k] = std::sin(radians_of(centre[k]));
      r[k] = 0.05 * (1.1 + unit(random));
      y[k] = unit(random);
      exact_r.emplace_back(r[k]);
      exact_y.emplace_back(y[k]);
    }
    const ShapeValues<Enclosure> exact = values_at(function, centre);
    const typename Kernel::Values found = kernel.values(box, r);
    for (int k = 0; k < function.size(); ++k) {
      CHECK(found.g[k] == Approx(middle(exact.function.gradient[k])).epsilon(1e-9).margin(1e-11));
      for (int l = 0; l < function.size(); ++l)
        CHECK(found.H[k][l] == Approx(middle(exact.function.hessian(k, l))).epsilon(1e-9).margin(1e-11));
    }
    const std::optional<mpq_class> bound = curvature_bound(function, exact, exact_y, exact_r);
    if (bound) CHECK(kernel.curvature_bound(found, y, r) == Approx(bound->get_d()).epsilon(1e-9));
  }
}

TEST_CASE("the search in doubles has the slopes and the bound of their curvature that the proof has") {
  std::mt19937 random(31);
  for (int draw = 0; draw < 12; ++draw) {
    const PlanarTree<double> tree = random_tree(4, Growth(draw % 3), random);
    check_kernel<FreeKernel<4>>(shape_function(exactly(tree, 1, {})), random);
    check_kernel<SpringKernel<4>>(
        shape_function(exactly(tree, 1, random_springs(tree, 1, SpringKind(draw % 3), random))), random);
  }
}

TEST_CASE("a box is excluded in intervals of doubles only if it is in rational numbers, and almost always then") {
  std::mt19937 random(29);
  std::uniform_real_distribution<double> unit(-1, 1);
  int both = 0, only_rational = 0, neither = 0;
  for (int draw = 0; draw < 60; draw += stride) {
    const PlanarTree<double> tree = random_tree(2 + draw % 4, Growth(draw % 3), random);
    const bool free = draw % 4 == 3;
    const std::vector<JointSpring> springs =
        free ? std::vector<JointSpring>() : random_springs(tree, 1, SpringKind(draw % 3), random);
    const ShapeFunction function = shape_function(exactly(tree, 1, springs));
    BoxTest test(function);
    for (int trial = 0; trial < 40; ++trial) {
      UnitBox box;
      std::vector<mpq_class> r;
      for (int k = 0; k < function.size(); ++k) {
        box.centre.push_back(static_cast<std::int64_t>(unit(random) * static_cast<double>(whole_turn)) &
                             -(whole_turn >> 12));
        box.half.push_back(whole_turn >> (3 + trial % 7));
        r.push_back(radians(box.half[k]));
      }
      const ShapeValues<Enclosure> here = values_at(function, box.centre);
      for (int body = 0; body < tree.size(); ++body) {
        CAPTURE(draw, trial, body);
        const std::vector<mpq_class> y(function.bodies[body].begin(), function.bodies[body].end());
        const std::optional<mpq_class> bound = curvature_bound(function, here, y, r);
        Enclosure value;
        mpq_class reach = bound ? mpq_class(*bound / 2) : mpq_class(0);
        for (int l = 0; l < function.size(); ++l) {
          Enclosure slope;
          for (int k = 0; k < function.size(); ++k) slope = slope + Enclosure(y[k]) * here.function.hessian(k, l);
          value = value + Enclosure(y[l]) * here.function.gradient[l];
          reach += magnitude(slope) * r[l];
        }
        const bool in_rationals = bound && (value.lo > reach || -value.hi > reach);
        const bool in_doubles = test.excludes(static_cast<char>('a' + body), box);
        CHECK((!in_doubles || in_rationals));
        (in_doubles ? both : in_rationals ? only_rational : neither) += 1;
      }
    }
  }
  CHECK(both > 1000 / stride);
  CHECK(neither > 1000 / stride);
  CHECK(only_rational < 5);
}

TEST_CASE("the slope of V on a line is within the two bounds that limit the range, and comes near them") {
  std::mt19937 random(22);
  double nearest = 0;
  for (int draw = 0; draw < 200; draw += stride) {
    PlanarTree<double> tree = random_tree(2 + draw % 4, Growth(draw % 3), random);
    if (draw % 2 == 0)
      for (double& I : tree.I) I *= 0.01;
    const ShapeLandscape shape_landscape = landscape(tree, 1, {});
    for (int joint = 0; joint < shape_landscape.joints; ++joint) {
      double S = 0;
      for (const TrigTerm<double>& term : shape_landscape.I_lock.terms)
        S += std::abs(term.winding[joint]) * std::hypot(term.c, term.s);
      const auto [far, near] = steepest_ratios(S, shape_landscape.least_inertia);
      for (int trial = 0; trial < 200; ++trial) {
        Expansion<double> I;
        expand(shape_landscape.I_lock, random_numbers(shape_landscape.joints, 3.2, random), I);
        const double ratio = std::abs(I.gradient[joint]) / (I.value * I.value) / std::min(far, near);
        CHECK(ratio <= 1 + 1e-12);
        nearest = std::max(nearest, ratio);
      }
    }
  }
  CHECK(nearest > 0.5);
}

TEST_CASE("random trees with springs: what the search in doubles finds is all there is") {
  std::mt19937 random(23);
  std::size_t equilibria = 0;
  for (int draw = 0; draw < 72; draw += stride) {
    CAPTURE(draw);
    const PlanarTree<double> tree = random_tree(draw < 24 ? 2 : draw < 60 ? 3 : 4, Growth(draw % 3), random);
    const std::vector<JointSpring> springs = random_springs(tree, 1.5, SpringKind(draw % 3), random);
    const ShapeEnergy energy = energy_of(tree, 1.5, springs);
    const ExactLandscape landscape = exactly(tree, 1.5, springs);
    const Certificate certificate = certify(landscape);
    CHECK(holds(landscape, certificate));
    const Equilibria proved = certified_equilibria(energy, landscape, certificate, {}),
                     searched = find_equilibria(energy);
    REQUIRE(proved.all.size() == searched.all.size());
    equilibria += proved.all.size();
    for (const RelativeEquilibrium& known : searched.all) {
      const auto same = std::find_if(proved.all.begin(), proved.all.end(), [&](const RelativeEquilibrium& one) {
        return shape_distance(searched.space, one.phi, known.phi) < 1e-6;
      });
      REQUIRE(same != proved.all.end());
      CHECK(same->stability.index == known.stability.index);
      CHECK(same->stability.nullity == 0);
      CHECK(same->energy == Approx(known.energy).epsilon(1e-9));
    }
  }
  CHECK(equilibria > 250 / stride);
}

TEST_CASE("one joint: the proof finds as many equilibria as the slope changes sign, on the circle and on the line") {
  std::mt19937 random(24);
  std::size_t most = 0;
  for (const double kp : {0.005, 0.02, 0.1, 0.7, 3.0, -0.3})
    for (const bool periodic : {true, false})
      for (const double bias : {0.0, 0.3, 2.0}) {
        if (sanitized && bias != 0.3) continue;
        CAPTURE(kp, periodic, bias);
        const std::vector<JointSpring> springs = {{0, {periodic, kp, 0, bias}}};
        const ShapeLandscape line = landscape(two_rods(), 1.25, springs);
        const ExactLandscape landscape = exactly(two_rods(), 1.25, springs);
        const Certificate certificate = certify(landscape);
        CHECK(holds(landscape, certificate));
        const AngleRange range = angle_ranges(line)[0];  // a little more than it, and off the equilibria at 0 and π
        CHECK(certificate.roots.size() == sign_changes(line, range.low - (periodic ? 0.0123 : 0.1),
                                                       range.high - (periodic ? 0.0123 : -0.1),
                                                       sanitized ? 20'000 : 200'000));
        most = std::max(most, certificate.roots.size());
        Certificate bad = certificate;  // a root is not the one a turn away
        bad.roots.erase(bad.roots.begin() + static_cast<long>(bad.roots.size() / 2));
        CHECK(!verify(landscape, bad).problem.empty());
      }
  CHECK(most > 10);  // weak springs on the line: equilibria turn after turn
}

TEST_CASE(
    "at rest the equilibria are those of the springs: at the bias and opposite, by their number of fallen joints") {
  std::mt19937 random(25);
  const PlanarTree<double> tree = random_tree(5, Growth::bush, random);
  std::vector<JointSpring> springs;
  for (int k = 0; k < 4; ++k) springs.push_back({k, {true, 0.5 + k, 0, 0.25 * k - 0.3}});
  const ExactLandscape landscape = exactly(tree, 0, springs);
  const Certificate certificate = certify(landscape);
  CHECK(holds(landscape, certificate));
  std::vector<int> count(5, 0);
  for (const RelativeEquilibrium& one :
       certified_equilibria(energy_of(tree, 0, springs), landscape, certificate, {}).all) {
    int opposite = 0;
    for (int k = 0; k < 4; ++k) {
      const double off = std::abs(wrapped(one.phi[k] - springs[k].law.bias));
      CHECK((off < 1e-12 || off > std::numbers::pi - 1e-12));
      opposite += off > 1;
    }
    CHECK(one.stability.index == opposite);
    CHECK(one.proved);
    CHECK(one.stability.verdict == (opposite == 0 ? Stability::stable : Stability::unstable));
    ++count[opposite];
  }
  CHECK(count == std::vector<int>{1, 4, 6, 4, 1});
}

TEST_CASE("at rest a spring on the line has one equilibrium, at its bias, where the range is a point too") {
  for (const double bias : {0.0, 0.3, -7.5}) {
    CAPTURE(bias);
    const ExactLandscape landscape = exactly(two_rods(), 0, {{0, {false, 2, 0, bias}}});
    const Certificate certificate = certify(landscape);
    CHECK(holds(landscape, certificate));
    REQUIRE(certificate.roots.size() == 1);
    CHECK(radians_of(certificate.roots[0].centre[0]) == Approx(bias).margin(1e-12));
  }
}

TEST_CASE("joints on which nothing depends are held: each equilibrium stands for a circle") {
  std::mt19937 random(26);
  const PlanarTree<double> tree = random_tree(3, Growth::chain, random);
  const std::vector<JointSpring> springs = {{1, {true, 2, 0, 0.5}}};
  const ExactLandscape landscape = exactly(tree, 0, springs);  // without momentum the first joint is idle
  const Certificate certificate = certify(landscape);
  CHECK(certificate.fixed == std::vector<int>{0});
  CHECK(holds(landscape, certificate));
  const Equilibria found = certified_equilibria(energy_of(tree, 0, springs), landscape, certificate, {});
  REQUIRE(found.all.size() == 2);
  CHECK((found.all[0].continuum && found.all[1].continuum));
  REQUIRE(found.remarks.size() == 1);
  CHECK(found.remarks[0].find("circles") != std::string::npos);
  Certificate bad = certificate;
  bad.fixed = {};
  CHECK(verify(landscape, bad).problem.find("held") != std::string::npos);
  CHECK(certify(exactly(tree, 1, springs)).fixed.empty());
}

TEST_CASE("a spring exactly as strong as the turning, where equilibria merge, is undecided and said to be so") {
  // I = c + 2a cos φ, so that V'' = −M a/(c − 2a)² at φ = π; a sine spring of −k has U'' = k there
  const ExactLandscape free = exactly(two_rods(), 1, {});
  const double a = middle(free.pairs.alpha(0, 1)), c = middle(free.pairs.diagonal[0]) + middle(free.pairs.diagonal[1]);
  const double critical = a / ((c - 2 * a) * (c - 2 * a));
  REQUIRE(critical > 0);
  REQUIRE(critical == std::ldexp(std::round(std::ldexp(critical, 40)), -40));  // exact in doubles
  const auto undecided = [&](double k) {
    const std::vector<JointSpring> springs = {{0, {true, -k, 0, 0}}};
    const ExactLandscape landscape = exactly(two_rods(), 1, springs);
    CertifySearch search(landscape);
    while (search.step()) continue;
    const Certificate certificate = search.certificate();
    CHECK(verify(landscape, certificate).problem == "");
    const Equilibria found =
        certified_equilibria(energy_of(two_rods(), 1, springs), landscape, certificate, search.undecided_boxes());
    CHECK(found.complete == (search.undecided() == 0));
    if (!found.complete) {
      REQUIRE(found.remarks.size() == 1);
      CHECK(found.remarks[0].find("merge") != std::string::npos);
    }
    return search.undecided();
  };
  CHECK(undecided(critical) > 0);
  CHECK(undecided(1.001 * critical) == 0);
  CHECK(undecided(0.999 * critical) == 0);
}

TEST_CASE("springs on the line that cancel, or that are all too weak, are refused in words") {
  const auto problem = [](const std::vector<JointSpring>& springs) -> std::string {
    try {
      certify(exactly(two_rods(), 1, springs));
    } catch (const NotEnclosed& words) {
      return words.what();
    }
    return "";
  };
  CHECK(problem({{0, {false, 1, 0, 0.5}}, {0, {false, -1, 0, 0}}}).find("cancel") != std::string::npos);
  CHECK(problem({{0, {false, 1e-5, 0, 0.5}}}).find("so weak") != std::string::npos);
  CHECK(problem({{0, {false, 1, 0, 1e4}}}).find("turns") != std::string::npos);
  CHECK(problem({{0, {false, 1, 0, 0.5}}}) == "");
}

TEST_CASE("huge and tiny units make no difference to the equilibria with springs") {
  std::mt19937 random(27);
  const PlanarTree<double> plain = random_tree(3, Growth::chain, random);
  const std::vector<JointSpring> springs = {{0, {true, 0x1p-7, 0, 1}}, {1, {false, 0x1p-5, 0, 0.5}}};
  const std::size_t expected = find_equilibria(energy_of(plain, 1, springs)).all.size();
  CHECK(expected > 3);
  for (const double unit : {0x1p-300, 1.0, 0x1p300}) {
    CAPTURE(unit);
    ExactLandscape landscape = exactly(plain, 1, springs);
    PlanarTree<Enclosure> tree = exactly(plain);
    const Enclosure length{mpq_class(unit)}, square = length * length;
    for (auto* vectors : {&tree.d_parent, &tree.d_child})
      for (Vec2<Enclosure>& d : *vectors) d = length * d;
    for (Enclosure& I : tree.I) I = I * square;
    landscape = exact_landscape(tree, length, landscape.springs);  // inertias in unit², M too: V_μ as before
    const Certificate certificate = certify(landscape);
    CHECK(holds(landscape, certificate));
    CHECK(certificate.roots.size() == expected);
  }
}

TEST_CASE("a certificate with springs that had anything taken away, moved or doubled is rejected") {
  std::mt19937 random(28);
  for (const SpringKind kind : {SpringKind::sine, SpringKind::line, SpringKind::mixed}) {
    if (sanitized && kind != SpringKind::mixed) continue;
    const PlanarTree<double> tree = random_tree(3, Growth::chain, random);
    const std::vector<JointSpring> springs = random_springs(tree, 1, kind, random);
    const ExactLandscape landscape = exactly(tree, 1, springs);
    const Certificate good = certify(landscape);
    REQUIRE(holds(landscape, good));
    check_tampering(landscape, good);
    Certificate bad = good;
    bad.range[0].half /= 2;
    CHECK(!verify(landscape, bad).problem.empty());
    bad = good;
    bad.range.clear();
    CHECK(!verify(landscape, bad).problem.empty());
    std::vector<JointSpring> stronger = springs;
    stronger[1].law.kp *= 1.01;
    CHECK(!verify(exactly(tree, 1, stronger), good).problem.empty());
    CHECK(!verify(exactly(tree, 1.01, springs), good).problem.empty());
    CHECK(!verify(exactly(tree, 1, {}), good).problem.empty());
    CHECK(!verify(landscape, certify(exactly(tree, 1, {}))).problem.empty());
  }
}
