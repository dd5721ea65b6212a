// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/recursive.hpp"

#include <algorithm>
#include <numeric>

#include "oopss/mechanics/inertia.hpp"
#include "oopss/symbolic/series.hpp"
#include "oopss/system/flow_engine.hpp"
#include "oopss/system/moved.hpp"

namespace oopss {

std::shared_ptr<const NumberedTree> numbered_tree(const std::shared_ptr<const Derived>& derived,
                                                  const SharedInputs& p) {
  PlanarTree<double> tree = planar_tree(derived->spec, *p);
  const auto constants = derived->branches ? fast_constants(tree, derived->branches) : fast_constants(tree);
  return std::make_shared<const NumberedTree>(NumberedTree{derived, p, std::move(tree), constants});
}

Recursive::Recursive(std::shared_ptr<const NumberedTree> numbers_, Drive drive_)
    : numbers(std::move(numbers_)),
      derived(numbers->derived),
      p(numbers->p),
      tree(numbers->tree),
      drive(std::move(drive_)),
      fast(fast_tree(numbers->constants)),
      law(derived, derived->law),
      watched(derived, derived->watched),
      motion(derived, derived->motion),
      demand(derived->linearised.size()),
      external(derived->driven.size()),
      outside(derived->outside.size()),
      force(derived->forces > 0 ? 2 * static_cast<std::size_t>(derived->forces) + 2 : 0) {
  if (!derived->moved.empty() && derived->spec.chords.empty())
    prescribed.emplace(tree, derived->moved, derived->linearised);
  if (!derived->linearised.empty() && derived->spec.chords.empty()) exact.emplace(tree, derived->linearised);
  if (!is_free()) make_room();
}

/// For what `move` finds. Rates and energy of a free tree need none of it, and it is large.
void Recursive::make_room() {
  const auto joints = derived->spec.tree_joints.size(), all_joints = derived->spec.joints.size();
  for (auto* of_joints : {&phi, &rate}) of_joints->resize(joints);
  for (auto* of_bodies : {&theta, &mu, &omega, &mu_rate}) of_bodies->resize(tree.m.size());
  for (auto* of_all_joints : {&torque, &more}) of_all_joints->resize(all_joints);
  t_phi_rate.resize(1 + 2 * all_joints + static_cast<std::size_t>(derived->seen()));
}

MovingRecursion<Plane<double>>& Recursive::in_motion() {
  if (!moving) moving.emplace(tree);
  return *moving;
}

const std::vector<double>& Recursive::law_at(double t, const double* angles, bool at_rest) {
  t_phi_rate[0] = t;
  at_all_joints(derived->spec, angles, t_phi_rate.data() + 1);
  double* const rates_at = t_phi_rate.data() + 1 + torque.size();
  if (at_rest)
    std::fill_n(rates_at, torque.size(), 0.0);
  else
    at_all_joints(derived->spec, rate.data(), rates_at);
  return law({nullptr, t_phi_rate.data(), p->data()});
}

void Recursive::move(double t, const double* x) {
  const PlanarOffsets& place = derived->offsets;
  if (mu.empty()) make_room();
  std::copy(x, x + place.joints, phi.begin());
  std::copy(x + place.momenta, x + place.momenta + place.bodies, mu.begin());
  if (!prescribed) {
    rates(fast, phi.data(), mu.data(), rate.data(), mu_rate.data());
    for (int i = 0; i < place.bodies; ++i) omega[i] = oopss::omega(fast, i);
  } else {
    prescribe_angles(*prescribed, tree, motion({&t, p->data()}), phi, theta, mu, omega, rate, mu_rate);
  }
  if (place.work >= 0) apply_laws(t, x);
}

void Recursive::apply_laws(double t, const double* x) {
  if (derived->seen() > 0) {
    const PlanarOffsets& place = derived->offsets;
    double* const behind = t_phi_rate.data() + t_phi_rate.size() - derived->seen();
    behind[0] = x[place.root_angle];
    behind[1] = omega[tree.root()];
    if (derived->forces > 0) {
      std::copy_n(x + place.centre, 2, behind + 2);
      std::copy_n(x + place.drift, 2, behind + 4);
    }
  }
  const std::vector<double>& out = law_at(t, phi.data(), false);
  std::copy_n(out.begin(), torque.size(), torque.begin());
  power = out[out.size() - 1];
  if (drive) drive(t, t_phi_rate.data() + 1, rates_at_joints(), external.data());
  for (std::size_t c = 0; drive && c < external.size(); ++c) {
    const int k = derived->driven[c];
    torque[k] += external[c];
    power -= external[c] * rates_at_joints()[k];
  }
  add_to_bodies(torque, mu_rate);
  std::copy_n(out.begin() + torque.size(), demand.size(), demand.begin());
  std::copy_n(out.begin() + torque.size() + demand.size(), outside.size(), outside.begin());
  std::copy_n(out.begin() + torque.size() + demand.size() + outside.size(), force.size(), force.begin());
  add_outside(mu_rate);
  if (prescribed) {
    prescribe_accelerations(*prescribed, theta, mu, omega, rate, demand, mu_rate);
    for (int i = 0; i < tree.size(); ++i) {
      if (!prescribed->constrained[i]) continue;
      torque[tree.joint[i]] += prescribed->torque[i];
      power -= prescribed->torque[i] * rate[tree.joint[i]];
    }
    return;
  }
  if (!exact) return;
  absolute_angles(tree, phi, 0.0, theta);
  linearise(*exact, tree, theta, mu, omega, mu_rate, demand);
  std::fill(more.begin(), more.end(), 0.0);
  for (std::size_t c = 0; c < exact->torque.size(); ++c) {
    const int k = derived->linearised[c];
    more[k] = exact->torque[c];
    torque[k] += exact->torque[c];
    power -= exact->torque[c] * rate[k];
  }
  add_to_bodies(more, mu_rate);
}

void Recursive::add_to_bodies(const std::vector<double>& joint_torques, std::vector<double>& on_bodies) const {
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    const double on_parent = tree.sense[i] * joint_torques[derived->spec.tree_joints[tree.joint[i]]];
    on_bodies[tree.parent[i]] += on_parent;
    on_bodies[i] -= on_parent;
  }
  for (const ChordSlots& chord : derived->spec.chords) {
    on_bodies[derived->spec.joints[chord.joint].first] += joint_torques[chord.joint];
    on_bodies[derived->spec.joints[chord.joint].second] -= joint_torques[chord.joint];
  }
}

