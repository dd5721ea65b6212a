// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/prove_space.hpp"

#include "oopss/spatial/bracket.hpp"
#include "oopss/system/exact_state.hpp"
#include "oopss/system/laws.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// e times a power of |q|² with the attitude A of a pair put in for a quaternion q of any length, which is every
/// rotation: zero if and only if e is zero on rotations. A stands in e at most to the fourth power.
bool vanishes_on_rotations(const Equations& equations, const Expr& e) {
  const Expr square = symbol("q^2", rank_other), w = symbol("q_w", rank_other);
  const Vec3<Expr> v = {symbol("q_x", rank_other), symbol("q_y", rank_other), symbol("q_z", rank_other)};
  const Matrix3<Expr> turn = (w * w - dot(v, v)) * identity3<Expr>() + Expr(2) * outer(v, v) + (Expr(2) * w) * hat(v);
  Substitution by, length;
  for (int k = 0; k < 9; ++k) by.emplace(equations.state[k], by_rows(turn)[k] / square);
  length.emplace(square, w * w + dot(v, v));
  const Expr polynomial = expand(pow(square, 4) * expand(substitute(e, by)));
  return is_zero(expand(substitute(polynomial, length)));
}

/// J of a pair: ½ Ω·JΩ is ½ Σ Ω·IΩ + ½ Σ m |r'|² with the mass centre at rest,
///   r_1' = (m_2/m) Δ,  r_2' = −(m_1/m) Δ,  Δ = A (Ω_2 × d_2) − Ω_1 × d_1 along the axes of body 1.
bool is_energy_of_velocities(const TreeSpec& spec, const Equations& equations) {
  const SpaceTree<Expr> tree = space_tree(spec, equations.p);
  Expr printed(0), expected(0);
  for (int r = 0; r < equations.J.rows; ++r)
    for (int c = 0; c < equations.J.cols; ++c)
      printed = printed + equations.J(r, c) * equations.omega[r] * equations.omega[c];
  std::vector<Vec3<Expr>> Omega;
  for (int i = 0; i < tree.size(); ++i) {
    Omega.push_back({equations.omega[3 * i], equations.omega[3 * i + 1], equations.omega[3 * i + 2]});
    expected = expected + dot(Omega[i], tree.I[i] * Omega[i]);
  }
  if (tree.size() == 1) return is_zero(expand(printed - expected));
  const int one = spec.joints[0].first, two = spec.joints[0].second, child = tree.order[1];
  const Vec3<Expr>&d1 = one == child ? tree.d_child[child] : tree.d_parent[child],
        &d2 = one == child ? tree.d_parent[child] : tree.d_child[child];
  const std::array<Expr, 9> entries = {equations.state[0], equations.state[1], equations.state[2],
                                       equations.state[3], equations.state[4], equations.state[5],
                                       equations.state[6], equations.state[7], equations.state[8]};
  const Matrix3<Expr> A = {
      {entries[0], entries[1], entries[2]}, {entries[3], entries[4], entries[5]}, {entries[6], entries[7], entries[8]}};
  const Vec3<Expr> apart = A * cross(Omega[two], d2) - cross(Omega[one], d1);
  // m times the energy is a polynomial: m_1 (m_2/m)² + m_2 (m_1/m)² = m_1 m_2 / m
  const Expr m = equations.definitions[0].symbol;
  Substitution written_out, total;
  for (const Definition& definition : equations.definitions)
    if (!(definition.symbol == m) && definition.part <= Part::shape)
      written_out.emplace(definition.symbol, substitute(definition.value, written_out));
  total.emplace(m, tree.mass);
  const Expr shares = tree.m[one] * pow(tree.m[two], 2) + tree.m[two] * pow(tree.m[one], 2);
  const Expr difference =
      expand(pow(m, 2) * (substitute(printed, written_out) - expected)) - shares * dot(apart, apart);
  return vanishes_on_rotations(equations, expand(substitute(difference, total)));
}

/// b·v − ½ v·J v with the velocities v as letters: its slopes at v = J⁻¹b are those of H.
struct Generating {
  Expr G;
  Substitution letters;  // from the printed velocities
};
Generating generating(const Equations& equations) {
  Generating out{Expr(0), {}};
  std::vector<Expr> v;
  for (std::size_t r = 0; r < equations.omega.size(); ++r) {
    v.push_back(symbol("v_" + std::to_string(r), rank_other));
    out.letters.emplace(equations.omega[r], v.back());
  }
  for (int r = 0; r < equations.J.rows; ++r) {
    out.G = out.G + equations.space->momenta[r] * v[r];
    for (int c = 0; c < equations.J.cols; ++c) out.G = out.G - equations.J(r, c) * v[r] * v[c] / Expr(2);
  }
  return out;
}

