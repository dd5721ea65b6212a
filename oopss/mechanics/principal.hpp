// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "oopss/scalar/linear3.hpp"

namespace oopss {

/// Eigenvalues of a symmetric matrix, rising, and unit eigenvectors.
struct Principal {
  std::array<double, 3> value;
  std::array<Vec3<double>, 3> axis;
};
Principal principal(const Symmetric3<double>& A);

}  // namespace oopss
