// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/scalar/enclosure.hpp"

namespace oopss {

/// The number that a decimal stands for, exactly.
inline Enclosure decimal(const char* text) { return Enclosure(decimal_rational(text)); }

}  // namespace oopss
