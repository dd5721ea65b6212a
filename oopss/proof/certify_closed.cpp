// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/certify_closed.hpp"

#include <fmt/format.h>

#include "oopss/proof/certify_search.hpp"

namespace oopss {

std::unique_ptr<CertifySearch::Work> closed_work(const ExactLandscape& landscape, const CertifyLimits& limits) {
  ShapeFunction function = shape_function(landscape);
  const int most = (ClosedKernel::size - 1 - function.size()) / 2;
  if (static_cast<int>(function.closure.size()) > 2 * most)
    throw NotEnclosed(fmt::format("proofs take at most {} loops of {} bodies", most, landscape.topology.size()));
  return std::make_unique<BoxSearch<ClosedKernel>>(landscape, std::move(function), limits);
}

}  // namespace oopss
