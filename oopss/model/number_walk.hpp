// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "oopss/model/fields.hpp"
#include "oopss/model/start.hpp"

namespace oopss {

/// What an expression may speak of besides parameters.
struct Scope {
  bool time = false, angles = false, rates = false;
  bool bodies = false;  // their angles and angular velocities
  bool point = false;   // x, y, vx, vy of the point on which a force acts
  bool in_law() const { return time || angles || rates; }
};

/// Calls `visit(number, what, scope)` for the numbers of a model but those of its parameters and its chain; `what` is
/// how a message about it begins.
template <class Visit>
class NumberWalk {
 public:
  NumberWalk(Model& model, const Visit& visit) : model_(model), visit_(visit) {}

  void body(Body& body) const {
    const auto what = [&](std::string_view key) {
      return [&body, key] { return describe("body", body.name.value) + ": " + std::string(key); };
    };
    visit_(body.mass, what("mass"), Scope());
    all(body.inertia, what("inertia"));
    all(body.centre, what("centre"));
    for (auto& corner : body.outline) all(corner, what("outline"));
    all(body.box, what("box"));
    if (body.torque)
      visit_(*body.torque, what("torque"), Scope{.time = true, .angles = true, .rates = true, .bodies = true});
  }

  /// `what(key)` describes a key of the law's owner.
  template <class Describe>
  void laws(std::vector<Law>& added, const Describe& what) const {
    for (Law& law : added) {
      for (auto [member, key] : {std::pair{&law.kp, "torque: kp"},
                                 {&law.kd, "torque: kd"},
                                 {&law.bias, "torque: bias"},
                                 {&law.frequency, "torque: frequency"},
                                 {&law.damping, "torque: damping"}})
        visit_(*member, what(key), Scope());
      all(law.kp_matrix, what("torque: kp"));
      all(law.kd_matrix, what("torque: kd"));
      if (law.target) visit_(*law.target, what("torque: target"), Scope{.time = true});
      if (law.formula)
        visit_(*law.formula, what("torque: formula"), Scope{.time = true, .angles = true, .rates = true});
      if (law.energy) visit_(*law.energy, what("torque: energy"), Scope{.angles = true});
    }
  }

  void joint(Joint& joint, bool with_laws) const {
    const auto what = [&](std::string_view key) {
      return [&joint, key] { return describe("joint", joint.name.value) + ": " + std::string(key); };
    };
    all(joint.at_first, what("at"));
    all(joint.at_second, what("at"));
    all(joint.axis, what("axis"));
    all(joint.rest, what("rest"));
    if (with_laws) laws(joint.laws, what);
    if (joint.motion) visit_(*joint.motion, what("motion"), Scope{.time = true});
  }

  void places_and_forces() const {
    for (Point& point : model_.points)
      all(point.position, [&] { return describe("point", point.name.value) + ": at"; });
    for (Force& force : model_.forces) {
      all(force.position, [&] { return describe("force", force.name.value) + ": at"; });
      for (Number& part : force.value)
        visit_(
            part, [&] { return describe("force", force.name.value) + ": value"; },
            Scope{.time = true, .angles = true, .rates = true, .bodies = true, .point = true});
    }
  }

  void start_and_run() const {
    const auto what = [](std::string_view key) { return [key] { return fmt::format("start: {}", key); }; };
    Start& start = model_.start;
    for (const StartKey& key : start_keys())
      for (Named& named : start.*key.member)
        all(named.value, [&] { return fmt::format("start: {} of {}", key.name, quoted(named.name.value)); });
    all(start.momentum, what("momentum"));
    all(start.drift, what("drift"));
    if (start.energy) visit_(*start.energy, what("energy"), Scope());
    if (start.kinetic) visit_(*start.kinetic, what("kinetic"), Scope());
    RunTable& run = model_.run;
    visit_(
        run.until, [] { return "run: until"; }, Scope());
    if (run.every)
      visit_(
          *run.every, [] { return "run: every"; }, Scope());
    if (run.step)
      visit_(
          *run.step, [] { return "run: step"; }, Scope());
    if (run.tolerance)
      visit_(
          *run.tolerance, [] { return "run: tolerance"; }, Scope());
  }

 private:
  template <class Describe>
  void all(std::vector<Number>& numbers, const Describe& what) const {
    for (Number& one : numbers) visit_(one, what, Scope());
  }

  Model& model_;
  const Visit& visit_;
};

}  // namespace oopss
