// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/system/moved.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/space_posed.hpp"

namespace oopss {
namespace {

using Vector = PosedBodies::Vector;

constexpr double off_axis = 1e-9;  // how far attitudes and spins of a hinge may be from its axis, relative

double length(const Vector& v) { return std::sqrt(dot(v, v)); }

/// What is left out is zero.
Vector vector_by_name(const std::vector<Named>& given, const std::string& name) {
  const Named* entry = entry_of(given, name);
  return entry ? vector_of(entry->value) : Vector{};
}
/// What is left out is not turned.
Quaternion<double> turn_by_name(const std::vector<Named>& given, const std::string& name) {
  const Named* entry = entry_of(given, name);
  if (!entry) return {};
  const std::vector<Number>& q = entry->value;
  return normalised({q[0].value, q[1].value, q[2].value, q[3].value});
}

/// The turns of the joints as given: numbers of hinges, quaternions of balls.
void put_shape(const TreeSpec& spec, const SpaceOffsets& place, std::vector<double>& x) {
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    const std::vector<Named>& given = spec.model->start.angles;
    if (spec.joints[k].hinge) {
      const Named* entry = entry_of(given, spec.joint_names[k]);
      x[place.joint[k]] = entry ? entry->value[0].value : 0;
    } else {
      put_quaternion(turn_by_name(given, spec.joint_names[k]), x.data() + place.joint[k]);
    }
  }
}

/// The turns of the joints from the attitudes of all bodies; refuses those that a hinge does not allow.
void put_shape_of(const TreeSpec& spec, const SpaceTree<double>& tree, const SpaceOffsets& place,
                  std::vector<double>& x) {
  const Start& start = spec.model->start;
  const auto attitude = [&](int body) { return turn_by_name(start.absolute, spec.body_names[body]); };
  put_quaternion(attitude(spec.topology.root()), x.data() + place.attitude);
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    const JointSlots& joint = spec.joints[k];
    Quaternion<double> turn = conjugate(attitude(joint.first)) * attitude(joint.second);
    if (tree.joints[k].rest) turn = turn * conjugate(*tree.joints[k].rest);
    if (!joint.hinge) {
      put_quaternion(turn, x.data() + place.joint[k]);
      continue;
    }
    const Vector& n = *tree.joints[k].axis;
    const Vector v = vector_part(turn);
    const double along = dot(v, n), off = length(v - along * n);
    if (off > off_axis)
      refuse_start(spec, start.absolute.empty() ? start.place : start.absolute[0].name.place,
                   fmt::format("start: absolute: the bodies of hinge {} are turned against each other out of its axis, "
                               "by {:.3g} rad",
                               oopss::quoted(spec.joint_names[k]), 2 * off),
                   "attitudes of bodies on a hinge differ by a turn about its axis alone");
    x[place.joint[k]] = 2 * std::atan2(along, turn.w);
    if (x[place.joint[k]] > std::numbers::pi) x[place.joint[k]] -= 2 * std::numbers::pi;
    if (x[place.joint[k]] <= -std::numbers::pi) x[place.joint[k]] += 2 * std::numbers::pi;
  }
}

Vector momentum_of(const TreeSpec& spec, const std::vector<double>& x) {
  const std::vector<Casimir> parts = spatial_momentum(layout_of(spec, false));
  return {parts[0].value(x.data()), parts[1].value(x.data()), parts[2].value(x.data())};
}

/// The shortest turn from the direction of a to that of b.
Quaternion<double> turn_between(const Vector& a, const Vector& b) {
  const double size = length(a) * length(b), w = 1 + dot(a, b) / size;
  if (w > 1e-12) return normalised(quaternion(w, cross(a, b) / size));
  const Vector across = cross(a, std::abs(a.z) < 0.8 * length(a) ? Vector{0, 0, 1} : Vector{1, 0, 0});
  return normalised(quaternion(0.0, across));
}

/// The turns of an equilibrium, with what the file turns the joints on by: of a ball a vector in its second body's
/// axes. The whole is turned so that the axis is along the momentum.
void put_equilibrium(const TreeSpec& spec, const std::vector<double>& p, const SpaceOffsets& place,
                     const Vector& momentum, SolvedStart& out) {
  const std::vector<double> shape = equilibrium_shape(spec, p, length(momentum), out);
  const bool free = !laws_without_potential(spec, p).empty();
  shape_energy(spec, p, length(momentum), free).space.state(shape, out.x.data());
  if (length(momentum) > 0)
    put_quaternion(turn_between(momentum_of(spec, out.x), momentum), out.x.data() + place.attitude);
  const SpaceTree<double> tree = space_tree(spec, p);
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    const Named* entry = entry_of(spec.model->start.offset, spec.joint_names[k]);
    if (!entry) continue;
    double* const own = out.x.data() + place.joint[k];
    if (spec.joints[k].hinge) {
      *own += entry->value[0].value;
      continue;
    }
    const Vector by = vector_of(entry->value);
    put_quaternion(quaternion_at(own) * exponential(tree.joints[k].rest ? rotation_of(*tree.joints[k].rest) * by : by),
                   own);
  }
}

