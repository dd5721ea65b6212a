// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/classify_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace oopss {
namespace {

/// The eight ways to lie in line, with the signs that the angles give: bar k points along bar 0 if θ_k − θ_0 is 0.
std::vector<CollinearCase> collinear_cases() {
  std::vector<CollinearCase> out;
  const auto sign = [](bool half_turn) { return half_turn ? -1 : 1; };
  for (int k = 0; k < 8; ++k) {
    CollinearCase one;
    one.half_turn = {(k & 4) != 0, (k & 2) != 0, (k & 1) != 0};
    const auto [theta_10, theta_32, theta_30] = one.half_turn;
    one.signs = {1, sign(theta_10), sign(theta_30 != theta_32), sign(theta_30)};
    out.push_back(one);
  }
  return out;
}

void enter(CollinearCase& row, const FourBarClass& found) {
  if (row.quadruples == 0) row.kind = found.kind;
  row.alike = row.alike && row.kind == found.kind;
  ++row.quadruples;
}

FourBarRow row_of(const FourBarClass& found) {
  FourBarRow row{sgn(found.slack), sgn(found.margin), found.kind};
  row.type = found.kind == FourBarKind::grashof             ? "as the reference bar says"
             : found.kind == FourBarKind::not_constructible ? "none"
                                                            : word(found.type);
  row.components = found.components;
  row.b1 = found.b1;
  row.nodes = found.nodes;
  row.revolving = static_cast<int>(
      std::count_if(found.pairs.begin(), found.pairs.end(), [](const BarPair& pair) { return pair.revolves; }));
  row.topology = topology_words(found);
  return row;
}

/// Rows of one class have one type and one sign of the slack; the rest they should have in common.
auto key(const FourBarRow& row) { return std::tie(row.kind, row.type); }
auto rest(const FourBarRow& row) {
  return std::tie(row.slack, row.components, row.b1, row.nodes, row.revolving, row.topology);
}

void enter(std::vector<FourBarRow>& rows, const FourBarClass& found) {
  const FourBarRow row = row_of(found);
  auto same = std::find_if(rows.begin(), rows.end(), [&](const FourBarRow& other) { return key(other) == key(row); });
  if (same == rows.end()) same = rows.insert(rows.end(), row);
  same->alike = same->alike && rest(*same) == rest(row);
  ++same->quadruples;
}

}  // namespace

FourBarTable four_bar_table(int longest) {
  FourBarTable out;
  out.longest = longest;
  out.cases = collinear_cases();
  for (int a = 1; a <= longest; ++a)
    for (int b = 1; b <= longest; ++b)
      for (int c = 1; c <= longest; ++c)
        for (int d = 1; d <= longest; ++d) {
          const std::array<int, 4> l = {a, b, c, d};
          const FourBarClass found = classify_four_bar({{a, b, c, d}, 0, {}});
          ++out.quadruples;
          enter(out.rows, found);
          for (CollinearCase& row : out.cases) {
            int sum = 0;
            for (int k = 0; k < 4; ++k) sum += row.signs[k] * l[k];
            if (sum == 0) enter(row, found);
          }
        }
  std::sort(out.rows.begin(), out.rows.end(), [](const FourBarRow& x, const FourBarRow& y) { return key(x) < key(y); });
  return out;
}

std::string condition_words(const std::array<int, 4>& signs) {
  std::string out = "l0";
  for (int k = 1; k < 4; ++k) out += fmt::format(" {} l{}", signs[k] > 0 ? '+' : '-', k);
  return out + " = 0";
}

}  // namespace oopss
