// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/skeleton.hpp"

namespace oopss {

struct TreeSpec;

/// A letter with its index, as papers set it: θ and 2,1. Empty where there is nothing to name.
struct Symbol {
  std::string letter, index;
};

/// Planar bodies as a drawing shows them, in the letters of `derive`.
struct LabelledBodies {
  Skeleton bones;
  std::vector<double> inertia;
  std::vector<std::vector<Spot>> outlines;  // from the mass centres; empty where the file has none
  std::vector<Symbol> attitude;             // θ_i of the bodies
  std::vector<Symbol> angle;                // θ_j,i of the joints: θ_j − θ_i
  std::vector<Symbol> d_first, d_second;    // d_ij and d_ji of the joints; empty for a vector that is zero in the file
};
LabelledBodies labelled_bodies(const TreeSpec& spec);

}  // namespace oopss
