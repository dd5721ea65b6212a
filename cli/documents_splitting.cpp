// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"
#include "cli/json.hpp"
#include "cli/splitting.hpp"

namespace oopss {

std::string splitting_document(const SplittingResult& result) {
  const ModelSplitting& subject = result.subject;
  const Splitting& found = result.found;
  const auto each = [&](const auto& number) {
    Json out = Json::array();
    for (const MeasuredGap& one : found.measured) out.push_back(number(one));
    return out;
  };
  constexpr std::array<const char*, 4> words = {"drive", "lever", "mass", "light"};
  Json out = {{"schema", 1},
              {"model", result.model},
              {"by", words[static_cast<std::size_t>(subject.by)]},
              {"loop", result.loop > 0 ? "+" : "-"},
              {"momentum", subject.momentum},
              {"sizes", each([](const MeasuredGap& one) { return one.size; })},
              {"measured", each([](const MeasuredGap& one) { return one.gap; })},
              {"error", each([](const MeasuredGap& one) { return one.error; })},
              {"integral", subject.problem.claimed ? Json(found.integral) : Json(nullptr)},
              {"ratio", found.ratio},
              {"slope", found.slope},
              {"slope_error", found.slope_error},
              {"phase", found.phase},
              {"coordinate", subject.coordinate},
              {"zeros", subject.problem.claimed ? Json(found.zeros) : Json::array()},
              {"period", subject.problem.gap.period},
              {"growth", subject.problem.growth},
              {"frequency", subject.problem.frequency},
              {"multiplier", each([](const MeasuredGap& one) { return one.multiplier; })}};
  if (!subject.problem.claimed) out["rotor_integral"] = found.integral;
  if (subject.by != SplittingBy::drive) {
    out["circle"] = subject.circle;
    out["energy"] = subject.energy;
  }
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

}  // namespace oopss
