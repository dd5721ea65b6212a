// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/linkage/assemble.hpp"
#include "oopss/linkage/mobility.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// The pose of a start with loops: the angles given, and those that prescribed motions have at t = 0, are fixed, the
/// others found from those of `guess`, or from zero.
struct StartPose {
  Linkage linkage;
  std::vector<FixedDifference> fixed;   // the angles, those of prescribed motions too
  std::vector<FixedDifference> moving;  // the rates of these
  std::vector<double> from;
  Assembly assembly;
  bool as_asked = true;  // the assembly, + or −, is that asked for
  Mobility mobility;     // where it is closed
};

/// A joint that is fixed as it is.
struct FixedJoint {
  int joint = 0, first = 0, second = 0;  // its bodies
  double angle = 0;                      // θ_second − θ_first
};

/// The equations that hold a linkage, as a pose of it shows them: two per loop. Where loops cannot move though these do
/// not say so, bars that can only be in line, joints are fixed after them; if nothing moves, all of the tree instead.
struct ClosingRows {
  int loops = 0;  // how many are of loops
  std::vector<FixedJoint> fixed;
  int rank_of_loops = 0, rank = 0;  // less than their number if loops are redundant
  int count() const { return loops + static_cast<int>(fixed.size()); }
};
ClosingRows closing_rows(const TreeSpec& spec, const StartPose& pose);

/// The rows of the joints that are fixed in ∂g/∂θ.
template <Scalar T>
void write_fixed(const ClosingRows& rows, Matrix<T>& G) {
  for (int k = 0; k < static_cast<int>(rows.fixed.size()); ++k) {
    G(rows.loops + k, rows.fixed[k].second) = T(1);
    G(rows.loops + k, rows.fixed[k].first) = T(-1);
  }
}

/// The bars of a single loop of four, else none: from that of the body that comes first in the file towards the one
/// with which it shares the first joint of the file, and on around.
std::vector<Bar<double>> four_bars(const TreeSpec& spec, const Linkage& linkage);

/// As far as it can be had: nothing is thrown.
StartPose start_pose(const TreeSpec& spec, const std::vector<double>& p);

/// The same, or ModelError: placed, with the gap and the nearest pose that closes; also where motion is not determined.
/// What there is to say of the loops goes to `notes` and `warnings`.
StartPose closed_start_pose(const TreeSpec& spec, const std::vector<double>& p, std::vector<std::string>& notes,
                            std::vector<std::string>& warnings);

/// ModelError if loops cannot be closed whatever the start says: no pose was found.
void refuse_impossible_loops(const TreeSpec& spec, const std::vector<double>& p);

/// Rates of the tree's joints that keep the loops closed with these given ones of `key` and those of prescribed
/// motions; ModelError if there are none.
std::vector<double> closed_rates(const TreeSpec& spec, const StartPose& pose, const std::vector<Named>& given,
                                 const char* key);

/// The shape beside a closed one, by the tree's joints: joints with an offset have their angles of `phi`, which has one
/// per joint of the file, and the others close the loops.
std::vector<double> closed_beside(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi);

/// ω of all bodies from those given.
std::vector<double> closed_spins(const TreeSpec& spec, const StartPose& pose, const std::vector<Named>& given);

/// Momenta without the part that would open the loops; ModelError if that is more than rounding.
std::vector<double> closed_momenta(const TreeSpec& spec, const StartPose& pose, std::vector<double> mu);

}  // namespace oopss
