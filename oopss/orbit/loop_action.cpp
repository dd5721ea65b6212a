// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/loop_action.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace oopss {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

/// 1/√ of the inertia against which a body alone turns, over a few shapes.
std::vector<double> body_scales(const ReducedLagrangian& lagrangian, const BodyAngles& angles) {
  const std::size_t joints = angles.between.size();
  std::vector<double> phi(joints), rate(joints), one(joints), out(joints);
  LagrangianValue value;
  constexpr int shapes = 5;
  for (std::size_t body = 0; body < joints; ++body) {
    std::fill(one.begin(), one.end(), 0.0);
    one[body] = 1;
    for (std::size_t k = 0; k < joints; ++k) rate[k] = angles.difference(one, static_cast<int>(k));
    for (int shape = 0; shape < shapes; ++shape) {
      for (std::size_t k = 0; k < joints; ++k) phi[k] = 1.618 * shape + 2.236 * static_cast<double>(k);
      lagrangian.value(phi.data(), rate.data(), value);
      out[body] += 2 * value.L2 / shapes;
    }
    out[body] = 1 / std::sqrt(out[body]);
  }
  return out;
}

/// A symmetric table times a vector.
void transform(const std::vector<double>& table, const std::vector<double>& in, std::vector<double>& out) {
  const auto size = static_cast<Eigen::Index>(in.size());
  Eigen::Map<Eigen::VectorXd>(out.data(), size).noalias() =
      Eigen::Map<const Eigen::MatrixXd>(table.data(), size, size) * Eigen::Map<const Eigen::VectorXd>(in.data(), size);
}

}  // namespace

void evaluate(const FourierLoop& loop, double s, double* phi, double* rate) {
  for (std::size_t k = 0; k < loop.winding.size(); ++k) {
    phi[k] = full_turn * loop.winding[k] * s;
    rate[k] = full_turn * loop.winding[k];
    for (int j = 0; j <= loop.modes; ++j) {
      const double angle = full_turn * j * s, c = std::cos(angle), sn = std::sin(angle);
      phi[k] += loop.cosines[k][j] * c + loop.sines[k][j] * sn;
      rate[k] += full_turn * j * (loop.sines[k][j] * c - loop.cosines[k][j] * sn);
    }
  }
}

double tail(const FourierLoop& loop) {
  double last = 0, most = 1e-300;
  for (std::size_t k = 0; k < loop.winding.size(); ++k)
    for (int j = 0; j <= loop.modes; ++j) {
      const double size = std::hypot(loop.cosines[k][j], loop.sines[k][j]);
      if (j > 0) most = std::max(most, size);
      if (3 * j > 2 * loop.modes) last = std::max(last, size);
    }
  return last / std::max(most, 1e-3);  // of a loop that all but turns evenly nothing else is large
}

BodyAngles::BodyAngles(const std::vector<std::array<int, 2>>& bodies, int root) : between(bodies) {
  for (auto& ends : between)
    for (int& body : ends) body = body == root ? -1 : body > root ? body - 1 : body;
}

template <class T>
std::vector<T> BodyAngles::of_bodies(const std::vector<T>& of_joints) const {
  std::vector<T> out(between.size(), T(0));
  std::vector<bool> known(between.size(), false);
  for (std::size_t pass = 0; pass < between.size(); ++pass)
    for (std::size_t k = 0; k < between.size(); ++k) {
      const auto [first, second] = between[k];
      const bool has_first = first < 0 || known[first], has_second = second < 0 || known[second];
      if (has_first == has_second) continue;
      const int unknown = has_first ? second : first;
      out[unknown] =
          has_first ? (first < 0 ? T(0) : out[first]) + of_joints[k] : (second < 0 ? T(0) : out[second]) - of_joints[k];
      known[unknown] = true;
    }
  return out;
}

template std::vector<int> BodyAngles::of_bodies(const std::vector<int>& of_joints) const;
template std::vector<double> BodyAngles::of_bodies(const std::vector<double>& of_joints) const;

