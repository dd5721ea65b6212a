// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/chaos.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "oopss/chaos/section_starts.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/section.hpp"
#include "oopss/system/chaos_demand.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/run_quantity.hpp"
#include "oopss/system/typeset.hpp"

namespace oopss {
namespace {

constexpr int default_orbits = 24, default_count = 400;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// "phi_JOINT = ANGLE".
struct PlaneText {
  int joint = 0;
  double angle = 0;
};
PlaneText read_plane(const std::string& text, const std::vector<std::string>& joints) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("--at takes \"phi_JOINT = ANGLE\", e.g. \"phi_{} = 0\": {}", joints.front(), why));
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) refuse(fmt::format("{} has no =", oopss::quoted(text)));
  const std::string_view left = trimmed(std::string_view(text).substr(0, equals));
  const auto found =
      std::find_if(joints.begin(), joints.end(), [&](const std::string& name) { return left == "phi_" + name; });
  if (found == joints.end())
    refuse(fmt::format("{} is the angle of no joint; there are phi_{}", oopss::quoted(std::string(left)),
                       fmt::join(joints, ", phi_")));
  std::string why;
  const auto angle = constant_number(trimmed(std::string_view(text).substr(equals + 1)), why);
  if (!angle) refuse(why);
  return {static_cast<int>(found - joints.begin()), *angle};
}

/// What was asked for, settled with the model's own start.
struct Asked {
  Section section;
  SectionSheet sheet;
  bool own_start = true;  // the model's start has this energy and momentum
};

void refuse(const Model& model, const std::string& words) {
  throw ModelError(model.source, {{model.bodies[0].name.place, words}}, model.settings);
}

Section section_of(const Model& model, const ChaosSystem& system, const std::vector<double>& start,
                   const SectionOptions& options) {
  try {
    if (options.every_period) return section_every_period(system, start);
    const PlaneText plane = read_plane(options.plane, system.motion.system.joints);
    return section_at(system, start, plane.joint, plane.angle, options.direction == "-" ? -1 : 1);
  } catch (const NoSection& why) {
    refuse(model, fmt::format("{}: {}", oopss::quoted(model.name), why.what()));
    throw;
  }
}

Asked asked_of(const Model& model, const ChaosSystem& system, const std::vector<double>& start,
               const SectionOptions& options) {
  Asked out;
  out.section = section_of(model, system, start, options);
  out.sheet = section_sheet(system, out.section, start, options.energy, options.momentum);
  out.own_start = !options.energy && !options.momentum;
  return out;
}

/// The model's own start where it is one of the motions, and others spread over the section.
std::vector<std::vector<double>> starts_of(const std::vector<double>& start, const Asked& asked, int count) try {
  auto out = section_starts(asked.sheet, start, asked.own_start, count);
  if (out.empty()) throw NumericalFailure("no closed state with this energy and momentum was found on the section");
  return out;
} catch (const SectionNotReached& why) {
  throw UsageError(fmt::format("--energy: {}", why.what()));
}

std::string in_words(const SectionResult& result) {
  std::string out = fmt::format("{}: section {}\n", one_line(result.model), result.plane);
  const auto line = [&](const char* what, const std::string& words) {
    out += fmt::format("  {:<16} {}\n", what, words);
  };
  line("leaf", fmt::format("total momentum {:.10g} kg m^2/s{}", rounded(result.momentum, 1),
                           result.section.plane ? fmt::format(", energy {:.10g} J", result.energy) : ""));
  std::size_t points = 0;
  double error = 0, time = 0;
  for (const SectionOrbit& orbit : result.orbits) {
    points += orbit.points.size();
    error = std::max(error, orbit.energy_error);
    if (!orbit.points.empty()) time += orbit.points.back().t;
  }
  line("points", fmt::format("{} of {} motions, one every {:.4g} s on the average", points, result.orbits.size(),
                             points > 0 ? time / static_cast<double>(points) : 0.0));
  line("coordinates", fmt::format("{}, {}", result.angle, result.momentum_name));
  if (result.section.plane) line("energy", fmt::format("kept to {:.1e} of the kinetic", error));
  for (const std::string& note : result.notes) line("note", note);
  if (!result.file.empty()) line("written to", result.file);
  return out;
}

