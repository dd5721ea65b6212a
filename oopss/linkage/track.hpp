// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/linkage.hpp"

namespace oopss {

/// A curve of shapes of a linkage of mobility 1, walked along: points that close all loops, a little apart.
struct Track {
  std::vector<std::vector<double>> phi;      // of the tree's joints, without jumps; a closed curve ends where it begins
  std::vector<std::vector<double>> tangent;  // unit vectors, along the way
  bool closed = false;                       // the last point is the first, but for whole turns
};

/// The one through a closed shape, from there on.
Track track_through(const Linkage& linkage, const std::vector<double>& phi);

/// All curves that poses from all over the torus lead to, each once. Through a pose where branches cross a curve goes
/// straight on.
std::vector<Track> all_tracks(const Linkage& linkage);

/// The closed shape to which a place of the unit cube leads, evenly over the torus or so; one that is not closed if
/// there is none near.
std::vector<double> closed_sample(const Linkage& linkage, const std::vector<double>& place);

}  // namespace oopss
