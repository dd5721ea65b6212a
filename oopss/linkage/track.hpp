// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/linkage/linkage.hpp"

namespace oopss {

/// A curve of shapes of a linkage of mobility 1, walked along: points that close all loops, a little apart.
struct Track {
  std::vector<std::vector<double>> phi;      // of the tree's joints, without jumps; a closed curve ends where it begins
  std::vector<std::vector<double>> tangent;  // unit vectors, along the way
  bool closed = false;                       // the last point is the first, but for whole turns
};

/// The way from a closed shape and back to it. Through a pose where branches cross it goes straight on.
Track walk_around(const Linkage& linkage, const std::vector<double>& phi);

/// All curves that poses from all over the torus lead to, each once.
std::vector<Track> all_tracks(const Linkage& linkage);

/// Whether a closed shape lies on a curve that was walked.
bool is_on(const Linkage& linkage, const Track& track, const std::vector<double>& phi);

/// Shapes evenly over the torus, closed: the one that number k of a sequence leads to; the same ones each time.
std::vector<double> closed_sample(const Linkage& linkage, const std::vector<double>& place);

}  // namespace oopss
