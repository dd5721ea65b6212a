// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/prove_closure.hpp"

#include <algorithm>
#include <functional>

#include "oopss/system/exact_state.hpp"
#include "oopss/system/field.hpp"

namespace oopss {
namespace {

constexpr int most_bodies_of_loops = 6, points_tried = 3;

Surd exact_bracket(const Matrix<int>& tensor, const std::vector<Surd>& f, const std::vector<Surd>& k) {
  Surd sum;
  for (int i = 0; i < tensor.rows; ++i)
    for (int j = 0; j < tensor.cols; ++j)
      if (tensor(i, j) != 0) sum = sum + Surd(tensor(i, j)) * f[i] * k[j];
  return sum;
}

/// x of A x = b, by elimination; throws std::domain_error if A is singular.
std::vector<Surd> eliminated(Matrix<Surd> A, std::vector<Surd> b) {
  const int n = A.rows;
  for (int i = 0; i < n; ++i) {
    int pivot = i;
    while (pivot < n && A(pivot, i) == Surd()) ++pivot;
    if (pivot == n) throw std::domain_error("singular");
    for (int k = 0; k < n; ++k) std::swap(A(i, k), A(pivot, k));
    std::swap(b[i], b[pivot]);
    for (int r = 0; r < n; ++r) {
      if (r == i) continue;
      const Surd factor = A(r, i) / A(i, i);
      for (int k = i; k < n; ++k) A(r, k) = A(r, k) - factor * A(i, k);
      b[r] = b[r] - factor * b[i];
    }
  }
  for (int i = 0; i < n; ++i) b[i] = b[i] / A(i, i);
  return b;
}

/// g' of an equation: G ω.
Expr closing_speed(const Equations& equations, int row) {
  Expr sum = Expr(0);
  for (int k = 0; k < equations.closure->G.cols; ++k) sum = sum + equations.closure->G(row, k) * equations.omega[k];
  return sum;
}

std::vector<Surd> rates_at(const Equations& equations, ExactState& point) {
  std::vector<Surd> out;
  for (const Expr& rate : equations.rates) out.push_back(point.at(rate));
  return out;
}

/// Whether `holds` is true at several points; a point where something is not defined is drawn again.
bool at_points(const std::function<bool(Draw&)>& holds) {
  Draw draw;
  int seen = 0;
  for (int trial = 0; trial < 10 * points_tried && seen < points_tried; ++trial) {
    try {
      if (!holds(draw)) return false;
      ++seen;
    } catch (const std::domain_error&) {
      continue;
    }
  }
  return seen == points_tried;
}

Expr value_in(const Equations& equations, const Expr& defined) {
  for (const Definition& definition : equations.definitions)
    if (definition.symbol == defined) return definition.value;
  return defined;
}

/// G_ck as ∂g_c/∂φ_j = Σ_k G_ck ∂θ_k/∂φ_j, and Σ_k G_ck = 0.
bool is_slope_of_closure(const TreeSpec& spec, const Equations& equations) {
  const std::vector<Expr> phi(equations.state.begin(),
                              equations.state.begin() + static_cast<int>(spec.tree_joints.size()));
  const std::vector<Expr> theta = absolute_angles(spec.topology, phi, Expr(0));
  const ClosureEquations& closure = *equations.closure;
  const auto written_out = [&](const Expr& e) { return value_in(equations, e); };
  for (int c = 0; c < closure.G.rows; ++c) {
    Expr total = Expr(0);
    for (int k = 0; k < closure.G.cols; ++k) total = total + written_out(closure.G(c, k));
    if (!is_zero(collect_trig(total))) return false;
    for (const Expr& angle : phi) {
      Expr slope = derivative(written_out(closure.g[c]), angle);
      for (int k = 0; k < closure.G.cols; ++k)
        slope = slope - derivative(theta[k], angle) * written_out(closure.G(c, k));
      if (!is_zero(collect_trig(slope))) return false;
    }
  }
  return true;
}

/// (G ω)' = 0 along the printed rates, of the rows kept, whether the loops are closed or not.
bool closing_forces_hold(const Equations& equations) {
  const ClosureEquations& closure = *equations.closure;
  return at_points([&](Draw& draw) {
    ExactState point(equations, draw);
    for (const Expr& x : equations.state) {
      point.turn(x, draw.direction());
      point.set(x, draw());
    }
    const std::vector<Surd> rates = rates_at(equations, point);
    for (int c = 0; c < closure.G.rows; ++c) {
      if (std::find(closure.left_out.begin(), closure.left_out.end(), c) != closure.left_out.end()) continue;
      if (!(dot(point.gradient(closing_speed(equations, c)), rates) == Surd())) return false;
    }
    return true;
  });
}

/// √q as an exact number.
Surd root_of(const Rational& q) {
  if (q >= 0 && mpz_perfect_square_p(q.get_num_mpz_t()) != 0 && mpz_perfect_square_p(q.get_den_mpz_t()) != 0) {
    const mpz_class over = sqrt(q.get_num()), under = sqrt(q.get_den());
    return Surd(Rational(over, under));
  }
  return {0, 1, std::make_shared<const Rational>(q)};
}

/// A closed four-bar of the model's own bars: the directions of bodies 0 and 1 are rational, and with
/// D = −(z_0 e_0 + z_1 e_1), z_2 e_2 = D (α + iβ), α = (|D|² + l_2² − l_3²)/(2|D|²), β² = l_2²/|D|² − α². A pose with
/// β² < 0 will do as well: what is to be shown is algebraic.
void close_loop(const TreeSpec& spec, const Equations& equations, Draw& draw, ExactState& point) {
  const Substitution inputs = input_values(equations);
  std::vector<Expr> p;
  for (const Expr& x : equations.p) p.push_back(inputs.at(x));
  const PlanarTree<Expr> tree = planar_tree(spec, p);
  std::vector<Vec2<Surd>> e(4), z(4);
  const std::vector<Loop<Expr>> loops = loops_of(tree, chords(spec, p));
  for (const Bar<Expr>& bar : loops[0]) e[bar.body] = {Surd(value(expand(bar.e.x))), Surd(value(expand(bar.e.y)))};
  const auto [b0, b1, b2, b3] = equations.reduced->bodies;
  z[b0] = {Surd(1), Surd()};
  z[b1] = draw.direction();
  const Vec2<Surd> D = -(product(z[b0], e[b0]) + product(z[b1], e[b1]));
  const Surd D2 = dot(D, D), l2 = dot(e[b2], e[b2]), l3 = dot(e[b3], e[b3]);
  const Surd alpha = (D2 + l2 - l3) / (Surd(2) * D2), square = l2 / D2 - alpha * alpha;
  const Vec2<Surd> far = product(D, {alpha, root_of(square.a)});
  z[b2] = product(far, conjugate(e[b2])) / l2;
  z[b3] = product(D - far, conjugate(e[b3])) / l3;
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    const Vec2<Surd> turned = product(z[i], conjugate(z[tree.parent[i]]));
    point.turn(equations.state[tree.joint[i]], tree.sense[i] > 0 ? turned : conjugate(turned));
  }
}

/// Momenta with which the loop stays closed: μ = J ω, ω_2 and ω_3 by Ω.
void set_speeds(const Equations& equations, Draw& draw, ExactState& point) {
  const FourBarEquations& reduced = *equations.reduced;
  std::vector<Surd> omega(4);
  const Surd w0(draw()), w1(draw());
  omega[reduced.bodies[0]] = w0;
  omega[reduced.bodies[1]] = w1;
  for (int a = 0; a < 2; ++a)
    omega[reduced.bodies[2 + a]] = point.at(reduced.Omega(a, 0)) * w0 + point.at(reduced.Omega(a, 1)) * w1;
  for (int i = 0; i < 4; ++i) {
    Surd mu;
    for (int k = 0; k < 4; ++k) mu = mu + point.at(equations.J_named(i, k)) * omega[k];
    point.set(equations.state[3 + i], mu);
  }
  point.move_along(-1);
}

/// The gradients of θ_10, μ_0 and μ_1.
std::vector<std::vector<Surd>> reduced_gradients(const Equations& equations, ExactState& point) {
  const FourBarEquations& reduced = *equations.reduced;
  const Expr theta_10 = value_in(equations, reduced.state[0]);
  std::vector<std::vector<Surd>> out(1);
  for (const Expr& x : equations.state) out[0].emplace_back(value(derivative(theta_10, x)));
  for (const int k : {1, 2}) out.push_back(point.gradient(reduced.state[k]));
  return out;
}

/// {f, k} − {f, χ} C⁻¹ {χ, k} with the constraints χ = (g, G ω) and C = {χ, χ}, of the printed θ_10, μ_0, μ_1.
bool is_dirac_bracket(const TreeSpec& spec, const Equations& equations) {
  return at_points([&](Draw& draw) {
    ExactState point(equations, draw);
    close_loop(spec, equations, draw, point);
    set_speeds(equations, draw, point);
    std::vector<std::vector<Surd>> chi;
    for (const Expr& g : equations.closure->g) {
      if (!(point.at(g) == Surd())) return false;
      chi.push_back(point.gradient(g));
    }
    for (int c = 0; c < 2; ++c) {
      if (!(point.at(closing_speed(equations, c)) == Surd())) return false;
      chi.push_back(point.gradient(closing_speed(equations, c)));
    }
    const auto bracket = [&](const std::vector<Surd>& f, const std::vector<Surd>& k) {
      return exact_bracket(equations.bracket, f, k);
    };
    Matrix<Surd> C(4, 4);
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) C(a, b) = bracket(chi[a], chi[b]);
    const std::vector<std::vector<Surd>> f = reduced_gradients(equations, point);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        std::vector<Surd> left, right;
        for (int a = 0; a < 4; ++a) {
          left.push_back(bracket(f[i], chi[a]));
          right.push_back(bracket(chi[a], f[j]));
        }
        const Surd dirac = bracket(f[i], f[j]) - dot(left, eliminated(C, right));
        if (!(dirac == Surd(equations.reduced->bracket(i, j)))) return false;
      }
    return true;
  });
}

