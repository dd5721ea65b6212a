// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/skeleton.hpp"

#include "oopss/model/read.hpp"

namespace oopss {
namespace {

Spot from_centre(const std::vector<Number>& point, const Body& body) {
  const auto part = [&](int k) { return point[k].value - (body.centre.empty() ? 0 : body.centre[k].value); };
  return {part(0), part(1)};
}

}  // namespace

Skeleton skeleton(const Model& model) {
  if (!model.checked) return skeleton(checked(model));
  Skeleton out;
  for (const Body& body : model.bodies) {
    out.bodies.push_back(body.name.value);
    out.masses.push_back(body.mass.value);
  }
  for (const Joint& joint : model.joints)
    out.joints.push_back({joint.name.value, joint.first_body, joint.second_body,
                          from_centre(joint.at_first, model.bodies[joint.first_body]),
                          from_centre(joint.at_second, model.bodies[joint.second_body])});
  return out;
}

}  // namespace oopss
