// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/sketch_shapes.hpp"

#include <algorithm>
#include <numbers>

namespace oopss {

/// By the monotone chain of Andrew.
std::vector<Spot> convex_hull(std::vector<Spot> places) {
  std::sort(places.begin(), places.end(), [](Spot a, Spot b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Spot> out;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = out.size();
    for (const Spot& place : places) {
      const auto turns_right = [&] {
        const Spot a = out[out.size() - 1] - out[out.size() - 2], b = place - out.back();
        return a.x * b.y - a.y * b.x <= 0;
      };
      while (out.size() >= begin + 2 && turns_right()) out.pop_back();
      out.push_back(place);
    }
    out.pop_back();  // the first of the other pass
    std::reverse(places.begin(), places.end());
  }
  return out;
}

std::vector<Spot> silhouette(std::vector<Spot> corners, bool plate) {
  return plate || corners.empty() ? corners : convex_hull(std::move(corners));
}

bool in_one_plane(const std::vector<BodySpot>& corners) {
  const auto less = [](const BodySpot& a, const BodySpot& b) { return BodySpot{a.x - b.x, a.y - b.y, a.z - b.z}; };
  const auto cross = [](const BodySpot& a, const BodySpot& b) {
    return BodySpot{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  };
  const auto product = [](const BodySpot& a, const BodySpot& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  BodySpot normal;  // the largest of the triangles at the first corner
  double size = 0;
  for (const BodySpot& a : corners)
    for (const BodySpot& b : corners) {
      const BodySpot n = cross(less(a, corners[0]), less(b, corners[0]));
      size = std::max(size, product(less(a, corners[0]), less(a, corners[0])));
      if (product(n, n) > product(normal, normal)) normal = n;
    }
  const double length = std::sqrt(product(normal, normal));
  return std::all_of(corners.begin(), corners.end(), [&](const BodySpot& corner) {
    return std::abs(product(normal, less(corner, corners[0]))) <= 1e-9 * length * std::sqrt(size);
  });
}

std::vector<BodySpot> extent_of(const LabelledBodies& bodies, int i) {
  std::vector<BodySpot> joints, out = bodies.outlines[i];
  out.insert(out.end(), bodies.boxes[i].begin(), bodies.boxes[i].end());
  out.push_back({});
  for (const Skeleton::Joint& joint : bodies.bones.joints) {
    if (joint.first == i) joints.push_back(joint.at_first);
    if (joint.second == i) joints.push_back(joint.at_second);
  }
  for (const Skeleton::Point& point : bodies.bones.points)
    if (point.body == i) out.push_back(point.place);
  out.insert(out.end(), joints.begin(), joints.end());
  if (!bodies.outlines[i].empty() || !bodies.boxes[i].empty()) return out;
  const double half = std::sqrt(3 * bodies.inertia[i] / bodies.bones.masses[i]);
  if (joints.empty()) out.insert(out.end(), {{half, 0, 0}, {-half, 0, 0}});
  if (joints.size() != 1) return out;
  const BodySpot& d = joints[0];
  if (const double arm = std::hypot(d.x, d.y, d.z); arm > 0) {
    const double back = -std::min(half / arm, 1.25);
    out.push_back({back * d.x, back * d.y, back * d.z});
  }
  return out;
}

std::vector<Spot> rounded_shape(const std::vector<Spot>& extent, double thinnest, double thickest) {
  double longest = 0;
  for (const Spot& a : extent)
    for (const Spot& b : extent) longest = std::max(longest, length(a - b));
  const double radius = std::clamp(0.08 * longest, thinnest, thickest);
  std::vector<Spot> circles;
  for (const Spot& place : extent)
    for (int k = 0; k < 32; ++k) circles.push_back(place + radius * direction(k * std::numbers::pi / 16));
  return convex_hull(std::move(circles));
}

}  // namespace oopss
