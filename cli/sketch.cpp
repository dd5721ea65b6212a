// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/sketch.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/documents.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// A pose with the whole turned about the z through the system's mass centre.
BodyPose turned(BodyPose pose, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turn = [&](double& x, double& y) {
    const double before = x;
    x = c * x - s * y;
    y = s * before + c * y;
  };
  turn(pose.x, pose.y);
  for (int column = 0; column < 3; ++column) turn(pose.R[column], pose.R[3 + column]);
  pose.angle += angle;
  return pose;
}

}  // namespace

void sketch(const Common& common, const SketchOptions& options) {
  const double turn = options.turn.empty() ? 0 : angle_of("--turn", options.turn);
  Model model = model_of(common);
  name_start(model);
  const DerivedModel derived = derived_model(std::move(model), Engine::recursive);
  const SolvedStart start = solve_start(derived.spec, derived.p());
  for (const std::string& warning : start.warnings)
    if (!common.quiet) say("oopss: warning: " + warning);
  const std::vector<double> x = state_of(derived.system.layout, start);
  std::vector<BodyPose> poses(derived.system.bodies.size());
  derived.system.with_inputs(derived.p()).pose(x.data(), poses.data());
  for (BodyPose& pose : poses) pose = turned(pose, turn);
  const std::string& name = derived.model->name;
  const LabelledBodies bodies = labelled_bodies(derived.spec);
  Picture format{};
  picture_of(options.output, format);
  write_file(options.output, render(sketch(name, bodies, poses), format));
  print(common.json ? sketch_document(name, bodies, options.output)
                    : fmt::format("{}: drawn as it starts{}\n  written to {}\n", one_line(name),
                                  bodies.in_space ? ", seen from the side and from above" : "", options.output));
}

}  // namespace oopss
