// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/system/skeleton.hpp"

namespace oopss {

/// The dashes of a line through places of the page, for lengths of dashes and gaps in turn. Where one begins is a
/// matter of the place alone (of its x where the line is rather flat, of its y where it is steep), so two lines that
/// lie on each other have their gaps in common, wherever each began.
std::vector<std::vector<Spot>> anchored_dashes(const std::vector<Spot>& line, const std::vector<double>& lengths);

}  // namespace oopss
