// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/certify.hpp"
#include "oopss/analysis/equilibria.hpp"

namespace oopss {

/// The roots of a certificate that holds as relative equilibria of a free system with μ_s ≠ 0: each with the index and
/// the verdict that are proved, and remarks on what is not.
Equilibria certified_equilibria(const ShapeEnergy& of, const Topology& at, const PairConstants<Enclosure>& pairs,
                                const Certificate& certificate, const std::vector<UndecidedBox>& undecided);

}  // namespace oopss
