// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/sketch_space.hpp"

#include <array>
#include <cmath>

#include "oopss/figure/colours.hpp"

namespace oopss {

void add_box(SketchSheet& sheet, int body) {
  const std::vector<BodySpot>& corners = sheet.bodies.boxes[body];
  for (std::size_t a = 0; a < corners.size(); ++a)
    for (const std::size_t axis : {1, 2, 4})
      if ((a & axis) == 0)
        sheet.panel.marks.push_back(
            Curve{{place_on(sheet.poses[body], corners[a]), place_on(sheet.poses[body], corners[a | axis])},
                  {body_colour(body), 0.45, 0.8}});
}

void add_space_axes(SketchSheet& sheet) {
  constexpr std::array<BodySpot, 3> unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  constexpr std::array<const char*, 3> letters = {"x", "y", "z"};
  for (std::size_t axis = 0; axis < unit.size(); ++axis) {
    const Spot end = 4.6 * SketchSheet::em * sheet.u * Spot(seen_from_above(unit[axis])), along = 1 / length(end) * end;
    sheet.add_line({0, 0}, end, {dark, 1, 1}, 2);
    sheet.add_tip(end, along, dark, 0.6 * SketchSheet::em);
    LabelRequest label = sheet.request(end, {letters[axis], {}}, dark, 0.95);
    label.places = places_around(sheet.page(end), 1, label);
    sheet.labels.push_back(std::move(label));
  }
}

void add_turn(SketchSheet& sheet, int joint) {
  const Skeleton::Joint& bone = sheet.bodies.bones.joints[joint];
  const Spot place = joint_place(bone, sheet.poses);
  LabelRequest turn = sheet.request(place, sheet.bodies.angle[joint], dark);
  turn.places = places_around(sheet.page(place), 0.9 * SketchSheet::em, turn);
  sheet.labels.push_back(std::move(turn));
  const Symbol& letter = sheet.bodies.axis[joint];
  if (letter.letter.empty()) return;
  const BodySpot n = sheet.bodies.axes[joint];
  BodyPose turned = sheet.poses[bone.first];
  turned.x = turned.y = turned.z = 0;
  const Spot along = 3.2 * SketchSheet::em * sheet.u * Spot(place_on(turned, n));
  sheet.add_line(place - along, place + along, {grey, 1, 1, Dash::dashed}, 1);
  if (length(along) < 0.8 * SketchSheet::em * sheet.u) return;  // it points at the eye
  sheet.add_tip(place + along, 1 / length(along) * along, grey, 0.5 * SketchSheet::em);
  LabelRequest label = sheet.request(place + along, letter, grey, 0.95);
  label.places = places_around(sheet.page(place + along), 2, label);
  sheet.labels.push_back(std::move(label));
}

}  // namespace oopss
