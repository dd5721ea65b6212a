// SPDX-License-Identifier: Apache-2.0
// Built by tests/package/package.sh against the installed package: a torque law of the program's own, beside a spring
// of the model. The same law as a formula gives the same motion, and the balance of energy counts what it does as work.
#include <cmath>
#include <cstdio>

#include "oopss/oopss.hpp"

namespace {

using namespace oopss;

Model arm_with(const Law& motor) {
  Model model;
  add_body(model, "hub", {.mass = 4, .inertia = 50});
  add_body(model, "arm", {.mass = 5, .inertia = 50});
  add_joint(model, "elbow", {"hub", {5, 0}}, {"arm", {-3, 0}}, {pd_law(20, 0.5), motor});
  model.start.angles = {named("elbow", 0.4)};
  model.start.momenta = {named("hub", 3), named("arm", 5)};
  return model;
}

struct Ended {
  double angle = 0;
  Monitor monitor;
};

Ended run(const Model& model) {
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  RunRequest asked;
  asked.settings.step = 0.01;
  asked.settings.until = 10;
  asked.settings.every = 0.1;
  Ended out{0, monitor_of(system.casimirs)};
  Run going(flow, system.layout, start_state(model), asked);
  while (going.step())
    for (int i = 0; i < going.points().count(); ++i)
      observe(out.monitor, flow, system.layout, going.points().t[i], going.points().row(i));
  if (!going.outcome().good()) std::printf("%s\n", going.outcome().words.c_str());
  out.angle = going.x()[system.layout.offset(BlockKind::joint_angle, 0)];
  return out;
}

}  // namespace

int main() {
  const Law motor = function_law([](double t, double phi, double rate) { return 6 * std::sin(2 * t) + phi + rate; });
  const Ended own = run(arm_with(motor)),
              formula = run(arm_with(expression_law("6*sin(2*t) + phi_elbow + rate_elbow")));
  std::printf("the elbow ends at %.9f rad by the function, at %.9f rad by the formula\n", own.angle, formula.angle);
  std::printf("the function did %.9f J of work, the formula %.9f J; the balance is off by %.1e J\n", own.monitor.work,
              formula.monitor.work, own.monitor.max_error);
  const bool good = std::abs(own.angle - formula.angle) < 1e-12 && std::abs(own.monitor.work) > 0.5 &&
                    std::abs(own.monitor.work - formula.monitor.work) < 1e-11 && own.monitor.max_error < 1e-9;
  return good ? 0 : 1;
}
