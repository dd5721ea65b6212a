// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/read.hpp"
#include "oopss/system/chaos_system.hpp"
#include "oopss/system/derive.hpp"
#include "tests/mechanics/golden_planar.hpp"
#include "tests/sanitized.hpp"
#include "tests/system/bodies_model.hpp"

namespace oopss {

/// A state of shape φ with momenta μ.
inline std::vector<double> state_with(const System& system, const std::vector<double>& phi,
                                      const std::vector<double>& mu) {
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
  put(system.layout, BlockKind::joint_angle, phi, x);
  put(system.layout, BlockKind::momentum, mu, x);
  return x;
}

/// A system with a start.
struct Started {
  ChaosSystem model;
  std::vector<double> start;
};
template <class Golden>
requires requires(const Golden& golden) { golden.initial; }
Started started(const Golden& golden) {
  Started out{chaos_system(model_of(golden.bodies)), {}};
  out.start = state_with(out.model.motion.system, golden.initial.phi, golden.initial.mu);
  return out;
}
inline Started started(const char* name, const Settings& settings = {}) {
  const Model model = load_model(name, settings);
  return {chaos_system(model), start_state(model)};
}

}  // namespace oopss
