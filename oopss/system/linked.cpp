// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/linked.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "oopss/system/flow_engine.hpp"
#include "oopss/system/linked_tangent.hpp"
#include "oopss/system/moved.hpp"

namespace oopss {
namespace {

/// An angle without its whole turns, with 2π as a sum of two numbers: angles of many turns lose nothing.
double without_turns(double angle) {
  constexpr double two_pi = 0x1.921fb54442d18p+2, rest = 0x1.1a62633145c07p-52;
  const double k = std::nearbyint(angle / two_pi);
  return std::fma(-k, two_pi, angle) - k * rest;
}

/// What a pose is where the loops and the motions depend on each other.
std::string cannot_follow(const Derived& derived) {
  std::string names;
  for (const int k : derived.moved)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", oopss::quoted(derived.spec.joint_names[k]));
  return fmt::format(
      "the loops are in a pose where they cannot follow the motion of joint {} any further, or can in "
      "more than one way",
      names);
}

}  // namespace

Linked::Linked(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p, Drive drive)
    : open(numbered_tree(derived, std::make_shared<const std::vector<double>>(p)), std::move(drive)),
      linkage(linkage_of(open.derived->spec, p)),
      rows(closing_rows(open.derived->spec, start_pose(open.derived->spec, p))),
      slow(near_change_points(linkage)),
      torque(open.derived->linearised.size()),
      theta_(open.tree.m.size()),
      no_momenta_(theta_.size()),
      w_(theta_.size()),
      slope_(theta_.size()),
      R_(theta_.size()),
      sweep_(open.tree.size()),
      pattern_(loop_pattern(linkage.loops, open.tree.size())) {
  const int bodies = open.tree.size(), linearised = static_cast<int>(torque.size());
  G = Matrix<double>(count(), bodies);
  columns_ = G;
  by_joint_ = Matrix<double>(count(), bodies - 1);
  inertia_ = ClosureInertia<double>(count(), bodies, 1);
  slopes_ = inertia_.response;
  slopes_x_ = slopes_y_ = Matrix<double>(bodies + 1, count() + 1);
  squares_ = square_moments_ = Matrix<double>(bodies, 1);
  squares_x_ = squares_y_ = Matrix<double>(bodies + 1, 1);
  gauge_ = GaugeWorkspace<double>(rows.loops);
  if (moved() > 0) moved_gauge_ = MovedGauge<double>(rows.loops, moved(), bodies);
  factors_ = {Matrix<double>(count(), count()), std::vector<double>(static_cast<std::size_t>(count()))};
  lambda.resize(static_cast<std::size_t>(count()));
  right_ = opening_ = divided_ = lambda;
  if (rank() < count()) {
    on_range_ = {inertia_.schur, inertia_.schur, inertia_.schur};
    const Matrix<double> square = moved() > 0 ? moved_gauge_.A : gauge_.A;
    gauge_on_range_ = {square, square, square};
  }
  for (int c = 0; c < rows.loops; ++c) {
    moved_.push_back({open.tree.root()});
    for (const Bar<double>& bar : linkage.loops[c / 2])
      if (bar.body != open.tree.root()) moved_.back().push_back(bar.body);
  }
  for (const FixedJoint& joint : rows.fixed) moved_.push_back({joint.first, joint.second});
  for (int c = rows.count(); c < count(); ++c) {
    const JointSlots& joint = open.derived->spec.joints[open.derived->moved[c - rows.count()]];
    moved_.push_back({joint.first, joint.second});
    G(c, joint.second) = 1;
    G(c, joint.first) = -1;
  }
  by_torque_ = workspace_x_ = workspace_y_ = Matrix<double>(bodies, linearised);
  lambda_by_torque_ = Matrix<double>(linearised, count());
  W_ = Matrix<double>(linearised, linearised);
  factors_of_W_ = {W_, torque};
}

void Linked::place(const double* x) {
  std::copy_n(x, open.phi.size(), open.phi.begin());
  absolute_angles(open.tree, open.phi, 0.0, theta_);
  for (std::size_t k = 0; k < R_.size(); ++k) R_[k] = rotation(theta_[k]);
}

/// The same, and what the recursion finds at this pose.
void Linked::sweep(const double* x) {
  std::copy_n(x, open.phi.size(), open.phi.begin());
  absolute_angles(open.tree, open.phi, 0.0, theta_);
  sweep_inward(open.tree, theta_, no_momenta_, sweep_);
  for (std::size_t k = 0; k < R_.size(); ++k) R_[k] = sweep_.body[k].R;
}

void Linked::write_columns() {
  if (rows.loops > 0) closure_jacobian(linkage.loops, R_, open.tree.root(), G);
  write_fixed(rows, G);
}

void Linked::value(double t, const double* x, double* g) {
  place(x);
  if (rows.loops > 0) closure(linkage.loops, R_, right_);
  for (std::size_t k = 0; k < rows.fixed.size(); ++k)
    right_[rows.loops + k] = theta_[rows.fixed[k].second] - theta_[rows.fixed[k].first] - rows.fixed[k].angle;
  if (moved() > 0) {
    const std::vector<double>& motion = given(t);
    for (int c = 0; c < moved(); ++c) {
      const JointSlots& joint = open.derived->spec.joints[open.derived->moved[c]];
      right_[rows.count() + c] = without_turns(theta_[joint.second] - theta_[joint.first] - motion[3 * c]);
    }
  }
  std::copy(right_.begin(), right_.end(), g);
}

void Linked::time_slopes(double t, double* out) {
  const std::vector<double>& motion = given(t);
  std::fill_n(out, rows.count(), 0.0);
  for (int c = 0; c < moved(); ++c) out[rows.count() + c] = -motion[3 * c + 1];
}

void Linked::jacobian(const double* x, double* out) {
  place(x);
  write_columns();
  columns_ = G;
  joint_columns(open.tree, columns_, by_joint_);
  const int size = open.derived->offsets.size;
  std::fill_n(out, static_cast<std::size_t>(size) * count(), 0.0);
  for (int c = 0; c < count(); ++c)
    for (int k = 0; k < by_joint_.cols; ++k) out[c * size + k] = by_joint_(c, k);
}

void Linked::forces(double t, const double* x, double* out) {
  place(x);
  write_columns();
  const PlanarOffsets& offsets = open.derived->offsets;
  std::fill_n(out, static_cast<std::size_t>(offsets.size) * count(), 0.0);
  for (int c = 0; c < count(); ++c)
    for (int k = 0; k < G.cols; ++k) out[c * offsets.size + offsets.momenta + k] = G(c, k);
  if (moved() == 0) return;
  const std::vector<double>& motion = given(t);
  for (int c = 0; c < moved(); ++c) out[(rows.count() + c) * offsets.size + offsets.work] = motion[3 * c + 1];
}

void Linked::inertia(const double* x, double* response, double* schur) {
  sweep(x);
  write_columns();
  const PlanarOffsets& offsets = open.derived->offsets;
  Matrix<double>& w = inertia_.response;  // with ω in its last column
  for (int k = 0; k < w.rows; ++k) w(k, count()) = x[offsets.momenta + k];
  closure_inertia(open.tree, sweep_, G, moved_, inertia_);
  apply_slopes(open.tree, sweep_, w, slopes_x_, slopes_y_, slopes_);
  std::fill_n(response, static_cast<std::size_t>(offsets.size) * count(), 0.0);
  for (const int i : open.tree.order) {
    const int p = open.tree.parent[i];
    for (int c = 0; c < count(); ++c) {
      double* const row = response + static_cast<std::ptrdiff_t>(c) * offsets.size;
      row[offsets.momenta + i] = -(w(i, c) * slopes_(i, count()) + w(i, count()) * slopes_(i, c));  // of −ω∘Kω
      if (p < 0)
        row[offsets.root_angle] = w(i, c);
      else
        row[open.tree.joint[i]] = open.tree.sense[i] * (w(i, c) - w(p, c));
    }
  }
  std::copy(inertia_.schur.entries.begin(), inertia_.schur.entries.end(), schur);
}

double Linked::gauge_squared_of_loops() {
  gram(pattern_, G, gauge_.A);
  if (rows.rank_of_loops == rows.loops) {
    invert(pattern_, gauge_);
  } else {
    Matrix<double>&A = gauge_on_range_.A, &inverse = gauge_on_range_.inverse;
    for (int c = 0; c < A.rows; ++c)
      for (int d = 0; d <= c; ++d) A(d, c) = A(c, d) = gauge_.A(c, d);
    invert_on_range(gauge_on_range_, A.rows, rows.rank_of_loops);
    for (int c = 0; c < A.rows; ++c)
      for (int d = 0; d <= c; ++d) {
        gauge_.Z(c, d) = {inverse(c, d), 0};
        for (int k = 0; k < A.rows; ++k) gauge_.Z(c, d).slope += inverse(c, k) * inverse(k, d);
      }
  }
  return gauge_squared(pattern_, G, gauge_, rows.rank_of_loops, slope_);
}

double Linked::gauge_squared_with_motions() {
  const int rank_of_all = rows.rank_of_loops + moved();
  gram(G, rows.count(), moved_gauge_);
  if (rows.rank_of_loops == rows.loops) {
    invert(moved_gauge_);
  } else {
    gauge_on_range_.A = moved_gauge_.A;
    invert_on_range(gauge_on_range_, moved_gauge_.A.rows, rank_of_all);
    moved_gauge_.Z = gauge_on_range_.inverse;
  }
  return gauge_squared(moved_gauge_, rank_of_all, slope_);
}

double Linked::gauge(const double* x, double* adds) {
  const PlanarOffsets& offsets = open.derived->offsets;
  std::fill_n(adds, offsets.size, 0.0);
  if (rows.loops == 0) return 1;
  place(x);
  bar_columns(linkage.loops, R_, G);
  const double square = moved() > 0 ? gauge_squared_with_motions() : gauge_squared_of_loops();
  if (!(square > 0)) return 0;
  const double kappa = std::sqrt(square);
  for (int k = 0; k < G.cols; ++k) adds[offsets.momenta + k] = -slope_[k] / (2 * kappa);
  return kappa;
}

/// S of the pose, ready for `divide`.
void Linked::factor_inertia() {
  if (rank() == count()) {
    factor(inertia_.schur, factors_);
  } else {
    on_range_.A = inertia_.schur;
    invert_on_range(on_range_, count(), rank());
  }
}

void Linked::divide(std::vector<double>& right) {
  if (rank() == count()) return solve_in_place(factors_, right);
  divided_ = right;
  for (int c = 0; c < count(); ++c) {
    right[c] = 0;
    for (int d = 0; d < count(); ++d) right[c] += on_range_.inverse(c, d) * divided_[d];
  }
}

/// Unit torques at the joints of exact linearisation, the rows.loops kept closed: ω'_l = J⁻¹τ_l + (J⁻¹Gᵀ)λ_l with
/// λ_l = −(G J⁻¹Gᵀ)⁻¹ G J⁻¹τ_l, and W_kl = −(φ''_k of unit torque at l).
void Linked::divide_torques() {
  const std::vector<int>& joints = open.derived->linearised;
  const auto& slots = open.derived->spec.joints;
  const int n = static_cast<int>(joints.size());
  std::fill(by_torque_.entries.begin(), by_torque_.entries.end(), 0.0);
  for (int l = 0; l < n; ++l) {
    by_torque_(slots[joints[l]].first, l) = 1;
    by_torque_(slots[joints[l]].second, l) = -1;
  }
  divide_by_inertia(open.tree, sweep_, by_torque_, workspace_x_, workspace_y_);
  for (int l = 0; l < n; ++l) {
    for (int c = 0; c < count(); ++c) {
      right_[c] = 0;
      for (const int k : moved_[c]) right_[c] -= G(c, k) * by_torque_(k, l);
    }
    divide(right_);
    for (int c = 0; c < count(); ++c) {
      lambda_by_torque_(l, c) = right_[c];
      for (int k = 0; k < G.cols; ++k) by_torque_(k, l) += inertia_.response(k, c) * right_[c];
    }
    for (int k = 0; k < n; ++k)
      W_(k, l) = by_torque_(slots[joints[k]].first, l) - by_torque_(slots[joints[k]].second, l);
  }
  factor(W_, factors_of_W_);
}

void Linked::undo(const std::vector<double>& opening, std::vector<double>& w, const std::vector<double>& demand) {
  for (int c = 0; c < count(); ++c) lambda[c] = -opening[c];
  divide(lambda);
  if (torque.empty()) return;
  for (int k = 0; k < G.cols; ++k)
    for (int c = 0; c < count(); ++c) w[k] += inertia_.response(k, c) * lambda[c];
  for (std::size_t k = 0; k < torque.size(); ++k) {
    const JointSlots& joint = open.derived->spec.joints[open.derived->linearised[k]];
    torque[k] = w[joint.second] - w[joint.first] - demand[k];
  }
  solve_in_place(factors_of_W_, torque);
  for (std::size_t l = 0; l < torque.size(); ++l)
    for (int c = 0; c < count(); ++c) lambda[c] += torque[l] * lambda_by_torque_(static_cast<int>(l), c);
}

/// The tree cut open has J ω' = (torques) − K(ω∘ω), the last column beside what unit closing forces do.
void Linked::solve(double t, const double* x) {
  open.move(t, x);
  sweep(x);
  write_columns();
  for (int k = 0; k < G.cols; ++k) squares_(k, 0) = open.omega[k] * open.omega[k];
  apply_slopes(open.tree, sweep_, squares_, squares_x_, squares_y_, square_moments_);
  for (int k = 0; k < G.cols; ++k) w_[k] = -square_moments_(k, 0);
  if (open.derived->offsets.work >= 0) open.add_to_bodies(open.torque, w_);
  open.add_outside(w_);
  for (int k = 0; k < G.cols; ++k) inertia_.response(k, count()) = w_[k];
  closure_inertia(open.tree, sweep_, G, moved_, inertia_);
  factor_inertia();
  for (int k = 0; k < G.cols; ++k) w_[k] = inertia_.response(k, count());
  times(G, w_, opening_);
  if (rows.loops > 0) closure_curvature(linkage.loops, R_, open.omega, open.tree.root(), right_);
  for (int c = 0; c < rows.loops; ++c) opening_[c] += right_[c];
  if (moved() > 0) {
    const std::vector<double>& motion = given(t);
    for (int c = 0; c < moved(); ++c) opening_[rows.count() + c] -= motion[3 * c + 2];
  }
  if (!torque.empty()) divide_torques();
  undo(opening_, w_, open.demand);
  if (torque.empty()) return;
  std::fill(open.more.begin(), open.more.end(), 0.0);
  for (std::size_t l = 0; l < torque.size(); ++l) {
    const int joint = open.derived->linearised[l];
    open.more[joint] = torque[l];
    open.torque[joint] += torque[l];
    open.power -= torque[l] * open.rates_at_joints()[joint];
  }
  open.add_to_bodies(open.more, open.mu_rate);
}

double Linked::open_field(double t, const double* x, double* out) {
  if (torque.empty())
    open.move(t, x);
  else
    solve(t, x);
  open.write(out);
  return open.energy();
}

void Linked::field(double t, const double* x, double* out) {
  solve(t, x);
  add_transposed(G, lambda, open.mu_rate);
  open.write(out);
  for (int c = 0; c < moved(); ++c)
    out[open.derived->offsets.work] += lambda[rows.count() + c] * open.motion.out[3 * c + 1];
}

/// Momenta with which the joints turn as the motions say, at the pose that was factored; returned is H.
double Linked::with_rates(double t, const std::vector<double>& motion, double* x) {
  open.kinetic(t, x);
  times(G, open.omega, right_);
  for (int c = 0; c < moved(); ++c) right_[rows.count() + c] -= motion[3 * c + 1];
  divide(right_);
  for (int c = 0; c < count(); ++c)
    for (int k = 0; k < G.cols; ++k) x[open.derived->offsets.momenta + k] -= G(c, k) * right_[c];
  return open.kinetic(t, x);
}

std::string Linked::cross(double before, double after, double* x) {
  const std::vector<double> from = given(before), to = given(after);
  if (std::string jump = motion_jump(*open.derived, before, from, after, to); !jump.empty()) return jump;
  sweep(x);
  write_columns();
  closure_inertia(open.tree, sweep_, G, moved_, inertia_);
  factor_inertia();
  const double H = with_rates(before, from, x);
  x[open.derived->offsets.work] += with_rates(after, to, x) - H;
  return {};
}

void Linked::joint_torques(double t, const double* x, double* out) {
  if (open.derived->linearised.empty() && moved() == 0) return open.joint_torques(t, x, out);
  solve(t, x);
  std::copy(open.torque.begin(), open.torque.end(), out);
  for (int c = 0; c < moved(); ++c) out[open.derived->moved[c]] -= lambda[rows.count() + c];
}

void Linked::joint_forces(double t, const double* x, double* out) {
  solve(t, x);
  add_transposed(G, lambda, open.mu_rate);
  const double root_angle = x[open.derived->offsets.root_angle];
  const PlanarTree<double>& tree = open.tree;
  absolute_angles(tree, open.phi, root_angle, theta_);
  differentiate(open.in_motion(), theta_, open.mu, open.omega, open.mu_rate);
  std::vector<Vec2<double>> by_chords(tree.m.size());  // on body i and all beyond it
  const Rotation<double> R = rotation(root_angle);
  for (std::size_t c = 0; c < linkage.chords.size(); ++c) {
    const Chord<double>& chord = linkage.chords[c];
    const Vec2<double> force = rows.loops > 0 ? R * Vec2<double>{lambda[2 * c], lambda[2 * c + 1]} : Vec2<double>{};
    by_chords[chord.first] = by_chords[chord.first] + force;
    by_chords[chord.second] = by_chords[chord.second] - force;
    out[2 * open.derived->spec.chords[c].joint] = -force.x;
    out[2 * open.derived->spec.chords[c].joint + 1] = -force.y;
  }
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    if (tree.parent[*i] < 0) continue;
    const Vec2<Dual<double>>& P = open.moving->sweep.body[*i].P;
    const int joint = open.derived->spec.tree_joints[tree.joint[*i]];
    out[2 * joint] = tree.sense[*i] * (P.x.slope - by_chords[*i].x);
    out[2 * joint + 1] = tree.sense[*i] * (P.y.slope - by_chords[*i].y);
    by_chords[tree.parent[*i]] = by_chords[tree.parent[*i]] + by_chords[*i];
  }
  open.add_forces(out);
}

