// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/inertia.hpp"
#include "oopss/system/notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// (1.5)-(1.7) of the planar paper: ε, the augmented inertias, λ(θ); body 1 is the joint's first, θ = θ₂ − θ₁.
SymbolicInertia two_bodies(Notebook& book) {
  const int one = book.spec.joints[0].first, two = book.spec.joints[0].second;
  const PlanarTree<Expr>& tree = book.tree;
  const Matrix<Vec2<Expr>> D = joint_vectors(tree);
  const Vec2<Expr>&d12 = D(two, one), &d21 = D(one, two);
  const Expr theta = book.symbols.phi[0];
  SymbolicInertia inertia{Matrix<Expr>(2, 2), Matrix<Expr>(2, 2), Matrix<Expr>(2, 2), Expr(0), {}};

  const Expr eps =
      book.define("eps", "\\varepsilon", tree.m[one] * tree.m[two] / tree.mass, "reduced mass", Part::constant);
  const auto augmented = [&](int i, const Vec2<Expr>& d) {
    return book.name_if_needed("Itilde_" + book.body(i), "\\tilde I_{" + book.index(i) + "}",
                               tree.I[i] + eps * expand(dot(d, d)), "augmented inertia of " + book.body(i),
                               Part::constant);
  };
  inertia.J(one, one) = inertia.cofactors(two, two) = augmented(one, d12);
  inertia.J(two, two) = inertia.cofactors(one, one) = augmented(two, d21);
  const Expr product = expand(-(dot(d12, d21) * cos(theta) - cross(d12, d21) * sin(theta)));
  const Expr lambda =
      book.name_if_needed("lam", "\\lambda", product, "minus the product of the joint vectors", Part::shape);
  const Expr slope = book.name_if_needed("dlam", "\\lambda'", expand(derivative(product, theta)),
                                         "its slope in the angle", Part::shape);
  inertia.J(one, two) = inertia.J(two, one) = eps * lambda;
  inertia.cofactors(one, two) = inertia.cofactors(two, one) = -(eps * lambda);
  inertia.K(one, two) = eps * slope;
  inertia.K(two, one) = -inertia.K(one, two);
  inertia.Delta =
      book.define("Delta", "\\Delta", inertia.J(one, one) * inertia.J(two, two) - pow(eps, 2) * pow(lambda, 2),
                  "determinant of J", Part::shape);
  book.out.J = inertia.J;
  return inertia;
}

/// J_ij = α_ij cos(θ_j − θ_i) + β_ij sin(θ_j − θ_i) and K_ij, each constant and entry with its name.
SymbolicInertia coupled(Notebook& book, const std::vector<Expr>& diagonal, const Matrix<Expr>& alpha,
                        const Matrix<Expr>& beta) {
  const int n = book.size();
  PairConstants<Expr> pairs{diagonal, Matrix<Expr>(n, n), Matrix<Expr>(n, n)};
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const auto constant = [&](const std::string& name, const Expr& value) {
        return book.name_if_needed(name + "_" + book.pair(i, j), fmt::format("\\{}_{{{}}}", name, book.index(i, j)),
                                   value, fmt::format("coupling of {} and {}", book.body(i), book.body(j)),
                                   Part::constant);
      };
      pairs.alpha(i, j) = pairs.alpha(j, i) = constant("alpha", alpha(i, j));
      pairs.beta(i, j) = constant("beta", beta(i, j));
      pairs.beta(j, i) = -pairs.beta(i, j);
    }
  std::vector<Expr> theta;
  for (const Expr& theta_i : book.theta) theta.push_back(expand(theta_i));
  book.out.J = pseudo_inertia(pairs, theta);
  SymbolicInertia out{book.out.J, slope_matrix(pairs, theta), {}, Expr(0), {}};
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const std::string ij = book.index(i, j);
      book.out.J(i, j) = book.out.J(j, i) = expand(out.J(i, j));
      out.J(i, j) = out.J(j, i) = book.name_if_needed("J_" + book.pair(i, j), "J_{" + ij + "}", book.out.J(i, j),
                                                      "entry of the pseudo-inertia matrix", Part::shape);
      out.K(i, j) =
          book.name_if_needed("K_" + book.pair(i, j), "K_{" + ij + "}", expand(out.K(i, j)),
                              "its slope in the angle from " + book.body(i) + " to " + book.body(j), Part::shape);
      out.K(j, i) = -out.K(i, j);
    }
  return out;
}

Expr name_diagonal(Notebook& book, int i, const Expr& value) {
  return book.name_if_needed("J_" + book.pair(i, i), "J_{" + book.index(i, i) + "}", value,
                             "augmented inertia of " + book.body(i), Part::constant);
}

