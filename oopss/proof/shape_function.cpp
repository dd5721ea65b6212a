// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/shape_function.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/system/planar_shape.hpp"

namespace oopss {
namespace {

constexpr int widest_turns = 128;  // of an angle on the line

/// A power of two of about the size of x; 1 for 0.
mpq_class power_near(const mpq_class& x) {
  mpq_class out(1);
  if (x == 0) return out;
  const auto bits = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
  const long exponent = bits(x.get_num()) - bits(x.get_den());
  if (exponent >= 0)
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<unsigned long>(exponent));
  else
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<unsigned long>(-exponent));
  return out;
}

/// Everything divided by a power of two.
void scale(TrigPolynomial<Enclosure>& waves, const mpq_class& size) {
  const Enclosure by(1 / size);
  waves.constant = waves.constant * by;
  for (TrigTerm<Enclosure>& term : waves.terms) {
    term.c = term.c * by;
    term.s = term.s * by;
  }
}

void add_amplitudes(ShapeFunction& function) {
  for (const TrigTerm<Enclosure>& term : function.waves.terms) function.rho.push_back(amplitude(term));
}

/// One wave per pair of bodies that are not both fixed.
ShapeFunction free_function(const ExactLandscape& landscape) {
  ShapeFunction out;
  out.unknown = unknowns(landscape);
  out.span.resize(out.unknown.size());
  mpq_class largest;
  for (int i = 0; i < landscape.topology.size(); ++i)
    for (int j = i + 1; j < landscape.topology.size(); ++j) {
      TrigTerm<Enclosure> term{{}, landscape.pairs.alpha(i, j), landscape.pairs.beta(i, j)};
      largest = std::max({largest, magnitude(term.c), magnitude(term.s)});
      for (const int body : out.unknown) term.winding.push_back(body == j ? 1 : body == i ? -1 : 0);
      if (std::any_of(term.winding.begin(), term.winding.end(), [](int w) { return w != 0; }))
        out.waves.terms.push_back(std::move(term));
    }
  scale(out.waves, power_near(largest));
  add_amplitudes(out);
  for (int i = 0; i < landscape.topology.size(); ++i) {
    std::vector<int> weights;
    const bool fixed = std::find(out.unknown.begin(), out.unknown.end(), i) == out.unknown.end();
    for (const int body : out.unknown) weights.push_back(fixed || body == i ? 1 : 0);
    out.bodies.push_back(std::move(weights));
  }
  return out;
}

/// Where the angle of a joint with springs on the line can be at an equilibrium: beyond, their slope exceeds every
/// other one,  |φ − b| ≤ (M/2 · `steepest_ratios` + Σ |k_p| of its sine springs) / |k|,  b where they balance.
Span span_of(const ShapeFunction& function, int unknown, const Enclosure& least_inertia) {
  Enclosure constant, moment;
  mpq_class slope, waves, steepest;
  bool line = false;
  for (const auto& [joint, law] : function.springs) {
    if (joint != unknown) continue;
    if (law.periodic) {
      slope += magnitude(law.kp);
    } else {
      line = true;
      constant = constant + law.kp;
      moment = moment + law.kp * law.bias;
    }
  }
  if (!line) return {};
  if (constant.contains_zero())
    throw NotEnclosed(fmt::format("the springs at joint {} of the file, those on the line, cancel each other",
                                  function.unknown[unknown] + 1));
  for (std::size_t p = 0; p < function.rho.size(); ++p) {
    waves += function.rho[p];
    if (function.waves.terms[p].winding[unknown] != 0) steepest += function.rho[p];
  }
  if (!function.M.is_zero()) {
    const mpq_class least = std::max(least_inertia.lo, mpq_class(function.waves.constant.lo - waves));
    if (least <= 0) throw NotEnclosed("the locked inertia has no lower bound above zero that is known beforehand");
    const auto [far, near] = steepest_ratios(Enclosure(steepest), Enclosure(least));
    slope += function.M.hi / 2 * std::min(far.hi, near.hi);
  }
  const Enclosure reach = Enclosure(-slope, slope) / constant,
                  parts = (moment / constant + reach) / (Enclosure(2) * enclosed_pi());
  // multiples of the 32nd part of a turn: all boxes have short coordinates, and few different ones
  constexpr std::int64_t grain = whole_turn / 32;
  const auto grains = [](const mpq_class& x) { return mpz_class(rounded_down(x * 32, 0)).get_si(); };
  if (abs(parts.lo) > widest_turns || abs(parts.hi) > widest_turns)
    throw NotEnclosed(
        fmt::format("the springs are so weak that the angle at joint {} of the file may lie anywhere from "
                    "{:.3g} to {:.3g} turns, and proofs take {} either way",
                    function.unknown[unknown] + 1, parts.lo.get_d(), parts.hi.get_d(), widest_turns));
  const long from = grains(parts.lo), to = std::max(from + 1, -grains(-parts.hi));
  return {false, (from + to) * (grain / 2), (to - from) * (grain / 2)};
}

