// SPDX-License-Identifier: Apache-2.0
// Work against precision on two small problems: our Taylor coefficients beside Boost.Odeint and SUNDIALS.
#include <cmath>
#include <cstdio>
#include <functional>

#include "bench/clock.hpp"
#include "bench/peer_ode.hpp"
#include "bench/reference.hpp"
#include "bench/stepper.hpp"

namespace oopss {
namespace {

/// CPU time and error at the end of one run.
struct Point {
  double seconds, error;
};
struct Curve {
  std::string name;
  std::vector<Point> points;
};

double error_of(const std::vector<double>& x, const std::vector<double>& exact) {
  double most = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    most = std::fmax(most, std::abs(x[i] - exact[i]) / std::fmax(1.0, std::abs(exact[i])));
  return most;
}

Point measure(const std::vector<double>& exact, const std::function<std::vector<double>()>& run, int runs) {
  Point of{1e9, error_of(run(), exact)};
  for (int i = 0; i < runs; ++i) {
    const double begin = thread_seconds();
    run();
    of.seconds = std::fmin(of.seconds, thread_seconds() - begin);
  }
  return of;
}

std::vector<double> run_taylor(const Problem& problem, double until, int order) {
  TaylorRun run(jet(problem.tree), order, problem.x);
  run.run(until);
  return run.x;
}

/// Least time at which a curve reaches an error: between the two points that enclose it, straight in the logarithms.
double seconds_at(const Curve& curve, double error) {
  double least = NAN;
  for (std::size_t k = 0; k + 1 < curve.points.size(); ++k) {
    const Point &a = curve.points[k], &b = curve.points[k + 1];
    if (!(std::fmax(a.error, b.error) >= error && std::fmin(a.error, b.error) <= error) || a.error == b.error) continue;
    const double part = std::log(error / a.error) / std::log(b.error / a.error);
    least = std::fmin(least, a.seconds * std::pow(b.seconds / a.seconds, part));
  }
  return least;
}

void compare(const Problem& problem, double until) {
  const std::vector<double> exact = reference(problem, until);
  std::printf("\n### %s to T = %g\n\n| method | setting | CPU us per 1000 time units | error |\n|---|---|---:|---:|\n",
              problem.name, until);
  const auto print = [&](const std::string& name, const char* format, double setting, const Point& of) {
    std::printf("| %s | ", name.c_str());
    std::printf(format, setting);
    std::printf(" | %.0f | %.1e |\n", 1e9 * of.seconds / until, of.error);
    std::fflush(stdout);
  };
  Curve ours{"ours, taylor", {}};
  for (const int order : {7, 9, 11, 13, 15, 17, 19, 21, 23}) {
    ours.points.push_back(measure(
        exact, [&] { return run_taylor(problem, until, order); }, 40));
    print(ours.name, "order %.0f", order, ours.points.back());
  }
  std::vector<Curve> curves;
  const auto add = [&](const std::vector<Integrator>& peers, int runs) {
    for (const Integrator& peer : peers) {
      curves.push_back({peer.name, {}});
      for (const double tolerance : peer.tolerances) {
        curves.back().points.push_back(measure(
            exact, [&] { return peer.run(problem, until, tolerance); }, runs));
        print(peer.name, "tolerance %.0e", tolerance, curves.back().points.back());
      }
    }
  };
  add(odeint_integrators(), 25);
  add(sundials_integrators(), 7);
  std::printf(
      "\n| %s: at an error of | ours, us | best peer, us | which | ours / best peer |\n|---|---:|---:|---|---:|\n",
      problem.name);
  for (const double error : {1e-6, 1e-8, 1e-10, 1e-11, 1e-12}) {
    const Curve* best = nullptr;
    for (const Curve& curve : curves)
      if (!best || !(seconds_at(curve, error) >= seconds_at(*best, error)))
        if (!std::isnan(seconds_at(curve, error))) best = &curve;
    const double mine = seconds_at(ours, error), peer = best ? seconds_at(*best, error) : NAN;
    std::printf("| %.0e | %.0f | ", error, 1e9 * mine / until);
    if (best)
      std::printf("%.0f | %s | %.2f |\n", 1e9 * peer / until, best->name.c_str(), mine / peer);
    else
      std::printf("none reaches it | | |\n");
  }
}

/// Rounding-level error over a long run, and what a step costs on a longer chain.
void long_runs() {
  std::printf("\n### Ours at order 19 to T = 10 000\n\n| problem | CPU us per 1000 | error |\n|---|---:|---:|\n");
  for (const Problem& problem : {P2(), P3()}) {
    const Point of = measure(
        reference(problem, 10000), [&] { return run_taylor(problem, 10000, 19); }, 5);
    std::printf("| %s | %.0f | %.1e |\n", problem.name, 1e5 * of.seconds, of.error);
  }
  std::printf(
      "\n### Ours on chains of equal rods, order 19\n\n| N | preparation, us | one step, us | per body, ns |\n"
      "|---:|---:|---:|---:|\n");
  for (const int n : {4, 10, 30, 100, 1000}) {
    const PlanarTree<double> tree = rods(n);
    std::vector<double> x;
    for (int i = 0; i < 2 * n; ++i) x.push_back(0.3 * std::sin(1.7 * i + 1));
    std::vector<double> coefficients(x.size() * 20);
    const auto step = [&](Jet& of) { taylor_coefficients(of, x.data(), 19, coefficients.data()); };
    const double ready = least_seconds([&] {
      Jet of = jet(tree);
      step(of);
    });
    Jet of = jet(tree);
    const double each = least_seconds([&] { step(of); });
    std::printf("| %d | %.1f | %.2f | %.0f |\n", n, 1e6 * (ready - each), 1e6 * each, 1e9 * each / n);
  }
}

}  // namespace
}  // namespace oopss

int main() {
  std::printf("## Work against precision (%s)\n\n", oopss::this_processor().name);
  std::printf(
      "Error at T, the largest relative to max(1, |y|), against binary128. The peers are general solvers; all are\n"
      "given our rates. Step sizes of ours by Jorba and Zou.\n");
  oopss::compare(oopss::P2(), 1000);
  oopss::compare(oopss::P3(), 1000);
  oopss::long_runs();
  return 0;
}
