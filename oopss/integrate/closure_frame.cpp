// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/closure_frame.hpp"

#include <fmt/format.h>

#include <limits>

#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Vector = Eigen::Map<Eigen::VectorXd>;

/// An eigenvalue of S below this part of the largest is that of an equation which follows from the others.
constexpr double dependent = 1e-12;

bool factorise(ClosureFrame& by) {
  if (by.rank == by.count()) {
    by.factor.compute(by.S);
    return by.factor.info() == Eigen::Success;
  }
  by.on_range.A = by.S;
  return by.rank > 0 && invert_on_range(by.on_range, by.count(), by.rank) > 0;
}

void make_rows(ClosureFrame& by, const Flow& flow, double t, const double* x) {
  flow.closure.jacobian(x, by.G.data());
  flow.closure.forces(t, x, by.F.data());
  flow.closure.inertia(x, by.T.data(), by.S.data());
}

}  // namespace

ClosureFrame closure_frame(const Flow& flow, double t, const std::vector<double>& x) {
  const Eigen::Index count = flow.closure.count, size = static_cast<Eigen::Index>(x.size());
  ClosureFrame by;
  for (auto* rows : {&by.G, &by.F, &by.T}) rows->setZero(count, size);
  by.S.setZero(count, count);
  by.residual.setZero(count);
  by.time_slopes.setZero(count);
  by.parts.setZero(count);
  by.rates.setZero(size);
  make_rows(by, flow, t, x.data());
  for (auto* square : {&by.on_range.A, &by.on_range.V, &by.on_range.inverse}) square->setZero(count, count);
  const Eigen::VectorXd values = symmetric_eigenvalues(by.S);
  by.rank = static_cast<int>((values.array() > dependent * (count > 0 ? values(count - 1) : 0)).count());
  factorise(by);
  return by;
}

bool take_frame(ClosureFrame& by, const Flow& flow, double t, const double* x) {
  make_rows(by, flow, t, x);
  return factorise(by);
}

void solve(ClosureFrame& by, Eigen::Ref<Eigen::VectorXd> v) {
  if (by.rank == by.count()) {
    by.factor.solveInPlace(v);
    return;
  }
  by.parts = v;
  v.noalias() = by.on_range.inverse * by.parts;
}

double closing_angles(ClosureFrame& by, const Flow& flow, double t, const double* angles, double* correction) {
  flow.closure.value(t, angles, by.residual.data());
  const double off = by.residual.lpNorm<Eigen::Infinity>();
  solve(by, by.residual);
  Vector(correction, by.T.cols()).noalias() = -(by.T.transpose() * by.residual);
  return off;
}

void closing_momenta(ClosureFrame& by, const Flow& flow, double t, const double* x, double* correction) {
  flow.closure.open(t, x, by.rates.data());
  by.residual.noalias() = by.G * by.rates;
  if (flow.closure.time_slopes) {
    flow.closure.time_slopes(t, x, by.time_slopes.data());
    by.residual += by.time_slopes;
  }
  solve(by, by.residual);
  Vector(correction, by.F.cols()).noalias() = -(by.F.transpose() * by.residual);
}

bool close_state(ClosureFrame& by, const Flow& flow, const Layout& layout, Waypoint& point) {
  constexpr int most = 8;
  constexpr double closed = 1e-11;  // what rounding leaves of angles of many turns
  double before = std::numeric_limits<double>::infinity();
  for (int count = 0; count < most; ++count) {
    if (!take_frame(by, flow, point.t, point.x.data())) return false;
    Eigen::VectorXd& correction = by.rates;
    const double off = closing_angles(by, flow, point.t, point.x.data(), correction.data());
    if (!(off < before)) break;
    before = off;
    for (const Stretch& stretch : layout.of_group(ErrorGroup::angle))
      for (int i = stretch.begin; i < stretch.end; ++i) add(point.x[i], point.rest[i], correction(i));
  }
  if (!(before < closed)) return false;
  closing_momenta(by, flow, point.t, point.x.data(), by.rates.data());
  for (std::size_t i = 0; i < point.x.size(); ++i)
    add(point.x[i], point.rest[i], by.rates(static_cast<Eigen::Index>(i)));
  return all_finite(point.x);
}

/// κ' = ∇κ · tensor · ∇H = −∂H along tensor · ∇κ, which are momenta; H is quadratic in them, so that the difference of
/// two values is exact.
Approach approach(const Flow& flow, double t, const double* angles, const std::vector<double>& x, double direction,
                  std::vector<double>& adds, std::vector<double>& moved) {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (!flow.closure.gauge) return {1, never};
  const double gauge = flow.closure.gauge(angles, adds.data());
  double size = 0, largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    size = std::max(size, std::abs(adds[i]));
    if (adds[i] != 0) largest = std::max(largest, std::abs(x[i]));
  }
  if (!(size > 0) || !(largest > 0)) return {gauge, never};
  const auto energy = [&](double part) {
    for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] + part * adds[i];
    return flow.kinetic(t, moved.data());
  };
  const double part = largest / size, slope = -(energy(part) - energy(-part)) / (2 * part) * direction;
  return {gauge, slope < 0 ? gauge / -slope : never};
}

Outcome singular_pose(const Flow& flow, double t, double direction, const Approach& near) {
  const double ahead = std::isfinite(near.time) ? direction * near.time : 0;
  return {Status::singular, fmt::format("at t = {:.11g} {}", t + ahead, flow.closure.singular), near.gauge};
}

}  // namespace oopss
