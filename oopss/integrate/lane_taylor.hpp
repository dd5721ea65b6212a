// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "oopss/integrate/lane_series.hpp"
#include "oopss/integrate/taylor.hpp"
#include "oopss/scalar/aligned.hpp"

namespace oopss {

/// Coefficients of members side by side (LaneFlow::jet) and how many of them a register holds.
struct LaneJetSource {
  int width = 0;
  std::function<void(int order, const double* x, double* coefficients)> jet;
};

/// Steps of taylor of members side by side, each as long as its own coefficients say. Their rows are the state and,
/// behind it, the rests of its sums.
class LaneTaylor {
 public:
  LaneTaylor(const Layout& layout, double tolerance, int lanes, LaneJetSource source);
  LaneTaylor(const LaneTaylor&) = delete;
  LaneTaylor& operator=(const LaneTaylor&) = delete;

  /// The coefficients at a state, and what they say of the steps from there.
  void expand(const double* x);
  double length(int lane) const { return lengths_[static_cast<std::size_t>(lane)]; }
  /// out = what lies h[k] after the state that was expanded, of every member k.
  void sum(const double* x, const double* h, double* out) const;

 private:
  TaylorSeries of_register(int first) const;
  double unusual_length(int lane);

  LaneJetSource source_;
  const LaneSeriesLoops* loops_;
  int lanes_;
  std::vector<int> angles_, momenta_, energies_;  // entries of the groups
  LaneGroups groups_{};
  Taylor alone_;
  AlignedDoubles coefficients_, lengths_;
};

}  // namespace oopss