/// The printed rates of the tree with its closing forces, seen in θ_10, μ_0, μ_1, and H, against (6.6) and (6.5).
bool is_reduced_motion(const TreeSpec& spec, const Equations& equations) {
  return at_points([&](Draw& draw) {
    ExactState point(equations, draw);
    close_loop(spec, equations, draw, point);
    set_speeds(equations, draw, point);
    const std::vector<Surd> rates = rates_at(equations, point);
    const std::vector<std::vector<Surd>> f = reduced_gradients(equations, point);
    for (int i = 0; i < 3; ++i)
      if (!(dot(f[i], rates) == point.at(equations.reduced->rates[i]))) return false;
    return point.at(equations.H) == point.at(equations.reduced->H) &&
           point.at(equations.casimir) == point.at(equations.reduced->casimir);
  });
}

/// Proposition 4.2: Ω (1, 1) = (1, 1).
bool keeps_common_turning(const TreeSpec& spec, const Equations& equations) {
  return at_points([&](Draw& draw) {
    ExactState point(equations, draw);
    close_loop(spec, equations, draw, point);
    for (int a = 0; a < 2; ++a)
      if (!(point.at(equations.reduced->Omega(a, 0)) + point.at(equations.reduced->Omega(a, 1)) == Surd(1)))
        return false;
    return true;
  });
}

}  // namespace

