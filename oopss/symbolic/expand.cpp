// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

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

/// The atoms of some terms in the order of `compare`.
std::vector<int> Normaliser::ordered_atoms(const std::vector<Polynomial::Term>& terms) {
  std::vector<int> order;
  for (const auto& t : terms)
    for (const Factor& f : t.factors)
      if (std::exchange(place_[static_cast<std::size_t>(f.atom)], 0) < 0) order.push_back(f.atom);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return canonical_less(atom(a), atom(b)); });
  return order;
}

/// The terms in the order of `compare`. Atoms get their places first; then monomials are sorted by numbers alone.
std::vector<Normaliser::SortedTerm> Normaliser::sorted_terms(const std::vector<Polynomial::Term>& terms,
                                                             const std::vector<int>& order, std::vector<Factor>& keys) {
  for (std::size_t i = 0; i < order.size(); ++i) place_[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  std::vector<SortedTerm> sorted;
  sorted.reserve(terms.size());
  for (const auto& t : terms) {
    const std::size_t begin = keys.size();
    for (const Factor& f : t.factors) keys.push_back({place_[static_cast<std::size_t>(f.atom)], -f.exponent});
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.end());
    sorted.push_back({begin, t.factors.size(), t.coefficient});
  }
  for (const int i : order) place_[static_cast<std::size_t>(i)] = -1;
  std::sort(sorted.begin(), sorted.end(), [&](const SortedTerm& a, const SortedTerm& b) {
    if (a.size == 0 || b.size == 0) return a.size < b.size;  // the number first
    for (std::size_t i = 0; i < a.size && i < b.size; ++i)
      if (const auto c = keys[a.begin + i] <=> keys[b.begin + i]; c != 0) return c < 0;
    return a.size > b.size;  // xy before x
  });
  return sorted;
}

Expr Normaliser::expression(const Polynomial& p) {
  const auto terms = p.terms();
  if (terms.empty()) return 0;
  const std::vector<int> order = ordered_atoms(terms);
  std::vector<std::vector<std::pair<int, Expr>>> powers(order.size());  // by place: each factor is made once
  const auto factor = [&](const Factor& key) -> const Expr& {
    auto& made = powers[static_cast<std::size_t>(key.atom)];
    for (const auto& [exponent, e] : made)
      if (exponent == key.exponent) return e;
    Rational exponent(-key.exponent, unit_);
    exponent.canonicalize();
    return made.emplace_back(key.exponent, pow(atom(order[static_cast<std::size_t>(key.atom)]), exponent)).second;
  };
  std::vector<Factor> keys;
  std::vector<Expr> sum, product;
  sum.reserve(terms.size());
  for (const SortedTerm& t : sorted_terms(terms, order, keys)) {
    product.clear();
    if (!t.coefficient->one() || t.size == 0) product.emplace_back(t.coefficient->rational());
    for (std::size_t i = 0; i < t.size; ++i) product.push_back(factor(keys[t.begin + i]));
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
