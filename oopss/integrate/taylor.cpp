// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/taylor.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <limits>

namespace oopss {
namespace {

/// Two numbers side by side.
using Pair = double __attribute__((vector_size(16)));
using PairBits = std::uint64_t __attribute__((vector_size(16)));

Pair pair_at(const double* place) {
  Pair out;
  std::memcpy(&out, place, sizeof out);
  return out;
}
Pair larger_of(Pair a, Pair b) { return a > b ? a : b; }
Pair size_of(Pair v) { return reinterpret_cast<Pair>(reinterpret_cast<PairBits>(v) & ~(std::uint64_t{1} << 63)); }

/// log₂ v of v > 0 within 0.009: the exponent and, for the digits 1 + m after it, m + 0.346 m (1 − m). A step's length
/// is a high root, so that this is a thousandth of it; and being sums and products it has the same bits everywhere. For
/// 0 it is −1023.
Pair log2_of(Pair v) {
  const auto bits = reinterpret_cast<PairBits>(v);
  const auto exponent = reinterpret_cast<Pair>(bits >> 52 | 0x4330000000000000) - 0x1p52;
  const auto digits = reinterpret_cast<Pair>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  return exponent + (digits * (2.038 - 0.346 * digits) - 1024.692);
}
double log2_of(double v) { return log2_of(Pair{v, v})[0]; }

/// 2^x within 0.3 %, likewise; beyond the exponents that there are the last of them.
double power_of_two(double x) {
  const double biased = std::clamp(x + 1023, 1.0, 2046.0);
  const auto exponent = static_cast<std::int64_t>(biased);
  const double m = biased - static_cast<double>(exponent);
  return std::bit_cast<double>(exponent << 52) * (1 + m * (0.657 + 0.343 * m));
}

/// 1/d.
constexpr auto inverse = [] {
  std::array<double, 42> out{};
  for (std::size_t d = 1; d < out.size(); ++d) out[d] = 1.0 / static_cast<double>(d);
  return out;
}();
constexpr double log2_e = 1.4426950408889634;

/// Sizes of terms in one group of the state: c_0 and c_1, c_2 and c_3, c_{p−1} and c_p.
struct Terms {
  Pair first = {}, second = {}, last = {};
};

/// Of the coefficients of an order p.
Terms terms_of(const Taylor& by, ErrorGroup group) {
  const int n = by.layout.size;
  const double *c = by.coefficients.data(), *last = block(by.coefficients, by.order - 1, n);
  Terms out;
  for (const Stretch& stretch : by.layout.of_group(group))
    for (int i = stretch.begin; i < stretch.end; ++i) {
      out.first = larger_of(size_of(Pair{c[i], c[n + i]}), out.first);
      out.second = larger_of(size_of(Pair{c[2 * n + i], c[3 * n + i]}), out.second);
      out.last = larger_of(size_of(Pair{last[i], last[n + i]}), out.last);
    }
  return out;
}

/// log₂ of the length at which, where c_0 … c_3 vanish, the last term c_p h^p is e^(−2p) of the first four that do not,
/// e² times that, so far as e^(−3) does: c_p h^p = e^(−2p) c_k h^k. Without limit if there is none before the last,
/// whose size then tells nothing.
template <class Coefficient>
double late_reach(int p, const Coefficient& c) {
  int first = 4;
  while (first < p && !(c(first) > 0)) ++first;
  double length = -std::numeric_limits<double>::infinity();
  for (int k = first; k < std::min(p, first + 4); ++k)
    if (c(k) > 0)
      length = std::max(length,
                        (log2_of(c(k)) - log2_of(c(p))) * inverse[p - k] - log2_e * std::min(2.0 * k / (p - k), 3.0));
  return std::isfinite(length) ? length : std::numeric_limits<double>::infinity();
}

/// log₂ of the length at which the last term c_p h^p has fallen to e^(−2p) of the largest of the terms c_0 … c_3 h^3 in
/// one group of the state, e² times that; the shorter one of that of p and of p − 1. Those terms are the size of the
/// group, also where it starts from zero. `c` gives all sizes.
template <class Coefficient>
double reach(const Terms& terms, int p, const Coefficient& c) {
  const Pair first = log2_of(terms.first), second = log2_of(terms.second), last = log2_of(terms.last);
  const auto towards = [&](double log2_c, int k) { return (log2_c - last) * pair_at(&inverse[p - 1 - k]); };
  Pair length = larger_of(larger_of(towards(first[0], 0), towards(first[1], 1)),
                          larger_of(towards(second[0], 2), towards(second[1], 3)));
  const Pair some = larger_of(terms.first, terms.second);
  const bool late = !(some[0] > 0 || some[1] > 0), ended = terms.last[0] == 0 || terms.last[1] == 0;
  if (late || ended) [[unlikely]] {
    for (int j = 0; j < 2; ++j)
      if (terms.last[j] == 0)
        length[j] = std::numeric_limits<double>::infinity();
      else if (late)
        length[j] = late_reach(p - 1 + j, c);
  }
  return std::min(length[0], length[1]);
}

/// e^(−2) and a safety factor, as log₂.
double share(int p) { return -log2_e * (2 + 0.7 * inverse[p - 1]); }

/// Jorba and Zou's step: the shorter of the reaches of the last two terms, times e^(−2) and a safety factor.
double step_length(const Taylor& by) {
  const int n = by.layout.size, p = by.order;
  const auto size = [&](int k) { return size_of(by.layout, block(by.coefficients, k, n)); };
  Terms angle = terms_of(by, ErrorGroup::angle);
  const Terms momentum = terms_of(by, ErrorGroup::momentum);
  angle.first[0] = 1;  // radians: turns do not count
  double length = std::min(reach(angle, p, [&](int k) { return size(k).angle; }),
                           reach(momentum, p, [&](int k) { return size(k).momentum; }));
  if (!by.layout.of_group(ErrorGroup::energy).empty()) {
    Terms energy = terms_of(by, ErrorGroup::energy);
    energy.first[0] = std::max(energy.first[0], momentum.first[0] * angle.first[1]);
    const auto work = [&](int k) { return energy_of(by.layout, block(by.coefficients, k, n)); };
    length = std::min(length, reach(energy, p, work));
  }
  return power_of_two(length + share(p));
}

/// Twice that step for the watched quantities, so that the places where they are looked at tell their course: a law may
/// hide it from the motion, as sign(sin(100 t)) does.
double watched_length(const Taylor& by, int count) {
  const int p = by.order - 1;
  double length = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    const auto term = [&](int k) { return std::abs(by.watched[static_cast<std::size_t>(k * count + i)]); };
    const Terms terms = {Pair{term(0), term(1)}, Pair{term(2), term(3)}, Pair{term(p - 1), term(p)}};
    length = std::min(length, reach(terms, p, term));
  }
  return 2 * power_of_two(length + share(p));
}

/// Σ_{k≥1} c_k h^k of one entry of the state, or two neighbours, by Horner from the top: the even and the odd terms
/// from c_2 on apart, so that they need not wait for each other, and c_1 last, so that it is rounded as by one Horner.
template <class Value>
Value increment(const double* c, int n, int p, double h) {
  const auto term = [&](int k) {
    Value out;
    std::memcpy(&out, c + static_cast<std::ptrdiff_t>(k) * n, sizeof out);
    return out;
  };
  const double square = h * h;
  Value last = term(p), other = term(p - 1);
  int k = p - 2;
  for (; k > 2; k -= 2) {
    last = last * square + term(k);
    other = other * square + term(k - 1);
  }
  const Value rest = k == 1 ? other + last * h : (last * square + term(2)) + other * h;
  return (term(1) + rest * h) * h;
}

/// That of the whole state.
void increments(const Taylor& by, double h, double* out) {
  const int n = by.layout.size;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    const auto both = increment<Pair>(&by.coefficients[i], n, by.order, h);
    std::memcpy(out + i, &both, sizeof both);
  }
  if (i < n) out[i] = increment<double>(&by.coefficients[i], n, by.order, h);
}

