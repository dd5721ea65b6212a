// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/program.hpp"

#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "oopss/symbolic/graph.hpp"
#include "oopss/symbolic/operation.hpp"

namespace oopss {
namespace {

struct InstructionHash {
  std::size_t operator()(const Instruction& i) const {
    std::uint64_t h = std::bit_cast<std::uint64_t>(i.constant) ^ static_cast<std::uint64_t>(i.op);
    for (const int k : {i.a, i.b, i.c}) h = (h ^ static_cast<std::uint32_t>(k)) * 0x9e3779b97f4a7c15U, h ^= h >> 29U;
    return h;
  }
};

/// Turns the nodes of a graph into instructions, operands first. Equal instructions are one; what only served as part
/// of a difference or quotient is left over and removed at the end.
class Builder {
 public:
  Builder(const Graph& graph, const std::vector<std::vector<Expr>>& inputs) : graph_(graph) {
    for (std::size_t g = 0; g < inputs.size(); ++g) {
      out_.input_sizes.push_back(static_cast<int>(inputs[g].size()));
      for (std::size_t i = 0; i < inputs[g].size(); ++i)
        places_.try_emplace(inputs[g][i].node(), static_cast<int>(g), static_cast<int>(i));
    }
    index_.resize(graph.nodes.size(), -1);
  }

  Program build(std::span<const Expr> all) {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      if (index_[i] < 0) index_[i] = node(graph_.nodes[i]);
    for (const Expr& e : all) out_.results.push_back(of(e));
    remove_unused();
    return std::move(out_);
  }

 private:
  int of(const Expr& e) const { return index_[graph_.at(e)]; }

  int emit(Instruction i) {
    const int operands = operand_count(i.op);
    const auto fixed = [&](int k) { return k < 0 || out_.code[k].op == Op::constant; };
    if (operands > 0 && fixed(i.a) && fixed(i.b) && fixed(i.c)) {  // a compiler would fold it with its own arithmetic
      const auto value = [&](int k) { return k < 0 ? 0.0 : out_.code[k].constant; };
      const double folded = evaluate(i.op, value(i.a), value(i.b), value(i.c));
      if (std::isfinite(folded)) i = {.op = Op::constant, .constant = folded};
    }
    const auto [place, fresh] = known_.try_emplace(i, static_cast<int>(out_.code.size()));
    if (fresh) out_.code.push_back(i);
    return place->second;
  }
  int emit(Op op, int a, int b = -1, int c = -1) { return emit(Instruction{.op = op, .a = a, .b = b, .c = c}); }
  int constant(const Rational& q) { return emit({.op = Op::constant, .constant = to_double(q)}); }

  int node(const Expr& e) {
    switch (kind(e)) {
      case Kind::number:
        return constant(value(e));
      case Kind::symbol:
        return input(e);
      case Kind::add:
        return sum(e);
      case Kind::mul:
        return product(e, false);
      case Kind::pow:
        return sgn(value(e)) > 0 ? power(e) : emit(Op::div, constant(1), power(e));
      case Kind::function:
        break;
    }
    return call(e);
  }

  int input(const Expr& e) {
    const auto found = places_.find(e.node());
    if (found != places_.end()) return emit(Op::input, found->second.first, found->second.second);
    if (e == pi()) return emit({.op = Op::constant, .constant = std::numbers::pi});
    throw std::invalid_argument("program: the symbol '" + name(e) + "' is in no group of inputs");
  }

  static bool negative(const Expr& term) {
    return is(term, Kind::mul) && is(operands(term)[0], Kind::number) && sgn(value(operands(term)[0])) < 0;
  }

  /// From left to right; it starts with the first term that has no minus sign.
  int sum(const Expr& e) {
    const auto terms = operands(e);
    std::size_t first = 0;
    while (first < terms.size() && negative(terms[first])) ++first;
    first %= terms.size();
    int total = of(terms[first]);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (i == first) continue;
      const bool minus = negative(terms[i]);
      const int term = minus ? product(terms[i], true) : of(terms[i]);
      total = emit(minus ? Op::sub : Op::add, total, term);
    }
    return total;
  }

  int times(int a, int b) { return a < 0 ? b : emit(Op::mul, a, b); }

  /// ± number · factors / (factors with negative exponents), with one division.
  int product(const Expr& e, bool opposite) {
    Rational c = 1;
    int above = -1, below = -1;
    for (const Expr& f : operands(e)) {
      if (is(f, Kind::number)) {
        c *= value(f);
      } else if (is(f, Kind::pow) && sgn(value(f)) < 0) {
        below = times(below, power(f));
      }
    }
    if (opposite) c = -c;
    const bool unit = c == 1 || c == -1;
    if (!unit) above = constant(c);
    bool lone = true;  // no factor above
    for (const Expr& f : operands(e)) {
      if (is(f, Kind::number) || (is(f, Kind::pow) && sgn(value(f)) < 0)) continue;
      above = times(above, of(f));
      lone = false;
    }
    if (lone) return emit(Op::div, constant(c), below);
    if (below >= 0) above = emit(Op::div, above, below);
    return c == -1 ? emit(Op::neg, above) : above;
  }

