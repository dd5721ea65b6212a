// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {

/// Two bodies of inertia 5 joined at their centres, with one law: φ'' = −2 T / 5.
inline Model model_with(const std::string& law) {
  return read_model({"test.toml", R"([model]
format = 1
[[body]]
name = "a"
mass = 1
inertia = 5
[[body]]
name = "b"
mass = 1
inertia = 5
[[joint]]
name = "j"
between = ["a", "b"]
at = [[0, 0], [0, 0]]
torque = { )" + law + " }\n"});
}

inline std::string formula(const std::string& text) { return "law = \"expression\", formula = \"" + text + "\""; }

/// Where a run begins and ends: φ, φ' and the times.
struct LawStart {
  double phi = 0, rate = 0, t0 = 0, until = 1;
};

struct LawRun {
  Outcome outcome;
  double phi = 0, rate = 0;
  Monitor monitor;
  long steps = 0;
  bool complete() const { return outcome.status == Status::complete; }
};

inline LawRun law_run(const Model& model, const LawStart& from, RunRequest request, Engine engine = Engine::automatic) {
  const System system = derive(model, engine);
  const Flow flow = system.with_inputs(default_inputs(system));
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
  x[PlanarOffsets(system.layout).angles] = from.phi;
  x[PlanarOffsets(system.layout).momenta] = -2.5 * from.rate;
  x[PlanarOffsets(system.layout).momenta + 1] = 2.5 * from.rate;
  request.t0 = from.t0;
  request.settings.until = from.until;
  request.max_steps = std::min(request.max_steps, 200'000L);
  Run run(flow, system.layout, x, request);
  LawRun out;
  while (run.step())
    for (int i = 0; i < run.points().count(); ++i)
      observe(out.monitor, flow, system.layout, run.points().t[i], run.points().row(i));
  out.outcome = run.outcome();
  out.phi = run.x()[PlanarOffsets(system.layout).angles];
  out.rate = run.x()[PlanarOffsets(system.layout).momenta + 1] / 2.5;
  out.steps = run.steps();
  return out;
}

}  // namespace oopss
