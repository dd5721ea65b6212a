// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/leaf_frame.hpp"

#include "oopss/integrate/closed_rows.hpp"
#include "oopss/integrate/closure_frame.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A part of the largest pivot below which rows depend on each other.
constexpr double dependent_row = 1e-10;

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
  if (!system.bracket.constant)
    throw CurvedLeaves("the bracket of " + system.model +
                       " changes with the state: orbits and exponents are those of systems whose bracket does not");
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
    const Eigen::MatrixXd closed = closed_rows(model.system.layout, model.flow, x, rates, size);
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
  const Casimir& total = model.system.casimirs.front();
  const double missing = momentum - total.value(x.data());
  std::vector<double> unit(x.size(), 0.0), slope(x.size(), 0.0);
  double squares = 0;
  for (const Stretch& stretch : model.system.layout.of_group(ErrorGroup::momentum))
    for (int i = stretch.begin; i < stretch.end; ++i) {  // Casimirs of a constant bracket are linear
      unit[i] = 1;
      slope[i] = total.value(unit.data());
      unit[i] = 0;
      squares += slope[i] * slope[i];
    }
  for (std::size_t i = 0; i < x.size(); ++i)
    if (slope[i] != 0) x[i] += missing / squares * slope[i];
  brought_to_closed(model, x);
}

double momentum_unit(const System& system, const std::vector<double>& x) {
  const double largest_one = largest(system.layout.of_group(ErrorGroup::momentum), x.data());
  return largest_one > 0 ? largest_one : 1;
}

}  // namespace oopss
