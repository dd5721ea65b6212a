// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/locked_tree.hpp"

namespace oopss {
namespace {

bool holds(const LockedTree& tree, int body, int b) { return tree.beyond(body, b) != 0; }

/// Of the mass centre of body b, beyond the joint, but for that of the whole tree.
Vec3<double> movement(const LockedTree& tree, int a, int b) {
  return cross(tree.axis[a], tree.x[b] - tree.joint[tree.body[a]]);
}

/// (X G) ξ as an inertia is turned at w.
Vec3<double> turned_inertia(const Symmetric3<double>& G, const Vec3<double>& w, const Vec3<double>& xi) {
  return cross(w, G * xi) - G * cross(w, xi);
}

/// ξ·(X_c X_a I) ξ where c carries the axis of a: it is nearer to the root, or the same joint.
double carried_curvature(const LockedTree& tree, int c, int a, const Vec3<double>& xi) {
  const Vec3<double>& v = tree.axis[c];
  double out = 0;
  for (std::size_t b = 0; b < tree.m.size(); ++b) {
    const int k = static_cast<int>(b);
    if (!holds(tree, tree.body[a], k)) continue;
    const Vec3<double> dx = movement(tree, a, k);
    out += 2 * tree.m[b] *
           (dot(cross(xi, dx), cross(xi, movement(tree, c, k))) + dot(cross(xi, tree.x[b]), cross(xi, cross(v, dx))));
    out += 2 * dot(cross(xi, v), turned_inertia(tree.G[b], tree.axis[a], xi));
  }
  return out;
}

/// The angular momentum as a body and all beyond it turn at w about its joint.
Vec3<double> turning_momentum(const LockedTree& tree, int body, const Vec3<double>& w) {
  Vec3<double> out{};
  for (std::size_t b = 0; b < tree.m.size(); ++b)
    if (holds(tree, body, static_cast<int>(b)))
      out = out + tree.m[b] * cross(tree.x[b], cross(w, tree.x[b] - tree.joint[body])) + tree.G[b] * w;
  return out;
}

/// ξ·X_c C_a.
double coupling_slope(const LockedTree& tree, int c, int a, const Vec3<double>& xi) {
  const Vec3<double>&w = tree.axis[a], &v = tree.axis[c];
  const bool carried = holds(tree, tree.body[c], tree.body[a]);
  Vec3<double> out = -tree.mass * cross(tree.mean[c], tree.mean[a]);
  for (std::size_t b = 0; b < tree.m.size(); ++b) {
    const int k = static_cast<int>(b);
    if (!holds(tree, tree.body[a], k) || !holds(tree, tree.body[c], k)) continue;
    const Vec3<double> by_a = movement(tree, a, k), by_c = movement(tree, c, k);
    out = out + tree.m[b] * (cross(by_c, by_a) + cross(tree.x[b], carried ? cross(v, by_a) : cross(w, by_c)));
    out = out + (carried ? cross(v, tree.G[b] * w) : turned_inertia(tree.G[b], v, w));
  }
  return dot(xi, out);
}

}  // namespace

LockedTree locked_tree(const Tree<Space<double>>& tree, const std::vector<ShapeDirection>& directions,
                       const std::vector<Matrix3<double>>& attitude) {
  const int n = tree.size();
  LockedTree out;
  out.m = tree.m;
  out.mass = tree.mass;
  out.beyond = Matrix<char>(n, n);
  out.x = centre_positions(tree, attitude);
  for (int b = 0; b < n; ++b) {
    for (int i = b; i >= 0; i = tree.parent[i]) out.beyond(i, b) = 1;
    out.joint.push_back(out.x[b] + attitude[b] * tree.d_child[b]);
    out.G.push_back(inertia_at(tree.I[b], attitude[b]));
    out.I = out.I + steiner(out.G[b], tree.m[b], out.x[b]);
  }
  for (const ShapeDirection& direction : directions) {
    out.body.push_back(direction.body);
    out.axis.push_back(attitude[direction.body] * direction.axis);
    Vec3<double> sum{};
    for (int b = 0; b < n; ++b)
      if (holds(out, direction.body, b))
        sum = sum + tree.m[b] * movement(out, static_cast<int>(out.body.size()) - 1, b);
    out.mean.push_back(sum / tree.mass);
  }
  return out;
}

Vec3<double> inertia_slope(const LockedTree& tree, int a, const Vec3<double>& xi) {
  Vec3<double> out{};
  for (std::size_t b = 0; b < tree.m.size(); ++b) {
    if (!holds(tree, tree.body[a], static_cast<int>(b))) continue;
    const Vec3<double> dx = movement(tree, a, static_cast<int>(b));
    out = out + tree.m[b] * (cross(dx, cross(xi, tree.x[b])) + cross(tree.x[b], cross(xi, dx))) +
          turned_inertia(tree.G[b], tree.axis[a], xi);
  }
  return out;
}

double inertia_curvature(const LockedTree& tree, int a, int c, const Vec3<double>& xi) {
  const int i = tree.body[a], j = tree.body[c];
  const double together = -2 * tree.mass * dot(cross(xi, tree.mean[a]), cross(xi, tree.mean[c]));
  if (i == j) return together + (carried_curvature(tree, a, c, xi) + carried_curvature(tree, c, a, xi)) / 2;
  if (holds(tree, j, i)) return together + carried_curvature(tree, c, a, xi);
  if (holds(tree, i, j)) return together + carried_curvature(tree, a, c, xi);
  return together;
}

Vec3<double> coupling(const LockedTree& tree, int a) { return turning_momentum(tree, tree.body[a], tree.axis[a]); }

double direction_mass(const LockedTree& tree, int a, int c) {
  double out = -tree.mass * dot(tree.mean[a], tree.mean[c]);
  for (std::size_t b = 0; b < tree.m.size(); ++b) {
    const int k = static_cast<int>(b);
    if (holds(tree, tree.body[a], k) && holds(tree, tree.body[c], k))
      out += tree.m[b] * dot(movement(tree, a, k), movement(tree, c, k)) + dot(tree.axis[a], tree.G[b] * tree.axis[c]);
  }
  return out;
}

double coupling_curl(const LockedTree& tree, int c, int a, const Vec3<double>& xi) {
  const double curl = coupling_slope(tree, c, a, xi) - coupling_slope(tree, a, c, xi);
  if (tree.body[a] != tree.body[c]) return curl;
  return curl - dot(xi, turning_momentum(tree, tree.body[a], cross(tree.axis[c], tree.axis[a])));
}

}  // namespace oopss
