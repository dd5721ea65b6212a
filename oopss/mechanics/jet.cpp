// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet.hpp"

#include <algorithm>
#include <cstdint>

namespace oopss {
namespace {

SmallJetLoop* small_loop(const Kernel& kernel) {
  return &kernel == &kernel_haswell ? small_jet_haswell : small_jet_baseline;
}
TreeJetLoop* tree_loop(const Kernel& kernel) {
  return &kernel == &kernel_haswell ? tree_jet_haswell : tree_jet_baseline;
}

int stride(const FastTree& tree) { return (2 * tree.constants->branches->steps() + 3) / 4 * 4; }

/// The first address in the workspace that is a multiple of 32 bytes; the workspace is that much longer.
double* aligned(std::vector<double>& workspace) {
  const auto address = reinterpret_cast<std::uintptr_t>(workspace.data());
  return workspace.data() + (32 - address % 32) % 32 / sizeof(double);
}

void make_workspace(Jet& jet, int order) {
  if (order <= jet.order) return;
  jet.order = order;
  const auto rows = static_cast<std::size_t>(order + 1);
  const std::size_t series =
      jet.tree.constants->small.bodies > 0 ? SmallJet<double>::record * rows : (6 * rows + 6) * stride(jet.tree);
  jet.workspace.assign(series + 4, 0.0);
  jet.spring_workspace.assign(3 * rows * jet.springs.size(), 0.0);
}

}  // namespace

JetNumbers jet_numbers(const TreeBranches& branches, const SmallTree<double>& small, int root) {
  JetNumbers out{.of_body = branches.slot_of};
  for (int k = 0; k < small.bodies; ++k) out.of_body[small.body[k]] = k;
  const auto number = [&](int slot) { return out.of_body[branches.slots[slot].body]; };
  for (std::size_t j = 0; j < branches.first.size(); ++j) {
    out.first.push_back(number(branches.first[j]));
    out.second.push_back(number(branches.second[j]));
  }
  out.root = out.of_body[root];
  return out;
}

Jet jet(const PlanarTree<double>& tree, std::vector<JointSpring> springs) {
  Jet out{.tree = fast_tree(tree), .springs = std::move(springs)};
  const auto n = static_cast<std::size_t>(tree.size());
  out.phi_rate.resize(n);
  out.rate.resize(n);
  out.numbers = jet_numbers(*out.tree.constants->branches, out.tree.constants->small, tree.root());
  for (const JointSpring& spring : out.springs)
    out.spring.push_back(
        {spring.joint, spring.law.periodic, spring.law.kp, spring.law.kd, spring.law.bias, nullptr, nullptr, nullptr});
  return out;
}

void taylor_coefficients(Jet& jet, const double* x, int order, double* coefficients) {
  make_workspace(jet, order);
  for (int i = 0, size = jet.size(); i < size; ++i) coefficients[i] = x[i];
  const auto rows = static_cast<std::size_t>(jet.order + 1);
  for (std::size_t n = 0; n < jet.spring.size(); ++n) {
    jet.spring[n].rate = &jet.spring_workspace[3 * rows * n];
    jet.spring[n].s = jet.spring[n].rate + rows;
    jet.spring[n].c = jet.spring[n].s + rows;
  }
  const JetOutput<double> to = {.bodies = jet.tree.constants->bodies,
                                .size = jet.size(),
                                .number = jet.numbers.of_body.data(),
                                .first = jet.numbers.first.data(),
                                .second = jet.numbers.second.data(),
                                .root = jet.numbers.root,
                                .springs = static_cast<int>(jet.spring.size()),
                                .spring = jet.spring.data(),
                                .out = coefficients};
  double* workspace = aligned(jet.workspace);
  if (jet.tree.constants->small.bodies > 0) {
    small_loop (*jet.tree.kernel)({&jet.tree.constants->small, workspace}, order, to);
    return;
  }
  const long row = stride(jet.tree), series = row * static_cast<long>(rows);
  const auto block = [&](long k) { return workspace + k * series; };
  const auto extra = [&](long k) { return workspace + 6 * series + k * row; };
  const TreeLoops<double> on = with_directions(tree_loops(*jet.tree.constants, jet.tree), block(0), block(1));
  const TreeJet<double> tree = {&on,      stride(jet.tree), block(0), block(1), block(2), block(3), block(4),
                                block(5), extra(0),         extra(1), extra(2), extra(3), extra(4), extra(5)};
  jet.tree.kernel->tree_rates(on, x, x + jet.tree.constants->bodies - 1, jet.phi_rate.data(), jet.rate.data());
  tree_loop (*jet.tree.kernel)(tree, order, to);
}

}  // namespace oopss
