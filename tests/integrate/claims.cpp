// SPDX-License-Identifier: Apache-2.0
// Every claim of the table of methods, measured on real models.
#include <catch2/catch.hpp>

#include "oopss/mechanics/bracket.hpp"
#include "tests/integrate/by_method.hpp"
#include "tests/integrate/long_run.hpp"
#include "tests/sanitized.hpp"

namespace oopss {
namespace {

/// The largest difference of angles and momenta.
double distance(const TestSystem& system, const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0;
  for (int k = 0; k <= PlanarOffsets(system.layout).root_angle; ++k) out = std::max(out, std::abs(a[k] - b[k]));
  return out;
}

std::vector<double> exact(const TestSystem& system, double until) {
  return end_state(system, {{.method = "taylor", .tolerance = 1e-16, .until = until}});
}

/// M P Mᵀ − P for the map (φ, μ) → (φ, μ) of a run, M by central differences of order 6. With δ = 5e-3 their error
/// and the rounding of the map are both below 1e-11 here.
double poisson_defect(const TestSystem& system, const RunRequest& request) {
  const int n = 2 * system.layout.bodies - 1;
  Matrix<double> M(n, n);
  const double weights[3] = {45. / 60, -9. / 60, 1. / 60};
  for (int j = 0; j < n; ++j) {
    const double delta = 5e-3 * (j < system.layout.joints ? 1 : 2);
    for (int k = 1; k <= 3; ++k) {
      TestSystem up = system, down = system;
      up.start[j] += k * delta;
      down.start[j] -= k * delta;
      const std::vector<double> a = end_state(up, request), b = end_state(down, request);
      for (int i = 0; i < n; ++i) M(i, j) += weights[k - 1] * (a[i] - b[i]) / delta;
    }
  }
  const Matrix<int> P = poisson_tensor(system.tree);
  double defect = 0;
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < n; ++l) {
      double sum = -P(i, l);
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          if (P(j, k) != 0) sum += M(i, j) * P(j, k) * M(l, k);
      defect = std::max(defect, std::abs(sum));
    }
  return defect;
}

}  // namespace

TEST_CASE("every method of fixed order has the order it claims") {
  const TestSystem system = system_of(golden_case("three_general"));
  const std::vector<double> end = exact(system, 4);
  for (const Method& method : methods()) {
    if (method.order == 0) continue;
    // Steps short enough for the leading term of the error, and long enough for an error far above rounding.
    const int steps = method.order == 2 ? 800 : method.order == 4 ? 200 : method.order == 6 ? 80 : 32;
    const double coarse = distance(system, end_by_steps(system, method, 4. / steps, steps), end);
    const double fine = distance(system, end_by_steps(system, method, 2. / steps, 2 * steps), end);
    const double order = std::log2(coarse / fine);
    INFO(method.name << ": errors " << coarse << " and " << fine << ", order " << order);
    CHECK(order == Approx(method.order).margin(0.15));
  }
}

TEST_CASE("the state inside a step has the dense order a method claims") {
  const TestSystem fast = system_of(golden_case("three_general")), slow = problem_three();
  for (const Method& method : methods()) {
    if (method.dense_order == 0) continue;
    const TestSystem& system = method.order == 8 ? slow : fast;  // at order 8 the leading term shows only there
    const double h = method.order == 2 ? 0.02 : method.order == 4 ? 0.1 : method.order == 6 ? 0.25 : 0.6;
    const double part = 0.37;
    const double coarse = distance(system, inside_a_step(system, method, h, part), exact(system, part * h));
    const double fine = distance(system, inside_a_step(system, method, h / 2, part), exact(system, part * h / 2));
    const double order = std::log2(coarse / fine) - 1;  // the error of one step is of one order more
    INFO(method.name << ": errors " << coarse << " and " << fine << ", order " << order);
    CHECK(order == Approx(method.dense_order).margin(0.2));
  }
}

TEST_CASE("the error of an adaptive method falls with its tolerance") {
  const TestSystem system = problem_three();
  const std::vector<double> end = exact(system, 50);
  for (const Method& method : methods()) {
    if (!method.adaptive) continue;
    const double coarse = distance(system, end_state(system, settings_for(method, 0, 1e-5, 50)), end);
    const double fine = distance(system, end_state(system, settings_for(method, 0, 1e-9, 50)), end);
    INFO(method.name << ": errors " << coarse << " and " << fine);
    CHECK(fine < 1e-3 * coarse);  // in proportion it would be 1e-4
    CHECK(fine < 1e-4);           // of momenta up to 25: within a factor of 1e4 of the tolerance after 50 s
  }
}

TEST_CASE("a step is a Poisson map exactly for the methods that claim it") {
  for (const TestSystem& system : {problem_two(), problem_three()})
    for (const Method& method : methods()) {
      const double defect = poisson_defect(system, settings_for(method, 0.5, 1e-4, 5));
      INFO(method.name << ": |M P M' - P| = " << defect);
      CHECK((defect < 1e-9) == method.poisson);  // the others miss it by about their tolerance
    }
}

namespace {

/// What a whole run keeps, at intervals of a second.
Monitor kept_by(const TestSystem& system, RunRequest request) {
  request.settings.every = 1;
  const Path path = integrate(system.flow, system.layout, system.start, request);
  REQUIRE(path.outcome.status == Status::complete);
  Monitor out = monitor_of({planar_momentum(system.layout)});
  for (int i = 0; i < path.points.count(); ++i)
    observe(out, system.flow, system.layout, path.points.t[i], path.points.row(i));
  return out;
}

}  // namespace

