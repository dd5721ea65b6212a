// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_shape.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/spatial/pair_equilibria.hpp"
#include "oopss/system/space_coordinates.hpp"

namespace oopss {
namespace {

using Shape = ShapeSpace::Shape;
using Vector3 = Vec3<double>;

/// Adds U of the laws to a value with n directions.
void add_stored(const SpaceShapes& shapes, const SpacePose& pose, int n, ShapeValue& out) {
  for (std::size_t j = 0; j < shapes.child.size(); ++j) {
    const JointStore& store = shapes.shape.stored[j];
    const int first = shapes.first[j];
    if (shapes.is_ball(j) && store.ball) {
      const TurnEnergy U = store.ball(pose.R[j]);
      const std::array<Vector3, 3> step = turn_steps(shapes, j, pose.R[j]);
      out.value += U.value;
      for (int k = 0; k < 3; ++k) {
        out.gradient[first + k] += dot(U.gradient, step[k]);
        for (int l = 0; l < 3; ++l) out.hessian[(first + k) * n + first + l] += dot(step[k], U.hessian * step[l]);
      }
    } else if (!shapes.is_ball(j) && store.hinge) {
      const auto [U, slope, curvature] = store.hinge(pose.angle[j]);
      out.value += U;
      out.gradient[first] += slope;
      out.hessian[first * n + first] += curvature;
    }
  }
  if (!shapes.shape.formulas) return;
  const auto joints = static_cast<int>(shapes.child.size());
  Expansion<double> U{0, std::vector<double>(joints, 0.0), Matrix<double>(joints, joints)};
  out.value += shapes.shape.formulas(pose.angle, U);
  for (int j = 0; j < joints; ++j) {
    if (shapes.is_ball(j)) continue;
    out.gradient[shapes.first[j]] += U.gradient[j];
    for (int l = 0; l < joints; ++l)
      if (!shapes.is_ball(l)) out.hessian[shapes.first[j] * n + shapes.first[l]] += U.hessian(j, l);
  }
}

/// V_μ + U with its derivatives, or ½ n·I⁻¹n where nothing stores energy:
///   ∂_a V = −½ ξ·(∂_a I) ξ,   ∂_a∂_c V = (∂_a I ξ)·I⁻¹(∂_c I ξ) − ½ ξ·(∂_a∂_c I) ξ,   ξ = I⁻¹ μ n.
void space_landscape(const SpaceShapes& shapes, const Shape& q, ShapeValue& out) {
  const int n = shapes.freedom(), joints = shapes.joint_directions();
  const SpacePose here = space_pose(shapes, q);
  out.value = 0;
  out.gradient.assign(n, 0.0);
  out.hessian.assign(static_cast<std::size_t>(n) * n, 0.0);
  out.factor = shapes.stores ? 1 : shapes.mu * shapes.mu;
  const LockedTree tree = locked_tree(shapes.shape.tree, shapes.directions, here.attitude);
  out.inertia = (tree.I.xx + tree.I.yy + tree.I.zz) / 3;
  if (shapes.spins) {
    const double mu = shapes.stores ? shapes.mu : 1;
    const Vector3 axis = axis_in(shapes, q), xi = mu * solve(tree.I, axis);
    const std::array<Vector3, 2> t = tangents(axis);
    std::vector<Vector3> force, slope;  // −∂(I ξ) at this ξ, along all directions, and I⁻¹ of it
    for (int a = 0; a < joints; ++a) force.push_back(-inertia_slope(tree, a, xi));
    for (const Vector3& e : t) force.push_back(mu * e);
    for (const Vector3& f : force) slope.push_back(solve(tree.I, f));
    const double spin = dot(axis, xi);
    out.value = mu * spin / 2;
    out.inertia = mu / spin;
    for (int a = 0; a < n; ++a) {
      out.gradient[a] = a < joints ? dot(xi, force[a]) / 2 : dot(xi, force[a]);
      for (int c = 0; c <= a; ++c) {
        double& entry = out.hessian[a * n + c] = dot(force[a], slope[c]);
        if (a < joints) entry -= inertia_curvature(tree, a, c, xi) / 2;
        if (a == c && a >= joints) entry -= mu * spin;  // of the bent way on the sphere
        out.hessian[c * n + a] = entry;
      }
    }
  }
  if (shapes.stores) add_stored(shapes, here, n, out);
  out.energy = out.value * out.factor;
}

/// Adds the dampers of the laws to the drag, and their numbers to `damping`, per direction.
void add_dampers(const SpaceShapes& shapes, const SpacePose& pose, Matrix<double>& drag, std::vector<double>& damping) {
  for (std::size_t j = 0; j < shapes.child.size(); ++j) {
    const JointStore& store = shapes.shape.stored[j];
    const int first = shapes.first[j];
    if (!shapes.is_ball(j)) {
      drag(first, first) += store.hinge_damping;
      damping[first] = store.hinge_damping;
      continue;
    }
    const std::array<Vector3, 3> step = turn_steps(shapes, j, pose.R[j]);
    const Matrix3<double> to_second = transposed(shapes.shape.rest[j]);
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l)
        drag(first + k, first + l) += dot(to_second * step[k], store.damping * (to_second * step[l]));
      damping[first + k] = drag(first + k, first + k);
    }
  }
}

