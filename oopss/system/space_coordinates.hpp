// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/spatial/locked_tree.hpp"
#include "oopss/system/space_shape.hpp"

namespace oopss {

/// The shapes of a tree in space in numbers: what the functions of its energy share.
struct SpaceShapes {
  SpaceShape shape;
  double mu = 0;
  bool stores = false;                     // a law stores energy
  bool spins = true;                       // there is an n
  std::vector<int> child;                  // per joint: the body that hangs on it
  std::vector<int> slot, first;            // per joint: where its coordinates and its directions begin
  std::vector<ShapeDirection> directions;  // of the joints
  int coordinates = 0;

  bool is_ball(std::size_t j) const { return !shape.tree.hinge[child[j]]; }
  bool hangs_second(std::size_t j) const { return shape.tree.sense[child[j]] > 0; }
  int joint_directions() const { return static_cast<int>(directions.size()); }
  int freedom() const { return joint_directions() + (spins ? 2 : 0); }
};

SpaceShapes space_shapes(const SpaceShape& shape, double mu);

/// What the numbers of a shape say.
SpacePose space_pose(const SpaceShapes& shapes, const std::vector<double>& q);
Vec3<double> axis_in(const SpaceShapes& shapes, const std::vector<double>& q);
/// t₁, t₂ with t₁ × t₂ = n: the directions of the axis.
std::array<Vec3<double>, 2> tangents(const Vec3<double>& n);
/// The steps s of R_j exp(hat s) that belong to a unit of each direction of a ball.
std::array<Vec3<double>, 3> turn_steps(const SpaceShapes& shapes, std::size_t j, const Matrix3<double>& R);
/// The numbers of a shape of two bodies on a ball joint.
std::vector<double> pair_shape(const SpaceShapes& shapes, const Matrix3<double>& seen, const Vec3<double>& axis);

/// Where a tree turns as one about an axis, all that hangs on a ball without a law may be turned over, by half a turn
/// about the line from the axis across it through the joint: it turns as one again, with the same inertia. One shape
/// per such ball; none where the joint and the mass centre beyond are both on the axis.
std::vector<ShapeSpace::Shape> turned_over(const SpaceShapes& shapes, const ShapeSpace::Shape& q);

ShapeSpace shape_space(const std::shared_ptr<const SpaceShapes>& shapes);
std::vector<std::string> coordinate_names(const SpaceShapes& shapes, const std::vector<std::string>& joints);
/// Betti numbers over two elements: those of the turns 1 + t + t² + t³, of a circle 1 + t, of axes 1 + t + t².
std::vector<long> betti_numbers(const SpaceShapes& shapes);

}  // namespace oopss