void Recursive::add_outside(std::vector<double>& on_bodies) const {
  for (std::size_t c = 0; c < outside.size(); ++c) on_bodies[derived->outside[c]] += outside[c];
}

void Recursive::add_forces(double* on_joints) const {
  if (force.empty()) return;
  const double* const r2 = force.data() + force.size() - 2;
  const std::vector<double> beyond = subtree_masses(tree);
  const auto add = [&](int i, double x, double y) {
    double* const sum = on_joints + 2 * derived->spec.tree_joints[tree.joint[i]];
    sum[0] += tree.sense[i] * x;
    sum[1] += tree.sense[i] * y;
  };
  for (const int i : tree.order)
    if (tree.parent[i] >= 0) add(i, beyond[i] * r2[0], beyond[i] * r2[1]);
  for (int c = 0; c < derived->forces; ++c)
    for (int i = derived->spec.forces[c].body; tree.parent[i] >= 0; i = tree.parent[i])
      add(i, -force[2 * c], -force[2 * c + 1]);
}

double Recursive::energy() const {
  const double H = kinetic_energy(mu, omega);
  return derived->offsets.work < 0 ? H : H + law.out[law.out.size() - 3] - law.out[law.out.size() - 4];
}

void Recursive::field(double t, const double* x, double* out) {
  const PlanarOffsets& place = derived->offsets;
  if (is_free()) {
    rates(fast, x, x + place.momenta, out, out + place.momenta);
    out[place.root_angle] = oopss::omega(fast, tree.root());
    return;
  }
  move(t, x);
  write(out);
}

void Recursive::write(double* out) const {
  const PlanarOffsets& place = derived->offsets;
  std::copy(rate.begin(), rate.end(), out);
  std::copy(mu_rate.begin(), mu_rate.end(), out + place.momenta);
  out[place.root_angle] = omega[tree.root()];
  if (place.work < 0) return;
  out[place.work] = power;
  out[place.dissipated] = law.out[law.out.size() - 2];
  if (place.impulse >= 0) out[place.impulse] = std::accumulate(outside.begin(), outside.end(), 0.0);
  if (place.centre < 0) return;
  std::copy_n(t_phi_rate.end() - 2, 2, out + place.centre);
  std::copy_n(force.end() - 2, 2, out + place.drift);
}

