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
#include "oopss/system/derive.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

constexpr double default_scales = 1000;  // of time that a run lasts

/// Two digits of a number.
double in_two_digits(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / power) * power;
}

/// ln(T/τ)/T, τ the time scale: what finite-time exponents that tend to zero are about.
double zero_level(const ExponentsResult& result) {
  const double until = result.exponents.until;
  return std::log(std::max(until / result.time_scale, 2.0)) / until;
}

std::string verdict(const ExponentsResult& result) {
  const Exponents& found = result.exponents;
  const double level = zero_level(result);
  if (found.mean.front() < 5 * level)
    return "none is told from zero: at this time those that tend to it are about ln T/T";
  if (found.interval.front()[0] > level)
    return fmt::format("small differences grow: the largest is {:.3g} times ln T/T", found.mean.front() / level);
  return "not decided at this time: the largest is above ln T/T by less than its spread tells; try a longer --until";
}

std::string zeros_words(const ExponentsResult& result) {
  if (result.forced) return "none has to be: the laws depend on the time";
  if (result.forced_zeros == 2) return "two tend to zero, of the motion itself and of its energy";
  return "one tends to zero, that of the motion itself, unless it comes to rest";
}

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
  line("", verdict(result));
  line("zeros", fmt::format("{}; ln T/T is {:.2g} here", zeros_words(result), zero_level(result)));
  if (found.has_divergence && !result.keeps_volume)
    line("sum",
         fmt::format("{:.8g}; mean divergence of the rates on the leaf {:.8g}", found.sum, found.mean_divergence));
  else
    line("sum", fmt::format("{:.1e}: volumes on the leaf are kept", found.sum));
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
  ExponentsResult result{
      .model = model.name, .bodies = system.motion.system.bodies, .joints = system.motion.system.joints};
  result.time_scale = time_scale(system, start);
  const double until = options.until.value_or(in_two_digits(default_scales * result.time_scale));
  result.momentum = system.motion.system.casimirs.front().value(start.data());
  result.energy = energy_of(system.motion, start);
  result.forced = system.time.depends;
  result.forced_zeros = forced_zeros(system);
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
