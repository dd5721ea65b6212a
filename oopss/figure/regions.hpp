// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/special_case.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// The plane of κ and τ with the sampled chains: a large mark where there are six equilibria, full if the bent pair is
/// stable and hollow if it is not, a dot where there are four; over them the curves that bound the regions. Beside it
/// the signs as parts of the plane of both angles, and the bent shape of each case and region.
Figure regions(const SpecialTable& table);

}  // namespace oopss
