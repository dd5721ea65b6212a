// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/plot.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/columns.hpp"

namespace oopss {

/// What a picture is made from: columns with their values along a motion, and the poses of the bodies.
struct Film {
  std::string title;
  Skeleton skeleton;
  std::vector<Column> columns;
  std::vector<std::vector<double>> values;  // per column; the first is the time
  PoseHistory poses;                        // empty if no strobe picture is wanted
};

/// Adds the recorder's last row, of the film's columns.
void add_row(Film& film, const Recorder& row, bool with_poses);

/// The points of a run: the columns that every trajectory has, and those that the words name ("rate", "torque.elbow");
/// an unknown word is an UnknownColumn.
Film film_of(const System& system, const Skeleton& skeleton, const Flow& flow, const Trajectory& points,
             const std::vector<std::string>& words = {});

/// Graphs of the columns that the words name, "angle", "momentum.hub", "energy"; with a frame ("inertial", "body:hub",
/// "joint:elbow") a strobe picture beside them. Throws std::invalid_argument if there is no such frame.
Plot plot_of(const Film& film, const std::vector<std::string>& words, const std::string& frame = "");

}  // namespace oopss
