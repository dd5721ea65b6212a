// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/symbolic/program.hpp"

namespace oopss {

enum class Language { cpp, c, python, fortran, matlab, cuda };

/// One function's body as source text: the program with `inputs[g]` as the name of input group g (an array, or a scalar
/// for a group whose entry in `scalar_group` is true) and `output` as the array that receives the results. Only our own
/// tokens appear: v0, v1, … (in Fortran w(0), w(1), …), the given array names, numbers and math functions. No operation
/// is reordered or fused, so C and C++ compiled with -ffp-contract=off agree with `interpret` to the bit. In CUDA
/// numbers are of a type `real`, which whoever uses the text says, as he says what OOPSS_DEVICE stands for, before a
/// function; sines, cosines and quotients are there by helper functions of our own (cuda_functions.hpp), which agree
/// with `interpret` to rounding. Arrays count from 0, in MATLAB from 1. ramp, pulse and sign, and in languages without
/// a choice in expressions min and max, are calls of helper functions whose text `emit_helpers` gives (empty if the
/// program needs none).
struct Naming {
  std::vector<std::string> inputs;
  std::vector<bool> scalar_group;
  std::string output;
};
std::string emit_body(const Program& program, Language language, const Naming& naming);
/// The shortest decimal that reads back as the same double, always a floating-point literal.
std::string number_text(double x, Language language);
std::string emit_helpers(const std::vector<const Program*>& programs, Language language);

}  // namespace oopss
