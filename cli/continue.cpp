// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "cli/continue.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/bifurcation.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/typeset.hpp"
#include "oopss/system/varied.hpp"
#include "server/describe.hpp"

namespace oopss {
namespace {

double number_of(std::string_view text, const std::string& whole) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value))
    throw UsageError(fmt::format("--vary takes PATH=A:B with two numbers, got \"{}\"", whole));
  return value;
}

/// Angles for people: what rounds to zero is zero.
std::string angles_text(const std::vector<double>& phi) {
  std::string out;
  for (const double angle : phi)
    out += fmt::format("{}{:.6f}", out.empty() ? "" : ", ", std::abs(angle) < 5e-7 ? 0.0 : angle);
  return out;
}

/// Of a shape; in space hinges have their angles, balls the ones of their turns.
std::string angles_text(const ContinuationResult& result, const std::vector<double>& phi) {
  return angles_text(result.in_space ? result.in_space(phi).turned : phi);
}

std::string in_words(const ContinuationResult& result) {
  std::string out = fmt::format("{}: equilibria over {} from {:.10g} to {:.10g}\n", one_line(result.model), result.vary,
                                result.from, result.to);
  for (std::size_t i = 0; i < result.branches.size(); ++i) {
    const EquilibriumBranch& branch = result.branches[i];
    out += fmt::format("  branch {}: {} points\n", i + 1, branch.points.size());
    for (const auto& [end, point] :
         {std::pair{&branch.first, &branch.points.front()}, std::pair{&branch.last, &branch.points.back()}})
      out += fmt::format("    {:>14.8g}  ({})  energy {:<12.6g} {:<17} {}\n", point->value,
                         angles_text(result, point->phi), point->energy, word(point->stability), end->words);
  }
  if (result.branches.empty())
    out += "  no branches: where equilibria were searched for there are none, or all are degenerate\n";
  if (result.special.empty()) out += "  no special points\n";
  for (const SpecialPoint& point : result.special)
    out += fmt::format("  {:<16} at {} = {:.12g}, ({}), residual {:.1e}\n", word(point.kind), result.vary, point.value,
                       angles_text(result, point.phi), point.residual);
  for (const bool failed : {false, true}) {
    std::vector<BranchEnd> gaps;
    std::copy_if(result.gaps.begin(), result.gaps.end(), std::back_inserter(gaps),
                 [&](const BranchEnd& gap) { return gap.failed == failed; });
    const char* const found = failed ? "not all" : "nothing";
    if (gaps.size() > 3) {
      const auto [low, high] =
          std::minmax_element(gaps.begin(), gaps.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
      out += fmt::format("  {} at {} values between {:.10g} and {:.10g}, such as {}\n", found, gaps.size(), low->value,
                         high->value, gaps.front().words);
    } else {
      for (const BranchEnd& gap : gaps) out += fmt::format("  {} at {:.10g}: {}\n", found, gap.value, gap.words);
    }
  }
  if (!result.file.empty()) out += fmt::format("  written to {}\n", result.file);
  return out;
}

/// The column of a coordinate: angle.elbow, and in space rotation.socket.w, axis.x.
std::string column_of(const std::string& coordinate) {
  if (coordinate.find('.') == std::string::npos) return "angle." + coordinate;
  return coordinate.starts_with("axis.") ? coordinate : "rotation." + coordinate;
}

std::string as_csv(const ContinuationResult& result, const std::vector<std::string>& coordinates) {
  std::string out = "branch,value";
  for (const std::string& coordinate : coordinates) out += "," + column_of(coordinate);
  out += ",energy,index,stability\n";
  for (std::size_t i = 0; i < result.branches.size(); ++i)
    for (const BranchPoint& point : result.branches[i].points)
      out += fmt::format("{},{:.17g},{:.17g},{:.17g},{},{}\n", i + 1, point.value, fmt::join(point.phi, ","),
                         point.energy, point.index, word(point.stability));
  return out;
}

/// The same with a number per joint for every shape, as pictures show it.
ContinuationResult by_joint(ContinuationResult result) {
  if (!result.in_space) return result;
  for (EquilibriumBranch& branch : result.branches)
    for (BranchPoint& point : branch.points) point.phi = result.in_space(point.phi).turned;
  for (SpecialPoint& point : result.special) point.phi = result.in_space(point.phi).turned;
  return result;
}

}  // namespace

