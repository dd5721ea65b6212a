// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/bodies.hpp"
#include "oopss/figure/colours.hpp"
#include "oopss/figure/sketch_sheet.hpp"
#include "oopss/figure/sketch_space.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_with_letters = 12, most_with_attitudes = 3, most_named = 200;
constexpr double em = SketchSheet::em;

/// The panel's axes: all bodies fit in with room for labels, lengths are alike in both directions.
Figure fitted_page(SketchSheet& sheet, const std::vector<std::vector<Spot>>& extents) {
  Spot low{0, 0}, high{0, 0};  // with the system's mass centre
  for (const std::vector<Spot>& extent : extents)
    for (const Spot& spot : extent) {
      if (!std::isfinite(spot.x) || !std::isfinite(spot.y)) throw NotFinite("a pose that is not finite");
      low = {std::min(low.x, spot.x), std::min(low.y, spot.y)};
      high = {std::max(high.x, spot.x), std::max(high.y, spot.y)};
    }
  constexpr double widest = 1000, tallest = 660, margin = 5 * em, head = 2.5 * em, foot = 4 * em;
  const Spot span = high - low;
  sheet.u = std::max({span.x / (widest - 2 * margin), span.y / tallest, 1e-12});
  Figure figure;
  figure.text_size = em;
  figure.width = widest;
  const double room = std::max(span.y / sheet.u, 10 * em) + 2 * margin;
  figure.height = head + room + foot;
  sheet.panel.frame = {0, head, widest, room};
  const Spot middle = 0.5 * (low + high);
  sheet.panel.x = {middle.x - widest / 2 * sheet.u, middle.x + widest / 2 * sheet.u, {}, {}};
  sheet.panel.y = {middle.y - room / 2 * sheet.u, middle.y + room / 2 * sheet.u, {}, {}};
  return figure;
}

/// The bodies themselves: a pale area with an edge, rounded where the file has no outline.
void add_shapes(SketchSheet& sheet, const std::vector<std::vector<Spot>>& extents) {
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::vector<BodySpot>& corners =
        sheet.bodies.boxes[i].empty() ? sheet.bodies.outlines[i] : sheet.bodies.boxes[i];
    std::vector<Spot> shape;
    for (const BodySpot& corner : corners) shape.push_back(place_on(sheet.poses[i], corner));
    shape = silhouette(std::move(shape), in_one_plane(corners));
    if (shape.empty()) shape = rounded_shape(extents[i], 0.85 * em * sheet.u, 2.3 * em * sheet.u);
    sheet.outlines.push_back(shape);
    sheet.panel.marks.push_back(Area{{shape}, body_colour(static_cast<int>(i)), 0.13});
  }
  for (std::size_t i = 0; i < extents.size(); ++i) {
    std::vector<Spot> edge = sheet.outlines[i];
    edge.push_back(edge.front());
    for (std::size_t k = 0; k + 1 < edge.size() && extents.size() <= most_with_letters; ++k)
      sheet.lines.push_back({sheet.page(edge[k]), sheet.page(edge[k + 1]), 1.5});
    sheet.panel.marks.push_back(Curve{std::move(edge), {body_colour(static_cast<int>(i)), 1, 1.2}});
    if (sheet.bodies.in_space) add_box(sheet, static_cast<int>(i));
  }
}

/// The mark of a mass centre: a disc in four quarters, two of them filled.
void add_centre(SketchSheet& sheet, Spot centre, double radius, const Colour& colour) {
  std::vector<std::vector<Spot>> quarters;
  for (const double begin : {0.0, std::numbers::pi}) {
    quarters.push_back({centre});
    for (int k = 0; k <= 12; ++k)
      quarters.back().push_back(centre + radius * sheet.u * direction(begin + k * std::numbers::pi / 24));
  }
  sheet.panel.marks.push_back(Ring{centre, radius, {colour, 1, 1.2}});
  sheet.panel.marks.push_back(Area{std::move(quarters), colour});
  sheet.keep_off(centre, radius);
}

