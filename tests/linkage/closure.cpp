// SPDX-License-Identifier: Apache-2.0
// The formulas of loops, over all scalars, against walks over the joints and derivatives by dual numbers.
#include "oopss/linkage/closure.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "oopss/linkage/gauge.hpp"
#include "oopss/linkage/multiplier.hpp"
#include "oopss/linkage/reduce.hpp"
#include "tests/mechanics/bodies.hpp"

using namespace oopss;

namespace {

/// A random tree with chords, open as it is: every identity of the closure but its vanishing holds there.
template <Scalar T>
struct Open {
  Sample<T> tree;
  std::vector<Chord<T>> chords;
  std::vector<T> relative;  // θ against the root
};

template <Scalar T>
std::vector<Open<T>> opens(int least, int most) {
  std::vector<Open<T>> out;
  Draws<T> source(1984);
  for (const Sample<T>& sample : samples<T>()) {
    const int n = sample.bodies.size();
    if (n < least || n > most) continue;
    Open<T> one{sample, {}, {}};
    for (int c = 0; c < (n > 4 ? 2 : 1); ++c) {
      const int first = source.below(n), second = (first + 1 + source.below(n - 1)) % n;
      const auto vector = [&] {
        const T x = source.number(-1, 1);
        return Vec2<T>{x, source.number(-1, 1)};
      };
      const Vec2<T> at_first = vector();
      one.chords.push_back({first, second, at_first, vector()});
    }
    for (const T& angle : sample.theta) one.relative.push_back(angle - sample.theta[sample.tree.root()]);
    out.push_back(std::move(one));
  }
  return out;
}

/// Whether the loops leave their bodies room to move: as many joint angles as equations, in each loop and in all.
template <Scalar T>
bool independent(const std::vector<Loop<T>>& loops) {
  std::set<int> bodies;
  for (const Loop<T>& loop : loops) {
    if (loop.size() < 3) return false;
    for (const Bar<T>& bar : loop) bodies.insert(bar.body);
  }
  return bodies.size() > 2 * loops.size();
}

/// The joint of a chord on its first body as seen from that on its second, by a walk over the joints.
template <Scalar T>
std::vector<T> gaps(const Bodies<T>& bodies, const std::vector<Chord<T>>& chords, const std::vector<T>& theta) {
  const std::vector<Vec2<T>> r = walk(bodies, theta);
  std::vector<T> out;
  for (const Chord<T>& chord : chords) {
    const Vec2<T> gap = r[chord.first] + rotation(theta[chord.first]) * chord.at_first - r[chord.second] -
                        rotation(theta[chord.second]) * chord.at_second;
    out.push_back(gap.x);
    out.push_back(gap.y);
  }
  return out;
}

template <Scalar T>
std::vector<Chord<Dual<T>>> lifted_chords(const std::vector<Chord<T>>& chords) {
  std::vector<Chord<Dual<T>>> out;
  for (const Chord<T>& chord : chords)
    out.push_back({chord.first,
                   chord.second,
                   {{chord.at_first.x, T(0)}, {chord.at_first.y, T(0)}},
                   {{chord.at_second.x, T(0)}, {chord.at_second.y, T(0)}}});
  return out;
}

template <Scalar T>
std::vector<T> slopes(const std::vector<Dual<T>>& x) {
  std::vector<T> out;
  for (const Dual<T>& one : x) out.push_back(one.slope);
  return out;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the closure is the gap between the two ends of each chord", "[closure]", AllScalars) {
  for (const auto& open : opens<TestType>(2, 8)) {
    const auto loops = loops_of(open.tree.tree, open.chords);
    CHECK(agree(closure(loops, open.tree.theta), gaps(open.tree.bodies, open.chords, open.tree.theta)));
  }
}

TEMPLATE_LIST_TEST_CASE("G is the slope of the closure in the root's axes, and its rows add up to zero", "[closure]",
                        AllScalars) {
  using T = TestType;
  for (const auto& open : opens<T>(2, 6)) {
    const PlanarTree<T>& tree = open.tree.tree;
    const int n = tree.size();
    const Matrix<T> G = closure_jacobian(loops_of(tree, open.chords), open.relative, tree.root());
    for (int k = 0; k < n; ++k) {
      std::vector<Dual<T>> theta;
      for (int i = 0; i < n; ++i)  // body k turns; the angles are those against the root
        theta.push_back({open.relative[i], T((i == k ? 1 : 0) - (k == tree.root() ? 1 : 0))});
      const std::vector<T> slope = slopes(gaps(lifted(open.tree.bodies), lifted_chords(open.chords), theta));
      for (int c = 0; c < G.rows; ++c) CHECK(agree(G(c, k), slope[c]));
    }
    for (int c = 0; c < G.rows; ++c) {
      T sum = T(0);
      for (int k = 0; k < n; ++k) sum = sum + G(c, k);
      CHECK(agree(sum, T(0)));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("columns by joints are the slopes of the closure in the joint angles", "[closure]",
                        AllScalars) {
  using T = TestType;
  for (const auto& open : opens<T>(2, 6)) {
    const PlanarTree<T>& tree = open.tree.tree;
    Matrix<T> G = closure_jacobian(loops_of(tree, open.chords), open.relative, tree.root());
    Matrix<T> by_joint(G.rows, tree.size() - 1);
    joint_columns(tree, G, by_joint);
    const std::vector<T> phi = differences(tree, open.relative);
    for (int k = 0; k < by_joint.cols; ++k) {
      std::vector<Dual<T>> turning;
      for (int j = 0; j < by_joint.cols; ++j) turning.push_back({phi[j], T(j == k ? 1 : 0)});
      const std::vector<Dual<T>> theta = absolute_angles(tree, turning, Dual<T>{T(0), T(0)});
      const std::vector<T> slope = slopes(gaps(lifted(open.tree.bodies), lifted_chords(open.chords), theta));
      for (int c = 0; c < G.rows; ++c) CHECK(agree(by_joint(c, k), slope[c]));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("the curvature is what is left of g'' at constant angular velocities", "[closure]",
                        AllScalars) {
  using T = TestType;
  for (const auto& open : opens<T>(2, 6)) {
    const PlanarTree<T>& tree = open.tree.tree;
    const auto loops = loops_of(tree, open.chords);
    std::vector<T> curvature(2 * loops.size(), T(0));
    closure_curvature(loops, turns(open.relative), open.tree.omega, tree.root(), curvature);
    std::vector<Dual<T>> theta;
    std::vector<Loop<Dual<T>>> still = loops_of(constant_tree(tree), lifted_chords(open.chords));
    for (int i = 0; i < tree.size(); ++i)
      theta.push_back({open.relative[i], open.tree.omega[i] - open.tree.omega[tree.root()]});
    std::vector<Dual<T>> g_rate(2 * loops.size());
    times(closure_jacobian(still, theta, tree.root()), lifted(open.tree.omega), g_rate);
    CHECK(agree(curvature, slopes(g_rate)));
  }
}

TEMPLATE_LIST_TEST_CASE("with the closing forces the loops have no acceleration, and the total momentum no rate",
                        "[closure]", AllScalars) {
  using T = TestType;
  for (const auto& open : opens<T>(3, std::is_same_v<T, Expr> ? 3 : 6)) {
    const PlanarTree<T>& tree = open.tree.tree;
    const auto loops = loops_of(tree, open.chords);
    if (!independent(loops)) continue;
    const std::vector<T> mu = momenta(tree, open.relative, open.tree.omega);
    std::vector<T> mu_rate = motion(tree, open.relative, mu).mu_rate;
    const std::vector<T> lambda = closing_forces(tree, loops, open.relative, mu, open.tree.omega, mu_rate);
    const Matrix<T> G = closure_jacobian(loops, open.relative, tree.root());
    add_transposed(G, lambda, mu_rate);
    std::vector<T> g2(2 * loops.size(), T(0)), curvature = g2;
    times(G, angular_accelerations(tree, open.relative, mu, open.tree.omega, mu_rate), g2);
    closure_curvature(loops, turns(open.relative), open.tree.omega, tree.root(), curvature);
    for (std::size_t c = 0; c < g2.size(); ++c) CHECK(agree(g2[c], -curvature[c]));
    T sum = T(0);
    for (const T& rate : mu_rate) sum = sum + rate;
    CHECK(agree(sum, T(0)));
  }
}

TEMPLATE_LIST_TEST_CASE("the gauge is at most 1, and its slope that of dual numbers", "[closure]", AllScalars) {
  using T = TestType;
  for (const auto& open : opens<T>(3, std::is_same_v<T, Expr> ? 3 : 6)) {
    const PlanarTree<T>& tree = open.tree.tree;
    const auto loops = loops_of(tree, open.chords);
    if (!independent(loops)) continue;
    const int rank = 2 * static_cast<int>(loops.size());
    const auto gauge = [&]<Scalar S>(const std::vector<Loop<S>>& bars, const std::vector<S>& theta,
                                     std::vector<S>& slope) {
      const Matrix<S> G = bar_columns(bars, theta);
      const LoopPattern pattern = loop_pattern(bars, G.cols);
      GaugeWorkspace<S> workspace(rank);
      gram(pattern, G, workspace.A);
      invert(pattern, workspace);
      return gauge_squared(pattern, G, workspace, rank, slope);
    };
    std::vector<T> slope(open.relative.size(), T(0));
    const T square = gauge(loops, open.relative, slope);
    if constexpr (std::is_same_v<T, double>) CHECK((square > 0 && square <= 1 + 1e-15));
    for (int k = 0; k < tree.size(); ++k) {
      std::vector<Dual<T>> theta = lifted(open.relative), unused = theta;
      theta[k].slope = T(1);
      CHECK(agree(gauge(loops_of(constant_tree(tree), lifted_chords(open.chords)), theta, unused).slope, slope[k]));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("a four-bar moves with two of its bodies: G N = 0, and the reduced slope is symmetric",
                        "[closure]", AllScalars) {
  using T = TestType;
  Draws<T> source(49);
  Bodies<T> bodies;
  const auto vector = [&] {
    const T x = source.number(-1, 1);
    return Vec2<T>{x, source.number(-1, 1)};
  };
  for (int i = 0; i < 4; ++i) {
    bodies.m.push_back(source.number(0.25, 2));
    bodies.I.push_back(source.number(0.25, 2));
    const Vec2<T> at_first = vector();
    if (i > 0) bodies.joints.push_back({i - 1, i, at_first, vector()});
  }
  const PlanarTree<T> tree = rooted(bodies, 0);
  const Vec2<T> at_first = vector();
  const std::vector<Loop<T>> loops = loops_of(tree, {Chord<T>{3, 0, at_first, vector()}});
  const std::vector<T> theta = unknowns(source, "theta", 4, -3, 3);
  const ReducedInertia<T> reduced = reduced_inertia(tree, loops[0], theta, 0, 1);
  const Matrix<T> G = bar_columns(loops, theta);
  for (int c = 0; c < 2; ++c)
    for (int a = 0; a < 2; ++a) {
      T sum = T(0);
      for (int k = 0; k < 4; ++k) sum = sum + G(c, k) * reduced.N(k, a);
      CHECK(agree(sum, T(0)));
    }
  CHECK(agree(reduced.slope(0, 1), reduced.slope(1, 0)));
  CHECK(agree(reduced.J, reduced_inertia(reduced.N, pseudo_inertia(pair_constants(tree), theta))));
}