Vary vary_of(const std::string& text) {
  const std::size_t equals = text.find('='), colon = text.find(':', equals == std::string::npos ? 0 : equals);
  if (equals == std::string::npos || equals == 0 || colon == std::string::npos)
    throw UsageError(fmt::format("--vary takes PATH=A:B, e.g. body.arm.mass=1:5, got \"{}\"", text));
  const std::string_view all = text;
  Vary out{text.substr(0, equals), number_of(all.substr(equals + 1, colon - equals - 1), text),
           number_of(all.substr(colon + 1), text)};
  if (out.from == out.to) throw UsageError(fmt::format("--vary {}: its two ends are the same", text));
  return out;
}

std::string unit_at(const Model& model, const std::string& path) {
  for (const ModelMessage::NumberRow& row : model_numbers(model))
    if (row.path == path) return row.unit;
  return path == "start.energy" ? "J" : path == "start.momentum" ? "kg m\u00b2 / s" : "";
}

int continue_branches(const Common& common, const ContinueOptions& options) {
  if (!options.winding.empty()) return continue_orbit(common, options);
  if (options.energy) throw UsageError("continue: --energy goes with --winding");
  const Vary vary = vary_of(options.vary);
  Picture format{};
  const bool drawn = picture_of(options.output, format), table = ending(options.output) == ".csv";
  const Model model = model_of(common);
  const TreeSpec spec = tree_spec(model);
  refuse_motion(spec);
  if (const std::string words = more_than_searched(spec, values_of(spec.inputs)); !words.empty())
    throw TooLarge("the search takes " + words);
  refuse_laws_without_potential(spec, values_of(spec.inputs), options.free);
  const VariedModel varied = varied_model(model, settings_of(common), vary.path, options.momentum, options.free);
  const ShapeEnergy member = any_member(varied, vary.from, vary.to);
  require_finite(member);
  if (is_everywhere(member))
    throw UsageError(member.momentum == 0
                         ? "at zero total momentum and without springs every shape at rest is an equilibrium: give "
                           "--momentum"
                         : "the energy does not depend on the shape: every shape is an equilibrium");
  const auto make = [&](double value) {
    try {
      return varied.at(value);
    } catch (const ModelError& problem) {
      throw FamilyEnds(fmt::format("{} = {:.10g}: {}", vary.path, value, problem.found.front().message));
    }
  };
  EquilibriumFamily family = equilibrium_family(make, vary.from, vary.to, member, end_if_interrupted);
  const System system = oopss::in_space(spec) ? derive(model, Engine::recursive) : System{};
  const StateOfShape in_space = state_of_shape(system, skeleton(model), values_of(spec.inputs), member.space);
  const std::vector<bool> circle = circles(family.space);
  const std::vector<std::string>& joints = in_space ? system.joints : member.joints;
  BifurcationText text{model.name, vary.path, {}, circle, unit_at(model, vary.path)};
  for (std::size_t k = 0; k < joints.size(); ++k) text.angles.push_back(angle_letter(spec, k) + " " + joints[k]);
  if (in_space)
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const auto of_hinge = std::find(member.joints.begin(), member.joints.end(), joints[k]);
      text.circle[k] = of_hinge != member.joints.end() && circle[of_hinge - member.joints.begin()];
    }
  BranchSearch search(std::move(family));
  const Interruption interruption;
  {
    Progress progress("continue", !common.quiet && !common.json);
    while (search.step()) progress.show(search.progress(), static_cast<long>(search.branches().size()), "branches");
  }
  const ContinuationResult done{text.title,        vary.path,        vary.from,     vary.to,
                                member.bodies,     joints,           in_space,      member.momentum != 0,
                                search.branches(), search.special(), search.gaps(), options.output};
  for (const EquilibriumBranch& branch : done.branches)
    if (branch.points.empty()) throw std::logic_error("a branch without points");
  const std::string document = continuation_document(done, circle);  // a number that is not finite leaves no file
  if (drawn) {
    const ContinuationResult shown = by_joint(done);
    write_file(options.output,
               render(bifurcation_figure(shown.branches, shown.special, vary.from, vary.to, text), format));
  }
  if (table) write_file(options.output, as_csv(done, member.joints));
  print(common.json ? document : in_words(done));
  for (const EquilibriumBranch& branch : done.branches)
    for (const BranchEnd* end : {&branch.first, &branch.last})
      if (end->failed) {
        say(fmt::format("oopss: a branch was lost at {} = {:.10g}: {}", vary.path, end->value, end->words));
        return Exit::numerical;
      }
  for (const BranchEnd& gap : done.gaps)
    if (gap.failed) {
      say(fmt::format("oopss: at {} = {:.10g} {}", vary.path, gap.value, gap.words));
      return Exit::numerical;
    }
  return Exit::done;
}

}  // namespace oopss
