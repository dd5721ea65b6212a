// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/columns.hpp"

namespace oopss {

/// The letter of a column as the papers have it: \theta_{2,1} in LaTeX, θ_{2,1} as text with its subscript, where a
/// dot is a prime and an upper index stands with the lower ones. Empty for what has no letter.
struct ColumnSymbol {
  std::string latex, text;
};
ColumnSymbol column_symbol(const Column& column, const System& system);

}  // namespace oopss
