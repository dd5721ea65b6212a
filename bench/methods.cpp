// SPDX-License-Identifier: Apache-2.0
// Steps and errors of the product's own methods on two small problems: a table on standard output. No times, so it is
// the same on every run.
#include <cstdio>
#include <string>

#include "bench/reference.hpp"
#include "bench/runnable.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {
namespace {

struct Setting {
  const char* label;
  const char* method;
  double step, tolerance;
};

constexpr Setting settings[] = {
    {"gauss4, h = 0.1", "gauss4", 0.1, 0}, {"gauss6, h = 0.1", "gauss6", 0.1, 0}, {"taylor 1e-8", "taylor", 0, 1e-8},
    {"taylor 1e-12", "taylor", 0, 1e-12},  {"taylor 1e-15", "taylor", 0, 1e-15},  {"dop853 1e-8", "dop853", 0, 1e-8},
    {"dop853 1e-12", "dop853", 0, 1e-12},  {"dop853 1e-15", "dop853", 0, 1e-15},  {"cvode 1e-8", "cvode", 0, 1e-8},
};

/// What became of one run: its steps, and its error at the end.
struct Ran {
  long steps = 0;
  double error = 0;
};

Ran ran(const Problem& problem, const std::vector<double>& exact, const Setting& setting, double until) {
  const Runnable system = runnable(problem.tree);
  RunRequest request;
  request.settings.method = setting.method;
  request.settings.step = setting.step;
  request.settings.tolerance = setting.tolerance;
  request.settings.until = until;
  Run run(system.flow, system.layout, problem.x, request);
  while (run.step()) {
  }
  if (!run.outcome().good()) std::fprintf(stderr, "%s: %s\n", setting.label, run.outcome().words.c_str());
  return {run.steps(), error_of(run.x(), exact)};
}

int table() {
  constexpr double until = 1000;
  const Problem two = P2(), three = P3();
  const std::vector<double> exact_two = reference(two, until), exact_three = reference(three, until);
  std::printf("Errors at T = %g, the largest relative to max(1, |x|), against binary128.\n\n", until);
  std::printf("| method | steps P2 | steps P3 | error P2 | error P3 |\n|---|---:|---:|---:|---:|\n");
  for (const Setting& setting : settings) {
    const Ran a = ran(two, exact_two, setting, until), b = ran(three, exact_three, setting, until);
    std::printf("| %s | %ld | %ld | %.1e | %.1e |\n", setting.label, a.steps, b.steps, a.error, b.error);
  }
  return 0;
}

}  // namespace
}  // namespace oopss

int main() { return oopss::table(); }
