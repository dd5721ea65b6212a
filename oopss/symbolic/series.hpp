// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/symbolic/program.hpp"

namespace oopss {

/// Taylor coefficients of the solution of x' = f(t, x, p), where a program with the inputs t, x and p gives f as its
/// first results: every instruction has its recurrence, so any program has its series (at kinks, that of the branch it
/// is on).
class ProgramSeries {
 public:
  explicit ProgramSeries(Program program);

  /// x_0 … x_order, x_k at coefficients[k · states]; at most the order of the largest call so far is without
  /// allocation.
  void operator()(double t, const double* x, int states, const double* p, int order, double* coefficients);

 private:
  void advance(int k, double t, const double* p, int states, const double* coefficients);
  double* row(std::vector<double>& all, int instruction) {
    return all.data() + static_cast<std::size_t>(instruction) * width_;
  }

  Program program_;
  std::size_t width_ = 0;             // coefficients kept per instruction
  std::vector<double> value_, help_;  // help: the series g with y' = g a' of functions, D = θ' of atan2
};

/// False for the one thing without a recurrence here: a power whose exponent is not a constant.
bool has_series(const Program& program);

}  // namespace oopss
