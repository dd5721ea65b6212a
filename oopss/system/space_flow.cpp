// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_flow.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oopss/system/moved.hpp"

namespace oopss {
namespace {

/// How many numbers the torques are that the caller gives.
std::size_t external_size(const Derived& derived) {
  return std::accumulate(derived.driven.begin(), derived.driven.end(), std::size_t{0},
                         [&](std::size_t sum, int joint) { return sum + (derived.spec.joints[joint].hinge ? 1 : 3); });
}

std::vector<Matrix3<double>> rotations_at_rest(const SpaceTree<double>& tree) {
  std::vector<Matrix3<double>> out;
  for (const SpaceJoint<double>& joint : tree.joints) out.push_back(from_rest(joint, identity3<double>()));
  return out;
}

}  // namespace

SpaceRecursive::SpaceRecursive(std::shared_ptr<const Derived> derived_, std::vector<double> inputs, Drive drive_)
    : derived(std::move(derived_)),
      p(std::move(inputs)),
      drive(std::move(drive_)),
      tree(space_tree(derived->spec, p)),
      place(derived->layout),
      fast(fast_space_tree(tree, rotations_at_rest(tree))),
      law(derived, derived->law),
      watched(derived, derived->watched),
      motion(derived, derived->motion),
      exact(tree, derived->linearised),
      moving(tree),
      sweep(tree.size()),
      bodies(tree.size()),
      torque(tree.joints.size()),
      on_bodies(tree.m.size()),
      ball_laws(oopss::ball_laws(derived->spec, p)),
      hinge_damping(torque.size(), 0.0),
      t_phi_rate(1 + 2 * torque.size()),
      demand(derived->linearised.size()),
      external(external_size(*derived)),
      more(torque.size()),
      child(torque.size()) {
  if (!derived->moved.empty()) prescribed.emplace(tree, derived->moved, derived->linearised);
  for (const int i : tree.order)
    if (tree.parent[i] >= 0) child[tree.joint[i]] = i;
  for (std::size_t k = 0; k < ball_laws.size(); ++k)
    if (std::any_of(ball_laws[k].begin(), ball_laws[k].end(),
                    [](const auto& each) { return each.kind == LawKind::log; }))
      half_turns.push_back(place.joint[k]);
  for (const JointSpring& spring : joint_springs(derived->spec, p)) hinge_damping[spring.joint] += spring.law.kd;
}

bool SpaceRecursive::damped() const {
  for (std::size_t k = 0; k < ball_laws.size(); ++k)
    if (hinge_damping[k] != 0 || std::any_of(ball_laws[k].begin(), ball_laws[k].end(), is_damped)) return true;
  return false;
}

void SpaceRecursive::torques_at_rest(double t, const std::vector<double>& phi) {
  t_phi_rate[0] = t;
  std::copy(phi.begin(), phi.end(), t_phi_rate.begin() + 1);
  std::fill(t_phi_rate.begin() + 1 + static_cast<std::ptrdiff_t>(phi.size()), t_phi_rate.end(), 0.0);
  law({nullptr, t_phi_rate.data(), p.data()});
}

/// Springs and dampers of the ball that hangs body i.
Vec3<double> SpaceRecursive::ball_torque(int i, const double* x) {
  const int k = tree.joint[i];
  const JointSlots& joint = derived->spec.joints[k];
  const Quaternion<double> q = quaternion_at(x + place.joint[k]);
  const Vec3<double> spin = joint_spin(tree, bodies, i);
  Vec3<double> sum;
  for (const BallLaw<double>& each : ball_laws[k]) {
    const Vec3<double> taken = damper_torque(each, bodies.attitude[joint.second], spin);
    sum = sum + bodies.attitude[joint.first] * spring_torque(each, q) + taken;
    dissipation += dot(taken, spin);
  }
  return sum;
}

/// The state with the angles of prescribed motions as they are at t.
const double* SpaceRecursive::with_motions(double t, const double* x) {
  if (!prescribed) return x;
  state.assign(x, x + place.size);
  const std::vector<double>& given = motion({&t, p.data()});
  for (std::size_t c = 0; c < derived->moved.size(); ++c) state[place.joint[derived->moved[c]]] = given[3 * c];
  return state.data();
}

void SpaceRecursive::turn(const double* x) {
  read_attitudes(tree, place, x, bodies);
  read_momenta(tree, place, x, bodies);
  recursion<Space<double>>(tree, bodies.attitude, bodies.mu, sweep, bodies.omega, bodies.mu_rate);
}

/// The same where motions are prescribed: x is the state with these, whose rates are in motion.out.
void SpaceRecursive::turn_with_motions(const double* x) {
  if (!prescribed) return turn(x);
  read_attitudes(tree, place, x, bodies);
  read_momenta(tree, place, x, bodies);
  prescribe_rates<Space<double>>(*prescribed, tree, motion.out, bodies.attitude, bodies.mu, bodies.omega,
                                 bodies.mu_rate);
}

void SpaceRecursive::read_angles(double t, const double* x, bool at_rest) {
  t_phi_rate[0] = t;
  double* const phi = t_phi_rate.data() + 1;
  double* const rate = phi + torque.size();
  for (const int i : tree.order) {
    if (!is_hinge(tree, i)) continue;
    const int k = tree.joint[i];
    phi[k] = x[place.joint[k]];
    rate[k] = at_rest ? 0 : dot(axis_of(i), joint_spin(tree, bodies, i));
  }
}

/// T of the joints by laws, from outside, and last by exact linearisation.
void SpaceRecursive::apply_laws(double t, const double* x) {
  read_angles(t, x, false);
  const double* const rate = t_phi_rate.data() + 1 + torque.size();
  const std::vector<double>& out = law({nullptr, t_phi_rate.data(), p.data()});
  power = out[out.size() - 1];
  dissipation = out[out.size() - 2];
  for (const int i : tree.order)
    if (tree.parent[i] >= 0)
      torque[tree.joint[i]] = is_hinge(tree, i) ? about_hinge(i, out[tree.joint[i]]) : ball_torque(i, x);
  if (drive) add_external(t, rate);
  add_torques(tree, bodies.attitude, torque, on_bodies, bodies.mu_rate);
  std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(torque.size()), demand.size(), demand.begin());
  if (prescribed) return hold_joints();
  if (derived->linearised.empty()) return;
  linearise(exact, tree, bodies.attitude, bodies.mu, bodies.omega, bodies.mu_rate, demand);
  std::fill(more.begin(), more.end(), Vec3<double>{});
  for (std::size_t c = 0; c < exact.torque.size(); ++c) {
    const int k = derived->linearised[c];
    more[k] = about_hinge(exact.child[c], exact.torque[c]);
    torque[k] = torque[k] + more[k];
    power -= exact.torque[c] * rate[k];
  }
  add_torques(tree, bodies.attitude, more, on_bodies, bodies.mu_rate);
}

