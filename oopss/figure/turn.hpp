// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/shape_map.hpp"
#include "oopss/figure/figure.hpp"
#include "oopss/orbit/turn_loop.hpp"
#include "oopss/system/reduced_lagrangian.hpp"

namespace oopss {

/// The curvature F of the connection of three bodies over their two joint angles, in a window with room for a loop, and
/// at least one turn of both angles.
ShapeMap curvature_map(const ReducedLagrangian& lagrangian, const TurnLoop& loop);

/// A loop of shapes over the curvature of the connection: what turns the whole is F added up inside. The angles are the
/// labels of both axes.
Figure turn_figure(const ShapeMap& curvature, const TurnLoop& loop, const std::string& title,
                   const std::vector<std::string>& angles);

}  // namespace oopss
