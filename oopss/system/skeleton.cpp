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
  out.in_space = !is_planar(model);
  for (const Body& body : model.bodies) {
    out.bodies.push_back(body.name.value);
    out.masses.push_back(body.mass.value);
    out.outlines.push_back(box_corners(body));
    if (!body.outline.empty()) out.outlines.back().clear();
    for (const std::vector<Number>& corner : body.outline) out.outlines.back().push_back(spot(body, corner));
  }
  for (const Joint& joint : model.joints)
    out.joints.push_back({joint.name.value, joint.first_body, joint.second_body,
                          spot(model.bodies[joint.first_body], joint.at_first),
                          spot(model.bodies[joint.second_body], joint.at_second)});
  for (const Point& point : model.points)
    out.points.push_back({point.name.value, point.body, spot(model.bodies[point.body], point.position)});
  return out;
}

std::vector<BodySpot> box_corners(const Body& body) {
  std::vector<BodySpot> out;
  for (int corner = 0; corner < 8 && !body.box.empty(); ++corner)
    out.push_back({(corner & 1 ? 0.5 : -0.5) * body.box[0].value, (corner & 2 ? 0.5 : -0.5) * body.box[1].value,
                   (corner & 4 ? 0.5 : -0.5) * body.box[2].value});
  return out;
}

}  // namespace oopss
