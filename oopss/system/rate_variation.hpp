// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "oopss/model/model.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// Why the rates of a model have no derivative by its inputs, in words.
struct NoVariation : std::domain_error {
  using std::domain_error::domain_error;
};

/// How the rates of a model change with state and inputs together, (∂f/∂x) v + (∂f/∂p) p': v' of a difference v of the
/// state along a motion while the inputs change at the slopes p'. On dual numbers, of bodies in space by series; throws
/// NoVariation.
using RateVariation = std::function<void(double t, const double* x, const double* v, double* out)>;
RateVariation rate_variation(const Model& model, const std::vector<double>& p, const std::vector<double>& slopes);

}  // namespace oopss
