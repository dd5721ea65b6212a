// SPDX-License-Identifier: Apache-2.0
// Joints whose motion is prescribed: as they start, and where they jump.
#pragma once

#include "oopss/system/derivation.hpp"

namespace oopss {

/// Such a joint at a time, t = 0 if nothing else is said.
struct MovedStart {
  int joint = 0;
  double angle = 0, rate = 0;
};
/// Of every one, finite or not.
std::vector<MovedStart> moved_at(const TreeSpec& spec, const std::vector<double>& p, double t);
/// The same at t = 0; throws ModelError where the expression is not finite.
std::vector<MovedStart> moved_starts(const TreeSpec& spec, const std::vector<double>& p);

/// What is wrong, in words, if an angle jumps from one time to the next: φ, φ' and φ'' of every one at both.
std::string motion_jump(const Derived& derived, double before, const std::vector<double>& given_before, double after,
                        const std::vector<double>& given_after);

}  // namespace oopss