/// An angle from one direction to another, the shorter way: an arc with a tip, its label near the arc's middle. Where
/// it is zero there is no arc, and the label says so.
void add_angle(SketchSheet& sheet, Spot corner, double from, double turn, double radius, const Symbol& symbol,
               const Colour& colour) {
  turn = std::remainder(turn, 2 * std::numbers::pi);
  const double middle = from + turn / 2, r = radius * sheet.u;
  LabelRequest label = sheet.request(corner + r * direction(middle), symbol, colour);
  if (std::abs(turn) < 1e-6) {
    label.label.rest = " = 0";
    SketchSheet::measure(label);
  } else {
    Curve arc{{}, {colour, 1, 1.1}};
    const int pieces = 8 + static_cast<int>(std::abs(turn) * 16);
    for (int k = 0; k <= pieces; ++k) arc.through.push_back(corner + r * direction(from + turn * k / pieces));
    for (int k = 0; k < pieces; ++k)
      sheet.lines.push_back({sheet.page(arc.through[k]), sheet.page(arc.through[k + 1]), 2});
    const double tip = 0.55 * em;
    if (std::abs(turn) * radius > 1.5 * tip) {
      const double sign = turn > 0 ? 1 : -1, chord = from + turn - sign * tip / 2 / radius;
      sheet.add_tip(arc.through.back(), sign * direction(chord + std::numbers::pi / 2), colour, tip);
    }
    sheet.panel.marks.push_back(std::move(arc));
  }
  const Spot vertex = sheet.page(corner);
  for (const double gap : {0.15, 0.8, 1.6})
    for (const double off : {0.0, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7, 1.1, -1.1}) {
      const Spot d = direction(middle + off);
      const double away =
          radius + gap * label.height + (std::abs(d.x) * label.width + std::abs(d.y) * label.height) / 2;
      label.places.push_back({{vertex.x + away * d.x, vertex.y - away * d.y}, gap + std::abs(off)});
    }
  for (LabelPlace place : places_around(vertex, 0.4 * em, label)) {
    place.cost += 2;
    label.places.push_back(place);
  }
  sheet.labels.push_back(std::move(label));
}

/// The attitude of a body: from the inertial x to its own.
void add_attitude(SketchSheet& sheet, int i) {
  const Spot centre = sheet.centre(i);
  const Colour colour = readable(body_colour(i));
  const double angle = std::remainder(sheet.poses[i].angle, 2 * std::numbers::pi), radius = 2.3 * em,
               ray = 3.3 * em * sheet.u;
  sheet.add_line(centre, centre + ray * direction(0), {grey, 1, 1, Dash::dashed}, 1);
  if (std::abs(angle) > 1e-6) sheet.add_line(centre, centre + ray * direction(angle), {colour, 1, 1}, 1);
  add_angle(sheet, centre, 0, angle, radius, sheet.bodies.attitude[i], colour);
}

/// The angle of a joint: from where the second body would be at the angle 0, which is drawn, to where it is.
void add_joint_angle(SketchSheet& sheet, int k) {
  const Skeleton::Joint& joint = sheet.bodies.bones.joints[k];
  const Spot d = joint.at_second, place = joint_place(joint, sheet.poses);
  const double own = length(d) > 0 ? std::atan2(-d.y, -d.x) : 0;  // in the second body's frame
  const double from = sheet.poses[joint.first].angle + own,
               turn = sheet.poses[joint.second].angle - sheet.poses[joint.first].angle;
  const double arm = length(d) / sheet.u, radius = std::clamp(0.55 * arm, 1.7 * em, 3.2 * em);
  const double ray = (radius + 1.1 * em) * sheet.u;
  sheet.add_line(place, place + ray * direction(from), {grey, 1, 1, Dash::dashed}, 1);
  if (arm < radius) sheet.add_line(place, place + ray * direction(from + turn), {grey, 1, 1, Dash::dotted}, 1);
  add_angle(sheet, place, from, turn, radius, sheet.bodies.angle[k], dark);
}

