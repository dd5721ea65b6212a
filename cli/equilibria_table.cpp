// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/regions.hpp"
#include "oopss/figure/render.hpp"

namespace oopss {
namespace {

const char* sign(int number) { return number > 0 ? "+" : number < 0 ? "-" : " "; }

std::string row(const SpecialCell& cell) {
  const std::string pair =
      cell.pair_index < 0 ? "none"
                          : fmt::format("{} of V, {}", cell.pair_index == 0 ? "minimum" : "maximum", word(cell.pair));
  return fmt::format("  {:<8} {:>6} {:>6} {:>6}   {:<24} {:<30} {:>4} of {}{}\n",
                     cell.region > 0 ? std::to_string(cell.region) : "outside", cell.count, sign(cell.sign_cos_x),
                     sign(cell.sign_cos_y), pair, fmt::format("{}", fmt::join(cell.stable, " or ")), cell.realisable,
                     cell.systems, cell.alike ? "" : "  NOT ALL ALIKE");
}

std::string in_words(const SpecialTable& table) {
  constexpr const char* signs[] = {"kappa > 0, tau > 0", "kappa < 0, tau < 0", "kappa > 0, tau < 0",
                                   "kappa < 0, tau > 0"};
  std::string out = fmt::format(
      "Three bodies in a chain, their joints aligned: equilibria by kappa = B1/B2 and tau = B1/A1, A1 > 0\n"
      "  x, y are the joint angles. Six equilibria where ||kappa| - |tau|| < 1 < |kappa| + |tau|: four collinear ones "
      "and\n"
      "  a bent pair +-(x, y). Region 3: kappa^2 + tau^2 < 1; region 1: kappa^2 - tau^2 > 1; region 2: between.\n"
      "  Computed from {} chains by the general search; the last column says how many of them have e1 > 0.\n",
      table.samples.size());
  for (const SpecialCell& cell : table.cells) {
    if (cell.region == 1)
      out += fmt::format("\n{}, {}\n  {:<8} {:>6} {:>6} {:>6}   {:<24} {:<30} {}\n",
                         cell.number < 4 ? fmt::format("Table {}", cell.number) : "Case 4", signs[cell.number - 1],
                         "region", "count", "cos x", "cos y", "pair", "stable", "e1 > 0");
    out += row(cell);
  }
  return out;
}

}  // namespace

void equilibria_table(const Common& common, const std::string& output) {
  const SpecialTable table = special_table();
  if (Picture format{}; picture_of(output, format)) write_file(output, render(regions(table), format));
  print(common.json ? special_table_document(table) : in_words(table));
}

}  // namespace oopss
