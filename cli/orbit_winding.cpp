// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/orbit.hpp"
#include "cli/terminal.hpp"
#include "oopss/orbit/winding_orbits.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/orbit_system.hpp"

namespace oopss {
namespace {

constexpr int most_turns = 1000;  // of a joint, either way

WindingRequest request_of(const Model& model, const OrbitSystem& system, const OrbitOptions& options) {
  WindingRequest out{winding_of(options.winding, model), 0, 0, options.all_symmetric};
  if (options.energy && options.momentum) {
    out.energy = *options.energy;
    out.momentum = *options.momentum;
    return out;
  }
  const std::vector<double> start = start_state(model);
  out.energy = options.energy ? *options.energy : energy_of(system, start);
  out.momentum = options.momentum ? *options.momentum : system.system.casimirs.front().value(start.data());
  return out;
}

/// What --all-symmetric asks of a model.
void refuse_asymmetric(const OrbitSystem& system, const WindingRequest& request) {
  constexpr int most_joints = 10;
  if (request.winding.size() > most_joints)
    throw TooLarge(
        fmt::format("--all-symmetric: {} joints have 2^{} symmetric motions of a winding at least; {} "
                    "joints are taken on",
                    request.winding.size(), request.winding.size() - 1, most_joints));
  if (!has_mirror(system.system.lagrangian(system.p, request.momentum)))
    throw Unsupported(
        "--all-symmetric: a motion of this model that runs backwards in the mirror is no motion of it: some body has "
        "joints that are not in one line with its mass centre, or a spring that is not even");
}

}  // namespace

std::vector<int> winding_of(const std::string& text, const Model& model) {
  std::vector<int> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view word = std::string_view(text).substr(begin, end - begin);
    while (word.starts_with(' ')) word.remove_prefix(1);
    if (word.starts_with('+')) word.remove_prefix(1);
    int turns = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), turns);
    if (read.ec != std::errc() || read.ptr != word.data() + word.size() || std::abs(turns) > most_turns)
      throw UsageError(fmt::format("--winding takes whole numbers from -{} to {} with commas, got {}", most_turns,
                                   most_turns, oopss::quoted(text)));
    out.push_back(turns);
    begin = end + 1;
  }
  if (out.size() != model.joints.size())
    throw UsageError(fmt::format("--winding {}: {} number{}, and the model has {} joint{}", text, out.size(),
                                 out.size() == 1 ? "" : "s", model.joints.size(), model.joints.size() == 1 ? "" : "s"));
  if (std::all_of(out.begin(), out.end(), [](int turns) { return turns == 0; }))
    throw UsageError("--winding: some joint must turn; without any turn loops can be drawn together to a point");
  return out;
}

int orbit_winding(const Common& common, const OrbitOptions& options) {
  const Model model = model_of(common);
  const OrbitSystem system = orbit_system(model, winding_of(options.winding, model));
  const WindingRequest request = request_of(model, system, options);
  if (request.all_symmetric) refuse_asymmetric(system, request);
  WindingAnswer answer;
  {
    const Interruption interruption;
    Progress progress("orbit", !common.quiet && !common.json);
    answer = winding_orbits(system, request, [&](double share) {
      end_if_interrupted();
      progress.show(share, static_cast<long>(100 * share), "%");
    });
  }
  OrbitResult result{.model = model.name,
                     .bodies = system.system.bodies,
                     .joints = system.system.joints,
                     .orbits = {},
                     .listed = options.all_symmetric,
                     .existence = answer.existence,
                     .threshold = answer.threshold,
                     .threshold_words = answer.words,
                     .trouble = answer.trouble,
                     .file = {}};
  for (const WindingOrbit& found : answer.orbits) {
    result.orbits.push_back(shown_orbit(model, system, found.orbit));
    result.orbits.back().action = found.action;
    result.orbits.back().repeats = found.repeats;
  }
  if (!answer.reached) throw UsageError("--energy: " + answer.trouble);
  if (result.orbits.empty()) throw NumericalFailure(answer.trouble + "; " + answer.words);
  if (!options.output.empty() && answer.trouble.empty()) {
    write_orbit(options.output, model, system, answer.orbits.front().orbit);
    result.file = options.output;
  }
  const std::string document = orbit_document(result);
  print(common.json ? document : in_words(result));
  if (answer.trouble.empty()) return Exit::done;
  say("oopss: " + answer.trouble);
  return Exit::numerical;
}

}  // namespace oopss
