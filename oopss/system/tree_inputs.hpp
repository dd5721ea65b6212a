// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Whether inputs get names, meanings in words and their decimals, which the numbers alone do not need.
enum class InputNames { none, put };

/// Makes the numbers of a checked model inputs: where each is among them goes into `spec`, their values come back.
std::vector<double> put_inputs(const Model& model, InputNames names, TreeSpec& spec);

}  // namespace oopss
