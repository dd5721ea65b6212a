// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/equations.hpp"

namespace oopss {

/// What is proved of equations in space by exact computation, for up to six bodies: the rates are {x, H}, the bracket
/// is skew and obeys the Jacobi identity, |M|² is a Casimir; of one and two bodies also that J is the kinetic energy,
/// and of two the product form.
std::vector<Claim> prove_space(const TreeSpec& spec, const Equations& equations);

}  // namespace oopss
