// SPDX-License-Identifier: Apache-2.0
#include "bench/rates_space.hpp"

#include <cmath>
#include <cstdio>

#include "bench/clock.hpp"
#include "bench/peer.hpp"
#include "oopss/mechanics/fast_space.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/spatial/quaternion.hpp"

namespace oopss {
namespace {

Vec3<double> vector_at(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }
std::array<double, 3> numbers(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
std::array<double, 4> numbers(const Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }

/// N equal rods with axes all around them, or with balls, far from straight and in motion; and the same for the peers.
struct SpaceCase {
  Tree<Space<double>> tree;
  std::vector<Matrix3<double>> rest;
  std::vector<double> x;
  std::vector<Vec3<double>> acceleration;  // ω'
  PlainSpaceChain plain;
};

Tree<Space<double>> space_rods(const PlainSpaceChain& plain) {
  Tree<Space<double>> tree;
  std::vector<int> parent;
  for (int i = 0; i < plain.bodies; ++i) parent.push_back(i - 1);
  static_cast<Topology&>(tree) = numbered_topology(parent);
  const auto n = static_cast<std::size_t>(plain.bodies);
  tree.m.assign(n, plain.m);
  tree.mass = plain.m * plain.bodies;
  tree.I.assign(n, {plain.moments[0], 0, 0, plain.moments[1], 0, plain.moments[2]});
  tree.d_parent.assign(n, {plain.half, 0, 0});
  tree.d_child.assign(n, {-plain.half, 0, 0});
  tree.hinge.resize(n);
  if (plain.hinges)
    for (int i = 1; i < plain.bodies; ++i) tree.hinge[i] = vector_at(plain.axis[i - 1]);
  return tree;
}

SpaceCase space_case(int n, bool hinges) {
  SpaceCase out;
  PlainSpaceChain& plain = out.plain;
  plain.bodies = n, plain.m = 1, plain.half = 0.5, plain.hinges = hinges;
  plain.moments = {0.02, 0.085, 0.09};
  plain.root = numbers(exponential({0.3, -0.4, 0.5}));
  std::vector<Quaternion<double>> turn;
  for (int k = 0; k + 1 < n; ++k) {
    const Vec3<double> axis = {0.6, 0.8 * std::cos(k), 0.8 * std::sin(k)};
    plain.axis.push_back(numbers(axis));
    plain.angle.push_back(std::sin(1.7 * k + 1));
    turn.push_back(exponential(hinges
                                   ? plain.angle.back() * axis
                                   : 0.6 * Vec3<double>{std::sin(1.7 * k + 1), std::cos(2.3 * k), std::sin(0.9 * k)}));
    plain.turn.push_back(numbers(turn.back()));
    if (hinges)
      out.x.push_back(plain.angle.back());
    else
      out.x.insert(out.x.end(), plain.turn.back().begin(), plain.turn.back().end());
  }
  out.tree = space_rods(plain);
  out.rest.assign(static_cast<std::size_t>(n - 1), identity3<double>());

  std::vector<Matrix3<double>> relative;
  for (const Quaternion<double>& q : turn) relative.push_back(rotation_of(q));
  const Quaternion<double> root = {plain.root[0], plain.root[1], plain.root[2], plain.root[3]};
  const std::vector<Matrix3<double>> attitude = absolute_angles(out.tree, relative, rotation_of(root));
  std::vector<Vec3<double>> mu;
  for (int i = 0; i < n; ++i) {
    const Vec3<double> v = {std::cos(1.1 * i), std::sin(1.3 * i), std::cos(0.7 * i)};
    if (is_hinge(out.tree, i)) {
      const Vec3<double> axis = attitude[i] * *out.tree.hinge[i];
      mu.push_back(v.x * axis);
      out.x.push_back(v.x);
    } else {
      mu.push_back(v);
      out.x.insert(out.x.end(), {v.x, v.y, v.z});
    }
  }
  out.x.insert(out.x.end(), plain.root.begin(), plain.root.end());
  const Motion<Vec3<double>> moving = motion(out.tree, attitude, mu);
  out.acceleration = angular_accelerations(out.tree, attitude, mu, moving.omega, moving.mu_rate);
  plain.root_spin = numbers(moving.omega[0]);
  for (int k = 0; k + 1 < n; ++k) {
    const Vec3<double> spin = transposed(attitude[k]) * (moving.omega[k + 1] - moving.omega[k]);
    plain.spin.push_back(numbers(spin));
    plain.angle_rate.push_back(dot(spin, vector_at(plain.axis[k])));
  }
  return out;
}

/// Least time over rounds that take turns, so that all meet the same weather.
struct SpaceRow {
  double ours = 1e9, peer[2] = {1e9, 1e9}, difference[2] = {0, 0};
};

SpaceRow measure(int n, bool hinges) {
  const SpaceCase chain = space_case(n, hinges);
  FastSpaceTree fast = fast_space_tree(chain.tree, chain.rest);
  std::vector<double> rate(chain.x.size());
  const SpacePeer peers[] = {simbody_space_chain(chain.plain), dart_space_chain(chain.plain)};
  SpaceRow row;
  for (int round = 0; round < 5; ++round) {
    row.ours = std::fmin(row.ours, least_seconds(
                                       [&] {
                                         rates(fast, chain.x.data(), rate.data());
                                         asm volatile("" ::"r"(rate.data()) : "memory");  // the result counts as used
                                       },
                                       0.1));
    for (int p = 0; p < 2; ++p) row.peer[p] = std::fmin(row.peer[p], least_seconds(peers[p].evaluate, 0.1));
  }
  for (int p = 0; p < 2; ++p) {
    double size = 0;
    const auto got = peers[p].accelerations();
    for (int i = 0; i < n; ++i) {
      const Vec3<double> off = vector_at(got[i]) - chain.acceleration[i];
      size = std::fmax(size, dot(chain.acceleration[i], chain.acceleration[i]));
      row.difference[p] = std::fmax(row.difference[p], dot(off, off));
    }
    row.difference[p] = std::sqrt(row.difference[p] / size);
  }
  return row;
}

}  // namespace

void space_against_peers() {
  for (const bool hinges : {true, false}) {
    const char* joints = hinges ? "hinges" : "balls";
    std::printf("\n## Rates of a floating chain in space with %s, ns per evaluation\n\n", joints);
    std::printf("| %s: N | ours | Simbody | DART | ours / better peer | difference: Simbody | DART |\n", joints);
    std::printf("|---:|---:|---:|---:|---:|---:|---:|\n");
    double ten = 0, thousand = 0;
    for (const int n : {2, 3, 10, 100, 1000}) {
      const SpaceRow row = measure(n, hinges);
      std::printf("| %d | %.1f | %.0f | %.0f | %.4f | %.0e | %.0e |\n", n, 1e9 * row.ours, 1e9 * row.peer[0],
                  1e9 * row.peer[1], row.ours / std::fmin(row.peer[0], row.peer[1]), row.difference[0],
                  row.difference[1]);
      std::fflush(stdout);
      if (n == 10) ten = row.ours;
      if (n == 1000) thousand = row.ours;
    }
    std::printf("\nCost exponent from 10 to 1000 bodies: %.3f.\n", std::log10(thousand / ten) / 2);
  }
}

}  // namespace oopss
