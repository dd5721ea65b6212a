// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/sketch_sheet.hpp"

namespace oopss {

/// The edges of a body's box.
void add_box(SketchSheet& sheet, int body);

/// The inertial axes x, y, z at the system's mass centre.
void add_space_axes(SketchSheet& sheet);

/// The letter of a joint's turn beside it; of a hinge also its axis n, dashed.
void add_turn(SketchSheet& sheet, int joint);

}  // namespace oopss
