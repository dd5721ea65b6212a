// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/arguments.hpp"
#include "cli/linkage.hpp"

namespace oopss {
namespace {

std::string number(const mpq_class& x) { return fmt::format("{:.10g}", nearest_double(x)); }
std::string part(const mpq_class& x, const mpq_class& P) {
  return fmt::format("{:.6g}", nearest_double(mpq_class(x / P)));
}
double degrees(double angle) { return angle * 180 / std::numbers::pi; }

/// "bar 0, bar 1 and bar 2".
std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return out;
}

/// "0 base, 1 crank, …": of a model, so that bars can be called by number.
std::string bars_in_words(const LoopQuestion& question) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < question.bars.size(); ++k) out.push_back(fmt::format("{} {}", k, question.bars[k]));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string closing_words(const LoopAnswer& answer) {
  const LoopTopology& loop = answer.loop;
  const mpq_class &longest = answer.question.lengths.l[loop.longest], others = loop.P - longest;
  const char* relation = loop.kind == LoopKind::not_constructible ? "longer than"
                         : loop.kind == LoopKind::rigid_line      ? "as long as"
                                                                  : "shorter than";
  return fmt::format("{}: {} with {} is {} the others together, {}; slack/P = {}",
                     loop.kind == LoopKind::not_constructible ? "no" : "yes", answer.question.bars[loop.longest],
                     number(longest), relation, number(others), part(loop.slack, loop.P));
}

/// s + l beside p + q, and what follows.
std::string grashof_words(const LoopAnswer& answer) {
  const FourBarClass& found = *answer.four;
  const std::vector<mpq_class>& l = answer.question.lengths.l;
  const mpq_class outer = l[found.sorted[0]] + l[found.sorted[3]], inner = l[found.sorted[1]] + l[found.sorted[2]];
  const std::string sums = fmt::format("s + l = {} {} p + q = {}", number(outer),
                                       found.kind == FourBarKind::grashof        ? "<"
                                       : found.kind == FourBarKind::change_point ? "="
                                                                                 : ">",
                                       number(inner));
  if (found.kind == FourBarKind::grashof)
    return fmt::format("{}: {} turns all the way round against every other bar, and no other pair does", sums,
                       answer.question.bars[*found.crank]);
  if (found.kind == FourBarKind::non_grashof)
    return fmt::format("{}: no bar turns all the way round against another", sums);
  std::vector<std::string> pairs;
  for (const BarPair& pair : found.pairs)
    if (pair.revolves) pairs.push_back(fmt::format("{}-{}", pair.j, pair.k));
  return fmt::format("{}: these pairs turn all the way round against each other: {}", sums, listed(pairs));
}

std::string shapes_words(const LoopAnswer& answer) {
  const LoopTopology& loop = answer.loop;
  std::string out =
      fmt::format("{}; {} component{}, Betti numbers {}, Euler characteristic {}", topology_words(*answer.four),
                  loop.betti[0], loop.betti[0] == 1 ? "" : "s", fmt::join(loop.betti, ", "), loop.euler);
  return out;
}

std::string collinear_words(const LoopTopology& loop) {
  std::vector<std::string> rows;
  for (const std::vector<int>& signs : loop.collinear) {
    std::string row;
    for (const int sign : signs) row += sign > 0 ? '+' : '-';
    rows.push_back(row);
  }
  return fmt::format("{} (the bars one way and the other: {}{})", loop.vanishing, fmt::join(rows, ", "),
                     loop.vanishing > static_cast<long>(rows.size()) ? ", ..." : "");
}

std::string pair_table(const FourBarClass& found) {
  std::string out = "  angle between bars, in degrees (0 in line, 180 folded back)\n";
  for (const BarPair& pair : found.pairs)
    out += fmt::format("    {}-{}   {}\n", pair.j, pair.k,
                       pair.revolves           ? "every angle"
                       : pair.range.least == 0 ? fmt::format("up to {:.6f} to either side", degrees(pair.range.most))
                                               : fmt::format("{:.6f} to {:.6f} to either side",
                                                             degrees(pair.range.least), degrees(pair.range.most)));
  return out;
}

std::string four_bar_words(const LoopAnswer& answer) {
  const FourBarClass& found = *answer.four;
  std::string out;
  if (found.kind == FourBarKind::not_constructible) return out;
  if (found.kind != FourBarKind::rigid_line) {
    out += fact("Grashof", grashof_words(answer));
    out += fact("change point", change_point_words(found));
  }
  out += fact("shapes", shapes_words(answer));
  if (answer.loop.vanishing > 0) out += fact("in line", collinear_words(answer.loop));
  if (found.kind == FourBarKind::rigid_line) return out;
  out += pair_table(found);
  for (std::size_t k = 0; k < answer.modes.size(); ++k)
    out += fmt::format("  {} {}, coordinate {}\n", found.components > 1 ? "component" : "circle", k + 1,
                       coordinate_words(answer.modes[k]));
  return out;
}

