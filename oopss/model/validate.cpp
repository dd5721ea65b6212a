// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "oopss/model/characters.hpp"
#include "oopss/model/fields.hpp"
#include "oopss/model/keys.hpp"
#include "oopss/model/laws.hpp"
#include "oopss/model/start.hpp"

namespace oopss {

bool is_reserved(std::string_view name) {
  static constexpr std::string_view words[] = {"s", "t", "phi", "rate", "pi", "deg", "rpm", "x", "y", "z", "w"};
  return std::find(std::begin(words), std::end(words), name) != std::end(words) ||
         std::any_of(calls().begin(), calls().end(), [&](const CallRow& row) { return row.name == name; });
}

namespace {

using Index = std::unordered_map<std::string_view, int>;

// ---- names ----

class Names {
 public:
  explicit Names(Problems& problems) : problems_(problems) {}

  void add(std::string_view kind, const Text& name) {
    if (name.value.empty() && name.place.length != 2) return;  // missing, and reported ("" is two characters long)
    const auto what = [&] { return fmt::format("{} {}", kind, quoted(name.value)); };
    const auto legal = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    if (name.value.empty() || !is_letter(name.value[0]) || !std::all_of(name.value.begin(), name.value.end(), legal))
      problems_.error(name.place, fmt::format("{}: a name is a letter followed by letters, digits and _", what()),
                      "free text goes into 'label'");
    else if (name.value.size() > 32)
      problems_.error(name.place,
                      fmt::format("{}: a name has at most 32 characters, this one has {}", what(), name.value.size()));
    else if (is_reserved(name.value))
      problems_.error(name.place, fmt::format("{}: the name is reserved", what()), "it means something in expressions");
    else if (kind == "parameter" && (name.value.starts_with("phi_") || name.value.starts_with("rate_")))
      problems_.error(name.place, fmt::format("{}: phi_ and rate_ begin the names of joint angles and rates", what()));
    else if (const auto [old, added] = seen_.emplace(name.value, Owner{kind, name.place}); !added)
      problems_.error(name.place, fmt::format("{}: the name is already that of the {}{}", what(), old->second.kind,
                                              in_line(old->second.place)));
  }