/// The torques of prescribed motions, and of exact linearisation beside them.
void SpaceRecursive::hold_joints() {
  const std::vector<double> rate(t_phi_rate.begin() + 1 + static_cast<std::ptrdiff_t>(torque.size()), t_phi_rate.end());
  prescribe_accelerations<Space<double>>(*prescribed, bodies.attitude, bodies.mu, bodies.omega, rate, demand,
                                         bodies.mu_rate);
  for (int i = 0; i < tree.size(); ++i) {
    if (!prescribed->constrained[i]) continue;
    const int k = tree.joint[i];
    torque[k] = torque[k] + about_hinge(i, prescribed->torque[i]);
    power -= prescribed->torque[i] * rate[k];
  }
}

/// A torque T of body i's hinge as a vector: on the joint's first body.
Vec3<double> SpaceRecursive::about_hinge(int i, double T) const { return T * axis_of(i); }

Vec3<double> SpaceRecursive::axis_of(int i) const { return bodies.attitude[i] * *tree.hinge[i]; }

void SpaceRecursive::add_external(double t, const double* rate) {
  drive(t, t_phi_rate.data() + 1, rate, external.data());
  const double* u = external.data();
  for (const int k : derived->driven) {
    const int i = child[k];
    if (is_hinge(tree, i)) {
      torque[k] = torque[k] + about_hinge(i, *u);
      power -= *u++ * rate[k];
    } else {
      const Vec3<double> T = bodies.attitude[derived->spec.joints[k].second] * Vec3<double>{u[0], u[1], u[2]};
      torque[k] = torque[k] + T;
      power -= dot(T, joint_spin(tree, bodies, i));
      u += 3;
    }
  }
}

