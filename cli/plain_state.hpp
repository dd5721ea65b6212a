// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oopss/system/columns.hpp"
#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// A state as results show it.
struct PlainState {
  std::vector<std::optional<double>> angles;           // per joint; none of a ball
  std::vector<std::optional<double>> rates;            // of these, where they are shown
  std::vector<std::vector<double>> momenta, absolute;  // per body: a number; in space a vector and a quaternion
  std::vector<std::array<double, 9>> rotations;        // per joint, in space: its second body seen from its first
  std::vector<double> turned;                          // per joint: its angle, of a ball the one of its turn from rest
};

/// The state that was recorded last, with columns that each trajectory has.
PlainState plain_state(const System& system, const Recorder& last);

/// The states in which bodies in space turn as one in a shape of theirs; empty in the plane.
using StateOfShape = std::function<PlainState(const std::vector<double>& shape)>;
StateOfShape state_of_shape(const System& system, const Skeleton& skeleton, const std::vector<double>& p,
                            const ShapeSpace& space);

/// Angles of joints and momenta of bodies, a line each; momenta are measured by `size`.
std::string in_words(const PlainState& state, const std::vector<std::string>& bodies,
                     const std::vector<std::string>& joints, double size);

}  // namespace oopss
