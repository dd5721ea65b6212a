// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/loop_space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

using std::numbers::pi;

/// Nodes beyond those that the modes need: J has frequencies of its own.
int loop_nodes(int modes) { return std::max(64, 6 * modes); }

/// Fejér's weights on [0, 1] at s = (1 − cos u)/2, u = π (q + ½)/n.
double fejer_weight(int n, double u) {
  double sum = 1;
  for (int k = 1; k <= n / 2; ++k) sum -= 2 * std::cos(2 * k * u) / (4.0 * k * k - 1);
  return sum / n;
}

}  // namespace

LoopSpace::LoopSpace(const ReducedLagrangian& lagrangian, int modes)
    : lagrangian_(lagrangian), joints_(lagrangian.joints), modes_(modes) {
  const int nodes = loop_nodes(modes);
  values_.resize(nodes, 2 * modes + 1);
  rates_.resize(nodes, 2 * modes + 1);
  weights_.setConstant(nodes, 1.0 / nodes);
  for (int q = 0; q < nodes; ++q) {
    const double u = 2 * pi * q / nodes;
    values_(q, 0) = 1;
    rates_(q, 0) = 0;
    for (int j = 1; j <= modes; ++j) {
      values_(q, j) = std::cos(j * u) / j;
      values_(q, modes + j) = std::sin(j * u) / j;
      rates_(q, j) = -2 * pi * std::sin(j * u);
      rates_(q, modes + j) = 2 * pi * std::cos(j * u);
    }
  }
}

/// With x = cos u the basis is T_j(x) less what it is at both ends: 1 or x.
LoopSpace::LoopSpace(const ReducedLagrangian& lagrangian, int modes, const std::vector<double>& base)
    : lagrangian_(lagrangian), joints_(lagrangian.joints), modes_(modes), base_(base) {
  const int nodes = loop_nodes(modes);
  values_.resize(nodes, modes - 1);
  rates_.resize(nodes, modes - 1);
  weights_.resize(nodes);
  for (int q = 0; q < nodes; ++q) {
    const double u = pi * (q + 0.5) / nodes;
    weights_(q) = fejer_weight(nodes, u);
    for (int j = 2; j <= modes; ++j) {
      const bool odd = j % 2 == 1;
      values_(q, j - 2) = (std::cos(j * u) - (odd ? std::cos(u) : 1)) / j;
      rates_(q, j - 2) = -2 * (j * std::sin(j * u) / std::sin(u) - (odd ? 1 : 0)) / j;
    }
  }
}

LoopValue LoopSpace::value(const Eigen::VectorXd& x) {
  if (watch) watch();
  const Eigen::Map<const Eigen::MatrixXd> X(x.data(), values_.cols(), joints_);
  Eigen::MatrixXd phi = (values_ * X).transpose(), rate = (rates_ * X).transpose();  // a column per node
  if (!base_.empty()) phi.colwise() += Eigen::Map<const Eigen::VectorXd>(base_.data(), joints_);
  LoopValue out;
  Eigen::MatrixXd W_phi(joints_, phi.cols()), W_rate(joints_, phi.cols()), turn_phi(joints_, phi.cols()),
      turn_rate(joints_, phi.cols());
  const auto column = [&](const std::vector<double>& slope) {
    return Eigen::Map<const Eigen::VectorXd>(slope.data(), joints_);
  };
  for (Eigen::Index q = 0; q < phi.cols(); ++q) {
    lagrangian_.value(phi.col(q).data(), rate.col(q).data(), value_);
    const double weight = weights_(q);
    out.effort += weight * value_.L2;
    out.turn -= weight * value_.L1;
    W_phi.col(q) = weight * column(value_.L2_phi);
    W_rate.col(q) = weight * column(value_.L2_rate);
    turn_phi.col(q) = -weight * column(value_.L1_phi);
    turn_rate.col(q) = -weight * column(value_.L1_rate);
  }
  const auto slope = [&](const Eigen::MatrixXd& by_phi, const Eigen::MatrixXd& by_rate) {
    const Eigen::MatrixXd all = (by_phi * values_ + by_rate * rates_).transpose();
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(all.data(), all.size()));
  };
  out.effort_slope = slope(W_phi, W_rate);
  out.turn_slope = slope(turn_phi, turn_rate);
  return out;
}

Eigen::VectorXd LoopSpace::variables(const TurnLoop& loop) const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(size());
  const auto count = values_.cols();
  for (int k = 0; k < joints_; ++k) {
    if (base_.empty()) x(k * count) = loop.cosines[k][0];
    for (int j = base_.empty() ? 1 : 2; j <= std::min(modes_, loop.modes()); ++j) {
      x(k * count + (base_.empty() ? j : j - 2)) = j * loop.cosines[k][j];
      if (base_.empty()) x(k * count + modes_ + j) = j * loop.sines[k][j];
    }
  }
  return x;
}

TurnLoop LoopSpace::loop(const Eigen::VectorXd& x) const {
  const std::vector<double> none(static_cast<std::size_t>(modes_) + 1, 0.0);
  TurnLoop out{!base_.empty(), {}, {}};
  const auto count = values_.cols();
  for (int k = 0; k < joints_; ++k) {
    std::vector<double> c = none, s = none;
    if (base_.empty()) {
      c[0] = x(k * count);
      for (int j = 1; j <= modes_; ++j) c[j] = x(k * count + j) / j, s[j] = x(k * count + modes_ + j) / j;
    } else {
      c[0] = base_[k];
      for (int j = 2; j <= modes_; ++j) {
        c[j] = x(k * count + j - 2) / j;
        c[j % 2] -= c[j];
      }
    }
    out.cosines.push_back(std::move(c));
    out.sines.push_back(std::move(s));
  }
  return out;
}

double LoopSpace::largest_angle(const Eigen::VectorXd& step) const {
  return (values_ * Eigen::Map<const Eigen::MatrixXd>(step.data(), values_.cols(), joints_)).cwiseAbs().maxCoeff();
}

}  // namespace oopss
