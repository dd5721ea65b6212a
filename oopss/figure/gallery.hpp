// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/figure/plot.hpp"

namespace oopss {

/// The mark of a verdict, readable without colour: stable a full disc, unstable a ring, spectrally stable a ring around
/// a dot, degenerate a ring crossed out. Its radius is in pixels.
std::vector<Mark> stability_mark(Spot spot, Stability verdict, double radius);

/// All equilibria as stick figures on cards, at one scale, the long axis of each shape level: with the mark of its
/// stability, inertia, energy, index, and its spectrum in the complex plane. poses[i] are those of equilibrium i, in
/// space with the axis about which they turn along z: it is upright, and outlines and boxes are drawn. Of more than
/// `most` the first are drawn, and the foot says so.
Figure gallery(const std::string& title, const Skeleton& skeleton, const Equilibria& equilibria,
               const std::vector<std::vector<BodyPose>>& poses, int most = 40);

}  // namespace oopss
