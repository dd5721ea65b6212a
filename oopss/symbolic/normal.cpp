// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/normal.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "oopss/symbolic/functions.hpp"

namespace oopss {
namespace {

long whole(const Rational& q) {
  if (!q.get_num().fits_slong_p()) throw ExpansionTooLarge("the expansion has an exponent that is too large");
  return q.get_num().get_si();
}

Polynomial constant(const Rational& q) { return {Coefficient(q), {}}; }

Rational power(const Rational& q, long n) {
  const std::size_t bits = std::max(mpz_sizeinbase(q.get_num_mpz_t(), 2), mpz_sizeinbase(q.get_den_mpz_t(), 2));
  if (bits > 1 && static_cast<unsigned long>(std::abs(n)) > 1'000'000 / bits)
    throw ExpansionTooLarge("the expansion has too large numbers");
  Rational out;
  const unsigned long times = static_cast<unsigned long>(std::abs(n));
  mpz_pow_ui(out.get_num_mpz_t(), q.get_num_mpz_t(), times);
  mpz_pow_ui(out.get_den_mpz_t(), q.get_den_mpz_t(), times);
  return n < 0 ? Rational(1 / out) : out;
}

/// Whether a normal form starts with a minus sign, a number among its terms set aside.
bool leading_negative(const Expr& normal) {
  const Expr& first = is(normal, Kind::add) ? operands(normal)[is(operands(normal)[0], Kind::number) ? 1 : 0] : normal;
  if (is(first, Kind::number)) return sgn(value(first)) < 0;
  return is(first, Kind::mul) && is(operands(first)[0], Kind::number) && sgn(value(operands(first)[0])) < 0;
}

}  // namespace

/// The part common to all terms: the greatest rational number that leaves whole coefficients, and the lowest power of
/// each atom.
struct Normaliser::Content {
  Rational number;
  Monomial monomial;

  explicit Content(const std::vector<Polynomial::Term>& terms) {
    mpz_class numerator = 0, denominator = 1;
    std::map<int, std::pair<std::size_t, int>> lowest;  // atom -> in how many terms, lowest exponent
    for (const auto& t : terms) {
      const Rational c = t.coefficient->rational();
      numerator = gcd(numerator, c.get_num());
      denominator = lcm(denominator, c.get_den());
      for (const Factor& f : t.factors) {
        auto [place, fresh] = lowest.try_emplace(f.atom, 1, f.exponent);
        if (!fresh) place->second = {place->second.first + 1, std::min(place->second.second, f.exponent)};
      }
    }
    number = Rational(numerator, denominator);
    for (const auto& [atom, seen] : lowest) {
      const int e = seen.first == terms.size() ? seen.second : std::min(seen.second, 0);
      if (e != 0) monomial.push_back({atom, e});
    }
  }
};

int Normaliser::atom_of(const Expr& base) {
  const auto [place, fresh] = numbers_.try_emplace(base.node(), static_cast<int>(atoms_.size()));
  if (fresh) atoms_.push_back(base);
  return place->second;
}

int Normaliser::scaled(const Rational& exponent) const {
  const long e = whole(exponent * Rational(unit_));
  if (std::abs(e) > std::numeric_limits<int>::max()) throw ExpansionTooLarge("an exponent is too large");
  return static_cast<int>(e);
}

Polynomial Normaliser::atom_power(const Expr& base, const Rational& exponent) {
  const Factor factor{atom_of(base), scaled(exponent)};
  return reduced({1, {&factor, 1}});
}

Polynomial Normaliser::polynomial(const Expr& e) {
  const Graph graph({&e, 1});
  std::vector<int> uses(graph.nodes.size(), 0);
  for (const Expr& n : graph.nodes)
    for (const Expr& operand : operands(n)) ++uses[graph.at(operand)];
  std::vector<Polynomial> values(graph.nodes.size());
  std::vector<Polynomial> below;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    below.clear();
    for (const Expr& operand : operands(graph.nodes[i])) {  // the last user takes it
      const int k = graph.at(operand);
      below.push_back(--uses[k] == 0 ? std::move(values[k]) : values[k]);
    }
    values[i] = node(graph.nodes[i], below);
  }
  return trigonometric_ ? linearised(values.back()) : std::move(values.back());
}

Polynomial Normaliser::node(const Expr& e, std::vector<Polynomial>& below) {
  switch (kind(e)) {
    case Kind::number:
      return constant(value(e));
    case Kind::symbol:
      return atom_power(e, 1);
    case Kind::function:
      return function_of(function(e), below);
    case Kind::pow:
      return power_of(below[0], value(e));
    case Kind::add: {
      const auto largest = std::max_element(below.begin(), below.end(), [](const Polynomial& a, const Polynomial& b) {
        return a.entries() < b.entries();
      });
      std::swap(*largest, below.front());
      for (std::size_t i = 1; i < below.size(); ++i) below.front().add(below[i]);
      return std::move(below.front());
    }
    case Kind::mul:
      break;
  }
  Polynomial product = std::move(below.front());
  for (std::size_t i = 1; i < below.size(); ++i) product = reduced(product * below[i]);
  return product;
}

