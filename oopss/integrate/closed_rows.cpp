// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/closed_rows.hpp"

#include <algorithm>
#include <array>

namespace oopss {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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

}  // namespace

Eigen::MatrixXd closed_rows(const Layout& layout, const Flow& flow, const std::vector<double>& x,
                            const Eigen::VectorXd& rates, Eigen::Index size) {
  const Eigen::Index count = flow.closure.count;
  const Rows G = closure_rows(flow, x, size);
  Eigen::MatrixXd out(2 * count, size);
  out.topRows(count) = G;
  Eigen::VectorXd angle_rates = rates.head(size);
  for (const Stretch& stretch : layout.of_group(ErrorGroup::momentum))
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

}  // namespace oopss
