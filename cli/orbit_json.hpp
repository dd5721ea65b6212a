// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/documents.hpp"
#include "cli/json.hpp"

namespace oopss {

/// The numbers of one orbit: winding, energy, momentum, period, start, residual, multipliers, phase, ….
Json orbit_json(const ShownOrbit& shown);

/// Complex numbers as [[re, im], …].
Json complex_json(const std::vector<std::complex<double>>& numbers);

}  // namespace oopss