 private:
  struct Owner {
    std::string_view kind;
    Place place;
  };
  /// A model from code has no lines.
  static std::string in_line(Place place) { return place.line == 0 ? "" : fmt::format(" in line {}", place.line); }
  Problems& problems_;
  std::unordered_map<std::string_view, Owner> seen_;
};

void check_names(const Model& model, Problems& problems) {
  Names names(problems);
  for (const Parameter& parameter : model.parameters) names.add("parameter", parameter.name);
  for (const Body& body : model.bodies) names.add("body", body.name);
  for (const Joint& joint : model.joints) names.add("joint", joint.name);
  for (const Point& point : model.points) names.add("point", point.name);
  for (const Force& force : model.forces) names.add("force", force.name);
}

// ---- parameters, torques on bodies, joints, points, run ----

void check_parameters(const Model& model, Problems& problems) {
  for (const Parameter& parameter : model.parameters) {
    const auto what = [&] { return describe("parameter", parameter.name.value); };
    if (parameter.min && parameter.max && parameter.min->value > parameter.max->value)
      problems.error(parameter.min->place, fmt::format("{}: min is {:.6g}, greater than max = {:.6g}", what(),
                                                       parameter.min->value, parameter.max->value));
    else if (parameter.min && parameter.value.value < parameter.min->value)
      problems.error(parameter.value.place, fmt::format("{} must be at least min = {:.6g}, got {:.6g}", what(),
                                                        parameter.min->value, parameter.value.value));
    else if (parameter.max && parameter.value.value > parameter.max->value)
      problems.error(parameter.value.place, fmt::format("{} must be at most max = {:.6g}, got {:.6g}", what(),
                                                        parameter.max->value, parameter.value.value));
  }
}

/// Torques from outside: what they may act on, and that their names mean one thing.
void check_body_torques(const Model& model, const Index& bodies, Problems& problems) {
  if (!is_acted_on(model)) return;
  for (std::size_t i = 0; i < model.bodies.size() && !is_planar(model); ++i)
    if (has_torque(model.bodies[i]))
      problems.error(model.bodies[i].torque->place,
                     fmt::format("{}: torques from outside are for bodies in the plane",
                                 describe("body", model.bodies[i].name.value, i)),
                     "in space such a torque would be a vector, which this version does not have");
  for (const Parameter& parameter : model.parameters) {
    const std::string_view name = parameter.name.value;
    if ((name.starts_with("theta_") || name.starts_with("omega_")) && bodies.count(name.substr(6)) > 0)
      problems.error(parameter.name.place,
                     fmt::format("parameter {}: in torques on bodies the name is the {} of body {}", quoted(name),
                                 name[0] == 't' ? "angle" : "angular velocity", quoted(name.substr(6))));
  }
}

/// The names that only the values of forces have.
void check_force_names(const Model& model, Problems& problems) {
  for (const Parameter& parameter : model.parameters) {
    const std::string_view name = parameter.name.value;
    if (!model.forces.empty() && (name == "x" || name == "y" || name == "vx" || name == "vy"))
      problems.error(parameter.name.place,
                     fmt::format("parameter {}: in forces the name is the {} of the point on which they act",
                                 quoted(name), name.size() > 1 ? "velocity" : "place"));
  }
}

/// The index of a body by its name, or -1 with an error. (If some body's name could not be read, it may be that.)
int find_body(const Text& name, const Index& bodies, const What& what, Problems& problems) {
  if (const auto found = bodies.find(name.value); found != bodies.end()) return found->second;
  if (name.value.empty() || bodies.count("") > 0 || problems.partial) return -1;
  std::vector<std::string_view> known;
  for (const auto& entry : bodies) known.push_back(entry.first);
  std::sort(known.begin(), known.end());
  problems.error(name.place, fmt::format("{}: there is no body {}", what(), quoted(name.value)),
                 problems.did_you_mean(name.value, known));
  return -1;
}

/// A motion gives the joint its angle at all times, whatever torque that takes.
void check_motion(const Joint& joint, const What& what, Problems& problems) {
  if (!joint.motion) return;
  if (!joint.laws.empty())
    problems.error(joint.laws[0].place, fmt::format("{}: 'torque' and 'motion' exclude each other", what()),
                   "the torque is the one that the motion takes: a column of the run");
  if (joint.kind == JointKind::ball)
    problems.error(joint.motion->place,
                   fmt::format("{}: a motion needs a hinge; a ball joint has no single angle", what()));
}

/// What only bodies in space have: the hinge's axis, the attitude at angle zero.
void check_axis(const Model& model, const Joint& joint, const What& what, Problems& problems) {
  if (joint.kind != JointKind::hinge && !joint.axis.empty())
    problems.error(joint.axis[0].place, fmt::format("{}: only a hinge in space has an axis", what()));
  else if (joint.kind == JointKind::hinge && joint.axis.empty())
    problems.error(joint.place,
                   fmt::format("{}: a hinge needs 'axis', a vector in the frame of its first body", what()));
  else if (!joint.axis.empty() && is_zero(joint.axis))
    problems.error(joint.axis[0].place, fmt::format("{}: axis must not be zero", what()));
  if (joint.rest.empty()) return;
  if (is_planar(model))
    problems.error(joint.rest[0].place, fmt::format("{}: 'rest' is for joints in space", what()));
  else if (is_zero(joint.rest))
    problems.error(joint.rest[0].place, fmt::format("{}: rest must not be the zero quaternion", what()));
}

/// Fills in the bodies' indices, unless they were found before; true if every joint has two different ones.
bool check_joints(Model& model, const Index* bodies, Problems& problems) {
  bool good = true;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    Joint& joint = model.joints[i];
    const What what = [&] { return describe("joint", joint.name.value, i); };
    if (bodies) {
      joint.first_body = find_body(joint.first, *bodies, what, problems);
      joint.second_body = find_body(joint.second, *bodies, what, problems);
      const bool itself = joint.first_body >= 0 && joint.first_body == joint.second_body;
      if (itself)
        problems.error(joint.second.place,
                       fmt::format("{} connects {} with itself", what(), quoted(joint.first.value)));
      good = good && !itself && joint.first_body >= 0 && joint.second_body >= 0;
    }
    check_axis(model, joint, what, problems);
    if (!model.chain) check_laws(joint, what, problems);
    check_motion(joint, what, problems);
  }
  if (model.chain) {  // the same laws at every joint are looked at once
    Joint every;
    every.laws = model.chain->laws;
    check_laws(
        every, [] { return std::string("chain"); }, problems);
  }
  return good;
}

void check_points(Model& model, const Index& bodies, Problems& problems) {
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    Point& point = model.points[i];
    point.body = find_body(
        point.on, bodies, [&] { return describe("point", point.name.value, i); }, problems);
  }
}

