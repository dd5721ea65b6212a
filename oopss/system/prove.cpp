// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/prove.hpp"

#include "oopss/mechanics/bracket.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/prove_closure.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;
constexpr int most_bodies = 6;

bool vanishes(const Expr& e) { return is_zero(collect_trig(together(e).numerator)); }

/// m r_b = Σ_c m_c (ρ_b − ρ_c), a polynomial in masses, joint vectors and sines, from a walk over the joints.
std::vector<Vec2<Expr>> scaled_positions(const PlanarTree<Expr>& tree, const std::vector<Expr>& theta) {
  std::vector<Vec2<Expr>> rho(tree.m.size()), out(tree.m.size());
  for (const int i : tree.order)
    if (const int p = tree.parent[i]; p >= 0)
      rho[i] = rho[p] + rotation(theta[p]) * tree.d_parent[i] - rotation(theta[i]) * tree.d_child[i];
  for (std::size_t b = 0; b < rho.size(); ++b) {
    for (std::size_t c = 0; c < rho.size(); ++c) out[b] = out[b] + tree.m[c] * (rho[b] - rho[c]);
    out[b] = {expand(out[b].x), expand(out[b].y)};
  }
  return out;
}

/// J_ij = δ_ij I_i + Σ_b m_b ∂r_b/∂θ_i · ∂r_b/∂θ_j, with r_b the positions in the inertial frame; multiplied by m².
bool is_gram_matrix(const TreeSpec& spec, const Equations& equations) {
  const StateSymbols symbols = state_symbols(spec);
  const PlanarTree<Expr> tree = planar_tree(spec, symbols.p);
  std::vector<Expr> theta;
  for (const std::string& body : equations.bodies) theta.push_back(symbol("theta_" + body, rank_angle));
  const std::vector<Vec2<Expr>> r = scaled_positions(tree, theta);
  const std::vector<Expr> phi = differences(spec.topology, theta);
  Substitution angles, total;
  for (std::size_t k = 0; k < phi.size(); ++k) angles.emplace(equations.state[k], phi[k]);
  const Expr m = equations.definitions.empty() ? Expr(1) : equations.definitions[0].symbol;
  total.emplace(m, tree.mass);
  Substitution written_out;  // every definition but the total mass
  for (const Definition& definition : equations.definitions)
    if (!(definition.symbol == m) && definition.part <= Part::shape)
      written_out.emplace(definition.symbol, substitute(definition.value, written_out));
  for (int i = 0; i < tree.size(); ++i)
    for (int j = i; j < tree.size(); ++j) {
      Expr gram = i == j ? tree.I[i] * pow(tree.mass, 2) : Expr(0);
      for (std::size_t b = 0; b < r.size(); ++b)
        gram = gram + tree.m[b] * (derivative(r[b].x, theta[i]) * derivative(r[b].x, theta[j]) +
                                   derivative(r[b].y, theta[i]) * derivative(r[b].y, theta[j]));
      const Expr J =
          expand(pow(m, 2) * substitute(equations.J(i, j), written_out));  // a polynomial, m still by its name
      if (!is_zero(collect_trig(substitute(substitute(J, total), angles) - gram))) return false;
    }
  return true;
}

/// −∂H/∂θ_i = −Σ_k ∂φ_k/∂θ_i ∂H/∂φ_k for H as printed, compared with the printed rates as rational functions.
bool rates_by_differentiation(const TreeSpec& spec, const Equations& equations) {
  const std::size_t joints = spec.tree_joints.size();
  const Expr H = unfold(equations, equations.H, Part::shape);
  std::vector<Expr> slope;
  for (std::size_t k = 0; k < joints; ++k) slope.push_back(derivative(H, equations.state[k]));
  // Σ_k ∂φ_k/∂θ_i s_k is what `body_torques` does up to sign: −Bᵀ s = +s on the first body, −s on the second.
  const std::vector<Expr> expected = body_torques(spec.topology, slope);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!vanishes(unfold(equations, equations.free_rates[joints + i], Part::shape) - expected[i])) return false;
  return true;
}

/// The same through ∂H/∂φ_k|_μ = −½ ωᵀ (∂J/∂φ_k) ω, which follows from J ω = μ: a polynomial identity in ω.
bool rates_by_slopes(const TreeSpec& spec, const Equations& equations) {
  const std::size_t joints = spec.tree_joints.size();
  std::vector<Expr> slope;
  for (std::size_t k = 0; k < joints; ++k) {
    Expr sum = Expr(0);
    for (int i = 0; i < equations.J.rows; ++i)
      for (int j = 0; j < equations.J.cols; ++j)
        sum = sum + derivative(equations.J(i, j), equations.state[k]) * equations.omega[i] * equations.omega[j];
    slope.push_back(-(sum / Expr(2)));
  }
  const std::vector<Expr> expected = body_torques(spec.topology, slope);
  Substitution slopes_of_J;
  for (const Definition& definition : equations.definitions)
    if (definition.part == Part::shape)
      slopes_of_J.emplace(definition.symbol, substitute(definition.value, slopes_of_J));
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!is_zero(expand(substitute(equations.free_rates[joints + i], slopes_of_J) - expected[i]))) return false;
  return true;
}

