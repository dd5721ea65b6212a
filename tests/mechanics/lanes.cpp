// SPDX-License-Identifier: Apache-2.0
// The fast loops with a batch for a lane: the members of an ensemble side by side, each as it is alone.
#include <catch2/catch.hpp>
#include <cstring>

#include "oopss/mechanics/jet.hpp"
#include "oopss/mechanics/jet_loops_small.hpp"
#include "oopss/mechanics/jet_loops_tree.hpp"
#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/lane_trees.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/scalar/batch.hpp"
#include "tests/mechanics/random_trees.hpp"

using namespace oopss;

namespace {

constexpr int W = 4;
using Members = Batch<W>;

/// W trees of one topology with parameters of their own, and their states.
struct Ensemble {
  std::vector<PlanarTree<double>> tree;
  std::vector<std::vector<double>> phi, mu;
};

Ensemble random_ensemble(int bodies, Growth growth, std::mt19937& random) {
  Ensemble out;
  const PlanarTree<double> first = random_tree(bodies, growth, random);
  for (int w = 0; w < W; ++w) {
    PlanarTree<double> tree = first;
    const std::vector<double> change = random_numbers(4 * bodies, 0.1, random);
    tree.mass = 0;
    for (int i = 0; i < bodies; ++i) {
      tree.m[i] += change[4 * i];
      tree.I[i] += change[4 * i + 1];
      tree.d_parent[i].x += change[4 * i + 2];
      tree.d_child[i].y += change[4 * i + 3];
      tree.mass += tree.m[i];
    }
    out.tree.push_back(tree);
    out.phi.push_back(random_numbers(std::max(bodies - 1, 1), 3, random));
    out.mu.push_back(random_numbers(bodies, 5, random));
  }
  return out;
}

/// get(w) for each member, side by side.
template <class Get>
Members side_by_side(const Get& get) {
  Members out;
  for (int w = 0; w < W; ++w) out.lane[w] = get(w);
  return out;
}
std::vector<Members> side_by_side(const std::vector<std::vector<double>>& all) {
  std::vector<Members> out;
  for (std::size_t i = 0; i < all[0].size(); ++i) out.push_back(side_by_side([&](int w) { return all[w][i]; }));
  return out;
}
PlanarTree<Members> side_by_side(const std::vector<PlanarTree<double>>& all) {
  PlanarTree<Members> out;
  static_cast<Topology&>(out) = all[0];
  out.mass = side_by_side([&](int w) { return all[w].mass; });
  for (int i = 0; i < out.size(); ++i) {
    const auto vector = [&](const auto& evaluated) {
      return Vec2<Members>{side_by_side([&](int w) { return evaluated(w).x; }),
                           side_by_side([&](int w) { return evaluated(w).y; })};
    };
    out.m.push_back(side_by_side([&](int w) { return all[w].m[i]; }));
    out.I.push_back(side_by_side([&](int w) { return all[w].I[i]; }));
    out.d_parent.push_back(vector([&](int w) { return all[w].d_parent[i]; }));
    out.d_child.push_back(vector([&](int w) { return all[w].d_child[i]; }));
  }
  return out;
}

template <class Real>
struct LanedRates {
  std::vector<Real> phi, mu;
};
template <class Real>
LanedRates<Real> loop_rates(LanedTree<Real>& tree, const std::vector<Real>& phi, const std::vector<Real>& mu) {
  LanedRates<Real> out{std::vector<Real>(phi.size()), std::vector<Real>(mu.size())};
  if (tree.small.bodies > 0)
    small_rates(tree.small, phi.data(), mu.data(), out.phi.data(), out.mu.data(), tree.omega.data());
  else
    tree_rates(tree_loops(tree), phi.data(), mu.data(), out.phi.data(), out.mu.data());
  return out;
}

/// Coefficients 0 to `order` of the state [φ, μ, θ_root]; `numbering` has the integers of the tree's jet.
template <class Real>
std::vector<Real> loop_jet(LanedTree<Real>& tree, const Jet& numbering, const std::vector<Real>& phi,
                           const std::vector<Real>& mu, int order) {
  const int n = tree.bodies;
  std::vector<Real> out(static_cast<std::size_t>(2 * n) * (order + 1));
  std::copy_n(phi.begin(), n - 1, out.begin());
  std::copy_n(mu.begin(), n, out.begin() + n - 1);
  const JetOutput<Real> to = {.bodies = n,
                              .size = 2 * n,
                              .number = numbering.numbers.of_body.data(),
                              .first = numbering.numbers.first.data(),
                              .second = numbering.numbers.second.data(),
                              .root = numbering.numbers.root,
                              .springs = 0,
                              .spring = nullptr,
                              .out = out.data()};
  const std::size_t stride = (2 * static_cast<std::size_t>(tree.branches->steps()) + 3) / 4 * 4;
  const std::size_t series = stride * (static_cast<std::size_t>(order) + 1);
  std::vector<Real> room(24 * (static_cast<std::size_t>(order) + 1) + 6 * series + 6 * stride + 4);
  Real* start = room.data();
  while (reinterpret_cast<std::uintptr_t>(start) % 32 != 0)
    start = reinterpret_cast<Real*>(reinterpret_cast<double*>(start) + 1);
  if (tree.small.bodies > 0) {
    small_jet(SmallJet<Real>{&tree.small, start}, order, to);
    return out;
  }
  const auto row = [&](std::size_t k) { return start + k * series; };
  const TreeLoops<Real> loops = with_directions(tree_loops(tree), row(0), row(1));
  tree_rates<Real>(loops, phi.data(), mu.data(), nullptr, nullptr);
  const auto extra = [&](std::size_t k) { return start + 6 * series + k * stride; };
  const TreeJet<Real> jet = {&loops,   static_cast<int>(stride),
                             row(0),   row(1),
                             row(2),   row(3),
                             row(4),   row(5),
                             extra(0), extra(1),
                             extra(2), extra(3),
                             extra(4), extra(5)};
  tree_jet(jet, order, to);
  return out;
}

void check_lane(const std::vector<Members>& all, int w, const std::vector<double>& alone) {
  REQUIRE(all.size() == alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) CHECK(all[i].lane[w] == alone[i]);
}

/// The largest number of the coefficient that entry k belongs to.
double largest_of_order(const std::vector<double>& all, std::size_t k, int bodies) {
  const std::size_t size = static_cast<std::size_t>(2 * bodies), first = k / size * size;
  double out = 0;
  for (std::size_t i = first; i < first + size; ++i) out = std::max(out, std::abs(all[i]));
  return out;
}

}  // namespace

