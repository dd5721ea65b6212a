// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_field.hpp"

#include <optional>

#include "oopss/mechanics/prescribed.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/space_motion.hpp"

namespace oopss {

std::vector<Expr> space_symbols(const TreeSpec& spec, const Layout& layout) {
  std::vector<Expr> out;
  for (const Block& block : layout.blocks) {
    constexpr std::array<const char*, 4> parts = {"_w", "_x", "_y", "_z"};
    const auto add = [&](const std::string& name, Rank rank) {
      for (int i = 0; i < block.size; ++i)
        out.push_back(symbol(block.size == 1 ? name : name + parts[block.size == 4 ? i : i + 1],
                             rank + static_cast<int>(out.size())));
    };
    switch (block.kind) {
      case BlockKind::joint_angle:
        add("phi_" + spec.joint_names[block.owner], rank_angle);
        break;
      case BlockKind::rotation:
        add("rotation_" + spec.joint_names[block.owner], rank_angle);
        break;
      case BlockKind::momentum:
        add("mu_" + spec.body_names[block.owner], rank_momentum);
        break;
      case BlockKind::attitude:
        add("attitude_" + spec.body_names[block.owner], rank_other);
        break;
      case BlockKind::work:
        add("work", rank_other);
        break;
      case BlockKind::dissipated:
        add("dissipated", rank_other);
        break;
      case BlockKind::impulse:
        add("impulse", rank_other);
        break;
      case BlockKind::centre:  // forces act in the plane alone
      case BlockKind::drift:
        break;
    }
  }
  return out;
}

namespace {

/// u_JOINT_x … z, along the axes of the joint's second body, as its torque is.
Vec3<Expr> ball_argument(const TreeSpec& spec, int joint) {
  const auto part = [&](const char* axis) {
    return symbol(argument_name(spec.joint_names[joint]) + axis, rank_other + joint);
  };
  return {part("_x"), part("_y"), part("_z")};
}

}  // namespace

SpaceField space_field(const TreeSpec& spec, const Layout& layout, const std::vector<int>& driven) {
  const StateSymbols symbols = state_symbols(spec);
  SpaceField field;
  field.t = symbols.t;
  field.x = space_symbols(spec, layout);
  field.p = symbols.p;
  const SpaceTree<Expr> tree = space_tree(spec, symbols.p);
  const SpaceOffsets place(layout);
  SpaceBodies<Expr> bodies(tree.size());
  const Motions given = motions(spec, symbols.t, symbols.p);
  std::vector<Expr> x = field.x;
  for (std::size_t c = 0; c < given.joints.size(); ++c) x[place.joint[given.joints[c]]] = given.angle[c];
  read_attitudes(tree, place, x.data(), bodies);
  read_momenta(tree, place, x.data(), bodies);
  std::optional<Prescribed<Space<Expr>>> prescribed;
  if (given.joints.empty()) {
    Sweep<Space<Expr>> sweep(tree.size());
    recursion<Space<Expr>>(tree, bodies.attitude, bodies.mu, sweep, bodies.omega, bodies.mu_rate);
  } else {
    prescribed.emplace(tree, given.joints, linearised_joints(spec));
    prescribe_rates<Space<Expr>>(*prescribed, tree, with_rates(given), bodies.attitude, bodies.mu, bodies.omega,
                                 bodies.mu_rate);
  }
  field.rates.resize(field.x.size());
  field.kinetic = twice_kinetic<Expr>(tree, bodies.mu, bodies.omega) / Expr(2);
  write_shape_rates(tree, place, x.data(), bodies, field.rates.data());
  for (std::size_t c = 0; c < given.joints.size(); ++c) field.rates[place.joint[given.joints[c]]] = given.rate[c];
  if (place.work < 0) {
    write_momentum_rates(tree, place, bodies, field.rates.data());
    for (const JointSlots& joint : spec.joints) field.torque.resize(field.torque.size() + (joint.hinge ? 1 : 3));
    return field;
  }
  std::vector<Expr> phi(tree.joints.size()), rate(tree.joints.size());
  std::vector<Vec3<Expr>> axis(tree.joints.size());  // of hinges: n with T n on the first body
  std::vector<int> child(tree.joints.size());
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    child[tree.joint[i]] = i;
    if (!is_hinge(tree, i)) continue;
    const int k = tree.joint[i];
    phi[k] = x[place.joint[k]];
    rate[k] = field.rates[place.joint[k]];
    axis[k] = bodies.attitude[i] * *tree.hinge[i];
  }
  const Laws law = laws(spec, symbols.t, phi, rate, symbols.p);
  std::vector<Vec3<Expr>> torque(tree.joints.size()), on_bodies(tree.m.size());
  const std::vector<std::vector<BallLaw<Expr>>> of_balls = ball_laws(spec, symbols.p);
  Expr stored = law.stored, dissipation = law.dissipation;
  for (std::size_t k = 0; k < torque.size(); ++k) {
    if (is_hinge(tree, child[k])) torque[k] = law.torque[k] * axis[k];
    const Vec3<Expr> spin = joint_spin(tree, bodies, child[k]);
    for (const BallLaw<Expr>& each : of_balls[k]) {
      const Quaternion<Expr> q = quaternion_at(field.x.data() + place.joint[k]);
      const Vec3<Expr> taken = damper_torque(each, bodies.attitude[spec.joints[k].second], spin);
      torque[k] = torque[k] + bodies.attitude[spec.joints[k].first] * spring_torque(each, q) + taken;
      stored = stored + stored_energy(each, q);
      dissipation = dissipation + dot(taken, spin);
    }
  }
  std::vector<Expr> by_hinge = law.torque;
  Expr power = law.integrated_power;
  for (const int k : driven) {
    if (tree.joints[k].axis) {
      field.external.push_back(argument_symbol(spec, k));
      torque[k] = torque[k] + field.external.back() * axis[k];
      by_hinge[k] = by_hinge[k] + field.external.back();
      power = power - field.external.back() * rate[k];
    } else {
      const Vec3<Expr> u = ball_argument(spec, k), inertial = bodies.attitude[spec.joints[k].second] * u;
      field.external.insert(field.external.end(), {u.x, u.y, u.z});
      torque[k] = torque[k] + inertial;
      power = power - dot(inertial, joint_spin(tree, bodies, child[k]));
    }
  }
  add_torques(tree, bodies.attitude, torque, on_bodies, bodies.mu_rate);
  if (prescribed) {
    prescribe_accelerations<Space<Expr>>(*prescribed, bodies.attitude, bodies.mu, bodies.omega, rate, law.demand,
                                         bodies.mu_rate);
    for (int i = 0; i < tree.size(); ++i) {
      if (!prescribed->constrained[i]) continue;
      by_hinge[tree.joint[i]] = by_hinge[tree.joint[i]] + prescribed->torque[i];
      power = power - prescribed->torque[i] * rate[tree.joint[i]];
    }
  } else if (!law.linearised.empty()) {
    const std::vector<Expr> extra = linearising_torques<Space<Expr>>(tree, bodies.attitude, bodies.mu, bodies.omega,
                                                                     bodies.mu_rate, law.linearised, law.demand);
    std::vector<Vec3<Expr>> more(torque.size());
    for (std::size_t c = 0; c < extra.size(); ++c) {
      const int k = law.linearised[c];
      more[k] = extra[c] * axis[k];
      by_hinge[k] = by_hinge[k] + extra[c];
      power = power - extra[c] * rate[k];
    }
    add_torques(tree, bodies.attitude, more, on_bodies, bodies.mu_rate);
  }
  write_momentum_rates(tree, place, bodies, field.rates.data());
  field.rates[place.work] = power;
  field.rates[place.dissipated] = dissipation;
  field.stored = stored;
  field.released = law.released;
  for (std::size_t k = 0; k < torque.size(); ++k) {
    if (is_hinge(tree, child[k])) {
      field.torque.push_back(by_hinge[k]);
      continue;
    }
    const Vec3<Expr> T = transposed(bodies.attitude[spec.joints[k].second]) * torque[k];
    field.torque.insert(field.torque.end(), {T.x, T.y, T.z});
  }
  return field;
}

}  // namespace oopss