void end_at(Taylor& by, double h) {
  increments(by, h, by.end.x.data());
  for (int i = 0; i < by.layout.size; ++i) {
    const double term = by.end.x[i];
    by.end.x[i] = by.begin.x[i];
    by.end.rest[i] = by.begin.rest[i];
    add(by.end.x[i], by.end.rest[i], term);
  }
}

/// Whether the numbers of a state are finite: nothing times zero is zero but for infinity and NaN, so nothing branches.
bool are_finite(const std::vector<double>& x) {
  double zero = 0;
  for (const double v : x) zero += 0 * v;
  return zero == 0;
}

/// Why there is no step of length h.
Outcome no_step(const Taylor& by, double h) {
  if (!all_finite(by.coefficients))
    return {Status::singular, fmt::format("the rates or their derivatives are not finite at t = {:.17g}", by.end.t), 0};
  return {Status::singular,
          fmt::format("the step shrank to {:.2g} at t = {:.17g}: the motion is singular there", h, by.end.t),
          std::abs(h)};
}

}  // namespace

int taylor_order(double tolerance) {
  return std::clamp(static_cast<int>(std::ceil(1 - std::log(tolerance) / 2)), 5, 40);
}

Taylor taylor(const Layout& layout, double tolerance, const Waypoint& start) {
  const int order = taylor_order(tolerance);
  return {.layout = layout,
          .order = order,
          .begin = start,
          .end = start,
          .coefficients = std::vector<double>(static_cast<std::size_t>((order + 1) * layout.size))};
}

