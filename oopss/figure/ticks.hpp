// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"

namespace oopss {

/// The round number (1, 2 or 5 times a power of ten) next above a positive one.
double round_up(double value);

/// An axis over the values from `low` to `high`, with at most about `count` ticks at round numbers, and two at least.
/// The label is "quantity (unit)"; a power of ten common to all ticks is said there once. A range too small to be seen
/// beside its values (1e-9) is shown as constant.
Axis axis_over(double low, double high, double count, const std::string& quantity, const std::string& unit);

/// An axis of angles in radians, with ticks at simple fractions of π.
Axis angle_axis(double from, double to, const std::string& label);

}  // namespace oopss
