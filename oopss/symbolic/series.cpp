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
double first_slope(Op op, const Rows& rows) {
  const double a = rows.a[0], y = rows.y[0];
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
    case Op::power:
      return std::log(a);
    case Op::asin:
      return 1 / std::sqrt(1 - a * a);
    case Op::acos:
      return -1 / std::sqrt(1 - a * a);
    default:
      return 0;
  }
}

/// g_k, once y_k is known.
double further_slope(Op op, const Rows& rows, int k) {
  switch (op) {
    case Op::sin:
    case Op::cos:
      return -integral(rows.a, rows.y, k);
    case Op::tan:
      return product(rows.y, rows.y, k);
    case Op::tanh:
      return -product(rows.y, rows.y, k);
    case Op::exp:
      return rows.y[k];
    case Op::log:
      return -product(rows.a, rows.g, k, 1) / rows.a[0];
    case Op::asin:
    case Op::acos:
      return power([&](int j) { return (j == 0 ? 1 : 0) - product(rows.a, rows.a, j); }, rows.g, -0.5, k);
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

/// y_k of y = a^b with L = log a: from y' = y (b L)'; while b is constant as that of a power, which needs no logarithm.
double varying_power(const double* a, const double* b, double* L, const double* y, int k) {
  double sum = a[k];
  for (int j = 1; j < k; ++j) sum -= j * L[j] * a[k - j] / k;
  L[k] = sum / a[0];
  if (std::all_of(b + 1, b + k + 1, [](double c) { return c == 0; }))
    return power([&](int j) { return a[j]; }, y, b[0], k);
  sum = 0;
  for (int j = 1; j <= k; ++j) sum += j * product(b, L, j) * y[k - j];
  return sum / k;
}

/// y_k of y = (a − b) / (c − b).
double quotient_of_distances(const double* a, const double* b, const double* c, const double* y, int k) {
  double sum = a[k] - b[k];
  for (int j = 1; j <= k; ++j) sum -= (c[j] - b[j]) * y[k - j];
  return sum / (c[0] - b[0]);
}

int sign_of(double v) { return (v > 0) - (v < 0); }

bool jumps(Op op) { return op == Op::sign || op == Op::pulse || op == Op::atan2; }

/// Takes the k-th coefficients of the switching quantities into the sides that are not decided yet: a of abs and sign
/// and of the cut of atan2(a, b), a − b of min and max, a − b and a − c of ramp and pulse.
void decide(const Instruction& step, const Rows& rows, SeriesSides& sides, int k, int direction) {
  const int turn = k % 2 != 0 ? direction : 1;
  const auto take = [&](int& side, double v) {
    if (side == 0) side = turn * sign_of(v);
  };
  switch (step.op) {
    case Op::abs:
    case Op::sign:
    case Op::atan2:
      take(sides.first, rows.a[k]);
      break;
    case Op::min:
    case Op::max:
      take(sides.first, rows.a[k] - rows.b[k]);
      break;
    case Op::ramp:
    case Op::pulse:
      take(sides.first, rows.a[k] - rows.b[k]);
      take(sides.second, rows.a[k] - rows.c[k]);
      break;
    default:
      break;
  }
}

/// y_0: the operation's value, and on the edge of a jump the value on the side imposed.
double first_value(const Instruction& step, const Rows& rows, const SeriesSides& imposed) {
  const auto first = [](const double* series) { return series ? series[0] : 0.0; };
  const double a = first(rows.a), b = first(rows.b), c = first(rows.c);
  if (step.op == Op::sign && a == 0 && imposed.first != 0) return imposed.first;
  if (step.op == Op::atan2 && a == 0 && b < 0 && imposed.first != 0) return std::atan2(imposed.first * 0.0, b);
  if (step.op == Op::pulse && (a == b || a == c)) {
    const bool begun = a > b || (a == b && imposed.first >= 0), over = a > c || (a == c && imposed.second >= 0);
    return begun && !over ? 1 : 0;
  }
  return evaluate(step.op, a, b, c);
}

/// y_k of one instruction, k > 0; inputs are not among them.
double coefficient(const Instruction& step, const Rows& rows, const SeriesSides& sides, int k) {
  switch (step.op) {
    case Op::add:
      return rows.a[k] + rows.b[k];
    case Op::sub:
      return rows.a[k] - rows.b[k];
    case Op::neg:
      return -rows.a[k];
    case Op::mul:
      return product(rows.a, rows.b, k);
    case Op::square:
      return product(rows.a, rows.a, k);
    case Op::div:
      return (rows.a[k] - product(rows.b, rows.y, k, 1)) / rows.b[0];
    case Op::sqrt:
      return (rows.a[k] - inner_square(rows.y, k)) / (2 * rows.y[0]);
    case Op::power:
      return varying_power(rows.a, rows.b, rows.g, rows.y, k);
    case Op::atan2:
      rows.g[k - 1] = turning(rows.a, rows.b, rows.g, k);
      return rows.g[k - 1] / k;
    case Op::abs:
      return sides.first < 0 ? -rows.a[k] : rows.a[k];
    case Op::min:
      return (sides.first <= 0 ? rows.a : rows.b)[k];
    case Op::max:
      return (sides.first >= 0 ? rows.a : rows.b)[k];
    case Op::ramp:
      return sides.first > 0 && sides.second < 0 ? quotient_of_distances(rows.a, rows.b, rows.c, rows.y, k) : 0;
    case Op::constant:
    case Op::input:
    case Op::sign:
    case Op::pulse:
      return 0;
    default:
      return integral(rows.a, rows.g, k);
  }
}

/// Those of instruction i; the series of all lie in rows of `width`.
inline Rows rows_of(const std::vector<Instruction>& code, int i, double* value, double* help, std::size_t width) {
  const Instruction& step = code[i];
  const auto operand = [&](int j) { return j < 0 ? nullptr : value + static_cast<std::size_t>(j) * width; };
  return {step.op == Op::constant ? nullptr : operand(step.a), operand(step.b), operand(step.c), operand(i),
          help + static_cast<std::size_t>(i) * width};
}

}  // namespace

ProgramSeries::ProgramSeries(Program program)
    : program_(std::move(program)), sides_(program_.code.size()), imposed_(program_.code.size()) {
  for (int i = 0; i < static_cast<int>(program_.code.size()); ++i)
    if (jumps(program_.code[i].op)) jumps_.push_back(i);
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
    const Rows rows = rows_of(program_.code, i, value_.data(), help_.data(), width_);
    if (k == 0) sides_[i] = {};
    if (step.op >= Op::abs || step.op == Op::atan2) decide(step, rows, sides_[i], k, direction_);
    if (k > 0) {
      y[k] = coefficient(step, rows, sides_[i], k);
      if (step.op != Op::atan2 && step.op != Op::power) rows.g[k] = further_slope(step.op, rows, k);
      continue;
    }
    y[0] = step.op == Op::constant ? step.constant : first_value(step, rows, imposed_[i]);
    rows.g[0] = step.op == Op::constant ? 0 : first_slope(step.op, rows);
  }
}