TEST_CASE("the fast loops with a batch for a lane give every member the rates that it has alone, to the bit") {
  std::mt19937 random(4);
  for (const Growth growth : {Growth::chain, Growth::bush, Growth::vine})
    for (const int bodies : {1, 2, 3, 4, 7, 12}) {
      const Ensemble ensemble = random_ensemble(bodies, growth, random);
      const auto branches = std::make_shared<const TreeBranches>(tree_branches(ensemble.tree[0]));
      LanedTree<Members> all = laned_tree(side_by_side(ensemble.tree), branches);
      const LanedRates<Members> found = loop_rates(all, side_by_side(ensemble.phi), side_by_side(ensemble.mu));
      for (int w = 0; w < W; ++w) {
        LanedTree<double> one = laned_tree(ensemble.tree[w], branches);
        const LanedRates<double> alone = loop_rates(one, ensemble.phi[w], ensemble.mu[w]);
        check_lane(found.phi, w, alone.phi);
        check_lane(found.mu, w, alone.mu);
      }
    }
}

TEST_CASE("so do the loops of Taylor coefficients; of three bodies, whose sums are in another order, to rounding") {
  constexpr int order = 9;
  std::mt19937 random(5);
  for (const int bodies : {2, 3, 4, 9}) {
    const Ensemble ensemble = random_ensemble(bodies, Growth::vine, random);
    const Jet numbering = jet(ensemble.tree[0]);
    LanedTree<Members> all = laned_tree(side_by_side(ensemble.tree), numbering.tree.constants->branches);
    const std::vector<Members> found =
        loop_jet(all, numbering, side_by_side(ensemble.phi), side_by_side(ensemble.mu), order);
    for (int w = 0; w < W; ++w) {
      LanedTree<double> one = laned_tree(ensemble.tree[w], numbering.tree.constants->branches);
      const std::vector<double> alone = loop_jet(one, numbering, ensemble.phi[w], ensemble.mu[w], order);
      if (bodies != 3) check_lane(found, w, alone);
      for (std::size_t k = 0; k < alone.size() && bodies == 3; ++k)
        CHECK(std::abs(found[k].lane[w] - alone[k]) <= 1e-13 * largest_of_order(alone, k, bodies));
    }
  }
}