void SpaceRecursive::move(double t, const double* x) {
  x = with_motions(t, x);
  turn_with_motions(x);
  if (place.work >= 0) apply_laws(t, x);
}

void SpaceRecursive::push(double t, const double* x, double* free) {
  rates(fast, x, free);
  read_attitudes(tree, place, x, bodies);
  for (int i = 0; i < tree.size(); ++i) bodies.omega[i] = bodies.attitude[i] * spin(fast, i);
  std::fill(bodies.mu_rate.begin(), bodies.mu_rate.end(), Vec3<double>{});
  apply_laws(t, x);
}

void SpaceRecursive::field(double t, const double* x, double* out) {
  if (place.work < 0) return rates(fast, x, out);
  if (derived->linearised.empty() && !prescribed) {
    push(t, x, out);
    for (int i = 0; i < tree.size(); ++i) {
      double* const own = out + place.momentum[i];
      const Vec3<double>& more_of_it = bodies.mu_rate[i];
      if (is_hinge(tree, i))
        *own += dot(axis_of(i), more_of_it);
      else
        put_vector(Vec3<double>{own[0], own[1], own[2]} + more_of_it, own);
    }
  } else {  // what is demanded of hinges, or given, needs all momenta and their rates
    move(t, x);
    write_shape_rates(tree, place, x, bodies, out);
    write_momentum_rates(tree, place, bodies, out);
  }
  out[place.work] = power;
  out[place.dissipated] = dissipation;
}

void SpaceRecursive::switches(double t, const double* x, double* out) {
  x = with_motions(t, x);
  turn_with_motions(x);
  read_angles(t, x, false);
  const std::vector<double>& values = watched({&t, t_phi_rate.data() + 1, p.data()});
  out = std::copy(values.begin(), values.end(), out);
  for (const int w : half_turns) *out++ = x[w];
}

double SpaceRecursive::kinetic(double t, const double* x) {
  turn_with_motions(with_motions(t, x));
  return twice_kinetic<double>(tree, bodies.mu, bodies.omega) / 2;
}

double SpaceRecursive::stored(double t, const double* x) {
  if (place.work < 0) return 0;
  read_angles(t, with_motions(t, x), true);
  double sum = law({nullptr, t_phi_rate.data(), p.data()})[law.out.size() - 3];
  for (std::size_t k = 0; k < ball_laws.size(); ++k)
    for (const BallLaw<double>& each : ball_laws[k]) sum += stored_energy(each, quaternion_at(x + place.joint[k]));
  return sum;
}

double SpaceRecursive::released(double t, const double* x) {
  read_angles(t, with_motions(t, x), true);
  return law({nullptr, t_phi_rate.data(), p.data()})[law.out.size() - 4];
}

void SpaceRecursive::joint_torques(double t, const double* x, double* out) {
  move(t, x);
  for (std::size_t k = 0; k < torque.size(); ++k) {
    const int i = child[k];
    if (is_hinge(tree, i)) {
      *out++ = dot(axis_of(i), torque[k]);
    } else {
      put_vector(transposed(bodies.attitude[derived->spec.joints[k].second]) * torque[k], out);
      out += 3;
    }
  }
}