/// M_s = m − Cᵀ I⁻¹ C along the joints and nothing along n; the skew part of the drag is the symplectic form on (n, R)
/// of the momenta P_a = C_a·I⁻¹ μ n that the joints have as all turns as one:
///   D_ca = X_a P_c − X_c P_a − P_[a,c],   D_12 = −μ on the sphere.
SmallMotion space_small_motion(const SpaceShapes& shapes, const Shape& q) {
  const int n = shapes.freedom(), joints = shapes.joint_directions();
  const SpacePose here = space_pose(shapes, q);
  const LockedTree tree = locked_tree(shapes.shape.tree, shapes.directions, here.attitude);
  Matrix<double> M(n, n), drag(n, n);
  std::vector<Vector3> C, connection;
  for (int a = 0; a < joints; ++a) {
    C.push_back(coupling(tree, a));
    connection.push_back(solve(tree.I, C[a]));
  }
  for (int a = 0; a < joints; ++a)
    for (int c = 0; c < joints; ++c) M(a, c) = direction_mass(tree, a, c) - dot(C[a], connection[c]);
  if (shapes.spins) {
    const Vector3 axis = axis_in(shapes, q), xi = shapes.mu * solve(tree.I, axis);
    const std::array<Vector3, 2> t = tangents(axis);
    std::vector<Vector3> slope;
    for (int a = 0; a < joints; ++a) slope.push_back(inertia_slope(tree, a, xi));
    for (int c = 0; c < joints; ++c) {
      for (int a = 0; a < c; ++a) {
        drag(c, a) = coupling_curl(tree, a, c, xi) - dot(connection[c], slope[a]) + dot(connection[a], slope[c]);
        drag(a, c) = -drag(c, a);
      }
      for (int k = 0; k < 2; ++k) {
        drag(c, joints + k) = shapes.mu * dot(connection[c], t[k]);
        drag(joints + k, c) = -drag(c, joints + k);
      }
    }
    drag(joints, joints + 1) = -shapes.mu;
    drag(joints + 1, joints) = shapes.mu;
  }
  std::vector<double> damping(n, 0.0);
  add_dampers(shapes, here, drag, damping);
  return {std::move(M.entries), std::move(drag.entries), std::move(damping)};
}

/// The largest curvature along each direction over some shapes; directions along which there is next to none count with
/// the others.
void measure(const std::shared_ptr<const SpaceShapes>& shapes, ShapeEnergy& out) {
  const int n = shapes->freedom(), samples = n <= most_searched_joints ? 32 : 4;
  ShapeValue value;
  double largest = 0;
  out.scales.assign(n, 0.0);
  for (int k = 0; k < samples; ++k) {
    std::vector<double> place;
    for (int a = 0; a < n; ++a) place.push_back(std::fmod(0.5 + k * std::sqrt(2.0 + 3.0 * a + a * a), 1.0));
    out.landscape(out.space.spread(place), value);
    out.mean_inertia += value.inertia / samples;
    for (int a = 0; a < n; ++a) {
      out.scales[a] = std::max(out.scales[a], std::abs(value.hessian[a * n + a]));
      largest = std::max(largest, out.scales[a]);
    }
  }
  const double mu = shapes->stores ? shapes->mu : 1, size = mu * mu / out.mean_inertia;
  out.depends_on_shape = shapes->stores || largest > 1e-12 * size;
  for (double& scale : out.scales) scale = std::max({scale, 1e-3 * largest, 1e-9 * size});
}

