// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/orbit/turn_model.hpp"

namespace oopss {

/// A plan, as the verb `turn` shows it.
struct TurnResult {
  std::string model;
  std::vector<std::string> bodies, joints;
  ModelTurn asked;
  PlannedTurn planned;
  std::string file;
};

}  // namespace oopss
