// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/model.hpp"

namespace oopss {

/// Where the numbers come from: read from a file, where one without an expression has been reported; by hand, where
/// it is its value, or the text of its expression, yet to be parsed; or again, in a model that was resolved before and
/// in which some were put anew, but for masses and lengths of a chain, of which formulas are made.
enum class Written { in_file, by_hand, again };

/// Gives every number its value: the parameters in the order of their dependence, then all the others. Reports unknown
/// names, parameters that depend on themselves, and operations without a finite result. The formulas of torque laws
/// depend on the motion: only their names are checked.
void resolve(Model& model, Problems& problems, Written written = Written::in_file);

}  // namespace oopss
