// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"
#include "oopss/orbit/family.hpp"

namespace oopss {

/// The backbone of a family of loops: the period over the energy, solid where all multipliers lie on the unit circle
/// and dashed elsewhere, with its events marked and named; below, the moduli of the multipliers.
Figure backbone_figure(const Family& family, const std::string& title);

}  // namespace oopss
