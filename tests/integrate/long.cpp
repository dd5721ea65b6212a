// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/integrate/long_run.hpp"

namespace oopss {

TEST_CASE("ten million steps of gauss4 keep the momentum to 1e-13, and the energy error has no trend") {
  for (const double step : {0.01, 0.02}) {
    const LongRun run = long_run(chaotic_three(), "gauss4", step, 10'000'000);
    INFO("step " << step << ": slope " << run.slope << " +- " << run.slope_error << " per second, largest error "
                 << run.energy.max_relative_drift() << ", " << run.evaluations << " evaluations per stage and step");
    CHECK(run.outcome.status == Status::complete);
    CHECK(run.momentum.max_relative_drift() < 1e-13);
    CHECK(std::abs(run.slope) < 3.5 * run.slope_error);  // 1 in 2000 by chance; the run is always the same one
    CHECK(std::abs(run.slope) * step * 1e7 < 0.02 * run.energy.max_relative_drift());
    WARN("step " << step << ": momentum to " << run.momentum.max_relative_drift() << ", energy to "
                 << run.energy.max_relative_drift() << ", slope over the run " << run.slope * step * 1e7 << " +- "
                 << run.slope_error * step * 1e7);
  }
}

}  // namespace oopss
