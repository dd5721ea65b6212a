// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/tangent_growth.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {

TangentGrowth::TangentGrowth(const System& system, const Flow& flow, double t, const double* x)
    : tangent_(flow.tangent),
      unit_(static_cast<std::size_t>(system.layout.size), 0.0),
      v_(unit_.size(), 0.0),
      moved_(unit_.size()),
      x_(x, x + unit_.size()),
      middle_(unit_.size()),
      begun_(t),
      t_(t) {
  for (std::vector<double>& slope : k_) slope.assign(unit_.size(), 0.0);
  double momentum = 0;
  for (const Block& block : system.layout.blocks)
    for (int i = block.offset; block.kind == BlockKind::momentum && i < block.offset + block.size; ++i)
      momentum = std::max(momentum, std::abs(x[i]));
  if (momentum == 0) momentum = 1;
  // The attitude of the whole counts where it is a quaternion: momenta beside it are along inertial axes.
  for (const Block& block : system.layout.blocks) {
    const bool shape = block.kind == BlockKind::joint_angle || block.size == 4;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      unit_[i] = shape ? 1 : block.kind == BlockKind::momentum ? momentum : 0;
  }
  const auto weight = [](int i) { return 1 + 0.37 * i; };
  if (const int size = system.bracket.size; system.bracket.tensor && size > 0) {
    std::vector<double> tensor(static_cast<std::size_t>(size) * size);
    system.bracket.tensor(x, tensor.data());
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j)
        if (unit_[j] > 0) v_[i] += tensor[i * size + j] * weight(j) * momentum / unit_[j];
  }
  if (length(v_) == 0)
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = unit_[i] * weight(static_cast<int>(i));
  normalise();
  logarithm_ = 0;
}

double TangentGrowth::length(const std::vector<double>& v) const {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (unit_[i] > 0) sum += v[i] / unit_[i] * (v[i] / unit_[i]);
  return std::sqrt(sum);
}

void TangentGrowth::normalise() {
  const double now = length(v_);
  finite_ = finite_ && std::isfinite(now) && now > 0;
  if (!finite_) return;
  logarithm_ += std::log(now);
  for (double& number : v_) number /= now;
}

void TangentGrowth::carried(double t, const std::vector<double>& v, double logarithm) {
  if (!finite_) return;
  logarithm_ += logarithm;
  v_ = v;
  normalise();
  t_ = t;
}

void TangentGrowth::take(double t, const double* x) {
  if (!finite_) return;
  half_ = !half_;
  if (half_) {
    t_middle_ = t;
    std::copy_n(x, middle_.size(), middle_.begin());
    return;
  }
  const double h = t - t_;
  const auto moved = [&](double by, const std::vector<double>& slope) {
    for (std::size_t i = 0; i < v_.size(); ++i) moved_[i] = v_[i] + by * slope[i];
    return moved_.data();
  };
  tangent_(t_, x_.data(), v_.data(), k_[0].data());
  tangent_(t_middle_, middle_.data(), moved(h / 2, k_[0]), k_[1].data());
  tangent_(t_middle_, middle_.data(), moved(h / 2, k_[1]), k_[2].data());
  tangent_(t, x, moved(h, k_[2]), k_[3].data());
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += h / 6 * (k_[0][i] + 2 * k_[1][i] + 2 * k_[2][i] + k_[3][i]);
  normalise();
  t_ = t;
  std::copy_n(x, x_.size(), x_.begin());
}

}  // namespace oopss
