// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/model/model.hpp"
#include "oopss/symbolic/emit.hpp"

namespace oopss {

struct GeneratedFile {
  std::string name, text;
};

/// Code that stands alone: field, energy, momentum, Jacobian, the model's numbers, and a main that integrates the
/// model's own run. The torques of `input_joints` become arguments. Only validated names, numbers and our own tokens
/// are written.
std::vector<GeneratedFile> generate(const Model& model, Language language, const std::vector<int>& input_joints);

}  // namespace oopss