void Recursive::switches(double t, const double* x, double* out) {
  move(t, x);
  at_all_joints(derived->spec, phi.data(), t_phi_rate.data() + 1);
  at_all_joints(derived->spec, rate.data(), t_phi_rate.data() + 1 + torque.size());
  const std::vector<double>& values = watched({&t, t_phi_rate.data() + 1, p->data()});
  std::copy(values.begin(), values.end(), out);
}

double Recursive::kinetic(double t, const double* x) {
  if (is_free()) {
    const double* const momenta_of = x + derived->offsets.momenta;
    velocities(fast, x, momenta_of);
    double twice = 0;
    for (int i = 0; i < derived->offsets.bodies; ++i) twice += momenta_of[i] * oopss::omega(fast, i);
    return twice / 2;
  }
  move(t, x);
  return kinetic_energy(mu, omega);
}

/// The joint angles of a state, those of motions as they are at t.
const double* Recursive::angles_at(double t, const double* x) {
  if (!prescribed) return x;
  std::copy_n(x, phi.size(), phi.begin());
  const std::vector<double>& given = motion({&t, p->data()});
  for (std::size_t c = 0; c < derived->moved.size(); ++c) phi[derived->moved[c]] = given[3 * c];
  return phi.data();
}

double Recursive::stored(double t, const double* x) {
  return derived->offsets.work < 0 ? 0 : law_at(t, angles_at(t, x), true)[law.out.size() - 3];
}

double Recursive::released(double t, const double* x) { return law_at(t, angles_at(t, x), true)[law.out.size() - 4]; }

void Recursive::normalise(double t, double* x) {
  const PlanarOffsets& place = derived->offsets;
  move(t, x);
  std::copy(phi.begin(), phi.end(), x);
  double lost = 0;  // to rounding: the total stays what it was
  for (int i = 0; i < place.bodies; ++i) lost += x[place.momenta + i] - mu[i];
  std::copy(mu.begin(), mu.end(), x + place.momenta);
  x[place.momenta + tree.root()] += lost;
}

std::string Recursive::cross(double before, double after, double* x) {
  const double H = kinetic(before, x);
  const std::vector<double> from = motion.out;
  x[derived->offsets.work] += kinetic(after, x) - H;
  if (std::string jump = motion_jump(*derived, before, from, after, motion.out); !jump.empty()) return jump;
  normalise(after, x);
  return {};
}

double Recursive::locked_rate(double t, const double* x) {
  const PlanarOffsets& place = derived->offsets;
  if (mu.empty()) make_room();
  if (const double* const angles = angles_at(t, x); angles != phi.data()) std::copy_n(angles, phi.size(), phi.begin());
  absolute_angles(tree, phi, 0.0, theta);
  const std::vector<double> as_one = momenta(tree, theta, std::vector<double>(theta.size(), 1.0));
  const double* const momenta_of = x + place.momenta;
  return std::accumulate(momenta_of, momenta_of + place.bodies, 0.0) /
         std::accumulate(as_one.begin(), as_one.end(), 0.0);
}

void Recursive::joint_torques(double t, const double* x, double* out) {
  move(t, x);
  std::copy(torque.begin(), torque.end(), out);
}

void Recursive::joint_forces(double t, const double* x, double* out) {
  move(t, x);
  absolute_angles(tree, phi, x[derived->offsets.root_angle], theta);
  differentiate(in_motion(), theta, mu, omega, mu_rate);
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    const Vec2<Dual<double>>& P = moving->sweep.body[i].P;
    out[2 * tree.joint[i]] = tree.sense[i] * P.x.slope;
    out[2 * tree.joint[i] + 1] = tree.sense[i] * P.y.slope;
  }
  add_forces(out);
}

void Recursive::applied(double t, const double* x, double* out) {
  move(t, x);
  std::copy(force.begin(), force.end() - 2, out);
}

void pose_of(const PlanarTree<double>& tree, const PlanarOffsets& offsets, const double* x, BodyPose* out) {
  const std::vector<double> phi(x, x + offsets.joints);
  const std::vector<double> theta = absolute_angles(tree, phi, x[offsets.root_angle]);
  const std::vector<Vec2<double>> r = centre_positions(tree, theta);
  for (int i = 0; i < offsets.bodies; ++i) out[i] = planar_pose(r[i].x, r[i].y, theta[i]);
}

