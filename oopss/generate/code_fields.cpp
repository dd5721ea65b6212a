// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/code.hpp"
#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/prescribed.hpp"
#include "oopss/system/space_field.hpp"
#include "oopss/system/space_motion.hpp"

namespace oopss {
namespace {

void append(std::vector<Expr>& out, const std::vector<Expr>& more) { out.insert(out.end(), more.begin(), more.end()); }
std::vector<Expr> parts(const Vec3<Expr>& v) { return {v.x, v.y, v.z}; }
std::vector<Expr> parts(const Quaternion<Expr>& q) { return {q.w, q.x, q.y, q.z}; }

/// φ and μ as prescribed motions have them at t; the sum of the momenta stays what it was. With loops motions are rows
/// of the closure instead.
std::vector<Expr> settled_in_plane(const TreeSpec& spec, const FieldExpressions& field, const PlanarTree<Expr>& tree) {
  const Motions given = motions(spec, field.symbols.t, field.symbols.p);
  if (given.joints.empty() || !spec.chords.empty()) return {};
  Prescribed<Plane<Expr>> prescribed(tree, given.joints, {});
  std::vector<Expr> phi = field.phi, theta = field.theta, mu = field.symbols.mu, omega(mu.size()), mu_rate(mu.size()),
                    rate(phi.size());
  prescribe_angles(prescribed, tree, with_rates(given), phi, theta, mu, omega, rate, mu_rate);
  Expr& root = mu[spec.topology.root()];
  root = root + (total_momentum(field.symbols.mu) - total_momentum(mu));
  append(phi, mu);
  phi.push_back(field.theta_root);
  return phi;
}

/// Attitudes of the bodies as quaternions, each its parent's times that of its joint.
std::vector<Quaternion<Expr>> attitudes_of(const SpaceTree<Expr>& tree, const SpaceOffsets& place,
                                           const std::vector<Expr>& x) {
  std::vector<Quaternion<Expr>> out(tree.m.size());
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) {
      out[i] = quaternion_at(x.data() + place.attitude);
      continue;
    }
    const SpaceJoint<Expr>& joint = tree.joints[tree.joint[i]];
    const Expr* const own = x.data() + place.joint[tree.joint[i]];
    const Expr half = *own / Expr(2);
    Quaternion<Expr> relative = joint.axis ? quaternion(cos(half), sin(half) * *joint.axis) : quaternion_at(own);
    if (joint.rest) relative = relative * *joint.rest;
    out[i] = out[p] * (tree.sense[i] > 0 ? relative : conjugate(relative));
  }
  return out;
}

/// The state with quaternions of length one, and hinges as their prescribed motions have them at t.
std::vector<Expr> settled_in_space(const SpaceField& field, const SpaceTree<Expr>& tree, const SpaceOffsets& place,
                                   const Layout& layout, const Motions& given, const SpaceBodies<Expr>& moved) {
  std::vector<Expr> out = field.x;
  for (const Block& block : layout.blocks) {
    if (block.size != 4) continue;
    const Expr length = sqrt(norm_squared(quaternion_at(field.x.data() + block.offset)));
    for (int i = 0; i < 4; ++i) out[block.offset + i] = out[block.offset + i] / length;
  }
  for (const int i : tree.order)
    for (std::size_t c = 0; c < given.joints.size(); ++c) {
      if (tree.parent[i] < 0 || tree.joint[i] != given.joints[c]) continue;
      out[place.joint[given.joints[c]]] = given.angle[c];
      out[place.momentum[i]] = dot(moved.attitude[i] * *tree.hinge[i], moved.mu[i]);
    }
  return out;
}

}  // namespace