/// Σ_cyclic Σ_l π_il ∂_l π_jk = 0 holds when the tensor is constant; what is left to see is that it is skew.
bool is_constant_and_skew(const Matrix<int>& tensor) {
  for (int i = 0; i < tensor.rows; ++i)
    for (int j = 0; j < tensor.cols; ++j)
      if (tensor(i, j) != -tensor(j, i)) return false;
  return true;
}

/// π ∇C = 0 in joint angles and momenta, with the printed bracket and Casimir.
bool is_casimir(const Equations& equations) {
  std::vector<Expr> gradient;
  for (const Expr& x : equations.state) gradient.push_back(derivative(equations.casimir, x));
  const bool with_attitude = equations.outside && equations.outside->with_attitude;
  for (int i = 0; i < equations.bracket.rows - (with_attitude ? 1 : 0); ++i) {
    Expr sum = Expr(0);
    for (int j = 0; j < equations.bracket.cols; ++j) sum = sum + Expr(equations.bracket(i, j)) * gradient[j];
    if (!is_zero(expand(sum))) return false;
  }
  return true;
}

/// Σ μ_i' of the printed rates is the printed μ_s'.
bool momentum_is_balanced(const TreeSpec& spec, const Equations& equations) {
  Expr sum = -equations.outside->momentum_rate;
  for (int i = 0; i < spec.topology.size(); ++i)
    sum = sum + (equations.rates[spec.tree_joints.size() + i] - equations.free_rates[spec.tree_joints.size() + i]);
  return is_zero(expand(sum));
}

/// (1.5), (1.6), (4.4) and (5.10) against the rates, the momenta and H of these equations.
bool two_body_forms_hold(const TreeSpec& spec, const Equations& equations) {
  const int one = spec.joints[0].first, two = spec.joints[0].second;
  const auto whole = [&](const Expr& e) { return unfold(equations, e, Part::shape); };
  const std::vector<Form>& forms = equations.forms;
  const auto along_motion = [&](const Expr& e) {
    Expr sum = Expr(0);
    for (std::size_t k = 0; k < equations.state.size(); ++k)
      sum = sum + derivative(e, equations.state[k]) * whole(equations.free_rates[k]);
    return sum;
  };
  const Expr mu_1 = equations.state[1 + one], mu_2 = equations.state[1 + two];
  const Expr w1 = whole(equations.omega[one]), w2 = whole(equations.omega[two]);
  Substitution leaf;
  leaf.emplace(symbol("nu", rank_other), (mu_2 - mu_1) / Expr(2));
  leaf.emplace(symbol("mu", rank_other), mu_1 + mu_2);
  const Expr mu_s = mu_1 + mu_2, I_lock = whole(equations.J(0, 0) + equations.J(1, 1) + Expr(2) * equations.J(0, 1));
  return vanishes(whole(forms[0].right - equations.free_rates[0])) &&
         vanishes(whole(forms[1].right) - along_motion(w1)) && vanishes(whole(forms[2].right) - along_motion(w2)) &&
         vanishes(whole(forms[3].right) - mu_1) && vanishes(whole(forms[4].right) - mu_2) &&
         vanishes(substitute(whole(forms[5].right), leaf) - whole(equations.H)) &&
         vanishes(substitute(whole(forms[6].right), leaf) - mu_s * mu_s / (Expr(2) * I_lock));
}

/// What an expression of the leaf is in the state, in the constants and in sines of the angles.
Expr unfold_leaf(const Equations& equations, const Expr& e) {
  Substitution by;
  for (const Definition& definition : equations.leaf->definitions)
    by.emplace(definition.symbol, substitute(definition.value, by));
  return unfold(equations, substitute(e, by), Part::shape);
}

/// {φ_k, p_l} = δ_kl and {p_k, p_l} = μ_s F_kl, by differentiating p, with the printed bracket.
bool leaf_bracket_holds(const Equations& equations) {
  const LeafEquations& leaf = *equations.leaf;
  const std::size_t joints = leaf.p.size();
  std::vector<std::vector<Expr>> slopes(joints);
  for (std::size_t k = 0; k < joints; ++k) {
    const Expr p = unfold_leaf(equations, leaf.p[k]);
    for (const Expr& x : equations.state) slopes[k].push_back(derivative(p, x));
  }
  for (std::size_t k = 0; k < joints; ++k)
    for (std::size_t l = 0; l < joints; ++l) {
      std::vector<Expr> phi(equations.state.size(), Expr(0));
      phi[k] = Expr(1);
      if (!vanishes(bracket(equations.bracket, phi, slopes[l]) - Expr(k == l ? 1 : 0))) return false;
      const Expr magnetic = leaf.momentum * leaf.F(static_cast<int>(k), static_cast<int>(l));
      if (l > k && !vanishes(bracket(equations.bracket, slopes[k], slopes[l]) - unfold_leaf(equations, magnetic)))
        return false;
    }
  return true;
}

