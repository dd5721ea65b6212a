// SPDX-License-Identifier: Apache-2.0
#include "server/describe_space.hpp"

#include <fmt/format.h>

#include <cmath>

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

ModelMessage::SpaceRows space_rows(const Model& model, const Skeleton& skeleton) {
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
  return out;
}

StartMessage space_start_message(const DerivedModel& derived, const Flow& flow, const SolvedStart& solved) {
  const Layout& layout = derived.system.layout;
  const std::vector<double> x = state_of(layout, solved);
  StartMessage out;
  out.angles.resize(layout.joints);
  out.rates.resize(layout.joints);
  std::vector<double> rates(x.size());
  flow.field(0, x.data(), rates.data());
  for (const Block& block : layout.blocks)
    if (block.kind == BlockKind::joint_angle) {
      out.angles[block.owner] = x[block.offset];
      out.rates[block.owner] = rates[block.offset];
    }
  out.kinetic = flow.kinetic(0, x.data());
  out.energy = out.kinetic + flow.stored(0, x.data());
  out.energy_least = out.energy;
  double squares = 0;
  for (const Casimir& casimir : derived.system.casimirs) squares += std::pow(casimir.value(x.data()), 2);
  out.momentum = std::sqrt(squares);
  out.notes = solved.notes;
  out.notes.insert(out.notes.end(), solved.warnings.begin(), solved.warnings.end());
  return out;
}

std::string space_column_latex(const Column& column, const System& system) {
  const std::string last = column.name.substr(column.name.find_last_of('.') + 1);
  const std::string upper = last.size() == 1 ? "^{" + last + "}" : "";
  const std::string body = fmt::format("_{{{}}}", column.index + 1);
  const auto joint = [&] {
    const auto [first, second] = system.between[column.index];
    return fmt::format("_{{{},{}}}", second + 1, first + 1);
  };
  switch (column.kind) {
    case Quantity::time:
      return "t";
    case Quantity::kinetic:
      return "H";
    case Quantity::energy:
      return "H + U";
    case Quantity::casimir:
      return "\\mu" + upper;
    case Quantity::body_momentum:
      return "\\Pi" + upper + body;
    case Quantity::attitude:
      return "q" + upper + body;
    case Quantity::centre:
      return last + body;
    case Quantity::angle:
      return "\\theta" + joint();
    case Quantity::rate:
      return "\\dot\\theta" + joint();
    case Quantity::state:
      return "q" + upper + joint();
    case Quantity::joint:
      return last + joint();
    case Quantity::torque:
      return "T" + upper + joint();
    case Quantity::tension:
      return "|F" + joint() + "|";
    case Quantity::force:
      return "F" + upper + joint();
    case Quantity::momentum:
    case Quantity::absolute:
    case Quantity::point:
      break;
  }
  return "";
}

}  // namespace oopss
