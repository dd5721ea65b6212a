// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "oopss/symbolic/normal.hpp"

namespace oopss {
namespace {

/// (x·y)^−n as x^−n·y^−n throughout, so that the factors of a denominator stay apart.
Expr split_denominators(const Expr& e) {
  const Graph graph({&e, 1});
  const auto product_below = [](const Expr& n) {
    return is(n, Kind::pow) && sgn(value(n)) < 0 && is_whole(value(n)) && is(operands(n)[0], Kind::mul);
  };
  if (std::none_of(graph.nodes.begin(), graph.nodes.end(), product_below)) return e;
  std::vector<Expr> image(graph.nodes.size());
  std::vector<Expr> below;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const Expr& n = graph.nodes[i];
    if (product_below(n)) {
      std::vector<Expr> factors = {operands(n)[0]};
      Expr product = 1;
      for (std::size_t seen = 0; !factors.empty(); ++seen) {
        if (seen > 1'000'000) throw ExpansionTooLarge("a denominator has too many factors");
        const Expr f = factors.back();
        factors.pop_back();
        if (is(f, Kind::mul)) {
          factors.insert(factors.end(), operands(f).begin(), operands(f).end());
        } else {
          product = product * pow(image[graph.at(f)], value(n));
        }
      }
      image[i] = product;
      continue;
    }
    below.clear();
    for (const Expr& operand : operands(n)) below.push_back(image[graph.at(operand)]);
    image[i] = rebuild(n, below);
  }
  return image.back();
}

Expr normal_form(const Expr& e, bool trigonometric) {
  const Expr split = split_denominators(e);
  Normaliser normaliser = normaliser_for(split, trigonometric);
  return normaliser.expression(normaliser.polynomial(split));
}

}  // namespace

Normaliser normaliser_for(const Expr& e, bool trigonometric) {
  mpz_class unit = 1;
  for (const Expr& n : Graph({&e, 1}).nodes)
    if (is(n, Kind::pow)) unit = lcm(unit, value(n).get_den());
  if (unit > 10'000) throw ExpansionTooLarge("the expansion has too large denominators of exponents");
  return {unit.get_si(), trigonometric};
}

/// Compound bases stand under a power, so they are compared there.
bool Normaliser::canonical_less(const Expr& a, const Expr& b) const {
  const auto factor = [&](const Expr& base) {
    const bool simple = is(base, Kind::symbol) || is(base, Kind::function) || is(base, Kind::add);
    return simple ? base : pow(base, Rational(1, unit_));
  };
  return compare(factor(a), factor(b)) < 0;
}

Expr Normaliser::expression(const Polynomial& p) {
  auto terms = p.terms();
  if (terms.empty()) return 0;
  // Atoms get their places in the order of `compare`; then monomials are sorted by numbers alone.
  std::vector<int> order;
  std::vector<char> used(atoms_.size(), 0);
  for (const auto& t : terms)
    for (const Factor& f : t.factors)
      if (!std::exchange(used[static_cast<std::size_t>(f.atom)], 1)) order.push_back(f.atom);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return canonical_less(atom(a), atom(b)); });
  std::vector<int> place(atoms_.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);

  struct Sorted {
    std::size_t begin, size;  // in `keys`
    const Coefficient* coefficient;
  };
  std::vector<Factor> keys;  // (place, −exponent): higher powers first
  std::vector<Sorted> sorted;
  for (const auto& t : terms) {
    const std::size_t begin = keys.size();
    for (const Factor& f : t.factors) keys.push_back({place[static_cast<std::size_t>(f.atom)], -f.exponent});
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.end());
    sorted.push_back({begin, t.factors.size(), t.coefficient});
  }
  std::sort(sorted.begin(), sorted.end(), [&](const Sorted& a, const Sorted& b) {
    if (a.size == 0 || b.size == 0) return a.size < b.size;  // the number first
    for (std::size_t i = 0; i < a.size && i < b.size; ++i)
      if (const auto c = keys[a.begin + i] <=> keys[b.begin + i]; c != 0) return c < 0;
    return a.size > b.size;  // xy before x
  });

  std::vector<Expr> sum;
  sum.reserve(sorted.size());
  std::map<Factor, Expr> powers;  // each factor is made once
  std::vector<Expr> product;
  for (const Sorted& s : sorted) {
    product.clear();
    const Rational c = s.coefficient->rational();
    if (c != 1 || s.size == 0) product.emplace_back(c);
    for (std::size_t i = 0; i < s.size; ++i) {
      const Factor& key = keys[s.begin + i];
      auto found = powers.find(key);
      if (found == powers.end()) {
        Rational exponent(-key.exponent, unit_);
        exponent.canonicalize();
        found = powers.emplace(key, pow(atom(order[static_cast<std::size_t>(key.atom)]), exponent)).first;
      }
      product.push_back(found->second);
    }
    sum.push_back(intern_nary(Kind::mul, product));
  }
  return intern_nary(Kind::add, sum);
}

Expr expand(const Expr& e) { return normal_form(e, false); }
Expr collect_trig(const Expr& e) { return normal_form(e, true); }

Fraction together(const Expr& e) {
  const Expr split = split_denominators(e);
  Normaliser normaliser = normaliser_for(split, false);
  const Polynomial p = normaliser.polynomial(split);
  std::map<int, int> lowest;  // whole powers, in units, that clear the denominators
  const int unit = normaliser.unit();
  for (const auto& t : p.terms())
    for (const Factor& f : t.factors)
      if (f.exponent < 0) lowest[f.atom] = std::max(lowest[f.atom], (-f.exponent + unit - 1) / unit * unit);
  Monomial clear;
  for (const auto& [atom, exponent] : lowest) clear.push_back({atom, exponent});
  const Polynomial denominator({1, clear});
  return {normaliser.expression(normaliser.reduced(denominator * p)),
          normaliser.expression(normaliser.reduced(denominator))};
}

Expr collect(const Expr& e, std::span<const Expr> unknowns) {
  const Expr split = split_denominators(e);
  Normaliser normaliser = normaliser_for(split, false);
  const Polynomial p = normaliser.polynomial(split);
  using Degrees = std::vector<int>;  // per unknown, negative so that higher powers come first
  std::map<Degrees, Polynomial> groups;
  for (const auto& t : p.terms()) {
    Degrees degrees(unknowns.size(), 0);
    Monomial rest;
    for (const Factor& f : t.factors) {
      const auto found = std::find(unknowns.begin(), unknowns.end(), normaliser.atom(f.atom));
      if (found == unknowns.end()) {
        rest.push_back(f);
      } else {
        degrees[static_cast<std::size_t>(found - unknowns.begin())] = -f.exponent;
      }
    }
    groups[degrees].add(rest, *t.coefficient, 1);
  }
  std::vector<Expr> sum;
  for (const auto& [degrees, coefficient] : groups) {
    const Expr c = normaliser.expression(coefficient);
    std::vector<Expr> product;
    if (is(c, Kind::mul)) {
      product.assign(operands(c).begin(), operands(c).end());
    } else if (!is_one(c)) {
      product.push_back(c);
    }
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      Rational exponent(-degrees[i], normaliser.unit());
      exponent.canonicalize();
      if (degrees[i] != 0) product.push_back(pow(unknowns[i], exponent));
    }
    sum.push_back(product.empty() ? Expr(1) : intern_nary(Kind::mul, product));
  }
  return sum.empty() ? Expr(0) : intern_nary(Kind::add, sum);
}

}  // namespace oopss
