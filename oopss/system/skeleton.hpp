// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

struct Model;

/// A place in the plane: in a body's frame, in the units of a panel's axes, or in pixels on a page (there y points
/// down).
struct Spot {
  double x = 0, y = 0;
};

/// What a picture or a table shows of bodies and joints; vectors are in body frames, from the mass centre.
struct Skeleton {
  struct Joint {
    std::string name;
    int first = 0, second = 0;
    Spot at_first, at_second;
  };
  std::vector<std::string> bodies;
  std::vector<double> masses;
  std::vector<Joint> joints;
  struct Point {
    std::string name;
    int body = 0;
    Spot place;
  };
  std::vector<Point> points;  // marked on bodies
};

/// The skeleton of a checked planar model.
Skeleton skeleton(const Model& model);

/// Where a place on a body is.
inline Spot place_on(const BodyPose& body, const Spot& place) {
  const std::array<double, 9>& R = body.R;
  return {body.x + R[0] * place.x + R[1] * place.y, body.y + R[3] * place.x + R[4] * place.y};
}

/// Where a joint is, by the pose of its first body.
inline Spot joint_place(const Skeleton::Joint& joint, const std::vector<BodyPose>& poses) {
  return place_on(poses[joint.first], joint.at_first);
}

}  // namespace oopss
