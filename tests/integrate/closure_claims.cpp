// SPDX-License-Identifier: Apache-2.0
// What the table of methods claims, measured on systems with a closure.
#include <catch2/catch.hpp>

#include "oopss/integrate/monitor.hpp"
#include "tests/integrate/by_method.hpp"
#include "tests/integrate/closed_chain.hpp"

namespace oopss {
namespace {

std::vector<Method> serving(const Flow& flow) {
  std::vector<Method> out;
  for (const Method& method : methods())
    if (unserved(method, flow).empty()) out.push_back(method);
  return out;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0;
  for (std::size_t i = 0; i < a.size(); ++i) out = std::max(out, std::abs(a[i] - b[i]));
  return out;
}

std::vector<double> exact(const ClosedSystem& system, double until) {
  return end_state(system, {{.method = "dop853", .tolerance = 1e-15, .until = until}});
}

/// The closed state of the five-bar whose first three angles and rates are given, near another one.
ClosedSystem five_bar(const ClosedSystem& near, const Eigen::VectorXd& given) {
  const ClosedChain& chain = near.chain;
  Eigen::VectorXd theta = chain.angles(near.start.data()), omega(5);
  theta.head<3>() = given.head<3>();
  for (int count = 0; count < 6; ++count)
    theta.tail<2>() -= chain.G(theta).rightCols<2>().fullPivLu().solve(chain.g(theta));
  const Eigen::MatrixXd G = chain.G(theta);
  omega << given.tail<3>(), -G.rightCols<2>().fullPivLu().solve(G.leftCols<3>() * given.tail<3>());
  return closed_system(chain, theta, omega);
}

/// Absolute angles and momenta of a state: these are canonical.
Eigen::VectorXd canonical(const ClosedChain& chain, const std::vector<double>& x) {
  const int n = chain.size();
  Eigen::VectorXd out(2 * n);
  out << chain.angles(x.data()), Eigen::Map<const Eigen::VectorXd>(x.data() + n - 1, n);
  return out;
}

/// The largest change of Σ dθ ∧ dμ between tangent vectors of the set of closed states by the map of a run; both sides
/// by central differences of order 6 over three angles and three rates.
double symplectic_defect(const ClosedSystem& system, const RunRequest& request) {
  const Eigen::VectorXd theta = system.chain.angles(system.start.data()),
                        omega = system.chain.rates(system.start.data());
  Eigen::VectorXd given(6);
  given << theta.head<3>(), omega.head<3>();
  const double weights[3] = {45. / 60, -9. / 60, 1. / 60}, delta = 1e-3;
  Eigen::MatrixXd before = Eigen::MatrixXd::Zero(10, 6), after = before;
  for (int j = 0; j < 6; ++j)
    for (int k = 1; k <= 3; ++k)
      for (const int side : {1, -1}) {
        Eigen::VectorXd moved = given;
        moved(j) += side * k * delta;
        const ClosedSystem start = five_bar(system, moved);
        before.col(j) += side * weights[k - 1] / delta * canonical(system.chain, start.start);
        after.col(j) += side * weights[k - 1] / delta * canonical(system.chain, end_state(start, request));
      }
  const auto form = [](const Eigen::MatrixXd& M) -> Eigen::MatrixXd {
    return M.topRows<5>().transpose() * M.bottomRows<5>() - M.bottomRows<5>().transpose() * M.topRows<5>();
  };
  return (form(after) - form(before)).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("on closed systems every method has the order it claims") {
  ClosedSystem system = golden_loop("nongrashof_plain_a").system;
  const std::vector<double> end = exact(system, 2);
  for (const bool slow : {false, true})
    for (const Method& method : serving(system.flow)) {
      if (slow && method.adaptive) continue;  // only steps of equal length are slowed
      system.flow.closure.slow_near_singular = slow;
      const int steps = method.order == 2 ? 200 : method.order == 4 ? 60 : method.order == 6 ? 25 : 16;
      const double coarse = distance(end_by_steps(system, method, 2. / steps, steps), end);
      const double fine = distance(end_by_steps(system, method, 1. / steps, 2 * steps), end);
      const double order = std::log2(coarse / fine);
      INFO(method.name << ", slowed " << slow << ": errors " << coarse << " and " << fine << ", order " << order);
      CHECK(order == Approx(method.order).margin(0.3));
    }
}

TEST_CASE("on closed systems the state inside a step has the dense order a method claims") {
  const ClosedSystem system = golden_loop("nongrashof_plain_a").system;
  for (const Method& method : serving(system.flow)) {
    const double h = method.order == 2 ? 0.02 : method.order == 4 ? 0.1 : 0.2, part = 0.37;
    const double coarse = distance(inside_a_step(system, method, h, part), exact(system, part * h));
    const double fine = distance(inside_a_step(system, method, h / 2, part), exact(system, part * h / 2));
    const double order = std::log2(coarse / fine) - 1;  // the error of one step is of one order more
    INFO(method.name << ": errors " << coarse << " and " << fine << ", order " << order);
    CHECK(order == Approx(method.dense_order).margin(0.3));
  }
}

TEST_CASE("a step is symplectic on the set of closed states exactly for the methods that claim a Poisson map") {
  ClosedSystem system = golden_loop("fivebar_a").system;
  for (const Method& method : serving(system.flow)) {
    const double defect = symplectic_defect(system, settings_for(method, 0.05, 1e-4, 0.25));
    INFO(method.name << ": " << defect);
    CHECK((defect < 1e-8) == method.poisson);  // differences are good to about 1e-9 of entries of 10
  }
}

TEST_CASE("steps of a closed system forth and back cancel exactly for the methods that claim it") {
  for (const bool slow : {false, true}) {
    ClosedSystem system = golden_loop("fivebar_a").system;
    for (const Method& method : serving(system.flow)) {
      if (slow && method.adaptive) continue;
      double off = 0;
      if (method.kind == MethodKind::gauss) {
        system.flow.closure.slow_near_singular = slow;
        Lobatto there = lobatto(system.flow, system.layout, method.stages, 0.05, waypoint(0, system.start));
        for (int i = 0; i < 40; ++i) REQUIRE(advance(there, system.flow, slow ? 100 : 0.05 * (i + 1)).good());
        Lobatto back = lobatto(system.flow, system.layout, method.stages, -0.05, there.end);
        back.energy = there.energy;
        for (int i = 39; i >= 0; --i) REQUIRE(advance(back, system.flow, slow ? -100 : 0.05 * i).good());
        off = std::max(distance(back.end.x, system.start), std::abs(back.end.t));
      } else {
        ClosedSystem there = system;
        there.start = end_state(system, settings_for(method, 0, 1e-4, 2));
        RunRequest back = settings_for(method, 0, 1e-4, 0);
        back.t0 = 2;
        off = distance(end_state(there, back), system.start);
      }
      INFO(method.name << ", slowed " << slow << ": " << off << " off after 40 steps forth and back");
      CHECK((off < 1e-11) == method.reversible);  // the motion magnifies a rounding by a hundred
    }
  }
}

TEST_CASE("closed systems: closure and momentum stay to rounding, energy bounded where claimed, whatever the clock") {
  for (const bool slow : {false, true}) {
    ClosedSystem system = golden_loop("nongrashof_plain_a").system;
    system.flow.closure.slow_near_singular = slow;
    for (const Method& method : serving(system.flow)) {
      if (slow && method.adaptive) continue;
      const double until = 120;
      Run run(system.flow, system.layout, system.start, settings_for(method, 0.1, 1e-5, until));
      Monitor monitor = monitor_of({planar_momentum(system.layout)});
      double gap = 0, early = 0, late = 0;  // the largest energy errors of the first and the last quarter
      while (run.step()) {
        observe(monitor, system.flow, system.layout, run.t(), run.x().data());
        gap = std::max(gap, system.chain.g(system.chain.angles(run.x().data())).norm());
        const double error = std::abs(monitor.energy.end - monitor.energy.start);
        if (run.t() < until / 4) early = std::max(early, error);
        if (run.t() > until * 3 / 4) late = std::max(late, error);
      }
      INFO(method.name << ", slowed " << slow << ": energy errors " << early << " and " << late << ", closure " << gap
                       << ", momentum " << monitor.momentum().max_relative_drift());
      CHECK(run.outcome().status == Status::complete);
      CHECK((late < 1.5 * early) == (method.energy == EnergyError::bounded));
      CHECK(gap < 1e-13);
      CHECK(monitor.momentum().max_relative_drift() < 1e-14);  // a force's sum over the bodies is 0 to a rounding
    }
  }
}

TEST_CASE("the weights of the Lobatto nodes integrate what they must, and make the steps symplectic exactly") {
  for (const int s : {1, 2, 3}) {
    const GaussTableau gauss = gauss_tableau(s);
    const LobattoTableau nodes = lobatto_tableau(gauss);
    for (int k = 0; k <= s; ++k)
      for (int q = 0; q < s; ++q) {
        double sum = 0;
        for (int j = 0; j < s; ++j) sum += gauss.b[j] * nodes.B[k][j] * std::pow(gauss.c[j], q);
        CHECK(sum == Approx(std::pow(nodes.c[k], q + 1) / (q + 1)).margin(1e-16));
      }
    for (int q = 0; q < 2 * s; ++q) {
      double sum = 0;
      for (int k = 0; k <= s; ++k) sum += nodes.b[k] * std::pow(nodes.c[k], q);
      CHECK(sum == Approx(1.0 / (q + 1)).epsilon(1e-15));
    }
    // At = b̃_j (1 − B_ji): the forces' weights of Jay's method, Σ_j At_ij c̃_j^q = c_i^(q+1) / (q + 1) for q < s.
    for (int i = 0; i < s; ++i)
      for (int q = 0; q < s; ++q) {
        double sum = 0;
        for (int k = 0; k < s; ++k) sum += nodes.b[k] * (1 - nodes.B[k][i]) * std::pow(nodes.c[k], q);
        CHECK(sum == Approx(std::pow(gauss.c[i], q + 1) / (q + 1)).margin(1e-15));
      }
    for (int j = 0; j < s; ++j) {
      CHECK(nodes.B[0][j] == 0);
      CHECK(nodes.B[s][j] == 1);
    }
  }
}

}  // namespace oopss
