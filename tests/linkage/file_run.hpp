// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/integrate/run.hpp"

namespace oopss {

/// The run of a model of tests/linkage/models, with steps of 0.01 or the tolerance 1e-9, without output points.
Run file_run(const std::string& name, const std::string& method);

}  // namespace oopss
