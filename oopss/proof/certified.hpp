// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/proof/certify.hpp"

namespace oopss {

/// The roots of a certificate that holds as relative equilibria: each with the index and the verdict that are proved,
/// and remarks on what is not. `energy` is the same landscape in numbers.
struct ProofEffort {
  bool spectra = true;          // even indices are decided by their spectra, which takes longest
  std::function<void()> watch;  // called before each root; may throw
};
Equilibria certified_equilibria(const ShapeEnergy& energy, const ExactLandscape& exact, const Certificate& certificate,
                                const std::vector<UndecidedBox>& undecided, const ProofEffort& effort = {});

}  // namespace oopss
