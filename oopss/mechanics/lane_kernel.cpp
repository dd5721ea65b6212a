// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/lane_kernel.hpp"

#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/lane_jets.hpp"
#include "oopss/mechanics/lane_small.hpp"
#include "oopss/mechanics/small_slopes.hpp"

namespace oopss {
namespace {

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

/// Rows of members.
template <class Real>
struct RowsFrom {
  const double* x;
  [[gnu::always_inline]] Real operator[](int row) const { return load<Real>(x + row * group_lanes); }
};
/// Rows of x + step k, as `combine_lanes` has them.
template <class Real>
struct RowsAhead {
  const double *x, *k;
  Real step;
  [[gnu::always_inline]] Real operator[](int row) const {
    return step * load<Real>(k + row * group_lanes) + load<Real>(x + row * group_lanes);
  }
};
/// Rows that something is put into.
template <class Real>
struct RowsTo {
  struct Place {
    double* to;
    [[gnu::always_inline]] void operator=(const Real& x) const { store(to, x); }  // NOLINT: a place, not a value
  };
  double* first;
  [[gnu::always_inline]] Place operator[](int row) const { return {first + row * group_lanes}; }
};
/// Of the angular velocities of all bodies that of the root alone.
template <class Real>
struct RootTo {
  struct Place {
    double* to;
    [[gnu::always_inline]] void operator=(const Real& x) const {  // NOLINT: a place, not a value
      if (to) store(to, x);
    }
  };
  double* to;
  int root;
  [[gnu::always_inline]] Place operator[](int body) const { return {body == root ? to : nullptr}; }
};

/// Rates of as many members as a number stands for, by their angles and momenta.
template <class Real, class Rows>
[[gnu::always_inline]] inline void small_rates_of(int first, const SmallLanes& trees, const LanePlaces& places,
                                                  Rows phi, Rows mu, double* out) {
  const SmallTree<Real> tree = small_tree<Real>(trees, first);
  const RowsTo<Real> phi_rate = {out + first}, mu_rate = {out + places.momenta * group_lanes + first};
  const RootTo<Real> omega = {out + places.root_angle * group_lanes + first, places.root};
  if (places.bodies == 2)
    put_rates(tree, two_bodies(tree, phi, mu), phi_rate, mu_rate, omega);
  else
    put_rates(tree, three_bodies(tree, phi, mu), phi_rate, mu_rate, omega);
}
/// Calls with the angles and the momenta of the members from `first`.
template <class Real, class Call>
[[gnu::always_inline]] inline void with_rows(int first, const LanePlaces& places, const LaneStates& states,
                                             const Call& call) {
  const int momenta = places.momenta * group_lanes;
  const double* const x = states.x + first;
  if (!states.k) return call(RowsFrom<Real>{x}, RowsFrom<Real>{x + momenta});
  const double* const k = states.k + first;
  const Real step = load<Real>(states.h + first) * Real(states.part);
  call(RowsAhead<Real>{x, k, step}, RowsAhead<Real>{x + momenta, k + momenta, step});
}

/// With angles whose sines are those of the C library.
[[gnu::noinline, gnu::cold]] void far_small_rates(int first, const SmallLanes& trees, const LanePlaces& places,
                                                  const LaneStates& states, double* out) {
  with_rows<Lane>(first, places, states,
                  [&](auto phi, auto mu) { small_rates_of<Lane>(first, trees, places, phi, mu, out); });
}

/// Two registers at once: one alone waits for its own results most of the time.
template <int bodies>
[[gnu::always_inline]] inline void small_lane_rates(const SmallLanes& trees, LanePlaces places,
                                                    const LaneStates& states, double* out) {
  using Near = WideLane<2, true>;
  places.bodies = bodies;
  for (int first = 0; first < group_lanes; first += members<Near>)
    with_rows<Near>(
        first, places, states, [&](auto phi, auto mu) __attribute__((always_inline)) {
          bool near = true;
          for (int joint = 0; joint + 1 < bodies; ++joint) near &= all_reducible(phi[joint]);
          if (__builtin_expect(near, 1)) return small_rates_of<Near>(first, trees, places, phi, mu, out);
          for (int member = first; member < first + members<Near>; member += members<Lane>)
            far_small_rates(member, trees, places, states, out);
        });
}

void small_lane_rates(const SmallLanes& trees, const LanePlaces& places, const LaneStates& states, double* out) {
  if (places.bodies == 2)
    small_lane_rates<2>(trees, places, states, out);
  else
    small_lane_rates<3>(trees, places, states, out);
}

void small_lane_slopes(const SmallLanes& trees, const LanePlaces& places, const double* x, const double* v, double* out,
                       double* out_v) {
  for (int first = 0; first < group_lanes; first += register_lanes) {
    const SmallTree<Lane> tree = small_tree<Lane>(trees, first);
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

/// x + length Σ_j weight_j k_j for a number of terms that is known when this is compiled.
template <int Count>
[[gnu::always_inline]] inline void combine_few(const double* x, const Lane& length, const double* weight,
                                               const double* const* k, int first, int end, double* out) {
  Lane part[Count];
  for (int j = 0; j < Count; ++j) part[j] = Lane(weight[j]);
  for (int place = first; place < end; place += group_lanes) {
    Lane sum = part[0] * load(k[0] + place);
    for (int j = 1; j < Count; ++j) sum = part[j] * load(k[j] + place) + sum;
    store(out + place, length * sum + load(x + place));
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
        store(out + place, Lane(scaled * load(k[0] + place) + load(x + place)));
      continue;
    }
    if (x && count == 4) {
      combine_few<4>(x, length, weight, k, first, end, out);
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
                                small_lane_slopes, add_lane_springs, combine_lanes,    &OOPSS_LANE_JETS};

}  // namespace oopss