std::vector<Claim> prove_closure(const TreeSpec& spec, const Equations& equations) {
  const bool small = spec.topology.size() <= most_bodies_of_loops;
  const std::string not_attempted = "not attempted for more than six bodies; the same code is proved for up to six";
  const std::string at_random =
      "exactly, in rational numbers, at three random states, torques arbitrary, closed or not";
  const std::string on_curve =
      "exactly, in algebraic numbers, at three random points of this linkage's closure curve with random speeds";
  std::vector<Claim> claims = {
      {"G = dg/dtheta, and its rows add up to zero, so that closing forces keep mu_s",
       "$G = \\partial g/\\partial\\theta$, and its rows add up to zero, so that closing forces keep $\\mu_s$",
       small && is_slope_of_closure(spec, equations), small ? "exact, for all bars and angles" : not_attempted},
      {"g'' = 0 along the rates as printed", "$\\ddot g = 0$ along the rates as printed",
       small && closing_forces_hold(equations), small ? at_random : not_attempted}};
  if (!equations.reduced) return claims;
  claims.push_back({"Omega (1, 1) = (1, 1) (Proposition 4.2)", "$\\Omega\\,(1, 1)^T = (1, 1)^T$ (Proposition 4.2)",
                    keeps_common_turning(spec, equations), on_curve});
  claims.push_back({"the Dirac bracket under g = 0, G omega = 0 of theta_10, mu_0, mu_1 as printed is (6.4)",
                    "the Dirac bracket under $g = 0$, $G\\omega = 0$ of $\\theta_{10}, \\hat\\mu_0, \\hat\\mu_1$ as "
                    "printed is (6.4)",
                    is_dirac_bracket(spec, equations), on_curve});
  claims.push_back({"H of (6.5) is the tree's, and (6.6) its rates with the closing forces, as printed",
                    "$\\hat H$ of (6.5) is the tree's, and (6.6) its rates with the closing forces, as printed",
                    is_reduced_motion(spec, equations), on_curve + ", torques arbitrary"});
  return claims;
}

}  // namespace oopss