ShapeFunction amended_function(const ExactLandscape& landscape) {
  ShapeFunction out;
  out.amended = true;
  out.unknown = unknowns(landscape);
  out.waves = locked_polynomial(landscape.topology, landscape.pairs);
  for (TrigTerm<Enclosure>& term : out.waves.terms) {
    std::vector<int> winding;
    for (const int k : out.unknown) winding.push_back(term.winding[k]);
    term.winding = std::move(winding);
  }
  std::erase_if(out.waves.terms, [&](const TrigTerm<Enclosure>& term) {
    return landscape.mu_s.is_zero() || (term.c.is_zero() && term.s.is_zero());
  });
  const mpq_class inertia = power_near(out.waves.constant.hi);
  scale(out.waves, inertia);
  add_amplitudes(out);
  out.M = landscape.mu_s * landscape.mu_s / Enclosure(inertia);
  mpq_class energy = magnitude(out.M);
  for (const auto& [joint, law] : landscape.springs) {
    energy = std::max(energy, magnitude(law.kp));
    const auto place = std::find(out.unknown.begin(), out.unknown.end(), joint) - out.unknown.begin();
    out.springs.push_back({static_cast<int>(place), law});
  }
  const Enclosure by(1 / power_near(energy));
  out.M = out.M * by;
  for (SpringAt<Enclosure>& spring : out.springs) spring.law.kp = spring.law.kp * by;
  for (int k = 0; k < out.size(); ++k)
    out.span.push_back(span_of(out, k, landscape.least_inertia / Enclosure(inertia)));
  const std::vector<int> none(static_cast<std::size_t>(landscape.topology.size()), 0);
  for (int i = 0; i < landscape.topology.size(); ++i) {
    std::vector<int> rotated = none, moved;
    rotated[i] = 1;
    const std::vector<int> all = differences(landscape.topology, rotated);
    for (const int k : out.unknown) moved.push_back(all[k]);
    out.bodies.push_back(std::move(moved));
  }
  return out;
}

/// Waves over the angles of all bodies as waves over the unknown ones: the others are zero.
TrigPolynomial<Enclosure> of_unknowns(const TrigPolynomial<Enclosure>& all, const std::vector<int>& unknown) {
  TrigPolynomial<Enclosure> out{all.constant, {}};
  for (const TrigTerm<Enclosure>& term : all.terms) {
    std::vector<int> winding;
    for (const int body : unknown) winding.push_back(term.winding[body]);
    if (std::all_of(winding.begin(), winding.end(), [](int w) { return w == 0; }))
      out.constant = out.constant + term.c;
    else if (!term.c.is_zero() || !term.s.is_zero())
      out.terms.push_back({std::move(winding), term.c, term.s});
  }
  return out;
}

mpq_class largest_part(const TrigPolynomial<Enclosure>& waves) {
  mpq_class out = magnitude(waves.constant);
  for (const TrigTerm<Enclosure>& term : waves.terms) out = std::max({out, magnitude(term.c), magnitude(term.s)});
  return out;
}

/// The locked inertia over the absolute angles of the bodies.
TrigPolynomial<Enclosure> locked_waves(const PairConstants<Enclosure>& pairs) {
  TrigPolynomial<Enclosure> out;
  const int n = pairs.alpha.rows;
  for (int i = 0; i < n; ++i) {
    out.constant = out.constant + pairs.diagonal[i];
    for (int j = i + 1; j < n; ++j) {
      std::vector<int> winding(static_cast<std::size_t>(n), 0);
      winding[i] = -1;
      winding[j] = 1;
      out.terms.push_back({std::move(winding), Enclosure(2) * pairs.alpha(i, j), Enclosure(2) * pairs.beta(i, j)});
    }
  }
  return out;
}

/// −U of sine springs less their constants: k_p cos(θ_j − θ_i − bias).
TrigPolynomial<Enclosure> spring_waves(const ExactLandscape& landscape) {
  TrigPolynomial<Enclosure> out;
  for (const auto& [joint, law] : landscape.springs) {
    std::vector<int> winding(landscape.topology.parent.size(), 0);
    winding[landscape.between[joint][0]] = -1;
    winding[landscape.between[joint][1]] = 1;
    out.terms.push_back({std::move(winding), law.kp * cos(law.bias), law.kp * sin(law.bias)});
  }
  return out;
}

