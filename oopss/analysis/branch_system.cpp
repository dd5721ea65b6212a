// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/branch_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oopss/scalar/dense.hpp"

namespace oopss {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// The derivative of a function of s at 0 by a difference of fourth order, `first` apart.
template <class Function>
VectorXd derivative(const Function& function, double first) {
  const auto difference = [&](double h) -> VectorXd {
    return (8 * (function(h) - function(-h)) - (function(2 * h) - function(-2 * h))) / (12 * h);
  };
  for (double h = first; h > 1e-3 * first; h /= 10) {
    try {
      return difference(h);
    } catch (const FamilyEnds&) {  // near the end of the family a shorter one may stay inside
    }
  }
  return difference(1e-3 * first);
}

/// How far apart: at r from a shape where curves cross, shapes of the other side are r² away or so.
double spacing(const BranchSystem& system, const VectorXd& u) {
  return std::min(1e-3, 0.1 * std::pow(system.clearance(u), 2));
}

VectorXd shifted(const BranchSystem& system, const VectorXd& u, double off) {
  if (system.family.retract) return system.stepped(u, off * VectorXd::Unit(system.freedom() + 1, system.freedom()));
  VectorXd moved = u;
  moved[system.coordinates()] += off;
  return moved;
}

/// The directions at u, a column each.
MatrixXd directions_at(const BranchSystem& system, const VectorXd& u) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const int c = system.coordinates(), n = system.freedom();
  const std::vector<double> directions =
      system.family.directions(system.shape(u), system.value(u[system.coordinates()]));
  return Eigen::Map<const Rows>(directions.data(), c, n);
}

/// The way of u as the steps along the directions and that of s are made, a column each: as s changes alone, the shape
/// goes along with its space.
MatrixXd frame(const BranchSystem& system, const VectorXd& u) {
  const int c = system.coordinates(), n = system.freedom();
  MatrixXd out = MatrixXd::Zero(c + 1, n + 1);
  out.topLeftCorner(c, n) = directions_at(system, u);
  if (system.family.retract)
    out.col(n) = derivative([&](double off) -> VectorXd { return shifted(system, u, off); }, spacing(system, u));
  out(c, n) = 1;
  return out;
}

/// From the directions at u to those at `basis`.
MatrixXd change_of_basis(const BranchSystem& system, const VectorXd& u, const VectorXd& basis) {
  return directions_at(system, basis).transpose() * directions_at(system, u);
}

}  // namespace

VectorXd BranchSystem::place(const std::vector<double>& phi, double value) const {
  VectorXd out(coordinates() + 1);
  out << Eigen::Map<const VectorXd>(phi.data(), coordinates()), s_of(value);
  return out;
}

double BranchSystem::clearance(const VectorXd& u) const {
  return family.clearance ? family.clearance(shape(u), value(u[coordinates()])) : 1e3;
}

VectorXd BranchSystem::step_of(const VectorXd& u, const VectorXd& tangent) const {
  if (!family.directions) return tangent;
  const int n = freedom();
  const MatrixXd F = frame(*this, u);
  VectorXd out(n + 1);
  out[n] = tangent[coordinates()];
  out.head(n) = F.leftCols(n).transpose() * (tangent - out[n] * F.col(n));
  return out;
}

VectorXd BranchSystem::pull_back(const VectorXd& u, const VectorXd& c) const {
  return family.directions ? VectorXd(frame(*this, u).transpose() * c) : c;
}

VectorXd BranchSystem::tangent_of(const VectorXd& u, const VectorXd& step) const {
  return family.directions ? VectorXd(frame(*this, u) * step) : step;
}

VectorXd BranchSystem::stepped(const VectorXd& u, const VectorXd& step) const {
  if (!family.retract) return u + step;
  const double s = u[coordinates()] + step[freedom()];
  VectorXd along = step.head(freedom());
  if (family.directions) along = change_of_basis(*this, u, place(shape(u), value(s))) * along;
  std::vector<double> moved;
  family.retract(shape(u), value(s), {along.data(), along.data() + freedom()}, moved);
  VectorXd out(coordinates() + 1);
  out << Eigen::Map<const VectorXd>(moved.data(), coordinates()), s;
  return out;
}

VectorXd BranchSystem::moved(const VectorXd& u, const VectorXd& along) const { return stepped(u, step_of(u, along)); }

VectorXd BranchSystem::gradient(const VectorXd& u) const {
  const ShapeValue shape_value = family.landscape(shape(u), value(u[coordinates()]));
  return Eigen::Map<const VectorXd>(shape_value.gradient.data(), freedom());
}