LoopAction::LoopAction(const WindingProblem& problem, int modes)
    : lagrangian_(problem.lagrangian),
      angles_(problem.between, problem.lagrangian.root),
      energy_(problem.energy),
      modes_(modes),
      nodes_(2 * modes + 1),
      joint_winding_(problem.winding),
      winding_(angles_.of_bodies(problem.winding)),
      scale_(body_scales(lagrangian_, angles_)) {
  const std::size_t row = modes + 1, joints = winding_.size(), all = joints * nodes_;
  for (std::vector<double>* table : {&cosine_, &sine_}) table->resize(row * row);
  for (std::size_t j = 0; j < row; ++j)
    for (std::size_t k = 0; k < row; ++k) {
      const double angle = full_turn * static_cast<double>(j * k % nodes_) / nodes_;
      cosine_[j * row + k] = std::cos(angle);
      sine_[j * row + k] = std::sin(angle);
    }
  for (std::vector<double>* one : {&even_, &odd_, &coefficients_.c, &coefficients_.s, &rates_.c, &rates_.s})
    one->resize(row);
  theta_.assign(joints, std::vector<double>(nodes_));
  rate_ = theta_;
  phi_.resize(joints);
  phi_rate_.resize(joints);
  for (std::vector<double>* one : {&L2_phi_, &L2_rate_, &L1_phi_, &L1_rate_, &L0_phi_}) one->resize(all);
}

LoopAction::LoopAction(const WindingProblem& problem, int modes, const std::vector<double>& shape)
    : LoopAction(problem, modes) {
  middle_ = angles_.of_bodies(shape);
}

int LoopAction::size() const { return static_cast<int>(winding_.size()) * (middle_.empty() ? nodes_ : modes_); }

void LoopAction::unpack(const std::vector<double>& x, std::size_t body, Coefficients& out) const {
  const double* own = x.data() + body * (middle_.empty() ? nodes_ : modes_);
  std::fill(out.c.begin(), out.c.end(), 0.0);
  out.s[0] = 0;
  if (middle_.empty())
    for (int j = 0; j <= modes_; ++j) out.c[j] = weight(body, j) * *own++;
  else
    out.c[0] = middle_[body];
  for (int j = 1; j <= modes_; ++j) out.s[j] = weight(body, j) * *own++;
}

std::vector<double> LoopAction::variables(const FourierLoop& loop) const {
  const std::size_t joints = winding_.size();
  std::vector<double> c(joints), s(joints), x(size());
  const int own = middle_.empty() ? nodes_ : modes_;
  for (int j = 0; j <= std::min(modes_, loop.modes); ++j) {
    for (std::size_t k = 0; k < joints; ++k) c[k] = loop.cosines[k][j], s[k] = loop.sines[k][j];
    const std::vector<double> of_c = angles_.of_bodies(c), of_s = angles_.of_bodies(s);
    for (std::size_t b = 0; b < joints; ++b) {
      double* const at_body = x.data() + b * own;
      if (middle_.empty()) at_body[j] = of_c[b] / weight(b, j);
      if (j > 0) at_body[(middle_.empty() ? modes_ : -1) + j] = of_s[b] / weight(b, j);
    }
  }
  return x;
}

FourierLoop LoopAction::loop(const std::vector<double>& x) const {
  const std::size_t joints = winding_.size();
  FourierLoop out{modes_, joint_winding_, std::vector(joints, std::vector<double>(modes_ + 1)), {}};
  out.sines = out.cosines;
  std::vector<Coefficients> of_bodies(joints, coefficients_);
  for (std::size_t b = 0; b < joints; ++b) unpack(x, b, of_bodies[b]);
  std::vector<double> c(joints), s(joints);
  for (int j = 0; j <= modes_; ++j) {
    for (std::size_t b = 0; b < joints; ++b) c[b] = of_bodies[b].c[j], s[b] = of_bodies[b].s[j];
    for (std::size_t k = 0; k < joints; ++k) {
      out.cosines[k][j] = angles_.difference(c, static_cast<int>(k));
      out.sines[k][j] = angles_.difference(s, static_cast<int>(k));
    }
  }
  return out;
}

/// At node j the even part plus the odd one, at node −j their difference.
void LoopAction::values(const Coefficients& in, double* out) {
  const int row = modes_ + 1;
  transform(cosine_, in.c, even_);
  transform(sine_, in.s, odd_);
  out[0] = even_[0];
  for (int j = 1; j < row; ++j) out[j] = even_[j] + odd_[j], out[nodes_ - j] = even_[j] - odd_[j];
}