TEST_CASE("linear Casimirs are kept to rounding exactly by the methods that claim it") {
  for (const TestSystem& system : {problem_three(), system_of(golden_case("four_star_torques"))})
    for (const Method& method : methods()) {
      const Monitor monitor = kept_by(system, settings_for(method, 0.05, 1e-5, 200));
      INFO(method.name << ": relative momentum drift " << monitor.momentum().max_relative_drift());
      if (method.keeps_casimir)
        CHECK(monitor.momentum().max_relative_drift() < 2e-15);  // a few roundings
      else
        CHECK(monitor.momentum().max_relative_drift() < 1e-3);  // within the tolerance times the time
    }
}

TEST_CASE("a step forth and the same step back cancel exactly for the methods that claim it") {
  const TestSystem system = problem_three();
  for (const Method& method : methods()) {
    TestSystem there = system;
    there.start = end_state(system, settings_for(method, 0.25, 1e-4, 10));
    RunRequest back = settings_for(method, 0.25, 1e-4, 0);
    back.t0 = 10;
    const double off = distance(system, end_state(there, back), system.start);
    INFO(method.name << ": " << off << " off after 10 s forth and back");
    CHECK((off < 2e-13) == method.reversible);  // 80 steps, each to a few ulp of momenta of 25
  }
}

TEST_CASE("the energy error of a conservative motion stays bounded for the methods that claim it") {
  const TestSystem system = problem_three();
  for (const Method& method : methods()) {
    const auto drift = [&](double until) {
      return kept_by(system, settings_for(method, 0.5, 1e-5, until)).energy.max_relative_drift();
    };
    constexpr double until = sanitized ? 2000 : 8000;
    const double growth = drift(until) / drift(500);
    INFO(method.name << ": the largest energy error grows " << growth << "-fold from 500 s to " << until << " s");
    CHECK((growth < 2) == (method.energy == EnergyError::bounded));
  }
}

TEST_CASE(
    "the energy error of gauss4 has no trend over a million chaotic steps, and its momentum is that of the start") {
  for (const double step : {0.01, 0.02}) {
    const LongRun run = long_run(chaotic_three(), "gauss4", step, 1'000'000 / shorter);
    INFO("step " << step << ": slope " << run.slope << " +- " << run.slope_error << " per second, largest error "
                 << run.energy.max_relative_drift() << ", " << run.evaluations << " evaluations per stage and step");
    CHECK(run.outcome.status == Status::complete);
    CHECK(std::abs(run.slope) < 3.5 * run.slope_error);  // 1 in 2000 by chance; the run is always the same one
    CHECK(std::abs(run.slope) * step * 1e6 / shorter < 0.02 * run.energy.max_relative_drift());
    CHECK(run.momentum.max_relative_drift() < 1e-14);
  }
}

TEST_CASE("gauss4 needs at most four evaluations of the rates per stage and step") {
  for (const GoldenCase& golden : golden_planar()) {
    const LongRun run = long_run(system_of(golden), "gauss4", 0.02, 5000);
    INFO(golden.id << ": " << run.evaluations << ", energy to " << run.energy.max_relative_drift());
    CHECK(run.evaluations <= 4);
  }
  CHECK(long_run(problem_three(), "gauss4", 0.1, 5000).evaluations <= 4);  // fixed point to 1e-14: 7.5
}

TEST_CASE("the stages' coefficients are those of collocation at the Gauss nodes") {
  for (const int s : {1, 2, 3}) {
    const GaussTableau tableau = gauss_tableau(s);
    for (int i = 0; i < s; ++i)
      for (int q = 0; q < s; ++q) {
        double sum = 0, total = 0;
        for (int j = 0; j < s; ++j) {
          sum += tableau.b[j] * (0.5 + tableau.w[i][j]) * std::pow(tableau.c[j], q);
          total += tableau.b[j] * std::pow(tableau.c[j], q + s);
        }
        CHECK(sum == Approx(std::pow(tableau.c[i], q + 1) / (q + 1)).margin(1e-16));  // C(s)
        CHECK(total == Approx(1.0 / (q + s + 1)).epsilon(1e-15));                     // B(2s)
        CHECK(tableau.w[i][q] == -tableau.w[q][i]);                                   // symplectic, exactly
      }
  }
}

TEST_CASE("the coefficients of dop853 meet the row sums and the quadrature conditions of order 8") {
  using Tableau = Dop853Tableau;
  for (int i = 0; i < Tableau::all_stages; ++i) {
    double sum = 0;
    for (int j = 0; j < i; ++j) sum += Tableau::a[i][j];
    CHECK(sum == Approx(Tableau::c[i]).margin(4e-14));  // entries up to 43
  }
  for (int q = 0; q < 8; ++q) {
    double sum = 0, inner = 0;
    for (int i = 0; i < Tableau::stages; ++i) {
      sum += Tableau::a[12][i] * std::pow(Tableau::c[i], q);
      if (q == 0) continue;
      double stage = 0;
      for (int j = 0; j < i; ++j) stage += Tableau::a[i][j] * std::pow(Tableau::c[j], q - 1);
      inner += Tableau::a[12][i] * stage;
    }
    CHECK(sum == Approx(1.0 / (q + 1)).epsilon(1e-14));
    if (q > 0) CHECK(inner == Approx(1.0 / (q * (q + 1))).epsilon(1e-13));
  }
}

TEST_CASE("the table names each method once, and the default follows what is asked") {
  for (const Method& method : methods()) CHECK(find_method(method.name) == &method);
  CHECK(find_method("euler") == nullptr);
  Flow with_jet, without;
  with_jet.jet = [](double, const double*, int, int, double*) {};
  CHECK(default_method(false, with_jet).name == "gauss4");
  CHECK(default_method(true, with_jet).name == "taylor");
  CHECK(default_method(true, without).name == "dop853");
}

}  // namespace oopss
