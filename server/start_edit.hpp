// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/edits.hpp"

namespace oopss {

/// The text with a new [start], from the start as it is solved now; `drag_start` (oopss/system/drag.hpp) says what is
/// kept.
EditedText with_start(ModelCache& cache, const PageText& page, const StartEdit& edit);

}  // namespace oopss
