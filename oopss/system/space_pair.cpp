// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/bracket.hpp"
#include "oopss/system/space_notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

Matrix3<Expr> expanded(const Matrix3<Expr>& A) {
  const auto row = [](const Vec3<Expr>& v) { return Vec3<Expr>{expand(v.x), expand(v.y), expand(v.z)}; };
  return {row(A.x), row(A.y), row(A.z)};
}

/// Entries of blocks in their order.
Matrix<Expr> flat(const Matrix<Matrix3<Expr>>& blocks) {
  Matrix<Expr> J(3 * blocks.rows, 3 * blocks.cols);
  for (int k = 0; k < blocks.rows; ++k)
    for (int l = 0; l < blocks.cols; ++l)
      for (int e = 0; e < 9; ++e) J(3 * k + e / 3, 3 * l + e % 3) = by_rows(blocks(k, l))[e];
  return J;
}

/// The joint's two bodies as the paper counts them, with d from each mass centre to the joint.
struct PairSymbols {
  int one = 0, two = 0;
  Vec3<Expr> d1, d2;
  Expr eps;
};

PairSymbols pair_symbols(SpaceNotebook& book) {
  const SpaceTree<Expr>& tree = book.tree;
  PairSymbols pair;
  pair.one = book.spec.joints[0].first;
  pair.two = book.spec.joints[0].second;
  const int child = tree.order[1];
  pair.d1 = pair.one == child ? tree.d_child[child] : tree.d_parent[child];
  pair.d2 = pair.one == child ? tree.d_parent[child] : tree.d_child[child];
  book.tree.mass = book.define("m_total", "m", expand(tree.mass), "total mass", Part::constant);
  pair.eps = book.define("eps", "\\varepsilon", tree.m[0] * tree.m[1] / tree.mass, "reduced mass", Part::constant);
  return pair;
}

/// (3.9) of the spatial paper, corrected: J_i = I_i + ε (|d_i|² 1 − d_i d_iᵀ) and L = ε hat(d_1) A hat(d_2).
Matrix<Matrix3<Expr>> pair_inertia(SpaceNotebook& book, const PairSymbols& pair) {
  Matrix<Matrix3<Expr>> J(2, 2);
  const auto augmented = [&](int i, const Vec3<Expr>& d) {
    J(i, i) = full(book.symmetric_matrix(
        {"J_" + book.body(i), "J", book.index(i),
         "the inertia of " + book.body(i) + " with the reduced mass at the joint", Part::constant},
        steiner(book.tree.I[i], pair.eps, d)));
  };
  augmented(pair.one, pair.d1);
  augmented(pair.two, pair.d2);
  J(pair.one, pair.two) = book.matrix({"L", "L", "", "the block of J that couples the bodies", Part::shape},
                                      expanded(pair.eps * (hat(pair.d1) * book.R[0] * hat(pair.d2))));
  J(pair.two, pair.one) = transposed(J(pair.one, pair.two));
  return J;
}

/// −ε u_1 × A u_2 and −ε u_2 × Aᵀu_1 with u_i = Ω_i × d_i: what the bodies do to each other.
void add_coupling(SpaceNotebook& book, const PairSymbols& pair, const std::vector<Vec3<Expr>>& Omega,
                  std::vector<Vec3<Expr>>& rate) {
  const auto speed = [&](int i, const Vec3<Expr>& d) {
    return book.vector({"u_" + book.body(i), "u", book.index(i),
                        "the velocity of the joint seen from the mass centre of " + book.body(i), Part::solution},
                       cross(Omega[i], d));
  };
  const Vec3<Expr> u1 = speed(pair.one, pair.d1), u2 = speed(pair.two, pair.d2);
  const auto seen = [&](int of_body, int from, const std::string& letter, const Vec3<Expr>& value) {
    return book.vector({fmt::format("u_{}_{}", book.body(of_body), book.body(from)), letter, "",
                        fmt::format("u_{} in the axes of {}", book.body(of_body), book.body(from)), Part::solution},
                       value);
  };
  const Vec3<Expr> Au2 = seen(pair.two, pair.one, fmt::format("(A u_{})", pair.two + 1), book.R[0] * u2);
  const Vec3<Expr> Au1 = seen(pair.one, pair.two, fmt::format("(A^T u_{})", pair.one + 1), transposed(book.R[0]) * u1);
  rate[pair.one] = rate[pair.one] - pair.eps * cross(u1, Au2);
  rate[pair.two] = rate[pair.two] - pair.eps * cross(u2, Au1);
}

}  // namespace

