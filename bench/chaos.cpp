// SPDX-License-Identifier: Apache-2.0
// How many points of a section of three bodies are had per second and core, and what exponents cost.
#include <cstdio>

#include "bench/clock.hpp"
#include "oopss/chaos/exponents.hpp"
#include "oopss/chaos/section_run.hpp"
#include "oopss/chaos/section_starts.hpp"
#include "oopss/chaos/tangent_run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {
namespace {

constexpr const char* three_bodies = R"([model]
format = 1
name = "three bodies of chaos.json"
[[body]]
name = "b0"
mass = 1
inertia = 0.125
[[body]]
name = "b1"
mass = 1
inertia = 0.125
[[body]]
name = "b2"
mass = 1
inertia = 0.125
[[joint]]
name = "j1"
between = ["b0", "b1"]
at = [[1, 0], [-0.5, 0]]
[[joint]]
name = "j2"
between = ["b1", "b2"]
at = [[0.75, 0], [-0.5, 0]]
[start]
angles = { j1 = 2.0, j2 = 1.0 }
momenta = { b0 = 0.7115401933654354, b1 = 0.1705558198584886, b2 = -0.14786503178871763 }
)";

void row(const char* name, const Model& model, int joint) {
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = start_state(model);
  const Section section = section_at(system, start, joint, 0, 1);
  const SectionSheet sheet{&system, section, system.motion.system.casimirs.front().value(start.data()),
                           energy_of(system.motion, start)};
  const auto starts = spread_starts(sheet, 8);
  for (const double tolerance : {1e-8, 1e-12, 1e-15}) {
    double seconds = 1e9, time = 0, error = 0;
    long points = 0, steps = 0;
    for (int repeat = 0; repeat < 5; ++repeat) {
      points = steps = 0;
      time = error = 0;
      const double begun = thread_seconds();
      for (const std::vector<double>& from : starts) {
        SectionRun run(system, section, from, tolerance);
        double last = 0;
        for (int k = 0; k < 1000; ++k) {
          const auto point = run.next();
          if (!point) break;
          last = point->t;
          ++points;
        }
        time += last;
        steps += run.steps();
        error = std::max(error, std::abs(energy_of(system.motion, run.x()) / sheet.energy - 1));
      }
      seconds = std::min(seconds, thread_seconds() - begun);
    }
    std::printf("| %s, %.0e | %.0f | %.2f | %.2f | %.2f | %.1e |\n", name, tolerance, points / seconds,
                1e6 * seconds / steps, static_cast<double>(steps) / points, time / points, error);
    std::fflush(stdout);
  }
}

void exponents_row(const char* name, const Model& model, double until) {
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = start_state(model);
  const double begun = thread_seconds();
  TangentRun run(system, start);
  run.advance(until);
  std::printf("| %s | %.0f | %.2f | %.4f |\n", name, until, thread_seconds() - begun, run.exponents().front());
}

}  // namespace
}  // namespace oopss

int main() {
  using namespace oopss;
  const Model three = read_model({"three.toml", three_bodies});
  std::printf(
      "Points of Poincare's section, phi of the first joint = 0 rising, of 8 motions spread over it, 1000 points of "
      "each;\none core, CPU time, the least of 5 repeats. Energy: the largest relative error after them.\n\n"
      "| three bodies, tolerance | points per second | us per step | steps per point | time per point | energy |\n"
      "|---|---|---|---|---|---|\n");
  row("chaos.json", three, 0);
  row("tangle", load_model("tangle"), 0);
  row("three-body", load_model("three-body"), 0);
  std::printf(
      "\nAll exponents of one start by the tangent flow, tolerance 1e-10.\n\n| model | until | s | largest |\n"
      "|---|---|---|---|\n");
  exponents_row("chaos.json", three, 5000);
  exponents_row("tangle", load_model("tangle"), 2000);
  exponents_row("forced-pair", load_model("forced-pair"), 5000);
  std::printf("\nGoal: 50000 points per second and core at 1e-12.\n");
}
