// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "oopss/mechanics/tree.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {

// Numbers of an independent program, Newton and Euler in maximal coordinates: tests/golden/spatial.json. There torques
// act + on the child, in its axes.

struct GoldenSpaceLaw {
  std::string law;  // log, skew, matrix; empty: none
  double kp = 0;
  Matrix3<double> K, kd;  // zero if there is none
  Vec3<double> drive;     // times cos(frequency t)
  double frequency = 0;
};

struct GoldenSpaceSample {
  double t = 0;
  Matrix3<double> root;                 // A of the root
  std::vector<Matrix3<double>> R;       // per joint: of the child, seen from the parent
  std::vector<Vec3<double>> Omega, Pi;  // per body, in its axes
  double kinetic = 0, stored = 0;
  Vec3<double> mu;                    // total, inertial axes
  std::vector<double> angles, rates;  // of hinges
  std::vector<Vec3<double>> force;    // per joint
};

struct GoldenSpaceRun {
  std::string name;
  Tree<Space<double>> tree;                // joint i − 1 hangs body i
  std::vector<GoldenSpaceLaw> laws;        // per joint
  std::vector<GoldenSpaceSample> samples;  // the first at t = 0
};

struct GoldenSpaceEquilibrium {
  double tau = 0, inertia = 0;
  Vec3<double> axis;  // unit, in the axes of the first body
  Matrix3<double> A;
  int index = 0;
  std::vector<std::complex<double>> spectrum;
  bool spectrally_stable = false;
};

struct GoldenSpacePair {
  std::string name;
  Tree<Space<double>> tree;
  std::optional<int> roots;  // as Sturm counts them
  std::vector<GoldenSpaceEquilibrium> equilibria;
};

/// Of one state: J by rows, the rates of Π and R, the gradients of H + U by Π and by η of R exp(hat η), the Poisson
/// tensor in these coordinates.
struct GoldenSpaceStatics {
  GoldenSpaceRun state;  // with one sample
  std::vector<std::vector<double>> J, poisson;
  std::vector<Vec3<double>> Pi_rate, grad_Pi, grad_eta;
  std::vector<Matrix3<double>> R_rate;
};

const std::vector<GoldenSpaceRun>& golden_space_runs();
const std::vector<GoldenSpacePair>& golden_space_pairs();
const GoldenSpaceStatics& golden_space_statics();

}  // namespace oopss