/// The printed rates of a pair against {., H}, as polynomials in A, Π and the velocities.
bool pair_rates_hold(const Equations& equations) {
  const auto [G, letters] = generating(equations);
  Substitution shape, after = letters;  // what is defined of the velocities, in their letters
  bool solved = false;
  for (const Definition& definition : equations.definitions) {
    if (definition.part <= Part::shape) shape.emplace(definition.symbol, substitute(definition.value, shape));
    if (solved && definition.part == Part::solution)
      after.emplace(definition.symbol, substitute(definition.value, after));
    solved = solved || definition.symbol == equations.omega.front();  // the last that is found
  }
  const Expr written = substitute(G, shape);
  std::vector<Expr> slopes;
  for (const Expr& x : equations.state) slopes.push_back(derivative(written, x));
  const std::vector<Expr> expected = equations.space->bracket * slopes;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!is_zero(expand(expected[i] - substitute(substitute(equations.free_rates[i], after), shape)))) return false;
  return true;
}

/// A rational point of the unit sphere with this many components.
std::vector<Rational> unit_point(Draw& draw, std::size_t count) {
  std::vector<Rational> t;
  Rational square = 0;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    t.push_back(draw());
    square += t.back() * t.back();
  }
  for (Rational& x : t) x = 2 * x / (1 + square);
  t.push_back((1 - square) / (1 + square));
  return t;
}

/// The numbers of a direction that are no structural zeros, on the unit sphere.
template <std::size_t N>
void set_unit(ExactState& point, Draw& draw, const Equations& equations, const std::array<Slot, N>& slots) {
  std::vector<Slot> free;
  for (const Slot slot : slots)
    if (slot >= 0) free.push_back(slot);
  if (free.empty()) return;
  const std::vector<Rational> unit = unit_point(draw, free.size());
  for (std::size_t k = 0; k < free.size(); ++k) point.set(equations.p[free[k]], Surd(unit[k]));
}

/// The printed rates of a tree against {., H} at a rational point: balls at rational turns, hinges at rational
/// directions, axes and attitudes at rest on unit spheres.
bool rates_hold_at_point(const TreeSpec& spec, const Equations& equations) {
  Draw draw;
  ExactState point(equations, draw);
  for (const Expr& x : equations.state) point.set(x, draw());
  std::size_t begin = 0;
  for (const JointSlots& joint : spec.joints) {
    if (joint.hinge) {
      set_unit(point, draw, equations, joint.axis);
      point.turn(equations.state[begin++], draw.direction());
    } else {
      const std::vector<Rational> q = unit_point(draw, 4);
      const Matrix3<Surd> R = rotation_of<Surd>({Surd(q[0]), Surd(q[1]), Surd(q[2]), Surd(q[3])});
      for (int e = 0; e < 9; ++e) point.set(equations.state[begin + e], by_rows(R)[e]);
      begin += 9;
    }
    if (joint.rests_turned) set_unit(point, draw, equations, joint.rest);
  }
  const auto [G, letters] = generating(equations);
  for (const auto& [velocity, letter] : letters) point.set(letter, point.at(velocity));
  const std::vector<Surd> slopes = point.gradient(G);
  const Matrix<Expr>& tensor = equations.space->bracket;
  for (int i = 0; i < tensor.rows; ++i) {
    Surd sum;
    for (int j = 0; j < tensor.cols; ++j)
      if (!is_zero(tensor(i, j))) sum = sum + point.at(tensor(i, j)) * slopes[j];
    if (!(sum == point.at(equations.free_rates[i]))) return false;
  }
  return true;
}

