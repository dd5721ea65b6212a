// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "oopss/linkage/linkage.hpp"

namespace oopss {

/// A difference that is to be kept: of the angles, or the angular velocities, of body `second` and body `first`.
struct FixedDifference {
  int first = 0, second = 0;
  double value = 0;
};

/// The angles nearest to `from` that have these differences, closed or not.
std::vector<double> nearest_angles(const Topology& tree, const std::vector<double>& from,
                                   const std::vector<FixedDifference>& fixed);

/// A pose, by the angles of the tree's joints.
struct Assembly {
  std::vector<double> phi;
  double gap = 0;  // the largest between the two ends of a chord, in metres
  bool closed = false;
};

/// The pose nearest to `from`, roughly, that closes all loops and keeps the differences given: damped Newton steps on
/// the angles that are left. Where there is none near, `closed` is false and the pose is one where the gap is locally
/// least. Differences that contradict each other are met in the least squares.
Assembly assemble(const Linkage& linkage, const std::vector<double>& from, const std::vector<FixedDifference>& fixed);

/// The same, and from other poses if need be, the same ones each time, until `wanted` likes one; else the one with the
/// least gap.
Assembly assemble_from_anywhere(const Linkage& linkage, const std::vector<double>& from,
                                const std::vector<FixedDifference>& fixed,
                                const std::function<bool(const Assembly&)>& wanted);

/// A closed pose moved, the loops kept closed, until the differences given are as nearly met as they locally can be.
Assembly nearest_assembly(const Linkage& linkage, Assembly closed, const std::vector<FixedDifference>& wanted);

/// Joint rates at a closed pose, and by how much they break what they should keep.
struct Rates {
  std::vector<double> rates;  // of the tree's joints
  double residual = 0;        // rad/s
};

/// Joint rates that keep the loops closed and the differences of angular velocities given; the joints that are not
/// given turn as little as that allows, in the least squares.
Rates consistent_rates(const Linkage& linkage, const std::vector<double>& phi,
                       const std::vector<FixedDifference>& fixed);

}  // namespace oopss
