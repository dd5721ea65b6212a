// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/linear_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "oopss/analysis/leaf_chart.hpp"
#include "oopss/analysis/stability.hpp"
#include "oopss/scalar/dense.hpp"
#include "oopss/system/columns.hpp"

namespace oopss {
namespace {

using Vector = Eigen::VectorXd;
using Dense = Eigen::MatrixXd;

/// phi_JOINT, rotation_JOINT_w …, mu_BODY, mu_BODY_x …: every number of the state by its name.
std::vector<std::string> state_names(const System& system) {
  std::vector<std::string> out(static_cast<std::size_t>(system.layout.size));
  constexpr std::array<const char*, 4> parts = {"_w", "_x", "_y", "_z"};
  for (const Block& block : system.layout.blocks) {
    const bool momentum = block.kind == BlockKind::momentum;
    if (!momentum && block.kind != BlockKind::joint_angle && block.kind != BlockKind::rotation) continue;
    const std::string name = momentum                               ? "mu_" + system.bodies[block.owner]
                             : block.kind == BlockKind::joint_angle ? "phi_" + system.joints[block.owner]
                                                                    : "rotation_" + system.joints[block.owner];
    for (int i = 0; i < block.size; ++i)
      out[block.offset + i] = block.size == 1 ? name : name + parts[block.size == 4 ? i : i + 1];
  }
  return out;
}

/// An output: a sum of numbers of the state, or of their rates.
struct Output {
  std::string name;
  std::vector<Column::Term> sum;
};

/// The angles of all joints, those that close loops too, and the turns of balls.
std::vector<Output> angle_outputs(const System& system) {
  const std::vector<std::string> names = state_names(system);
  std::vector<Output> out;
  for (const Column& column : all_columns(system)) {
    if (column.kind == Quantity::angle)
      out.push_back({"phi_" + system.joints[column.index],
                     column.sum.empty() ? std::vector<Column::Term>{{column.place, 1}} : column.sum});
    else if (column.kind == Quantity::state && names[column.place].starts_with("rotation_"))
      out.push_back({names[column.place], {{column.place, 1}}});
  }
  return out;
}

std::string rate_name(const std::string& angle) {
  return angle.starts_with("phi_") ? "rate_" + angle.substr(4) : "rate_" + angle;
}

Eigen::RowVectorXd summed(const Output& output, const Dense& of_state) {
  Eigen::RowVectorXd out = Eigen::RowVectorXd::Zero(of_state.cols());
  for (Eigen::Index j = 0; j < of_state.cols(); ++j)
    for (const auto& [place, sign] : output.sum) out(j) += sign * of_state(place, j);
  return out;
}

/// What each torque of 1 adds to the rates, a column each. They are linear in it, so that a torque of the size of the
/// rates themselves loses nothing.
Dense torque_columns(const System& driven, const std::vector<double>& p, double t, const std::vector<double>& x,
                     Eigen::Index size, std::vector<std::string>& names) {
  constexpr std::array<const char*, 3> parts = {"_x", "_y", "_z"};
  for (const int joint : driven.driven)
    for (int i = 0; i < freedom_of(driven, joint); ++i)
      names.push_back("u_" + driven.joints[joint] + (freedom_of(driven, joint) == 1 ? "" : parts[i]));
  std::vector<double> state(static_cast<std::size_t>(driven.layout.size), 0.0), u(names.size(), 0.0);
  std::copy_n(x.begin(), std::min(x.size(), state.size()), state.begin());
  Vector still(state.size()), pushed(state.size());
  const auto rates = [&](Vector& out) {
    driven.with_inputs(p, [&u](double, const double*, const double*, double* to) { std::copy(u.begin(), u.end(), to); })
        .field(t, state.data(), out.data());
  };
  rates(still);
  double unit = 0;
  for (const Stretch& stretch : driven.layout.of_group(ErrorGroup::momentum))
    for (int i = stretch.begin; i < stretch.end; ++i) unit = std::max(unit, std::abs(still(i)));
  if (!(unit > 0)) unit = 1;
  Dense out = Dense::Zero(size, static_cast<Eigen::Index>(names.size()));
  for (std::size_t k = 0; k < names.size(); ++k) {
    u[k] = unit;
    rates(pushed);
    u[k] = 0;
    for (const Stretch& stretch : driven.layout.of_group(ErrorGroup::momentum))
      for (int i = stretch.begin; i < stretch.end; ++i)
        out(i, static_cast<Eigen::Index>(k)) = (pushed(i) - still(i)) / unit;
  }
  return out;
}

Matrix<double> as_rows(const Dense& from) {
  Matrix<double> out(static_cast<int>(from.rows()), static_cast<int>(from.cols()));
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.cols; ++j) out(i, j) = from(i, j) + 0.0;
  return out;
}

Dense chosen_rows(const Dense& from, const std::vector<int>& places) {
  Dense out(static_cast<Eigen::Index>(places.size()), from.cols());
  for (Eigen::Index j = 0; j < from.cols(); ++j)  // by entries: a matrix without columns has no rows to point to
    for (std::size_t i = 0; i < places.size(); ++i) out(static_cast<Eigen::Index>(i), j) = from(places[i], j);
  return out;
}

/// Entries that are rounding of the largest become 0, all in units: the rows are numbers of the state, the columns
/// those at these places.
void drop_rounding(Dense& slopes, const Vector& units, const std::vector<int>& places) {
  const auto size = [&](Eigen::Index i, Eigen::Index j) {
    return std::abs(slopes(i, j)) * units(places[static_cast<std::size_t>(j)]) / units(i);
  };
  double largest = 0;
  for (Eigen::Index i = 0; i < slopes.rows(); ++i)
    for (Eigen::Index j = 0; j < slopes.cols(); ++j) largest = std::max(largest, size(i, j));
  for (Eigen::Index i = 0; i < slopes.rows(); ++i)
    for (Eigen::Index j = 0; j < slopes.cols(); ++j)
      if (size(i, j) <= 256 * std::numeric_limits<double>::epsilon() * largest) slopes(i, j) = 0;
}

/// The eigenvalues of A in units. One that is singular has eigenvalues 0, which rounding moves by a root of itself.
std::vector<std::complex<double>> spectrum(const Dense& scaled) {
  const Eigen::VectorXcd values = complex_eigenvalues(scaled);
  const bool singular = null_space(scaled, spectrum_rounding).cols() > 0;
  return ordered_spectrum({values.begin(), values.end()}, singular ? degenerate_rounding : spectrum_rounding,
                          singular ? scaled.cwiseAbs().maxCoeff() : 0);
}

}  // namespace

