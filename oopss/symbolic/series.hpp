// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/symbolic/program.hpp"

namespace oopss {

/// The signs of an instruction's one or two switching quantities, 0 while all their coefficients vanish.
struct SeriesSides {
  int first = 0, second = 0;
  friend bool operator==(const SeriesSides&, const SeriesSides&) = default;
};

/// Taylor coefficients of the solution of x' = f(t, x, p), where a program with the inputs t, x and p gives f as its
/// first results: every instruction has its recurrence, so any program has its series. Where the start lies on a kink
/// or a jump they are one-sided: those of the branch that the motion enters in the direction of time, which the first
/// coefficient that does not vanish tells. Coefficients that do not exist (a root at zero) are not finite.
class ProgramSeries {
 public:
  explicit ProgramSeries(Program program);

  /// x_0 … x_order, x_k at coefficients[k · states]; direction is +1 or −1. At most the order of the largest call so
  /// far is without allocation.
  void operator()(double t, const double* x, int states, const double* p, int order, int direction,
                  double* coefficients);

  /// The series of the results where that of x is known, result i of order k < orders at out[k · results + i].
  void along(double t, int states, const double* p, int orders, int direction, const double* coefficients, double* out);

 private:
  void make_workspace(int orders);
  void advance(int k, double t, const double* p, int states, const double* coefficients);
  void solve(double t, const double* p, int states, int order, double* coefficients);
  bool settle();
  double* row(std::vector<double>& all, int instruction) {
    return all.data() + static_cast<std::size_t>(instruction) * width_;
  }

  Program program_;
  std::vector<int> jumps_;  // instructions whose value jumps
  int direction_ = 1;
  std::size_t width_ = 0;             // coefficients kept per instruction
  std::vector<double> value_, help_;  // help: the series g with y' = g a' of functions, D = θ' of atan2, log of a power
  std::vector<SeriesSides> sides_,
      imposed_;  // imposed: the sides that jumps are taken on where they start on their edge
};

}  // namespace oopss
