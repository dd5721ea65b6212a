// SPDX-License-Identifier: Apache-2.0
#include "cli/orbit.hpp"

#include <fmt/format.h>

#include "cli/exit.hpp"

namespace oopss {

ShownOrbit shown_orbit(const Model& model, const OrbitSystem& system, const Orbit& orbit) {
  Recorder rows = recorder(system.system, skeleton(model), trajectory_columns(system.system));
  record(rows, system.flow, 0, orbit.loop.start.data());
  return {orbit, plain_state(system.system, rows), {}, 1};
}

int orbit(const Common& common, const OrbitOptions& options) {
  const bool by_winding = !options.winding.empty(), by_family = !options.from.empty();
  if (by_winding == by_family)
    throw UsageError("orbit: give either --winding N1,N2,... or --from E1; see `oopss orbit --help`");
  if (by_winding && (options.mode || options.limit))
    throw UsageError(fmt::format("orbit: {} goes with --from", options.mode ? "--mode" : "--limit"));
  if (by_family && options.all_symmetric) throw UsageError("orbit: --all-symmetric goes with --winding");
  return by_winding ? orbit_winding(common, options) : orbit_family(common, options);
}

}  // namespace oopss
