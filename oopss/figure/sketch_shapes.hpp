// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "oopss/system/typeset.hpp"

namespace oopss {

/// Places of the plane as vectors.
inline Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }
inline Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
inline Spot operator*(double s, Spot a) { return {s * a.x, s * a.y}; }
inline double length(Spot a) { return std::hypot(a.x, a.y); }
inline Spot direction(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// What the drawing of a body is around, in its frame: joints, marked points, mass centre and the outline; without one,
/// opposite its only joint, the end of a uniform rod of its inertia.
std::vector<BodySpot> extent_of(const LabelledBodies& bodies, int i);

/// Whether corners lie in one plane, as those of a plate do; others are those of a convex solid.
bool in_one_plane(const std::vector<BodySpot>& corners);

/// The corners of the least convex polygon around places, counter-clockwise.
std::vector<Spot> convex_hull(std::vector<Spot> places);

/// What is seen of a body whose corners are there on the page: the polygon of a plate, of others what a convex solid
/// covers.
std::vector<Spot> silhouette(std::vector<Spot> corners, bool plate);

/// The least convex shape around places with a round edge, thicker the longer it is, between two half thicknesses.
std::vector<Spot> rounded_shape(const std::vector<Spot>& extent, double thinnest, double thickest);

}  // namespace oopss
