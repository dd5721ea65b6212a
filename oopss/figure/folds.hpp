// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chain/census.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// How many rectilinear shapes of the longest of these equal chains have so many folds and such an index, as a map with
/// the line index = folds; beside it, for every number of joints, the part of the shapes on, below and above that line.
Figure census_figure(const std::vector<CensusCounts>& counts);

/// More shapes than these find no place on a page.
constexpr int most_drawn_joints = 6;

/// All rectilinear shapes of a chain, bent open at their folds so that the rods can be told apart: rods that are
/// pulled, compressed and slack, beads by their masses, the line of the mass centre, folds and index.
Figure folded_shapes_figure(const std::string& title, const WholeBeads& beads, const std::vector<FoldedShape>& shapes);

}  // namespace oopss
