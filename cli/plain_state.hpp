// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "oopss/system/columns.hpp"

namespace oopss {

/// A state as results show it.
struct PlainState {
  std::vector<std::optional<double>> angles;           // per joint; none of a ball
  std::vector<std::vector<double>> momenta, absolute;  // per body: a number; in space a vector and a quaternion
  std::vector<std::array<double, 9>> rotations;        // per joint, in space: its second body seen from its first
  std::vector<double> turned;                          // per joint: its angle, of a ball the one of its turn from rest
};

/// The state that was recorded last, with columns that each trajectory has.
PlainState plain_state(const System& system, const Recorder& last);

/// Angles of joints and momenta of bodies, a line each; momenta are measured by `size`.
std::string in_words(const PlainState& state, const std::vector<std::string>& bodies,
                     const std::vector<std::string>& joints, double size);

}  // namespace oopss
