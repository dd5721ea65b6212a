// SPDX-License-Identifier: Apache-2.0
#include "server/answer_json.hpp"

namespace oopss {
namespace {

Json by_name(const NumbersByName& numbers) {
  Json out = Json::object();
  for (const auto& [name, value] : numbers) out[name] = finite(value);
  return out;
}

Json orbit_json(const OrbitRow& row) {
  return {{"state", by_name(row.state)},
          {"period", finite(row.period)},
          {"energy", finite(row.energy)},
          {"momentum", finite(row.momentum)},
          {"multipliers", finite(row.multipliers)},
          {"phase", finite(row.phase)},
          {"recurrence", row.recurrence},
          {"residual", finite(row.residual)},
          {"symmetric", row.symmetric ? Json(*row.symmetric) : Json(nullptr)},
          {"action", finite(row.action)},
          {"trouble", row.trouble}};
}

Json axis_json(const PortraitMessage::Axis& one) {
  return {{"label", one.label}, {"latex", one.latex}, {"from", finite(one.from)}, {"to", finite(one.to)}};
}

}  // namespace

Json to_json(const SpaceStartRow& row) {
  const auto turn = [](const std::optional<Turn>& one) { return one ? finite(*one) : Json(nullptr); };
  return {{"rotations", list(row.rotations, turn)}, {"momentum", finite(row.momentum)}};
}

Json study_json(const EquilibriaMessage& message) {
  const auto row = [](const EquilibriaMessage::Row& one) {
    Json out = {{"id", one.id},
                {"angles", finite(one.angles)},
                {"inertia", finite(one.inertia)},
                {"energy", finite(one.energy)},
                {"omega", finite(one.omega)},
                {"index", one.index},
                {"nullity", one.nullity},
                {"stability", one.stability},
                {"proved", one.proved},
                {"spectrum", finite(one.spectrum)}};
    if (one.space)
      out["space"] = {{"centres", finite(one.space->centres)},
                      {"attitudes", finite(one.space->attitudes)},
                      {"axis", finite(one.space->axis)}};
    return out;
  };
  return {{"type", "equilibria"},
          {"momentum", finite(message.momentum)},
          {"complete", message.complete},
          {"note", message.note},
          {"equilibria", list(message.equilibria, row)}};
}

Json study_json(const PortraitMessage& message) {
  const auto curve = [](const PortraitMessage::CurveRow& row) {
    return Json{{"kind", row.kind},
                {"energy", finite(row.energy)},
                {"period", finite(row.period)},
                {"points", finite(row.points)}};
  };
  const auto mark = [](const PortraitMessage::MarkRow& row) {
    return Json{
        {"id", row.id}, {"at", finite(row.position)}, {"stability", row.stability}, {"energy", finite(row.energy)}};
  };
  Json out = {{"type", "portrait"},
              {"kind", message.kind},
              {"note", message.note},
              {"momentum", finite(message.momentum)},
              {"x", axis_json(message.x)},
              {"y", axis_json(message.y)},
              {"curves", list(message.curves, curve)},
              {"marks", list(message.marks, mark)}};
  if (message.grid)
    out["grid"] = {
        {"columns", message.grid->columns}, {"rows", message.grid->rows}, {"values", finite(message.grid->values)}};
  const auto leaf = [&](const PortraitMessage::LeafRow& row) {
    return Json{{"component", row.component},
                {"joint", row.joint},
                {"x", axis_json(row.x)},
                {"y", axis_json(row.y)},
                {"curves", list(row.curves, curve)},
                {"marks", list(row.marks, mark)},
                {"along",
                 {{"x", finite(row.place)},
                  {"energy", finite(row.energy)},
                  {"mass", finite(row.mass)},
                  {"angles", finite(row.angles)}}}};
  };
  if (!message.leaves.empty()) {
    out["leaves"] = list(message.leaves, leaf);
    out["current"] = message.current;
  }
  return out;
}

Json study_json(const BranchesMessage& message) {
  const auto point = [](const BranchesMessage::PointRow& row) {
    Json out = {{"value", finite(row.value)},
                {"angles", finite(row.angles)},
                {"energy", finite(row.energy)},
                {"index", row.index},
                {"stability", row.stability}};
    if (row.space) out["space"] = to_json(*row.space);
    return out;
  };
  const auto branch = [&](const BranchesMessage::Branch& row) { return Json{{"points", list(row.points, point)}}; };
  const auto special = [](const BranchesMessage::SpecialRow& row) {
    Json out = {{"type", row.type},
                {"value", finite(row.value)},
                {"angles", finite(row.angles)},
                {"energy", finite(row.energy)}};
    if (row.space) out["space"] = to_json(*row.space);
    return out;
  };
  return {{"type", "branches"},
          {"path", message.path},
          {"from", finite(message.from)},
          {"to", finite(message.to)},
          {"momentum", finite(message.momentum)},
          {"joints", message.joints},
          {"circle", message.circle},
          {"branches", list(message.branches, branch)},
          {"special", list(message.special, special)},
          {"note", message.note}};
}

Json study_json(const OrbitsMessage& message) {
  Json threshold = nullptr;
  if (message.threshold)
    threshold = {{"literal", finite(message.threshold->literal)}, {"best", finite(message.threshold->best)}};
  return {{"type", "orbits"},
          {"winding", message.winding},
          {"energy", finite(message.energy)},
          {"momentum", finite(message.momentum)},
          {"existence", message.existence},
          {"threshold", threshold},
          {"orbits", list(message.orbits, orbit_json)},
          {"note", message.note}};
}

Json study_json(const FamilyMessage& message) {
  const auto event = [](const FamilyMessage::EventRow& row) {
    return Json{
        {"type", row.type}, {"energy", finite(row.energy)}, {"period", finite(row.period)}, {"after", row.after}};
  };
  return {
      {"type", "family"},
      {"equilibrium", message.equilibrium},
      {"mode", message.mode},
      {"frequency", finite(message.frequency)},
      {"energy", finite(message.energy)},
      {"momentum", finite(message.momentum)},
      {"members", list(message.members, orbit_json)},
      {"events", list(message.events, event)},
      {"end",
       {{"words", message.end.words}, {"energy", finite(message.end.energy)}, {"period", finite(message.end.period)}}},
      {"note", message.note}};
}

Json study_json(const TurnMessage& message) {
  Json curvature = nullptr;
  if (message.curvature)
    curvature = {{"columns", message.curvature->columns},
                 {"rows", message.curvature->rows},
                 {"values", finite(message.curvature->values)}};
  return {{"type", "turn"},
          {"angle", finite(message.angle)},
          {"turned", finite(message.turned)},
          {"cycles", message.cycles},
          {"effort", finite(message.effort)},
          {"multiplier", finite(message.multiplier)},
          {"time", finite(message.time)},
          {"work", finite(message.work)},
          {"kinetic", finite(message.kinetic)},
          {"torques", finite(message.torques)},
          {"text", message.text},
          {"loop", list(message.loop, [](const std::vector<double>& shape) { return finite(shape); })},
          {"curvature", curvature},
          {"axes", list(message.axes, axis_json)},
          {"note", message.note}};
}

Json study_json(const SectionMessage& message) {
  const auto start = [](const SectionMessage::StartRow& row) {
    return Json{{"at", finite(row.place)}, {"state", by_name(row.state)}, {"trouble", row.trouble}};
  };
  return {{"type", "section"},
          {"joint", message.joint},
          {"angle", finite(message.angle)},
          {"direction", message.direction},
          {"period", finite(message.period)},
          {"momentum", finite(message.momentum)},
          {"energy", finite(message.energy)},
          {"seen", message.seen},
          {"turns", message.turns},
          {"places", message.places},
          {"edge", finite(message.edge)},
          {"starts", list(message.starts, start)},
          {"note", message.note}};
}

Json study_json(const ExponentsMessage& message) {
  return {{"type", "exponents"},
          {"until", finite(message.until)},
          {"time_scale", finite(message.time_scale)},
          {"exponents", finite(message.exponents)},
          {"spread", finite(message.spread)},
          {"starts", message.starts},
          {"sum", finite(message.sum)},
          {"mean_divergence", finite(message.mean_divergence)},
          {"tangent_defect", finite(message.tangent_defect)},
          {"growth", message.growth},
          {"zeros", message.zeros}};
}

Json study_json(const SweepMessage& message) {
  const auto axis = [](const AskSweep::Axis& one) {
    return Json{{"path", one.path}, {"from", finite(one.from)}, {"to", finite(one.to)}, {"count", one.count}};
  };
  return {{"type", "sweep"},
          {"axes", list(message.axes, axis)},
          {"observable", message.observable},
          {"engine", message.engine},
          {"done", message.done},
          {"statuses", message.statuses},
          {"note", message.note}};
}

Json study_json(const ManifoldsMessage& message) {
  return {{"type", "manifolds"},
          {"joint", message.joint},
          {"angle", finite(message.angle)},
          {"direction", message.direction},
          {"period", finite(message.period)},
          {"momentum", finite(message.momentum)},
          {"energy", finite(message.energy)},
          {"size", finite(message.size)},
          {"unstable", finite(message.unstable)},
          {"stable", finite(message.stable)},
          {"gap", finite(message.gap)},
          {"integral", finite(message.integral)},
          {"zeros", finite(message.zeros)},
          {"note", message.note}};
}

}  // namespace oopss
