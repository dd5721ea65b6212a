// SPDX-License-Identifier: Apache-2.0
// Proofs for bodies with loops, against the bounds they are made of, the paper's example and brute force.
#include <catch2/catch.hpp>
#include <complex>
#include <random>

#include "oopss/proof/certify.hpp"
#include "oopss/proof/lagrangian.hpp"
#include "tests/proof/certificates.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// A body of a loop: its joints with the one before and the one after, from its mass centre.
struct Link {
  mpq_class m, I;
  std::array<mpq_class, 2> before, after;
};

/// Bodies in a ring, each joined to the next, and the last to the first. Springs are at joints, the closing one last.
ExactLandscape ring(const std::vector<Link>& links, const Enclosure& mu_s = 1,
                    const std::vector<SpringAt<Enclosure>>& springs = {}) {
  const int n = static_cast<int>(links.size());
  const auto vector = [](const std::array<mpq_class, 2>& d) {
    return Vec2<Enclosure>{Enclosure(d[0]), Enclosure(d[1])};
  };
  std::vector<int> parent = {-1};
  for (int k = 1; k < n; ++k) parent.push_back(k - 1);
  PlanarTree<Enclosure> tree;
  static_cast<Topology&>(tree) = numbered_topology(parent);
  std::vector<std::array<int, 2>> between;
  for (int k = 0; k < n; ++k) {
    tree.m.emplace_back(links[k].m);
    tree.I.emplace_back(links[k].I);
    tree.mass = tree.mass + tree.m[k];
    tree.d_parent.push_back(k > 0 ? vector(links[k - 1].after) : Vec2<Enclosure>());
    tree.d_child.push_back(k > 0 ? vector(links[k].before) : Vec2<Enclosure>());
    between.push_back({k, (k + 1) % n});
  }
  return exact_landscape(tree, {{n - 1, 0, vector(links[n - 1].after), vector(links[0].before)}}, between, mu_s,
                         springs);
}

/// A uniform bar on its axis.
Link bar(int mass, const mpq_class& length) {
  return {mass, mass * length * length / 12, {-length / 2, 0}, {length / 2, 0}};
}

/// The robot arm of the paper on four-bar linkages: lengths 3, 1, 3, 1.1.
ExactLandscape robot_arm() {
  return ring({{3, mpq_class(9, 4), {mpq_class(-3, 2), 0}, {mpq_class(3, 2), 0}},
               {1, mpq_class(2, 25), {mpq_class(-1, 2), 0}, {mpq_class(1, 2), 0}},
               {30, mpq_class(45, 2), {-6, 0}, {-3, 0}},
               {1, mpq_class(1, 10), {mpq_class(-11, 20), 0}, {mpq_class(11, 20), 0}}});
}

/// Off the axes, with a sine spring at every joint.
ExactLandscape random_ring(int bodies, bool springs, std::mt19937& random) {
  const auto part = [&](int from, int to) {
    const auto drawn = static_cast<long>(random() % 1000);
    return mpq_class(mpq_class(from) + mpq_class(drawn * (to - from), 1000));
  };
  std::vector<Link> links;
  std::vector<SpringAt<Enclosure>> some;
  for (int k = 0; k < bodies; ++k) {
    Link link;
    link.m = part(1, 3);
    link.I = part(0, 1) + mpq_class(1, 10);
    link.before = {-part(0, 1) - mpq_class(1, 2), 0};
    link.before[1] = part(-1, 1) / 2;
    link.after[0] = part(0, 1) + mpq_class(1, 2);
    link.after[1] = part(-1, 1) / 2;
    links.push_back(link);
    const mpq_class kp = part(-1, 1), bias = part(-3, 3);
    if (springs) some.push_back({k, {true, Enclosure(kp), 0, Enclosure(bias)}});
  }
  return ring(links, 3, some);
}

/// The Lagrangian of a function in a box around q.
Lagrangian<double> placed(const ShapeFunction& function, const std::vector<double>& q, const std::vector<double>& r) {
  Lagrangian<double> out(function);
  const auto direction = [&](const std::vector<int>& winding) {
    double psi = 0;
    for (std::size_t k = 0; k < q.size(); ++k) psi += winding[k] * q[k];
    return std::array{std::cos(psi), std::sin(psi)};
  };
  out.place_closure(direction, r.data());
  REQUIRE(out.place_function(direction));
  return out;
}

/// f + λ·g by itself, in doubles.
struct InDoubles {
  TrigPolynomial<double> waves, stored;
  std::vector<TrigPolynomial<double>> closure;
  double M = 0;
  bool amended = false;

