// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/problems.hpp"

namespace oopss {

/// The shape and momenta [φ, μ] at a time, by a Taylor method of order 32 in binary128: right to the last bit of
/// double.
std::vector<double> reference(const Problem& problem, double until);

}  // namespace oopss
