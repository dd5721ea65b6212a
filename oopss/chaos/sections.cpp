// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/sections.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oopss/chaos/section_run.hpp"
#include "oopss/ensemble/chunk_workers.hpp"

namespace oopss {

std::vector<SectionOrbit> section_orbits(const ChaosSystem& model, const Section& section,
                                         const std::vector<std::vector<double>>& starts,
                                         const SectionRequest& request) {
  std::vector<SectionOrbit> out(starts.size());
  std::atomic<long> done = 0;
  const auto make_work = [&]() -> ChunkWork {
    return [&, own = model](long number, const std::atomic<bool>& stop, std::vector<double>&) {
      SectionOrbit& orbit = out[static_cast<std::size_t>(number)];  // no other thread has this number
      orbit.start = starts[static_cast<std::size_t>(number)];
      const double energy = energy_of(own.motion, orbit.start);
      const double size = std::max(own.motion.flow.kinetic(0, orbit.start.data()), 1e-300);
      SectionRun run(own, section, orbit.start, request.tolerance);
      while (static_cast<int>(orbit.points.size()) < request.count) {
        if (stop) return false;
        const auto point = run.next();
        if (!point) break;
        orbit.points.push_back(*point);
        ++done;
        if (section.plane)
          orbit.energy_error = std::max(orbit.energy_error, std::abs(energy_of(own.motion, run.x()) - energy) / size);
      }
      orbit.trouble = run.trouble();
      return true;
    };
  };
  std::vector<long> numbers(starts.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const int threads = std::min<int>(request.threads, static_cast<int>(numbers.size()));
  ChunkShares shares(numbers, threads);
  ChunkWorkers workers(
      threads, [&](int thread) { return shares.take(thread); }, make_work);
  for (std::size_t ended = 0; ended < starts.size();) {
    if (workers.take()) ++ended;
    if (request.told)
      request.told(static_cast<double>(done) /
                   (static_cast<double>(request.count) * static_cast<double>(starts.size())));
  }
  return out;
}

}  // namespace oopss
