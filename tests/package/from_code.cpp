// SPDX-License-Identifier: Apache-2.0
// Built by tests/package/package.sh against the installed package: a model from code, checked, moved by every method,
// its equilibria and its picture.
#include <cmath>
#include <cstdio>
#include <string>

#include "oopss/oopss.hpp"

namespace {

int failures = 0;
void expect(bool holds, const char* what) {
  std::printf("%s: %s\n", holds ? "good" : "WRONG", what);
  if (!holds) ++failures;
}

}  // namespace

int main() {
  using namespace oopss;
  Model model;
  model.name = "From code";
  add_body(model, "hub", {.mass = 4, .inertia = 50});
  add_body(model, "arm", {.mass = 5, .inertia = 50});
  add_joint(model, "elbow", {"hub", {5, 0}}, {"arm", {-3, 0}});
  model.start.angles = {named("elbow", 0.4)};
  model.start.momenta = {named("hub", 3), named("arm", 5)};
  const System system = derive(model);
  const std::vector<double> p = default_inputs(system), start = start_state(model);
  const Flow flow = system.with_inputs(p);

  // By each method the same angle, the momentum 3 + 5 and the energy at the start.
  const int elbow = system.layout.offset(BlockKind::joint_angle, 0);
  double first = 0;
  for (const Method& method : methods()) {
    RunRequest asked;
    asked.settings.method = method.name;
    (method.adaptive ? asked.settings.tolerance : asked.settings.step) = method.adaptive ? 1e-12 : 0.002;
    asked.settings.until = 5;
    const Path path = integrate(flow, system.layout, start, asked);
    const double* end = path.points.row(path.points.count() - 1);
    if (&method == &methods().front()) first = end[elbow];
    expect(path.outcome.good() && std::abs(end[elbow] - first) < 1e-6, ("the angle by " + method.name).c_str());
    expect(std::abs(system.casimirs[0].value(end) - 8) < 1e-9, "the momentum is kept");
    expect(std::abs(flow.kinetic(5, end) / flow.kinetic(0, start.data()) - 1) < 1e-6, "the energy is kept");
  }

  // Two bodies have two relative equilibria (planar paper, section 4): stretched, which is stable, and folded.
  const Equilibria found = find_equilibria(system, p, 8);
  expect(found.all.size() == 2 && std::abs(found.all[0].phi[0]) < 1e-9 &&
             found.all[0].stability.verdict == Stability::stable &&
             std::abs(std::abs(found.all[1].phi[0]) - M_PI) < 1e-9 &&
             found.all[1].stability.verdict == Stability::unstable,
         "stretched is stable, folded is not");

  RunRequest asked;
  asked.settings.tolerance = 1e-10;
  asked.settings.every = 0.1;
  const Path path = integrate(flow, system.layout, start, asked);
  const std::string picture = render(
      plot(plot_of(film_of(system, skeleton(model), flow, path.points, {"rate"}), {"angle", "rate"}, "body:hub")),
      Picture::svg);
  expect(picture.starts_with("<?xml") || picture.starts_with("<svg"), "the picture is one");
  expect(picture.find("From code") != std::string::npos && picture.find("elbow") != std::string::npos, "it has names");

  add_body(model, "hand", {.mass = -1, .inertia = 1});
  try {
    derive(model);
    expect(false, "a negative mass is refused");
  } catch (const ModelError& error) {
    expect(error.found.at(0).message == "body 'hand': mass must be greater than zero, got -1 kg", error.what());
  }
  return failures;
}
