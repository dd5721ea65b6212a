// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "oopss/model/model.hpp"
#include "oopss/symbolic/compiler.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// How the numbers are computed. The last two give the same numbers to the bit.
enum class Engine {
  automatic,    // the one of the others that is fastest for the model, whatever the machine has
  recursive,    // the O(N) recursion on doubles
  interpreted,  // a straight-line program: the same, of two and three bodies the closed form of J
  compiled      // that program compiled and loaded; interpreted until it is there
};

/// A tool that was asked for is not there.
struct MissingTool : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A planar tree as a system of equations. The model is checked first, also one that was filled or changed by hand, and
/// throws ModelError if it is not good. Nobody waits for the
/// compiler: `compiled` returns at once, and falls back on `interpreted` if the compiler fails; it throws MissingTool
/// if there is none. The joints of `driven` have torques that the caller gives besides their laws, which
/// System::with_inputs takes; all that they do counts as work. Those with a law that is a function of the program are
/// driven too, after these: by that function, unless System::with_inputs is given a drive.
System derive(const Model& model, Engine engine = Engine::automatic, const Compiler& compiler = {},
              const std::vector<std::string>& driven = {});

/// How many systems `derive` has made since the program began, for tests of who derives how often.
long derivations();

/// The state in which the model's run starts, also one that was derived with driven joints; throws ModelError if the
/// start cannot be met.
std::vector<double> start_state(const Model& model, bool driven = false);

}  // namespace oopss