namespace {

/// A tree like another, with numbers of its own.
PlanarTree<double> changed(PlanarTree<double> tree, std::mt19937& random) {
  const std::vector<double> change = random_numbers(4 * tree.size(), 0.1, random);
  tree.mass = 0;
  for (int i = 0; i < tree.size(); ++i) {
    tree.m[i] += change[4 * i];
    tree.I[i] += change[4 * i + 1];
    tree.d_parent[i].x += change[4 * i + 2];
    tree.d_child[i].y += change[4 * i + 3];
    tree.mass += tree.m[i];
  }
  return tree;
}

/// A full group of members: their trees, their states [φ, μ, θ_root], and slopes of these.
struct Group {
  std::vector<PlanarTree<double>> tree;
  std::vector<double> x, v;
  int rows() const { return 2 * tree[0].size(); }
  std::vector<double> member(const std::vector<double>& all, int lane) const {
    std::vector<double> out;
    for (int i = 0; i < rows(); ++i) out.push_back(all[i * group_lanes + lane]);
    return out;
  }
};

Group random_group(int bodies, Growth growth, std::mt19937& random) {
  Group out;
  const PlanarTree<double> first = random_tree(bodies, growth, random);
  for (int lane = 0; lane < group_lanes; ++lane) out.tree.push_back(changed(first, random));
  const int rows = 2 * bodies;
  out.x = random_numbers(rows * group_lanes, 3, random);
  out.v = random_numbers(rows * group_lanes, 1, random);
  return out;
}

LaneTrees lanes_of(const Group& group, const LaneKernel& kernel) {
  LaneTrees out = lane_trees(group.tree[0], kernel);
  for (int lane = 0; lane < group_lanes; ++lane) put(out, lane, group.tree[lane]);
  return out;
}

/// φ', μ' and ω of the root by the recursion, with numbers or dual numbers.
template <class T>
std::vector<T> recursion_rates(const PlanarTree<T>& tree, const std::vector<T>& x) {
  const int n = tree.size();
  const std::vector<T> phi(x.begin(), x.begin() + n - 1), mu(x.begin() + n - 1, x.begin() + 2 * n - 1);
  const Motion<T> found = motion(tree, absolute_angles(tree, phi, T(0)), mu);
  std::vector<T> out = differences(tree, found.omega);
  out.insert(out.end(), found.mu_rate.begin(), found.mu_rate.end());
  out.push_back(found.omega[tree.root()]);
  return out;
}

PlanarTree<Dual<double>> dual_tree(const PlanarTree<double>& tree) {
  PlanarTree<Dual<double>> out;
  static_cast<Topology&>(out) = tree;
  out.mass = {tree.mass, 0};
  for (int i = 0; i < tree.size(); ++i) {
    out.m.push_back({tree.m[i], 0});
    out.I.push_back({tree.I[i], 0});
    out.d_parent.push_back({{tree.d_parent[i].x, 0}, {tree.d_parent[i].y, 0}});
    out.d_child.push_back({{tree.d_child[i].x, 0}, {tree.d_child[i].y, 0}});
  }
  return out;
}

double largest_of(const std::vector<double>& v) {
  double out = 0;
  for (const double one : v) out = std::max(out, std::abs(one));
  return out;
}
void check_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(std::abs(found[i] - expected[i]) <= tolerance * largest_of(expected));
}

}  // namespace

TEST_CASE("rates of a group of members are those of the recursion, the same bytes on every kind of processor") {
  std::mt19937 random(6);
  for (const Growth growth : {Growth::chain, Growth::vine})
    for (const int bodies : {1, 2, 3, 4, 7}) {
      INFO(bodies << " bodies");
      const Group group = random_group(bodies, growth, random);
      std::vector<double> plainest;
      for (const LaneKernel* kernel : usable_lane_kernels()) {
        INFO(kernel->name);
        LaneTrees trees = lanes_of(group, *kernel);
        std::vector<double> found(group.x.size());
        for (int call = 0; call < 2; ++call) rates(trees, group.x.data(), found.data());
        if (plainest.empty()) plainest = found;
        CHECK(std::memcmp(found.data(), plainest.data(), found.size() * sizeof(double)) == 0);
        for (int lane = 0; lane < group_lanes; lane += 5)  // as the fast rates: 1e-12 of the largest
          check_near(group.member(found, lane), recursion_rates(group.tree[lane], group.member(group.x, lane)), 1e-12);
      }
    }
}

