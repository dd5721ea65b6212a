// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/orbit.hpp"
#include "cli/terminal.hpp"
#include "oopss/figure/backbone.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/orbit/family.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/orbit_system.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// Families are for the plane, and for as many joints as equilibria are searched for.
void refuse_model(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  if (in_space(spec))
    throw ModelError(model.source,
                     {{model.bodies[0].name.place,
                       fmt::format("body {} is in space: families of periodic motions are followed in the plane",
                                   oopss::quoted(model.bodies[0].name.value))}},
                     model.settings);
  refuse_impossible_loops(spec, p);
  if (const std::string words = more_than_searched(spec, p); !words.empty())
    throw TooLarge("--from: the search for equilibria takes " + words);
}

std::string theorem_words(const Family& family) {
  if (family.resonances.empty())
    return "no other frequency is a whole multiple: Lyapunov's centre theorem gives the family near " + family.from;
  return fmt::format("{}: Lyapunov's centre theorem does not give this family", fmt::join(family.resonances, "; "));
}

std::string family_words(const std::string& model, const Family& family, const std::string& file) {
  std::string out = fmt::format("{}: periodic motions born at {} in mode {}, at total momentum {:.6g} kg m^2/s\n",
                                one_line(model), family.from, family.mode, family.momentum);
  out += fmt::format("  frequency {:.10g} rad/s at energy {:.10g} J; {}\n", family.frequency, family.energy,
                     theorem_words(family));
  out += fmt::format("  {:>14} {:>16} {:>14} {:>14}\n", "energy", "period", "largest |lam|", "root turns");
  std::size_t next = 0;
  for (std::size_t i = 0; i < family.members.size(); ++i) {
    const Orbit& one = family.members[i];
    out += fmt::format("  {:>14.9g} {:>16.12g} {:>14.7g} {:>14.9g}\n", one.energy, one.loop.period, one.largest,
                       rounded(one.phase, 1));
    for (; next < family.events.size() && family.events[next].after == i; ++next) {
      const FamilyEvent& event = family.events[next];
      out += fmt::format("  {:>14.9g} {:>16.12g}   {}\n", event.energy, event.period, word(event.kind));
    }
  }
  out += fmt::format("  End: {}\n", family.end.words);
  if (!file.empty()) out += fmt::format("  written to {}\n", file);
  return out;
}

/// A row per member: energy, period, phase, ρ of every pair.
std::string family_table(const Family& family) {
  std::string out = "energy,period,phase,dynamic,geometric,largest";
  const std::size_t pairs = family.members.empty() ? 0 : family.members.front().rho.size();
  for (std::size_t k = 1; k <= pairs; ++k) out += fmt::format(",rho{}.re,rho{}.im", k, k);
  out += "\n";
  for (const Orbit& one : family.members) {
    out += fmt::format("{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", one.energy, one.loop.period, one.phase,
                       one.dynamic, one.geometric, one.largest);
    for (const std::complex<double>& rho : one.rho) out += fmt::format(",{:.17g},{:.17g}", rho.real(), rho.imag());
    out += "\n";
  }
  return out;
}

void write_family(const std::string& path, const std::string& model, const Family& family) {
  if (ending(path) == ".csv") return write_file(path, family_table(family));
  Picture format{};
  picture_of(path, format);
  const std::string title = fmt::format("{}: periodic motions born at {}, mode {}", model, family.from, family.mode);
  write_file(path, render(backbone_figure(family, title), format));
}

/// The one member that is asked for, as orbits of a winding are shown.
int show_member(const Common& common, const OrbitOptions& options, const Model& model, const OrbitSystem& system,
                const Family& family) {
  const Orbit member = member_at(system, family, *options.energy);
  OrbitResult result{.model = model.name, .bodies = system.system.bodies, .joints = system.system.joints};
  result.orbits = {shown_orbit(model, system, member)};
  result.existence = "numerical";
  result.threshold_words = theorem_words(family);
  result.trouble = member.trouble;
  if (!options.output.empty() && member.trouble.empty()) {
    write_orbit(options.output, model, system, member);
    result.file = options.output;
  }
  const std::string document = orbit_document(result);
  print(common.json ? document : in_words(result));
  if (member.trouble.empty()) return Exit::done;
  say("oopss: " + member.trouble);
  return Exit::numerical;
}

/// The family to the energy that is asked for, or to its end.
Family followed(const Common& common, const OrbitOptions& options, const OrbitSystem& system,
                const Equilibria& equilibria) {
  FamilyRequest request{.from = options.from, .mode = options.mode.value_or(1), .limit = options.limit};
  for (const RelativeEquilibrium& one : equilibria.all)
    if (one.id == options.from && options.energy)
      request.limit = *options.energy + 1e-9 * (*options.energy - one.energy);  // so that it lies inside
  Progress progress("orbit", !common.quiet && !common.json);
  request.progress = [&](double share, long members) {
    end_if_interrupted();
    progress.show(share, members, "members");
  };
  return family_from(system, equilibria, request);
}

}  // namespace

int orbit_family(const Common& common, const OrbitOptions& options) {
  if (ending(options.output) == ".toml" && !options.energy)
    throw UsageError("orbit: a model starts on one orbit of a family: give --energy with -o FILE.toml");
  const Model model = model_of(common);
  refuse_model(model);
  const OrbitSystem system = orbit_system(model);
  const double momentum =
      options.momentum ? *options.momentum : system.system.casimirs.front().value(start_state(model).data());
  try {
    const Interruption interruption;
    const ShapeEnergy energy = shape_energy(system.system, system.p, momentum);
    require_finite(energy);
    const Equilibria equilibria = thorough_equilibria(model, energy, {.watch = end_if_interrupted});
    const Family family = followed(common, options, system, equilibria);
    if (options.energy) return show_member(common, options, model, system, family);
    const std::string name = model.name;
    if (!options.output.empty()) write_family(options.output, name, family);
    const std::string document = family_document(name, system.system, family, options.output);
    print(common.json ? document : family_words(name, family, options.output));
    if (family.end.kind != FamilyEndKind::lost) return Exit::done;
    say("oopss: the family could not be followed: " + family.end.words);
    return Exit::numerical;
  } catch (const NoFamily& none) {
    throw UsageError(fmt::format("orbit: {}", none.what()));
  }
}

}  // namespace oopss
