// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/orbit/shooting.hpp"

namespace oopss {

/// What a family is followed with.
struct FamilyTrack {
  const OrbitSystem& model;
  LeafGeometry geometry;
};

/// A closed loop of a family, and how the family goes on from it.
struct FamilyPoint {
  Shot shot;
  std::vector<Eigen::VectorXd> tangent;  // per node, in the numbers of a state
  double stretch = 0;                    // dT/T: with the tangent of the start it is of unit length in units
  double energy = 0, climb = 0;          // and how fast it grows along the family, g·t
  std::vector<std::complex<double>> rho;
  double surprise = 0;  // how far off the guess was at the node that was worst, in units
};

/// A loop near one of the family, and the plane in which that is looked for.
struct FamilyGuess {
  Polygon polygon;
  Selection selection;
};

/// The point of a closed shot, its tangent in the sense of `onwards`, a direction of the start in the numbers of a
/// state, and of dT/T.
FamilyPoint family_point(const FamilyTrack& track, Shot shot, const Eigen::VectorXd& onwards, double stretch);

/// How far two points are apart in units: their starts and log T.
double distance(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b);

/// The cosine of the angle between their tangents.
double alignment(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b);

/// The loop at a step along the tangent, which goes on turning as it did since the point before, if there is one with
/// as many nodes (Adams and Bashforth).
std::optional<FamilyGuess> ahead(const FamilyTrack& track, const FamilyPoint* before, const FamilyPoint& from,
                                 double step);

/// The loop on the cubic through two points with their tangents, at a part of the way from a to b. Both have as many
/// nodes.
std::optional<FamilyGuess> between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b, double part);

/// The loop of the family near a guess, going on as `near` does; nothing if Newton's iteration does not find it.
std::optional<FamilyPoint> closed_point(const FamilyTrack& track, const FamilyGuess& guess, const FamilyPoint& near);

/// The same loop by as many nodes as the growth of errors along it asks for.
FamilyPoint with_nodes_for_growth(const FamilyTrack& track, FamilyPoint point);

}  // namespace oopss
