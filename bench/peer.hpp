// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

// Knows only the standard library of C++17, which is what Simbody compiles with.

namespace oopss {

/// A floating planar chain; body i has its joints at −half and +half on its x-axis.
struct PlainChain {
  std::vector<double> m, I;
  double half = 0;
  int size() const { return static_cast<int>(m.size()); }
};

/// Forward dynamics of a floating chain by another program: joint angles and rates in, accelerations out.
struct Peer {
  const char* name;
  /// Sets φ, θ_root = 0 and the rates (the root body's mass centre at rest), and computes the accelerations.
  std::function<void(const std::vector<double>& phi, const std::vector<double>& phi_rate, double omega_root)> evaluate;
  std::function<std::vector<double>()> accelerations;  // ω' of every body
};

Peer simbody_chain(const PlainChain& chain);
Peer dart_chain(const PlainChain& chain);

}  // namespace oopss
