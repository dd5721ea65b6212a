// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "oopss/figure/bodies.hpp"
#include "oopss/figure/colours.hpp"
#include "oopss/figure/drawing.hpp"
#include "oopss/figure/plot.hpp"
#include "oopss/figure/sketch_shapes.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

constexpr int many_bodies = 12;  // more than can be told apart by names and traces

/// Everything at one time, in the frame of the picture.
struct Scene {
  std::vector<Spot> bodies, joints, points;
  std::vector<std::vector<Spot>> outlines;
  Spot centre;  // of the system's mass
};

std::vector<Scene> scenes_of(const Skeleton& skeleton, const PoseHistory& motion, const Frame& frame) {
  std::vector<Scene> scenes;
  std::vector<bool> plates;
  for (const std::vector<BodySpot>& outline : skeleton.outlines)
    plates.push_back(!skeleton.in_space || in_one_plane(outline));
  for (const std::vector<BodyPose>& poses : motion.poses) {
    const auto seen = [&](const BodySpot& place) {
      const BodyPose pose = seen_from(frame, skeleton, poses, {place.x, place.y, place.z});
      const Spot spot =
          skeleton.in_space ? Spot(seen_from_above(BodySpot{pose.x, pose.y, pose.z})) : Spot{pose.x, pose.y};
      if (!std::isfinite(spot.x) || !std::isfinite(spot.y)) throw NotFinite("a pose that is not finite");
      return spot;
    };
    Scene scene;
    for (const BodyPose& pose : poses) scene.bodies.push_back(seen({pose.x, pose.y, pose.z}));
    for (const Skeleton::Joint& joint : skeleton.joints) scene.joints.push_back(seen(joint_place(joint, poses)));
    for (const Skeleton::Point& point : skeleton.points)
      scene.points.push_back(seen(place_on(poses[point.body], point.place)));
    for (std::size_t i = 0; i < skeleton.outlines.size(); ++i) {
      std::vector<Spot> corners;
      for (const BodySpot& corner : skeleton.outlines[i]) corners.push_back(seen(place_on(poses[i], corner)));
      scene.outlines.push_back(silhouette(std::move(corners), plates[i]));
    }
    scene.centre = seen(mass_centre(skeleton, poses));
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

/// A picture in the making: the panel, its scale, and how large things are drawn.
struct Canvas {
  Panel panel;
  double per_pixel = 1;  // units of length
  double text_size = 14;
  BodyMarks sizes;
};

/// The panel's axes: everything fits in, lengths are alike in both directions, and the foot stays free for the scale.
void fit(Canvas& canvas, const Box& box, const std::vector<Scene>& scenes) {
  constexpr double huge = std::numeric_limits<double>::max();
  Spot low{huge, huge}, high{-huge, -huge};
  const auto include = [&](const Spot& spot) {
    low = {std::min(low.x, spot.x), std::min(low.y, spot.y)};
    high = {std::max(high.x, spot.x), std::max(high.y, spot.y)};
  };
  for (const Scene& scene : scenes) {
    std::for_each(scene.bodies.begin(), scene.bodies.end(), include);
    std::for_each(scene.joints.begin(), scene.joints.end(), include);
    std::for_each(scene.points.begin(), scene.points.end(), include);
    for (const std::vector<Spot>& outline : scene.outlines) std::for_each(outline.begin(), outline.end(), include);
    include(scene.centre);
  }
  const double margin = 2.5 * canvas.text_size, foot = 3 * canvas.text_size;
  const double width = std::max(box.width - 2 * margin, 1.0), height = std::max(box.height - 2 * margin - foot, 1.0);
  canvas.per_pixel = std::max((high.x - low.x) / width, (high.y - low.y) / height);
  if (!(canvas.per_pixel > 0)) canvas.per_pixel = 2 / width;
  const Spot middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
  Panel& panel = canvas.panel;
  panel.frame = box;
  panel.x = {middle.x - box.width / 2 * canvas.per_pixel, middle.x + box.width / 2 * canvas.per_pixel, {}, {}};
  panel.y = {middle.y - (box.height + foot) / 2 * canvas.per_pixel,
             middle.y + (box.height - foot) / 2 * canvas.per_pixel,
             {},
             {}};
}

/// A trace in pieces that get stronger towards its end; places closer than half a pixel to the last one are left out.
template <class Place>
void add_trace(Canvas& canvas, std::span<const Scene> scenes, Place place, const Colour& colour, double strength,
               double width = 1) {
  constexpr int pieces = 12;
  const int count = static_cast<int>(scenes.size());
  for (int piece = 0; piece < pieces; ++piece) {
    Curve curve{{}, {colour, strength * (0.25 + 0.75 * (piece + 1) / pieces), width}};
    const int begin = piece * (count - 1) / pieces, end = (piece + 1) * (count - 1) / pieces;
    for (int i = begin; i <= end; ++i) {
      const Spot spot = place(scenes[i]);
      const bool near = !curve.through.empty() && std::hypot(spot.x - curve.through.back().x,
                                                             spot.y - curve.through.back().y) < 0.5 * canvas.per_pixel;
      if (!near || i == end) curve.through.push_back(spot);
    }
    if (curve.through.size() > 1) canvas.panel.marks.push_back(std::move(curve));
  }
}

/// Traces of mass centres, joints and marked points; of many bodies only the points and the outermost mass centres.
void add_traces(Canvas& canvas, const Skeleton& skeleton, std::span<const Scene> scenes) {
  const bool many = skeleton.bodies.size() > many_bodies;
  std::vector<int> joints(skeleton.bodies.size());  // of each body
  for (const Skeleton::Joint& joint : skeleton.joints)
    for (const int body : {joint.first, joint.second}) ++joints[body];
  for (int k = 0; k < skeleton.joints.size() && !many; ++k)
    add_trace(
        canvas, scenes, [k](const Scene& scene) { return scene.joints[k]; }, grey, 0.35);
  for (int i = 0; i < skeleton.bodies.size(); ++i)
    if (!many || joints[i] <= 1)
      add_trace(
          canvas, scenes, [i](const Scene& scene) { return scene.bodies[i]; }, body_colour(i), 0.5);
  for (int k = 0; k < skeleton.points.size(); ++k)
    add_trace(
        canvas, scenes, [k](const Scene& scene) { return scene.points[k]; },
        readable(body_colour(skeleton.points[k].body)), 1, 1.8);
}

/// Outlines, filled so faintly that what lies below is seen.
void add_outlines(Canvas& canvas, const Scene& scene, double strength) {
  for (int i = 0; i < static_cast<int>(scene.outlines.size()); ++i) {
    std::vector<Spot> edge = scene.outlines[i];
    if (edge.size() < 3) continue;
    canvas.panel.marks.push_back(Area{{edge}, body_colour(i), 0.12 * strength});
    edge.push_back(edge.front());
    canvas.panel.marks.push_back(Curve{edge, {on_white({body_colour(i), 0.8 * strength}), 1, 1}});
  }
}

/// Marked points, each by a line from its body's mass centre.
void add_points(Canvas& canvas, const Skeleton& skeleton, const Scene& scene, double strength) {
  for (int k = 0; k < skeleton.points.size(); ++k) {
    const int body = skeleton.points[k].body;
    const Colour colour = on_white({readable(body_colour(body)), strength});
    canvas.panel.marks.push_back(Curve{{scene.bodies[body], scene.points[k]}, {colour, 1, 1}});
    canvas.panel.marks.push_back(Disc{scene.points[k], 0.9 * canvas.sizes.ring, colour});
  }
}

/// The names of bodies, joints and points at the last pose, each on that side of its mark where most room is; those of
/// points stay within the picture.
void add_names(Canvas& canvas, const Skeleton& skeleton, const Scene& scene) {
  if (skeleton.bodies.size() > many_bodies) return;
  std::vector<Spot> taken;  // on the page: what names keep away from
  for (int k = 0; k < skeleton.joints.size(); ++k)
    for (const int body : {skeleton.joints[k].first, skeleton.joints[k].second})
      for (double part = 0; part <= 1; part += 0.05)
        taken.push_back(
            on_page(canvas.panel, {scene.bodies[body].x + part * (scene.joints[k].x - scene.bodies[body].x),
                                   scene.bodies[body].y + part * (scene.joints[k].y - scene.bodies[body].y)}));
  const Box& frame = canvas.panel.frame;
  const auto name = [&](Spot spot, double radius, const std::string& text, const Colour& colour, double beyond) {
    const Spot page = on_page(canvas.panel, spot);
    const double half_width = text_width(text) * canvas.text_size / 2, half_height = canvas.text_size / 2;
    Spot best;
    double best_room = -1;
    for (int side = 0; side < 16; ++side) {
      const double c = std::cos(side * std::acos(-1.0) / 8), s = std::sin(side * std::acos(-1.0) / 8);
      const double away = radius + 0.35 * canvas.text_size;
      const Spot shift{c * (away + half_width), s * (away + half_height)};
      const double left = page.x + shift.x - half_width, right = page.x + shift.x + half_width;
      if (left < frame.left - beyond || right > frame.left + frame.width + beyond) continue;
      double room = 4 * canvas.text_size;
      for (const Spot& other : taken)
        room = std::min(room, std::hypot(std::max(0.0, std::abs(page.x + shift.x - other.x) - half_width),
                                         std::max(0.0, std::abs(page.y + shift.y - other.y) - half_height)));
      if (room > best_room + 0.5) {
        best = shift;
        best_room = room;
      }
    }
    canvas.panel.marks.push_back(Label{spot, text, colour, Anchor::middle, best, 1, true});
    for (double part = -1; part <= 1; part += 0.25)
      taken.push_back({page.x + best.x + part * half_width, page.y + best.y});
  };
  constexpr double anywhere = std::numeric_limits<double>::infinity();
  for (int i = 0; i < scene.bodies.size(); ++i)
    name(scene.bodies[i], canvas.sizes.radii[i], skeleton.bodies[i], readable(body_colour(i)), anywhere);
  for (int k = 0; k < scene.joints.size(); ++k)
    name(scene.joints[k], canvas.sizes.ring, skeleton.joints[k].name, grey, anywhere);
  for (int k = 0; k < scene.points.size(); ++k)
    name(scene.points[k], canvas.sizes.ring, skeleton.points[k].name, readable(body_colour(skeleton.points[k].body)),
         0);
}

/// Names that stay where they are beside their marks while these move: of bodies below, of joints and points above.
void add_steady_names(Canvas& canvas, const Skeleton& skeleton, const Scene& scene) {
  if (skeleton.bodies.size() > many_bodies) return;
  const auto name = [&](Spot spot, double away, const std::string& text, const Colour& colour) {
    canvas.panel.marks.push_back(Label{spot, text, colour, Anchor::middle, {0, away}, 0.9, true});
  };
  const double em = canvas.text_size, above = -canvas.sizes.ring - 0.8 * em;
  for (int i = 0; i < scene.bodies.size(); ++i)
    name(scene.bodies[i], canvas.sizes.radii[i] + 0.8 * em, skeleton.bodies[i], readable(body_colour(i)));
  for (int k = 0; k < scene.joints.size(); ++k) name(scene.joints[k], above, skeleton.joints[k].name, grey);
  for (int k = 0; k < scene.points.size(); ++k)
    name(scene.points[k], above, skeleton.points[k].name, readable(body_colour(skeleton.points[k].body)));
}

/// The bodies with their outlines and marked points; below strength 1 they are pale.
void add_scene(Canvas& canvas, const Skeleton& skeleton, const Scene& scene, double strength) {
  add_outlines(canvas, scene, strength);
  add_points(canvas, skeleton, scene, strength);
  add_bodies(canvas.panel.marks, skeleton, canvas.sizes, scene.bodies, scene.joints, strength);
}

/// A cross-hair at the mass centre of all.
void add_centre(Canvas& canvas, const Spot& centre) {
  const double arm = 0.7 * canvas.text_size * canvas.per_pixel;
  canvas.panel.marks.push_back(Curve{{{centre.x - arm, centre.y}, {centre.x + arm, centre.y}}, {dark, 1, 1}});
  canvas.panel.marks.push_back(Curve{{{centre.x, centre.y - arm}, {centre.x, centre.y + arm}}, {dark, 1, 1}});
}

/// The axes of the frame in space.
void add_axes(Canvas& canvas, const Spot& origin) {
  const double em = canvas.text_size;
  const auto add = [&](const BodySpot& axis, const char* letter) {
    const Spot along = seen_from_above(axis), tip = origin + 1.8 * em * canvas.per_pixel * along;
    canvas.panel.marks.push_back(Curve{{origin, tip}, {grey, 1, 1}});
    const Spot beyond = 0.7 * em / length(along) * Spot{along.x, -along.y};
    canvas.panel.marks.push_back(Label{tip, letter, grey, Anchor::middle, beyond, 0.9});
  };
  add({1, 0, 0}, "x");
  add({0, 1, 0}, "y");
  add({0, 0, 1}, "z");
}

/// What the picture shows in words, and how long a length is.
void add_foot(Canvas& canvas, const Skeleton& skeleton, const Frame& frame, const std::string& when) {
  Panel& panel = canvas.panel;
  const double u = canvas.per_pixel, em = canvas.text_size, length = round_up(0.1 * (panel.x.to - panel.x.from));
  const double height = panel.y.from + 0.8 * em * u, end = panel.x.to - 0.5 * em * u;
  add_scale_bar(panel.marks, {end, height}, length, 0.25 * em * u, metres(length), em);
  const std::string seen = frame.kind == Frame::Kind::inertial ? "inertial frame"
                           : frame.kind == Frame::Kind::centre ? "seen from the mass centre"
                           : frame.kind == Frame::Kind::body
                               ? "seen from " + skeleton.bodies[frame.index]
                               : "seen from " + skeleton.joints[frame.index].name +
                                     (frame.axes < 0 ? "" : ", turning with " + skeleton.bodies[frame.axes]);
  const std::string from = skeleton.in_space ? ", from the side and from above" : "";
  panel.marks.push_back(Label{{panel.x.from, height}, when, grey, Anchor::start, {0, 0}, 0.9});
  panel.marks.push_back(
      Label{{panel.x.from, height}, seen + from + ", + mass centre", grey, Anchor::start, {0, -1.3 * em}, 0.9});
  if (skeleton.in_space) add_axes(canvas, {panel.x.from + 1.6 * em * u, height + 4.6 * em * u});
}

/// The times shown: evenly spread, with the first and the last.
std::vector<int> shown_times(const std::vector<double>& t, int count) {
  std::vector<int> out;
  for (int k = 0; k < count; ++k) {
    const double wanted = t.front() + (t.back() - t.front()) * (count == 1 ? 1 : static_cast<double>(k) / (count - 1));
    const auto nearest = std::min_element(
        t.begin(), t.end(), [&](double a, double b) { return std::abs(a - wanted) < std::abs(b - wanted); });
    const int i = static_cast<int>(nearest - t.begin());
    if (out.empty() || out.back() != i) out.push_back(i);
  }
  return out;
}

/// Every frame with its name.
std::vector<std::pair<std::string, Frame>> frames(const Skeleton& skeleton) {
  std::vector<std::pair<std::string, Frame>> out = {{"inertial", {}}, {"centre", {Frame::Kind::centre, 0, -1}}};
  const int bodies = static_cast<int>(skeleton.bodies.size()), joints = static_cast<int>(skeleton.joints.size());
  for (int i = 0; i < bodies; ++i) out.push_back({"body:" + skeleton.bodies[i], {Frame::Kind::body, i, i}});
  for (int k = 0; k < joints; ++k) out.push_back({"joint:" + skeleton.joints[k].name, {Frame::Kind::joint, k, -1}});
  for (int k = 0; k < joints; ++k)
    for (const int i : {skeleton.joints[k].first, skeleton.joints[k].second})
      out.push_back({"joint:" + skeleton.joints[k].name + ":" + skeleton.bodies[i], {Frame::Kind::joint, k, i}});
  return out;
}

}  // namespace

std::optional<Frame> frame_of(const std::string& text, const Skeleton& skeleton) {
  const auto named = frames(skeleton);
  const auto found = std::find_if(named.begin(), named.end(), [&](const auto& one) { return one.first == text; });
  return found == named.end() ? std::optional<Frame>() : found->second;
}

std::vector<std::string> frame_names(const Skeleton& skeleton) {
  std::vector<std::string> out;
  for (const auto& [name, frame] : frames(skeleton)) out.push_back(name);
  return out;
}

BodyPose seen_from(const Frame& frame, const Skeleton& skeleton, const std::vector<BodyPose>& poses, BodyPose what) {
  if (frame.kind == Frame::Kind::inertial) return what;
  const BodyPose& body = poses[frame.kind == Frame::Kind::body ? frame.index : 0];
  const BodySpot origin = frame.kind == Frame::Kind::joint    ? joint_place(skeleton.joints[frame.index], poses)
                          : frame.kind == Frame::Kind::centre ? mass_centre(skeleton, poses)
                                                              : BodySpot{body.x, body.y, body.z};
  const BodyPose axes = frame.axes < 0 ? BodyPose{} : poses[frame.axes];
  const auto seen = [&](double x, double y, double z) {  // in these axes, Rᵀ (x, y, z)
    const std::array<double, 9>& R = axes.R;
    return std::array<double, 3>{R[0] * x + R[3] * y + R[6] * z, R[1] * x + R[4] * y + R[7] * z,
                                 R[2] * x + R[5] * y + R[8] * z};
  };
  const auto [x, y, z] = seen(what.x - origin.x, what.y - origin.y, what.z - origin.z);
  BodyPose out{x, y, z, {}, what.angle - axes.angle};
  for (int c = 0; c < 3; ++c) {
    const std::array<double, 3> column = seen(what.R[c], what.R[3 + c], what.R[6 + c]);
    for (int r = 0; r < 3; ++r) out.R[3 * r + c] = column[r];
  }
  return out;
}

Panel strobe(const Box& box, double text_size, const Skeleton& skeleton, const PoseHistory& motion, const Frame& frame,
             int count) {
  if (motion.t.empty() || motion.t.size() != motion.poses.size()) throw std::invalid_argument("a motion without poses");
  const std::vector<Scene> scenes = scenes_of(skeleton, motion, frame);
  Canvas canvas{{}, 1, text_size, {}};
  fit(canvas, box, scenes);
  canvas.sizes = body_marks(skeleton, text_size, canvas.per_pixel);
  add_traces(canvas, skeleton, scenes);
  const std::vector<int> shown = shown_times(motion.t, std::max(count, 1));
  for (int k = 0; k < shown.size(); ++k) {
    const bool last = k + 1 == shown.size();
    add_scene(canvas, skeleton, scenes[shown[k]], last ? 1 : 0.15 + 0.4 * k / static_cast<double>(shown.size()));
  }
  add_centre(canvas, scenes[shown.back()].centre);
  add_names(canvas, skeleton, scenes[shown.back()]);
  add_foot(canvas, skeleton, frame,
           shown.size() == 1 ? "t = " + number_text(motion.t[0], 3) + " s"
                             : "t = " + number_text(motion.t.front(), 3) + " to " + number_text(motion.t.back(), 3) +
                                   " s in " + std::to_string(shown.size()) + " poses");
  return canvas.panel;
}

std::function<Panel(std::size_t row)> motion_picture(const Box& box, double text_size, const Skeleton& skeleton,
                                                     const PoseHistory& motion, const Frame& frame, double traced) {
  if (motion.t.empty() || motion.t.size() != motion.poses.size()) throw std::invalid_argument("a motion without poses");
  const auto scenes = std::make_shared<const std::vector<Scene>>(scenes_of(skeleton, motion, frame));
  Canvas empty{{}, 1, text_size, {}};
  fit(empty, box, *scenes);
  empty.sizes = body_marks(skeleton, text_size, empty.per_pixel);
  return [scenes, empty, skeleton, frame, traced, t = motion.t](std::size_t row) {
    Canvas canvas = empty;
    std::size_t from = row;
    while (from > 0 && std::abs(t[row] - t[from - 1]) <= traced) --from;
    if (row > from) add_traces(canvas, skeleton, std::span(*scenes).subspan(from, row - from + 1));
    const Scene& scene = (*scenes)[row];
    add_scene(canvas, skeleton, scene, 1);
    add_centre(canvas, scene.centre);
    add_steady_names(canvas, skeleton, scene);
    add_foot(canvas, skeleton, frame, fmt::format("t = {:.2f} s", t[row]));
    return canvas.panel;
  };
}

}  // namespace oopss
