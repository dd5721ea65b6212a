// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/spatial/pair_equilibria.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {
namespace {

using Shape = ShapeSpace::Shape;
using Vector3 = Vec3<double>;

constexpr double half_circle = std::numbers::pi;
constexpr double most_turns = 2;  // either way, that are searched of a hinge that counts them

Quaternion<double> turn_in(const Shape& q, int slot) { return {q[slot], q[slot + 1], q[slot + 2], q[slot + 3]}; }
void put(const Quaternion<double>& turn, Shape& q, int slot) {
  q[slot] = turn.w, q[slot + 1] = turn.x, q[slot + 2] = turn.y, q[slot + 3] = turn.z;
}
void put_axis(const SpaceShapes& shapes, const Vector3& n, Shape& q) {
  const int slot = shapes.coordinates - 3;
  q[slot] = n.x, q[slot + 1] = n.y, q[slot + 2] = n.z;
}

/// Of two quaternions or axes that stand for the same the one whose first number that is not zero is positive.
void choose_sign(Shape& q, int slot, int size) {
  for (int k = 0; k < size; ++k) {
    if (std::abs(q[slot + k]) < 1e-9) continue;
    if (q[slot + k] < 0)
      for (int l = 0; l < size; ++l) q[slot + l] = 0.0 - q[slot + l];
    return;
  }
}

/// The shortest difference, seen from b, where a and −a are the same.
void subtract(const Shape& a, const Shape& b, int slot, int size, std::vector<double>& out) {
  double inner = 0;
  for (int k = 0; k < size; ++k) inner += a[slot + k] * b[slot + k];
  for (int k = 0; k < size; ++k) out[slot + k] = (inner < 0 ? -a[slot + k] : a[slot + k]) - b[slot + k];
}

}  // namespace

SpaceShapes space_shapes(const SpaceShape& shape, double mu) {
  SpaceShapes out;
  out.shape = shape;
  out.mu = mu;
  const Tree<Space<double>>& tree = out.shape.tree;
  const auto joints = static_cast<std::size_t>(tree.size() - 1);
  out.shape.rest.resize(joints, identity3<double>());
  out.shape.stored.resize(joints);
  out.child.resize(joints);
  for (const int i : tree.order)
    if (tree.parent[i] >= 0) out.child[tree.joint[i]] = i;
  for (std::size_t j = 0; j < joints; ++j) {
    const int i = out.child[j];
    out.slot.push_back(out.coordinates);
    out.first.push_back(out.joint_directions());
    if (out.is_ball(j)) {
      for (const Vector3& e : {Vector3{2, 0, 0}, Vector3{0, 2, 0}, Vector3{0, 0, 2}})  // unit steps of a quaternion
        out.directions.push_back({i, e});
      out.coordinates += 4;
    } else {
      out.directions.push_back({i, *tree.hinge[i]});
      out.coordinates += 1;
    }
    out.stores = out.stores || out.shape.stored[j].ball || out.shape.stored[j].hinge;
  }
  out.stores = out.stores || out.shape.formulas;
  out.spins = mu != 0 || !out.stores;
  if (out.spins) out.coordinates += 3;
  return out;
}

Vector3 axis_in(const SpaceShapes& shapes, const Shape& q) {
  const int slot = shapes.coordinates - 3;
  return {q[slot], q[slot + 1], q[slot + 2]};
}

std::array<Vector3, 2> tangents(const Vector3& n) {
  const Vector3 across = cross(n, std::abs(n.z) < 0.9 ? Vector3{0, 0, 1} : Vector3{1, 0, 0});
  const Vector3 t = across / std::sqrt(dot(across, across));
  return {t, cross(n, t)};
}

SpacePose space_pose(const SpaceShapes& shapes, const Shape& q) {
  const Tree<Space<double>>& tree = shapes.shape.tree;
  SpacePose out;
  std::vector<Matrix3<double>> turned;
  for (std::size_t j = 0; j < shapes.child.size(); ++j) {
    const Matrix3<double>& rest = shapes.shape.rest[j];
    if (shapes.is_ball(j)) {
      out.angle.push_back(0);
      out.R.push_back(rotation_of(turn_in(q, shapes.slot[j])));
    } else {
      const Vector3& n = *tree.hinge[shapes.child[j]];
      out.angle.push_back(q[shapes.slot[j]]);
      out.R.push_back(turn_about(shapes.hangs_second(j) ? rest * n : -n, out.angle.back()));
    }
    turned.push_back(out.R.back() * rest);
  }
  out.attitude = absolute_angles(tree, turned, identity3<double>());
  return out;
}

std::array<Vector3, 3> turn_steps(const SpaceShapes& shapes, std::size_t j, const Matrix3<double>& R) {
  std::array<Vector3, 3> out;
  for (int k = 0; k < 3; ++k) {
    const Vector3& axis = shapes.directions[shapes.first[j] + k].axis;
    out[k] = shapes.hangs_second(j) ? shapes.shape.rest[j] * axis : -(transposed(R) * axis);
  }
  return out;
}

