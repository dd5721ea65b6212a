// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/build.hpp"
#include "tests/mechanics/bodies.hpp"

namespace oopss {

/// Bodies b0, b1, … and joints j0, j1, … with these motions; an empty or missing one leaves the joint free.
inline Model model_of(const Bodies<double>& bodies, const std::vector<std::string>& motions = {}) {
  Model model;
  for (int i = 0; i < bodies.size(); ++i)
    add_body(model, "b" + std::to_string(i), {.mass = bodies.m[i], .inertia = bodies.I[i]});
  for (std::size_t k = 0; k < bodies.joints.size(); ++k) {
    const PinJoint<double>& joint = bodies.joints[k];
    add_joint(model, "j" + std::to_string(k), {"b" + std::to_string(joint.first), {joint.at_first.x, joint.at_first.y}},
              {"b" + std::to_string(joint.second), {joint.at_second.x, joint.at_second.y}});
    if (k < motions.size() && !motions[k].empty()) model.joints.back().motion = expression_number(motions[k]);
  }
  return model;
}

}  // namespace oopss
