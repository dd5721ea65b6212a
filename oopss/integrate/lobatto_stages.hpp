// SPDX-License-Identifier: Apache-2.0
// The equations of one step, for the files of Lobatto alone.
#pragma once

#include "oopss/integrate/lobatto.hpp"

namespace oopss {

inline constexpr double half_slow = 0.15;  // κ at which time goes half as fast

/// The state as laws and outputs see it, whole turns added; into `unwrapped`.
const double* with_turns(Lobatto& by, const std::vector<double>& x);

/// H + U − work + dissipated, from what `open` returned at x.
double conserved(const Lobatto& by, double energy, const double* x);

/// Unknowns of a whole step.
Outcome settle_whole(Lobatto& by, const Flow& flow);
/// Unknowns of a step that takes the time `span`, a part of the last one if that is known.
Outcome settle_inside(Lobatto& by, const Flow& flow, double span);

/// ε_kᵀ F(Y_k) of every node, from unknowns.
void take_impulses(Lobatto& by, std::vector<double>& unknowns);

/// The time that the step takes whose unknowns are solved.
double span_of(const Lobatto& by);

/// What the momenta of a step are measured against, and the largest of unknowns, impulses by what they do to a stage.
double momentum_scale(Lobatto& by);
double largest_of_all(Lobatto& by, const double* unknowns, double momentum);

}  // namespace oopss
