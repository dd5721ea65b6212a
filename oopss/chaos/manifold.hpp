// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/saddle_orbit.hpp"

namespace oopss {

/// The section on which manifolds are compared: where one angle of the state is half a turn from the periodic motion,
/// with the coordinates of a point there. Time counts where forces have a period.
struct HomoclinicSection {
  int place = 0;        // of the angle in the state
  double folded = 0;    // the angle near which the periodic motion is
  int sense = 1;        // the sign of the angle's rate along the loop: the section is folded + sense · π, and back
  double period = 0;    // of the phase
  int phase_sense = 1;  // the sign of the rate of the phase on the periodic motion
  std::function<double(double t, const double* x)> phase;
  std::function<double(const double* x)> momentum;
};

/// A system with its periodic motion of saddle type, and the section that the loops at it cross.
struct ManifoldProblem {
  const OrbitSystem& model;
  const SaddleOrbit& orbit;
  const HomoclinicSection& section;
  double start = 2e-7;  // how far from the periodic motion a branch begins, in units: its bend is the square of that
};

enum class Manifold { unstable, stable };

/// Where a motion on a branch first meets the section.
struct SectionArrival {
  double phase = 0, momentum = 0;  // phase from 0 to before one period
  double t = 0;
  std::vector<double> x;
  std::string trouble;  // why it does not arrive, in words; empty if it does
};

/// The branch of a manifold on the section, by a parameter of the period 1: each point by a motion of its own from near
/// the periodic motion, by the method taylor at rounding level. Errors across it shrink on the way, those along it move
/// the point along the branch.
SectionArrival arrive_at_section(const ManifoldProblem& problem, Manifold branch, double parameter);

/// The point of the first piece of a branch at a phase. The parameter is where it is looked for first, and where it was
/// found; from next to it the slope of the branch leads there.
struct ManifoldPoint {
  double phase = 0, momentum = 0;
  double parameter = 0;
  std::vector<double> x;
  std::string trouble;  // why there is none, in words
};
ManifoldPoint manifold_point(const ManifoldProblem& problem, Manifold branch, double phase, double parameter = 0);

}  // namespace oopss
