// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/lane_steps.hpp"

#include "oopss/integrate/dop853_tableau.hpp"

namespace oopss {
namespace {

using Tableau = Dop853Tableau;

/// The stages that count in a sum, and with what.
struct Sum {
  int count = 0;
  std::array<double, 12> weight{};
  std::array<const double*, 12> k{};
};
template <class Weights>
Sum sum_of(const Weights& weights, int stages, const std::vector<AlignedDoubles>& k) {
  Sum out;
  for (int j = 0; j < stages; ++j) {
    if (weights[j] == 0) continue;
    out.weight[out.count] = weights[j];
    out.k[out.count++] = k[j].data();
  }
  return out;
}

}  // namespace

LaneSteps::LaneSteps(LaneMethod method, LaneRates rates)
    : method_(method),
      rates_(std::move(rates)),
      k_(method == LaneMethod::rk4 ? 4 : Tableau::stages,
         AlignedDoubles(static_cast<std::size_t>(rates_.rows * rates_.lanes))),
      stage_(k_[0].size()) {
  if (method == LaneMethod::dop853) error_.fill(stage_);
}

void LaneSteps::step(const double* x, const double* h, double* out) {
  const auto combine = [&](const Sum& sum, const double* from, double* to) {
    rates_.combine(rates_.rows, from, h, sum.count, sum.weight.data(), sum.k.data(), to);
  };
  rates_.field(x, k_[0].data());
  if (method_ == LaneMethod::rk4) {
    constexpr std::array<double, 3> part = {0.5, 0.5, 1};
    constexpr std::array<double, 4> weight = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    for (std::size_t i = 0; i < 3; ++i) {
      if (rates_.ahead) {
        rates_.ahead(x, h, part[i], k_[i].data(), k_[i + 1].data());
        continue;
      }
      Sum one{.count = 1};
      one.weight[0] = part[i];
      one.k[0] = k_[i].data();
      combine(one, x, stage_.data());
      rates_.field(stage_.data(), k_[i + 1].data());
    }
    return combine(sum_of(weight, 4, k_), x, out);
  }
  for (int i = 1; i < Tableau::stages; ++i) {
    combine(sum_of(Tableau::a[i], i, k_), x, stage_.data());
    rates_.field(stage_.data(), k_[static_cast<std::size_t>(i)].data());
  }
  combine(sum_of(Tableau::a[12], Tableau::stages, k_), x, out);
  combine(sum_of(Tableau::error5, Tableau::stages, k_), nullptr, error_[0].data());
  combine(sum_of(dop853_error3, Tableau::stages, k_), nullptr, error_[1].data());
}

}  // namespace oopss
