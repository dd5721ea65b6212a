// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/linked.hpp"

#include <cmath>

#include "oopss/linkage/gauge.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/tangent.hpp"

namespace oopss {

Linked::Linked(std::shared_ptr<const Derived> derived, const std::vector<double>& p, Drive drive)
    : open(std::move(derived), p, std::move(drive)),
      linkage(linkage_of(open.derived->spec, p)),
      slow(near_change_points(linkage)),
      solver_(fast_tree(open.tree)),
      theta_(open.tree.m.size()),
      v_(theta_.size()),
      w_(theta_.size()),
      slope_(theta_.size()),
      unused_rate_(open.phi.size()),
      unused_mu_(theta_.size()),
      R_(theta_.size()) {
  const StartPose pose = start_pose(open.derived->spec, p);
  const int bodies = open.tree.size();
  int rows = 2 * static_cast<int>(linkage.loops.size());
  if (pose.assembly.closed && pose.mobility.kind == ClosureRank::rigid) {
    frozen = pose.assembly.phi;
    rows = bodies - 1;
  }
  rank = frozen.empty() && pose.assembly.closed ? pose.mobility.rank : rows;
  G = Matrix<double>(rows, bodies);
  A_ = Matrix<double>(rows, rows);
  by_joint_ = Matrix<double>(rows, bodies - 1);
  inertia_ = {Matrix<double>(rows, bodies), Matrix<double>(rows, rows)};
  factors_ = {Matrix<double>(rows, rows), std::vector<double>(static_cast<std::size_t>(rows))};
  lambda_.resize(static_cast<std::size_t>(rows));
  right_ = curvature_ = lambda_;
}

void Linked::place(const double* x) {
  std::copy_n(x, open.phi.size(), open.phi.begin());
  absolute_angles(open.tree, open.phi, 0.0, theta_);
  for (std::size_t k = 0; k < R_.size(); ++k) R_[k] = rotation(theta_[k]);
}

void Linked::write_columns() {
  if (frozen.empty()) return closure_jacobian(linkage.loops, R_, open.tree.root(), G);
  joint_rows(open.tree, G);
}

void Linked::value(const double* x, double* g) {
  place(x);
  if (frozen.empty()) closure(linkage.loops, R_, right_);
  for (std::size_t k = 0; k < frozen.size(); ++k) right_[k] = open.phi[k] - frozen[k];
  std::copy(right_.begin(), right_.end(), g);
}

void Linked::jacobian(const double* x, double* out) {
  place(x);
  write_columns();
  joint_columns(open.tree, G, by_joint_);
  const int size = open.derived->offsets.size;
  std::fill_n(out, static_cast<std::size_t>(size) * count(), 0.0);
  for (int c = 0; c < count(); ++c)
    for (int k = 0; k < by_joint_.cols; ++k) out[c * size + k] = by_joint_(c, k);
}

void Linked::forces(const double* x, double* out) {
  place(x);
  write_columns();
  const PlanarOffsets& offsets = open.derived->offsets;
  std::fill_n(out, static_cast<std::size_t>(offsets.size) * count(), 0.0);
  for (int c = 0; c < count(); ++c)
    for (int k = 0; k < G.cols; ++k) out[c * offsets.size + offsets.momenta + k] = G(c, k);
}

double Linked::gauge(const double* x, double* adds) {
  const PlanarOffsets& offsets = open.derived->offsets;
  std::fill_n(adds, offsets.size, 0.0);
  if (!frozen.empty()) return 1;
  place(x);
  bar_columns(linkage.loops, R_, G);
  gram(G, A_);
  const double square =
      gauge_squared(linkage.loops, G, A_, rank < count() ? inverse_on_range(A_, rank) : inverse(A_), rank, slope_);
  if (!(square > 0)) return 0;
  const double kappa = std::sqrt(square);
  for (int k = 0; k < G.cols; ++k) adds[offsets.momenta + k] = -slope_[k] / (2 * kappa);
  return kappa;
}

void Linked::apply(const std::vector<double>& v, std::vector<double>& w) {
  rates(solver_, open.phi.data(), v.data(), unused_rate_.data(), unused_mu_.data());
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = omega(solver_, static_cast<int>(k));
}

void Linked::divide(std::vector<double>& right) {
  if (rank == count())
    solve_in_place(factors_, right);
  else
    right = on_range_ * right;
}

void Linked::solve(double t, const double* x) {
  open.move(t, x);
  place(x);
  write_columns();
  closure_inertia(
      G, [this](const std::vector<double>& v, std::vector<double>& w) { apply(v, w); }, v_, w_, inertia_);
  if (rank == count())
    factor(inertia_.schur, factors_);
  else
    on_range_ = inverse_on_range(inertia_.schur, rank);
  differentiate(open.moving, theta_, open.mu, open.omega, open.mu_rate);
  for (std::size_t k = 0; k < w_.size(); ++k) w_[k] = open.moving.omega[k].slope;
  times(G, w_, lambda_);
  if (frozen.empty()) closure_curvature(linkage.loops, R_, open.omega, open.tree.root(), curvature_);
  for (std::size_t c = 0; c < lambda_.size(); ++c) lambda_[c] = -(lambda_[c] + curvature_[c]);
  divide(lambda_);
  if (!open.derived->linearised.empty()) linearise();
}

/// The torques that give φ''_k = v_k at the joints S under exact linearisation, the loops kept closed: unit torque at
/// joint l gives ω'_l = J⁻¹τ_l + (J⁻¹Gᵀ)λ_l with λ_l = −(G J⁻¹Gᵀ)⁻¹ G J⁻¹τ_l, and W T = φ''_others − v with
/// W_kl = −(φ''_k of unit torque at l).
void Linked::linearise() {
  const std::vector<int>& joints = open.derived->linearised;
  const auto& slots = open.derived->spec.joints;
  const int n = static_cast<int>(joints.size());
  const auto turned = [&](int k, const std::vector<double>& w) {
    return w[slots[joints[k]].second] - w[slots[joints[k]].first];
  };
  add_transposed(inertia_.response, lambda_, w_);  // w_ has ω' of the tree cut open
  std::vector<double> torque;
  for (int k = 0; k < n; ++k) torque.push_back(turned(k, w_) - open.demand[k]);
  Matrix<double> W(n, n);
  std::vector<std::vector<double>> answers;
  for (int l = 0; l < n; ++l) {
    std::fill(v_.begin(), v_.end(), 0.0);
    v_[slots[joints[l]].first] = 1;
    v_[slots[joints[l]].second] = -1;
    apply(v_, w_);
    times(G, w_, right_);
    for (double& r : right_) r = -r;
    divide(right_);
    add_transposed(inertia_.response, right_, w_);
    for (int k = 0; k < n; ++k) W(k, l) = -turned(k, w_);
    answers.push_back(right_);
  }
  torque = oopss::solve(ldlt(W), torque);
  std::fill(open.more.begin(), open.more.end(), 0.0);
  for (int l = 0; l < n; ++l) {
    open.more[joints[l]] = torque[l];
    open.torque[joints[l]] += torque[l];
    open.power -= torque[l] * open.rates_at_joints()[joints[l]];
    for (std::size_t c = 0; c < lambda_.size(); ++c) lambda_[c] += torque[l] * answers[l][c];
  }
  open.add_to_bodies(open.more);
}

void Linked::open_field(double t, const double* x, double* out) {
  if (open.derived->linearised.empty()) return open.field(t, x, out);
  solve(t, x);
  open.write(out);
}

void Linked::field(double t, const double* x, double* out) {
  solve(t, x);
  add_transposed(G, lambda_, open.mu_rate);
  open.write(out);
}

void Linked::joint_torques(double t, const double* x, double* out) {
  if (open.derived->linearised.empty()) return open.joint_torques(t, x, out);
  solve(t, x);
  std::copy(open.torque.begin(), open.torque.end(), out);
}

void Linked::joint_forces(double t, const double* x, double* out) {
  solve(t, x);
  add_transposed(G, lambda_, open.mu_rate);
  const double root_angle = x[open.derived->offsets.root_angle];
  const PlanarTree<double>& tree = open.tree;
  absolute_angles(tree, open.phi, root_angle, theta_);
  differentiate(open.moving, theta_, open.mu, open.omega, open.mu_rate);
  std::vector<Vec2<double>> by_chords(tree.m.size());  // on body i and all beyond it
  const Rotation<double> R = rotation(root_angle);
  for (std::size_t c = 0; c < linkage.chords.size(); ++c) {
    const Chord<double>& chord = linkage.chords[c];
    const Vec2<double> force = frozen.empty() ? R * Vec2<double>{lambda_[2 * c], lambda_[2 * c + 1]} : Vec2<double>{};
    by_chords[chord.first] = by_chords[chord.first] + force;
    by_chords[chord.second] = by_chords[chord.second] - force;
    out[2 * open.derived->spec.chords[c].joint] = -force.x;
    out[2 * open.derived->spec.chords[c].joint + 1] = -force.y;
  }
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    if (tree.parent[*i] < 0) continue;
    const Vec2<Dual<double>>& P = open.moving.sweep.body[*i].P;
    const int joint = open.derived->spec.tree_joints[tree.joint[*i]];
    out[2 * joint] = tree.sense[*i] * (P.x.slope - by_chords[*i].x);
    out[2 * joint + 1] = tree.sense[*i] * (P.y.slope - by_chords[*i].y);
    by_chords[tree.parent[*i]] = by_chords[tree.parent[*i]] + by_chords[*i];
  }
}

