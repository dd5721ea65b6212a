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

void refuse_bodies_in_space(const Model& model) {
  if (is_planar(model)) return;
  throw ModelError(model.source,
                   {{model.bodies[0].name.place,
                     fmt::format("body {} is in space, and a sketch is a drawing of bodies in the plane",
                                 oopss::quoted(model.bodies[0].name.value)),
                     "`oopss simulate MODEL --frame inertial -o FILE.svg` draws bodies in space, seen along z"}},
                   model.settings);
}

/// A pose with the whole turned about the system's mass centre.
BodyPose turned(const BodyPose& pose, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return planar_pose(c * pose.x - s * pose.y, s * pose.x + c * pose.y, pose.angle + angle);
}

}  // namespace

void sketch(const Common& common, const SketchOptions& options) {
  const double turn = options.turn.empty() ? 0 : angle_of("--turn", options.turn);
  Model model = model_of(common);
  refuse_bodies_in_space(model);
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
                    : fmt::format("{}: drawn as it starts\n  written to {}\n", one_line(name), options.output));
}

}  // namespace oopss
