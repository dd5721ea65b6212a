// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/certify.hpp"
#include "oopss/analysis/equilibria.hpp"

namespace oopss {

/// The roots of a certificate that holds as relative equilibria: each with the index and the verdict that are proved,
/// and remarks on what is not. `of` is the same landscape in numbers.
Equilibria certified_equilibria(const ShapeEnergy& of, const ExactLandscape& exact, const Certificate& certificate,
                                const std::vector<UndecidedBox>& undecided);

}  // namespace oopss
