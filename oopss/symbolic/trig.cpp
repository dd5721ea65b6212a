// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "oopss/symbolic/normal.hpp"

// Products of sines and cosines as Laurent polynomials in e^{iα}: with w = e^{iθ},
//   2 cos θ = w + w⁻¹,   2 sin θ = −i w + i w⁻¹,
// multiplied out, and read back as 2c·cos θ and 2c·sin θ from the half of the terms that are not conjugates of others.

namespace oopss {

/// The monomials α that angles are made of, each standing for an atom e^{iα/scale}; atom 0 is the imaginary unit.
struct Normaliser::Angles {
  std::map<Monomial, int> number;
  std::vector<Monomial> monomial = {{}};
  mpz_class scale = 1;
};

/// The whole, positive power of a sine or cosine in a factor; exponent 0 if it is something else.
Factor Normaliser::trigonometric_factor(const Factor& f) const {
  const Expr& base = atom(f.atom);
  const bool trigonometric =
      is(base, Kind::function) && (function(base) == Function::sin || function(base) == Function::cos);
  if (!trigonometric || f.exponent < 0 || f.exponent % unit_ != 0) return {f.atom, 0};
  return {f.atom, static_cast<int>(f.exponent / unit_)};
}

/// (2 cos θ)^n or (2 sin θ)^n over the atoms of `angles`.
Polynomial Normaliser::wave(Angles& angles, const Factor& f) {
  const Expr base = atom(f.atom);
  Monomial up;
  int quarter = 0;
  for (const auto& t : read(operands(base)[0]).terms()) {
    const Rational c = t.coefficient->rational();
    const Monomial key(t.factors.begin(), t.factors.end());
    const bool turn = key.size() == 1 && key[0].exponent == unit_ && atom(key[0].atom) == pi();
    if (turn && is_whole(2 * c)) {  // e^{iπ/2} = i
      quarter = static_cast<int>(mpz_fdiv_ui(mpz_class(2 * c.get_num() / c.get_den()).get_mpz_t(), 4));
      continue;
    }
    const mpz_class times = mpz_class(Rational(c * angles.scale).get_num());
    if (!times.fits_sint_p()) throw ExpansionTooLarge("an angle has too large numbers");
    const auto [place, fresh] = angles.number.try_emplace(key, static_cast<int>(angles.monomial.size()));
    if (fresh) angles.monomial.push_back(key);
    up.push_back({place->second, static_cast<int>(times.get_si())});
  }
  std::sort(up.begin(), up.end());
  const auto term = [&](const Monomial& m, int i) {  // i^i · e^{…}
    const Factor imaginary{0, ((i % 4) + 4) % 4};
    const int sign = imaginary.exponent >= 2 ? -1 : 1;
    const Factor odd{0, 1};
    return Polynomial(sign, imaginary.exponent % 2 == 0 ? m : std::span(&odd, 1) * m);
  };
  const bool sine = function(base) == Function::sin;
  Polynomial w = term(up, quarter + (sine ? 3 : 0));
  w.add(term(oopss::power(up, -1), -quarter + (sine ? 1 : 0)));
  return oopss::power(w, f.exponent);
}

/// cos θ (quarter 0) or sin θ (quarter 1) of the angle written over the atoms of `angles`.
Polynomial Normaliser::harmonic(const Angles& angles, std::span<const Factor> angle, int quarter) {
  Polynomial argument;
  for (const Factor& f : angle) {
    Rational c(mpz_class(f.exponent), angles.scale);
    c.canonicalize();
    argument.add(angles.monomial[static_cast<std::size_t>(f.atom)], Coefficient(c), 1);
  }
  const Function f = quarter == 0 ? Function::cos : Function::sin;
  std::vector<Polynomial> below = {std::move(argument)};
  return function_of(f, below);
}

/// The real trigonometric polynomial of a sum of waves that is its own conjugate.
Polynomial Normaliser::real_form(Angles& angles, const Polynomial& waves) {
  Polynomial half;  // with i² = −1 and without the conjugates
  for (const auto& t : waves.terms()) {
    const bool imaginary = !t.factors.empty() && t.factors[0].atom == 0;
    const int quarter = imaginary ? ((t.factors[0].exponent % 4) + 4) % 4 : 0;
    const auto angle = t.factors.subspan(imaginary ? 1 : 0);
    if (!angle.empty() && angle[0].exponent < 0) continue;
    const Factor odd{0, 1};
    const Monomial key = quarter % 2 == 0 ? Monomial(angle.begin(), angle.end()) : std::span(&odd, 1) * angle;
    half.add(key, *t.coefficient, quarter >= 2 ? -1 : 1);
  }
  Polynomial out;
  for (const auto& t : half.terms()) {
    const bool sine = !t.factors.empty() && t.factors[0].atom == 0;
    const auto angle = t.factors.subspan(sine ? 1 : 0);
    if (angle.empty()) {
      out.add({}, *t.coefficient, 1);
    } else {
      out.add(Polynomial(*t.coefficient * (sine ? -2 : 2), {}) * harmonic(angles, angle, sine ? 1 : 0));
    }
  }
  return out;
}

Polynomial Normaliser::linearised(const Polynomial& p) {
  const auto terms = p.terms();
  Angles angles;
  std::map<Monomial, Polynomial> forms;  // of the trigonometric parts that occur
  for (const auto& t : terms)
    for (const Factor& f : t.factors)
      if (trigonometric_factor(f).exponent > 0)
        for (const auto& a : read(operands(atom(f.atom))[0]).terms())
          angles.scale = lcm(angles.scale, a.coefficient->rational().get_den());
  Polynomial out;
  for (const auto& t : terms) {
    Monomial trigonometric, rest;
    long degree = 0;
    for (const Factor& f : t.factors) {
      const Factor power = trigonometric_factor(f);
      (power.exponent > 0 ? trigonometric : rest).push_back(power.exponent > 0 ? power : f);
      degree += power.exponent;
    }
    auto found = forms.find(trigonometric);
    if (found == forms.end()) {
      Polynomial waves(1, {});
      for (const Factor& f : trigonometric) waves = waves * wave(angles, f);
      mpz_class halves = 1;
      mpz_mul_2exp(halves.get_mpz_t(), halves.get_mpz_t(), static_cast<unsigned long>(degree));
      Polynomial form = Polynomial(Coefficient(Rational(1, halves)), {}) * real_form(angles, waves);
      found = forms.emplace(trigonometric, std::move(form)).first;
    }
    out.add(Polynomial(*t.coefficient, rest) * found->second);
  }
  return out;
}

}  // namespace oopss
