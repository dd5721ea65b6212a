// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

enum class Parity { none, even, odd };

struct FunctionRow {
  std::string_view name;
  int arguments;
  Parity parity;
};

/// By the values of `Function`.
inline constexpr std::array<FunctionRow, 16> function_rows = {{
    {"sin", 1, Parity::odd},
    {"cos", 1, Parity::even},
    {"tan", 1, Parity::odd},
    {"asin", 1, Parity::odd},
    {"acos", 1, Parity::none},
    {"atan2", 2, Parity::none},
    {"exp", 1, Parity::none},
    {"log", 1, Parity::none},
    {"tanh", 1, Parity::odd},
    {"abs", 1, Parity::even},
    {"min", 2, Parity::none},
    {"max", 2, Parity::none},
    {"sign", 1, Parity::odd},
    {"ramp", 3, Parity::none},
    {"pulse", 3, Parity::none},
    {"power", 2, Parity::none},
}};

inline const FunctionRow& row(Function f) { return function_rows[static_cast<std::size_t>(f)]; }

}  // namespace oopss