void SpaceRecursive::joint_forces(double t, const double* x, double* out) {
  move(t, x);
  differentiate(moving, bodies.attitude, bodies.mu, bodies.omega, bodies.mu_rate);
  for (std::size_t k = 0; k < child.size(); ++k)
    put_vector(static_cast<double>(tree.sense[child[k]]) * slope(moving.sweep.body[child[k]].P), out + 3 * k);
}

void SpaceRecursive::body_momenta(const double* x, double* out) {
  turn(x);
  for (const Vec3<double>& Pi : oopss::body_momenta(tree, bodies.attitude, bodies.omega)) {
    put_vector(Pi, out);
    out += 3;
  }
}

void SpaceRecursive::normalise(double t, double* x) {
  for (const Block& block : derived->layout.blocks)
    if (block.size == 4) put_quaternion(normalised(quaternion_at(x + block.offset)), x + block.offset);
  if (!prescribed) return;
  turn_with_motions(with_motions(t, x));
  for (const int k : derived->moved) {
    x[place.joint[k]] = state[place.joint[k]];
    x[place.momentum[child[k]]] = dot(axis_of(child[k]), bodies.mu[child[k]]);
  }
}

std::string SpaceRecursive::cross(double before, double after, double* x) {
  const double H = kinetic(before, x);
  const std::vector<double> from = motion.out;
  x[place.work] += kinetic(after, x) - H;
  if (std::string jump = motion_jump(*derived, before, from, after, motion.out); !jump.empty()) return jump;
  normalise(after, x);
  return {};
}

double SpaceRecursive::locked_rate(double t, const double* x) {
  read_attitudes(tree, place, with_motions(t, x), bodies);
  read_momenta(tree, place, x, bodies);
  const Vec3<double> omega =
      solve(locked_inertia<double>(tree, bodies.attitude), total_momentum<double>(tree, bodies.mu));
  return std::sqrt(dot(omega, omega));
}

void SpaceRecursive::pose(const double* x, BodyPose* out) {
  read_attitudes(tree, place, x, bodies);
  const std::vector<Vec3<double>> r = centre_positions<Space<double>>(tree, bodies.attitude);
  for (const int i : tree.order) {
    const Matrix3<double>& R = bodies.attitude[i];
    const int p = tree.parent[i];
    Quaternion<double> q = quaternion_at(x + place.attitude);
    if (p >= 0) {
      const SpaceJoint<double>& joint = tree.joints[tree.joint[i]];
      const double* const own = x + place.joint[tree.joint[i]];
      Quaternion<double> relative = joint.axis ? exponential(*own * *joint.axis) : quaternion_at(own);
      if (joint.rest) relative = relative * *joint.rest;
      const std::array<double, 4>& above = out[p].q;
      q = Quaternion<double>{above[0], above[1], above[2], above[3]} *
          (tree.sense[i] > 0 ? relative : conjugate(relative));
    }
    out[i] = {r[i].x, r[i].y,
              r[i].z, {R.x.x, R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z},
              0,      {q.w, q.x, q.y, q.z}};
  }
}

