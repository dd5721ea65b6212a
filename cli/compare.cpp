// SPDX-License-Identifier: Apache-2.0
#include "cli/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/read.hpp"

namespace oopss {
namespace {

/// The table with its times rising.
Table rising(Table table) {
  if (table.columns.front().back() < table.columns.front().front())
    for (std::vector<double>& column : table.columns) std::reverse(column.begin(), column.end());
  return table;
}

/// Where a time lies in a grid: between i and i + 1, this part of the way; a part of 0 is the time itself.
struct Position {
  std::size_t i = 0;
  double part = 0;
};

/// The times of two grids are alike if they differ by rounding only.
Position position(const std::vector<double>& grid, double t) {
  const double same = 1e-12 * std::max({std::abs(grid.front()), std::abs(grid.back()), grid.back() - grid.front()});
  const auto after = std::lower_bound(grid.begin(), grid.end(), t - same);
  const auto i = static_cast<std::size_t>(after - grid.begin());
  if (after != grid.end() && std::abs(*after - t) <= same) return {i, 0};
  return {i - 1, (t - grid[i - 1]) / (grid[i] - grid[i - 1])};
}

double value_at(const std::vector<double>& column, const Position& position) {
  if (position.part == 0) return column[position.i];
  return column[position.i] + position.part * (column[position.i + 1] - column[position.i]);
}

/// The times at which two runs are compared, with their places in both.
struct Matching {
  std::vector<double> t;
  std::vector<Position> coarse, fine;
};

Matching match(const std::vector<double>& coarse, const std::vector<double>& fine, double from, double to) {
  Matching out;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    if (coarse[i] < from || coarse[i] > to) continue;
    out.t.push_back(coarse[i]);
    out.coarse.push_back({i, 0});
    out.fine.push_back(position(fine, coarse[i]));
  }
  return out;
}

std::size_t count_between(const std::vector<double>& t, double from, double to) {
  return static_cast<std::size_t>(
      std::count_if(t.begin(), t.end(), [&](double value) { return value >= from && value <= to; }));
}

Difference difference(const std::string& name, const std::vector<double>& coarse, const std::vector<double>& fine,
                      const Matching& matching, double tolerance) {
  Difference out{name, 0, matching.t.front(), 0, 0, {}};
  std::vector<double> apart;
  for (std::size_t k = 0; k < matching.t.size(); ++k) {
    const double a = value_at(coarse, matching.coarse[k]), b = value_at(fine, matching.fine[k]);
    out.size = std::max({out.size, std::abs(a), std::abs(b)});
    apart.push_back(std::abs(a - b));
    if (apart.back() > out.largest) {
      out.largest = apart.back();
      out.time = matching.t[k];
    }
  }
  out.relative = out.size > 0 ? out.largest / out.size : 0;
  const auto beyond =
      std::find_if(apart.begin(), apart.end(), [&](double value) { return value > tolerance * out.size; });
  if (beyond != apart.end()) out.parts_at = matching.t[beyond - apart.begin()];
  return out;
}

std::vector<std::string> missing_in(const Table& table, const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names)
    if (!find_column(table, name)) out.push_back(name);
  return out;
}

}  // namespace

Comparison compare(const Table& first, const Table& second, double tolerance) {
  const Table a = rising(first), b = rising(second);
  const std::vector<double>&ta = a.columns.front(), &tb = b.columns.front();
  const double from = std::max(ta.front(), tb.front()), to = std::min(ta.back(), tb.back());
  const bool a_coarser = count_between(ta, from, to) <= count_between(tb, from, to);
  const Table &coarse = a_coarser ? a : b, &fine = a_coarser ? b : a;
  const Matching matching = match(coarse.columns.front(), fine.columns.front(), from, to);
  if (matching.t.empty())
    throw FileError(fmt::format("the runs have no time in common: one has t from {} to {}, the other from {} to {}",
                                ta.front(), ta.back(), tb.front(), tb.back()));
  Comparison out;
  const bool common = std::all_of(matching.fine.begin(), matching.fine.end(),
                                  [](const Position& position) { return position.part == 0; });
  const bool same = common && ta.size() == matching.t.size() && tb.size() == matching.t.size();
  out.grid = same ? Grid::same : common ? Grid::common : Grid::interpolated;
  out.points = matching.t.size();
  out.from = matching.t.front();
  out.to = matching.t.back();
  for (std::size_t k = 1; k < a.names.size(); ++k)
    if (const std::vector<double>* other = find_column(b, a.names[k]))
      out.columns.push_back(difference(a.names[k], a_coarser ? a.columns[k] : *other, a_coarser ? *other : a.columns[k],
                                       matching, tolerance));
  out.only_a = missing_in(b, a.names);
  out.only_b = missing_in(a, b.names);
  return out;
}

std::string in_words(const Comparison& comparison) {
  const std::string where = fmt::format("at {} times from {} to {}", comparison.points, comparison.from, comparison.to);
  switch (comparison.grid) {
    case Grid::same:
      return "compared " + where + ", which both runs have";
    case Grid::common:
      return "compared " + where + ": those of the coarser run, which the finer one has too";
    case Grid::interpolated:
      break;
  }
  return "compared " + where +
         ": those of the coarser run, where the finer one was interpolated linearly; small differences may stem from "
         "that";
}

}  // namespace oopss
