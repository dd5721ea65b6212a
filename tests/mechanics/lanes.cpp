// SPDX-License-Identifier: Apache-2.0
// The fast loops with a batch for a lane: the members of an ensemble side by side, each as it is alone.
#include <catch2/catch.hpp>

#include "oopss/mechanics/jet.hpp"
#include "oopss/mechanics/jet_loops_small.hpp"
#include "oopss/mechanics/jet_loops_tree.hpp"
#include "oopss/mechanics/kernel_loops.hpp"
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
                              .number = numbering.number.data(),
                              .first = numbering.first.data(),
                              .second = numbering.second.data(),
                              .root = numbering.number[numbering.root],
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
  loop_rates(tree, phi, mu);
  const TreeLoops<Real> loops = tree_loops(tree);
  const auto row = [&](std::size_t k) { return start + k * series; };
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

TEST_CASE("so do the loops of Taylor coefficients") {
  constexpr int order = 9;
  std::mt19937 random(5);
  for (const int bodies : {2, 3, 4, 9}) {
    const Ensemble ensemble = random_ensemble(bodies, Growth::vine, random);
    const Jet numbering = jet(ensemble.tree[0]);
    LanedTree<Members> all = laned_tree(side_by_side(ensemble.tree), numbering.tree.branches);
    const std::vector<Members> found =
        loop_jet(all, numbering, side_by_side(ensemble.phi), side_by_side(ensemble.mu), order);
    for (int w = 0; w < W; ++w) {
      LanedTree<double> one = laned_tree(ensemble.tree[w], numbering.tree.branches);
      check_lane(found, w, loop_jet(one, numbering, ensemble.phi[w], ensemble.mu[w], order));
    }
  }
}
