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
#include "oopss/figure/render.hpp"
#include "oopss/figure/section.hpp"
#include "oopss/system/chaos_demand.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

std::string in_words(const ExponentsResult& result) {
  const Exponents& found = result.exponents;
  std::string out = fmt::format("{}: Lyapunov exponents on the leaf of total momentum {:.6g} kg m^2/s, {} dimensions\n",
                                one_line(result.model), rounded(result.momentum, 1), found.mean.size());
  const auto line = [&](const char* what, const std::string& words) {
    out += fmt::format("  {:<16} {}\n", what, words);
  };
  line("time", fmt::format("{:.6g} s; {} starts, {:g} apart", found.until, found.starts, 1e-6));
  line("exponents", fmt::format("{:>14}  spread (1/s)", "mean"));
  for (std::size_t k = 0; k < found.mean.size(); ++k)
    line("", fmt::format("{:>14.6g}  {:.2g}", found.mean[k], found.spread[k]));
  line("", growth_words(found, result.time_scale));
  line("zeros", fmt::format("{}; ln T/T is {:.2g} here", result.zeros, zero_level(found, result.time_scale)));
  if (found.has_divergence && !result.keeps_volume)
    line("sum",
         fmt::format("{:.8g}; mean divergence of the rates on the leaf {:.8g}", found.sum, found.mean_divergence));
  else
    line("sum", fmt::format("zero to {:.1e}: volumes on the leaf are kept", std::abs(found.sum)));
  if (result.keeps_volume)
    line("tangent map", fmt::format("symplectic to {:.1e} over {:.4g} s", result.defect, result.defect_span));
  if (result.keeps_energy) line("energy", fmt::format("kept to {:.1e} of the kinetic", found.energy_drift));
  if (!result.file.empty()) line("written to", result.file);
  return out;
}

std::string table_of(const Exponents& exponents) {
  std::string out = "t";
  for (std::size_t k = 1; k <= exponents.mean.size(); ++k) out += fmt::format(",exponent{},spread{}", k, k);
  out += "\n";
  for (std::size_t i = 0; i < exponents.t.size(); ++i) {
    out += fmt::format("{:.17g}", exponents.t[i]);
    for (std::size_t k = 0; k < exponents.mean.size(); ++k)
      out += fmt::format(",{:.17g},{:.17g}", exponents.course[i][k], exponents.band[i][k]);
    out += "\n";
  }
  return out;
}

void write_exponents(const std::string& path, const ExponentsResult& result) {
  if (ending(path) == ".csv") return write_file(path, table_of(result.exponents));
  Picture format{};
  picture_of(path, format);
  write_file(path, render(exponents_figure(result.exponents, result.model), format));
}

Exponents with_progress(const Common& common, const ChaosSystem& system, const std::vector<double>& start,
                        double until) {
  const Interruption interruption;
  Progress progress("lyapunov", !common.quiet && !common.json);
  ExponentRequest request{.until = until};
  request.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  request.told = [&](double share) {
    end_if_interrupted();
    progress.show(share, static_cast<long>(100 * share), "%");
  };
  return exponents(system, start, request);
}

}  // namespace

void require_followable(const TreeSpec& spec) {
  const int size = layout_of(spec, false).size;
  if (size > most_chaos_states)
    throw TooLarge(fmt::format("exponents and sections are of states of at most {} numbers, that of this model has {}",
                               most_chaos_states, size));
}

int lyapunov(const Common& common, const LyapunovOptions& options) {
  const Model model = model_of(common);
  require_followable(tree_spec(model));
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = start_state(model);
  if (leaf_dimension(system, start) == 0)
    throw UsageError("lyapunov: the loops leave the bodies no motion against each other: every leaf is a point");
  ExponentsResult result{
      .model = model.name, .bodies = system.motion.system.bodies, .joints = system.motion.system.joints};
  result.time_scale = time_scale(system, start);
  const double until = options.until.value_or(suggested_until(result.time_scale));
  result.momentum = system.motion.system.casimirs.front().value(start.data());
  result.energy = energy_of(system.motion, start);
  result.forced = system.time.depends;
  result.forced_zeros = forced_zeros(system);
  result.zeros = zeros_words(system);
  result.keeps_energy = system.keeps_energy;
  result.exponents = with_progress(common, system, start, until);
  if (!result.exponents.trouble.empty()) throw NumericalFailure("a motion came to an end: " + result.exponents.trouble);
  result.keeps_volume = std::abs(result.exponents.mean_divergence) * result.time_scale < 1e-12;
  result.defect_span = std::min(until, 10 * result.time_scale);
  if (result.keeps_volume) result.defect = tangent_defect(system, start, result.defect_span);
  if (!options.output.empty()) {
    write_exponents(options.output, result);
    result.file = options.output;
  }
  const std::string document = lyapunov_document(result);
  print(common.json ? document : in_words(result));
  return Exit::done;
}

}  // namespace oopss
