// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oopss/model/model.hpp"
#include "oopss/symbolic/emit.hpp"

namespace oopss {

struct GeneratedFile {
  std::string name, text;
};

/// The languages by their names: c, c++, python, fortran, matlab, cuda.
std::optional<Language> language_of(std::string_view name);
const std::vector<std::string>& language_names();

/// Code that stands alone: field, energy, momentum, angular velocities, poses, torques, Jacobian, the model's numbers,
/// and a program that reads a data file, which is written too, and prints the motion as `simulate` would. The torques
/// of `input_joints` become arguments. Only validated names, numbers and our own tokens are written.
std::vector<GeneratedFile> generate(const Model& model, Language language, const std::vector<int>& input_joints);

/// Why there is no code of a model, in words; empty if there is.
std::string no_code(const Model& model);

}  // namespace oopss
