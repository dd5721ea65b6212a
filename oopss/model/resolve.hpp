// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/model.hpp"

namespace oopss {

/// Gives every number its value: the parameters in the order of their dependence, then all the others. Reports unknown
/// names, parameters that depend on themselves, and operations without a finite result. The formulas of torque laws
/// depend on the motion: only their names are checked.
void resolve(Model& model, Problems& problems);

}  // namespace oopss