/// The papers' J of three bodies: T = ½ Σ I ω² + ½ Σ_{b<c} ε_bc |v_b − v_c|² with ε_bc = m_b m_c / m.
SymbolicInertia three_bodies(Notebook& book) {
  const PlanarTree<Expr>& tree = book.tree;
  const Matrix<Vec2<Expr>> D = joint_vectors(tree);
  Matrix<Expr> alpha(3, 3), beta(3, 3);
  for (int b = 0; b < 3; ++b)
    for (int c = b + 1; c < 3; ++c) {
      const Expr eps = book.define("eps_" + book.pair(b, c), "\\varepsilon_{" + book.index(b, c) + "}",
                                   tree.m[b] * tree.m[c] / tree.mass,
                                   "reduced mass of " + book.body(b) + " and " + book.body(c), Part::constant);
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
          const Vec2<Expr> u = D(b, i) - D(c, i), v = D(b, j) - D(c, j);
          alpha(i, j) = alpha(i, j) + eps * expand(dot(u, v));
          beta(i, j) = beta(i, j) + eps * expand(-cross(u, v));
        }
    }
  std::vector<Expr> diagonal;
  for (int i = 0; i < 3; ++i) diagonal.push_back(name_diagonal(book, i, tree.I[i] + alpha(i, i)));
  SymbolicInertia inertia = coupled(book, diagonal, alpha, beta);
  inertia.cofactors = Matrix<Expr>(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      inertia.cofactors(i, j) = inertia.cofactors(j, i) = book.name_if_needed(
          "A_" + book.pair(i, j), "A_{" + book.index(i, j) + "}",
          expand(inertia.J(a, c) * inertia.J(b, d) - inertia.J(a, d) * inertia.J(b, c)), "cofactor of J", Part::shape);
    }
  Expr Delta = Expr(0);
  for (int j = 0; j < 3; ++j) Delta = Delta + inertia.J(0, j) * inertia.cofactors(0, j);
  inertia.Delta = book.define("Delta", "\\Delta", expand(Delta), "determinant of J", Part::shape);
  return inertia;
}

/// The barycentric vectors a_bk of `barycentric`, each a definition in terms of the ones before; and J_ii.
struct LoadedBodies {
  Matrix<Vec2<Expr>> a;
  std::vector<Expr> diagonal;
};

LoadedBodies loaded_bodies(Notebook& book) {
  const PlanarTree<Expr>& tree = book.tree;
  const auto joint_name = [&](int i) { return book.joint(book.spec.tree_joints[tree.joint[i]]); };
  std::vector<Expr> beyond(tree.m.size());
  std::vector<Vec2<Expr>> own(tree.m.size()), inward(tree.m.size()), outward(tree.m.size());
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    const int i = *it, p = tree.parent[i];
    if (p < 0) continue;
    beyond[i] = book.name_if_needed("M_" + joint_name(i), fmt::format("M_{{{}}}", book.index(p, i)),
                                    tree.m[i] + beyond[i], "mass beyond joint " + joint_name(i), Part::constant);
    beyond[p] = beyond[p] + beyond[i];
    own[p] = own[p] - beyond[i] * tree.d_parent[i];
    own[i] = own[i] - (tree.mass - beyond[i]) * tree.d_child[i];
  }
  const auto vector = [&](const std::string& name, const std::string& index, const Expr& x, const Expr& y,
                          const std::string& meaning) {
    const auto component = [&](const char* axis, const Expr& value) {
      return book.name_if_needed(fmt::format("a_{}_{}", name, axis), fmt::format("a_{{{},{}}}", index, axis), value,
                                 fmt::format("{} of {}", axis, meaning), Part::constant);
    };
    return Vec2<Expr>{component("x", x), component("y", y)};
  };
  LoadedBodies out{Matrix<Vec2<Expr>>(tree.size(), tree.size()), tree.I};
  for (int i = 0; i < tree.size(); ++i) {
    own[i] = vector(book.body(i), book.index(i, i), own[i].x / tree.mass, own[i].y / tree.mass,
                    "its mass centre from the barycentre of loaded " + book.body(i));
    out.diagonal[i] = out.diagonal[i] + tree.m[i] * dot(own[i], own[i]);
  }
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) continue;
    const auto towards_joint = [&](int in, int to, const Vec2<Expr>& d) {
      return vector(book.body(in) + "_" + joint_name(i), book.index(to, in), d.x + own[in].x, d.y + own[in].y,
                    "joint " + joint_name(i) + " from the barycentre of loaded " + book.body(in));
    };
    outward[i] = towards_joint(p, i, tree.d_parent[i]);
    inward[i] = towards_joint(i, p, tree.d_child[i]);
    out.diagonal[p] = out.diagonal[p] + beyond[i] * dot(outward[i], outward[i]);
    out.diagonal[i] = out.diagonal[i] + (tree.mass - beyond[i]) * dot(inward[i], inward[i]);
  }
  for (int b = 0; b < tree.size(); ++b) {
    for (int k = 0; k < tree.size(); ++k) out.a(b, k) = k == b ? own[k] : inward[k];
    for (int below = b, k = tree.parent[b]; k >= 0; below = k, k = tree.parent[k]) out.a(b, k) = outward[below];
  }
  return out;
}

