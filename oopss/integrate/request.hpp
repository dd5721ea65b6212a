// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/run.hpp"

namespace oopss {

/// The run that the file's settings and those asked for make together: what is asked for wins over the file, and a
/// method leaves aside what the file says for methods of the other kind. Without a step there is `suggested_step`,
/// without a tolerance 1e-10, without an interval of output a thousandth of the span. The span must not be zero.
RunRequest run_request(const RunSettings& file, const RunSettings& asked, const Flow& flow, const Layout& layout,
                       double t0, const std::vector<double>& start);

}  // namespace oopss
