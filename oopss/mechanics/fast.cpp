// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/fast.hpp"

#include "oopss/mechanics/inertia.hpp"

namespace oopss {

std::vector<const Kernel*> usable_kernels() {
  std::vector<const Kernel*> all = {&kernel_baseline};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
    all.push_back(&kernel_haswell);
  return all;
}

const Kernel& this_processor() {
  static const Kernel& best = *usable_kernels().back();
  return best;
}

namespace {

/// From body i's mass centre to its joint with a neighbour, in the frame of i.
Vec2<double> joint_seen_from(const PlanarTree<double>& tree, int i, int neighbour) {
  return tree.parent[i] == neighbour ? tree.d_child[i] : tree.d_parent[neighbour];
}

void set_lane(StepConstants& to, int lane, const PlanarTree<double>& tree, const Strands::Slot& slot, int inner) {
  const int i = slot.body;
  const Vec2<double> b = inner < 0 ? Vec2<double>{} : joint_seen_from(tree, i, inner);
  const Vec2<double> e = slot.outer < 0 ? Vec2<double>{} : turned(joint_seen_from(tree, i, slot.outer) - b);
  const Vec2<double> q = -(tree.m[i] * turned(b));
  to.ex[lane] = e.x, to.ey[lane] = e.y;
  to.qx[lane] = q.x, to.qy[lane] = q.y;
  to.D[lane] = tree.I[i] + tree.m[i] * dot(b, b);
  to.m[lane] = tree.m[i];
  to.sense[lane] = slot.sense;
}

/// A joint's inner neighbour; for the two bodies at the root joint, each other.
int inner_neighbour(const Strands& plan, int slot) {
  const int steps = plan.steps();
  if (slot / 2 == steps - 1) return plan.slots[slot ^ 1].body;
  return plan.slots[slot].inner;
}

void make_loops(FastTree& out, const PlanarTree<double>& tree) {
  const Strands& plan = *out.plan;
  for (int k = 0; k < plan.steps(); ++k) {
    StepConstants of{};
    of.D = Lanes{1, 1};  // filling: no mass, nothing attached, and a pivot of one
    StepPlaces at{{0, 0}, {0, 0}, plan.slots[2 * k].knot};
    for (int lane = 0; lane < 2; ++lane) {
      const Strands::Slot& slot = plan.slots[2 * k + lane];
      if (slot.body < 0) continue;
      set_lane(of, lane, tree, slot, inner_neighbour(plan, 2 * k + lane));
      at.body[lane] = slot.body;
      at.joint[lane] = slot.joint;
    }
    out.step.push_back(of);
    out.places.push_back(at);
  }
  for (const Strands::Pair& strand : plan.pairs) {
    StrandPair of{strand.begin, strand.end, {strand.hook[0], strand.hook[1]}, {0, 0}, {0, 0}};
    for (int lane = 0; lane < 2; ++lane) {
      if (strand.hook[lane] < 0) continue;
      const Strands::Slot& head = plan.slots[2 * strand.end - 2 + lane];
      const int on = head.inner;
      const Vec2<double> e = turned(joint_seen_from(tree, on, head.body) -
                                    joint_seen_from(tree, on, inner_neighbour(plan, strand.hook[lane])));
      of.ex[lane] = e.x;
      of.ey[lane] = e.y;
    }
    out.pair.push_back(of);
  }
  const std::size_t slots = plan.slots.size();
  for (std::vector<double>* of : {&out.theta, &out.c, &out.s, &out.omega, &out.rate}) of->assign(slots, 0.0);
  out.sweep.assign(slots / 2, StepSweep{});
  out.knot.assign(static_cast<std::size_t>(plan.knots), KnotSweep{});
  out.done.assign(plan.pairs.size(), PairSweep{});
}

void make_small(FastTree& out, const PlanarTree<double>& tree) {
  const PairConstants<double> of = pair_constants(tree);
  const int n = tree.size();
  int b = tree.root();  // three bodies: the one between the others
  for (int i = 0; i < n; ++i)
    if (tree.parent[i] >= 0 && tree.parent[tree.parent[i]] >= 0) b = tree.parent[i];
  SmallTree& small = out.small;
  small.bodies = n;
  int a = -1, c = -1;
  for (int i = 0; i < n; ++i)
    if (i != b) (a < 0 ? a : c) = i;
  small.body[0] = a, small.body[1] = b, small.body[2] = c;
  for (int k = 0; k + 1 < n; ++k) {
    const int i = small.body[k], j = small.body[k + 1];
    const bool down = tree.parent[j] == i;
    const int child = down ? j : i;
    small.joint[k] = tree.joint[child];
    small.sense[k] = down ? tree.sense[child] : -tree.sense[child];
  }
  const auto couple = [&](int pair, int i, int j) {
    small.alpha[pair] = of.alpha(i, j);
    small.beta[pair] = of.beta(i, j);
  };
  for (int k = 0; k < n; ++k) small.diagonal[k] = of.diagonal[small.body[k]];
  couple(0, a, b);
  if (n == 3) couple(1, b, c);
  if (n == 3) couple(2, a, c);
  out.omega.assign(static_cast<std::size_t>(n), 0.0);
}

}  // namespace

FastTree fast_tree(const PlanarTree<double>& tree, std::shared_ptr<const Strands> plan) {
  FastTree out;
  out.plan = std::move(plan);
  out.bodies = tree.size();
  if (out.bodies == 2 || out.bodies == 3)
    make_small(out, tree);
  else
    make_loops(out, tree);
  return out;
}

TreeLoops tree_loops(FastTree& tree) {
  const Strands& plan = *tree.plan;
  return {.steps = plan.steps(),
          .pairs = static_cast<int>(tree.pair.size()),
          .bodies = tree.bodies,
          .pair = tree.pair.data(),
          .step = tree.step.data(),
          .places = tree.places.data(),
          .slot_of = plan.slot_of.data(),
          .first = plan.first.data(),
          .second = plan.second.data(),
          .theta = tree.theta.data(),
          .c = tree.c.data(),
          .s = tree.s.data(),
          .omega = tree.omega.data(),
          .rate = tree.rate.data(),
          .sweep = tree.sweep.data(),
          .knot = tree.knot.data(),
          .done = tree.done.data()};
}

void rates(FastTree& tree, const double* phi, const double* mu, double* phi_rate, double* mu_rate) {
  static constexpr double no_angle = 0;
  if (tree.small.bodies > 0)
    tree.kernel->small_rates(tree.small, phi, mu, phi_rate, mu_rate, tree.omega.data());
  else
    tree.kernel->tree_rates(tree_loops(tree), tree.bodies > 1 ? phi : &no_angle, mu, phi_rate, mu_rate);
}

}  // namespace oopss
