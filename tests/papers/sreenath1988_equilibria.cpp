// SPDX-License-Identifier: Apache-2.0
// Sreenath, Oh, Krishnaprasad, Marsden: The dynamics of coupled planar rigid bodies, part I (1988); sections 6.2, 6.3.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>
#include <optional>

#include "tests/scalar/scalars.hpp"

using namespace oopss;

namespace {

/// The equilibrium equations (6.18) with the corrected sign of C2.
struct Equations {
  double A1 = 0, B1 = 0, C1 = 0, B2 = 0, C2 = 0;

  Vec2<double> operator()(double x, double y) const {
    const double a = A1 * sin(x + y);
    return {a + B1 * sin(x) + C1 * cos(x), a + B2 * sin(y) + C2 * cos(y)};
  }
  /// Up to the positive factor μ_s²/(m I_lock²) this is the Hessian of V_μ: [[a + b, a], [a, a + c]].
  Vec2<double> diagonal(double x, double y) const {
    const double a = A1 * cos(x + y);
    return {a + B1 * cos(x) - C1 * sin(x), a + B2 * cos(y) - C2 * sin(y)};
  }
};

struct Masses {
  double m1, m2, m3, c1, b1, e1, e2, d1;
  Equations equations() const {
    return {m1 * m3 * c1 * d1, (m3 * (b1 + e1) + m2 * b1) * m1 * c1, m1 * m3 * c1 * e2,
            (m1 * (b1 + e1) + m2 * e1) * m3 * d1, -(m1 + m2) * m3 * d1 * e2};
  }
};

Masses random_masses(Draws<double>& source, double e2) {
  Masses masses{};
  for (double* m : {&masses.m1, &masses.m2, &masses.m3}) *m = source.number(0.2, 3);
  for (double* length : {&masses.c1, &masses.e1, &masses.d1}) *length = source.number(0.1, 2);
  masses.b1 = source.number(-2, 2);
  masses.e2 = e2;
  return masses;
}

/// Newton's method from one start; empty unless it converges.
std::optional<Vec2<double>> newton(const Equations& equations, Vec2<double> phi) {
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Vec2<double> f = equations(phi.x, phi.y), d = equations.diagonal(phi.x, phi.y);
    const double a = equations.A1 * cos(phi.x + phi.y), determinant = d.x * d.y - a * a;
    const Vec2<double> step = {(d.y * f.x - a * f.y) / determinant, (d.x * f.y - a * f.x) / determinant};
    phi = phi - step;
    if (std::abs(step.x) + std::abs(step.y) < 1e-13) return phi;
  }
  return {};
}

/// All equilibria on the torus, by Newton's method from a grid; two starts found the same one within 1e-6.
std::vector<Vec2<double>> equilibria(const Equations& equations) {
  constexpr int grid = 16;
  std::vector<Vec2<double>> found;
  for (int i = 0; i < grid * grid; ++i) {
    const double step = 2 * std::numbers::pi / grid;
    const int row = i / grid, column = i % grid;
    const auto phi = newton(equations, {(column + 0.3) * step, (row + 0.4) * step});
    if (!phi) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const Vec2<double>& other) {
      return std::abs(sin((phi->x - other.x) / 2)) + std::abs(sin((phi->y - other.y) / 2)) < 1e-6;
    });
    if (!known) found.push_back(*phi);
  }
  return found;
}

/// How far 1/|A1|, 1/|B1|, 1/|B2| are from the edge of the triangle inequality; positive inside.
double triangle_margin(const Equations& equations) {
  const double a = 1 / std::abs(equations.A1), b = 1 / std::abs(equations.B1), c = 1 / std::abs(equations.B2);
  return std::min({a + b - c, b + c - a, c + a - b}) / (a + b + c);
}

}  // namespace

TEST_CASE("Sreenath et al. 1988, section 6.3: aligned bodies have six equilibria inside the triangle, else four") {
  Draws<double> source(63);
  int six = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Equations equations = random_masses(source, 0).equations();
    if (std::abs(triangle_margin(equations)) < 0.01) continue;  // near the pitchfork roots are too close for the grid
    const std::size_t count = equilibria(equations).size();
    CHECK(count == (triangle_margin(equations) > 0 ? 6U : 4U));
    if (count == 6) ++six;
  }
  CHECK(six > 5);
}

