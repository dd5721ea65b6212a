// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/sensitivity.hpp"

#include <algorithm>

#include "oopss/integrate/dop853.hpp"

namespace oopss {
namespace {

constexpr double sensitivity_tolerance = 1e-14;

/// The state, then its slopes as another one.
Layout doubled(const Layout& layout) {
  Layout out = layout;
  for (const Block& block : layout.blocks) add_block(out, block.kind, block.owner, block.size);
  return out;
}

}  // namespace

Sensitivity::Sensitivity(const Flow& flow, Variation variation, const Layout& layout, double t,
                         const std::vector<double>& x, const std::vector<double>& slopes)
    : layout_(layout),
      field_(flow.field),
      variation_(std::move(variation)),
      x_(x),
      slopes_(slopes),
      rate_slopes_(x.size()),
      stepper_(std::make_unique<Dop853>(
          dop853(doubled(layout), sensitivity_tolerance, waypoint(t, std::vector<double>(2 * x.size()))))) {
  std::copy(x.begin(), x.end(), stepper_->end.x.begin());
  variation_(t, x_.data(), slopes_.data(), rate_slopes_.data());
  choose_unit();
}

Sensitivity::Sensitivity(Sensitivity&& other) noexcept = default;
Sensitivity::~Sensitivity() = default;

double Sensitivity::t() const { return stepper_->end.t; }

/// The largest angle of s, or momentum in units of the largest of the state.
double Sensitivity::size_of_slopes() const {
  const Size s = size_of(layout_, slopes_.data()), of_state = size_of(layout_, x_.data());
  return std::max(s.angle, s.momentum / (of_state.momentum > 0 ? of_state.momentum : 1));
}

/// Writes s into the stepper in units of its present size, or at the beginning, where it may be zero, of its rates.
void Sensitivity::choose_unit() {
  unit_ = size_of_slopes();
  if (unit_ == 0) {
    slopes_.swap(rate_slopes_);
    unit_ = size_of_slopes();
    slopes_.swap(rate_slopes_);
  }
  if (unit_ == 0) unit_ = 1;
  const auto size = static_cast<std::ptrdiff_t>(x_.size());
  std::transform(slopes_.begin(), slopes_.end(), stepper_->end.x.begin() + size,
                 [this](double slope) { return slope / unit_; });
  std::fill(stepper_->end.rest.begin() + size, stepper_->end.rest.end(), 0.0);
  stepper_->rates_known = false;
}

void Sensitivity::take() {
  const auto size = static_cast<std::ptrdiff_t>(x_.size());
  const std::vector<double>& all = stepper_->end.x;
  std::copy(all.begin(), all.begin() + size, x_.begin());
  std::transform(all.begin() + size, all.end(), slopes_.begin(), [this](double slope) { return slope * unit_; });
}

Outcome Sensitivity::advance_to(double t) {
  Flow extended;
  extended.field = [&](double when, const double* all, double* rates) {
    const std::size_t size = x_.size();
    field_(when, all, rates);
    std::transform(all + size, all + 2 * size, slopes_.begin(), [this](double slope) { return slope * unit_; });
    variation_(when, all, slopes_.data(), rates + size);
    std::transform(rates + size, rates + 2 * size, rates + size, [this](double rate) { return rate / unit_; });
  };
  while (stepper_->end.t != t) {
    if (Outcome outcome = advance(*stepper_, extended, t); !outcome.good()) return outcome;
    take();
    if (!all_finite(slopes_)) return {Status::failed, "the derivatives grow beyond all numbers", 0};
    constexpr double grown = 4;
    if (const double part = size_of_slopes() / unit_; part > grown || (part > 0 && part < 1 / grown)) choose_unit();
  }
  variation_(t, x_.data(), slopes_.data(), rate_slopes_.data());
  return {};
}

}  // namespace oopss