/// I_lock = 1ᵀJ1 for all masses and joint vectors; with I_lock by its name V_μ = μ_s²/(2 I_lock), whose slopes are
/// (6.11) and (6.15), and (6.18) but for the factor ±μ_s²/(m I_lock²).
bool three_body_forms_hold(const Equations& equations) {
  const std::vector<Form>& forms = equations.forms;
  Expr sum = Expr(0), I_lock = Expr(0);
  for (const Expr& entry : equations.J.entries) sum = sum + entry;
  if (!vanishes(unfold(equations, forms[0].right - sum, Part::constant))) return false;
  for (const Expr& x : symbols(std::span(&forms[1].right, 1)))
    if (name(x) == forms[0].left) I_lock = x;
  const Expr square = pow(equations.leaf->momentum, 2);
  if (!vanishes(forms[1].right - square / (Expr(2) * I_lock))) return false;
  for (std::size_t row = 2; row < 4; ++row)
    for (std::size_t k = 0; k < 2; ++k) {
      if (forms[row].left != "dV_mu/dphi_" + equations.joints[k]) continue;
      const Expr slope = -(square / (Expr(2) * pow(I_lock, 2))) * derivative(forms[0].right, equations.state[k]);
      const Expr factor = square / (equations.definitions[0].symbol * pow(I_lock, 2)) * forms[row + 2].right;
      if (!vanishes(forms[row].right - slope)) return false;
      if (!vanishes(slope - factor) && !vanishes(slope + factor)) return false;
    }
  return true;
}

}  // namespace

std::vector<Claim> prove_claims(const TreeSpec& spec, const Equations& equations) {
  const int n = spec.topology.size();
  const bool small = n <= most_bodies;
  const std::string not_attempted = "not attempted for more than six bodies; the same code is proved for up to six";
  const std::string apart = equations.closure ? "torques and closing forces" : "torques";
  const bool with_attitude = equations.outside && equations.outside->with_attitude;
  const std::string everything = with_attitude ? "joint angles and momenta" : "everything";
  std::vector<Claim> claims = {
      {"J is the Gram matrix of the velocities of the bodies in inertial positions",
       "$J$ is the Gram matrix of the velocities of the bodies in inertial positions",
       small && is_gram_matrix(spec, equations),
       small ? "exact, for all masses, joint vectors and angles" : not_attempted},
      {"mu' = -dH/dtheta for the rates as printed, " + apart + " apart",
       "$\\dot\\mu = -\\partial H/\\partial\\theta$ for the rates as printed, " + apart + " apart",
       n <= 3 ? rates_by_differentiation(spec, equations) : small && rates_by_slopes(spec, equations),
       n <= 3  ? "exact, by differentiating H"
       : small ? "exact, through the slope of J at fixed momenta"
               : not_attempted},
      {"the bracket obeys the Jacobi identity", "the bracket obeys the Jacobi identity",
       is_constant_and_skew(equations.bracket), "exact: the tensor is constant and skew"},
      {"mu_s = sum of the momenta is a Casimir: its bracket with " + everything + " is zero",
       "$\\mu_s = \\sum_i \\mu_i$ is a Casimir: its bracket with " + everything + " is zero", is_casimir(equations),
       "exact"},
  };
  if (equations.outside && !equations.closure)
    claims.push_back(
        {"mu_s' is the sum of the torques from outside: those at joints cancel in the rates as printed",
         "$\\dot\\mu_s$ is the sum of the torques from outside: those at joints cancel in the rates as printed",
         momentum_is_balanced(spec, equations), "exact"});
  if (n == 2 && !equations.closure) {
    const std::string statement = "the forms (1.5), (1.6), (4.4), (5.10) are the same equations";
    claims.push_back({statement, statement, two_body_forms_hold(spec, equations), "exact, as rational functions"});
  }
  if (n == 3 && !equations.closure) {
    claims.push_back(
        {"{p_k, p_l} = mu_s F_kl on the leaf: the curvature of the connection is its magnetic term",
         "$\\{p_k, p_l\\} = \\mu_s F_{k,l}$ on the leaf: the curvature of the connection is its magnetic term",
         leaf_bracket_holds(equations), "exact, by differentiating p = pi - mu_s A"});
    const std::string statement = "the forms (6.8), (6.11), (6.15), (6.18) are I_lock, V_mu and its slopes";
    claims.push_back({statement,
                      "the forms (6.8), (6.11), (6.15), (6.18) are $I_{\\mathrm{lock}}$, $V_\\mu$ and its slopes",
                      three_body_forms_hold(equations), "exact, as rational functions"});
  }
  if (equations.closure) {
    const std::vector<Claim> more = prove_closure(spec, equations);
    claims.insert(claims.end(), more.begin(), more.end());
  }
  return claims;
}

}  // namespace oopss