RowNames body_rows(const Notebook& book) {
  RowNames rows{{}, {}, book.size() > 9 ? "," : ""};
  for (int i = 0; i < book.size(); ++i) {
    rows.name.push_back(book.body(i));
    rows.index.push_back(book.index(i));
  }
  return rows;
}

SymbolicInertia many_bodies(Notebook& book) {
  const int n = book.size();
  LoadedBodies loaded = loaded_bodies(book);
  Matrix<Expr> alpha(n, n), beta(n, n);
  for (int i = 0; i < n; ++i) {
    loaded.diagonal[i] = name_diagonal(book, i, loaded.diagonal[i]);
    for (int j = i + 1; j < n; ++j) {
      alpha(i, j) = -(book.tree.mass * dot(loaded.a(j, i), loaded.a(i, j)));
      beta(i, j) = book.tree.mass * cross(loaded.a(j, i), loaded.a(i, j));
    }
  }
  SymbolicInertia inertia = coupled(book, loaded.diagonal, alpha, beta);
  inertia.factors = write_factors(book, inertia.J, body_rows(book));
  return inertia;
}

SymbolicInertia one_body(Notebook& book) {
  SymbolicInertia inertia{Matrix<Expr>(1, 1), Matrix<Expr>(1, 1), Matrix<Expr>(1, 1), book.tree.I[0], {}};
  inertia.J(0, 0) = book.tree.I[0];
  inertia.cofactors(0, 0) = Expr(1);
  book.out.J = inertia.J;
  return inertia;
}

}  // namespace

SymbolicInertia write_inertia(Notebook& book) {
  if (book.size() == 1) return one_body(book);
  book.tree.mass = book.define("m_total", "m", expand(book.tree.mass), "total mass", Part::constant);
  if (book.size() == 2) return two_bodies(book);
  return book.size() == 3 ? three_bodies(book) : many_bodies(book);
}

std::vector<Expr> write_solution(Notebook& book, const SymbolicInertia& inertia, const std::vector<Expr>& b,
                                 const std::string& name, const std::string& latex, const std::string& meaning,
                                 Part part) {
  const int n = book.size();
  if (n > 3) return write_substitution(book, inertia.factors, body_rows(book), b, {name, latex, meaning, part});
  std::vector<Expr> x(b.size());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) x[i] = x[i] + inertia.cofactors(i, j) * b[j];
    x[i] = book.define(name + "_" + book.body(i), latex + "_{" + book.index(i) + "}", expand(x[i]) / inertia.Delta,
                       meaning + " of " + book.body(i), part);
  }
  return x;
}

void write_two_body_forms(Notebook& book, const SymbolicInertia& inertia) {
  const int one = book.spec.joints[0].first, two = book.spec.joints[0].second;
  const Expr I1 = inertia.J(one, one), I2 = inertia.J(two, two), J12 = inertia.J(one, two), K12 = inertia.K(one, two);
  const Expr w1 = book.out.omega[one], w2 = book.out.omega[two], nu = symbol("nu", rank_other),
             mu = symbol("mu", rank_other);
  const Expr s = book.define("s", "s", I1 + I2 + Expr(2) * J12, "locked inertia", Part::shape);
  const Expr gamma = book.name_if_needed("gamma", "\\gamma", K12 / inertia.Delta, "as in (1.5)", Part::shape);
  book.out.spelling["nu"] = "\\nu";
  book.out.spelling["mu"] = "\\mu";
  const std::string n1 = book.index(one), n2 = book.index(two), b1 = book.body(one), b2 = book.body(two);
  book.out.forms = {
      {"(1.5)", "phi_" + book.joint(0) + "'", "\\dot\\theta_{" + n2 + "," + n1 + "}", w2 - w1, "joint rate"},
      {"(1.5)", "omega_" + b1 + "'", "\\dot\\omega_{" + n1 + "}", -(gamma * (I2 * pow(w2, 2) + J12 * pow(w1, 2))),
       "without torque"},
      {"(1.5)", "omega_" + b2 + "'", "\\dot\\omega_{" + n2 + "}", gamma * (I1 * pow(w1, 2) + J12 * pow(w2, 2)),
       "without torque"},
      {"(1.6)", "mu_" + b1, "\\mu_{" + n1 + "}", I1 * w1 + J12 * w2, "momentum from velocities"},
      {"(1.6)", "mu_" + b2, "\\mu_{" + n2 + "}", I2 * w2 + J12 * w1, "momentum from velocities"},
      {"(4.4)", "H", "H",
       (s * pow(nu, 2) + (I1 - I2) * mu * nu + (I1 + I2 - Expr(2) * J12) * pow(mu, 2) / Expr(4)) /
           (Expr(2) * inertia.Delta),
       fmt::format("on the leaf: nu = (mu_{} - mu_{})/2, mu = mu_{} + mu_{}", b2, b1, b1, b2)},
      {"(5.10)", "V_mu", "V_\\mu", pow(mu, 2) / (Expr(2) * s), "amended potential"},
  };
}

}  // namespace oopss
