// SPDX-License-Identifier: Apache-2.0
// Branches of equilibria: special points where closed forms put them, typed as they should be.
#include "oopss/analysis/continuation.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>

#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/varied.hpp"
#include "tests/analysis/analysis.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

/// A model with one of its numbers varied.
Model varied_model(const std::string& model, const Settings& settings, const std::string& path, double value) {
  Settings all = settings;
  all.emplace_back(path, std::to_string(0));
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  all.back().second = text;
  return load_model(model, all);
}

ShapeEnergy member(const std::string& model, const Settings& settings, const std::string& path, double value,
                   double mu_s) {
  const Model varied = varied_model(model, settings, path, value);
  const TreeSpec spec = tree_spec(varied);
  return shape_energy(spec, values_of(spec.inputs), mu_s, false);
}

TrigPolynomial<double> locked_inertia(const std::string& model, const Settings& settings, const std::string& path,
                                      double value) {
  const Model varied = varied_model(model, settings, path, value);
  const TreeSpec spec = tree_spec(varied);
  return shape_landscape(spec, values_of(spec.inputs), 1, true).I_lock;
}

BranchSearch searched(EquilibriumFamily family) {
  BranchSearch search(std::move(family));
  while (search.step()) {
  }
  for (const EquilibriumBranch& branch : search.branches()) {
    CHECK(!branch.first.failed);
    CHECK(!branch.last.failed);
  }
  return search;
}

BranchSearch over(const std::string& model, const Settings& settings, const std::string& path, double from, double to,
                  double mu_s) {
  const auto make = [=](double value) { return member(model, settings, path, value, mu_s); };
  return searched(equilibrium_family(make, from, to, make(from)));
}

std::vector<SpecialPoint> of_kind(const BranchSearch& search, SpecialKind kind) {
  std::vector<SpecialPoint> out;
  for (const SpecialPoint& point : search.special())
    if (point.kind == kind) out.push_back(point);
  return out;
}

/// A function of one angle on the line and a parameter, by its slope and curvature.
EquilibriumFamily simple_family(const std::function<double(double, double)>& slope,
                                const std::function<double(double, double)>& curvature, double from, double to,
                                const std::function<std::vector<double>(double)>& roots) {
  EquilibriumFamily out;
  out.space.freedom = 1;
  out.space.ranges = {{false, -10, 10, true}};
  out.from = from;
  out.to = to;
  out.landscape = [=](const std::vector<double>& x, double value) {
    ShapeValue shape_value;
    shape_value.gradient = {slope(x[0], value)};
    shape_value.hessian = {curvature(x[0], value)};
    return shape_value;
  };
  out.energy = [](const std::vector<double>&, double) { return 0.0; };
  out.stability = [=](const std::vector<double>& x, double value) {
    StabilityReport report;
    report.index = curvature(x[0], value) < 0;
    report.verdict = report.index == 0 ? Stability::stable : Stability::unstable;
    return report;
  };
  out.search = [=](double value) {
    FoundShapes all;
    for (const double x : roots(value)) all.shapes.push_back({x});
    return all;
  };
  return out;
}

/// Three bodies in the letters of docs/math.md: m, c1, b1, e1, e2, d1.
struct Chain {
  std::array<double, 3> m, I;
  double c1, b1, e1, e2, d1;
  Settings settings() const {
    const auto text = [](double value) { return std::to_string(value); };
    return {{"body.left.mass", text(m[0])},      {"body.plate.mass", text(m[1])},
            {"body.right.mass", text(m[2])},     {"body.left.inertia", text(I[0])},
            {"body.plate.inertia", text(I[1])},  {"body.right.inertia", text(I[2])},
            {"joint.pin1.at.left.x", text(c1)},  {"joint.pin1.at.plate.x", text(-b1)},
            {"joint.pin1.at.plate.y", text(0)},  {"joint.pin2.at.plate.x", text(e1)},
            {"joint.pin2.at.plate.y", text(e2)}, {"joint.pin2.at.right.x", text(-d1)}};
  }
};

/// Where gyroscopic forces stabilise a maximum (docs/math.md, Three bodies).
constexpr Chain gyroscopic{{2.75, 1.25, 2.5}, {7.0 / 32, 2.0 / 32, 1.0 / 32}, 2, 0.375, 0.625, 1.25, 1.375};

}  // namespace

