// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/leaf_frame.hpp"

#include <array>

#include "oopss/integrate/closure_frame.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A part of the largest pivot below which rows depend on each other.
constexpr double dependent_row = 1e-10;

/// ∂g/∂y at a shape.
Rows closure_rows(const Flow& flow, const std::vector<double>& x, Eigen::Index size) {
  Rows G(flow.closure.count, static_cast<Eigen::Index>(x.size()));
  G.setZero();
  flow.closure.jacobian(x.data(), G.data());
  return G.leftCols(size);
}

/// Central differences of order 8: the angles enter by sines and cosines, so that steps of a twentieth are exact but
/// for rounding.
Rows closure_rows_along(const Flow& flow, const std::vector<double>& x, const Eigen::VectorXd& rate) {
  constexpr std::array<double, 4> weight = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const double length = rate.lpNorm<Eigen::Infinity>();
  Rows out = Rows::Zero(flow.closure.count, rate.size());
  if (!(length > 0)) return out;
  const double step = 0.05 / length;
  std::vector<double> moved = x;
  for (int k = 1; k <= 4; ++k)
    for (const int side : {-1, 1}) {
      for (Eigen::Index i = 0; i < rate.size(); ++i) moved[i] = x[i] + side * k * step * rate(i);
      out += side * weight[k - 1] / step * closure_rows(flow, moved, rate.size());
    }
  return out;
}

/// The rows of g = 0 and of g' = G φ' = 0: along v the latter is G δφ' + D²g(φ', v).
Eigen::MatrixXd closed_rows(const OrbitSystem& model, const std::vector<double>& x, const Eigen::VectorXd& rates) {
  const Flow& flow = model.flow;
  const Eigen::Index size = model.system.bracket.size, count = flow.closure.count;
  const Rows G = closure_rows(flow, x, size);
  Eigen::MatrixXd out(2 * count, size);
  out.topRows(count) = G;
  Eigen::VectorXd angle_rates = rates.head(size);
  for (const Stretch& stretch : model.system.layout.of_group(ErrorGroup::momentum))
    angle_rates.segment(stretch.begin, stretch.end - stretch.begin).setZero();
  out.bottomRows(count) = closure_rows_along(flow, x, angle_rates);
  std::vector<double> v(x.size()), moved(x.size());
  for (Eigen::Index i = 0; i < size; ++i) {
    std::fill(v.begin(), v.end(), 0.0);
    v[i] = 1;
    flow.tangent(0, x.data(), v.data(), moved.data());
    out.col(i).tail(count) += G * Eigen::Map<const Eigen::VectorXd>(moved.data(), size);
  }
  return out;
}

/// Closes the loops of a state near closed ones; false if they cannot be.
bool brought_to_closed(const OrbitSystem& model, std::vector<double>& x) {
  if (model.flow.closure.count == 0) return all_finite(x);
  Waypoint point = waypoint(0, x);
  ClosureFrame closure = closure_frame(model.flow, 0, x);
  const bool closed = close_state(closure, model.flow, model.system.layout, point);
  x = point.x;
  return closed;
}

}  // namespace

LeafGeometry leaf_geometry(const System& system, double momentum_unit) {
  const Eigen::Index size = system.bracket.size;
  Rows tensor(size, size);
  const std::vector<double> nowhere(static_cast<std::size_t>(system.layout.size), 0.0);
  system.bracket.tensor(nowhere.data(), tensor.data());
  LeafGeometry out;
  out.casimirs = null_space(tensor, dependent_row).transpose();
  out.inverse = pseudo_inverse(tensor);
  out.units.setOnes(size);
  for (const Stretch& stretch : system.layout.of_group(ErrorGroup::momentum))
    out.units.segment(stretch.begin, stretch.end - stretch.begin).setConstant(momentum_unit);
  return out;
}

LeafFrame leaf_frame(const OrbitSystem& model, const LeafGeometry& geometry, const std::vector<double>& x) {
  const Eigen::Index size = model.system.bracket.size, all = model.system.layout.size;
  Eigen::VectorXd rates(all);
  model.flow.field(0, x.data(), rates.data());
  Eigen::MatrixXd rows = geometry.casimirs;
  if (model.flow.closure.count > 0) {
    const Eigen::MatrixXd closed = closed_rows(model, x, rates);
    rows.conservativeResize(rows.rows() + closed.rows(), Eigen::NoChange);
    rows.bottomRows(closed.rows()) = closed;
  }
  rows *= geometry.units.asDiagonal();
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    if (const double length = rows.row(i).norm(); length > 0) rows.row(i) /= length;
  const Eigen::MatrixXd basis = null_space(rows, dependent_row);
  LeafFrame out;
  out.out = Eigen::MatrixXd::Zero(all, basis.cols());
  out.out.topRows(size) = geometry.units.asDiagonal() * basis;
  out.in = Eigen::MatrixXd::Zero(basis.cols(), all);
  out.in.leftCols(size) = basis.transpose() * geometry.units.cwiseInverse().asDiagonal();
  const auto onto = out.out.topRows(size);
  out.Omega = onto.transpose() * geometry.inverse * onto;
  out.f = out.in * rates;
  out.g = onto.transpose() * geometry.inverse * rates.head(size);
  return out;
}

bool step_along(const OrbitSystem& model, const LeafFrame& frame, const Eigen::VectorXd& step, std::vector<double>& x) {
  Eigen::Map<Eigen::VectorXd>(x.data(), frame.out.rows()) += frame.out * step;
  return brought_to_closed(model, x);
}

void put_momentum(const OrbitSystem& model, double momentum, std::vector<double>& x) {
  const double missing = momentum - model.system.casimirs.front().value(x.data());
  for (const Stretch& stretch : model.system.layout.of_group(ErrorGroup::momentum))
    for (int i = stretch.begin; i < stretch.end; ++i) x[i] += missing / model.system.layout.bodies;
  brought_to_closed(model, x);
}

double energy_of(const OrbitSystem& model, const std::vector<double>& x) {
  return model.flow.kinetic(0, x.data()) + model.flow.stored(0, x.data());
}

double momentum_unit(const System& system, const std::vector<double>& x) {
  const double largest_one = largest(system.layout.of_group(ErrorGroup::momentum), x.data());
  return largest_one > 0 ? largest_one : 1;
}

}  // namespace oopss
