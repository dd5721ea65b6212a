// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {

BodyMarks body_marks(const Skeleton& skeleton, double text_size, double per_pixel) {
  double length = 0;
  for (const Skeleton::Joint& joint : skeleton.joints)
    for (const BodySpot& arm : {joint.at_first, joint.at_second}) length += std::hypot(std::hypot(arm.x, arm.y), arm.z);
  const double stick = length > 0 ? length / (2 * skeleton.joints.size()) / per_pixel : 10 * text_size;
  const double heaviest = *std::max_element(skeleton.masses.begin(), skeleton.masses.end());
  BodyMarks out;
  out.sticks.assign(skeleton.masses.size(), 2);
  for (const double mass : skeleton.masses)
    out.radii.push_back(std::max(std::min(0.75 * text_size, 0.3 * stick) * std::sqrt(mass / heaviest), 1.5));
  out.ring = std::max(std::min(0.26 * text_size, 0.15 * stick), 1.0);
  return out;
}

void add_bodies(std::vector<Mark>& marks, const Skeleton& skeleton, const BodyMarks& sizes,
                const std::vector<Spot>& bodies, const std::vector<Spot>& joints, double strength) {
  std::vector<std::pair<int, int>> sticks;  // body and joint
  for (int k = 0; k < skeleton.joints.size(); ++k)
    for (const int body : {skeleton.joints[k].first, skeleton.joints[k].second}) sticks.emplace_back(body, k);
  std::stable_sort(sticks.begin(), sticks.end(),
                   [&](const auto& a, const auto& b) { return sizes.sticks[a.first] > sizes.sticks[b.first]; });
  for (const auto& [body, k] : sticks)
    marks.push_back(Curve{{bodies[body], joints[k]}, {on_white({body_colour(body), strength}), 1, sizes.sticks[body]}});
  for (int i = 0; i < bodies.size(); ++i)
    marks.push_back(Disc{bodies[i], sizes.radii[i], on_white({body_colour(i), strength})});
  for (const Spot& joint : joints) marks.push_back(Ring{joint, sizes.ring, {on_white({dark, strength}), 1, 1.4}});
}

namespace {

/// The page from inertial axes: right, up, towards the eye.
BodyPose page_axes() {
  constexpr double around = 0.6, above = 0.4;  // where the eye is, from −y towards x and upwards, rad
  const double c = std::cos(around), s = std::sin(around), h = std::cos(above), v = std::sin(above);
  BodyPose out;
  out.R = {c, s, 0, -v * s, v * c, h, h * s, -h * c, v};
  return out;
}

}  // namespace

BodySpot seen_from_above(const BodySpot& place) { return place_on(page_axes(), place); }

std::vector<BodyPose> seen_from_above(const std::vector<BodyPose>& poses) {
  std::vector<BodyPose> out;
  for (const BodyPose& pose : poses) out.push_back(pose_on(page_axes(), pose));
  return out;
}

void add_scale_bar(std::vector<Mark>& marks, Spot end, double length, double tick, const std::string& text,
                   double above) {
  const double start = end.x - length;
  marks.push_back(Curve{
      {{start, end.y + tick}, {start, end.y - tick}, {start, end.y}, end, {end.x, end.y + tick}, {end.x, end.y - tick}},
      {dark, 1, 1}});
  marks.push_back(Label{{end.x - length / 2, end.y}, text, dark, Anchor::middle, {0, -above}, 0.9});
}

std::string metres(double length) {
  return number_text(length, std::max(0, static_cast<int>(std::ceil(-std::log10(length) - 1e-9)))) + " m";
}

}  // namespace oopss