/// Skew, and {{x, y}, z} + cyclic = 0 for all triples, as polynomials.
bool is_poisson(const Equations& equations) {
  const Matrix<Expr>& tensor = equations.space->bracket;
  const int n = tensor.rows;
  struct Term {
    int place;
    Expr slope;
  };
  Matrix<std::vector<Term>> slopes(n, n);
  for (int l = 0; l < n; ++l) {
    const std::vector<Expr> all = derivative(tensor.entries, equations.state[l]);
    for (int k = 0; k < n * n; ++k)
      if (!is_zero(all[k])) slopes.entries[k].push_back({l, all[k]});
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      if (!is_zero(expand(tensor(i, j) + tensor(j, i)))) return false;
      for (int k = 0; k < j; ++k) {
        Expr sum(0);
        for (const auto& [a, b, c] : {std::array{i, j, k}, {j, k, i}, {k, i, j}})
          for (const auto& [l, slope] : slopes(a, b)) sum = sum + slope * tensor(l, c);
        if (!is_zero(expand(sum))) return false;
      }
    }
  return true;
}

/// The printed bracket of the Casimir with everything, on rotations.
bool is_space_casimir(const Equations& equations, bool on_rotations) {
  const Expr C = unfold(equations, equations.casimir, Part::solution);
  std::vector<Expr> slopes;
  for (const Expr& x : equations.state) slopes.push_back(derivative(C, x));
  for (const Expr& e : equations.space->bracket* slopes)
    if (on_rotations ? !vanishes_on_rotations(equations, e) : !is_zero(expand(e))) return false;
  return true;
}

/// {M^a, M^b} = −ε_abc M^c, {M, A} = 0 and {M, Π_2} = 0 with M as printed.
bool is_product(const TreeSpec& spec, const Equations& equations) {
  const Matrix<Expr>& tensor = equations.space->bracket;
  const int second = spec.joints[0].second;
  std::vector<Expr> M;
  std::vector<std::vector<Expr>> slopes;
  for (const Definition& definition : equations.definitions)
    if (M.size() < 3 && contains(equations.casimir, definition.symbol)) M.push_back(definition.value);
  for (const Expr& component : M) {
    slopes.emplace_back();
    for (const Expr& x : equations.state) slopes.back().push_back(derivative(component, x));
  }
  const std::array<Expr, 9> spin = by_rows(hat(Vec3<Expr>{M[0], M[1], M[2]}));
  for (int a = 0; a < 3; ++a) {
    const std::vector<Expr> with_all = tensor * slopes[a];
    for (int i = 0; i < tensor.rows; ++i)
      if ((i < 9 || (i - 9) / 3 == second) && !vanishes_on_rotations(equations, with_all[i])) return false;
    for (int b = 0; b < 3; ++b)
      if (!vanishes_on_rotations(equations, dot(slopes[b], with_all) - spin[3 * b + a])) return false;
  }
  return true;
}

}  // namespace

std::vector<Claim> prove_space(const TreeSpec& spec, const Equations& equations) {
  const int n = spec.topology.size();
  const bool body_axes = n == 1 || (n == 2 && !spec.joints[0].hinge), small = n <= 6;
  const std::string not_attempted = "not attempted for more than six bodies; the same code is proved for up to six";
  std::vector<Claim> claims;
  if (body_axes)
    claims.push_back({"J gives the kinetic energy of the velocities of the bodies",
                      "$\\frac12 \\Omega \\cdot J\\Omega$ is the kinetic energy of the velocities of the bodies",
                      is_energy_of_velocities(spec, equations),
                      "exact, for all masses, inertias, joint vectors and attitudes"});
  claims.push_back({"x' = {x, H} for the rates as printed, torques apart",
                    "$\\dot x = \\{x, H\\}$ for the rates as printed, torques apart",
                    body_axes ? pair_rates_hold(equations) : small && rates_hold_at_point(spec, equations),
                    body_axes ? "exact, through the slope of J at fixed momenta"
                    : small   ? "exact at a rational point of the state, through the slope of J at fixed momenta"
                              : not_attempted});
  claims.push_back({"the bracket is skew and obeys the Jacobi identity",
                    "the bracket is skew and obeys the Jacobi identity", small && is_poisson(equations),
                    small ? "exact, for all triples of the state's variables" : not_attempted});
  claims.push_back({"|M|^2 is a Casimir: its bracket with everything is zero",
                    "$|M|^2$ is a Casimir: its bracket with everything is zero",
                    is_space_casimir(equations, body_axes && n == 2),
                    n == 2 && body_axes ? "exact, for all rotations" : "exact"});
  if (body_axes && n == 2)
    claims.push_back({"M commutes with the attitude and with the second body's momentum: the product form",
                      "$M$ commutes with $A$ and with the second body's momentum: the product form",
                      is_product(spec, equations), "exact, for all rotations"});
  return claims;
}

}  // namespace oopss
