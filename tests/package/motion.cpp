// SPDX-License-Identifier: Apache-2.0
// Built by tests/package/package.sh against the installed package: a model filled by hand and a motion, every library
// of it. The body turns by momentum / inertia · time = 3 / 6 · 2 = 1.
#include <cmath>
#include <cstdio>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

int main() {
  using namespace oopss;
  Model model;
  Body wheel;
  wheel.name.value = "wheel";
  wheel.mass = literal("1");
  wheel.inertia = {literal("6")};
  model.bodies = {wheel};
  model.start.momenta = {{{"wheel", {}}, {literal("3")}}};

  const System system = derive(model);
  for (const char* method : {"gauss4", "dop853", "taylor", "cvode"}) {
    RunRequest asked;
    asked.settings.method = method;
    (find_method(method)->adaptive ? asked.settings.tolerance : asked.settings.step) =
        find_method(method)->adaptive ? 1e-10 : 0.1;
    asked.settings.until = 2;
    Run run(system.with_inputs(default_inputs(system)), system.layout, start_state(model), asked);
    while (run.step()) {
    }
    const double angle = run.x()[PlanarOffsets(system.layout).root_angle];
    if (!run.outcome().good() || !(std::abs(angle - 1) < 1e-8)) {
      std::printf("%s: %s, angle %.17g\n", method, run.outcome().words.c_str(), angle);
      return 1;
    }
  }
}
