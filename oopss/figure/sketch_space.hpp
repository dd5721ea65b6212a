// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/sketch_sheet.hpp"

namespace oopss {

/// Bodies in space as a drawing sees them, from the side and from above: x and y of these poses are those of the page,
/// inertial z points up on it.
std::vector<BodyPose> seen_from_above(const std::vector<BodyPose>& poses);

/// The edges of a body's box.
void add_box(SketchSheet& sheet, int body);

/// The inertial axes x, y, z at the system's mass centre.
void add_space_axes(SketchSheet& sheet);

/// The letter of a joint's turn beside it; of a hinge also its axis n, dashed.
void add_turn(SketchSheet& sheet, int joint);

}  // namespace oopss
