// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/integrate/run.hpp"

namespace oopss {

/// The run of a built-in model, with steps of 0.01 or the tolerance 1e-9, or another, as in "taylor@1e-8", without
/// output points.
Run example_run(const std::string& name, const std::string& wanted);

}  // namespace oopss