TEST_CASE("Sreenath et al. 1988, abstract: there are four or six equilibria, also when the middle body is offset") {
  Draws<double> source(64);
  int counts[8] = {};
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t count = equilibria(random_masses(source, source.number(-1, 1)).equations()).size();
    REQUIRE(count < 8);
    ++counts[count];
  }
  CHECK(counts[4] + counts[6] == 60);
  CHECK(counts[6] > 0);
}

TEST_CASE("Sreenath et al. 1988 (6.33), (6.34): the extra pair, and it is never a saddle") {
  Draws<double> source(65);
  for (int trial = 0; trial < 500; ++trial) {
    const Equations equations = random_masses(source, 0).equations();
    if (triangle_margin(equations) < 0.01) continue;
    const double kappa = equations.B1 / equations.B2, tau = equations.B1 / equations.A1;
    const double cos_x = (1 - kappa * kappa - tau * tau) / (2 * kappa * tau);
    const double x = std::acos(cos_x);
    const double y = std::atan2(kappa * sin(x), -kappa * cos_x - tau);
    CHECK(agree(cos(y), (kappa * kappa - tau * tau - 1) / (2 * tau)));
    for (const double side : {-1., 1.}) CHECK(agree(equations(side * x, side * y), {}));
    const Vec2<double> d = equations.diagonal(x, y);
    const double a = equations.A1 * cos(x + y), determinant = d.x * d.y - a * a;
    CHECK(agree(determinant, equations.B1 * sin(x) * equations.B1 * sin(x)));
    CHECK((d.x < 0) ==
          (equations.A1 * equations.B1 * equations.B2 > 0));  // a maximum of V in cases 1 and 3, a minimum in case 2
  }
}

TEST_CASE("Sreenath et al. 1988, Tables 1 to 3: the signs of cos x and cos y of the pair by region") {
  // Region 3: inside κ² + τ² = 1; 1: beyond κ² − τ² = 1; 2: between. Rows: κ > 0 < τ, κ < 0 > τ, κ > 0 > τ.
  const int region_of[3][2][2] = {{{2, 1}, {3, 0}}, {{1, 2}, {0, 3}}, {{0, 3}, {1, 2}}};  // [row][cos x > 0][cos y > 0]
  Draws<double> source(66);
  int seen[3] = {};
  for (int trial = 0; trial < 5000; ++trial) {
    const Equations equations = random_masses(source, 0).equations();
    if (triangle_margin(equations) <= 0) continue;
    const double kappa = equations.B1 / equations.B2, tau = equations.B1 / equations.A1;
    const double cos_x = (1 - kappa * kappa - tau * tau) / (2 * kappa * tau);
    const double cos_y = (kappa * kappa - tau * tau - 1) / (2 * tau);
    const int row = kappa > 0 ? (tau > 0 ? 0 : 2) : 1;
    const int region = kappa * kappa + tau * tau < 1 ? 3 : kappa * kappa - tau * tau > 1 ? 1 : 2;
    CHECK(region_of[row][cos_x > 0][cos_y > 0] == region);
    ++seen[row];
  }
  CHECK(std::min({seen[0], seen[1], seen[2]}) > 20);
}

TEST_CASE("Sreenath et al. 1988 (6.38)-(6.40) corrected: which e1 > 0 give which signs; case 4 never occurs") {
  Draws<double> source(67);
  for (int trial = 0; trial < 5000; ++trial) {
    const Masses masses = random_masses(source, 0);
    const double upper = -masses.b1 * (1 + masses.m2 / masses.m3),
                 lower = -masses.b1 * masses.m1 / (masses.m1 + masses.m2);
    const Equations equations = masses.equations();
    CHECK((equations.B1 > 0) == (masses.e1 > upper));
    CHECK((equations.B2 > 0) == (masses.e1 > lower));
    const bool case_3 = equations.B1 < 0 && equations.B2 < 0;
    CHECK(case_3 == (masses.e1 < lower));                 // (6.39): the smaller of the two bounds, b1 < 0
    CHECK_FALSE((equations.B1 > 0 && equations.B2 < 0));  // (6.40): κ < 0 < τ
  }
}
