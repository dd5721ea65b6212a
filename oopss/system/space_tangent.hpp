// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/symbolic/series.hpp"
#include "oopss/system/derivation.hpp"

namespace oopss {

/// (∂f/∂x) v of bodies in space, with slopes p' of the inputs (∂f/∂x) v + (∂f/∂p) p', as the first coefficient of the
/// rates along x + s v, p + s p'. The program is written when it is first asked for.
struct SpaceTangent {
  std::shared_ptr<const Derived> derived;
  std::vector<double> p, p_slopes{};  // no slopes: the inputs stay as they are
  std::optional<ProgramSeries> series{};
  std::vector<double> moving{}, rates{};

  void operator()(double t, const double* x, const double* v, double* out);
};

}  // namespace oopss
