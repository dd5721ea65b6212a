// SPDX-License-Identifier: Apache-2.0
#include "server/describe_space.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oopss/integrate/method.hpp"
#include "oopss/system/space_drag.hpp"
#include "server/subject.hpp"

namespace oopss {
namespace {

Triple triple(const BodySpot& spot) { return {spot.x, spot.y, spot.z}; }

/// The tensor as rows, from its principal moments or its nine entries.
std::array<Triple, 3> tensor(const std::vector<Number>& inertia) {
  std::array<Triple, 3> out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      out[i][j] = inertia.size() == 9 ? inertia[3 * i + j].value : i == j ? inertia[i].value : 0;
  return out;
}

Triple unit(const std::vector<Number>& axis) {
  const double length = std::hypot(axis[0].value, axis[1].value, axis[2].value);
  return {axis[0].value / length, axis[1].value / length, axis[2].value / length};
}

/// The corners of a box, about the mass centre.
std::vector<Triple> box_corners(const std::vector<Number>& box) {
  std::vector<Triple> out;
  for (int corner = 0; corner < 8; ++corner) {
    Triple& place = out.emplace_back();
    for (int axis = 0; axis < 3; ++axis) place[axis] = (corner >> axis & 1 ? 0.5 : -0.5) * box[axis].value;
  }
  return out;
}

}  // namespace

ModelMessage::SpaceRows space_rows(const Model& model, const Skeleton& skeleton, const Flow& flow) {
  ModelMessage::SpaceRows out;
  for (const Body& body : model.bodies) {
    out.bodies.push_back({tensor(body.inertia), {}});
    for (const std::vector<Number>& corner : body.outline)
      out.bodies.back().outline.push_back(
          {from_centre(body, corner, 0), from_centre(body, corner, 1), from_centre(body, corner, 2)});
    if (body.outline.empty() && !body.box.empty()) out.bodies.back().outline = box_corners(body.box);
  }
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const bool hinge = model.joints[k].kind == JointKind::hinge;
    out.joints.push_back({hinge, hinge ? unit(model.joints[k].axis) : Triple{}, triple(skeleton.joints[k].at_first),
                          triple(skeleton.joints[k].at_second)});
  }
  for (const Skeleton::Point& point : skeleton.points) out.points.push_back(triple(point.place));
  std::vector<Method> all = own_methods(flow);
  all.insert(all.end(), methods().begin(), methods().end());
  for (const Method& method : all)
    if (unserved(method, flow).empty())
      out.methods.push_back({method.name, method.adaptive, method.order, method.summary});
  return out;
}

StartMessage space_start_message(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved) {
  const Layout& layout = derived.system.layout;
  const std::vector<double> x = state_of(layout, solved);
  const SpaceReach reach = space_reach(derived.spec, derived.p(), layout, flow, x);
  StartMessage out;
  out.space = space_row(derived.system, x);
  for (std::size_t k = 0; k < derived.spec.joints.size(); ++k) {
    const double* const q = x.data() + layout.of_joint(static_cast<int>(k));
    const bool hinge = derived.spec.joints[k].hinge;
    out.angles.push_back(hinge ? *q : 0);
    out.rates.push_back(hinge ? reach.rates[k].x : 0);
  }
  out.kinetic = reach.kinetic;
  out.energy = reach.kinetic + reach.stored;
  out.energy_least = reach.least_kinetic() + reach.stored;
  if (derived.spec.joints.empty()) out.energy_most = out.energy_least;  // a single body: momentum gives the energy
  out.momentum = std::sqrt(dot(reach.momentum, reach.momentum));
  out.momentum_range = {-reach.most_momentum(), reach.most_momentum()};
  out.notes = solved.notes;
  out.notes.insert(out.notes.end(), solved.warnings.begin(), solved.warnings.end());
  return out;
}

}  // namespace oopss
