// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/special_case.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// The plane of both joint angles x, y at the bent pair, where κ = sin y / sin x and τ = −sin(x + y) / sin x: the parts
/// in which these have the signs of each case (planar paper, Figure 9), with the pairs of the sampled chains in them.
Panel sign_constraints(const Box& box, double text_size, const SpecialTable& table);

/// The bent shape of one chain per case and region as a stick figure, with the signs of cos x and cos y.
Panel bent_shapes(const Box& box, double text_size, const SpecialTable& table);

}  // namespace oopss
