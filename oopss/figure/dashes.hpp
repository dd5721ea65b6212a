// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"

namespace oopss {

/// A dashed line as the dashes themselves, each a curve without gaps. Where a dash begins is a matter of the place on
/// the page alone (of its x where the line is rather flat, of its y where it is steep), so two lines that lie on each
/// other have their gaps in common, wherever each began. A line without dashes is returned as it is.
std::vector<Curve> anchored_dashes(const Panel& panel, const Curve& line);

}  // namespace oopss
