// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/linked_tangent.hpp"

namespace oopss {

LinkedTangent::LinkedTangent(const Linked& linked, std::vector<double> slopes)
    : engine(linked),
      open(linked.open.derived, *linked.open.p, std::move(slopes)),
      loops_(loops_of(open.tree, chords(open.derived->spec, with_slopes(open.p, open.p_slopes)))),
      R_(open.theta.size()),
      w_(open.theta.size()),
      curvature_(linked.lambda.size()),
      G_(linked.G.rows, linked.G.cols),
      V_(linked.G.cols, 1),
      moments_(V_),
      x_(linked.G.cols + 1, 1),
      y_(x_),
      opening_(linked.lambda.size()),
      acceleration_(open.theta.size()),
      demand_(linked.torque.size()) {}

/// G along v, and the curvature of g'' beside it.
void LinkedTangent::take_columns() {
  if (engine.rows.loops > 0) {
    for (std::size_t k = 0; k < R_.size(); ++k) R_[k] = rotation(open.theta[k]);
    closure_jacobian(loops_, R_, open.tree.root(), G_);
    closure_curvature(loops_, R_, open.omega, open.tree.root(), curvature_);
  }
  for (int c = engine.rows.loops; c < G_.rows; ++c)  // of fixed joints and of motions
    for (int k = 0; k < G_.cols; ++k) G_(c, k) = {engine.G(c, k), 0.0};
}

/// The torques on the bodies along v, λ and T fixed, into w_.
void LinkedTangent::take_torques() {
  for (std::size_t k = 0; k < w_.size(); ++k) V_.entries[k] = open.omega[k] * open.omega[k];
  apply_slopes(open.tree, open.sweep, V_, x_, y_, moments_);
  for (std::size_t k = 0; k < w_.size(); ++k) w_[k] = -moments_.entries[k];
  for (int c = 0; c < G_.rows; ++c)
    for (int k = 0; k < G_.cols; ++k) w_[k] = w_[k] + Dual<double>{lambda_[c], 0} * G_(c, k);
  if (open.derived->offsets.work < 0) return;
  const auto add = [&](int joint, const Dual<double>& torque) {
    const JointSlots& slots = open.derived->spec.joints[joint];
    w_[slots.first] = w_[slots.first] + torque;
    w_[slots.second] = w_[slots.second] - torque;
  };
  const std::size_t joints = open.all_phi.size(), results = open.laws.size() / 2;
  for (std::size_t k = 0; k < joints; ++k) add(static_cast<int>(k), {open.laws[k], open.laws[results + k]});
  const std::vector<int>& outside = open.derived->outside;
  for (std::size_t c = 0; c < outside.size(); ++c) {
    const std::size_t k = joints + torque_.size() + c;
    w_[outside[c]] = w_[outside[c]] + Dual<double>{open.laws[k], open.laws[results + k]};
  }
  for (std::size_t l = 0; l < torque_.size(); ++l) {
    add(open.derived->linearised[l], {torque_[l], 0});
    demand_[l] = open.laws[results + joints + l];
  }
}

void LinkedTangent::operator()(double t, const double* x, const double* v, double* out) {
  engine.solve(t, x);
  lambda_ = engine.lambda;
  torque_ = engine.torque;
  open(t, x, v, out);
  take_columns();
  take_torques();
  V_.entries = w_;
  divide_by_inertia(open.tree, open.sweep, V_, x_, y_);
  for (int c = 0; c < G_.rows; ++c) {
    Dual<double> sum = curvature_[c];
    for (int k = 0; k < G_.cols; ++k) sum = sum + G_(c, k) * V_(k, 0);
    opening_[c] = sum.slope;
  }
  for (int k = 0; k < V_.rows; ++k) acceleration_[k] = V_(k, 0).slope;
  engine.undo(opening_, acceleration_, demand_);
  const PlanarOffsets& place = open.derived->offsets;
  for (int c = 0; c < G_.rows; ++c)
    for (int k = 0; k < G_.cols; ++k)
      out[place.momenta + k] += G_(c, k).slope * lambda_[c] + G_(c, k).value * engine.lambda[c];
  for (int c = 0; c < engine.moved(); ++c)
    out[place.work] += engine.lambda[engine.rows.count() + c] * engine.open.motion.out[3 * c + 1];
  for (std::size_t l = 0; l < torque_.size(); ++l) {
    const int joint = open.derived->linearised[l];
    const Dual<double>& rate = open.all_rate[joint];
    out[place.momenta + open.derived->spec.joints[joint].first] += engine.torque[l];
    out[place.momenta + open.derived->spec.joints[joint].second] -= engine.torque[l];
    out[place.work] -= engine.torque[l] * rate.value + torque_[l] * rate.slope;
  }
}

}  // namespace oopss