void write_space_pair(SpaceNotebook& book) {
  Equations& out = book.out;
  const SpaceTree<Expr>& tree = book.tree;
  const int n = book.size();
  const bool coupled = n == 2;
  if (coupled) book.R[0] = book.state_matrix("R_" + book.joint(0), "A", "");
  std::vector<Vec3<Expr>> Pi, Omega;
  for (int i = 0; i < n; ++i) Pi.push_back(book.state_vector("Pi_" + book.body(i), "\\Pi", book.index(i)));
  out.space = SpaceEquations{poisson_tensor<Expr>(tree, book.R, Pi), pair_lines(book)};

  PairSymbols pair;
  Matrix<Matrix3<Expr>> blocks(1, 1);
  if (coupled) {
    pair = pair_symbols(book);
    blocks = pair_inertia(book, pair);
  } else {
    blocks(0, 0) = full(tree.I[0]);
  }
  out.J = out.J_named = flat(blocks);
  RowNames rows{{}, {}, ","};
  std::vector<Expr> b;
  for (int i = 0; i < n; ++i)
    for (const auto& [axis, momentum] : {std::pair("x", Pi[i].x), {"y", Pi[i].y}, {"z", Pi[i].z}}) {
      rows.name.push_back(book.body(i) + "_" + axis);
      rows.index.push_back(book.index(i) + axis);
      b.push_back(momentum);
    }
  const Ldlt<Expr> factors = write_factors(book, out.J, rows);
  const bool principal = !coupled && is_zero(tree.I[0].xy) && is_zero(tree.I[0].xz) && is_zero(tree.I[0].yz);
  out.omega = write_substitution(book, factors, rows, b,
                                 {"Omega", "\\Omega", "angular velocity", Part::solution,
                                  principal ? DefinitionList::Shown::yes : DefinitionList::Shown::no});
  for (int i = 0; i < n; ++i) Omega.push_back({out.omega[3 * i], out.omega[3 * i + 1], out.omega[3 * i + 2]});
  out.H = dot(b, out.omega) / Expr(2);
  out.space->momenta = b;

  std::vector<Vec3<Expr>> rate;
  for (int i = 0; i < n; ++i) rate.push_back(cross(Pi[i], Omega[i]));
  Vec3<Expr> M = Pi[0];
  if (coupled) {
    add_coupling(book, pair, Omega, rate);
    M = book.vector({"M", "M", "", "the total angular momentum in the axes of " + book.body(pair.one), Part::solution},
                    Pi[pair.one] + book.R[0] * Pi[pair.two]);
  }
  out.casimir = dot(M, M);
  const std::vector<Matrix3<Expr>> turning = rotation_rates(tree, book.R, Omega);
  const auto write_rates = [&](std::vector<Expr>& into) {
    into.clear();
    for (const Matrix3<Expr>& R_rate : turning)
      for (const Expr& entry : by_rows(R_rate)) into.push_back(entry);
    for (const Vec3<Expr>& Pi_rate : rate) into.insert(into.end(), {Pi_rate.x, Pi_rate.y, Pi_rate.z});
  };
  write_rates(out.free_rates);
  if (coupled) {
    const Vec3<Expr> spin = book.R[0] * Omega[pair.two] - Omega[pair.one];
    const Vec3<Expr> torque = write_space_torques(book, {spin}, {Expr(0)})[0].ball;
    rate[pair.one] = rate[pair.one] + torque;
    rate[pair.two] = rate[pair.two] - transposed(book.R[0]) * torque;
  }
  write_rates(out.rates);
}

}  // namespace oopss
