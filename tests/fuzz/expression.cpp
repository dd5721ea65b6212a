// SPDX-License-Identifier: Apache-2.0
// Any text is an expression that can be evaluated, or one problem inside the text.
#include <cstdint>
#include <cstdlib>

#include "oopss/model/expression.hpp"

namespace {

struct Doubles {
  double number(const oopss::Step& step) const { return step.value; }
  double name(const oopss::Step& step) const { return oopss::constant_value(step.text).value_or(0.5); }
  double apply(const oopss::Step& step, const std::vector<double>& arguments) const {
    return oopss::apply(step, arguments);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<oopss::Diagnostic> problems;
  const auto expression = oopss::parse_expression(text, problems);
  if (expression.has_value() != problems.empty() || problems.size() > 1) std::abort();
  for (const oopss::Diagnostic& problem : problems)
    if (problem.place.column < 0 || problem.place.column > static_cast<int>(size)) std::abort();
  if (expression) {
    volatile double value = oopss::evaluate<double>(*expression, Doubles{});
    static_cast<void>(value);
  }
  return 0;
}
