// SPDX-License-Identifier: Apache-2.0
// What the loops of a model let its bodies do.
#pragma once

#include "oopss/system/skeleton.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// A bar of a loop: a body, from the joint by which the loop comes to the one by which it goes on.
struct LoopBar {
  int body = 0;
  int joint = 0;  // by which it goes on
  Spot from, to;  // in the body's axes, from its mass centre
  double length() const { return std::hypot(to.x - from.x, to.y - from.y); }
};

/// The loop of a joint that closes one, by the shortest way back over joints before it in the file; from the body that
/// comes first in the file, in the direction of that of its two joints which does.
struct ModelLoop {
  int closing = 0;     // the joint
  int redundant = 0;   // of its two closure equations those that follow from the loops before it
  bool rigid = false;  // its bodies cannot move against each other
  std::vector<LoopBar> bars;
};
std::vector<ModelLoop> model_loops(const TreeSpec& spec, const std::vector<double>& p);

/// Mobility by the rank of the closure equations: at the pose of the start if that closes, else at any that does.
struct LoopReport {
  std::vector<ModelLoop> loops;
  bool closes = true;    // a pose was found in which all loops do
  bool at_start = true;  // it is that of the start
  double gap = 0;        // where none was found: the least, in metres
  int equations = 0, rank = 0, mobility = 0;
  bool singular = false;  // at the start, rank is less there than around it:
  int rank_at_start = 0;
  std::vector<std::vector<int>> rigid;  // bodies that cannot move against each other, group by group
};
LoopReport loop_report(const TreeSpec& spec, const std::vector<double>& p);

/// "redundant loops: of the 4 closure equations 3 are independent …", with the joints that close them; empty if none
/// is.
std::string redundant_words(const TreeSpec& spec, int rank, const std::vector<int>& redundant);

/// What of them cannot move, a sentence for each part; nothing if all can.
std::vector<std::string> rigid_words(const TreeSpec& spec, const std::vector<std::vector<int>>& parts);

/// A curve of shapes of mobility 1: each the angles of all joints, a little apart.
struct ShapeTrace {
  std::vector<std::vector<double>> shapes;
  bool closed = false;  // the last is the first, but for whole turns
};
/// All of them; where curves cross, at change points, that of the start alone, straight on.
std::vector<ShapeTrace> shape_traces(const TreeSpec& spec, const std::vector<double>& p, bool curves_cross);

}  // namespace oopss