Outcome advance(Taylor& by, const Flow& flow, double limit) {
  const double left = (limit - by.end.t) - by.end.t_rest;
  const int direction = left < 0 ? -1 : 1;
  flow.jet(by.end.t, by.end.x.data(), by.order, direction, by.coefficients.data());
  ++by.evaluations;
  double longest = std::abs(left);
  if (const int count = flow.watched(); count > 0 && flow.watched_series) {
    by.watched.resize(static_cast<std::size_t>(by.order * count));
    flow.watched_series(by.end.t, by.order, direction, by.coefficients.data(), by.watched.data());
    longest = std::min(longest, watched_length(by, count));
  }
  const double h = std::copysign(std::min(step_length(by), longest), left);
  const bool last = h == left;
  if (!last && std::abs(h) < least_step(by.end.t)) return no_step(by, h);
  by.begin.x.swap(by.end.x);
  by.begin.rest.swap(by.end.rest);
  by.begin.t = by.end.t;
  by.begin.t_rest = by.end.t_rest;
  end_at(by, h);
  if (!are_finite(by.end.x) && !all_finite(by.coefficients)) {  // these end in the state, whatever h is
    by.end = by.begin;
    return no_step(by, h);
  }
  add(by.end.t, by.end.t_rest, h);
  if (last) restart(by, limit);
  return {};
}

Outcome sample(Taylor& by, const Flow&, double t, std::vector<double>& out) {
  increments(by, (t - by.begin.t) - by.begin.t_rest, out.data());
  for (int i = 0; i < by.layout.size; ++i) out[i] = by.begin.x[i] + (out[i] + by.begin.rest[i]);
  return {};
}

void slope(const Taylor& by, double t, std::vector<double>& out) {
  const int n = by.layout.size;
  const double h = (t - by.begin.t) - by.begin.t_rest;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = by.order; k >= 1; --k) sum = sum * h + k * by.coefficients[k * n + i];
    out[i] = sum;
  }
}

int side_of(const Taylor& by, int watched, int count, int direction) {
  int turn = 1;
  for (int k = 0; k < by.order; ++k, turn *= direction)
    if (const double c = by.watched[static_cast<std::size_t>(k * count + watched)]; c != 0) return c > 0 ? turn : -turn;
  return 0;
}

Outcome shorten(Taylor& by, const Flow&, double t) {
  end_at(by, (t - by.begin.t) - by.begin.t_rest);
  restart(by, t);
  return {};
}

void restart(Taylor& by, double t) {
  by.end.t = t;
  by.end.t_rest = 0;
}

}  // namespace oopss
