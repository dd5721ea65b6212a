// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "oopss/chaos/splitting_model.hpp"
#include "oopss/model/model.hpp"

namespace oopss {

/// Gaps that an independent program measured at one phase, for several sizes: tests/golden/chaos.json.
struct GoldenGaps {
  double phase = 0, M = 0, predicted = 0;  // per unit of size
  std::vector<double> sizes, gap, error;
  double slope = 0, slope_error = 0;
};

/// A pair with a drive, or three bodies with the third on a short lever.
struct GoldenSplitting {
  std::string id;
  Model model;  // its drive of size 1, or its lever of length 1
  bool forced = false;
  double mu_s = 0, mu_3 = 0, energy = 0;
  int loop = 1;
  double I_1 = 0, I_2 = 0, x = 0, stretched = 0, growth = 0, rate = 0, nu = 0;  // of the pair; the last two if forced
  double Omega = 0;
  std::complex<double> C;  // M = Re(C exp iψ), or of a drive by one cosine Re(C exp iΩt)
  std::vector<double> zeros;
  std::vector<GoldenGaps> measured;
};
std::vector<GoldenSplitting> golden_splittings();

inline ModelSplitting found_splitting(const GoldenSplitting& golden) {
  return splitting_of(golden.model, {.sense = golden.loop});
}

}  // namespace oopss
