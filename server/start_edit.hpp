// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/edits.hpp"

namespace oopss {

/// The text with a new [start], from the start as it is solved now. With momentum and energy both given or held, the
/// joint rates keep their direction; with the momentum alone, the joint rates; with the energy alone, all angular
/// velocities are scaled; with neither, joint rates and the root's angular velocity are kept. A pose out of reach is a
/// ModelError with the attainable interval, or the last pose in reach on the way to it if the edit asks to snap.
EditedText with_start(const std::string& text, const StartEdit& edit);

}  // namespace oopss
