// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/leaf_frame.hpp"

namespace oopss {

/// A pair ±iω of the flow linearised at a relative equilibrium, on the leaf of its momentum.
struct NormalMode {
  double frequency = 0;
  /// Re v in the numbers of a state, with (Re v)·D²H(Re v) = ±2, where the shape is nearest to that of the equilibrium:
  /// x + s Re v has the energy E ± s² + O(s³).
  Eigen::VectorXd direction;
  int energy_sign = 1;         // of D²H along it: at a minimum of V_μ + U all are 1
  double swing = 0, sway = 0;  // how far v takes the angle that moves most, and the momentum that does
};

/// Small motions about a relative equilibrium.
struct SmallOscillations {
  std::vector<double> state;      // the bodies turn as one
  std::vector<NormalMode> modes;  // by rising frequency: mode 1 is the slowest
  bool degenerate = false;        // an eigenvalue is zero
};
SmallOscillations small_oscillations(const OrbitSystem& model, const std::vector<double>& phi, double momentum);

/// Why Lyapunov's centre theorem does not give a family tangent to a mode, in words: another eigenvalue is a whole
/// multiple of ±iω, 0 and 1 included. Empty if it does.
std::vector<std::string> resonances(const SmallOscillations& small, int mode);

}  // namespace oopss
