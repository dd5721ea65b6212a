// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "cli/documents.hpp"
#include "cli/json.hpp"
#include "oopss/orbit/recurrence.hpp"

namespace oopss {
namespace {

/// Complex numbers as [[re, im], …].
Json complex_json(const std::vector<std::complex<double>>& numbers) {
  Json out = Json::array();
  for (const std::complex<double>& one : numbers) out.push_back({one.real(), one.imag()});
  return out;
}

/// The numbers of one orbit.
Json orbit_json(const ShownOrbit& shown) {
  const Orbit& orbit = shown.orbit;
  Json start = {{"angles", joint_angles(shown.start)}, {"momenta", by_body(shown.start.momenta)}};
  add_rotations(shown.start, start);
  Json out = {{"winding", orbit.loop.winding},
              {"energy", orbit.energy},
              {"momentum", orbit.momentum},
              {"period", orbit.loop.period},
              {"start", std::move(start)}};
  if (shown.action) out["action"] = *shown.action;
  if (std::isfinite(orbit.residual)) out["residual"] = orbit.residual;
  if (!orbit.trouble.empty()) {
    out["trouble"] = orbit.trouble;
    return out;
  }
  Json phase = {{"total", orbit.phase},
                {"turns", orbit.phase / (2 * std::numbers::pi)},
                {"dynamic", orbit.dynamic},
                {"geometric", orbit.geometric}};
  if (const auto found = recurrence(orbit.phase))
    phase["closes"] = {{"periods", found->periods}, {"turns", found->turns}};
  out["multipliers"] = complex_json(orbit.multipliers);
  out["rho"] = complex_json(orbit.rho);
  out["symplectic_defect"] = orbit.asymmetry;
  out["symmetric"] = orbit.symmetric;
  out["repeats"] = shown.repeats;
  out["phase"] = std::move(phase);
  return out;
}

/// The words of the kinds of ends, as in the documents.
const char* end_word(FamilyEndKind kind) {
  switch (kind) {
    case FamilyEndKind::equilibrium:
      return "equilibrium";
    case FamilyEndKind::homoclinic:
      return "homoclinic";
    case FamilyEndKind::family:
      return "family";
    case FamilyEndKind::limit:
      return "limit";
    case FamilyEndKind::lost:
    case FamilyEndKind::cancelled:
      break;
  }
  return "lost";
}

}  // namespace

std::string orbit_document(const OrbitResult& result) {
  Json out = {{"schema", 1}, {"model", result.model}, {"bodies", result.bodies}, {"joints", result.joints}};
  if (!result.orbits.empty()) out.update(orbit_json(result.orbits.front()));
  out["existence"] = result.existence;
  if (result.threshold && result.threshold->known)
    out["threshold"] = {{"best", result.threshold->best},
                        {"literal", result.threshold->literal},
                        {"gauge", result.threshold->gauge},
                        {"stored", result.threshold->stored},
                        {"words", result.threshold_words}};
  if (result.listed)
    for (const ShownOrbit& shown : result.orbits) out["orbits"].push_back(orbit_json(shown));
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

std::string followed_document(const FollowedResult& result) {
  Json out = {{"schema", 1},
              {"model", result.model},
              {"bodies", result.bodies},
              {"joints", result.joints},
              {"vary", result.vary},
              {"from", result.from},
              {"to", result.to},
              {"winding", result.winding},
              {"orbits", Json::array()}};
  for (const FollowedOrbit& point : result.followed.points)
    out["orbits"].push_back({{"value", point.value},
                             {"energy", point.orbit.energy},
                             {"momentum", point.orbit.momentum},
                             {"period", point.orbit.loop.period},
                             {"phase", point.orbit.phase},
                             {"residual", point.orbit.residual},
                             {"multipliers", complex_json(point.orbit.multipliers)}});
  out["folds"] = result.followed.folds;
  out["status"] = result.followed.lost ? "lost" : "complete";
  out["end"] = result.followed.end;
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

std::string family_document(const std::string& model, const System& system, const Family& family,
                            const std::string& file) {
  Json out = {{"schema", 1},
              {"model", model},
              {"bodies", system.bodies},
              {"joints", system.joints},
              {"from", family.from},
              {"mode", family.mode},
              {"frequency", family.frequency},
              {"momentum", family.momentum},
              {"equilibrium_energy", family.energy},
              {"resonances", family.resonances}};
  out["family"] = Json::array();
  for (const Orbit& one : family.members)
    out["family"].push_back(
        {{"energy", one.energy},
         {"period", one.loop.period},
         {"multipliers", complex_json(one.multipliers)},
         {"phase", {{"total", one.phase}, {"dynamic", one.dynamic}, {"geometric", one.geometric}}}});
  out["events"] = Json::array();
  for (const FamilyEvent& event : family.events)
    out["events"].push_back({{"kind", word(event.kind)}, {"energy", event.energy}, {"period", event.period}});
  out["end"] = {{"kind", end_word(family.end.kind)},
                {"energy", family.end.energy},
                {"period", family.end.period},
                {"words", family.end.words}};
  out["existence"] = "numerical";
  if (!file.empty()) out["file"] = file;
  return finished(out);
}

}  // namespace oopss
