// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/lane_taylor.hpp"

namespace oopss {
namespace {

const LaneSeriesLoops& loops_of_width(int width) {
  for (const LaneSeriesLoops* loops : {&lane_series_baseline, &lane_series_haswell})
    if (loops->width == width) return *loops;
  return lane_series_avx512;
}

std::vector<int> entries_of(const Layout& layout, ErrorGroup group) {
  std::vector<int> out;
  for (const Stretch& stretch : layout.of_group(group))
    for (int i = stretch.begin; i < stretch.end; ++i) out.push_back(i);
  return out;
}

}  // namespace

LaneTaylor::LaneTaylor(const Layout& layout, double tolerance, int lanes, LaneJetSource source)
    : source_(std::move(source)),
      loops_(&loops_of_width(source_.width)),
      lanes_(lanes),
      angles_(entries_of(layout, ErrorGroup::angle)),
      momenta_(entries_of(layout, ErrorGroup::momentum)),
      energies_(entries_of(layout, ErrorGroup::energy)),
      alone_(taylor(layout, tolerance, waypoint(0, std::vector<double>(static_cast<std::size_t>(layout.size))))),
      coefficients_(static_cast<std::size_t>((alone_.order + 1) * layout.size * lanes)),
      lengths_(static_cast<std::size_t>(lanes)) {
  const auto group = [](const std::vector<int>& entries) {
    return LaneEntries{entries.data(), static_cast<int>(entries.size())};
  };
  groups_ = {group(angles_), group(momenta_), group(energies_)};
}

TaylorSeries LaneTaylor::of_register(int first) const {
  const int size = alone_.layout.size, order = alone_.order;
  return {size, size * source_.width, order,
          coefficients_.data() + static_cast<std::ptrdiff_t>(order + 1) * size * first};
}

void LaneTaylor::expand(const double* x) {
  source_.jet(alone_.order, x, coefficients_.data());
  for (int first = 0; first < lanes_; first += source_.width)
    loops_->lengths(of_register(first), groups_, &lengths_[static_cast<std::size_t>(first)]);
  for (int lane = 0; lane < lanes_; ++lane)
    if (double& length = lengths_[static_cast<std::size_t>(lane)]; length < 0) length = unusual_length(lane);
}

/// As of a member alone.
double LaneTaylor::unusual_length(int lane) {
  const int within = lane % source_.width;
  const double* const from = of_register(lane - within).c + within;
  const std::size_t count = static_cast<std::size_t>((alone_.order + 1) * alone_.layout.size);
  for (std::size_t place = 0; place < count; ++place)
    alone_.coefficients[place] = from[place * static_cast<std::size_t>(source_.width)];
  return chosen_length(alone_);
}

void LaneTaylor::sum(const double* x, const double* h, double* out) const {
  for (int first = 0; first < lanes_; first += source_.width)
    loops_->sums(of_register(first), lanes_, h + first, x + first, out + first);
}

}  // namespace oopss
