// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace oopss {

/// The double nearest to a decimal ("-1.5e3", ".5"; no leading plus, no underscores), whatever the locale. Too large a
/// decimal gives an infinity, too small a one zero.
double nearest_double(std::string_view decimal);

/// Why a decimal cannot be used: empty if it can, else "is too large: …", "is too small: …", or that it has more digits
/// than anyone writes (1000, and 4 in the exponent), which would take long to work with exactly.
std::string out_of_range(std::string_view decimal);

}  // namespace oopss
