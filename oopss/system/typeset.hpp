// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/skeleton.hpp"

namespace oopss {

struct TreeSpec;

/// A letter with its index, as papers set it: θ and 2,1. Empty where there is nothing to name.
struct Symbol {
  std::string letter, index;
};

/// Bodies as a drawing shows them, in the letters of `derive`.
struct LabelledBodies {
  Skeleton bones;
  bool in_space = false;
  std::vector<double> inertia;                  // in space the largest moment
  std::vector<std::vector<BodySpot>> outlines;  // from the mass centres; empty where the file has none
  std::vector<std::vector<BodySpot>> boxes;     // in space their corners
  std::vector<Symbol> attitude;                 // θ_i of the bodies; in space R_i
  std::vector<Symbol> angle;                    // θ_j,i of the joints: θ_j − θ_i; of ball k R_k, of two bodies A
  std::vector<Symbol> axis;                     // n_k of hinges in space, empty of other joints
  std::vector<BodySpot> axes;                   // and what it is, in the first body's frame
  std::vector<Symbol> d_first, d_second;  // d_ij and d_ji of the joints; empty for a vector that is zero in the file
};
LabelledBodies labelled_bodies(const TreeSpec& spec);

/// θ_{2,1}, as the axes of figures have it: the angle of a joint, by the places of its bodies in the file.
std::string angle_letter(const TreeSpec& spec, std::size_t joint);

/// θ_{2,1} = θ_{arm} − θ_{hub}.
std::string angle_label(const TreeSpec& spec, std::size_t joint);

}  // namespace oopss
