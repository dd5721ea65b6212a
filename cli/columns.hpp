// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/figure/plot.hpp"
#include "oopss/model/model.hpp"

namespace oopss {

enum class Quantity {
  time,
  angle,
  momentum,
  absolute,
  kinetic,
  energy,
  momentum_total,
  joint_x,
  joint_y,
  centre_x,
  centre_y,
  rate,
  torque
};

/// A column of a trajectory: what it holds, its name in files, and what a graph says about it.
struct Column {
  Quantity of = Quantity::time;
  int index = 0;  // of the body or the joint
  std::string name;
  std::string quantity, unit, label;
  int body = -1;  // whose colour it has: a joint has that of its second body, the system none
};

/// The bodies and joints of a checked planar model as pictures need them.
Skeleton skeleton(const Model& model);

/// Every column that a run can have: first those that each trajectory has, t, angle.NAME…, momentum.NAME…,
/// absolute.NAME…, kinetic, energy, momentum_total; then those on request, joint.NAME.x and .y, centre.NAME.x and .y,
/// rate.NAME, torque.NAME.
std::vector<Column> all_columns(const Skeleton& skeleton);

/// The columns of one trajectory: the standard ones, then those asked for. A word is the name of a column, or the
/// beginning of several: joint.elbow for its x and y, rate for those of all joints. An unknown word is a UsageError
/// with the nearest.
std::vector<Column> trajectory_columns(const Skeleton& skeleton, const std::vector<std::string>& words = {});

/// Those of `columns` that a word names, in their order.
std::vector<Column> named_columns(const std::vector<Column>& columns, const std::string& word);

std::vector<std::string> names_of(const std::vector<Column>& columns);

/// Evaluates columns along a run; it has the scratch space, so one serves one thread.
struct Recorder {
  std::vector<Column> columns;
  Skeleton skeleton;
  Layout layout;
  std::vector<BodyPose> poses;         // of the last row
  std::vector<double> rates, torques;  // of the last row, if a column asks for them
  std::vector<double> row;
};
Recorder recorder(const System& system, const Skeleton& skeleton, const std::vector<Column>& columns);

/// The row at (t, x), in recorder.row.
const std::vector<double>& record(Recorder& recorder, const Flow& flow, double t, const double* x);

/// A column with its values as a graph shows it.
Series series_of(const Column& column, std::vector<double> values);

}  // namespace oopss