TEST_CASE("special three bodies: the pair is born and dies in pitchforks where the (kappa, tau) triangle degenerates") {
  const BranchSearch search = over("three-body-special", {}, "joint.pin2.at.right.x", -1, -8, 25);
  // m = (2, 6, 2), b1 = e1 = 1, c1 = 1.5: kappa = c1/d1, tau = (m3 (b1 + e1) + m2 b1)/(m3 d1) = 5/d1
  const double c1 = 1.5, tau_d1 = 5;
  const std::vector<SpecialPoint> found = of_kind(search, SpecialKind::pitchfork);
  REQUIRE(found.size() == 2);
  CHECK(search.special().size() == 2);
  CHECK(found[0].value == Approx(-(c1 + tau_d1)).epsilon(1e-10));          // |kappa| + |tau| = 1
  CHECK(found[1].value == Approx(-std::abs(c1 - tau_d1)).epsilon(1e-10));  // ||kappa| − |tau|| = 1
  CHECK(search.branches().size() == 5);                                    // four collinear ones and the pair
  for (const EquilibriumBranch& branch : search.branches()) {
    REQUIRE(branch.points.size() > 10);
    for (const BranchPoint& point : branch.points) {
      const double d1 = -point.value, kappa = c1 / d1, tau = tau_d1 / d1;
      if (std::abs(std::sin(point.phi[0])) < 1e-6) continue;
      CHECK(std::abs(std::abs(kappa) - std::abs(tau)) < 1);  // the pair lives inside the triangle's strip
      CHECK(std::abs(kappa) + std::abs(tau) > 1);
      CHECK(std::cos(point.phi[0]) == Approx((1 - kappa * kappa - tau * tau) / (2 * kappa * tau)).margin(1e-9));
      const double born = std::min(std::abs(kappa) + std::abs(tau) - 1, 1 - std::abs(std::abs(kappa) - std::abs(tau)));
      if (born > 1e-6) CHECK(point.index == 2);  // case 1: a maximum of V; where it is born it has a null direction
    }
  }
}

TEST_CASE("two bodies with a sine spring: pitchforks where its constant meets the curvature of V") {
  const Settings spring = {{"joint.elbow.torque", "{law = \"sine\", kp = 1, bias = \"180 deg\"}"}};
  const BranchSearch search = over("two-body", spring, "joint.elbow.torque.kp", 0.1, 12, 50);
  const double eps = 20.0 / 9, x = eps * 15, I = 100 + eps * (25 + 9);  // V'' = ±μ² x/s² at 0 and π
  const std::vector<SpecialPoint> found = of_kind(search, SpecialKind::pitchfork);
  REQUIRE(found.size() == 2);
  CHECK(search.special().size() == 2);
  CHECK(found[0].value == Approx(2500 * x / std::pow(I + 2 * x, 2)).epsilon(1e-10));
  CHECK(found[1].value == Approx(2500 * x / std::pow(I - 2 * x, 2)).epsilon(1e-10));
}

TEST_CASE("two bodies with a sine spring: folds over its bias where V' and V'' add up to the spring's constant") {
  const double kp = 3, eps = 20.0 / 9, x = eps * 15, I = 100 + eps * (25 + 9), mu = 50;
  const Settings spring = {{"joint.elbow.torque", "{law = \"sine\", kp = 3, bias = 2}"}};
  const BranchSearch search = over("two-body", spring, "joint.elbow.torque.bias", 2, 4, mu);
  const std::vector<SpecialPoint> found = of_kind(search, SpecialKind::fold);
  REQUIRE(found.size() == 2);
  for (const SpecialPoint& fold : found) {
    // W' = V' + kp sin(θ − b) = 0 and W'' = V'' + kp cos(θ − b) = 0: V'² + V''² = kp² has θ alone
    const auto slope = [&](double theta) {
      const double s = I + 2 * x * std::cos(theta), s1 = -2 * x * std::sin(theta);
      return -mu * mu * s1 / (2 * s * s);
    };
    const auto curvature = [&](double theta) {
      const double s = I + 2 * x * std::cos(theta), s1 = -2 * x * std::sin(theta), s2 = -2 * x * std::cos(theta);
      return mu * mu * (s1 * s1 / (s * s * s) - s2 / (2 * s * s));
    };
    const auto excess = [&](double theta) { return std::hypot(slope(theta), curvature(theta)) - kp; };
    double low = fold.phi[0] - 0.05, high = fold.phi[0] + 0.05;
    REQUIRE(excess(low) * excess(high) < 0);
    for (int halving = 0; halving < 60; ++halving)
      ((excess((low + high) / 2) > 0) == (excess(high) > 0) ? high : low) = (low + high) / 2;
    const double bias = low - std::atan2(-slope(low), -curvature(low));
    CHECK(std::remainder(fold.value - bias, 2 * pi) == Approx(0).margin(1e-10));
  }
}

