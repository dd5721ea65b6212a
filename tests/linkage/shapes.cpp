// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "oopss/linkage/four_bar.hpp"
#include "tests/scalar/scalars.hpp"

using namespace oopss;
constexpr double half_turn = std::numbers::pi;

namespace {

double off_closure(const std::vector<double>& l, const std::array<double, 4>& phi) {
  std::complex<double> sum;
  for (int k = 0; k < 4; ++k) sum += std::polar(l[k], phi[k]);
  return std::abs(sum);
}

double between(const std::array<double, 4>& phi, int j, int k) {
  return std::abs(std::remainder(phi[k] - phi[j], 2 * half_turn));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE(
    "four bars close on both branches, exactly where the triangle of bars 2 and 3 has a rational area", "[linkage]",
    AllScalars) {
  using T = TestType;
  const BarLengths<T> l = {T(9) / T(2), T(5), T(4), T(15) / T(2)};
  for (const int sigma : {1, -1}) {
    const Rotation<T> phi_10 = {T(3) / T(5), T(4) / T(5)};
    const BarDirections<T> bars = directions(l, phi_10, T(sigma));
    Vec2<T> sum;
    for (int k = 0; k < 4; ++k) {
      sum = sum + l[k] * Vec2<T>{bars[k].c, bars[k].s};
      CHECK(agree(T(bars[k].c * bars[k].c + bars[k].s * bars[k].s), T(1)));
    }
    CHECK(agree(sum, Vec2<T>{T(0), T(0)}));
  }
}

TEST_CASE("the golden angles are found: theta_2 and theta_3 from theta_10 and the branch") {
  const auto golden = nlohmann::json::parse(std::ifstream("tests/golden/loops.json"));
  int checked = 0;
  for (const auto& one : golden.at("algebra")) {
    BarLengths<double> l{};
    std::array<double, 4> beta{};
    const auto& d = golden.at("systems").at(one.at("system").get<std::string>()).at("d");
    for (int k = 0; k < 4; ++k) {
      const double x = d[k][1][0].get<double>() - d[k][0][0].get<double>(),
                   y = d[k][1][1].get<double>() - d[k][0][1].get<double>();
      l[k] = std::hypot(x, y);
      beta[k] = std::atan2(y, x);
    }
    const double phi_10 = one.at("theta10").get<double>() + beta[1] - beta[0];
    const auto bars = directions(l, rotation(phi_10), one.at("sigma").get<double>());
    for (int k = 0; k < 4; ++k) {
      const double theta = one.at("theta_at_theta0_zero")[k].get<double>();
      const double found = std::atan2(bars[k].s, bars[k].c) + beta[0] - beta[k];
      CHECK(std::abs(std::remainder(found - theta, 2 * half_turn)) < 1e-12);
    }
    ++checked;
  }
  CHECK(checked >= 4);
}

TEST_CASE("every mode closes, goes round once without a jump, and covers the ranges of all pairs") {
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int c = 1; c <= 5; ++c)
        for (int d = 1; d <= 5; ++d) {
          const FourBarClass found = classify_four_bar({{a, b, c, d}, 0, {}});
          const std::vector<double> l = {double(a), double(b), double(c), double(d)};
          const std::vector<AssemblyMode> modes = assembly_modes(found);
          CAPTURE(l, word(found.kind));
          std::array<double, 6> least{}, most{}, step{};  // of |φ_k − φ_j|; the last from one sample to the next
          least.fill(half_turn);
          double worst = 0, jump = 0;
          constexpr int count = 360;
          for (const AssemblyMode& mode : modes) {
            std::array<double, 4> last = shape(l, mode, 2 * half_turn * (count - 1) / count);
            for (int i = 0; i < count; ++i) {
              const std::array<double, 4> phi = shape(l, mode, 2 * half_turn * i / count);
              worst = std::max(worst, off_closure(l, phi));
              for (int k = 1; k < 4; ++k)
                jump = std::max(jump, std::abs(std::remainder(phi[k] - last[k], 2 * half_turn)));
              for (int p = 0; p < 6; ++p) {
                const int j = found.pairs[p].j, k = found.pairs[p].k;
                const double angle = between(phi, j, k);
                step[p] =
                    std::max(step[p], std::abs(std::remainder(phi[k] - phi[j] - last[k] + last[j], 2 * half_turn)));
                least[p] = std::min(least[p], angle);
                most[p] = std::max(most[p], angle);
              }
              last = phi;
            }
          }
          CHECK(worst < 1e-7);  // at a node the root loses half of the digits
          CHECK(jump < 0.35);   // a step of u is 0.0175 rad, and no bar turns twenty times as fast
          for (int p = 0; p < 6 && !modes.empty(); ++p) {
            CHECK(std::abs(least[p] - found.pairs[p].range.least) < step[p]);
            CHECK(std::abs(most[p] - found.pairs[p].range.most) < step[p]);
            CHECK((found.pairs[p].range.least == 0 && found.pairs[p].range.most == half_turn) ==
                  found.pairs[p].revolves);
          }
          CHECK(modes.size() == (found.type == FourBarType::rhombus                                              ? 3
                                 : found.kind == FourBarKind::grashof || found.kind == FourBarKind::change_point ? 2
                                 : found.kind == FourBarKind::non_grashof                                        ? 1
                                                                                                                 : 0));
        }
}

TEST_CASE("the coordinate of a non-Grashof four-bar: both turning angles never stand still together") {
  for (const std::vector<double>& l :
       {std::vector<double>{2, 2.2, 2.5, 3}, {3, 2.5, 2.2, 2}, {1, 1, 1, 2.9}, {2.9, 1, 1, 1}}) {
    const FourBarClass found = classify_four_bar(lengths_computed(l));
    REQUIRE(found.kind == FourBarKind::non_grashof);
    const AssemblyMode mode = assembly_modes(found).front();
    double slowest = 10, worst = 0;
    for (int i = 0; i < 720; ++i) {
      const double u = half_turn * i / 360, h = 1e-4;
      const auto a = shape(l, mode, u - h), b = shape(l, mode, u + h);
      const double phi = std::remainder(b[1] - a[1], 2 * half_turn) / (2 * h),
                   turned = std::remainder(b[3] - b[2] - a[3] + a[2], 2 * half_turn) / (2 * h);
      slowest = std::min(slowest, std::hypot(phi, turned));
      worst = std::max(worst, off_closure(l, a));
    }
    CHECK(slowest > 0.2);
    CHECK(worst < 1e-14 * 9);
  }
}
