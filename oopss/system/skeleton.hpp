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
};

/// The skeleton of a checked planar model.
Skeleton skeleton(const Model& model);

/// Where a joint is, by the pose of its first body.
inline Spot joint_place(const Skeleton::Joint& joint, const std::vector<BodyPose>& poses) {
  const BodyPose& body = poses[joint.first];
  const std::array<double, 9>& R = body.R;
  return {body.x + R[0] * joint.at_first.x + R[1] * joint.at_first.y,
          body.y + R[3] * joint.at_first.x + R[4] * joint.at_first.y};
}

}  // namespace oopss