Shape pair_shape(const SpaceShapes& shapes, const Matrix3<double>& seen, const Vector3& axis) {
  Shape q(shapes.coordinates);
  const Matrix3<double> by_order = shapes.hangs_second(0) ? seen : transposed(seen);
  put(quaternion_of(by_order * transposed(shapes.shape.rest[0])), q, shapes.slot[0]);
  put_axis(shapes, axis, q);
  return q;
}

std::vector<Shape> turned_over(const SpaceShapes& shapes, const Shape& q) {
  std::vector<Shape> out;
  const SpacePose pose = space_pose(shapes, q);
  const LockedTree tree = locked_tree(shapes.shape.tree, shapes.directions, pose.attitude);
  const Vector3 n = axis_in(shapes, q);
  for (std::size_t j = 0; j < shapes.child.size(); ++j) {
    if (!shapes.is_ball(j) || shapes.shape.stored[j].ball) continue;
    const int child = shapes.child[j], parent = shapes.shape.tree.parent[child];
    Vector3 centre;
    double mass = 0;
    for (std::size_t b = 0; b < tree.m.size(); ++b)
      if (tree.beyond(child, static_cast<int>(b)) != 0) centre = centre + tree.m[b] * tree.x[b], mass += tree.m[b];
    const auto across = [&n](const Vector3& v) { return v - dot(v, n) * n; };
    const Vector3 by_joint = across(tree.joint[child]), by_mass = across(centre / mass);
    const Vector3 a = dot(by_mass, by_mass) > dot(by_joint, by_joint) ? by_mass : by_joint;
    if (!(dot(a, a) > 1e-12 * dot(tree.joint[child], tree.joint[child]))) continue;
    const Matrix3<double> turn = (2 / dot(a, a)) * outer(a, a) - identity3<double>();
    const Matrix3<double> turned = turn * pose.attitude[child];
    const Matrix3<double> between = shapes.hangs_second(j) ? transposed(pose.attitude[parent]) * turned
                                                           : transposed(turned) * pose.attitude[parent];
    out.push_back(q);
    put(quaternion_of(between * transposed(shapes.shape.rest[j])), out.back(), shapes.slot[j]);
  }
  return out;
}

std::vector<long> betti_numbers(const SpaceShapes& shapes) {
  std::vector<long> betti = {1};
  const auto times = [&](std::size_t terms) {
    std::vector<long> product(betti.size() + terms - 1, 0);
    for (std::size_t k = 0; k < betti.size(); ++k)
      for (std::size_t l = 0; l < terms; ++l) product[k + l] += betti[k];
    betti = std::move(product);
  };
  for (std::size_t j = 0; j < shapes.child.size(); ++j) times(shapes.is_ball(j) ? 4 : 2);
  if (shapes.spins) times(3);
  return betti;
}

std::vector<std::string> coordinate_names(const SpaceShapes& shapes, const std::vector<std::string>& joints) {
  std::vector<std::string> out;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!shapes.is_ball(j)) {
      out.push_back(joints[j]);
      continue;
    }
    for (const char* part : {".w", ".x", ".y", ".z"}) out.push_back(joints[j] + part);
  }
  if (shapes.spins) out.insert(out.end(), {"axis.x", "axis.y", "axis.z"});
  return out;
}