MatrixXd BranchSystem::hessian(const VectorXd& u) const {
  const ShapeValue shape_value = family.landscape(shape(u), value(u[coordinates()]));
  return Eigen::Map<const MatrixXd>(shape_value.hessian.data(), freedom(), freedom());  // symmetric
}

VectorXd BranchSystem::gradient(const VectorXd& u, const VectorXd& basis) const {
  return family.directions ? VectorXd(change_of_basis(*this, u, basis) * gradient(u)) : gradient(u);
}

MatrixXd BranchSystem::hessian(const VectorXd& u, const VectorXd& basis) const {
  if (!family.directions) return hessian(u);
  const MatrixXd change = change_of_basis(*this, u, basis);
  return change * hessian(u) * change.transpose();
}

VectorXd BranchSystem::slope(const VectorXd& u) const {
  return derivative([&](double off) -> VectorXd { return gradient(shifted(*this, u, off), u); }, spacing(*this, u));
}

MatrixXd BranchSystem::jacobian(const VectorXd& u) const {
  MatrixXd out(freedom(), freedom() + 1);
  const MatrixXd H = hessian(u);  // first: a search that is given up throws, which << does not bear half-way
  const VectorXd along = slope(u);
  out << H, along;
  return out;
}

VectorXd BranchSystem::tangent(const VectorXd& u) const {
  const VectorXd step = least_stretched(jacobian(u), 1);
  return family.directions ? tangent_of(u, step).normalized() : step;
}

int BranchSystem::index(const VectorXd& u) const {
  return static_cast<int>((symmetric_eigenvalues(hessian(u)).array() < 0).count());
}

Corrected corrected(const BranchSystem& system, VectorXd guess, const VectorXd& c) {
  const double target = c.dot(guess);
  return corrected(system, std::move(guess), c, target);
}

Corrected corrected(const BranchSystem& system, VectorXd guess, const VectorXd& c, double target) {
  const int n = system.freedom();
  Corrected out{std::move(guess)};
  MatrixXd A(n + 1, n + 1);
  A.block(0, n, n, 1) = system.slope(out.u);  // it changes little on the way
  VectorXd r(n + 1);
  double last = std::numeric_limits<double>::infinity();
  for (; out.iterations < 20; ++out.iterations) {
    r.head(n) = system.gradient(out.u);
    r[n] = c.dot(out.u) - target;
    out.residual = r.head(n).lpNorm<Eigen::Infinity>();
    if (!std::isfinite(out.residual)) return out;
    if (out.residual < 1e-15 || (out.residual < 1e-12 && out.residual > last / 2)) break;
    last = out.residual;
    A.topLeftCorner(n, n) = system.hessian(out.u);
    if (system.family.directions) A.block(0, n, n, 1) = system.slope(out.u);  // but with the directions it turns
    A.bottomRows(1) = system.pull_back(out.u, c).transpose();
    const VectorXd step = pivoted_solution(A, r);
    if (!step.allFinite() || step.norm() > 1) return out;
    out.u = system.stepped(out.u, -step);
  }
  out.converged = out.residual < 1e-11;
  return out;
}

namespace {

/// Newton's method with a Jacobian by differences on a small system.
template <class Equations>
bool solved(const Equations& equations, VectorXd& z, double& residual) {
  double last = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < 25; ++repeat) {
    const VectorXd r = equations(z);
    residual = r.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(residual)) return false;
    if (residual < 1e-14 || (residual < 1e-11 && residual > last / 2)) return true;
    last = residual;
    MatrixXd J(r.size(), z.size());
    constexpr double h = 1e-5;
    for (int k = 0; k < z.size(); ++k) {
      VectorXd up = z, down = z;
      up[k] += h;
      down[k] -= h;
      J.col(k) = (equations(up) - equations(down)) / (2 * h);
    }
    const VectorXd step = pivoted_solution(J, r);
    if (!step.allFinite() || step.norm() > 0.5) return false;
    z -= step;
  }
  return residual < 1e-10;
}

/// The direction of the smallest curvature.
VectorXd flattest(const BranchSystem& system, const VectorXd& u) {
  const EigenPairs eigen = eigenpairs(system.hessian(u));
  Eigen::Index which = 0;
  eigen.values.cwiseAbs().minCoeff(&which);
  return eigen.vectors.col(which);
}

