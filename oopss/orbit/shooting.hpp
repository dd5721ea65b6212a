// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/leaf_frame.hpp"

namespace oopss {

/// A loop by states at equal parts of its period, the nodes of multiple shooting; one node is plain shooting.
struct Polygon {
  std::vector<std::vector<double>> nodes;
  double period = 0;
  std::vector<int> winding;  // of every joint
};

/// The polygon through a loop: `count` nodes on the motion from its start; fewer if that comes to an end before.
Polygon polygon_of(const OrbitSystem& model, const OrbitLoop& loop, int count);

/// The one equation that singles out a member of a family of loops: its energy, or a plane that it lies in,
/// normal·(x − anchor) + rise (T/T_anchor − 1) = 0.
struct Selection {
  bool by_energy = true;
  double energy = 0;
  std::vector<double> anchor;
  double anchor_period = 1;
  Eigen::VectorXd normal;  // over the numbers of a state
  double rise = 0;
  int newton_steps = 20;  // after so many the iteration has failed
};

/// A polygon with all that its equations say there.
struct Shot {
  Polygon polygon;
  std::vector<LeafFrame> frames;      // of the nodes
  std::vector<Eigen::MatrixXd> maps;  // from the frame of a node to that of the next
  Eigen::VectorXd opening;            // what the ends of the passages miss the next nodes by
  double closing_error = 0;           // the largest of it
  double phase = 0, dynamic = 0;      // of the root over all of it
  Eigen::MatrixXd monodromy;          // in the frame of the first node
  Eigen::MatrixXd equations;          // slopes of opening and of the phase row, unknowns w_0, w_1, …, dT/T
  std::string trouble;
};

/// Shoots once from every node.
Shot shoot(const OrbitSystem& model, const LeafGeometry& geometry, const Polygon& polygon);

/// Newton's iteration from a polygon near a closed one; `trouble` says so where it does not converge. All equations
/// by least squares: there is one more than unknowns, since energy is kept, and at a closed orbit none is left over.
Shot closed_shot(const OrbitSystem& model, const LeafGeometry& geometry, const Polygon& polygon,
                 const Selection& selection);

/// What a closed shot says of its orbit, but for what `measure` adds.
Orbit orbit_of(const OrbitSystem& model, const Shot& shot);

/// The direction in which loops go on from a closed one: steps of the nodes, each in its frame, and dT/T. That of the
/// first node and dT/T together are of unit length in units.
struct Onward {
  std::vector<Eigen::VectorXd> steps;
  double period = 0;
};
Onward onward(const Shot& shot);

/// How many passages a loop is cut into whose monodromy has this norm, so that none grows by much.
int passages_for(double growth);

}  // namespace oopss