LinearModel linear_model(const System& system, const System& driven, const std::vector<double>& p, double t,
                         const std::vector<double>& x) {
  if (system.bracket.size == 0)
    throw NoLinearModel(
        "the motion of a joint is prescribed: the equations depend on time, and small motions about "
        "them have no constant matrices");
  if (acted_on_from_outside(system.layout))
    throw NoLinearModel("torques from outside change the total momentum: there is no reduced system of fixed momentum");
  const Flow flow = system.with_inputs(p);
  if (!flow.tangent) throw NoLinearModel("a torque is a function of the program, which has no derivatives");
  const SeenFromRoot seen(system, flow, t, x);
  const Eigen::Index all = system.layout.size;
  const LeafChart chart = leaf_chart(system, flow, seen);
  const Vector& units = chart.units;

  LinearModel out;
  const Eigen::Index count = chart.E.cols();
  Dense moved(all, count);
  for (Eigen::Index j = 0; j < count; ++j) moved.col(j) = seen.along(chart.E.col(j));
  drop_rounding(moved, units, chart.places);
  const Dense A = chosen_rows(moved, chart.places);
  const Dense pushed = torque_columns(driven, p, t, seen.x(), all, out.inputs);
  const Dense rates = seen.rates(), point = Eigen::Map<const Vector>(seen.x().data(), all);
  out.A = as_rows(A);
  out.B = as_rows(chosen_rows(pushed, chart.places));
  const std::vector<Output> angles = angle_outputs(system);
  const auto shown = static_cast<Eigen::Index>(angles.size());
  Dense C(2 * shown, count), D(2 * shown, pushed.cols());
  out.values.resize(2 * angles.size());
  for (Eigen::Index i = 0; i < shown; ++i) {
    C.row(i) = summed(angles[i], chart.E);
    C.row(shown + i) = summed(angles[i], moved);
    D.row(i).setZero();
    D.row(shown + i) = summed(angles[i], pushed);
    out.outputs.push_back(angles[i].name);
    out.values[i] = summed(angles[i], point)(0);
    out.values[shown + i] = summed(angles[i], rates)(0);
  }
  for (Eigen::Index i = 0; i < shown; ++i) out.outputs.push_back(rate_name(angles[i].name));
  out.C = as_rows(C);
  out.D = as_rows(D);

  const std::vector<std::string> names = state_names(system);
  double speed = 0;  // of z, in units
  Dense scaled = A;  // A in units
  for (Eigen::Index i = 0; i < count; ++i) {
    const int place = chart.places[i];
    out.states.push_back(names[place]);
    out.point.push_back(seen.x()[place]);
    out.rates.push_back(rates(place));
    speed = std::max(speed, std::abs(rates(place)) / units(place));
    for (Eigen::Index j = 0; j < count; ++j) scaled(i, j) *= units(chart.places[j]) / units(place);
  }
  out.at_rest = count == 0 || speed <= 1e-9 * scaled.cwiseAbs().maxCoeff();
  if (out.at_rest) {
    std::fill(out.rates.begin(), out.rates.end(), 0.0);
    std::fill(out.values.begin() + shown, out.values.end(), 0.0);
  }
  if (count > 0) out.eigenvalues = spectrum(scaled);
  return out;
}

}  // namespace oopss