/// Places near u by numbers: where a step is a difference of places they are the places themselves, else steps from u.
struct Chart {
  const BranchSystem& system;
  VectorXd base;  // empty: the whole space
  VectorXd first;

  Chart(const BranchSystem& branch_system, const VectorXd& u)
      : system(branch_system),
        base(branch_system.family.retract ? u : VectorXd()),
        first(branch_system.family.retract ? VectorXd(VectorXd::Zero(branch_system.freedom() + 1)) : u) {}
  VectorXd place(const VectorXd& numbers) const { return base.size() == 0 ? numbers : system.stepped(base, numbers); }
};

}  // namespace

DegeneratePoint fold_near(const BranchSystem& system, const VectorXd& u) {
  const int n = system.freedom();
  const Chart chart(system, u);
  VectorXd z(2 * n + 1);
  const VectorXd flat = flattest(system, u);
  z << chart.first, flat;
  const auto equations = [&](const VectorXd& unknowns) {
    const VectorXd here = chart.place(unknowns.head(n + 1)), v = unknowns.tail(n);
    VectorXd r(2 * n + 1);
    const VectorXd g = system.gradient(here, u), bent = system.hessian(here, u) * v;
    r << g, bent, v.dot(v) - 1;
    return r;
  };
  DegeneratePoint out;
  out.converged = solved(equations, z, out.residual);
  out.u = chart.place(z.head(n + 1));
  out.null = z.tail(n);
  return out;
}

DegeneratePoint crossing_near(const BranchSystem& system, const VectorXd& u) {
  const int n = system.freedom();
  const Chart chart(system, u);
  VectorXd z(2 * n + 2);
  const VectorXd flat = flattest(system, u);
  z << chart.first, flat, 0;
  const auto equations = [&](const VectorXd& unknowns) {
    const VectorXd here = chart.place(unknowns.head(n + 1)), v = unknowns.segment(n + 1, n);
    VectorXd r(2 * n + 2);
    const VectorXd g = system.gradient(here, u) + unknowns[2 * n + 1] * v, bent = system.hessian(here, u) * v;
    const auto moved_on = [&](double off) -> VectorXd { return system.gradient(shifted(system, here, off), u); };
    const double along = derivative(moved_on, spacing(system, here)).dot(v);
    r << g, bent, along, v.dot(v) - 1;
    return r;
  };
  DegeneratePoint out;
  out.converged = solved(equations, z, out.residual);
  out.u = chart.place(z.head(n + 1));
  out.null = z.segment(n + 1, n);
  out.residual = std::max(out.residual, std::abs(z[2 * n + 1]));
  out.converged = out.converged && std::abs(z[2 * n + 1]) < 1e-10;
  return out;
}

double third_derivative(const BranchSystem& system, const DegeneratePoint& point) {
  constexpr double h = 5e-3;
  const auto curvature = [&](double off) {
    VectorXd step = VectorXd::Zero(system.freedom() + 1);
    step.head(system.freedom()) = off * point.null;
    return point.null.dot(system.hessian(system.stepped(point.u, step), point.u) * point.null);
  };
  return (8 * (curvature(h) - curvature(-h)) - (curvature(2 * h) - curvature(-2 * h))) / (12 * h);
}

VectorXd across(const BranchSystem& system, const VectorXd& u, const VectorXd& tangent) {
  const int n = system.freedom();
  const VectorXd along = system.step_of(u, tangent);
  const MatrixXd both = least_stretched(system.jacobian(u), 2);
  VectorXd out = VectorXd::Zero(n + 1);
  for (const int k : {1, 0}) {  // the plane of both branches; of its directions the one off `along`
    const VectorXd w = both.col(k) - along * along.dot(both.col(k));
    if (w.norm() > out.norm()) out = w;
  }
  return system.family.directions ? VectorXd(system.tangent_of(u, out).normalized()) : VectorXd(out.normalized());
}

double collision(const std::vector<std::complex<double>>& spectrum) {
  std::vector<std::complex<double>> squares;
  double size = 0;
  for (const std::complex<double>& z : spectrum) {
    size = std::max(size, std::abs(z));
    if (z.imag() > 0 || (z.imag() == 0 && z.real() > 0)) squares.push_back(z * z);
  }
  std::complex<double> nearest = size * size;
  for (std::size_t i = 0; i < squares.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(squares[i] - squares[j]) < std::abs(nearest)) nearest = squares[i] - squares[j];
  return (nearest * nearest).real() / std::pow(size, 4);
}

}  // namespace oopss
