// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/skeleton.hpp"

#include "oopss/model/read.hpp"

namespace oopss {
namespace {

BodySpot spot(const Body& body, const std::vector<Number>& place) {
  return {from_centre(body, place, 0), from_centre(body, place, 1), place.size() > 2 ? from_centre(body, place, 2) : 0};
}

}  // namespace

Skeleton skeleton(const Model& model) {
  if (!model.checked) return skeleton(checked(model));
  Skeleton out;
  for (const Body& body : model.bodies) {
    out.bodies.push_back(body.name.value);
    out.masses.push_back(body.mass.value);
    out.outlines.emplace_back();
    for (const std::vector<Number>& corner : body.outline)
      if (is_planar(model)) out.outlines.back().push_back(spot(body, corner));
  }
  for (const Joint& joint : model.joints)
    out.joints.push_back({joint.name.value, joint.first_body, joint.second_body,
                          spot(model.bodies[joint.first_body], joint.at_first),
                          spot(model.bodies[joint.second_body], joint.at_second)});
  for (const Point& point : model.points)
    out.points.push_back({point.name.value, point.body, spot(model.bodies[point.body], point.position)});
  return out;
}

}  // namespace oopss