Flow space_flow(const SpaceRecursive& engine) {
  const Derived& derived = *engine.derived;
  Flow flow;
  flow.field = [engine = engine](double t, const double* x, double* out) mutable { engine.field(t, x, out); };
  flow.kinetic = [engine = engine](double t, const double* x) mutable { return engine.kinetic(t, x); };
  flow.stored = [engine = engine](double t, const double* x) mutable { return engine.stored(t, x); };
  flow.joint_torques = [engine = engine](double t, const double* x, double* out) mutable {
    engine.joint_torques(t, x, out);
  };
  flow.joint_forces = [engine = engine](double t, const double* x, double* out) mutable {
    engine.joint_forces(t, x, out);
  };
  flow.body_momenta = [engine = engine](const double* x, double* out) mutable { engine.body_momenta(x, out); };
  flow.pose = [engine = engine](const double* x, BodyPose* out) mutable { engine.pose(x, out); };
  flow.locked_rate = [engine = engine](double t, const double* x) mutable { return engine.locked_rate(t, x); };
  flow.normalise = [engine = engine](double t, double* x) mutable { engine.normalise(t, x); };
  if (!derived.moved.empty())
    flow.cross = [engine = engine](double before, double after, double* x) mutable {
      return engine.cross(before, after, x);
    };
  flow.has_quaternions = true;
  if (derived.releases)
    flow.released = [engine = engine](double t, const double* x) mutable { return engine.released(t, x); };
  flow.switch_count = derived.switches;
  flow.edges = derived.edges;
  for (std::size_t k = 0; k < engine.half_turns.size(); ++k)
    flow.edges.push_back({Flow::Edge::Kind::end,
                          "a log spring reaches half a turn, |phi| = pi, where its torque is not determined", true});
  if (flow.watched() > 0)
    flow.switches = [engine = engine](double t, const double* x, double* out) mutable { engine.switches(t, x, out); };
  return flow;
}

PoissonBracket space_bracket(const TreeSpec& spec, const Layout& layout, const std::vector<double>& p) {
  const SpaceOffsets place(layout);
  const int size = place.attitude + 4;
  return {size, false, [tree = space_tree(spec, p), place, size](const double* x, double* tensor) {
            SpaceBodies<double> bodies(tree.size());
            read_attitudes(tree, place, x, bodies);
            std::fill_n(tensor, size * size, 0.0);
            std::vector<double> rates(static_cast<std::size_t>(place.size));
            const auto couple = [&](int momentum) {
              std::fill(rates.begin(), rates.end(), 0.0);
              for (const int i : tree.order)  // what hangs on a body by hinges turns with it
                if (is_hinge(tree, i)) bodies.omega[i] = bodies.omega[i] + bodies.omega[tree.parent[i]];
              write_shape_rates(tree, place, x, bodies, rates.data());
              for (int c = 0; c < size; ++c) {
                tensor[c * size + momentum] = rates[c];
                tensor[momentum * size + c] = -rates[c];
              }
              std::fill(bodies.omega.begin(), bodies.omega.end(), Vec3<double>{});
            };
            for (int i = 0; i < tree.size(); ++i) {
              const int own = place.momentum[i];
              if (is_hinge(tree, i)) {
                bodies.omega[i] = bodies.attitude[i] * *tree.hinge[i];
                couple(own);
                continue;
              }
              for (const auto& [axis, unit] : {std::pair{0, Vec3<double>{1, 0, 0}}, {1, {0, 1, 0}}, {2, {0, 0, 1}}}) {
                bodies.omega[i] = unit;
                couple(own + axis);
              }
              const Matrix3<double> mu = hat(Vec3<double>{x[own], x[own + 1], x[own + 2]});
              int a = own;
              for (const Vec3<double>& row : {mu.x, mu.y, mu.z}) {  // ε_abc μ_c = −hat(μ)_ab
                tensor[a * size + own] = -row.x;
                tensor[a * size + own + 1] = -row.y;
                tensor[a * size + own + 2] = -row.z;
                ++a;
              }
            }
          }};
}

std::function<void(const double* by_body, double* x)> space_put_momenta(const TreeSpec& spec, const Layout& layout,
                                                                        const std::vector<double>& p) {
  const SpaceTree<double> tree = space_tree(spec, p);
  return [tree, place = SpaceOffsets(layout), bodies = SpaceBodies<double>(tree.size())](const double* by_body,
                                                                                         double* x) mutable {
    read_attitudes(tree, place, x, bodies);
    for (std::size_t i = 0; i < bodies.mu.size(); ++i)
      bodies.mu[i] = bodies.attitude[i] * Vec3<double>{by_body[3 * i], by_body[3 * i + 1], by_body[3 * i + 2]};
    project_on_hinges<Space<double>>(tree, bodies.attitude, bodies.mu);
    write_momenta(tree, place, bodies, x);
  };
}

}  // namespace oopss
