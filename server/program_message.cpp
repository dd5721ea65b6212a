// SPDX-License-Identifier: Apache-2.0
#include "server/program_message.hpp"

#include <algorithm>

#include "oopss/symbolic/functions.hpp"
#include "oopss/symbolic/operation.hpp"

namespace oopss {
namespace {

/// An operation's name on the wire; a square is sent as a product.
std::string op_name(Op op) {
  switch (op) {
    case Op::constant:
      return "number";
    case Op::input:
      return "input";
    case Op::add:
      return "add";
    case Op::sub:
      return "subtract";
    case Op::mul:
    case Op::square:
      return "multiply";
    case Op::div:
      return "divide";
    case Op::neg:
      return "negate";
    case Op::power:
      return "power";
    case Op::sqrt:
      return "sqrt";
    default:
      return std::string(row(function_of(op)).name);
  }
}

ProgramMessage::Row wire_row(const Instruction& step) {
  if (step.op == Op::constant) return {op_name(step.op), {step.constant}};
  if (step.op == Op::input) return {op_name(step.op), {static_cast<double>(step.b)}};
  if (step.op == Op::square) return {op_name(step.op), {static_cast<double>(step.a), static_cast<double>(step.a)}};
  ProgramMessage::Row out{op_name(step.op), {}};
  const int operands[] = {step.a, step.b, step.c};
  for (int i = 0; i < operand_count(step.op); ++i) out.operands.push_back(operands[i]);
  return out;
}

}  // namespace

ProgramMessage program_message(const std::vector<Expr>& all, const KnownSymbols& known) {
  const std::vector<Expr> needed = symbols(all);
  std::vector<Expr> inputs;
  ProgramMessage out;
  for (const auto& [symbol, name] : known) {
    if (std::find(needed.begin(), needed.end(), symbol) == needed.end()) continue;
    inputs.push_back(symbol);
    out.inputs.push_back(name);
  }
  const Program code = program(all, {inputs});
  for (const Instruction& step : code.code) out.code.push_back(wire_row(step));
  out.outputs = code.results;
  return out;
}

}  // namespace oopss
