// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// An angle in (−π, π].
double wrapped(double angle);

/// The numbers that stand for a shape in lists: on circles in (−π, π].
void bring_to_normal_form(const ShapeSpace& space, std::vector<double>& q);

/// The largest difference of two shapes over their coordinates, on circles the short way.
double shape_distance(const ShapeSpace& space, const std::vector<double>& a, const std::vector<double>& b);

/// The shape a step away from q; `out` is not q.
void retract(const ShapeSpace& space, const std::vector<double>& q, const std::vector<double>& step,
             std::vector<double>& out);

/// The shape at a place of the unit cube.
std::vector<double> spread(const ShapeSpace& space, const std::vector<double>& place);

}  // namespace oopss
