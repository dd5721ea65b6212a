// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "oopss/mechanics/tree.hpp"

namespace oopss {

/// How the fast engine walks a tree: pure integers, made once per topology.
///
/// The recursion may be rooted anywhere (docs/math.md), so it is rooted at the *joint* in the middle of the longest
/// path. From there the tree falls apart into branches: paths that run inward from a tip to the body they hang on,
/// each body continuing the longest branch below it. Two branches of a kind are processed side by side, so the latency
/// of one 2 × 2 elimination hides behind the other; the shorter one is filled up at its tip with bodies that do
/// nothing. Slot 2·step + lane holds one body; steps go inward. Rooted at the *body* in the middle instead, where
/// joints may be hinges, that body is a last step of its own, on which branches hang.
struct TreeBranches {
  struct Pair {
    int begin = 0, end = 0;                  // its steps
    std::array<int, 2> attachment = {0, 0};  // the slot of the body that the branch's last body hangs on; −1: of none
  };
  struct Slot {
    int body = -1;      // −1: filling
    int inner = -1;     // the neighbour towards the root joint; −1: of none
    int outer = -1;     // the neighbour that the branch comes from; −1 at a tip
    int joint = 0;      // the joint with `inner`
    int sense = 0;      // θ_body = θ_inner + sense · φ_joint
    int junction = -1;  // number of the step among those on which other branches hang; −1: none do
  };
  std::vector<Pair> pairs;  // in processing order; the last one holds the two halves of the longest path, or the root
  std::vector<Slot> slots;
  std::vector<int> slot_of;        // of each body
  std::vector<int> first, second;  // of each joint: the slots of its bodies
  int junctions = 0;

  int steps() const { return static_cast<int>(slots.size()) / 2; }
};

enum class RootedAt { joint, body };
TreeBranches tree_branches(const Topology& topology, RootedAt root = RootedAt::joint);

}  // namespace oopss
