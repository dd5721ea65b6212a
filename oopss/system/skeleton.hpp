// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

struct Body;
struct Model;

/// A place in the plane: in the units of a panel's axes, or in pixels on a page (there y points down).
struct Spot {
  double x = 0, y = 0;
};

/// A place in a body's frame, or in inertial axes; in the plane z is 0. Seen along z it is a spot.
struct BodySpot {
  double x = 0, y = 0, z = 0;
  operator Spot() const { return {x, y}; }  // NOLINT(google-explicit-constructor): pictures are projections
};

/// What a picture or a table shows of bodies and joints; vectors are in body frames, from the mass centre.
struct Skeleton {
  struct Joint {
    std::string name;
    int first = 0, second = 0;
    BodySpot at_first, at_second;
  };
  std::vector<std::string> bodies;
  std::vector<double> masses;
  std::vector<Joint> joints;
  struct Point {
    std::string name;
    int body = 0;
    BodySpot place;
  };
  std::vector<Point> points;  // marked on bodies
  /// Per body the corners of its outline, in space of its box if it has none; none if it has neither.
  std::vector<std::vector<BodySpot>> outlines{};
  bool in_space = false;  // pictures then see it from the side and from above
};

/// The skeleton of a model.
Skeleton skeleton(const Model& model);

/// The corners of a body's box, with the signs of x, y and z in the bits 0, 1 and 2 of their places; none without one.
std::vector<BodySpot> box_corners(const Body& body);

/// Where a place on a body is.
inline BodySpot place_on(const BodyPose& body, const BodySpot& place) {
  const std::array<double, 9>& R = body.R;
  return {body.x + R[0] * place.x + R[1] * place.y + R[2] * place.z,
          body.y + R[3] * place.x + R[4] * place.y + R[5] * place.z,
          body.z + R[6] * place.x + R[7] * place.y + R[8] * place.z};
}

/// The pose of a body that is at `inner` in the axes of `outer`.
inline BodyPose pose_on(const BodyPose& outer, const BodyPose& inner) {
  const BodySpot place = place_on(outer, {inner.x, inner.y, inner.z});
  BodyPose out{place.x, place.y, place.z};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out.R[3 * i + j] =
          outer.R[3 * i] * inner.R[j] + outer.R[3 * i + 1] * inner.R[3 + j] + outer.R[3 * i + 2] * inner.R[6 + j];
  return out;
}

/// Where a joint is, by the pose of its first body.
inline BodySpot joint_place(const Skeleton::Joint& joint, const std::vector<BodyPose>& poses) {
  return place_on(poses[joint.first], joint.at_first);
}

/// Where the mass centre of all is.
inline BodySpot mass_centre(const Skeleton& skeleton, const std::vector<BodyPose>& poses) {
  BodySpot out;
  double mass = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double m = skeleton.masses[i];
    mass += m;
    out = {out.x + m * poses[i].x, out.y + m * poses[i].y, out.z + m * poses[i].z};
  }
  return {out.x / mass, out.y / mass, out.z / mass};
}

}  // namespace oopss