TEST_CASE("three bodies: folds at t³ = −A b c sin d") {
  const double mu_s = 1;
  const BranchSearch search = over("three-body", gyroscopic.settings(), "joint.pin2.at.plate.y", 0.3, 3, mu_s);
  const std::vector<SpecialPoint> folds = of_kind(search, SpecialKind::fold);
  REQUIRE(!folds.empty());
  for (const SpecialPoint& fold : folds) {
    const TrigPolynomial<double> I_lock =
        locked_inertia("three-body", gyroscopic.settings(), "joint.pin2.at.plate.y", fold.value);
    // I_lock = const + 2 [b cos X + c cos Y + A cos(X + Y − d)], each wave with its amplitude and phase
    double b = 0, c = 0, A = 0, p1 = 0, p2 = 0, p3 = 0;
    for (const TrigTerm<double>& term : I_lock.terms) {
      const double size = std::hypot(term.c, term.s), phase = -std::atan2(term.s, term.c);
      if (term.winding[1] == 0)
        b = size, p1 = phase * term.winding[0];
      else if (term.winding[0] == 0)
        c = size, p2 = phase * term.winding[1];
      else
        A = size, p3 = phase * term.winding[0];
    }
    const double X = fold.phi[0] + p1, Y = fold.phi[1] + p2, d = p1 + p2 - p3, t = b * std::sin(X);
    CHECK(c * std::sin(Y) == Approx(t).epsilon(1e-9));                   // it is an equilibrium
    CHECK(t * t * t == Approx(-A * b * c * std::sin(d)).epsilon(1e-9));  // third power of what is known to 1e-10
  }
}

TEST_CASE("three bodies: a stabilised maximum is lost in a Hamiltonian Hopf point at T + 2 sqrt(D det M_s) = 4 J23'²") {
  const double mu_s = 1;
  const std::string path = "body.plate.inertia";
  const BranchSearch search = over("three-body", gyroscopic.settings(), path, 0.01, 2, mu_s);
  const std::vector<SpecialPoint> hopf = of_kind(search, SpecialKind::hamiltonian_hopf);
  REQUIRE(!hopf.empty());
  for (const SpecialPoint& point : hopf) {
    const auto excess = [&](double value) {
      const ShapeEnergy energy = member("three-body", gyroscopic.settings(), path, value, mu_s);
      const TrigPolynomial<double> I_lock = locked_inertia("three-body", gyroscopic.settings(), path, value);
      const std::vector<double> phi = settle(energy, point.phi).phi;
      const Matrix<double> M = square(energy.small_motion(phi).M), K = hessian(I_lock, phi);
      const double k11 = K(0, 0) / 2, k12 = K(0, 1) / 2, k22 = K(1, 1) / 2, D = k11 * k22 - k12 * k12;
      const double T = k22 * M(0, 0) + k11 * M(1, 1) - 2 * k12 * M(0, 1);  // tr(adj(K) M_s)
      double slope = 0;  // J23': half the slope of the wave in φ_3 alone
      for (const TrigTerm<double>& term : I_lock.terms)
        if (term.winding[0] == 0) {
          const double psi = term.winding[1] * phi[1];
          slope = term.winding[1] * (term.s * std::cos(psi) - term.c * std::sin(psi)) / 2;
        }
      const double det = M(0, 0) * M(1, 1) - M(0, 1) * M(0, 1);
      return T + 2 * std::sqrt(D * det) - 4 * slope * slope;
    };
    double low = point.value - 1e-3, high = point.value + 1e-3;
    REQUIRE(excess(low) * excess(high) < 0);
    for (int halving = 0; halving < 50; ++halving)
      ((excess((low + high) / 2) > 0) == (excess(high) > 0) ? high : low) = (low + high) / 2;
    CHECK(point.value == Approx((low + high) / 2).epsilon(1e-10));
  }
}

TEST_CASE("branches that cross at an angle are transcritical, and both are followed") {
  const BranchSearch search = searched(simple_family([](double x, double l) { return x * (l + x); },
                                                     [](double x, double l) { return l + 2 * x; }, -0.7, 1,
                                                     [](double) { return std::vector<double>{0}; }));
  REQUIRE(search.special().size() == 1);
  CHECK(search.special()[0].kind == SpecialKind::transcritical);
  CHECK(search.special()[0].value == Approx(0).margin(1e-10));
  double longest = 0;
  for (const EquilibriumBranch& branch : search.branches())
    for (const BranchPoint& point : branch.points) {
      CHECK(point.phi[0] * (point.value + point.phi[0]) == Approx(0).margin(1e-11));
      longest = std::max(longest, std::abs(point.phi[0]));
    }
  CHECK(longest == Approx(1).epsilon(1e-9));  // the crossing branch x = −λ, to the end of the range
}

