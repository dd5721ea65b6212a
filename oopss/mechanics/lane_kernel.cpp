// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/lane_kernel.hpp"

#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/lane_vector.hpp"
#include "oopss/mechanics/small_slopes.hpp"

namespace oopss {
namespace {

constexpr int most_small = 3;

/// The trees of the members from `first`, as many as a register holds.
[[gnu::always_inline]] inline SmallTree<Lane> small_tree(const SmallLanes& trees, int first) {
  SmallTree<Lane> out;
  const SmallTree<double>& shape = trees.shape;
  out.bodies = shape.bodies;
  for (int k = 0; k < most_small; ++k) {
    out.body[k] = shape.body[k];
    out.diagonal[k] = load(trees.diagonal + k * group_lanes + first);
    out.alpha[k] = load(trees.alpha + k * group_lanes + first);
    out.beta[k] = load(trees.beta + k * group_lanes + first);
  }
  for (int k = 0; k < 2; ++k) {
    out.joint[k] = shape.joint[k];
    out.sense[k] = shape.sense[k];
  }
  return out;
}

template <int Count>
[[gnu::always_inline]] inline void load_rows(Lane (&to)[Count], int rows, const double* from) {
  for (int k = 0; k < Count; ++k)
    if (k < rows) to[k] = load(from + k * group_lanes);
}
template <int Count>
[[gnu::always_inline]] inline void store_rows(double* to, int rows, const Lane (&from)[Count]) {
  for (int k = 0; k < Count; ++k)
    if (k < rows) store(to + k * group_lanes, from[k]);
}

void small_lane_rates(const SmallLanes& trees, const LanePlaces& places, const double* x, double* out) {
  for (int first = 0; first < group_lanes; first += register_lanes) {
    const SmallTree<Lane> tree = small_tree(trees, first);
    Lane phi[2], mu[3], phi_rate[2], mu_rate[3], omega[3];
    load_rows(phi, places.joints, x + first);
    load_rows(mu, places.bodies, x + places.momenta * group_lanes + first);
    if (tree.bodies == 2)
      two_body_rates(tree, phi, mu, phi_rate, mu_rate, omega);
    else
      three_body_rates(tree, phi, mu, phi_rate, mu_rate, omega);
    store_rows(out + first, places.joints, phi_rate);
    store_rows(out + places.momenta * group_lanes + first, places.bodies, mu_rate);
    store(out + places.root_angle * group_lanes + first, omega[places.root]);
  }
}

void small_lane_slopes(const SmallLanes& trees, const LanePlaces& places, const double* x, const double* v, double* out,
                       double* out_v) {
  for (int first = 0; first < group_lanes; first += register_lanes) {
    const SmallTree<Lane> tree = small_tree(trees, first);
    SmallState<Lane> value, slope, value_rate, slope_rate;
    load_rows(value.phi, places.joints, x + first);
    load_rows(slope.phi, places.joints, v + first);
    load_rows(value.mu, places.bodies, x + places.momenta * group_lanes + first);
    load_rows(slope.mu, places.bodies, v + places.momenta * group_lanes + first);
    small_slopes(tree, value, slope, value_rate, slope_rate);
    const auto put = [&](const SmallState<Lane>& rate, double* to) {
      store_rows(to + first, places.joints, rate.phi);
      store_rows(to + places.momenta * group_lanes + first, places.bodies, rate.mu);
      store(to + places.root_angle * group_lanes + first, rate.omega[places.root]);
    };
    put(value_rate, out);
    put(slope_rate, out_v);
  }
}

void tree_lane_rates(const TreeLanes* trees, const LanePlaces& places, const double* x, double* out) {
  for (int first = 0; first < group_lanes; first += register_lanes, ++trees) {
    const TreeLoops<Lane>& loops = *static_cast<const TreeLoops<Lane>*>(trees->loops);
    Lane* const phi = reinterpret_cast<Lane*>(trees->room);
    Lane *const mu = phi + places.joints, *const phi_rate = mu + places.bodies,
                *const mu_rate = phi_rate + places.joints;
    for (int k = 0; k < places.joints; ++k) phi[k] = load(x + k * group_lanes + first);
    for (int i = 0; i < places.bodies; ++i) mu[i] = load(x + (places.momenta + i) * group_lanes + first);
    tree_rates(loops, phi, mu, phi_rate, mu_rate);
    for (int k = 0; k < places.joints; ++k) store(out + k * group_lanes + first, phi_rate[k]);
    for (int i = 0; i < places.bodies; ++i) store(out + (places.momenta + i) * group_lanes + first, mu_rate[i]);
    store(out + places.root_angle * group_lanes + first, loops.omega[loops.slot_of[places.root]]);
  }
}

void add_lane_springs(int count, const LaneSpring* springs, const LanePlaces& places, int dissipated, const double* x,
                      double* out, const double* v, double* out_v) {
  const auto add = [](double* to, const Lane& more) { store(to, load(to) + more); };
  for (int first = 0; first < group_lanes; first += register_lanes) {
    Lane taken = 0.0;
    for (int k = 0; k < count; ++k) {
      const LaneSpring& spring = springs[k];
      const Lane kp = load(spring.kp + first), kd = load(spring.kd + first);
      const int joint = spring.joint * group_lanes + first,
                on_first = (places.momenta + spring.first) * group_lanes + first,
                on_second = (places.momenta + spring.second) * group_lanes + first;
      const Lane rate = load(out + joint);
      Lane stretch = load(x + joint) - load(spring.bias + first), stiffness = kp;
      if (spring.periodic) {
        const Direction<Lane> turned = direction(stretch);
        stretch = turned.s;
        stiffness = kp * turned.c;
      }
      const Lane damping = kd * rate, torque = kp * stretch + damping;
      add(out + on_first, torque);
      add(out + on_second, -torque);
      taken = damping * rate + taken;
      if (!v) continue;
      const Lane slope = stiffness * load(v + joint) + kd * load(out_v + joint);
      add(out_v + on_first, slope);
      add(out_v + on_second, -slope);
    }
    store(out + dissipated * group_lanes + first, taken);
  }
}

void combine_lanes(int rows, const double* x, const double* h, int count, const double* weight, const double* const* k,
                   double* out) {
  for (int first = 0; first < group_lanes; first += register_lanes) {
    const Lane length = load(h + first);
    const int end = first + rows * group_lanes;
    if (x && count == 1) {
      const Lane scaled = length * Lane(weight[0]);
      for (int place = first; place < end; place += group_lanes)
        store(out + place, scaled * load(k[0] + place) + load(x + place));
      continue;
    }
    for (int place = first; place < end; place += group_lanes) {
      Lane sum = Lane(weight[0]) * load(k[0] + place);
      for (int j = 1; j < count; ++j) sum = Lane(weight[j]) * load(k[j] + place) + sum;
      store(out + place, x ? Lane(length * sum + load(x + place)) : sum);
    }
  }
}

}  // namespace

const LaneKernel OOPSS_LANES = {OOPSS_PROCESSOR,   register_lanes,   small_lane_rates, tree_lane_rates,
                                small_lane_slopes, add_lane_springs, combine_lanes};

}  // namespace oopss
