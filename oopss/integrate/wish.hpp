// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/integrate/run.hpp"

namespace oopss {

/// What a file or a person says about a run; the rest is found.
struct RunWish {
  std::optional<double> until, every, step, tolerance;
  std::string method;  // a name of the table, or empty
};

/// The run that the file's words and those asked for make together: what is asked for wins over the file, and a method
/// leaves aside what the file says for methods of the other kind. Without a step there is `suggested_step`, without a
/// tolerance 1e-10, without an interval of output a thousandth of the span. The span must not be zero.
RunOptions run_options(const RunWish& file, const RunWish& asked, const Flow& flow, const Layout& layout, double t0,
                       const std::vector<double>& start);

}  // namespace oopss
