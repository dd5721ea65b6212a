// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace oopss {

/// The double nearest to a decimal ("-1.5e3", ".5"; no leading plus, no underscores), whatever the locale. Too large a
/// decimal gives an infinity, too small a one zero.
double nearest_double(std::string_view decimal);

/// Why a decimal cannot be used as a double: empty if it can, else "is too large: …" or "is too small: …".
std::string out_of_range(std::string_view decimal);

}  // namespace oopss