Flow linked_flow(const Linked& engine) {
  const FlowEngine open(engine.open);
  Flow flow = recursive_flow(open);
  add_what_is_watched(flow, open);
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
  closure.value = [engine = engine](double t, const double* x, double* out) mutable { engine.value(t, x, out); };
  closure.jacobian = [engine = engine](const double* x, double* out) mutable { engine.jacobian(x, out); };
  closure.forces = [engine = engine](double t, const double* x, double* out) mutable { engine.forces(t, x, out); };
  closure.open = [engine = engine](double t, const double* x, double* out) mutable {
    return engine.open_field(t, x, out);
  };
  closure.inertia = [engine = engine](const double* x, double* response, double* schur) mutable {
    engine.inertia(x, response, schur);
  };
  closure.gauge = [engine = engine](const double* x, double* adds) mutable { return engine.gauge(x, adds); };
  closure.slow_near_singular = engine.slow;
  if (engine.moved() > 0) {
    closure.time_slopes = [engine = engine](double t, const double*, double* out) mutable {
      engine.time_slopes(t, out);
    };
    closure.singular = cannot_follow(*engine.open.derived);
    flow.cross = [engine = engine](double before, double after, double* x) mutable {
      return engine.cross(before, after, x);
    };
  }
  if (!engine.open.derived->driven.empty()) return flow;
  flow.tangent = [engine = engine, made = std::optional<LinkedTangent>()](double t, const double* x, const double* v,
                                                                          double* out) mutable {
    if (!made) made.emplace(engine);
    (*made)(t, x, v, out);
  };
  return flow;
}

}  // namespace oopss