/// The vector from a mass centre to a joint.
void add_vector(SketchSheet& sheet, int body, Spot joint, const Symbol& symbol, double ring) {
  const Spot from = sheet.centre(body), along = joint - from;
  const double pixels = length(along) / sheet.u;
  if (pixels < 1) return;
  const Colour colour = readable(body_colour(body));
  sheet.add_line(from, joint, {colour, 1, 1.8}, 3);
  const Spot unit = 1 / length(along) * along;
  sheet.add_tip(joint - ring * sheet.u * unit, unit, colour, std::min(0.8 * em, 0.5 * pixels));
  LabelRequest label = sheet.request(joint, symbol, colour);
  label.places = places_beside(sheet.page(from), sheet.page(joint), label);
  sheet.labels.push_back(std::move(label));
}

/// The inertial axes at the system's mass centre.
void add_axes(SketchSheet& sheet) {
  const double arm = 4.2 * em * sheet.u;
  const Symbol letters[] = {{"x", {}}, {"y", {}}};
  for (int axis = 0; axis < 2; ++axis) {
    const Spot along = axis == 0 ? Spot{1, 0} : Spot{0, 1}, end = arm * along;
    sheet.add_line({0, 0}, end, {dark, 1, 1}, 2);
    sheet.add_tip(end, along, dark, 0.6 * em);
    LabelRequest label = sheet.request(end, letters[axis], dark, 0.95);
    label.places = places_around(sheet.page(end), 1, label);
    sheet.labels.push_back(std::move(label));
  }
}

void add_names(SketchSheet& sheet, double ring) {
  const Skeleton& bones = sheet.bodies.bones;
  const bool many = bones.bodies.size() > most_with_letters;
  if (bones.bodies.size() > most_named) return;
  for (int i = 0; i < static_cast<int>(bones.bodies.size()); ++i) {
    const std::string text = sheet.bodies.attitude[i].index + "  " + bones.bodies[i];
    LabelRequest label = sheet.request(sheet.centre(i), {text, {}}, readable(body_colour(i)), 0.95);
    std::vector<Spot> outline;
    for (const Spot& corner : sheet.outlines[i]) outline.push_back(sheet.page(corner));
    label.places = places_outside(outline, sheet.page(sheet.centre(i)), label);
    label.optional = many;
    sheet.labels.push_back(std::move(label));
  }
  const auto name = [&](Spot spot, const std::string& text, const Colour& colour) {
    LabelRequest label = sheet.request(spot, {text, {}}, colour, 0.8);
    label.places = places_around(sheet.page(spot), ring, label);
    sheet.labels.push_back(std::move(label));
  };
  if (many) return;
  for (const Skeleton::Joint& joint : bones.joints) name(joint_place(joint, sheet.poses), joint.name, grey);
  for (const Skeleton::Point& point : bones.points)
    name(place_on(sheet.poses[point.body], point.place), point.name, readable(body_colour(point.body)));
}

void write_labels(SketchSheet& sheet) {
  const Box& frame = sheet.panel.frame;
  const std::vector<PlacedLabel> placed =
      place_labels(sheet.labels, sheet.lines, {frame.left + em / 2, frame.top, frame.width - em, frame.height + em});
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (placed[i].place < 0) continue;
    Label label = sheet.labels[i].label;
    label.shift = sheet.labels[i].places[placed[i].place].middle - sheet.page(label.anchor_point);
    label.halo = placed[i].covers_line;
    sheet.panel.marks.push_back(std::move(label));
  }
}

