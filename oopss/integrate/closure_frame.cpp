// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/closure_frame.hpp"

#include <fmt/format.h>

#include <limits>

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
  by.pairs.compute(by.S);
  return by.pairs.info() == Eigen::Success && by.rank > 0 && by.pairs.eigenvalues()(by.count() - by.rank) > 0;
}

void make_rows(ClosureFrame& by, const Flow& flow, const double* x) {
  flow.closure.jacobian(x, by.G.data());
  flow.closure.forces(x, by.F.data());
  flow.closure.inertia(x, by.T.data(), by.S.data());
}

}  // namespace

ClosureFrame closure_frame(const Flow& flow, const std::vector<double>& x) {
  const Eigen::Index count = flow.closure.count, size = static_cast<Eigen::Index>(x.size());
  ClosureFrame by;
  for (auto* rows : {&by.G, &by.F, &by.T}) rows->setZero(count, size);
  by.S.setZero(count, count);
  by.residual.setZero(count);
  by.parts.setZero(count);
  by.rates.setZero(size);
  make_rows(by, flow, x.data());
  by.pairs.compute(by.S);
  const double largest = count > 0 ? by.pairs.eigenvalues()(count - 1) : 0;
  by.rank = static_cast<int>((by.pairs.eigenvalues().array() > dependent * largest).count());
  factorise(by);
  return by;
}

bool take_frame(ClosureFrame& by, const Flow& flow, const double* x) {
  make_rows(by, flow, x);
  return factorise(by);
}

void solve(ClosureFrame& by, Eigen::Ref<Eigen::VectorXd> v) {
  if (by.rank == by.count()) {
    by.factor.solveInPlace(v);
    return;
  }
  const auto vectors = by.pairs.eigenvectors().rightCols(by.rank);
  auto parts = by.parts.head(by.rank);
  parts.noalias() = vectors.transpose() * v;
  parts.array() /= by.pairs.eigenvalues().tail(by.rank).array();
  v.noalias() = vectors * parts;
}

double closing_angles(ClosureFrame& by, const Flow& flow, const double* angles, double* correction) {
  flow.closure.value(angles, by.residual.data());
  const double off = by.residual.lpNorm<Eigen::Infinity>();
  solve(by, by.residual);
  Vector(correction, by.T.cols()).noalias() = -(by.T.transpose() * by.residual);
  return off;
}

void closing_momenta(ClosureFrame& by, const Flow& flow, double t, const double* x, double* correction) {
  flow.closure.open(t, x, by.rates.data());
  by.residual.noalias() = by.G * by.rates;
  solve(by, by.residual);
  Vector(correction, by.F.cols()).noalias() = -(by.F.transpose() * by.residual);
}

bool close_state(ClosureFrame& by, const Flow& flow, const Layout& layout, Waypoint& point) {
  constexpr int most = 8;
  constexpr double closed = 1e-11;  // what rounding leaves of angles of many turns
  double before = std::numeric_limits<double>::infinity();
  for (int count = 0; count < most; ++count) {
    if (!take_frame(by, flow, point.x.data())) return false;
    Eigen::VectorXd& correction = by.rates;
    const double off = closing_angles(by, flow, point.x.data(), correction.data());
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

Outcome singular_pose(double t, double direction, const Approach& near) {
  const double ahead = std::isfinite(near.time) ? direction * near.time : 0;
  return {
      Status::singular,
      fmt::format("at t = {:.11g} the loops are in a pose from which they can go on in more than one way: the motion "
                  "is not determined there",
                  t + ahead),
      near.gauge};
}

}  // namespace oopss