namespace {

/// (∂open/∂x) v. Of torques that depend on the closing forces, or are functions of the program, by differences: nothing
/// but the size of a method's corrections depends on this.
void add_open_tangent(Flow::Closure& closure, const Linked& engine) {
  if (engine.open.derived->linearised.empty() && !engine.open.drive) {
    closure.open_tangent = Tangent(engine.open.derived, engine.open.p);
    return;
  }
  closure.open_tangent = [engine = engine](double t, const double* x, const double* v, double* out) mutable {
    const auto size = static_cast<std::size_t>(engine.open.derived->offsets.size);
    constexpr double step = 1e-5;
    std::vector<double> aside(size), other(size);
    for (std::size_t i = 0; i < size; ++i) aside[i] = x[i] + step * v[i];
    engine.open_field(t, aside.data(), out);
    for (std::size_t i = 0; i < size; ++i) aside[i] = x[i] - step * v[i];
    engine.open_field(t, aside.data(), other.data());
    for (std::size_t i = 0; i < size; ++i) out[i] = (out[i] - other[i]) / (2 * step);
  };
}

}  // namespace

Flow linked_flow(const Linked& engine) {
  Flow flow = recursive_flow(engine.open);
  add_what_is_watched(flow, engine.open);
  flow.no_jet = "loops of bodies have none";
  flow.field = [engine = engine](double t, const double* x, double* out) mutable { engine.field(t, x, out); };
  flow.joint_torques = [engine = engine](double t, const double* x, double* out) mutable {
    engine.joint_torques(t, x, out);
  };
  flow.joint_forces = [engine = engine](double t, const double* x, double* out) mutable {
    engine.joint_forces(t, x, out);
  };
  Flow::Closure& closure = flow.closure;
  closure.count = engine.count();
  closure.value = [engine = engine](const double* x, double* out) mutable { engine.value(x, out); };
  closure.jacobian = [engine = engine](const double* x, double* out) mutable { engine.jacobian(x, out); };
  closure.forces = [engine = engine](const double* x, double* out) mutable { engine.forces(x, out); };
  closure.open = [engine = engine](double t, const double* x, double* out) mutable { engine.open_field(t, x, out); };
  closure.gauge = [engine = engine](const double* x, double* adds) mutable { return engine.gauge(x, adds); };
  closure.slow_near_singular = engine.slow;
  add_open_tangent(closure, engine);
  return flow;
}

}  // namespace oopss