Polynomial Normaliser::function_of(Function f, std::vector<Polynomial>& below) {
  std::vector<Expr> arguments;
  for (const Polynomial& p : below) arguments.push_back(expression(trigonometric_ ? linearised(p) : p));
  const Parity parity = row(f).parity;
  bool flip = false;
  if (parity != Parity::none && leading_negative(arguments[0])) {
    arguments[0] = expression(constant(-1) * read(arguments[0]));
    flip = parity == Parity::odd;
  }
  const Polynomial out = read(apply(f, arguments));
  return flip ? constant(-1) * out : out;
}

Polynomial Normaliser::read(const Expr& normal) {
  Polynomial sum;
  const auto terms = is(normal, Kind::add) ? operands(normal) : std::span(&normal, 1);
  for (const Expr& t : terms) {
    Polynomial product = constant(1);
    for (const Expr& f : is(t, Kind::mul) ? operands(t) : std::span(&t, 1)) {
      if (is(f, Kind::number)) {
        product = constant(value(f)) * product;
      } else {
        product = product * (is(f, Kind::pow) ? atom_power(operands(f)[0], value(f)) : atom_power(f, 1));
      }
    }
    sum.add(product);
  }
  return sum;
}

Polynomial Normaliser::power_of(const Polynomial& base, const Rational& exponent) {
  const Polynomial p = trigonometric_ && sgn(exponent) < 0 ? linearised(base) : base;
  const auto terms = p.terms();
  if (terms.empty() && sgn(exponent) < 0) throw std::domain_error("division by zero");
  if (terms.empty()) return {};
  if (!is_whole(exponent)) return broken_power(p, exponent);
  const long n = whole(exponent);
  if (terms.size() > 1) return n > 0 ? reduced(oopss::power(p, n)) : inverse_power(p, -n);
  const Coefficient c(power(terms[0].coefficient->rational(), n));
  return reduced({c, oopss::power(terms[0].factors, n)});
}

/// p^−n of a sum p = c·m·q with content c·m: c^−n m^−n times the atom q^−n, where q starts with a positive number.
Polynomial Normaliser::inverse_power(const Polynomial& p, long n) {
  Polynomial outside = constant(1), rest = p;
  while (true) {
    const auto terms = rest.terms();
    if (terms.size() <= 1) return outside * power_of(rest, -n);
    const Content content(terms);
    if (content.number == 1 && content.monomial.empty()) break;
    const Monomial inverse = oopss::power(content.monomial, -1);
    outside = reduced(outside * power_of({Coefficient(content.number), content.monomial}, -n));
    rest = reduced(Polynomial(Coefficient(Rational(1 / content.number)), inverse) * rest);
  }
  Expr base = expression(rest);
  if (leading_negative(base)) {
    base = expression(constant(-1) * rest);
    if (n % 2 != 0) outside = constant(-1) * outside;
  }
  return outside * atom_power(base, -n);
}

/// p^e for e that is not whole: the content's number under the root by itself, the rest an atom.
Polynomial Normaliser::broken_power(const Polynomial& p, const Rational& exponent) {
  const auto terms = p.terms();
  const Content content(terms);
  const Polynomial outside = number_power(content.number, exponent);
  const Polynomial rest = constant(1 / content.number) * p;
  const Expr base = expression(rest);
  return is_one(base) ? outside : reduced(outside * atom_power(base, exponent));
}

/// q^e of a positive q, over its prime factors.
Polynomial Normaliser::number_power(const Rational& q, const Rational& exponent) {
  return reduced(root_of(q.get_num(), exponent) * root_of(q.get_den(), -exponent));
}

Polynomial Normaliser::root_of(mpz_class n, const Rational& exponent) {
  Polynomial out = constant(1);
  for (unsigned long prime = 2; prime < 1000 && n > 1; ++prime) {
    long times = 0;
    while (mpz_divisible_ui_p(n.get_mpz_t(), prime) != 0) {
      n /= prime;
      ++times;
    }
    if (times > 0) out = out * atom_power(Rational(prime), exponent * Rational(times));
  }
  return n > 1 ? out * atom_power(Rational(n), exponent) : out;
}

bool Normaliser::reducible(const Factor& f) const {
  const Expr& base = atom(f.atom);
  if (is(base, Kind::symbol) || is(base, Kind::function)) return false;
  return f.exponent >= unit_ || (is(base, Kind::number) && f.exponent < 0);
}

Polynomial Normaliser::reduced(Polynomial p) {
  const auto terms = p.terms();
  const auto has_reducible = [&](const Polynomial::Term& t) {
    return std::any_of(t.factors.begin(), t.factors.end(), [&](const Factor& f) { return reducible(f); });
  };
  if (std::none_of(terms.begin(), terms.end(), has_reducible)) return p;
  Polynomial sum;
  for (const auto& t : terms) {
    Polynomial product(*t.coefficient, {});
    for (Factor f : t.factors) {
      if (reducible(f)) {  // base^(n + r) with 0 ≤ r < 1
        const long n = (f.exponent - (((f.exponent % unit_) + unit_) % unit_)) / unit_;
        const Expr base = atom(f.atom);
        product = product * (is(base, Kind::number) ? constant(power(value(base), n)) : oopss::power(read(base), n));
        f.exponent -= static_cast<int>(n * unit_);
      }
      if (f.exponent != 0) product = product * Polynomial(1, {&f, 1});
    }
    sum.add(reduced(std::move(product)));
  }
  return sum;
}

}  // namespace oopss
