// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "oopss/chain/beads.hpp"

namespace oopss {

/// The paper's chain: beads of mass 1/(joints + 2) on rods of length 1.
template <class T>
Beads<T> equal_beads(int joints) {
  Beads<T> beads;
  beads.m.assign(static_cast<std::size_t>(joints) + 2, T(1) / T(joints + 2));
  beads.l.assign(static_cast<std::size_t>(joints) + 1, T(1));
  return beads;
}

/// Masses and lengths between 1/4 and 4, many of them far from those beside them.
inline Beads<double> random_beads(std::mt19937& random, int joints) {
  std::uniform_real_distribution<double> exponent(-2, 2);
  Beads<double> beads;
  for (int j = 0; j < joints + 2; ++j) beads.m.push_back(std::exp2(exponent(random)));
  for (int j = 0; j < joints + 1; ++j) beads.l.push_back(std::exp2(exponent(random)));
  return beads;
}

/// Numbers >= 0 of sum 1, some of them zero.
inline std::vector<double> random_gauge(std::mt19937& random, int rods) {
  std::uniform_real_distribution<double> part(-0.3, 1);
  std::vector<double> w(static_cast<std::size_t>(rods), 0.0);
  double sum = 0;
  for (double& x : w) {
    x = std::max(0.0, part(random));
    sum += x;
  }
  if (sum == 0) {
    w[0] = 1;
    return w;
  }
  for (double& x : w) x /= sum;
  return w;
}

}  // namespace oopss