  explicit InDoubles(const ShapeFunction& function)
      : waves(near(function.waves)), stored(near(function.stored)), M(nearest(function.M)), amended(function.amended) {
    for (const TrigPolynomial<Enclosure>& g : function.closure) closure.push_back(near(g));
  }
  static TrigPolynomial<double> near(const TrigPolynomial<Enclosure>& given) {
    TrigPolynomial<double> out{nearest(given.constant), {}};
    for (const auto& [winding, c, s] : given.terms) out.terms.push_back({winding, nearest(c), nearest(s)});
    return out;
  }
  double operator()(const std::vector<double>& q, const std::vector<double>& lambda) const {
    double out = value(waves, q);
    if (amended) out = -M / (2 * out) + value(stored, q);
    for (std::size_t c = 0; c < lambda.size(); ++c) out += lambda[c] * value(closure[c], q);
    return out;
  }
};

/// Of the slope of f on the whole curve of shapes of four bars. The first unknown angle is scanned; the triangle of the
/// other two bars has two poses, and both run into each other where it is flat. v = (E₁×E₂, E₂×E₀, E₀×E₁) goes along
/// the curve and on through those places.
int sign_changes(const ShapeFunction& exact) {
  const InDoubles function(exact);
  std::array<double, 3> l{}, beta{};
  for (const TrigTerm<double>& term : function.closure[1].terms) {
    const auto k = std::find(term.winding.begin(), term.winding.end(), 1) - term.winding.begin();
    l[k] = std::hypot(term.s, term.c);
    beta[k] = std::atan2(term.c, term.s);
  }
  const std::complex<double> base(function.closure[0].constant, function.closure[1].constant);
  const auto slope = [&](double first, int sigma) -> double {  // not a number where the bars do not reach
    const std::complex<double> D = -(base + std::polar(l[0], first));
    const double cosine = (std::norm(D) - l[1] * l[1] - l[2] * l[2]) / (2 * l[1] * l[2]);
    if (std::abs(cosine) > 1) return std::nan("");
    const double turn = sigma * std::acos(cosine), second = std::arg(D / (l[1] + std::polar(l[2], turn)));
    const std::array<double, 3> bars = {first, second, second + turn};
    std::vector<double> q, v;
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      q.push_back(bars[k] - beta[k]);
      v.push_back(l[a] * l[b] * std::sin(bars[b] - bars[a]));
    }
    double along = 0;
    for (int k = 0; k < 3; ++k) {
      std::vector<double> q1 = q, q2 = q;
      q1[k] += 1e-5;
      q2[k] -= 1e-5;
      along += v[k] * (function(q1, {}) - function(q2, {}));
    }
    return along;
  };
  constexpr int steps = 2000;
  int out = 0;
  std::array<double, 2> b = {slope(0, 1), slope(0, -1)};
  for (int i = 0; i < steps; ++i) {
    const double next = 2 * std::numbers::pi * (i + 1) / steps;
    const std::array<double, 2> a = b;
    b = {slope(next, 1), slope(next, -1)};
    if (std::isnan(a[0]) != std::isnan(b[0])) {  // around the end
      const std::array<double, 2>& last = std::isnan(a[0]) ? b : a;
      out += (last[0] < 0) != (last[1] < 0);
    }
    for (int k = 0; k < 2; ++k) out += !std::isnan(a[k]) && !std::isnan(b[k]) && (a[k] < 0) != (b[k] < 0);
  }
  return out;
}

std::vector<double> place_of(const CertifiedRoot& root) {
  std::vector<double> out;
  for (const std::int64_t angle : root.centre) out.push_back(radians_of(angle));
  return out;
}

}  // namespace

TEST_CASE("f + lambda g has the slopes of its differences, and its gradient strays from them no more than the bound") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  double closest = 0;
  for (int draw = 0; draw < 60; draw += stride) {
    CAPTURE(draw);
    const ShapeFunction function = shape_function(random_ring(4 + draw % 2, draw % 4 < 2, random));
    const int n = function.size();
    std::vector<double> q, r, y(static_cast<std::size_t>(n + 2));
    for (int k = 0; k < n; ++k) q.push_back(std::numbers::pi * unit(random));
    for (int k = 0; k < n; ++k) r.push_back(draw % 3 == 0 ? 0.02 : 0.002);
    for (double& weight : y) weight = unit(random);
    Lagrangian<double> L(function);
    const auto direction = [&](const std::vector<int>& winding) {
      double psi = 0;
      for (int k = 0; k < n; ++k) psi += winding[k] * q[k];
      return std::array{std::cos(psi), std::sin(psi)};
    };
    L.place_closure(direction, r.data());
    if (!L.place_function(direction)) continue;  // next to a loss of rank
    const std::vector<double> lambda = L.multipliers();
    const InDoubles plain(function);
    const double h = 1e-4;
    double slope = 0;  // y·L' by differences
    for (int k = 0; k < n + 2; ++k) {
      std::vector<double> q1 = q, q2 = q, l1 = lambda, l2 = lambda;
      (k < n ? q1[k] : l1[k - n]) += h;
      (k < n ? q2[k] : l2[k - n]) -= h;
      slope += y[k] * (plain(q1, l1) - plain(q2, l2)) / (2 * h);
    }
    CHECK(L.value(y.data()) == Approx(slope).margin(1e-6));
    const double bound = L.curvature_bound(y.data()) / 2;
    for (int sample = 0; sample < 20; ++sample) {
      std::vector<double> there = q, other = lambda;
      double linear = L.value(y.data());
      for (int k = 0; k < n + 2; ++k) {
        const double step = (sample % 2 == 0 ? unit(random) : random() % 2 == 0 ? 1.0 : -1.0) * L.radii()[k];
        (k < n ? there[k] : other[k - n]) += step;
        linear += L.slope(y.data(), k) * step;
      }
      double value = 0;
      for (int k = 0; k < n + 2; ++k) {
        std::vector<double> q1 = there, q2 = there, l1 = other, l2 = other;
        (k < n ? q1[k] : l1[k - n]) += h;
        (k < n ? q2[k] : l2[k - n]) -= h;
        value += y[k] * (plain(q1, l1) - plain(q2, l2)) / (2 * h);
      }
      const double stray = std::abs(value - linear);
      CHECK(stray <= bound + 1e-6);
      closest = std::max(closest, bound > 1e-3 ? stray / bound : 0);
    }
  }
  CHECK(closest > 0.2);  // else it would say little
}