std::string table_of(const SectionResult& result) {
  std::string out = fmt::format("orbit,t,{},{}\n", result.angle, result.momentum_name);
  for (std::size_t k = 0; k < result.orbits.size(); ++k)
    for (const SectionPoint& point : result.orbits[k].points)
      out += fmt::format("{},{:.17g},{:.17g},{:.17g}\n", k + 1, point.t, point.angle, point.momentum);
  return out;
}

void write_section(const std::string& path, const TreeSpec& spec, const SectionResult& result, const Asked& asked) {
  if (ending(path) == ".csv") return write_file(path, table_of(result));
  Picture format{};
  picture_of(path, format);
  const int seen = result.section.coordinates.joints[result.section.seen];
  const std::string& joint = result.joints[seen];
  SectionLabels labels{result.model, result.plane, fmt::format("{} {}", angle_letter(spec, seen), joint),
                       fmt::format("\u03c0_{{{}}}", joint)};
  if (result.section.plane) labels.note += fmt::format(", energy {:.5g} J", result.energy);
  labels.note += fmt::format(", momentum {:.5g}", rounded(result.momentum, 1));
  const auto edge = !spec.chords.empty() || !result.section.plane ? std::vector<std::vector<std::array<double, 2>>>{}
                                                                  : section_edge(asked.sheet);
  write_file(path, render(section_figure(result.section, result.orbits, edge, labels), format));
}

std::vector<SectionOrbit> with_progress(const Common& common, const ChaosSystem& system, const Section& section,
                                        const std::vector<std::vector<double>>& starts, int count) {
  const Interruption interruption;
  Progress progress("section", !common.quiet && !common.json);
  SectionRequest request{.count = count};
  request.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const double all = static_cast<double>(count) * static_cast<double>(starts.size());
  request.told = [&](double share) {
    end_if_interrupted();
    progress.show(share, std::lround(share * all), "points");
  };
  return section_orbits(system, section, starts, request);
}

}  // namespace

int section(const Common& common, const SectionOptions& options) {
  if (options.every_period == !options.plane.empty())
    throw UsageError("section: give either --at \"phi_JOINT = ANGLE\" or --every-period; see `oopss section --help`");
  if (options.every_period && !options.direction.empty()) throw UsageError("section: --direction goes with --at");
  const Model model = model_of(common);
  const TreeSpec spec = tree_spec(model);
  require_followable(spec);
  if (auto found = without_sections(spec, values_of(spec.inputs), options.every_period); !found.empty()) {
    sort_by_place(found);
    throw ModelError(model.source, std::move(found), model.settings);
  }
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = start_state(model);
  const Asked asked = asked_of(model, system, start, options);
  const auto starts = starts_of(start, asked, options.orbits.value_or(default_orbits));
  SectionResult result{
      .model = model.name, .bodies = system.motion.system.bodies, .joints = system.motion.system.joints};
  result.section = asked.section;
  result.momentum = asked.sheet.momentum;
  result.energy = asked.sheet.energy;
  const std::vector<int>& joints = asked.section.coordinates.joints;
  const std::string& seen = result.joints[joints[asked.section.seen]];
  result.angle = "phi_" + seen;
  result.momentum_name = "pi_" + seen;
  if (asked.section.plane)
    result.plane = fmt::format("phi_{} = {:.6g}, {}", result.joints[joints[*asked.section.plane]], asked.section.angle,
                               asked.section.direction > 0 ? "rising" : "falling");
  else
    result.plane = fmt::format("after every {:.10g} s", asked.section.period);
  result.orbits = with_progress(common, system, asked.section, starts, options.count.value_or(default_count));
  std::size_t points = 0;
  for (const SectionOrbit& orbit : result.orbits) {
    points += orbit.points.size();
    const SectionPoint from = section_point(asked.section, 0, orbit.start.data());
    result.starts.push_back({from.angle, from.momentum});
    if (!orbit.trouble.empty())
      result.notes.push_back(
          fmt::format("motion {} ended after {} points: {}", result.starts.size(), orbit.points.size(), orbit.trouble));
  }
  if (points == 0)
    throw NumericalFailure(fmt::format("no motion passes {}: {}", result.plane,
                                       result.notes.empty() ? "there is none" : result.notes.front()));
  if (!options.output.empty()) {
    write_section(options.output, spec, result, asked);
    result.file = options.output;
  }
  const std::string document = section_document(result);
  print(common.json ? document : in_words(result));
  return Exit::done;
}

}  // namespace oopss
