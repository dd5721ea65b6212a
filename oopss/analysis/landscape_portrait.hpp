// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/analysis/shape_map.hpp"

namespace oopss {

/// V_μ + U over a shape of two coordinates, as the joint angles of three bodies, with its equilibria.
struct LandscapePortrait {
  ShapeMap map;
  std::vector<RelativeEquilibrium> marks;  // their angles in the map's window
  bool missed = false;                     // the searches for them do not agree, or the count fails
};

/// With the equilibria of the list, and contour lines at these levels, or at chosen ones. Throws NoPortrait.
LandscapePortrait landscape_portrait(const ShapeEnergy& energy, const Equilibria& found,
                                     const std::vector<double>& levels = {});

}  // namespace oopss
