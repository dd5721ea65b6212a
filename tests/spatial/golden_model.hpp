// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/model.hpp"
#include "tests/spatial/golden_space.hpp"

namespace oopss {

/// The bodies and the start of a run as a model, with bodies b0, b1, … and joints j1, j2, … to their parents. `flipped`
/// joints have their bodies the other way round.
Model model_of(const GoldenSpaceRun& golden, bool flipped = false);

}  // namespace oopss