ShapeFunction closed_function(const ExactLandscape& landscape) {
  ShapeFunction out;
  out.amended = landscape.stores_energy();
  out.unknown = unknowns(landscape);
  out.span.resize(out.unknown.size());
  out.waves = of_unknowns(locked_waves(landscape.pairs), out.unknown);
  if (!out.amended) out.waves.constant = 0;
  if (out.amended && landscape.mu_s.is_zero()) out.waves.terms.clear();
  const mpq_class inertia = power_near(largest_part(out.waves));
  scale(out.waves, inertia);
  add_amplitudes(out);
  if (out.amended) {
    out.stored = of_unknowns(spring_waves(landscape), out.unknown);
    out.M = landscape.mu_s * landscape.mu_s / Enclosure(inertia);
    const mpq_class energy = power_near(std::max(magnitude(out.M), largest_part(out.stored)));
    out.M = out.M / Enclosure(energy);
    scale(out.stored, energy);
  }
  mpq_class length;
  for (const TrigPolynomial<Enclosure>& g : landscape.closure) {
    out.closure.push_back(of_unknowns(g, out.unknown));
    length = std::max(length, largest_part(out.closure.back()));
  }
  for (TrigPolynomial<Enclosure>& g : out.closure) scale(g, power_near(length));
  return out;
}

}  // namespace

ShapeFunction shape_function(const ExactLandscape& landscape) {
  if (landscape.closed()) return closed_function(landscape);
  return landscape.stores_energy() ? amended_function(landscape) : free_function(landscape);
}

mpq_class amplitude(const TrigTerm<Enclosure>& term) {
  return sqrt(Enclosure(0, magnitude(term.c * term.c + term.s * term.s))).hi;
}

mpq_class radians(std::int64_t units) { return part_of_turn(2 * units) * enclosed_pi().hi; }

ShapeValues<Enclosure> values_at(const ShapeFunction& function, const std::vector<std::int64_t>& units) {
  const int n = function.size();
  ShapeValues<Enclosure> out;
  reset(function.waves, n, out.waves);
  for (const TrigTerm<Enclosure>& term : function.waves.terms) {
    std::int64_t psi = 0;
    for (int k = 0; k < n; ++k) psi += term.winding[k] * units[k];
    const auto [c, s] = cos_and_sin_of_turn(part_of_turn(psi));
    add_wave(term, c, s, out.waves);
  }
  out.function = out.waves;
  if (!function.amended) return out;
  amend_values(function.M, out);
  for (const auto& [k, law] : function.springs) {
    const Enclosure phi = Enclosure(part_of_turn(2 * units[k])) * enclosed_pi();
    out.function.gradient[k] = out.function.gradient[k] - torque(law, phi, Enclosure(0));
    out.function.hessian(k, k) = out.function.hessian(k, k) - stiffness(law, phi);
  }
  return out;
}

std::optional<mpq_class> curvature_bound(const ShapeFunction& function, const ShapeValues<Enclosure>& values,
                                         const std::vector<mpq_class>& y, const std::vector<mpq_class>& r) {
  const int n = function.size();
  mpq_class B, C;  // Σ ρ (|w|·r)², Σ ρ |w·y| (|w|·r)²
  for (std::size_t p = 0; p < function.rho.size(); ++p) {
    mpq_class width, turn;
    for (int k = 0; k < n; ++k) {
      const int w = function.waves.terms[p].winding[k];
      width += std::abs(w) * r[k];
      turn += w * y[k];
    }
    const mpq_class part = function.rho[p] * width * width;
    B += part;
    C += part * abs(turn);
  }
  if (!function.amended) return C;
  mpq_class moved, steep;  // I'·r, (y·I'')·r
  Enclosure along;         // y·I'
  for (int l = 0; l < n; ++l) {
    Enclosure slope;
    for (int k = 0; k < n; ++k) slope = slope + Enclosure(y[k]) * values.waves.hessian(k, l);
    along = along + Enclosure(y[l]) * values.waves.gradient[l];
    moved += magnitude(values.waves.gradient[l]) * r[l];
    steep += magnitude(slope) * r[l];
  }
  const mpq_class least = values.waves.value.lo - moved - B / 2;
  if (least <= 0) return std::nullopt;
  mpq_class out = amended_curvature<mpq_class>(function.M.hi, least, moved, B, C, magnitude(along), steep);
  for (const auto& [k, law] : function.springs)
    if (law.periodic) out += magnitude(law.kp) * abs(y[k]) * r[k] * r[k];
  return out;
}

}  // namespace oopss
