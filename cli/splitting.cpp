// SPDX-License-Identifier: Apache-2.0
#include "cli/splitting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/splitting.hpp"

namespace oopss {
namespace {

constexpr int drawn_phases = 128;
constexpr double largest_size = 10;

/// Those of --sizes: three or more, all different.
std::vector<double> sizes_of(const std::string& list) {
  const char* const what = "three or more different positive numbers, at most 10,";
  std::vector<double> out = list.empty() ? std::vector{1e-2, 1e-3, 1e-4} : numbers_of("--sizes", what, list);
  std::vector<double> sorted = out;
  std::sort(sorted.begin(), sorted.end());
  const bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  if (out.size() < 3 || twice || !(sorted.front() > 0) || sorted.back() > largest_size)
    throw UsageError(fmt::format("--sizes takes {} with commas between them, got {}", what, oopss::quoted(list)));
  return out;
}

SplittingRequest request_of(const SplittingOptions& options, const Model& model) {
  if (model.bodies.size() != 3 && (options.circle || !options.by.empty()))
    throw UsageError(fmt::format("{} is for three bodies; this model has {}", options.circle ? "--circle" : "--by",
                                 model.bodies.size()));
  SplittingRequest out;
  out.by = options.by == "mass" ? SplittingBy::mass : options.by == "light" ? SplittingBy::light : SplittingBy::lever;
  out.sense = options.loop == "-" ? -1 : 1;
  out.circle = options.circle;
  return out;
}

SplittingPicture picture_of(const SplittingResult& result, const SplittingCurves& curves) {
  const ModelSplitting& subject = result.subject;
  const bool drive = subject.by == SplittingBy::drive;
  SplittingPicture out{
      .title = result.model, .curves = curves, .integral = subject.problem.gap, .measured = result.found};
  out.section = fmt::format("phi_{} = {:.6g}, in the sense {}", subject.angle, rounded(subject.stretched, 1),
                            result.loop > 0 ? "+" : "\u2212");
  out.phase = drive ? "t (s)" : fmt::format("\u03c8 (rad)");
  out.momentum = drive ? "\u03bd (kg m\u00b2/s)" : fmt::format("mu_{} (kg m\u00b2/s)", subject.third);
  out.angle = !drive;
  out.integral_name = subject.problem.claimed ? "Melnikov integral" : "integral of a rotor, not claimed";
  return out;
}

std::string as_csv(const ModelSplitting& subject, const SplittingCurves& curves) {
  std::string out = fmt::format("{},unstable.{},stable.{},gap,integral\n", subject.phase_name, subject.coordinate,
                                subject.coordinate);
  for (std::size_t i = 0; i < curves.phase.size(); ++i)
    out +=
        fmt::format("{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}\n", curves.phase[i], curves.unstable[i], curves.stable[i],
                    curves.unstable[i] - curves.stable[i], curves.size * value(subject.problem.gap, curves.phase[i]));
  return out;
}

}  // namespace

void splitting(const Common& common, const SplittingOptions& options) try {
  const std::vector<double> sizes = sizes_of(options.sizes);
  const Model model = model_of(common);
  SplittingResult result{.model = model.name};
  result.loop = options.loop == "-" ? -1 : 1;
  result.subject = splitting_of(model, request_of(options, model));
  const PhaseSeries& gap = result.subject.problem.gap;
  const double phase = options.phase.empty() ? largest_phase(gap) : angle_of("--phase", options.phase);
  Picture format{};
  const bool drawn = picture_of(options.output, format), written = !options.output.empty();
  std::string text;
  {
    const Interruption interruption;
    Progress progress("splitting", !common.quiet && !common.json);
    const double first_part = written ? 0.4 : 1;
    const auto show = [&](double share) {
      end_if_interrupted();
      progress.show(share, static_cast<long>(100 * share), "%");
    };
    result.found = measure_splitting(result.subject.problem, within_period(phase, gap.period), sizes,
                                     [&](double share) { show(first_part * share); });
    if (written) {
      const SplittingCurves curves =
          splitting_curves(result.subject.problem, *std::max_element(sizes.begin(), sizes.end()), drawn_phases,
                           [&](double share) { show(first_part + (1 - first_part) * share); });
      text = drawn ? render(splitting_figure(picture_of(result, curves)), format) : as_csv(result.subject, curves);
    }
  }
  if (written) {
    write_file(options.output, text);
    result.file = options.output;
  }
  const std::string document = splitting_document(result);
  print(common.json ? document : in_words(result));
} catch (const NoSplitting& why) {
  throw Unsupported(fmt::format("splitting: {}", why.what()));
} catch (const SplittingFailed& why) {
  throw NumericalFailure(fmt::format("splitting: {}", why.what()));
}

}  // namespace oopss
