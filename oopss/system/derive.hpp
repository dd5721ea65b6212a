// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/model.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// How the numbers are computed.
enum class Engine {
  recursive,   // the O(N) recursion on doubles
  interpreted  // the straight-line program of the same recursion
};

/// A planar tree as a system of equations. The model must be a planar tree (a checked one is).
System derive(const Model& model, Engine engine = Engine::recursive);

/// The state in which the model's run starts; throws ModelError if the start cannot be met.
std::vector<double> start_state(const Model& model);

}  // namespace oopss