TEST_CASE(
    "a branch that closes is followed once round, with both its folds, however small a part of the range it lives in") {
  for (const auto& [middle, radius] : {std::array{0.5, 0.2}, std::array{0.447, 0.02}}) {
    CAPTURE(middle, radius);
    const auto square = [=](double l) { return radius * radius - (l - middle) * (l - middle); };
    const auto roots = [=](double l) {
      return square(l) > 0 ? std::vector<double>{std::sqrt(square(l)), -std::sqrt(square(l))} : std::vector<double>{};
    };
    const BranchSearch search = searched(simple_family([=](double x, double l) { return x * x - square(l); },
                                                       [](double x, double) { return 2 * x; }, 0, 1, roots));
    REQUIRE(search.branches().size() == 1);
    CHECK(search.branches()[0].last.words == "closed");
    const std::vector<SpecialPoint> folds = of_kind(search, SpecialKind::fold);
    REQUIRE(folds.size() == 2);
    CHECK(folds[0].value == Approx(middle - radius).epsilon(1e-10));
    CHECK(folds[1].value == Approx(middle + radius).epsilon(1e-10));
  }
}

TEST_CASE("a branch ends in words where the model is invalid") {
  const auto make = [](double value) {
    try {
      return member("two-body", {}, "body.arm.mass", value, 50);
    } catch (const ModelError& problem) {
      throw FamilyEnds(problem.found.front().message);
    }
  };
  const BranchSearch search = searched(equilibrium_family(make, -2, 5, make(5)));
  REQUIRE(search.branches().size() == 2);
  for (const EquilibriumBranch& branch : search.branches()) {
    CHECK(branch.first.words.find("mass must be") != std::string::npos);
    CHECK(branch.first.value == Approx(0).margin(1e-3));
    CHECK(branch.last.value == 5);
  }
  CHECK(!search.gaps().empty());
}

TEST_CASE("a search that does not settle is said with its value, and what it has found is followed") {
  EquilibriumFamily family = simple_family([](double x, double) { return x; }, [](double, double) { return 1.0; }, 0, 1,
                                           [](double) { return std::vector<double>{0}; });
  family.search = [all = family.search](double value) {
    FoundShapes found = all(value);
    found.settled = value != 0.5;
    return found;
  };
  const BranchSearch search = searched(family);
  CHECK(search.branches().size() == 1);
  REQUIRE(search.gaps().size() == 1);
  CHECK(search.gaps()[0].failed);
  CHECK(search.gaps()[0].value == 0.5);

  // Without momentum every shape is an equilibrium: there is nothing to settle.
  const auto make = [](double mu_s) { return member("two-body", {}, "body.arm.mass", 5, mu_s); };
  CHECK(searched(equilibrium_family(make, -1, 1, make(1))).gaps().empty());
}

TEST_CASE(
    "a continuation that nobody wants any more ends at the next start of a search and the next point of a branch") {
  struct Unwanted {};
  int calls = 0, most = 0;
  const auto watch = [&] {
    if (++calls > most) throw Unwanted();
  };
  const auto make = [](double value) { return member("three-body", {}, "body.plate.mass", value, 50); };
  for (most = 0; most < 200; most += 40) {
    calls = 0;
    BranchSearch search(equilibrium_family(make, 1, 2, make(1), watch));
    CHECK_THROWS_AS(
        [&] {
          while (search.step()) {
          }
        }(),
        Unwanted);
    CHECK(calls == most + 1);
  }
}

TEST_CASE("a number that is varied is put into the text that was read once: the models are those with that setting") {
  for (const std::string path : {"body.arm.mass", "joint.elbow.at.hub.x", "start.momentum"}) {
    const VariedModel varied = varied_model(load_model("two-body"), {{"body.hub.mass", "6"}}, path, {}, false);
    const long read = documents_parsed(), derived = derivations();
    std::vector<ShapeEnergy> all;
    for (int k = 0; k < 100; ++k) all.push_back(varied.at(1 + 0.1 * k));
    CHECK(documents_parsed() == read);
    CHECK(derivations() == derived);
    for (const int k : {0, 99}) {
      const double value = 1 + 0.1 * k;
      const ShapeEnergy expected =
          member("two-body", {{"body.hub.mass", "6"}}, path, value, path == "start.momentum" ? value : 50);
      const ShapeEnergy& found = all[static_cast<std::size_t>(k)];
      CHECK(found.momentum == expected.momentum);
      CHECK(found.small_motion({0.7}).M == expected.small_motion({0.7}).M);
      CHECK(found.small_motion({0.7}).drag == expected.small_motion({0.7}).drag);
    }
  }
}
