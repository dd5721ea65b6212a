// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/series.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/symbolic/operation.hpp"

namespace oopss {
namespace {

/// Σ_{j=from..k} a_j b_{k−j}.
double product(const double* a, const double* b, int k, int from = 0) {
  double sum = 0;
  for (int j = from; j <= k; ++j) sum += a[j] * b[k - j];
  return sum;
}

/// Σ_{j=1..k−1} y_j y_{k−j}: the square without its ends.
double inner_square(const double* y, int k) {
  double sum = 0;
  for (int j = 1; j < k; ++j) sum += y[j] * y[k - j];
  return sum;
}

/// y_k of y' = g a': (1/k) Σ_{j=1..k} j a_j g_{k−j}.
double integral(const double* a, const double* g, int k) {
  double sum = 0;
  for (int j = 1; j <= k; ++j) sum += j * a[j] * g[k - j];
  return sum / k;
}

/// y_k of y = w^r: (1/(k w_0)) Σ_{j=1..k} (r j − (k − j)) w_j y_{k−j}.
template <class Coefficient>
double power(const Coefficient& w, const double* y, double r, int k) {
  double sum = 0;
  for (int j = 1; j <= k; ++j) sum += (r * j - (k - j)) * w(j) * y[k - j];
  return sum / (k * w(0));
}

/// Where an instruction's operands and its own series are.
struct Rows {
  const double *a, *b, *c;
  double *y, *g;
};

/// g_0 with y' = g a', from the values at order 0.
double first_slope(Op op, const Rows& at) {
  const double a = at.a[0], y = at.y[0];
  switch (op) {
    case Op::sin:
      return std::cos(a);
    case Op::cos:
      return -std::sin(a);
    case Op::tan:
      return 1 + y * y;
    case Op::tanh:
      return 1 - y * y;
    case Op::exp:
      return y;
    case Op::log:
      return 1 / a;
    case Op::asin:
      return 1 / std::sqrt(1 - a * a);
    case Op::acos:
      return -1 / std::sqrt(1 - a * a);
    default:
      return 0;
  }
}

/// g_k, once y_k is known.
double further_slope(Op op, const Rows& at, int k) {
  switch (op) {
    case Op::sin:
    case Op::cos:
      return -integral(at.a, at.y, k);
    case Op::tan:
      return product(at.y, at.y, k);
    case Op::tanh:
      return -product(at.y, at.y, k);
    case Op::exp:
      return at.y[k];
    case Op::log:
      return -product(at.a, at.g, k, 1) / at.a[0];
    case Op::asin:
    case Op::acos:
      return power([&](int j) { return (j == 0 ? 1 : 0) - product(at.a, at.a, j); }, at.g, -0.5, k);
    default:
      return 0;
  }
}

/// The coefficient of θ' = (x y' − y x') / (x² + y²) before the k-th of θ = atan2(y, x).
double turning(const double* y, const double* x, const double* D, int k) {
  double sum = 0;
  for (int j = 1; j <= k; ++j) sum += j * (y[j] * x[k - j] - x[j] * y[k - j]);
  for (int j = 1; j < k; ++j) sum -= (product(x, x, j) + product(y, y, j)) * D[k - 1 - j];
  return sum / (x[0] * x[0] + y[0] * y[0]);
}

/// y_k of one instruction, k > 0; inputs are not among them.
double coefficient(const Instruction& step, const Rows& at, int k) {
  switch (step.op) {
    case Op::add:
      return at.a[k] + at.b[k];
    case Op::sub:
      return at.a[k] - at.b[k];
    case Op::neg:
      return -at.a[k];
    case Op::mul:
      return product(at.a, at.b, k);
    case Op::square:
      return product(at.a, at.a, k);
    case Op::div:
      return (at.a[k] - product(at.b, at.y, k, 1)) / at.b[0];
    case Op::sqrt:
      return (at.a[k] - inner_square(at.y, k)) / (2 * at.y[0]);
    case Op::power:
      return power([&](int j) { return at.a[j]; }, at.y, at.b[0], k);
    case Op::atan2:
      at.g[k - 1] = turning(at.a, at.b, at.g, k);
      return at.g[k - 1] / k;
    case Op::abs:
      return at.a[0] < 0 ? -at.a[k] : at.a[k];
    case Op::min:
      return (at.a[0] <= at.b[0] ? at.a : at.b)[k];
    case Op::max:
      return (at.a[0] >= at.b[0] ? at.a : at.b)[k];
    case Op::ramp:
      return at.y[0] > 0 && at.y[0] < 1 ? at.a[k] / (at.c[0] - at.b[0]) : 0;
    case Op::constant:
    case Op::input:
    case Op::sign:
    case Op::pulse:
      return 0;
    default:
      return integral(at.a, at.g, k);
  }
}

}  // namespace

ProgramSeries::ProgramSeries(Program program) : program_(std::move(program)) {}

bool has_series(const Program& program) {
  return std::none_of(program.code.begin(), program.code.end(), [&](const Instruction& step) {
    return step.op == Op::power && program.code[step.b].op != Op::constant;
  });
}

void ProgramSeries::advance(int k, double t, const double* p, int states, const double* coefficients) {
  for (int i = 0; i < static_cast<int>(program_.code.size()); ++i) {
    const Instruction& step = program_.code[i];
    double* const y = row(value_, i);
    if (step.op == Op::input) {
      const double time = k == 0 ? t : k == 1 ? 1 : 0;
      y[k] = step.a == 0 ? time : step.a == 1 ? coefficients[k * states + step.b] : k == 0 ? p[step.b] : 0;
      continue;
    }
    const auto operand = [&](int j) { return j < 0 ? nullptr : row(value_, j); };
    const Rows at{step.op == Op::constant ? nullptr : operand(step.a), operand(step.b), operand(step.c), y,
                  row(help_, i)};
    if (k > 0) {
      y[k] = coefficient(step, at, k);
      if (step.op != Op::atan2) at.g[k] = further_slope(step.op, at, k);
      continue;
    }
    const auto first = [](const double* series) { return series ? series[0] : 0.0; };
    y[0] = step.op == Op::constant ? step.constant : evaluate(step.op, first(at.a), first(at.b), first(at.c));
    at.g[0] = step.op == Op::constant ? 0 : first_slope(step.op, at);
  }
}

void ProgramSeries::operator()(double t, const double* x, int states, const double* p, int order,
                               double* coefficients) {
  if (static_cast<std::size_t>(order) + 1 > width_) {
    width_ = static_cast<std::size_t>(order) + 1;
    value_.resize(program_.code.size() * width_);
    help_.resize(value_.size());
  }
  std::copy(x, x + states, coefficients);
  for (int k = 0; k < order; ++k) {
    advance(k, t, p, states, coefficients);
    for (int i = 0; i < states; ++i) coefficients[(k + 1) * states + i] = row(value_, program_.results[i])[k] / (k + 1);
  }
}

}  // namespace oopss