Flow recursive_flow(const FlowEngine& engine) {
  Flow flow;
  flow.field = [engine = engine.shared()](double t, const double* x, double* out) mutable {
    engine.with([&](Recursive& by) { by.field(t, x, out); });
  };
  flow.kinetic = [engine = engine.shared()](double t, const double* x) mutable {
    return engine.with([&](Recursive& by) { return by.kinetic(t, x); });
  };
  flow.stored = [engine = engine.shared()](double t, const double* x) mutable {
    return engine.with([&](Recursive& by) { return by.stored(t, x); });
  };
  flow.joint_torques = [engine = engine.shared()](double t, const double* x, double* out) mutable {
    engine.with([&](Recursive& by) { by.joint_torques(t, x, out); });
  };
  return flow;
}

namespace {

/// The series of what is watched, from that of the motion: φ'_k = (k + 1) φ_{k+1}, and so for θ of the root; r and r'
/// are in the state.
struct WatchedSeries {
  ProgramSeries series;
  std::vector<double> p;
  int joints, size;
  int root_angle;  // −1: nothing depends on it
  int centre;      // of r and r', likewise
  std::vector<double> phi_and_rate;

  void operator()(double t, int order, int direction, const double* coefficients, double* out) {
    const int seen = 2 * joints + (root_angle < 0 ? 0 : 2) + (centre < 0 ? 0 : 4);
    phi_and_rate.resize(static_cast<std::size_t>(seen * order));
    for (int k = 0; k < order; ++k) {
      double* const row = phi_and_rate.data() + seen * k;
      const double *const now = coefficients + k * size, *const next = now + size;
      for (int j = 0; j < joints; ++j) {
        row[j] = now[j];
        row[joints + j] = (k + 1) * next[j];
      }
      if (root_angle < 0) continue;
      row[2 * joints] = now[root_angle];
      row[2 * joints + 1] = (k + 1) * next[root_angle];
      if (centre >= 0) std::copy_n(now + centre, 4, row + 2 * joints + 2);
    }
    series.along(t, seen, p.data(), order, direction, phi_and_rate.data(), out);
  }
};

}  // namespace

void add_what_is_watched(Flow& flow, const FlowEngine& engine) {
  const Derived& derived = *engine.derived();
  const bool prescribed = !derived.moved.empty() && derived.spec.chords.empty();
  flow.pose = [engine = engine.shared()](const double* x, BodyPose* out) mutable {
    engine.with([&](Recursive& by) { pose_of(by.tree, by.derived->offsets, x, out); });
  };
  flow.joint_forces = [engine = engine.shared()](double t, const double* x, double* out) mutable {
    engine.with([&](Recursive& by) { by.joint_forces(t, x, out); });
  };
  if (derived.forces > 0)
    flow.applied = [engine = engine.shared()](double t, const double* x, double* out) mutable {
      engine.with([&](Recursive& by) { by.applied(t, x, out); });
    };
  flow.locked_rate = [engine = engine.shared()](double t, const double* x) mutable {
    return engine.with([&](Recursive& by) { return by.locked_rate(t, x); });
  };
  if (prescribed) {
    flow.normalise = [engine = engine.shared()](double t, double* x) mutable {
      engine.with([&](Recursive& by) { by.normalise(t, x); });
    };
    flow.cross = [engine = engine.shared()](double before, double after, double* x) mutable {
      return engine.with([&](Recursive& by) { return by.cross(before, after, x); });
    };
  }
  if (derived.releases)
    flow.released = [engine = engine.shared()](double t, const double* x) mutable {
      return engine.with([&](Recursive& by) { return by.released(t, x); });
    };
  flow.switch_count = derived.switches;
  flow.edges = derived.edges;
  if (flow.watched() == 0) return;
  flow.switches = [engine = engine.shared()](double t, const double* x, double* out) mutable {
    engine.with([&](Recursive& by) { by.switches(t, x, out); });
  };
  if (!derived.spec.chords.empty()) return;
  flow.watched_series = WatchedSeries{ProgramSeries(derived.watched),
                                      engine.p(),
                                      derived.offsets.joints,
                                      derived.offsets.size,
                                      derived.seen() == 0 ? -1 : derived.offsets.root_angle,
                                      derived.offsets.centre,
                                      {}};
}

}  // namespace oopss
