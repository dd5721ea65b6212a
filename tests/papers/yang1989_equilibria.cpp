// SPDX-License-Identifier: Apache-2.0
// R. Yang and P. S. Krishnaprasad, On the dynamics of floating four-bar linkages, section 6: relative equilibria.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/linkage/four_bar.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/system/derived.hpp"
#include "tests/linkage/golden_loops.hpp"

using namespace oopss;
using std::numbers::pi;

TEST_CASE(
    "Yang and Krishnaprasad, Theorem 6.3 (Smale): z is a relative equilibrium iff its shape is a critical point of "
    "V_xi = -xi^2 <1, J 1>/2 and its momentum is J xi 1") {
  const DerivedModel arm = derived_model(model_of(golden_linkages().at("yk_example")));
  const PlanarTree<double> tree = planar_tree(arm.spec, arm.p());
  Flow flow = arm.system.with_inputs(arm.p());
  const std::vector<double> lengths = {3, 1, 3, 1.1};
  constexpr double xi = 0.7;
  for (const AssemblyMode& mode : assembly_modes(classify_four_bar(lengths_computed(lengths)))) {
    const auto angles = [&](double theta_10) {  // absolute, without jumps near by
      const std::array<double, 4> phi = shape(lengths, mode, theta_10);
      return std::vector<double>(phi.begin(), phi.end());
    };
    const auto J = [&](double theta_10) { return pseudo_inertia(pair_constants(tree), angles(theta_10)); };
    const auto V = [&](double theta_10) {
      double sum = 0;
      for (const double entry : J(theta_10).entries) sum += entry;
      return -xi * xi * sum / 2;
    };
    const auto slope = [](const auto& f, double x) {
      constexpr double h = 1e-3;
      return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
    };
    /// μ' of the bodies, all of them turning at xi and body 1 faster by `more`.
    const auto rates = [&](double theta_10, double more) {
      const std::vector<double> theta = angles(theta_10);
      std::vector<double> omega(4, xi), x(static_cast<std::size_t>(arm.system.layout.size)), out(x.size());
      for (int k = 0; k < 4; ++k)
        omega[k] +=
            more * slope([&](double place) { return std::remainder(angles(place)[k] - theta[k], 2 * pi); }, theta_10);
      const std::vector<double> mu = J(theta_10) * omega;
      for (int k = 0; k < 3; ++k) x[arm.system.layout.offset(BlockKind::joint_angle, k)] = theta[k + 1] - theta[k];
      for (int k = 0; k < 4; ++k) x[arm.system.layout.offset(BlockKind::momentum, k)] = mu[k];
      flow.field(0, x.data(), out.data());
      return out;
    };
    // virtual work: closing forces do none, so Σ μ_k' dθ_k/dθ_10 = −dV_xi/dθ_10, whatever the shape
    std::vector<double> places;
    for (int i = 0; i < 36; ++i) places.push_back(pi * i / 18 + 0.01);
    for (const double degrees : {5.34935386451388531, 186.000636430098247})
      places.push_back(-mode.sigma * degrees * pi / 180);
    int critical = 0;
    for (const double theta_10 : places) {
      const std::vector<double> out = rates(theta_10, 0), theta = angles(theta_10);
      double work = 0, moving = 0;
      for (int k = 0; k < 4; ++k) {
        const double rate = out[arm.system.layout.offset(BlockKind::momentum, k)];
        work +=
            rate * slope([&](double place) { return std::remainder(angles(place)[k] - theta[k], 2 * pi); }, theta_10);
        moving = std::max(moving, std::abs(rate));
      }
      for (int k = 0; k < 3; ++k)  // the shape is at rest, as p = J xi 1 says
        CHECK(std::abs(out[arm.system.layout.offset(BlockKind::joint_angle, k)]) < 1e-12);
      CHECK(work == Approx(-slope(V, theta_10)).margin(1e-8));
      CHECK((moving < 1e-8) == (std::abs(slope(V, theta_10)) < 1e-8));
      critical += moving < 1e-8;
      // and with any other momentum the shape is not at rest
      CHECK(rates(theta_10, 0.1)[arm.system.layout.offset(BlockKind::joint_angle, 0)] == Approx(0.1));
    }
    CHECK(critical == 2);
  }
}