/// Spins of the bodies, in inertial axes; refuses those that a hinge does not allow.
std::vector<Vector> spins_given(const PosedBodies& posed) {
  const Start& start = posed.spec.model->start;
  std::vector<Vector> omega;
  double size = 0;
  for (std::size_t i = 0; i < posed.bodies.attitude.size(); ++i) {
    omega.push_back(posed.bodies.attitude[i] * vector_by_name(start.spin, posed.spec.body_names[i]));
    size = std::max(size, length(omega.back()));
  }
  for (const int i : posed.tree.order) {
    if (!is_hinge(posed.tree, i)) continue;
    const Vector n = posed.bodies.attitude[i] * *posed.tree.hinge[i];
    const Vector relative = omega[i] - omega[posed.tree.parent[i]];
    const double off = length(relative - dot(n, relative) * n);
    if (off > off_axis * size)
      refuse_start(posed.spec, start.spin.empty() ? start.place : start.spin[0].name.place,
                   fmt::format("start: spin: the bodies of hinge {} would turn against each other out of its axis, at "
                               "{:.3g} rad/s",
                               oopss::quoted(posed.spec.joint_names[posed.tree.joint[i]]), off),
                   "spins of bodies on a hinge differ by a rate about its axis alone, each in its own body's axes");
  }
  return omega;
}

/// Momenta of the bodies by themselves; refuses those that a hinge does not allow.
std::vector<Vector> momenta_given(const PosedBodies& posed) {
  const Start& start = posed.spec.model->start;
  std::vector<Vector> mu, given;
  double size = 0;
  for (std::size_t i = 0; i < posed.bodies.attitude.size(); ++i) {
    given.push_back(vector_by_name(start.momenta, posed.spec.body_names[i]));
    mu.push_back(posed.bodies.attitude[i] * given.back());
    size = std::max(size, length(given.back()));
  }
  project_on_hinges<Space<double>>(posed.tree, posed.bodies.attitude, mu);
  const std::vector<Vector> omega = motion<Space<double>>(posed.tree, posed.bodies.attitude, mu).omega;
  const std::vector<Vector> kept = body_momenta(posed.tree, posed.bodies.attitude, omega);
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (length(kept[i] - given[i]) > off_axis * size)
      refuse_start(posed.spec, start.momenta.empty() ? start.place : start.momenta[0].name.place,
                   fmt::format("start: momenta: the hinges do not let the bodies turn so: that of {} would be "
                               "[{:.6g}, {:.6g}, {:.6g}], off by {:.3g}",
                               oopss::quoted(posed.spec.body_names[i]), kept[i].x, kept[i].y, kept[i].z,
                               length(kept[i] - given[i])),
                   "give angles, rates and momentum instead: these are free");
  return mu;
}

/// Relative spins with the energy that is given, along the direction that is given.
std::vector<Vector> spins_of_energy(const PosedBodies& posed, const Vector& momentum, double stored, SolvedStart& out) {
  const TreeSpec& spec = posed.spec;
  const Start& start = spec.model->start;
  const Number& given = start.energy ? *start.energy : *start.kinetic;
  const double H = start.energy ? given.value - stored : given.value;
  const double floor = dot(momentum, solve(posed.locked_inertia(), momentum)) / 2;
  double twice = 2 * (H - floor);
  if (std::abs(twice) <= 8e-16 * (std::abs(H) + floor)) twice = 0;  // at the bound but for rounding
  if (twice < 0)
    refuse_start(spec, given.place,
                 fmt::format("start: {} {:.6g} is below {:.6g}, the least that this momentum allows at this shape",
                             start.energy ? "energy" : "kinetic", given.value, start.energy ? floor + stored : floor),
                 fmt::format("attainable: {:.6g} and above", start.energy ? floor + stored : floor));
  std::vector<Vector> direction = posed.spins_of(posed.rates_given(start.direction));
  if (twice == 0) return std::vector<Vector>(direction.size());
  if (spec.joints.empty())
    refuse_start(spec, given.place,
                 fmt::format("start: a single body with this momentum has exactly the kinetic energy {:.17g}", floor));
  if (start.direction.empty()) {
    if (spec.joints.size() > 1 || !spec.joints[0].hinge)
      refuse_start(spec, given.place, "start: energy and momentum leave the direction of the joint rates open",
                   fmt::format("add direction = {{ {} = {} }}, the ratio of the joint rates", spec.joint_names[0],
                               spec.joints[0].hinge ? "1" : "[1, 0, 0]"));
    direction[0] = posed.bodies.attitude[spec.joints[0].first] * *posed.tree.joints[0].axis;
    out.notes.push_back("direction not given: the joint turns up (+1)");
  }
  const double square = posed.twice_energy(posed.velocities(direction, {}));
  if (!(square > 0)) refuse_start(spec, start.place, "start: direction must not be zero in every joint");
  for (Vector& spin : direction) spin = std::sqrt(twice / square) * spin;
  return direction;
}

}  // namespace