void check_forces(Model& model, const Index& bodies, Problems& problems) {
  for (std::size_t i = 0; i < model.forces.size(); ++i) {
    Force& force = model.forces[i];
    const What what = [&] { return describe("force", force.name.value, i); };
    if (!is_planar(model)) problems.error(force.place, fmt::format("{}: forces are for bodies in the plane", what()));
    force.body = find_body(force.on, bodies, what, problems);
  }
  check_force_names(model, problems);
}

void check_run(const Model& model, Problems& problems) {
  static const std::vector<std::string_view> methods = {"gauss2", "gauss4",   "gauss6",   "taylor",  "cvode",
                                                        "dop853", "veselov2", "veselov4", "veselov6"};
  const RunTable& run = model.run;
  check_rule(run.until, run.until.value != 0, "run: until", "different from 0", problems,
             "a negative time runs backwards");
  if (run.every) check_rule(*run.every, run.every->value > 0, "run: every", "positive", problems);
  if (run.step) check_rule(*run.step, run.step->value > 0, "run: step", "positive", problems);
  if (run.tolerance)
    check_rule(*run.tolerance, run.tolerance->value > 0 && run.tolerance->value < 1, "run: tolerance",
               "between 0 and 1", problems);
  if (run.step && run.tolerance)
    problems.error(run.tolerance->place, "run: both 'step' and 'tolerance' are given",
                   "step is for fixed steps, tolerance for adaptive ones: keep one");
  if (run.method) choose(*run.method, methods, "run: method", problems);
  if (run.singular) choose(*run.singular, choices_of("run", "singular"), "run: singular", problems);
}

/// Names, and what hangs on what, with the numbers in between; true if the joints make one tree, or loops that may be.
bool check_parts(Model& model, Problems& problems) {
  check_names(model, problems);
  check_parameters(model, problems);
  check_bodies(model, problems);
  Index bodies;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) bodies.emplace(model.bodies[i].name.value, static_cast<int>(i));

  check_body_torques(model, bodies, problems);
  if (model.bodies.empty() && !problems.partial)
    problems.error({}, "the model has no bodies", "add a [[body]] with name, mass and inertia");
  const bool whole = check_joints(model, &bodies, problems) && bodies.size() == model.bodies.size() &&
                     !bodies.empty() && bodies.count("") == 0 && !problems.partial;
  check_points(model, bodies, problems);
  check_forces(model, bodies, problems);
  if (!whole) return false;
  const bool loops = check_loops(model, problems), connected = check_connected(model, problems);
  return loops && connected;
}

/// The same where names, and what hangs on what, are as they were when they were found good.
bool check_numbers(Model& model, Problems& problems) {
  check_parameters(model, problems);
  check_bodies(model, problems);
  check_joints(model, nullptr, problems);
  return true;
}

}  // namespace

void validate(Model& model, Problems& problems, Written written) {
  const bool whole = written == Written::again ? check_numbers(model, problems) : check_parts(model, problems);
  if (whole && is_planar(model)) check_inertia_of_shapes(model, problems);
  check_start(model, problems, written);
  check_run(model, problems);
}

}  // namespace oopss
