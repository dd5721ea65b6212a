// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oopss/model/model.hpp"

namespace oopss {

constexpr double symmetry_tolerance = 1e-9;  // relative to the largest entry

/// Whether nine entries by rows, all of them known, are a symmetric matrix; if not, the first pair is reported.
bool check_symmetric(const std::vector<Number>& by_rows, const std::string& what, Problems& problems);

/// Eigenvalues of a symmetric 3x3 matrix, ascending.
std::array<double, 3> eigenvalues(const std::vector<Number>& by_rows);

}  // namespace oopss
