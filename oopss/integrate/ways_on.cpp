// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/ways_on.hpp"

#include <array>
#include <cmath>

#include "oopss/integrate/closure_frame.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Rows = ClosureFrame::Rows;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Rows slopes(const Flow& flow, const std::vector<double>& x) {
  Rows out(flow.closure.count, static_cast<Index>(x.size()));
  flow.closure.jacobian(x.data(), out.data());
  return out;
}

/// ∂²g(v, ·), by differences.
Rows bent_along(const Flow& flow, const std::vector<double>& x, const VectorXd& v) {
  constexpr double h = 1e-4;
  std::vector<double> before = x, after = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    before[i] -= h * v(static_cast<Index>(i));
    after[i] += h * v(static_cast<Index>(i));
  }
  return (slopes(flow, after) - slopes(flow, before)) / (2 * h);
}

/// The directions (c, s) with A c² + 2 B c s + C s² = 0.
std::vector<std::array<double, 2>> roots(double A, double B, double C) {
  const double square = B * B - A * C;
  if (square < 0) return {};
  const double q = -(B + std::copysign(std::sqrt(square), B));
  return {{q, A}, {C, q}};
}

}  // namespace

std::vector<std::vector<double>> ways_on(const Flow& flow, const Layout& layout, double t, const std::vector<double>& x,
                                         double direction) {
  std::vector<double> adds(x.size()), rates(x.size()), pose = x;
  const Approach near = approach(flow, t, x.data(), x, direction, adds, rates);
  flow.field(t, x.data(), rates.data());
  for (std::size_t i = 0; i < x.size() && std::isfinite(near.time); ++i) pose[i] += direction * near.time * rates[i];

  const int turns = layout.of_group(ErrorGroup::angle).front().end;  // what g depends on
  const Index rank = closure_frame(flow, t, x).rank - 1;
  const SingularFrames parts = singular_frames(slopes(flow, pose).leftCols(turns));
  if (turns - rank != 2) return {};
  MatrixXd still = MatrixXd::Zero(static_cast<Index>(x.size()), 2);  // G v = 0
  still.topRows(turns) = parts.V.rightCols(2);
  const MatrixXd lost = parts.U.rightCols(flow.closure.count - rank);  // λᵀ G = 0
  const Rows first = bent_along(flow, pose, still.col(0)), second = bent_along(flow, pose, still.col(1));
  const VectorXd A = lost.transpose() * (first * still.col(0)), B = lost.transpose() * (first * still.col(1)),
                 C = lost.transpose() * (second * still.col(1));
  Index most = 0;  // of the forms the one that says most; the others must agree
  const double size = std::sqrt((A.cwiseAbs2() + 2 * B.cwiseAbs2() + C.cwiseAbs2()).maxCoeff(&most));

  std::vector<std::vector<double>> out;
  for (const auto& [c, s] : roots(A(most), B(most), C(most))) {
    constexpr double agree =
        1e-3;  // the pose is known to the square of the least gauge, differences to the square of h
    if (!((c * c * A + 2 * c * s * B + s * s * C).norm() < agree * size * (c * c + s * s))) continue;
    VectorXd v = c * still.col(0) + s * still.col(1);
    Index largest = 0;
    v.cwiseAbs().maxCoeff(&largest);
    v /= v(largest);
    out.emplace_back(v.begin(), v.end());
  }
  return out;
}

}  // namespace oopss
