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

int stride(const FastTree& tree) { return (2 * tree.plan->steps() + 3) / 4 * 4; }

/// The first address in the room that is a multiple of 32 bytes; the room is that much longer.
double* aligned(std::vector<double>& room) {
  const auto address = reinterpret_cast<std::uintptr_t>(room.data());
  return room.data() + (32 - address % 32) % 32 / sizeof(double);
}

void make_room(Jet& of, int order) {
  if (order <= of.order) return;
  of.order = order;
  const auto rows = static_cast<std::size_t>(order + 1);
  const std::size_t series =
      of.tree.small.bodies > 0 ? SmallJet<double>::record * rows : (6 * rows + 6) * stride(of.tree);
  of.room.assign(series + 4, 0.0);
  of.spring_room.assign(3 * rows * of.springs.size(), 0.0);
}

}  // namespace

Jet jet(const PlanarTree<double>& tree, std::vector<JointSpring> springs) {
  Jet out{.tree = fast_tree(tree), .springs = std::move(springs), .root = tree.root()};
  const auto n = static_cast<std::size_t>(tree.size());
  out.phi_rate.resize(n);
  out.rate.resize(n);
  out.number = out.tree.plan->slot_of;
  if (out.tree.small.bodies > 0)
    for (int k = 0; k < tree.size(); ++k) out.number[out.tree.small.body[k]] = k;
  for (std::size_t j = 0; j + 1 < n; ++j) {
    const auto slots_body = [&](int slot) { return out.tree.plan->slots[slot].body; };
    out.first.push_back(out.number[slots_body(out.tree.plan->first[j])]);
    out.second.push_back(out.number[slots_body(out.tree.plan->second[j])]);
  }
  for (const JointSpring& spring : out.springs)
    out.spring.push_back(
        {spring.joint, spring.law.periodic, spring.law.kp, spring.law.kd, spring.law.bias, nullptr, nullptr, nullptr});
  return out;
}

void taylor_coefficients(Jet& of, const double* x, int order, double* coefficients) {
  make_room(of, order);
  std::copy_n(x, of.size(), coefficients);
  const auto rows = static_cast<std::size_t>(of.order + 1);
  for (std::size_t n = 0; n < of.spring.size(); ++n) {
    of.spring[n].rate = &of.spring_room[3 * rows * n];
    of.spring[n].s = of.spring[n].rate + rows;
    of.spring[n].c = of.spring[n].s + rows;
  }
  const JetOutput<double> to = {.bodies = of.tree.bodies,
                                .size = of.size(),
                                .number = of.number.data(),
                                .first = of.first.data(),
                                .second = of.second.data(),
                                .root = of.number[of.root],
                                .springs = static_cast<int>(of.spring.size()),
                                .spring = of.spring.data(),
                                .out = coefficients};
  double* room = aligned(of.room);
  if (of.tree.small.bodies > 0) {
    small_loop (*of.tree.kernel)({&of.tree.small, room}, order, to);
    return;
  }
  rates(of.tree, x, x + of.tree.bodies - 1, of.phi_rate.data(), of.rate.data());
  const TreeLoops<double> on = tree_loops(of.tree);
  const long row = stride(of.tree), series = row * static_cast<long>(rows);
  const auto at = [&](long k) { return room + k * series; };
  const auto extra = [&](long k) { return room + 6 * series + k * row; };
  const TreeJet<double> tree = {&on,   stride(of.tree), at(0),    at(1),    at(2),    at(3),    at(4),
                                at(5), extra(0),        extra(1), extra(2), extra(3), extra(4), extra(5)};
  tree_loop (*of.tree.kernel)(tree, order, to);
}

}  // namespace oopss
