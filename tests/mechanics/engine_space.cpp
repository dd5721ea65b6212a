// SPDX-License-Identifier: Apache-2.0
// The fast rates of trees in space against the recursion.
#include <array>
#include <catch2/catch.hpp>

#include "oopss/mechanics/fast_space.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/spatial/quaternion.hpp"
#include "tests/mechanics/random_space_trees.hpp"

namespace oopss {
namespace {

Quaternion<double> quaternion_from(const double* q) { return {q[0], q[1], q[2], q[3]}; }
void append(std::vector<double>& to, const Vec3<double>& v) { to.insert(to.end(), {v.x, v.y, v.z}); }
void append(std::vector<double>& to, const Quaternion<double>& q) { to.insert(to.end(), {q.w, q.x, q.y, q.z}); }

struct SpaceRates {
  std::vector<Matrix3<double>> attitude;
  std::vector<double> rate, spin;
};

/// By the templates, from the meaning of the state.
SpaceRates expected_rates(const Tree<Space<double>>& tree, const std::vector<Matrix3<double>>& rest,
                          const std::vector<double>& x) {
  const int n = tree.size();
  std::vector<int> child(rest.size());
  for (int i = 0; i < n; ++i)
    if (tree.parent[i] >= 0) child[tree.joint[i]] = i;
  const auto first = [&](int joint) { return tree.sense[child[joint]] > 0 ? tree.parent[child[joint]] : child[joint]; };
  std::vector<Matrix3<double>> relative;
  std::vector<Quaternion<double>> ball(rest.size());
  const double* from = x.data();
  for (std::size_t k = 0; k < rest.size(); ++k) {
    Matrix3<double> turn;
    if (const std::optional<Vec3<double>>& n_child = tree.hinge[child[k]]) {
      turn = turn_about(first(k) == child[k] ? *n_child : rest[k] * *n_child, *from++);
    } else {
      ball[k] = quaternion_from(from);
      turn = rotation_of(ball[k]);
      from += 4;
    }
    relative.push_back(turn * rest[k]);
  }
  SpaceRates out;
  const double* momenta = from;
  const Quaternion<double> root = quaternion_from(&x[x.size() - 4]);
  out.attitude = absolute_angles(tree, relative, rotation_of(root));
  const auto axis = [&](int i) { return out.attitude[i] * *tree.hinge[i]; };
  std::vector<Vec3<double>> mu;
  for (int i = 0; i < n; ++i) {
    const bool hinge = is_hinge(tree, i);
    mu.push_back(hinge ? *momenta * axis(i) : Vec3<double>{momenta[0], momenta[1], momenta[2]});
    momenta += hinge ? 1 : 3;
  }
  const Motion<Vec3<double>> moving = motion(tree, out.attitude, mu);
  for (std::size_t k = 0; k < rest.size(); ++k) {
    const int i = child[k];
    const Vec3<double> spin = static_cast<double>(tree.sense[i]) * (moving.omega[i] - moving.omega[tree.parent[i]]);
    if (tree.hinge[i])
      out.rate.push_back(dot(axis(i), spin));
    else
      append(out.rate, quaternion_rate(transposed(out.attitude[first(k)]) * spin, ball[k]));
  }
  for (int i = 0; i < n; ++i) {
    append(out.spin, transposed(out.attitude[i]) * moving.omega[i]);
    if (is_hinge(tree, i))
      out.rate.push_back(dot(axis(i), moving.mu_rate[i]));
    else
      append(out.rate, moving.mu_rate[i]);
  }
  append(out.rate, quaternion_rate(moving.omega[tree.root()], root));
  return out;
}

double space_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double size = 0, most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    size = std::max(size, std::abs(b[i]));
    most = std::max(most, std::abs(a[i] - b[i]));
    if (!std::isfinite(a[i])) return HUGE_VAL;
  }
  return size > 0 ? most / size : most;
}

}  // namespace

TEST_CASE("the fast rates in space are those of the recursion, on every tree of balls and hinges, on every processor") {
  std::mt19937 random(21);
  for (const int n : {1, 2, 3, 4, 5, 7, 12, 40})
    for (const Growth growth : {Growth::chain, Growth::bush, Growth::vine})
      for (const SpaceJoints joints : {SpaceJoints::balls, SpaceJoints::hinges, SpaceJoints::mixed})
        for (int repeat = 0; repeat < (n > 12 ? 2 : 6); ++repeat) {
          const auto [tree, rest] = random_space_tree(n, growth, joints, random);
          const std::vector<double> x = random_space_state(tree, random);
          const SpaceRates expected = expected_rates(tree, rest, x);
          for (const SpaceKernel* kernel : usable_space_kernels()) {
            FastSpaceTree fast = fast_space_tree(tree, rest, *kernel);
            REQUIRE(fast.size() == static_cast<int>(x.size()));
            std::vector<double> rate(x.size()), found;
            for (int call = 0; call < 2; ++call) {  // the second finds the scratch space as the first left it
              INFO(n << " bodies on " << kernel->name << ", growth " << static_cast<int>(growth) << ", joints "
                     << static_cast<int>(joints));
              rates(fast, x.data(), rate.data());
              CHECK(space_difference(rate, expected.rate) < 1e-12);
              found.clear();
              for (int i = 0; i < n; ++i) append(found, spin(fast, i));
              CHECK(space_difference(found, expected.spin) < 1e-12);
            }
          }
        }
}

TEST_CASE("a state in space that is not finite gives rates that are not finite, and no trace is left") {
  std::mt19937 random(22);
  const auto [tree, rest] = random_space_tree(12, Growth::bush, SpaceJoints::mixed, random);
  const std::vector<double> x = random_space_state(tree, random);
  FastSpaceTree fast = fast_space_tree(tree, rest);
  std::vector<double> before(x.size()), after(x.size());
  rates(fast, x.data(), before.data());
  FastSpaceTree copy = fast;
  for (const double bad : {HUGE_VAL, std::nan("")}) {
    std::vector<double> broken = x;
    broken[2] = bad;
    rates(fast, broken.data(), after.data());
    bool finite = true;
    for (const double rate : after) finite = finite && std::isfinite(rate);
    CHECK_FALSE(finite);
    for (FastSpaceTree* tried : {&fast, &copy}) {
      rates(*tried, x.data(), after.data());
      CHECK(after == before);  // the same bits
    }
  }
}

}  // namespace oopss
