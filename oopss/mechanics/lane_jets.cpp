// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/lane_jets.hpp"

#include "oopss/mechanics/jet_loops_small.hpp"
#include "oopss/mechanics/jet_loops_tree.hpp"
#include "oopss/mechanics/kernel_loops.hpp"
#include "oopss/mechanics/lane_small.hpp"

namespace oopss {
namespace {

/// Takes records from a room, one after the other.
struct Room {
  double* next;

  template <class Record>
  Record* take(long count) {
    static_assert(sizeof(Record) % sizeof(Lane) == 0);
    auto* const out = reinterpret_cast<Record*>(next);
    next += count * static_cast<long>(sizeof(Record) / sizeof(double));
    return out;
  }
};

long lanes_of_springs(const LaneJet& jet) {
  return jet.springs * (static_cast<long>(sizeof(JetSpring<Lane>) / sizeof(Lane)) + 3L * (jet.order + 1));
}

/// The springs of the members from `first`.
JetSpring<Lane>* springs_of(const LaneJet& jet, int first, Room& room) {
  auto* const out = room.take<JetSpring<Lane>>(jet.springs);
  for (int k = 0; k < jet.springs; ++k) {
    const LaneSpring& spring = jet.spring[k];
    const auto series = [&] { return room.take<Lane>(jet.order + 1); };
    out[k] = {spring.joint,
              spring.periodic,
              load(spring.kp + first),
              load(spring.kd + first),
              load(spring.bias + first),
              series(),
              series(),
              series()};
  }
  return out;
}

/// The series of the members from `first`, begun with their states.
JetOutput<Lane> series_of(const LanePlaces& places, const LaneJet& jet, int first, const double* x, Room& room,
                          double* all) {
  const int size = 2 * places.bodies + (jet.springs > 0 ? 2 : 0);
  Lane* const out = reinterpret_cast<Lane*>(all + static_cast<long>(jet.order + 1) * size * first);
  for (int i = 0; i < size; ++i) out[i] = load(x + i * group_lanes + first);
  return {.bodies = places.bodies,
          .size = size,
          .number = jet.number,
          .first = jet.first,
          .second = jet.second,
          .root = jet.root,
          .springs = jet.springs,
          .spring = springs_of(jet, first, room),
          .out = out};
}

long small_room(const LaneJet& jet) {
  return register_lanes * (SmallJet<Lane>::record * static_cast<long>(jet.order + 1) + lanes_of_springs(jet));
}

void small_lane_jets(const SmallLanes& trees, const LanePlaces& places, const LaneJet& jet, const double* x,
                     double* room, double* out) {
  for (int first = 0; first < group_lanes; first += register_lanes) {
    const SmallTree<Lane> tree = small_tree<Lane>(trees, first);
    Room left{room};
    Lane* const series = left.take<Lane>(SmallJet<Lane>::record * static_cast<long>(jet.order + 1));
    small_jet(SmallJet<Lane>{&tree, series}, jet.order, series_of(places, jet, first, x, left, out));
  }
}

long tree_room(const TreeLanes& trees, const LanePlaces& places, const LaneJet& jet) {
  const long row = 2 * static_cast<const TreeLoops<Lane>*>(trees.loops)->steps;
  return register_lanes * ((6L * (jet.order + 1) + 6) * row + places.joints + places.bodies + lanes_of_springs(jet));
}

void tree_lane_jets(const TreeLanes* trees, const LanePlaces& places, const LaneJet& jet, const double* x, double* room,
                    double* out) {
  for (int first = 0; first < group_lanes; first += register_lanes, ++trees) {
    const TreeLoops<Lane>& of_rates = *static_cast<const TreeLoops<Lane>*>(trees->loops);
    const int row = 2 * of_rates.steps;
    Room left{room};
    const auto series = [&] { return left.take<Lane>(static_cast<long>(jet.order + 1) * row); };
    const auto once = [&] { return left.take<Lane>(row); };
    Lane *const c = series(), *const s = series();
    const TreeLoops<Lane> loops = with_directions(of_rates, c, s);
    const TreeJet<Lane> tree = {&loops,   row,    c,      s,      series(), series(), series(),
                                series(), once(), once(), once(), once(),   once(),   once()};
    Lane *const phi_rate = left.take<Lane>(places.joints), *const mu_rate = left.take<Lane>(places.bodies);
    const JetOutput<Lane> to = series_of(places, jet, first, x, left, out);
    tree_rates(loops, to.out, to.out + places.joints, phi_rate, mu_rate);
    tree_jet(tree, jet.order, to);
  }
}

}  // namespace

const LaneJets OOPSS_LANE_JETS = {small_room, tree_room, small_lane_jets, tree_lane_jets};

}  // namespace oopss
