// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "oopss/linkage/four_bar.hpp"
#include "oopss/linkage/linkage.hpp"

namespace oopss {

/// A shape on a curve: the angles of the tree's joints, without jumps along it, and their first two derivatives.
struct CurvePlace {
  std::vector<double> phi, slope, curvature;
};

/// A circle of shapes of a linkage of mobility 1, with a coordinate u that goes round once in 2π.
struct ShapeCurve {
  std::function<CurvePlace(double u)> place;
  std::vector<int> winding;          // whole turns that the tree's joints make as u goes round
  int joint = -1;                    // the joint whose angle u is, but for whole turns; −1: of none
  std::optional<AssemblyMode> mode;  // of four bars: what u is, in their order
};

/// All circles of a linkage; or none, and why in words.
struct ShapeCurves {
  std::vector<ShapeCurve> circles;
  std::string problem;
};

/// Of a loop of four bars, in closed form. The bars are those of the linkage's only loop, in order around it. Where one
/// turns against its neighbour, u is the angle of their joint; else it is that of `rocker_half_angles`.
ShapeCurves four_bar_curves(const Linkage& linkage, const std::vector<Bar<double>>& bars);

/// Of any linkage of mobility 1. Curves are tracked around; u belongs to a trigonometric polynomial x̃(u) near a track,
/// about the part of its length, and the shape at u is the closed one in the plane normal to x̃' at x̃: a smooth
/// function of u, whatever the track was.
ShapeCurves tracked_curves(const Linkage& linkage);

}  // namespace oopss