namespace {

/// Springs and dampers at all joints, of every member its own.
struct GroupSprings {
  std::vector<std::vector<JointSpring>> of_member;  // [lane][joint]
  AlignedDoubles numbers;
  std::vector<LaneSpring> side_by_side;
};
GroupSprings random_springs(const PlanarTree<double>& tree, std::mt19937& random) {
  GroupSprings out;
  const int joints = tree.size() - 1;
  out.of_member.resize(group_lanes);
  out.numbers.resize(static_cast<std::size_t>(3 * joints * group_lanes));
  for (int k = 0; k < joints; ++k) {
    int i = 0;  // the body that the joint hangs on another
    while (tree.parent[i] < 0 || tree.joint[i] != k) ++i;
    double* const to = out.numbers.data() + 3 * k * group_lanes;
    const bool sine = k % 2 == 0, down = tree.sense[i] > 0;
    out.side_by_side.push_back(
        {k, down ? tree.parent[i] : i, down ? i : tree.parent[i], sine, to, to + group_lanes, to + 2 * group_lanes});
    for (int lane = 0; lane < group_lanes; ++lane) {
      const std::vector<double> some = random_numbers(3, 2, random);
      out.of_member[lane].push_back({k, {sine, some[0], some[1], some[2]}});
      for (int j = 0; j < 3; ++j) to[j * group_lanes + lane] = some[j];
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Taylor coefficients of a group of members are those of each alone, the same bytes everywhere") {
  constexpr int order = 12;
  std::mt19937 random(9);
  for (const bool sprung : {false, true})
    for (const int bodies : {1, 2, 3, 4, 7}) {
      if (sprung && bodies == 1) continue;
      const Group group = random_group(bodies, Growth::vine, random);
      const GroupSprings springs = sprung ? random_springs(group.tree[0], random) : GroupSprings{};
      const int size = 2 * bodies + (sprung ? 2 : 0);
      std::vector<double> x = group.x;
      x.resize(static_cast<std::size_t>(size * group_lanes), 0.5);  // work and heat
      std::vector<double> plainest;
      for (const LaneKernel* kernel : usable_lane_kernels()) {
        INFO(bodies << " bodies, " << kernel->name);
        LaneTrees trees = lanes_of(group, *kernel);
        AlignedDoubles series(static_cast<std::size_t>((order + 1) * size * group_lanes));
        for (int call = 0; call < 2; ++call)
          taylor_coefficients(trees, springs.side_by_side, order, x.data(), series.data());
        std::vector<double> found;  // [lane][k][i]
        for (int lane = 0; lane < group_lanes; ++lane)
          for (int place = 0; place < (order + 1) * size; ++place)
            found.push_back(series[static_cast<std::size_t>(
                ((lane / kernel->width) * (order + 1) * size + place) * kernel->width + lane % kernel->width)]);
        if (plainest.empty()) plainest = found;
        CHECK(std::memcmp(found.data(), plainest.data(), found.size() * sizeof(double)) == 0);
        for (int lane = 0; lane < group_lanes; lane += 5) {
          Jet alone = jet(group.tree[lane], sprung ? springs.of_member[lane] : std::vector<JointSpring>{});
          std::vector<double> start, expected(static_cast<std::size_t>((order + 1) * size));
          for (int i = 0; i < size; ++i) start.push_back(x[i * group_lanes + lane]);
          taylor_coefficients(alone, start.data(), order, expected.data());
          for (int k = 0; k <= order; ++k) {
            const auto row = [&](const std::vector<double>& all, long from) {
              return std::vector<double>(all.begin() + from + k * size, all.begin() + from + (k + 1) * size);
            };
            check_near(row(found, static_cast<long>(lane) * (order + 1) * size), row(expected, 0), 1e-12);
          }
        }
      }
    }
}

TEST_CASE("slopes of a group of members are those of dual numbers in the recursion, the same bytes everywhere") {
  std::mt19937 random(7);
  for (const int bodies : {2, 3}) {
    const Group group = random_group(bodies, Growth::vine, random);
    std::vector<double> plainest;
    for (const LaneKernel* kernel : usable_lane_kernels()) {
      INFO(bodies << " bodies, " << kernel->name);
      LaneTrees trees = lanes_of(group, *kernel);
      std::vector<double> rate(group.x.size()), slope(group.x.size()), alone(group.x.size());
      slopes(trees, group.x.data(), group.v.data(), rate.data(), slope.data());
      rates(trees, group.x.data(), alone.data());
      CHECK(std::memcmp(rate.data(), alone.data(), rate.size() * sizeof(double)) == 0);
      if (plainest.empty()) plainest = slope;
      CHECK(std::memcmp(slope.data(), plainest.data(), slope.size() * sizeof(double)) == 0);
      for (int lane = 0; lane < group_lanes; lane += 5) {
        const std::vector<double> x = group.member(group.x, lane), v = group.member(group.v, lane);
        std::vector<Dual<double>> moving;
        for (std::size_t i = 0; i < x.size(); ++i) moving.push_back({x[i], v[i]});
        std::vector<double> expected;
        for (const Dual<double>& one : recursion_rates(dual_tree(group.tree[lane]), moving))
          expected.push_back(one.slope);
        check_near(group.member(slope, lane), expected, 1e-12);
      }
    }
  }
}

TEST_CASE("a member's rates do not depend on those beside it, also where its angles are many turns") {
  std::mt19937 random(8);
  Group group = random_group(3, Growth::chain, random);
  group.x[3] = 2e6;  // beyond the reduction of the loops, in one member
  std::vector<double> found(group.x.size()), again(group.x.size());
  LaneTrees trees = lanes_of(group, this_lane_processor());
  rates(trees, group.x.data(), found.data());
  // Every member five places further.
  Group moved = group;
  for (int lane = 0; lane < group_lanes; ++lane) {
    const int to = (lane + 5) % group_lanes;
    moved.tree[to] = group.tree[lane];
    for (int i = 0; i < group.rows(); ++i) moved.x[i * group_lanes + to] = group.x[i * group_lanes + lane];
  }
  trees = lanes_of(moved, this_lane_processor());
  rates(trees, moved.x.data(), again.data());
  for (int lane = 0; lane < group_lanes; ++lane)
    CHECK(group.member(found, lane) == moved.member(again, (lane + 5) % group_lanes));
  check_near(group.member(found, 3), recursion_rates(group.tree[3], group.member(group.x, 3)), 1e-9);  // 2e6 + rounding
}

TEST_CASE("rates ahead are those of the state there, the same bytes on every kind of processor") {
  std::mt19937 random(10);
  for (const int bodies : {2, 3}) {
    Group group = random_group(bodies, Growth::vine, random);
    group.x[7] = 3e6;  // one angle beyond the reduction of the loops
    const AlignedDoubles h = [&] {
      const std::vector<double> some = random_numbers(group_lanes, 1, random);
      return AlignedDoubles(some.begin(), some.end());
    }();
    std::vector<double> plainest;
    for (const LaneKernel* kernel : usable_lane_kernels()) {
      INFO(bodies << " bodies, " << kernel->name);
      LaneTrees trees = lanes_of(group, *kernel);
      std::vector<double> there(group.x.size()), expected(group.x.size()), found(group.x.size());
      const double half = 0.5;
      const double* const v = group.v.data();
      kernel->combine(group.rows(), group.x.data(), h.data(), 1, &half, &v, there.data());
      rates(trees, there.data(), expected.data());
      rates_ahead(trees, {group.x.data(), h.data(), v, half}, found.data());
      CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)) == 0);
      if (plainest.empty()) plainest = found;
      CHECK(std::memcmp(found.data(), plainest.data(), found.size() * sizeof(double)) == 0);
    }
  }
}

TEST_CASE("lanes turn angles of up to a million radians into the first quarter to the last digits") {
  // The rates are smooth functions of the sine and the cosine, so that an error of an angle shows in them. At multiples
  // of π/2 most digits of the angle cancel.
  std::mt19937 random(11);
  Group group = random_group(2, Growth::chain, random);
  std::uniform_real_distribution<double> anywhere(-1e6, 1e6);
  for (int round = 0; round < 200; ++round) {
    for (int lane = 0; lane < group_lanes; ++lane) {
      const double angle = anywhere(random);
      group.x[lane] = lane % 2 == 0 ? angle : std::round(angle / M_PI_2) * M_PI_2;
    }
    LaneTrees trees = lanes_of(group, this_lane_processor());
    std::vector<double> found(group.x.size());
    rates(trees, group.x.data(), found.data());
    for (int lane = 0; lane < group_lanes; ++lane)
      check_near(group.member(found, lane), recursion_rates(group.tree[lane], group.member(group.x, lane)), 1e-13);
  }
}
