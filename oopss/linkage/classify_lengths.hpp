// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

#include "oopss/scalar/nearest_double.hpp"

namespace oopss {

/// The lengths of the bars of a loop, each as the rational that it is, and how far from zero a signed sum of them may
/// be and still count as zero, in units of the perimeter: nothing for lengths as written, 1e-12 for computed ones.
struct LoopLengths {
  std::vector<mpq_class> l;
  mpq_class tolerance;
  std::vector<std::string> problems;  // what is wrong with them, each in words; nothing else holds if there are any
};

/// Lengths as written ("0.1", "3", "2e-3"), as the decimals that they are: 0.1 + 0.7 = 0.3 + 0.5 exactly.
LoopLengths lengths_as_written(const std::vector<std::string>& texts);

/// Lengths that were computed.
LoopLengths lengths_computed(const std::vector<double>& values);

/// The perimeter P.
mpq_class perimeter(const LoopLengths& lengths);

/// −1, 0 or 1: the sign of a signed sum of lengths, zero within the tolerance.
int sign_of_sum(const LoopLengths& lengths, const mpq_class& sum);

/// The lengths as parts of the perimeter: angles do not depend on the unit, and squares of these stay in range.
std::vector<double> relative_lengths(const LoopLengths& lengths);

}  // namespace oopss
