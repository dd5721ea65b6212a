// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "oopss/orbit/loop_action.hpp"
#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// A loop that is shorter than all near it, in the action of LoopAction: near a motion of its winding.
struct ShortLoop {
  FourierLoop loop;
  double action = 0, period = 0;
  double slope = 0;  // of the action that was left
};

/// Above this slope a descent has come to no end: the loop is near no motion.
constexpr double steepest_loop = 1e-2;

/// Called with the share that is done, from 0 to 1.
using Told = std::function<void(double share)>;

/// The shortest loops of a winding other than zero that are found downhill from loops that turn evenly about random
/// shapes (the same ones every time), by rising action; of those that are one loop but for where it begins, one. They
/// have few modes: `resolved_loop` adds to them.
std::vector<ShortLoop> short_loops(const WindingProblem& problem, int starts, const Told& told = {});

/// Downhill from a short loop, with more modes until they resolve it.
ShortLoop resolved_loop(const WindingProblem& problem, const ShortLoop& loop);

/// The shortest loop that is its own mirror image about a shape, downhill from the one that turns evenly.
ShortLoop mirrored_loop(const WindingProblem& problem, const std::vector<double>& shape);

/// Whether shapes φ and their mirror images 2 φ₀ − φ about the stretched shape φ₀ have the same Lagrangian, so that a
/// motion run backwards in the mirror is a motion: where all joints of every body lie in one line with its mass centre,
/// and what is stored is even.
bool has_mirror(const ReducedLagrangian& lagrangian);

/// Pairs {a, a + πn} of shapes whose joints are stretched or folded, one shape of each: the half-way shapes of motions
/// that are their own mirror images, of winding n.
std::vector<std::vector<double>> mirror_shapes(const ReducedLagrangian& lagrangian, const std::vector<int>& winding);

/// The state of a system at a place of the loop, run through once in its period.
std::vector<double> state_on(const System& system, const WindingProblem& problem, const ShortLoop& loop, double s);

}  // namespace oopss
