// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"

namespace oopss {

/// An orbit over a number, at rising or falling values of it.
struct FollowedCurve {
  std::string title, path;             // of the number
  std::vector<double> values, period;  // s
  std::vector<double> growth;          // decimal logarithm of the largest modulus of a multiplier
  std::string unit{};                  // of the number
};

/// Period above, growth below, over the same axis.
Figure followed_figure(const FollowedCurve& curve);

}  // namespace oopss