std::string loop_words(const LoopAnswer& answer) {
  const LoopTopology& loop = answer.loop;
  if (!loop.counted)
    return fact("shapes", fmt::format("not counted: {} bars have too many subsets; this takes up to {}", loop.bars,
                                      most_counted_bars));
  if (loop.kind == LoopKind::not_constructible) return {};
  std::string out =
      fact("shapes", fmt::format("{} component{}, Betti numbers {}, Euler characteristic {}{}", loop.betti[0],
                                 loop.betti[0] == 1 ? "" : "s", fmt::join(loop.betti, ", "), loop.euler,
                                 loop.bars == 5 && loop.kind == LoopKind::regular && loop.betti[0] == 1
                                     ? fmt::format(": a surface of genus {}", loop.betti[1] / 2)
                                     : ""));
  if (loop.vanishing > 0) return out + fact("in line", collinear_words(loop));
  return out +
         fact("signed sums", fmt::format("none is zero: the shapes are a manifold; the nearest to zero is {}, {} of "
                                         "the perimeter",
                                         number(loop.nearest), part(loop.nearest, loop.P)));
}

}  // namespace

std::string fact(const std::string& head, const std::string& text) { return fmt::format("  {:<15} {}\n", head, text); }

std::string class_words(const LoopAnswer& answer) {
  if (!answer.four) {
    constexpr std::array<const char*, 5> words = {"cannot be built", "a rigid line", "with singular shapes", "regular",
                                                  "can be built"};
    return words[static_cast<int>(answer.loop.kind)];
  }
  return class_words(*answer.four, answer.question.bars);
}

std::string in_words(const LoopAnswer& answer) {
  const LoopTopology& loop = answer.loop;
  std::vector<std::string> lengths;
  for (const mpq_class& l : answer.question.lengths.l) lengths.push_back(number(l));
  std::string out =
      fmt::format("{} bars in a loop, {}: {}\n", loop.bars, fmt::join(lengths, ", "), class_words(answer));
  if (!answer.question.bodies.empty()) out += fact("bars", bars_in_words(answer.question));
  out += fact("closes", closing_words(answer));
  if (loop.kind != LoopKind::not_constructible)
    out += fact("mobility", loop.kind == LoopKind::rigid_line
                                ? "0: all bars in line, it turns as one body"
                                : fmt::format("{}, besides place and attitude", loop.mobility));
  out += answer.four ? four_bar_words(answer) : loop_words(answer);
  if (!answer.file.empty()) out += fmt::format("  written to {}\n", answer.file);
  return out;
}

std::string in_words(const FourBarTable& table) {
  constexpr std::array<const char*, 8> numbers = {"i", "ii", "iii", "iv", "v", "vi", "vii", "viii"};
  constexpr std::array<const char*, 3> signs = {"<", "=", ">"};
  std::string out = fmt::format(
      "Four bars in line: the eight cases of Table 1 of Yang and Krishnaprasad, and what lengths make of them\n"
      "  Computed from all {} quadruples of lengths 1 to {}.\n\n"
      "  {:<5} {:>8} {:>8} {:>8}   {:<22}  {:<10} {:<10} {:>10}  {}\n",
      table.quadruples, table.longest, "case", "th1-th0", "th3-th2", "th3-th0", "condition", "one way", "back",
      "quadruples", "they are");
  for (std::size_t k = 0; k < table.cases.size(); ++k) {
    const CollinearCase& row = table.cases[k];
    std::string along, back;
    for (int bar = 0; bar < 4; ++bar) (row.signs[bar] > 0 ? along : back) += fmt::format("{} ", bar);
    const auto angle = [&](int i) { return row.half_turn[i] ? "pi" : "0"; };
    out += fmt::format("  {:<5} {:>8} {:>8} {:>8}   {:<22}  {:<10} {:<10} {:>10}  {}\n", numbers[k], angle(0), angle(1),
                       angle(2), condition_words(row.signs), along, back, row.quadruples,
                       row.quadruples == 0 ? "impossible"
                       : row.alike         ? word(row.kind)
                                           : "NOT ALL ALIKE");
  }
  out += fmt::format(
      "\nClasses by the lengths s <= p <= q <= l\n  {:<18} {:<14} {:<14} {:<26} {:>10} {:>6} {:>3} {:>6} {:>6}  {}\n",
      "class", "l : s+p+q", "s+l : p+q", "type", "quadruples", "pieces", "b1", "nodes", "pairs", "shapes");
  for (const FourBarRow& row : table.rows)
    out +=
        fmt::format("  {:<18} {:<14} {:<14} {:<26} {:>10} {:>6} {:>3} {:>6} {:>6}  {}{}\n", word(row.kind),
                    fmt::format("l {} s+p+q", signs[1 - row.slack]),
                    row.slack <= 0 ? "" : fmt::format("s+l {} p+q", signs[1 - row.margin]), row.type, row.quadruples,
                    row.components, row.b1, row.nodes, row.revolving, row.topology, row.alike ? "" : "  NOT ALL ALIKE");
  return out + "  nodes: shapes with all bars in line; pairs: of bars that turn all the way round against each other\n";
}

}  // namespace oopss
