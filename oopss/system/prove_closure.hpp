// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/equations.hpp"

namespace oopss {

/// What is proved of equations with loops, for up to six bodies: that G is the slope of g, and that the closing forces
/// keep g'' = 0; of a four-bar that Ω keeps common turning, that the Dirac bracket of (θ_10, μ_0, μ_1) is (6.4), and
/// that (6.6) is the motion of the tree with closing forces.
std::vector<Claim> prove_closure(const TreeSpec& spec, const Equations& equations);

}  // namespace oopss
