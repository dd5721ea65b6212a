// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace oopss {

struct TreeSpec;

/// How the torque laws of a model depend on the time.
struct LawTime {
  bool depends = false;
  std::optional<double> period;  // the least after which all are as before; none: see `why`
  std::string why;               // there is none, in words
};

/// A law has a period if t stands in sines and cosines alone, each of a t + b; several have one if their rates a are to
/// each other as whole numbers up to 1000.
LawTime law_time(const TreeSpec& spec, const std::vector<double>& p);

}  // namespace oopss
