// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "oopss/symbolic/operation.hpp"

namespace oopss {

void interpret(const Program& program, std::span<const double* const> inputs, std::span<double> scratch,
               std::span<double> results) {
  assert(scratch.size() >= program.code.size() && results.size() >= program.results.size());
  double* const v = scratch.data();
  double* out = v;
  const auto value = [v](int i) { return i < 0 ? 0.0 : v[i]; };
  for (const Instruction& step : program.code) {
    switch (step.op) {
      case Op::constant:
        *out = step.constant;
        break;
      case Op::input:
        *out = inputs[static_cast<std::size_t>(step.a)][step.b];
        break;
      case Op::add:
        *out = v[step.a] + v[step.b];
        break;
      case Op::sub:
        *out = v[step.a] - v[step.b];
        break;
      case Op::mul:
        *out = v[step.a] * v[step.b];
        break;
      case Op::square:
        *out = v[step.a] * v[step.a];
        break;
      default:
        *out = evaluate(step.op, v[step.a], value(step.b), value(step.c));
    }
    ++out;
  }
  for (std::size_t i = 0; i < program.results.size(); ++i) results[i] = v[program.results[i]];
}

}  // namespace oopss
