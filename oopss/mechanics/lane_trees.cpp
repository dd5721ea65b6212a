// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/lane_trees.hpp"

#include <cassert>

namespace oopss {
namespace {

/// Records of doubles alone: each into a lane of its like that holds W of each double.
template <int W, class One, class Many>
void put_doubles(const One& from, int lane, Many& to) {
  static_assert(sizeof(Many) == W * sizeof(One));
  const auto* const one = reinterpret_cast<const double*>(&from);
  auto* const many = reinterpret_cast<double*>(&to);
  for (std::size_t k = 0; k < sizeof(One) / sizeof(double); ++k) many[k * W + lane] = one[k];
}

template <int W>
void put_loops(const LanedTree<double>& one, int lane, LanedTree<Batch<W>>& all) {
  for (std::size_t k = 0; k < one.step.size(); ++k) put_doubles<W>(one.step[k], lane, all.step[k]);
  for (std::size_t k = 0; k < one.pair.size(); ++k) {
    put_doubles<W>(one.pair[k].ex, lane, all.pair[k].ex);
    put_doubles<W>(one.pair[k].ey, lane, all.pair[k].ey);
  }
}

template <int W>
std::vector<LanedTree<Batch<W>>> loops_of(const PlanarTree<double>& tree,
                                          const std::shared_ptr<const TreeBranches>& branches) {
  PlanarTree<Batch<W>> all;
  static_cast<Topology&>(all) = tree;
  all.mass = tree.mass;
  for (int i = 0; i < tree.size(); ++i) {
    all.m.emplace_back(tree.m[i]);
    all.I.emplace_back(tree.I[i]);
    all.d_parent.push_back({tree.d_parent[i].x, tree.d_parent[i].y});
    all.d_child.push_back({tree.d_child[i].x, tree.d_child[i].y});
  }
  return std::vector<LanedTree<Batch<W>>>(group_lanes / W, laned_tree(all, branches));
}

/// Calls back with the trees of the kernel's width.
template <class Call>
void with_loops(LaneTrees& trees, const Call& call) {
  if (trees.kernel->width == 2) call(trees.pairs);
  if (trees.kernel->width == 4) call(trees.fours);
  if (trees.kernel->width == 8) call(trees.eights);
}

/// Calls back with the loops of all registers.
template <class Call>
void with_tree_lanes(LaneTrees& trees, const Call& call) {
  with_loops(trees, [&](auto& all) {
    std::array<decltype(tree_loops(all[0])), group_lanes / 2> loops;
    std::array<TreeLanes, group_lanes / 2> lanes;
    for (std::size_t k = 0; k < all.size(); ++k) {
      loops[k] = tree_loops(all[k]);
      lanes[k] = {&loops[k], trees.room[0].lane};
    }
    call(lanes.data());
  });
}

SmallLanes small_lanes(const LaneTrees& trees) {
  return {trees.shape, trees.diagonal.data(), trees.alpha.data(), trees.beta.data()};
}

}  // namespace

std::vector<const LaneKernel*> usable_lane_kernels() {
  std::vector<const LaneKernel*> all = {&lanes_baseline};
  if (&this_processor() == &kernel_haswell) all.push_back(&lanes_haswell);
  if (all.size() == 2 && has_avx512()) all.push_back(&lanes_avx512);
  return all;
}

const LaneKernel& this_lane_processor() {
  static const LaneKernel& best = *usable_lane_kernels().back();
  return best;
}

LaneTrees lane_trees(const PlanarTree<double>& tree, const LaneKernel& kernel) {
  LaneTrees out;
  const int n = tree.size();
  out.kernel = &kernel;
  out.places = {n - 1, n, n - 1, 2 * n - 1, tree.root()};
  out.branches = std::make_shared<const TreeBranches>(tree_branches(tree));
  if (has_closed_form(tree)) out.shape = small_tree_of(tree);
  out.numbers = jet_numbers(*out.branches, out.shape, tree.root());
  if (out.small()) {
    for (AlignedDoubles* constants : {&out.diagonal, &out.alpha, &out.beta}) constants->resize(3 * group_lanes);
    for (int lane = 0; lane < group_lanes; ++lane) put(out, lane, tree);
    return out;
  }
  if (kernel.width == 2) out.pairs = loops_of<2>(tree, out.branches);
  if (kernel.width == 4) out.fours = loops_of<4>(tree, out.branches);
  if (kernel.width == 8) out.eights = loops_of<8>(tree, out.branches);
  out.room.resize(static_cast<std::size_t>(2 * (2 * n - 1)));
  return out;
}

void put(LaneTrees& trees, int lane, const PlanarTree<double>& tree) {
  const LanedTree<double> one = laned_tree(tree, trees.branches);
  if (trees.small()) {
    for (int k = 0; k < 3; ++k) {
      const auto place = static_cast<std::size_t>(k * group_lanes + lane);
      trees.diagonal[place] = one.small.diagonal[k];
      trees.alpha[place] = one.small.alpha[k];
      trees.beta[place] = one.small.beta[k];
    }
    return;
  }
  const int width = trees.kernel->width;
  with_loops(trees, [&](auto& all) { put_loops(one, lane % width, all[static_cast<std::size_t>(lane / width)]); });
}

void rates(LaneTrees& trees, const double* x, double* out) {
  if (trees.small()) return trees.kernel->small_rates(small_lanes(trees), trees.places, {x}, out);
  with_tree_lanes(trees, [&](const TreeLanes* lanes) { trees.kernel->tree_rates(lanes, trees.places, x, out); });
}

void rates_ahead(LaneTrees& trees, const LaneStates& states, double* out) {
  assert(trees.small());
  trees.kernel->small_rates(small_lanes(trees), trees.places, states, out);
}

void taylor_coefficients(LaneTrees& trees, const std::vector<LaneSpring>& springs, int order, const double* x,
                         double* coefficients) {
  const LaneJet jet = {trees.numbers.of_body.data(),
                       trees.numbers.first.data(),
                       trees.numbers.second.data(),
                       trees.numbers.root,
                       static_cast<int>(springs.size()),
                       springs.data(),
                       order};
  const LaneJets& jets = *trees.kernel->jets;
  const auto room = [&](long doubles) {
    if (trees.jet_room.size() < static_cast<std::size_t>(doubles))
      trees.jet_room.assign(static_cast<std::size_t>(doubles), 0.0);
    return trees.jet_room.data();
  };
  if (trees.small())
    return jets.small(small_lanes(trees), trees.places, jet, x, room(jets.small_room(jet)), coefficients);
  with_tree_lanes(trees, [&](const TreeLanes* lanes) {
    jets.tree(lanes, trees.places, jet, x, room(jets.tree_room(*lanes, trees.places, jet)), coefficients);
  });
}

void slopes(LaneTrees& trees, const double* x, const double* v, double* out, double* out_v) {
  assert(trees.small());
  trees.kernel->small_slopes(small_lanes(trees), trees.places, x, v, out, out_v);
}

}  // namespace oopss
