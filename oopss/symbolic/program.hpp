// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// Operations of a straight-line program, one result each.
enum class Op : std::uint8_t {
  constant,
  input,
  add,
  sub,
  mul,
  div,
  neg,
  square,
  power,  // power: whole or general exponent b
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan2,
  exp,
  log,
  tanh,
  abs,
  min,
  max,
  sign,
  ramp,
  pulse
};

struct Instruction {
  Op op;
  int a = -1, b = -1, c = -1;  // earlier instructions; for `input` a is the group, b the index in it
  double constant = 0;         // for `constant`
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// Straight-line code for a set of expressions; every shared subexpression is computed once. Plain data: it may leave
/// the thread of its expressions.
struct Program {
  std::vector<int> input_sizes;   // lengths of the input groups, for example {1, states, parameters} for t, x, p
  std::vector<Instruction> code;  // in order of computation
  std::vector<int> results;       // indices into code
};

/// Inputs are groups of symbols (t; x; p); a symbol of `all` that is in no group is an error of the caller.
Program program(std::span<const Expr> all, const std::vector<std::vector<Expr>>& inputs);

/// Runs a program without allocation; `scratch` has code.size() entries.
void interpret(const Program& program, std::span<const double* const> inputs, std::span<double> scratch,
               std::span<double> results);

/// The nearest double to a rational.
double to_double(const Rational& q);

}  // namespace oopss
