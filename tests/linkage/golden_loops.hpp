// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oopss/model/build.hpp"
#include "tests/linkage/pinned.hpp"

namespace oopss {

/// Numbers of an independent program in maximal coordinates: tests/golden/loops.json.
struct GoldenAlgebra {
  std::string id, system;
  double theta10 = 0;
  int sigma = 0;
  std::vector<double> theta, mu, rates;  // θ_0 = 0; rates of θ_10, μ_0, μ_1
  std::vector<std::vector<double>> Omega, J, dJ;
  double locked_inertia = 0, H = 0, dH = 0;
};

struct GoldenSample {
  double t = 0;
  std::vector<double> theta, omega;
  std::vector<Vec2<double>> r, hinge_force;  // the force on the joint's first body
};

struct GoldenLoopRun {
  std::string id, system;
  std::map<int, double> fixed_theta, fixed_omega;
  std::vector<double> guess;
  double energy = 0, momentum = 0, sensitivity = 0;
  std::vector<GoldenSample> samples;  // the first at t = 0
};

struct GoldenLoopEquilibrium {
  std::string id, system;
  std::vector<double> theta;
  double locked_inertia = 0;
  int positive = 0;                           // directions in which the inertia rises
  std::vector<std::complex<double>> lambda2;  // over the squared rate
  bool stable = false;
};

const std::map<std::string, PinnedBodies>& golden_linkages();
const std::vector<GoldenAlgebra>& golden_algebra();
const std::vector<GoldenLoopRun>& golden_loop_runs();
const std::vector<GoldenLoopEquilibrium>& golden_loop_equilibria();

/// The bodies as a model, named b0, b1, … and j0, j1, …
Model model_of(const PinnedBodies& bodies);
/// With the start of the run.
Model model_of(const GoldenLoopRun& golden);

}  // namespace oopss