SolvedStart solve_space_start(const TreeSpec& spec, const std::vector<double>& p, StoredEnergy& at_hinges) {
  const Start& start = spec.model->start;
  const Layout layout = layout_of(spec, false);
  const SpaceOffsets place(layout);
  SolvedStart out;
  out.x.assign(static_cast<std::size_t>(layout.size), 0.0);
  put_quaternion<double>({}, out.x.data() + place.attitude);
  const Vector momentum = start.momentum.empty() ? Vector{} : vector_of(start.momentum);
  if (start.form == StartForm::spin)
    put_shape_of(spec, space_tree(spec, p), place, out.x);
  else if (start.form == StartForm::equilibrium)
    put_equilibrium(spec, p, place, momentum, out);
  else
    put_shape(spec, place, out.x);
  const std::vector<std::vector<BallLaw<double>>> laws = ball_laws(spec, p);
  for (std::size_t k = 0; k < laws.size(); ++k)
    if (!laws[k].empty()) {
      double* const q = out.x.data() + place.joint[k];
      put_quaternion(nearest_rest(quaternion_at(q)), q);
    }
  const std::vector<MovedStart> moved = moved_starts(spec, p);
  for (const MovedStart& one : moved) out.x[place.joint[one.joint]] = one.angle;
  PosedBodies posed(spec, p, layout, out.x);
  std::vector<Vector>& mu = posed.bodies.mu;
  switch (start.form) {
    case StartForm::rest:
      if (!moved.empty()) {
        mu = posed.momenta(posed.velocities(posed.spins_of(posed.rates_given({}, moved)), {}));
        out.notes.push_back("no momentum was given: it is zero, and joints without a motion start at rest");
        break;
      }
      out.notes.push_back("no motion was given: the system is at rest");
      break;
    case StartForm::momenta:
      mu = momenta_given(posed);
      break;
    case StartForm::spin:
      mu = posed.momenta(spins_given(posed));
      break;
    case StartForm::rates:
      mu = posed.momenta(posed.velocities(posed.spins_of(posed.rates_given(start.rates, moved)), momentum));
      break;
    case StartForm::equilibrium:
      mu = posed.momenta(posed.velocities(std::vector<Vector>(spec.joints.size()), momentum));
      break;
    case StartForm::energy: {
      std::vector<double> phi(spec.joints.size(), 0.0);
      for (std::size_t k = 0; k < phi.size(); ++k)
        if (spec.joints[k].hinge) phi[k] = out.x[place.joint[k]];
      double stored = start.energy ? at_hinges.at(spec, p, phi) : 0;
      for (std::size_t k = 0; start.energy && k < laws.size(); ++k)
        for (const BallLaw<double>& law : laws[k])
          stored += stored_energy(law, quaternion_at(out.x.data() + place.joint[k]));
      mu = posed.momenta(posed.velocities(spins_of_energy(posed, momentum, stored, out), momentum));
      break;
    }
  }
  if (!start.momentum.empty()) {  // exactly as asked for, whatever the rounding of the rest
    Vector& root = mu[spec.topology.root()];
    root = {};
    root = momentum - posed.total(mu);
  }
  write_momenta(posed.tree, place, posed.bodies, out.x.data());
  for (const double value : out.x)
    if (!std::isfinite(value))
      refuse_start(spec, start.place, "start: the momenta of this start are not finite numbers");
  return out;
}

double space_momentum(const TreeSpec& spec, const std::vector<double>& p) {
  const std::vector<Number>& given = spec.model->start.momentum;
  return length(given.empty() ? momentum_of(spec, solve_start(spec, p).x) : vector_of(given));
}

}  // namespace oopss