TEST_CASE(
    "Yang and Krishnaprasad, the example of floating four-bars: two equilibria on each branch, proved, no others") {
  const ExactLandscape landscape = robot_arm();
  CHECK(is_mirrored(landscape));
  const Certificate found = certify(landscape);
  REQUIRE(holds(landscape, found));
  REQUIRE(found.roots.size() == 4);
  std::vector<std::array<double, 2>> angles;  // θ_10 in degrees, index
  for (const CertifiedRoot& root : found.roots) {
    const double theta10 = joint_angles(landscape, place_of(root))[0] * 180 / std::numbers::pi;
    angles.push_back({theta10 < 0 ? theta10 + 360 : theta10, double(root.index)});
  }
  std::sort(angles.begin(), angles.end());
  const double expected[][2] = {
      {5.34935386451388531, 1}, {173.999363569901753, 0}, {186.000636430098247, 0}, {354.650646135486115, 1}};
  for (int k = 0; k < 4; ++k) {
    CHECK(std::abs(angles[k][0] - expected[k][0]) < 1e-11);
    CHECK(angles[k][1] == expected[k][1]);
  }
  check_tampering(landscape, found, 12);
}

TEST_CASE("where a root is in a box, its multipliers are as near those of the centre as is said") {
  const ExactLandscape landscape = robot_arm();
  const ShapeFunction function = shape_function(landscape);
  std::mt19937 random(6);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const CertifiedRoot& root : certify(landscape).roots) {
    const std::vector<double> here = place_of(root), none(here.size(), 0.0);
    const std::vector<double> lambda = placed(function, here, none).multipliers();
    for (int draw = 0; draw < 30; draw += stride) {
      const double size = std::pow(10, -3.0 + unit(random));
      std::vector<double> q, r;
      for (const double angle : here) {
        r.push_back(size * (1 + unit(random)) + 1e-6);
        q.push_back(angle + r.back() * unit(random));
      }
      const Lagrangian<double> L = placed(function, q, r);
      for (std::size_t c = 0; c < 2; ++c)
        CHECK(std::abs(lambda[c] - L.multipliers()[c]) <= L.radii()[here.size() + c] * (1 + 1e-9));
    }
  }
}

TEST_CASE(
    "random four-bars with sine springs: the proof has as many equilibria as the slope changes sign on the curve") {
  std::mt19937 random(11);
  for (int draw = 0; draw < 4; ++draw) {
    CAPTURE(draw);
    const ExactLandscape landscape = random_ring(4, true, random);
    const Certificate found = certify(landscape);
    REQUIRE(holds(landscape, found));
    CHECK(static_cast<int>(found.roots.size()) == sign_changes(shape_function(landscape)));
    CHECK(found.roots.size() >= 2);
  }
}

TEST_CASE("a change point is refused in words, however the lengths are written") {
  const auto refused = [](const std::vector<Link>& links) -> std::string {
    try {
      ring(links);
    } catch (const NotEnclosed& problem) {
      return problem.what();
    }
    return {};
  };
  CHECK(refused({bar(1, 2), bar(1, 1), bar(1, mpq_class(3, 2)), bar(1, mpq_class(3, 2))}).find("change point") == 2);
  Link askew = bar(1, 2);
  askew.after = {0, 1};  // √2 long, as is the other
  askew.before = {-1, 0};
  Link other = askew;
  CHECK(refused({askew, bar(1, 1), other, bar(1, 1)}).find("change point") == 2);
  CHECK(refused({bar(1, 2), bar(1, 1), bar(1, 2), bar(1, 2)}).empty());
}
