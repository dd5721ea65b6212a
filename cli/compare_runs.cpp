// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/compare.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/plot.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// The columns that part, both runs over each other; all of them if none parts. A panel per column.
std::string overlay(const Table& a, const Table& b, const Comparison& comparison, Picture format) {
  constexpr std::size_t most_panels = 6;
  Plot wanted;
  wanted.title = "two runs";
  wanted.t = a.columns[0];
  std::size_t panels = 0;
  const bool some_part = std::any_of(comparison.columns.begin(), comparison.columns.end(),
                                     [](const Difference& d) { return d.parts_at.has_value(); });
  for (const Difference& d : comparison.columns) {
    if (panels == most_panels || (some_part && !d.parts_at)) continue;
    ++panels;
    wanted.series.push_back({d.name, "", "A", 0, *find_column(a, d.name)});
    wanted.series.push_back({d.name, "", "B", 1, *find_column(b, d.name)});
  }
  return render(plot(wanted), format);
}

}  // namespace

void compare_runs(const Common& common, const CompareOptions& options) {
  const Table a = read_table(options.a), b = read_table(options.b);
  const Comparison comparison = compare(a, b, options.tolerance.value_or(1e-6));
  if (Picture format{}; picture_of(options.output, format)) {
    if (comparison.grid != Grid::same) throw UsageError("an overlay needs two runs with the same times");
    write_file(options.output, overlay(a, b, comparison, format));
  }
  if (common.json) return print(compare_document(comparison));
  std::string out = fmt::format("{} points from t = {:.6g} to {:.6g}: {}\n", comparison.points, comparison.from,
                                comparison.to, in_words(comparison));
  for (const Difference& d : comparison.columns)
    out +=
        fmt::format("  {:<28} differs by {:<12.4e} at most, at t = {:<12.6g} {}\n", one_line(d.name), d.largest, d.time,
                    d.parts_at ? fmt::format("parts at t = {:.6g}", *d.parts_at) : std::string("stays together"));
  for (const auto& [only, whose] : {std::pair{&comparison.only_a, "A"}, {&comparison.only_b, "B"}})
    for (const std::string& name : *only) out += fmt::format("  {:<28} only in {}\n", one_line(name), whose);
  print(out);
}

}  // namespace oopss
