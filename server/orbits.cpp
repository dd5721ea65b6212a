// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "oopss/orbit/family.hpp"
#include "oopss/orbit/recurrence.hpp"
#include "oopss/orbit/winding_orbits.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/orbit_system.hpp"
#include "server/allowance.hpp"
#include "server/answers.hpp"
#include "server/open.hpp"
#include "server/state_columns.hpp"
#include "server/subject.hpp"

namespace oopss {
namespace {

/// Writes orbits of one system as the page has them.
class OrbitRows {
 public:
  OrbitRows(const Model& model, const OrbitSystem& about) : state_(model, about.system, about.flow) {}

  OrbitRow operator()(const Orbit& orbit, bool measured) {
    OrbitRow out;
    out.state = state_(orbit.loop.start);
    out.period = orbit.loop.period;
    out.energy = orbit.energy;
    out.momentum = orbit.momentum;
    for (const std::complex<double>& multiplier : orbit.multipliers)
      out.multipliers.push_back({multiplier.real(), multiplier.imag()});
    out.phase = orbit.phase;
    out.recurrence = recurrence_words(orbit.phase);
    if (measured) {
      out.residual = orbit.residual;
      out.symmetric = orbit.symmetric;
    }
    out.trouble = orbit.trouble;
    return out;
  }

 private:
  static std::string recurrence_words(double phase) {
    const std::optional<Recurrence> found = recurrence(phase);
    if (!found) return "no small period";
    return found->periods == 1 ? "every period" : fmt::format("after {} periods", found->periods);
  }

  StateColumns state_;
};

constexpr std::size_t most_members = 400;  // of a family, on the wire

/// The members to send, by their numbers: every k-th, the last, and those beside an event.
std::vector<std::size_t> kept_members(const Family& family) {
  const std::size_t count = family.members.size(), stride = (count + most_members / 2 - 1) / (most_members / 2);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < count; ++i) {
    const bool beside = out.size() < most_members - 1 &&
                        std::any_of(family.events.begin(), family.events.end(),
                                    [&](const FamilyEvent& event) { return event.after == i || event.after + 1 == i; });
    if (i % stride == 0 || i + 1 == count || beside) out.push_back(i);
  }
  return out;
}

void check_winding(const AskOrbits& ask, const Model& model) {
  if (ask.winding.size() != model.joints.size())
    throw RefusedRequest("protocol", "\"winding\" has not one number per joint of the model");
  if (std::all_of(ask.winding.begin(), ask.winding.end(), [](int turns) { return turns == 0; }))
    throw RefusedRequest("unsupported", "some joint has to turn: a winding of zeros is that of a motion that rests");
}

void check_symmetric(const AskOrbits& ask, const OrbitSystem& about) {
  constexpr int most_joints = 6;
  if (!ask.symmetric) return;
  if (ask.winding.size() > most_joints)
    throw RefusedRequest("limit",
                         fmt::format("all symmetric motions are looked for with up to {} joints, `oopss orbit` "
                                     "takes on more",
                                     most_joints));
  if (!has_mirror(about.system.lagrangian(about.p, ask.momentum)))
    throw RefusedRequest(
        "unsupported",
        "no motion of this model is its own mirror image in time: some body has joints that are not in "
        "one line with its mass centre, or a spring that is not even");
}

}  // namespace

OrbitsMessage orbits_answer(const AskOrbits& ask, const WireLimits& limits, const Watch& watch) {
  const Model model = page_model(page_text(ask.text));
  check_winding(ask, model);
  const OrbitSystem about = orbit_system(model, ask.winding);
  check_symmetric(ask, about);
  const Allowance time(limits.orbit_seconds);
  const Told told = [&](double share) {
    watch(share);
    if (time.spent())
      throw RefusedRequest("limit", fmt::format("the search was left after {:.3g} s; `oopss orbit` has no such limit",
                                                limits.orbit_seconds));
  };
  const WindingAnswer found = winding_orbits(about, {ask.winding, ask.energy, ask.momentum, ask.symmetric}, told);
  OrbitsMessage out{ask.winding, ask.energy, ask.momentum, found.existence, {}, {}, found.words};
  if (found.threshold.known) out.threshold = {found.threshold.literal, found.threshold.best};
  OrbitRows row(model, about);
  for (const WindingOrbit& one : found.orbits) {
    out.orbits.push_back(row(one.orbit, true));
    out.orbits.back().action = one.action;
    if (one.repeats > 1 && found.orbits.size() == 1)
      out.note = fmt::format("it runs through a shorter motion {} times; {}", one.repeats, out.note);
  }
  if (found.orbits.empty()) out.note = found.trouble + "; " + out.note;
  return out;
}

FamilyMessage family_answer(const AskFamily& ask, ModelCache& models, const WireLimits& limits,
                            const Watch& watch) try {
  const OrbitSystem about = orbit_system(page_model(page_text(ask.text)));
  const Subject subject(models, ask.text, ask.momentum);
  if (subject.too_many) throw RefusedRequest("limit", "the equilibria of so many bodies have no names");
  const Equilibria equilibria =
      thorough_equilibria(subject.model, subject.energy, {.boxes = limits.list_boxes, .watch = [&] { watch(0); }});
  const Allowance time(limits.orbit_seconds);
  double part = 0;
  FamilyRequest request{.from = ask.equilibrium, .mode = ask.mode, .limit = ask.limit};
  request.progress = [&](double share, long) { watch(part = share); };
  request.cancelled = [&] {
    watch(part);
    return time.spent();
  };
  const Family family = family_from(about, equilibria, request);
  FamilyMessage out{family.from, family.mode, family.frequency, family.energy, family.momentum, {}, {}, {}, ""};
  OrbitRows row(subject.model, about);
  const std::vector<std::size_t> kept = kept_members(family);
  for (const std::size_t i : kept) out.members.push_back(row(family.members[i], false));
  for (const FamilyEvent& event : family.events)
    out.events.push_back(
        {word(event.kind), event.energy, event.period,
         static_cast<int>(std::upper_bound(kept.begin(), kept.end(), event.after) - kept.begin()) - 1});
  out.end = {family.end.words, family.end.energy, family.end.period};
  for (const std::string& resonance : family.resonances) out.note += resonance + ". ";
  if (family.end.kind == FamilyEndKind::cancelled)
    out.note += fmt::format("The search was left after {:.3g} s. ", limits.orbit_seconds);
  return out;
} catch (const NoFamily& problem) {
  throw RefusedRequest("unsupported", problem.what());
}

}  // namespace oopss
