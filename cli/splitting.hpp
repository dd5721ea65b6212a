// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/chaos/splitting_model.hpp"

namespace oopss {

/// A splitting, as the verb shows it.
struct SplittingResult {
  std::string model;
  int loop = 1;
  ModelSplitting subject;
  Splitting found;
  std::string file;
};

/// What was found, and what of it is a theorem, what an integral, what a measurement.
std::string in_words(const SplittingResult& result);

}  // namespace oopss