void LoopAction::adjoint(const double* in, Coefficients& out) {
  const int row = modes_ + 1;
  even_[0] = in[0];
  odd_[0] = 0;
  for (int j = 1; j < row; ++j) even_[j] = in[j] + in[nodes_ - j], odd_[j] = in[j] - in[nodes_ - j];
  transform(cosine_, even_, out.c);
  transform(sine_, odd_, out.s);
}

double LoopAction::operator()(const std::vector<double>& x, std::vector<double>& slope) {
  const std::size_t joints = winding_.size();
  for (std::size_t b = 0; b < joints; ++b) {
    unpack(x, b, coefficients_);
    for (int j = 0; j <= modes_; ++j) {
      rates_.c[j] = full_turn * j * coefficients_.s[j];
      rates_.s[j] = -full_turn * j * coefficients_.c[j];
    }
    values(coefficients_, theta_[b].data());
    values(rates_, rate_[b].data());
    for (int i = 0; i < nodes_; ++i) {
      theta_[b][i] += full_turn * winding_[b] * i / nodes_;
      rate_[b][i] += full_turn * winding_[b];
    }
  }
  double A = 0, B = 0, C = 0;  // ⟨L₂⟩, ⟨E + L₀⟩, ⟨L₁⟩
  for (int i = 0; i < nodes_; ++i) {
    for (std::size_t k = 0; k < joints; ++k) {
      const auto [first, second] = angles_.between[k];
      phi_[k] = (second < 0 ? 0 : theta_[second][i]) - (first < 0 ? 0 : theta_[first][i]);
      phi_rate_[k] = (second < 0 ? 0 : rate_[second][i]) - (first < 0 ? 0 : rate_[first][i]);
    }
    lagrangian_.value(phi_.data(), phi_rate_.data(), value_);
    A += value_.L2 / nodes_;
    B += (energy_ + value_.L0) / nodes_;
    C += value_.L1 / nodes_;
    std::copy(value_.L2_phi.begin(), value_.L2_phi.end(), L2_phi_.begin() + i * joints);
    std::copy(value_.L2_rate.begin(), value_.L2_rate.end(), L2_rate_.begin() + i * joints);
    std::copy(value_.L1_phi.begin(), value_.L1_phi.end(), L1_phi_.begin() + i * joints);
    std::copy(value_.L1_rate.begin(), value_.L1_rate.end(), L1_rate_.begin() + i * joints);
    std::copy(value_.L0_phi.begin(), value_.L0_phi.end(), L0_phi_.begin() + i * joints);
  }
  if (!(B > 0) || !(A > 0) || !std::isfinite(A + B + C)) return std::numeric_limits<double>::infinity();
  period_ = std::sqrt(A / B);
  for (std::size_t b = 0; b < joints; ++b) {  // from here on slopes, dS = d⟨L₂⟩ / T + T d⟨E + L₀⟩ + d⟨L₁⟩
    std::fill(theta_[b].begin(), theta_[b].end(), 0.0);
    std::fill(rate_[b].begin(), rate_[b].end(), 0.0);
  }
  for (int i = 0; i < nodes_; ++i)
    for (std::size_t k = 0; k < joints; ++k) {
      const std::size_t place = i * joints + k;
      const double by_phi = (L2_phi_[place] / period_ + period_ * L0_phi_[place] + L1_phi_[place]) / nodes_;
      const double by_rate = (L2_rate_[place] / period_ + L1_rate_[place]) / nodes_;
      const auto [first, second] = angles_.between[k];
      if (second >= 0) theta_[second][i] += by_phi, rate_[second][i] += by_rate;
      if (first >= 0) theta_[first][i] -= by_phi, rate_[first][i] -= by_rate;
    }
  double* out = slope.data();
  for (std::size_t b = 0; b < joints; ++b) {
    adjoint(theta_[b].data(), coefficients_);
    adjoint(rate_[b].data(), rates_);
    if (middle_.empty())
      for (int j = 0; j <= modes_; ++j) *out++ = weight(b, j) * (coefficients_.c[j] - full_turn * j * rates_.s[j]);
    for (int j = 1; j <= modes_; ++j) *out++ = weight(b, j) * (coefficients_.s[j] + full_turn * j * rates_.c[j]);
  }
  return 2 * std::sqrt(A * B) + C;
}

}  // namespace oopss
