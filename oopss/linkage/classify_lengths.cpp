// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/classify_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/model/decimal.hpp"
#include "oopss/model/diagnostic.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// [-] digits with at most one point among them [e [+-] digits].
bool is_decimal(const std::string& text) {
  std::size_t i = text.starts_with('-') ? 1 : 0, digits = 0, points = 0;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) ++(text[i] == '.' ? points : digits);
  if (digits == 0 || points > 1) return false;
  if (i == text.size()) return true;
  if (text[i] != 'e' && text[i] != 'E') return false;
  ++i;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  return i < text.size() && std::all_of(text.begin() + static_cast<long>(i), text.end(), is_digit);
}

void check_count(LoopLengths& lengths, std::size_t count) {
  if (count < 3)
    lengths.problems.push_back(
        fmt::format("a loop has at least three bars, got {}", count == 0 ? "none" : std::to_string(count)));
}

/// What is wrong with a length as written; empty if nothing is.
std::string problem_of(const std::string& text) {
  if (!is_decimal(text)) return fmt::format("must be a finite number, got {}", oopss::quoted(text));
  if (std::string range = out_of_range(text); !range.empty()) return range;
  if (!(nearest_double(text) > 0)) return fmt::format("must be greater than zero, got {}", text);
  return {};
}

}  // namespace

LoopLengths lengths_as_written(const std::vector<std::string>& texts) {
  LoopLengths out;
  check_count(out, texts.size());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const std::string problem = problem_of(texts[k]);
    if (problem.empty())
      out.l.push_back(decimal_rational(texts[k]));
    else
      out.problems.push_back(fmt::format("the length of bar {} {}", k, problem));
  }
  return out;
}

LoopLengths lengths_computed(const std::vector<double>& values) {
  LoopLengths out;
  out.tolerance = mpq_class(1, 1'000'000'000'000);
  check_count(out, values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k]))
      out.problems.push_back(fmt::format("the length of bar {} must be a finite number, got {}", k, values[k]));
    else if (!(values[k] > 0))
      out.problems.push_back(fmt::format("the length of bar {} must be greater than zero, got {}", k, values[k]));
    else
      out.l.emplace_back(values[k]);
  }
  return out;
}

mpq_class perimeter(const LoopLengths& lengths) {
  mpq_class P;
  for (const mpq_class& l : lengths.l) P += l;
  return P;
}

int sign_of_sum(const LoopLengths& lengths, const mpq_class& sum) {
  return abs(sum) <= lengths.tolerance * perimeter(lengths) ? 0 : sgn(sum);
}

std::vector<double> relative_lengths(const LoopLengths& lengths) {
  const mpq_class P = perimeter(lengths);
  std::vector<double> out;
  for (const mpq_class& l : lengths.l) out.push_back(nearest_double(mpq_class(l / P)));
  return out;
}

}  // namespace oopss