CodeField planar_code(const TreeSpec& spec, const FieldExpressions& field) {
  const PlanarTree<Expr> tree = planar_tree(spec, field.symbols.p);
  CodeField out{field.symbols.t,
                field.phi,
                field.symbols.p,
                field.external,
                field.phi_rate,
                field.kinetic,
                field.stored,
                field.momentum,
                field.omega,
                field.torque,
                {},
                {},
                {},
                {field.momentum},
                {},
                {}};
  append(out.x, field.symbols.mu);
  out.x.push_back(field.theta_root);
  append(out.rates, field.mu_rate);
  out.rates.push_back(field.theta_root_rate);
  out.settled = settled_in_plane(spec, field, tree);
  out.absolute = absolute_angles(spec.topology, field.phi, field.theta_root);
  const std::vector<Vec2<Expr>> r = centre_positions<Plane<Expr>>(tree, out.absolute);
  const std::array<Expr, 3> v = drift_of(spec, field.symbols.p);
  for (std::size_t i = 0; i < r.size(); ++i)
    append(out.poses, {r[i].x + v[0] * out.t, r[i].y + v[1] * out.t, out.absolute[i]});
  return out;
}

/// Without work and dissipation, which are last in the state.
CodeField space_code(const TreeSpec& spec, const std::vector<int>& input_joints) {
  const TreeSpec reduced = without_laws(spec, input_joints);
  const std::vector<int> driven = driven_joints(spec, input_joints);
  const Layout layout = layout_of(reduced, !driven.empty());
  const SpaceField field = space_field(reduced, layout, driven);
  const SpaceOffsets place(layout);
  const auto kept = place.work < 0 ? place.size : std::min(place.work, place.dissipated);
  const SpaceTree<Expr> tree = space_tree(spec, field.p);

  SpaceBodies<Expr> bodies(tree.size());
  read_attitudes(tree, place, field.x.data(), bodies);
  read_momenta(tree, place, field.x.data(), bodies);
  Sweep<Space<Expr>> sweep(tree.size());
  recursion<Space<Expr>>(tree, bodies.attitude, bodies.mu, sweep, bodies.omega, bodies.mu_rate);
  SpaceBodies<Expr> moved = bodies;
  const Motions given = motions(spec, field.t, field.p);
  if (!given.joints.empty()) {
    std::vector<Expr> x = field.x;
    for (std::size_t c = 0; c < given.joints.size(); ++c) x[place.joint[given.joints[c]]] = given.angle[c];
    read_attitudes(tree, place, x.data(), moved);
    read_momenta(tree, place, x.data(), moved);
    Prescribed<Space<Expr>> prescribed(tree, given.joints, {});
    prescribe_rates<Space<Expr>>(prescribed, tree, with_rates(given), moved.attitude, moved.mu, moved.omega,
                                 moved.mu_rate);
  }

  Vec3<Expr> total;
  for (int i = 0; i < tree.size(); ++i) {
    if (is_hinge(tree, i)) continue;
    const Expr* const mu = &field.x[place.momentum[i]];
    total = total + Vec3<Expr>{mu[0], mu[1], mu[2]};
  }
  CodeField out;
  out.t = field.t;
  out.x.assign(field.x.begin(), field.x.begin() + kept);
  out.p = field.p;
  out.external = field.external;
  out.rates.assign(field.rates.begin(), field.rates.begin() + kept);
  out.kinetic = field.kinetic;
  out.stored = field.stored;
  out.momentum = sqrt(dot(total, total));
  append(out.total, parts(total));
  out.torque = field.torque;
  out.settled = settled_in_space(field, tree, place, layout, given, moved);
  out.settled.resize(kept);
  const std::vector<Vec3<Expr>> r = centre_positions<Space<Expr>>(tree, bodies.attitude);
  const std::vector<Quaternion<Expr>> q = attitudes_of(tree, place, field.x);
  const std::array<Expr, 3> v = drift_of(spec, field.p);
  const Vec3<Expr> centre = out.t * Vec3<Expr>{v[0], v[1], v[2]};
  const std::vector<Vec3<Expr>> by_body = body_momenta(tree, bodies.attitude, bodies.omega);
  for (std::size_t i = 0; i < r.size(); ++i) {
    append(out.omega, parts(moved.omega[i]));
    append(out.poses, parts(r[i] + centre));
    append(out.poses, parts(q[i]));
    append(out.attitudes, parts(q[i]));
    append(out.body_momenta, parts(by_body[i]));
  }
  return out;
}

}  // namespace oopss
