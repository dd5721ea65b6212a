// SPDX-License-Identifier: Apache-2.0
#include "cli/chaos.hpp"
#include "cli/documents.hpp"
#include "cli/json.hpp"

namespace oopss {

std::string lyapunov_document(const ExponentsResult& result) {
  const Exponents& found = result.exponents;
  Json out = {{"schema", 1},
              {"model", result.model},
              {"bodies", result.bodies},
              {"joints", result.joints},
              {"exponents", found.mean},
              {"interval", found.interval},
              {"until", found.until},
              {"spread", found.spread},
              {"starts", found.starts},
              {"momentum", result.momentum},
              {"energy", result.energy},
              {"sum", found.sum},
              {"forced", result.forced},
              {"forced_zeros", result.forced_zeros}};
  if (found.has_divergence) out["mean_divergence"] = found.mean_divergence;
  if (result.keeps_volume) out["tangent_defect"] = result.defect;
  if (result.keeps_energy) out["energy_drift"] = found.energy_drift;
  out["course"] = {{"t", found.t}, {"exponents", found.course}, {"spread", found.band}};
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

std::string section_document(const SectionResult& result) {
  Json out = {{"schema", 1},
              {"model", result.model},
              {"bodies", result.bodies},
              {"joints", result.joints},
              {"section", result.plane},
              {"columns", {"t", result.angle, result.momentum_name}},
              {"momentum", result.momentum}};
  if (result.section.plane)
    out["energy"] = result.energy;
  else
    out["period"] = result.section.period;
  out["orbits"] = Json::array();
  for (std::size_t k = 0; k < result.orbits.size(); ++k) {
    const SectionOrbit& orbit = result.orbits[k];
    Json points = Json::array();
    for (const SectionPoint& point : orbit.points) points.push_back({point.t, point.angle, point.momentum});
    Json one = {{"start", result.starts[k]}, {"points", std::move(points)}};
    if (result.section.plane) one["energy_error"] = orbit.energy_error;
    if (!orbit.trouble.empty()) one["trouble"] = orbit.trouble;
    out["orbits"].push_back(std::move(one));
  }
  out["notes"] = result.notes;
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

}  // namespace oopss