/// The marks in words, and how long a length is.
Panel foot(SketchSheet& sheet, const Figure& figure) {
  const double width = figure.width - 3 * em;
  SketchSheet out{sheet.bodies,
                  sheet.poses,
                  {{1.5 * em, figure.height - 3 * em, width, 2 * em}, {0, width, {}, {}}, {0, 2 * em, {}, {}}, {}},
                  1,
                  {},
                  {},
                  {}};
  const bool many = sheet.poses.size() > most_with_letters;
  double x = 0.6 * em;
  const auto entry = [&](const std::string& text, double mark) {
    out.panel.marks.push_back(Label{{x + mark, em}, text, grey, Anchor::start, {}, 0.85});
    x += mark + (0.85 * text_width(text) + 2) * em;
  };
  add_centre(out, {x, em}, 0.42 * em, grey);
  entry("mass centre of a body", em);
  add_centre(out, {x, em}, 0.6 * em, dark);
  entry("of the system, with inertial axes", 1.1 * em);
  if (!sheet.bodies.bones.joints.empty()) {
    out.panel.marks.push_back(Ring{{x, em}, 0.26 * em, {dark, 1, 1.4}});
    entry("joint", 0.8 * em);
  }
  if (!sheet.bodies.bones.points.empty()) {
    out.panel.marks.push_back(Disc{{x, em}, 0.24 * em, grey});
    entry("marked point", 0.8 * em);
  }
  const bool with_hinges = std::any_of(sheet.bodies.axis.begin(), sheet.bodies.axis.end(),
                                       [](const Symbol& symbol) { return !symbol.letter.empty(); });
  if (!many && (sheet.bodies.in_space ? with_hinges : !sheet.bodies.bones.joints.empty())) {
    out.panel.marks.push_back(Curve{{{x - 0.4 * em, em}, {x + 1.2 * em, em}}, {grey, 1, 1, Dash::dashed}});
    entry(sheet.bodies.in_space ? "axis of a hinge" : "where \u03b8 is 0", 1.7 * em);
  }
  const double bar = round_up(60 * sheet.u);
  add_scale_bar(out.panel.marks, {width, 0.6 * em}, bar / sheet.u, 0.25 * em, metres(bar), em);
  return out.panel;
}

}  // namespace

Figure sketch(const std::string& title, const LabelledBodies& bodies, const std::vector<BodyPose>& given) {
  const std::vector<BodyPose> poses = bodies.in_space ? seen_from_above(given) : given;
  SketchSheet sheet{bodies, poses, {}, 1, {}, {}, {}};
  std::vector<std::vector<Spot>> extents(poses.size());
  for (int i = 0; i < static_cast<int>(poses.size()); ++i)
    for (const BodySpot& place : extent_of(bodies, i)) extents[i].push_back(place_on(poses[i], place));
  Figure figure = fitted_page(sheet, extents);
  figure.title = title;
  const bool many = poses.size() > most_with_letters;
  const double ring = 0.26 * em;
  const std::vector<Skeleton::Joint>& joints = bodies.bones.joints;
  add_shapes(sheet, extents);
  if (bodies.in_space)
    add_space_axes(sheet);
  else
    add_axes(sheet);
  for (int k = 0; k < static_cast<int>(joints.size()); ++k) {
    const Spot place = joint_place(joints[k], poses);
    sheet.keep_off(place, ring);
    if (many) continue;
    add_vector(sheet, joints[k].first, place, bodies.d_first[k], ring);
    add_vector(sheet, joints[k].second, place, bodies.d_second[k], ring);
    if (bodies.in_space)
      add_turn(sheet, k);
    else
      add_joint_angle(sheet, k);
  }
  for (int i = 0; i < static_cast<int>(poses.size()) && !bodies.in_space; ++i)
    if ((i == 0 && !many) || poses.size() <= most_with_attitudes) add_attitude(sheet, i);
  for (int i = 0; i < static_cast<int>(poses.size()); ++i)
    add_centre(sheet, sheet.centre(i), 0.42 * em, readable(body_colour(i)));
  add_centre(sheet, {0, 0}, 0.6 * em, dark);
  for (const Skeleton::Joint& joint : joints)
    sheet.panel.marks.push_back(Ring{joint_place(joint, poses), ring, {dark, 1, 1.4}});
  for (const Skeleton::Point& point : bodies.bones.points) {
    const Spot place = place_on(poses[point.body], point.place);
    sheet.panel.marks.push_back(Disc{place, 0.24 * em, readable(body_colour(point.body))});
    sheet.keep_off(place, 0.24 * em);
  }
  add_names(sheet, ring);
  write_labels(sheet);
  figure.panels.push_back(sheet.panel);
  figure.panels.push_back(foot(sheet, figure));
  return figure;
}

}  // namespace oopss
