// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>

#include "oopss/mechanics/tree.hpp"
#include "tests/sanitized.hpp"
#include "tests/scalar/scalars.hpp"

namespace oopss {

/// Two bodies pinned together; the joint is seen from each mass centre. Its angle is θ_second − θ_first.
template <Scalar T>
struct PinJoint {
  int first = 0, second = 0;
  Vec2<T> at_first, at_second;
};

/// Bodies and joints as a model file lists them: no root, no order, no reduced formula.
template <Scalar T>
struct Bodies {
  std::vector<T> m, I;
  std::vector<PinJoint<T>> joints;
  int size() const { return static_cast<int>(m.size()); }
};

/// The same bodies as a tree that hangs from `root`.
template <Scalar T>
PlanarTree<T> rooted(const Bodies<T>& bodies, int root) {
  const std::size_t n = bodies.m.size();
  PlanarTree<T> tree;
  static_cast<Topology&>(tree) = {std::vector<int>(n, -1), {root}, std::vector<int>(n, -1), std::vector<int>(n, 1)};
  tree.m = bodies.m;
  tree.I = bodies.I;
  tree.d_parent.resize(n);
  tree.d_child.resize(n);
  for (const T& m_i : bodies.m) tree.mass = tree.mass + m_i;
  for (std::size_t done = 0; done < tree.order.size(); ++done) {
    const int p = tree.order[done];
    for (int k = 0; k < static_cast<int>(bodies.joints.size()); ++k) {
      const PinJoint<T>& joint = bodies.joints[k];
      if ((joint.first != p && joint.second != p) || k == tree.joint[p]) continue;
      const bool outward = joint.first == p;
      const int i = outward ? joint.second : joint.first;
      tree.parent[i] = p;
      tree.joint[i] = k;
      tree.sense[i] = outward ? 1 : -1;
      tree.d_parent[i] = outward ? joint.at_first : joint.at_second;
      tree.d_child[i] = outward ? joint.at_second : joint.at_first;
      tree.order.push_back(i);
    }
  }
  return tree;
}

/// Positions of the mass centres from that of the system: joint by joint over the bodies already placed.
template <Scalar T>
std::vector<Vec2<T>> walk(const Bodies<T>& bodies, const std::vector<T>& theta) {
  const int n = bodies.size();
  std::vector<Vec2<T>> r(bodies.m.size());
  std::vector<bool> placed(bodies.m.size(), false);
  placed[0] = true;
  for (int pass = 1; pass < n; ++pass)
    for (const PinJoint<T>& joint : bodies.joints) {
      if (placed[joint.first] == placed[joint.second]) continue;
      const Vec2<T> first = rotation(theta[joint.first]) * joint.at_first;
      const Vec2<T> second = rotation(theta[joint.second]) * joint.at_second;
      if (placed[joint.first])
        r[joint.second] = r[joint.first] + first - second;
      else
        r[joint.first] = r[joint.second] + second - first;
      placed[joint.first] = placed[joint.second] = true;
    }
  T mass(0);
  Vec2<T> sum;
  for (int b = 0; b < n; ++b) {
    mass = mass + bodies.m[b];
    sum = sum + bodies.m[b] * r[b];
  }
  for (Vec2<T>& r_b : r) r_b = r_b - (T(1) / mass) * sum;
  return r;
}

template <Scalar T>
Bodies<Dual<T>> lifted(const Bodies<T>& bodies) {
  const auto lift = [](const Vec2<T>& v) { return Vec2<Dual<T>>{{v.x, T(0)}, {v.y, T(0)}}; };
  Bodies<Dual<T>> out{lifted(bodies.m), lifted(bodies.I), {}};
  for (const PinJoint<T>& joint : bodies.joints)
    out.joints.push_back({joint.first, joint.second, lift(joint.at_first), lift(joint.at_second)});
  return out;
}

/// A branching tree with bodies and joints in any order and joints of either sense: masses and inertias of order one,
/// joints up to one away.
template <Scalar T>
Bodies<T> random_bodies(Draws<T>& source, int count) {
  Bodies<T> bodies;
  std::vector<int> name(static_cast<std::size_t>(count));
  std::iota(name.begin(), name.end(), 0);
  for (int i = count - 1; i > 0; --i) std::swap(name[i], name[source.below(i + 1)]);
  for (int i = 0; i < count; ++i) {
    bodies.m.push_back(source.number(0.25, 2));
    bodies.I.push_back(source.number(0.25, 2));
  }
  const auto vector = [&source] {
    const T x = source.number(-1, 1);
    return Vec2<T>{x, source.number(-1, 1)};
  };
  for (int i = 1; i < count; ++i) {
    int first = name[i], second = name[source.below(i)];
    if (source.below(2) == 0) std::swap(first, second);
    const Vec2<T> at_first = vector();
    bodies.joints.push_back({first, second, at_first, vector()});
  }
  for (int k = count - 2; k > 0; --k) std::swap(bodies.joints[k], bodies.joints[source.below(k + 1)]);
  return bodies;
}

/// A random tree in motion, with μ = J ω.
template <Scalar T>
struct Sample {
  Bodies<T> bodies;
  PlanarTree<T> tree;
  std::vector<T> theta, omega;
};

/// Three of each size; for expressions, whose identities hold for all angles at once, up to four bodies do.
template <Scalar T>
std::vector<Sample<T>> samples() {
  constexpr int most = std::is_same_v<T, Expr> ? 4 : 8;
  std::vector<Sample<T>> out;
  Draws<T> source(1988);
  for (int trial = 0; trial < 3 * most; trial += stride) {
    const int count = 1 + trial % most;
    const Bodies<T> bodies = random_bodies(source, count);
    const PlanarTree<T> tree = rooted(bodies, source.below(count));
    const std::vector<T> theta = unknowns(source, "theta", count, -3, 3);
    out.push_back({bodies, tree, theta, unknowns(source, "w", count, -1, 1)});
  }
  return out;
}

}  // namespace oopss