/// Whether two attitudes on circles of equilibria with the same axes in both bodies have these in the same senses: on a
/// circle the twist alone changes.
bool on_one_circle(const SpaceShapes& shapes, const Shape& a, const Shape& b) {
  const int other = shapes.shape.tree.order[1];
  const Vector3 xi = axis_in(shapes, a), eta = axis_in(shapes, b);
  const double first = dot(xi, eta);
  const double second = dot(transposed(space_pose(shapes, a).attitude[other]) * xi,
                            transposed(space_pose(shapes, b).attitude[other]) * eta);
  constexpr double same = 1 - 1e-6;
  return std::abs(first) < same || std::abs(second) < same || first * second > 0;
}

/// Two bodies on a ball joint, by the exact reduction.
void survey_pair(const std::shared_ptr<const SpaceShapes>& shapes, ShapeEnergy& known) {
  const PairEquilibria found = pair_equilibria(ball_pair(shapes->shape.tree));
  std::vector<Shape> all;
  for (const PairEquilibrium& one : found.isolated) all.push_back(pair_shape(*shapes, one.A, one.xi));
  for (const PairEquilibrium& one : found.circles) all.push_back(pair_shape(*shapes, one.A, one.xi));
  known.closed_form = [all] { return all; };
  known.covered =
      "the axes of each body that need no moment at the joint, followed over all ratios of their arms; two equilibria "
      "about to meet between the steps would be missed";
  if (!found.circles.empty())
    known.covered +=
        "; " + std::to_string(found.circles.size()) +
        " circles of equilibria, along which the second body has any twist about the axis, are listed once";
  if (found.round) known.covered += "; a body is the same all around its arm, so that there are circles of equilibria";
  if (!found.circles.empty() && !found.round)
    known.space.one_continuum = [shapes](const Shape& a, const Shape& b) { return on_one_circle(*shapes, a, b); };
}

}  // namespace

SpacePose space_pose(const SpaceShape& shape, const std::vector<double>& q) {
  return space_pose(space_shapes(shape, 1), q);
}

ShapeEnergy space_shape_energy(const SpaceShape& shape, double momentum, const std::vector<std::string>& bodies,
                               const std::vector<std::string>& joints) {
  const auto shapes = std::make_shared<const SpaceShapes>(space_shapes(shape, momentum));
  const auto n = static_cast<double>(shapes->freedom());
  ShapeEnergy out;
  out.bodies = bodies;
  out.joints = coordinate_names(*shapes, joints);
  out.momentum = momentum;
  out.space = shape_space(shapes);
  out.landscape = [shapes](const Shape& q, ShapeValue& value) { space_landscape(*shapes, q, value); };
  out.energy = [shapes](const Shape& q) {
    ShapeValue value;
    space_landscape(*shapes, q, value);
    return value.energy;
  };
  out.small_motion = [shapes](const Shape& q) { return space_small_motion(*shapes, q); };
  out.stores_energy = shapes->stores;
  measure(shapes, out);
  out.work = 6 * n * n * static_cast<double>(bodies.size()) + n * n * n;
  if (out.space.clearance)
    out.bounds.unknown = "the energy of a log spring is not smooth at half a turn";
  else if (shapes->freedom() <= most_searched_joints)
    out.bounds.betti = betti_numbers(*shapes);
  if (bodies.size() > 2 && shapes->spins) out.partners = [shapes](const Shape& q) { return turned_over(*shapes, q); };
  if (shapes->stores) return out;
  if (bodies.size() == 1) {
    const std::array<Vector3, 3> axes = principal_axes(shape.tree.I[0]);
    out.closed_form = [axes] {
      std::vector<Shape> all;
      for (const Vector3& e : axes) all.push_back({e.x, e.y, e.z});
      return all;
    };
  } else if (bodies.size() == 2 && shapes->is_ball(0)) {
    out.survey = [shapes](ShapeEnergy& known) { survey_pair(shapes, known); };
  }
  return out;
}

}  // namespace oopss
