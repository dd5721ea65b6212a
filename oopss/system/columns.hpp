// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "oopss/system/skeleton.hpp"

namespace oopss {

enum class Quantity {
  time,
  angle,
  momentum,
  absolute,
  kinetic,
  energy,
  casimir,
  joint,   // its place
  centre,  // of a body
  rate,
  omega,  // of a body, in the plane
  torque,
  tension,
  force,
  applied,        // a force from outside
  point,          // its place
  body_momentum,  // in space: of a body by itself, in its axes
  attitude,       // in space: of a body, a quaternion
  state,          // a number of the state that has no name of its own among these
  formula         // of other columns
};

struct ColumnFormula;

/// How absolute angles of bodies in the plane follow from the state: that of the root is a number of it, and every
/// other is that of the body before, more or less the angle of the joint between them. Rates follow from rates in the
/// same way.
struct AngleWays {
  struct Way {
    int before = -1, place = -1, sign = 0;  // the body before, the joint's angle in the state; −1: none leads there
  };
  int root = -1, root_place = -1;
  std::vector<Way> to;     // by body
  std::vector<int> order;  // the bodies that are led to, each after the one before it; the root first
};

/// A column of a trajectory: what it holds, its name in files, and what a graph says about it.
struct Column {
  Quantity kind = Quantity::time;
  int index = 0;   // of the body, the joint, the point, the force or the Casimir
  int place = -1;  // in the state, if it is one of its numbers; of a rate that of its angle
  std::string name;
  std::string quantity, unit, label;
  int part = 0;   // of places, forces, quaternions: which number
  int body = -1;  // whose colour it has: a joint has that of its second body, the system none
  /// Angle or rate of a joint that closes a loop: the sum of the angles or rates at these places, each times +1 or −1.
  struct Term {
    int place = 0, sign = 0;
  };
  std::vector<Term> sum{};
  std::shared_ptr<const AngleWays> ways{};         // of absolute angles and angular velocities of bodies
  std::shared_ptr<const ColumnFormula> formula{};  // of formulas alone
  std::string symbol{};                            // θ_{2,1}, its letter for figures; empty for what has none
};

/// What a column that is a formula is computed from, and how.
struct ColumnFormula {
  std::vector<Column> needs;
  std::function<double(const double* values)> value;  // from theirs
};

/// A column that is a number of a state, of its rates or of its slopes, or a sum of such: the sum over `all` of these.
double sum_in(const Column& column, const double* all);

/// Every column that a run can have: first those that each trajectory has, t, angle.NAME…, momentum.NAME…,
/// absolute.NAME…, kinetic, energy, momentum_total (in space rotation.NAME.w … z of balls, momentum.NAME.x … z,
/// attitude.NAME.w … z, momentum_total.x … z); then those on request, joint.NAME.x and .y, centre.NAME.x and .y,
/// rate.NAME, omega.NAME of bodies in the plane, torque.NAME, tension.NAME (the size of the force that a joint passes
/// on), force.NAME.x and .y (that force, on the joint's second body, in inertial axes), applied.NAME.x and .y of
/// forces from outside, point.NAME.x and .y of marked points, work and dissipated where laws do work or dissipate.
std::vector<Column> all_columns(const System& system);

/// Those that are numbers of the state: from them a recorded run goes on.
std::vector<Column> state_columns(const System& system);

/// Puts a row of a run, by the names of its columns, into a state, which keeps what the row does not have. In a row
/// whose numbers are `rounded` quaternions are given their length again.
void put_row(const System& system, const std::function<double(const std::string& name)>& take, bool rounded, double* x);

struct UnknownColumn : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The columns of one trajectory: the standard ones, then those asked for. A word is the name of a column, or the
/// beginning of several: joint.elbow for its x and y, rate for those of all joints. An unknown word is an
/// UnknownColumn with the nearest.
std::vector<Column> trajectory_columns(const System& system, const std::vector<std::string>& words = {});

/// Those of `columns` that a word names, in their order.
std::vector<Column> named_columns(const std::vector<Column>& columns, const std::string& word);

std::vector<std::string> names_of(const std::vector<Column>& columns);

/// Evaluates columns along a run; it has the scratch space, so one serves one thread.
struct Recorder {
  std::vector<Column> columns;
  Skeleton skeleton;
  std::vector<Casimir> casimirs;
  int dimension = 2;
  std::vector<BodyPose> poses;                                   // of the last row
  std::vector<double> rates, torques, forces, applied, momenta;  // of the last row, if a column asks for them
  std::vector<double> omegas;                                    // the same, by body
  std::vector<int> torque_places;                                // per joint, among the torques
  std::vector<double> needed;                                    // what a formula needs
  std::vector<double> row;
};
Recorder recorder(const System& system, const Skeleton& skeleton, std::vector<Column> all);

/// The row at (t, x), in recorder.row.
const std::vector<double>& record(Recorder& recorder, const Flow& flow, double t, const double* x);

}  // namespace oopss