void ProgramSeries::make_workspace(int orders) {
  if (static_cast<std::size_t>(orders) <= width_) return;
  width_ = static_cast<std::size_t>(orders);
  value_.resize(program_.code.size() * width_);
  help_.resize(value_.size());
}

void ProgramSeries::solve(double t, const double* p, int states, int order, double* coefficients) {
  for (int k = 0; k < order; ++k) {
    advance(k, t, p, states, coefficients);
    for (int i = 0; i < states; ++i) coefficients[(k + 1) * states + i] = row(value_, program_.results[i])[k] / (k + 1);
  }
}

/// Takes the sides on which the series left the edges of jumps for the next attempt; whether they are the ones it was
/// made with.
bool ProgramSeries::settle() {
  bool settled = true;
  for (const int i : jumps_) {
    const Rows rows = rows_of(program_.code, i, value_.data(), help_.data(), width_);
    const Op op = program_.code[i].op;
    const bool first = op == Op::pulse ? rows.a[0] == rows.b[0] : rows.a[0] == 0 && (op == Op::sign || rows.b[0] < 0);
    const bool second = op == Op::pulse && rows.a[0] == rows.c[0];
    const SeriesSides found{first ? sides_[i].first : 0, second ? sides_[i].second : 0};
    settled = settled && found == imposed_[i];
    imposed_[i] = found;
  }
  return settled;
}

void ProgramSeries::operator()(double t, const double* x, int states, const double* p, int order, int direction,
                               double* coefficients) {
  make_workspace(order + 1);
  direction_ = direction;
  std::copy(x, x + states, coefficients);
  std::fill(imposed_.begin(), imposed_.end(), SeriesSides{});
  // An attempt tells on which sides the motion leaves the edges. If the sides so found send it back, none is right: the
  // law chatters, and the last attempt shows it.
  for (std::size_t attempts = 0; attempts < 3 + jumps_.size(); ++attempts) {
    solve(t, p, states, order, coefficients);
    if (settle()) break;
  }
}

void ProgramSeries::along(double t, int states, const double* p, int orders, int direction, const double* coefficients,
                          double* out) {
  make_workspace(orders);
  direction_ = direction;
  std::fill(imposed_.begin(), imposed_.end(), SeriesSides{});
  const std::size_t count = program_.results.size();
  for (int k = 0; k < orders; ++k) {
    advance(k, t, p, states, coefficients);
    for (std::size_t i = 0; i < count; ++i) out[k * count + i] = row(value_, program_.results[i])[k];
  }
}

}  // namespace oopss
