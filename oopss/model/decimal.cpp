// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace oopss {
namespace {

/// The power of ten of the first nonzero digit, or less than -1e6 if all are zero; clamped to about a million.
long magnitude(std::string_view decimal) {
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  const std::string_view mantissa = decimal.substr(0, e);
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return std::numeric_limits<long>::min();
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  constexpr long limit = 1'000'000'000;
  long exponent = 0;
  for (const char c : decimal.substr(e))
    if (c >= '0' && c <= '9') exponent = std::min(10 * exponent + (c - '0'), limit);
  const bool negative = decimal.substr(e).find('-') != std::string_view::npos;
  return static_cast<long>(point) - static_cast<long>(first) + (negative ? -exponent : exponent);
}

}  // namespace

double nearest_double(std::string_view decimal) {
  double value = 0;
  const auto [end, error] = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  if (magnitude(decimal) < 0) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), decimal.front() == '-' ? -1.0 : 1.0);
}

std::string out_of_range(std::string_view decimal) {
  constexpr std::size_t most_digits = 1000, most_exponent_digits = 4;
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  if (e > most_digits) return fmt::format("has more than {} digits", most_digits);
  const std::size_t exponent = std::min(decimal.find_first_of("0123456789", e), decimal.size());
  if (decimal.size() - exponent > most_exponent_digits)
    return fmt::format("has an exponent of more than {} digits", most_exponent_digits);
  const double value = nearest_double(decimal);
  if (std::isinf(value)) return "is too large: the largest double is about 1.8e308";
  if (value == 0 && magnitude(decimal) != std::numeric_limits<long>::min())
    return "is too small: it would be rounded to zero (write 0, or at least 4.9e-324)";
  return {};
}

}  // namespace oopss
