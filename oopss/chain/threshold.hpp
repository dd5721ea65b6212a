// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/chain/beads.hpp"

namespace oopss {

/// The energies above which the Maupertuis functional of a free chain of momentum μ is positive in all directions at
/// every shape, so that a motion of every winding exists (Theorem 1.1 of Laederich and Levi).
struct Thresholds {
  double literal = 0;         // with the angle of rod 0 as the angle of the chain: μ² (1/m_0 + 1/m_1) / (2 l_0²)
  double best = 0;            // with the angle Σ w_j ψ_j for which it is least; never below μ² / (2 min I)
  std::vector<double> gauge;  // w, at least 0, of sum 1
};

/// The threshold with the angle Σ w_j ψ_j of the chain, Σ w_j = 1: with g_j = w_j / l_j, and g = 0 beyond both ends,
///   E_0(w) = (μ²/2) Σ_n (|g_{n−1}| + |g_n|)² / m_n.
double threshold_of_gauge(const Beads<double>& beads, const std::vector<double>& w, double momentum);

Thresholds energy_thresholds(const Beads<double>& beads, double momentum);

}  // namespace oopss
