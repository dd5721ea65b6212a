// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/model.hpp"

namespace oopss {

/// The model with the formula of a law drive times a number.
Model with_scaled_drive(Model model, int joint, int law, double factor);

}  // namespace oopss
