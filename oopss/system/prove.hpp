// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/equations.hpp"

namespace oopss {

/// What is proved of derived equations by exact symbolic computation, for up to six bodies: that J is the Gram matrix
/// of the velocities in inertial positions, that the printed rates are −∂H/∂θ, the Jacobi identity, the Casimir; for
/// two bodies also that the forms of the planar paper are the same equations.
std::vector<Claim> prove_claims(const TreeSpec& spec, const Equations& equations);

}  // namespace oopss