ShapeSpace shape_space(const std::shared_ptr<const SpaceShapes>& shapes) {
  ShapeSpace out;
  out.freedom = shapes->freedom();
  for (std::size_t j = 0; j < shapes->child.size(); ++j) {
    if (shapes->is_ball(j))
      out.ranges.insert(out.ranges.end(), 4, {false, -1, 1, true});
    else if (const std::optional<double>& middle = shapes->shape.stored[j].turns_about)
      out.ranges.push_back(
          {false, *middle - most_turns * 2 * half_circle, *middle + most_turns * 2 * half_circle, false});
    else
      out.ranges.push_back({true, -half_circle, half_circle, true});
  }
  if (shapes->spins) out.ranges.insert(out.ranges.end(), 3, {false, -1, 1, true});
  const auto each_sign = [shapes](const auto& act) {
    for (std::size_t j = 0; j < shapes->child.size(); ++j)
      if (shapes->is_ball(j)) act(shapes->slot[j], 4);
    if (shapes->spins) act(shapes->coordinates - 3, 3);
  };
  out.directions = [shapes](const Shape& q) {
    const int n = shapes->freedom();
    Matrix<double> D(shapes->coordinates, n);
    for (std::size_t j = 0; j < shapes->child.size(); ++j) {
      const int slot = shapes->slot[j], first = shapes->first[j];
      if (!shapes->is_ball(j)) {
        D(slot, first) = 1;
        continue;
      }
      const Quaternion<double> turn = turn_in(q, slot);
      const std::array<Vector3, 3> step = turn_steps(*shapes, j, rotation_of(turn));
      for (int k = 0; k < 3; ++k) {
        const Quaternion<double> rate = turn * quaternion(0.0, 0.5 * step[k]);
        D(slot, first + k) = rate.w, D(slot + 1, first + k) = rate.x;
        D(slot + 2, first + k) = rate.y, D(slot + 3, first + k) = rate.z;
      }
    }
    if (shapes->spins) {
      const std::array<Vector3, 2> t = tangents(axis_in(*shapes, q));
      const int slot = shapes->coordinates - 3;
      for (int k = 0; k < 2; ++k)
        D(slot, n - 2 + k) = t[k].x, D(slot + 1, n - 2 + k) = t[k].y, D(slot + 2, n - 2 + k) = t[k].z;
    }
    return D.entries;
  };
  out.retract = [shapes](const Shape& q, const std::vector<double>& by, Shape& to) {
    to = q;
    for (std::size_t j = 0; j < shapes->child.size(); ++j) {
      const int slot = shapes->slot[j], first = shapes->first[j];
      if (!shapes->is_ball(j)) {
        to[slot] += by[first];
        continue;
      }
      const Quaternion<double> turn = turn_in(q, slot);
      const std::array<Vector3, 3> step = turn_steps(*shapes, j, rotation_of(turn));
      const Vector3 s = by[first] * step[0] + by[first + 1] * step[1] + by[first + 2] * step[2];
      put(normalised(turn * exponential(s)), to, slot);
    }
    if (shapes->spins) {
      const Vector3 n = axis_in(*shapes, q);
      const std::array<Vector3, 2> t = tangents(n);
      const std::size_t first = by.size() - 2;
      const Vector3 moved = n + by[first] * t[0] + by[first + 1] * t[1];
      put_axis(*shapes, moved / std::sqrt(dot(moved, moved)), to);
    }
  };
  out.spread = [shapes](const std::vector<double>& place) {  // quaternions after Shoemake; axes even in height
    Shape q(shapes->coordinates);
    for (std::size_t j = 0; j < shapes->child.size(); ++j) {
      const int slot = shapes->slot[j], first = shapes->first[j];
      if (!shapes->is_ball(j)) {
        const std::optional<double>& middle = shapes->shape.stored[j].turns_about;
        q[slot] = middle.value_or(0) + (middle ? 2 * most_turns : 1) * half_circle * (2 * place[first] - 1);
        continue;
      }
      const double a = std::sqrt(1 - place[first]), b = std::sqrt(place[first]);
      const double u = 2 * half_circle * place[first + 1], v = 2 * half_circle * place[first + 2];
      put({b * std::cos(v), a * std::sin(u), a * std::cos(u), b * std::sin(v)}, q, slot);
    }
    if (shapes->spins) {
      const std::size_t first = place.size() - 2;
      const double z = 2 * place[first] - 1, r = std::sqrt(1 - z * z), angle = 2 * half_circle * place[first + 1];
      put_axis(*shapes, {r * std::cos(angle), r * std::sin(angle), z}, q);
    }
    return q;
  };
  out.normal_form = [each_sign](Shape& q) { each_sign([&](int slot, int size) { choose_sign(q, slot, size); }); };
  out.completed = [shapes](Shape q) {
    for (std::size_t j = 0; j < shapes->child.size(); ++j)
      if (const int slot = shapes->slot[j]; shapes->is_ball(j))
        put(norm_squared(turn_in(q, slot)) > 0 ? normalised(turn_in(q, slot)) : Quaternion<double>{}, q, slot);
    if (!shapes->spins) return q;
    const Vector3 n = axis_in(*shapes, q);
    const LockedTree tree = locked_tree(shapes->shape.tree, shapes->directions, space_pose(*shapes, q).attitude);
    put_axis(*shapes, dot(n, n) > 0 ? n / std::sqrt(dot(n, n)) : principal_axes(tree.I)[2], q);
    return q;
  };
  out.difference = [each_sign](const Shape& a, const Shape& b) {
    std::vector<double> difference(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) difference[k] = a[k] - b[k];
    each_sign([&](int slot, int size) { subtract(a, b, slot, size, difference); });
    return difference;
  };
  const auto rough = [shapes](std::size_t j) { return shapes->is_ball(j) && !shapes->shape.stored[j].smooth; };
  bool any = false;
  for (std::size_t j = 0; j < shapes->child.size(); ++j) any = any || rough(j);
  if (any)
    out.clearance = [shapes, rough](const Shape& q) {
      double nearest = half_circle;
      for (std::size_t j = 0; j < shapes->child.size(); ++j)
        if (rough(j)) nearest = std::min(nearest, 2 * std::asin(std::min(1.0, std::abs(q[shapes->slot[j]]))));
      return nearest;
    };
  return out;
}

}  // namespace oopss