  /// base^|exponent|: squarings and products for whole and half exponents, so that every language does the same.
  int power(const Expr& e) {
    const Rational n = abs(value(e));
    const int base = of(operands(e)[0]);
    const bool half = n.get_den() == 2;
    if ((half || is_whole(n)) && n < 1'000'000) {
      const long times_base = mpz_class(n.get_num() / n.get_den()).get_si();
      const int whole = times_base == 0 ? -1 : whole_power(base, times_base);
      return half ? times(whole, emit(Op::sqrt, base)) : whole;
    }
    return emit(Op::power, base, constant(n));
  }

  int whole_power(int base, long n) {
    if (n == 1) return base;
    if (n % 2 != 0) return emit(Op::mul, whole_power(base, n - 1), base);
    return emit(Op::square, whole_power(base, n / 2));
  }

  /// A sine takes the cosine of the same angle along, and the other way round.
  int call(const Expr& e) {
    const auto x = operands(e);
    const auto argument = [&](std::size_t i) { return i < x.size() ? of(x[i]) : -1; };
    const int here = emit(op_of(function(e)), argument(0), argument(1), argument(2));
    if (function(e) != Function::sin && function(e) != Function::cos) return here;
    const Expr partner = apply(function(e) == Function::sin ? Function::cos : Function::sin, {x[0]});
    const int* found = graph_.index.find(partner.node());
    if (found != nullptr && index_[*found] < 0) index_[*found] = emit(op_of(function(partner)), argument(0));
    return here;
  }

  void remove_unused() {
    std::vector<int> place(out_.code.size(), -1);
    for (const int r : out_.results) place[r] = 0;
    for (std::size_t i = out_.code.size(); i-- > 0;) {
      const Instruction& step = out_.code[i];
      if (place[i] < 0 || operand_count(step.op) == 0) continue;
      for (const int k : {step.a, step.b, step.c})
        if (k >= 0) place[k] = 0;
    }
    std::vector<Instruction> kept;
    for (std::size_t i = 0; i < out_.code.size(); ++i) {
      if (place[i] < 0) continue;
      Instruction step = out_.code[i];
      if (operand_count(step.op) > 0)
        for (int* k : {&step.a, &step.b, &step.c})
          if (*k >= 0) *k = place[*k];
      place[i] = static_cast<int>(kept.size());
      kept.push_back(step);
    }
    out_.code = std::move(kept);
    for (int& r : out_.results) r = place[r];
  }

  const Graph& graph_;
  Program out_;
  std::vector<int> index_;  // instruction of each node
  std::unordered_map<const Node*, std::pair<int, int>> places_;
  std::unordered_map<Instruction, int, InstructionHash> known_;
};

}  // namespace

Program program(std::span<const Expr> all, const std::vector<std::vector<Expr>>& inputs) {
  const Graph graph(all);
  return Builder(graph, inputs).build(all);
}

/// Round to nearest, ties to even, by hand: the quotient of |q| and the unit in its last place, and the remainder.
double to_double(const Rational& q) {
  if (sgn(q) == 0) return 0;
  mpz_class n = abs(q.get_num()), d = q.get_den();
  const auto bits = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
  long top = bits(n) - bits(d);  // 2^top ≤ |q| < 2^(top+1), or one less
  const auto scale = [](mpz_class& z, long by) {
    mpz_mul_2exp(z.get_mpz_t(), z.get_mpz_t(), static_cast<unsigned long>(by));
  };
  mpz_class left = n, right = d;
  scale(top < 0 ? left : right, std::abs(top));
  if (left < right) --top;
  const long last = std::max(top - 52, -1074L);
  scale(last < 0 ? n : d, std::abs(last));
  mpz_class quotient, remainder;
  mpz_fdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
  const int tie = cmp(2 * remainder, d);
  if (tie > 0 || (tie == 0 && mpz_odd_p(quotient.get_mpz_t()) != 0)) ++quotient;
  const double magnitude = top > 1100 ? HUGE_VAL : std::ldexp(quotient.get_d(), static_cast<int>(last));
  if (std::isinf(magnitude)) throw std::overflow_error("a number is too large for double precision");
  return sgn(q) < 0 ? -magnitude : magnitude;
}

}  // namespace oopss
