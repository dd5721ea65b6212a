// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/integrate/run.hpp"

namespace oopss {

/// The run of a built-in model, with steps of 0.01 or the tolerance 1e-9, without output points.
Run example_run(const std::string& name, const std::string& method);

}  // namespace oopss
