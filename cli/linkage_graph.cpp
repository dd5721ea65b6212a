// SPDX-License-Identifier: Apache-2.0
// The picture of a model that moves in one way: every curve of its shapes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/linkage.hpp"
#include "oopss/figure/plot.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_views = 4;

/// A model at some of the shapes of a curve, seen from the reference body.
struct CurveSketch {
  const ModelAnswer& answer;
  Skeleton bones;
  Flow flow;
  Frame frame;

  std::vector<BodyPose> poses(const std::vector<double>& shape) const {
    const Layout& layout = answer.question.derived.system.layout;
    SolvedStart start;
    start.phi = shape;
    start.mu.assign(bones.bodies.size(), 0.0);
    const std::vector<double> x = state_of(layout, start);
    std::vector<BodyPose> out(bones.bodies.size());
    flow.pose(x.data(), out.data());
    return out;
  }
  Spot seen(const std::vector<BodyPose>& all, const Spot& place) const {
    const BodyPose pose = seen_from(frame, bones, all, {place.x, place.y});
    return {pose.x, pose.y};
  }
};

/// A body as sticks: between its joints, of more than two around them; with one joint from there to its mass centre.
void add_sticks(PoseSheet::Pose& pose, const CurveSketch& sketch, const std::vector<BodyPose>& all, int body) {
  std::vector<BodySpot> corners;
  for (const Skeleton::Joint& joint : sketch.bones.joints)
    if (joint.first == body || joint.second == body)
      corners.push_back(joint.first == body ? joint.at_first : joint.at_second);
  if (corners.size() == 1) corners.push_back({0, 0});
  Spot middle;
  for (const BodySpot& corner : corners)
    middle = {middle.x + corner.x / corners.size(), middle.y + corner.y / corners.size()};
  const auto angle = [&](const BodySpot& corner) { return std::atan2(corner.y - middle.y, corner.x - middle.x); };
  std::sort(corners.begin(), corners.end(), [&](const BodySpot& a, const BodySpot& b) { return angle(a) < angle(b); });
  const std::size_t sides = corners.size() == 2 ? 1 : corners.size();
  for (std::size_t k = 0; k < sides; ++k)
    pose.sticks.push_back({sketch.seen(all, place_on(all[body], corners[k])),
                           sketch.seen(all, place_on(all[body], corners[(k + 1) % corners.size()])), body});
}

/// The joints that move in the view, faintly, and the points asked for.
void add_curve_paths(PoseSheet::View& view, const CurveSketch& sketch,
                     const std::vector<std::vector<BodyPose>>& along) {
  for (const Skeleton::Joint& joint : sketch.bones.joints) {
    if (joint.first == sketch.frame.index || joint.second == sketch.frame.index) continue;
    PoseSheet::Path path{{}, joint.second, false, {}};
    for (const auto& all : along) path.through.push_back(sketch.seen(all, joint_place(joint, all)));
    view.paths.push_back(std::move(path));
  }
  for (const int index : sketch.answer.question.points) {
    const Skeleton::Point& point = sketch.bones.points[index];
    PoseSheet::Path path{{}, point.body, true, point.name};
    for (const auto& all : along) path.through.push_back(sketch.seen(all, place_on(all[point.body], point.place)));
    view.paths.push_back(std::move(path));
  }
}

/// Eight shapes along a curve, the first strong.
void add_curve(PoseSheet& sheet, const CurveSketch& sketch, const ShapeTrace& curve, std::size_t number,
               const std::vector<int>& axes) {
  const std::string name(1, static_cast<char>('A' + number));
  PoseSheet::View view{fmt::format("{}: {}", name, curve.closed ? "all the way round" : "up to where branches cross"),
                       static_cast<int>(number),
                       {},
                       {},
                       {}};
  PoseSheet::Orbit orbit{name, {}, {}};
  std::vector<std::vector<BodyPose>> along;
  for (const std::vector<double>& shape : curve.shapes) {
    along.push_back(sketch.poses(shape));
    orbit.through.push_back({shape[axes[0]], shape[axes[1]]});
  }
  add_curve_paths(view, sketch, along);
  constexpr int poses = 8;
  for (int k = 1; k <= poses; ++k) {  // the first last, in full strength
    const std::size_t index = along.size() * static_cast<std::size_t>(k % poses) / poses;
    PoseSheet::Pose pose{{}, k == poses ? 1 : 0.22 + 0.03 * k};
    for (int body = 0; body < static_cast<int>(sketch.bones.bodies.size()); ++body)
      add_sticks(pose, sketch, along[index], body);
    view.poses.push_back(std::move(pose));
    orbit.poses.push_back(orbit.through[index]);
  }
  sheet.views.push_back(std::move(view));
  sheet.map.push_back(std::move(orbit));
}

/// The two joints of the map: the first of the file that turn.
std::vector<int> map_axes(const std::vector<ShapeTrace>& curves) {
  std::vector<int> out;
  for (std::size_t k = 0; k < curves[0].shapes[0].size() && out.size() < 2; ++k) {
    double turned = 0;
    for (const std::vector<double>& shape : curves[0].shapes)
      turned = std::max(turned, std::abs(shape[k] - curves[0].shapes[0][k]));
    if (turned > 1e-3) out.push_back(static_cast<int>(k));
  }
  while (out.size() < 2) out.push_back(0);
  return out;
}

}  // namespace

PoseSheet pose_sheet(const ModelAnswer& answer) {
  const DerivedModel& derived = answer.question.derived;
  const int rests = std::max(answer.question.reference, 0);
  const CurveSketch sketch{
      answer, skeleton(*derived.model), derived.system.with_inputs(derived.p()), {Frame::Kind::body, rests, rests}};
  const bool cross = std::any_of(answer.loops.begin(), answer.loops.end(), [](const LoopAnswer& loop) {
    return loop.four && loop.four->kind == FourBarKind::change_point;
  });
  const std::vector<ShapeTrace> curves = shape_traces(derived.spec, derived.p(), cross);
  PoseSheet sheet;
  sheet.title = fmt::format("{}: {} bodies, {} loop{}, mobility 1", derived.model->name, sketch.bones.bodies.size(),
                            answer.loops.size(), answer.loops.size() == 1 ? "" : "s");
  for (int body = 0; body < static_cast<int>(sketch.bones.bodies.size()); ++body)
    sheet.bodies.push_back(sketch.bones.bodies[body] + (body == rests ? ", at rest" : ""));
  if (curves.empty()) return sheet;
  const std::vector<int> axes = map_axes(curves);
  sheet.across = "angle of " + sketch.bones.joints[axes[0]].name + " (rad)";
  sheet.up = "angle of " + sketch.bones.joints[axes[1]].name + " (rad)";
  for (std::size_t k = 0; k < std::min(curves.size(), most_views); ++k) add_curve(sheet, sketch, curves[k], k, axes);
  sheet.notes.push_back(
      cross ? "shapes: curves that cross at change points; this is that of the start"
            : fmt::format("shapes: {} closed curve{}{}", curves.size(), curves.size() == 1 ? "" : "s",
                          curves.size() > most_views ? fmt::format(", {} of them drawn", most_views) : ""));
  for (std::size_t c = 0; c < std::min<std::size_t>(answer.loops.size(), 8); ++c)
    sheet.notes.push_back(
        fmt::format("{}: {}", fmt::join(answer.loops[c].question.bars, " "), class_words(answer.loops[c])));
  sheet.notes.emplace_back("map: two joint angles of all; dots are the poses drawn");
  return sheet;
}

}  // namespace oopss
