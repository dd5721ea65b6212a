// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_product.hpp"

namespace oopss {
namespace {

/// What turns the bodies of the tree from i on beside J ω' of theirs: Σ (f − J β), where
///   J ω' = τ + f,   f_k = (J_kk ω_k) × ω_k + m Σ_l b_kl × (ω_l × u_lk),   u_lk = ω_l × b_lk,
/// and ω' has β beyond the accelerations of the joints: β_i = β_p + q' ω_p × n at a hinge.
std::vector<Vec3<Expr>> write_centrifugal(ProductForm& form) {
  SpaceNotebook& book = form.book;
  const SpaceTree<Expr>& tree = form.tree;
  std::vector<Vec3<Expr>> beta(tree.m.size()), out;
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) continue;
    beta[i] = beta[p];
    if (form.on_hinge[i])
      beta[i] = book.vector(
          {"beta_" + book.body(i), "\\beta", book.index(i),
           "the acceleration of " + book.body(i) + " by axes that turn", Definition::Part::torque, form.shown},
          beta[p] + form.rate[i] * cross(form.omega[p], form.n[i]));
  }
  for (int k = 0; k < tree.size(); ++k) {
    Vec3<Expr> f = cross(form.J(k, k) * form.omega[k], form.omega[k]);
    for (int l = 0; l < tree.size(); ++l) {
      f = f - form.J(k, l) * beta[l];
      if (l != k)
        f = f + tree.mass * cross(form.arm[k].at(joint_towards(tree, k, l)),
                                  cross(form.omega[l], form.u[l].at(joint_towards(tree, l, k))));
    }
    out.push_back(book.vector({"f_" + book.body(k), "f", book.index(k), "what its spins do to " + book.body(k),
                               Definition::Part::torque, form.shown},
                              f));
  }
  add_inward(tree, out);
  return out;
}

/// What a row of the joints' J has on its right side by the torques at its joint.
Expr torque_on_row(const ProductForm& form, const ProductForm::Row& row, const std::vector<SpaceTorque>& torque) {
  const SpaceTree<Expr>& tree = form.tree;
  const int i = row.body, p = tree.parent[i];
  if (p < 0) return Expr(0);
  const SpaceTorque& own = torque[tree.joint[i]];
  if (form.on_hinge[i]) return tree.sense[i] > 0 ? -own.hinge : own.hinge;
  return dot(row.along, tree.sense[i] > 0 ? -(form.A[p] * own.ball) : form.A[i] * own.ball);
}

}  // namespace

/// With a the accelerations of the joints, joint_J a = (torques) + Σ (f − J β) along the rows; as in the plane
/// W_SS T_S = φ''_others,S − v_S, with W = ± joint_J⁻¹ ± at the hinges asked.
void write_demanded_torques(ProductForm& form, const std::vector<Expr>& hinge_rate, std::vector<SpaceTorque>& torque) {
  SpaceNotebook& book = form.book;
  const TreeSpec& spec = book.spec;
  Laws law = laws(spec, book.symbols.t, book.symbols.phi, hinge_rate, book.symbols.p);
  const Motions given = motions(spec, book.symbols.t, book.symbols.p);
  for (std::size_t c = 0; c < given.joints.size(); ++c) {
    const int k = given.joints[c];
    book.out.motions.push_back({k, book.symbols.phi[k], given.angle[c]});
    law.linearised.push_back(k);
    law.demand.push_back(given.acceleration[c]);
  }
  if (law.linearised.empty()) return;
  const std::vector<Vec3<Expr>> moments = write_centrifugal(form);
  std::vector<Expr> right;
  for (const ProductForm::Row& row : form.rows)
    right.push_back(torque_on_row(form, row, torque) + dot(row.along, moments[row.body]));
  const auto solution = [&](const std::vector<Expr>& sides, const SolutionName& names) {
    const std::vector<Expr> x = write_substitution(book, form.factors, form.row_names, sides, names);
    std::vector<Expr> at_joint(spec.joints.size());
    for (std::size_t r = 0; r < x.size(); ++r)
      if (const int i = form.rows[r].body; form.on_hinge[i])
        at_joint[form.tree.joint[i]] = form.tree.sense[i] > 0 ? x[r] : -x[r];
    return at_joint;
  };
  const std::vector<Expr> acceleration =
      solution(right, {"a", "a^{0}", "acceleration without the demanded torques", Definition::Part::torque});
  const int count = static_cast<int>(law.linearised.size());
  Matrix<Expr> W(count, count);
  std::vector<Expr> excess;
  for (int c = 0; c < count; ++c) {
    const int k = law.linearised[c];
    std::vector<SpaceTorque> unit(torque.size());
    unit[k].hinge = Expr(-1);
    std::vector<Expr> of_unit;
    for (const ProductForm::Row& row : form.rows) of_unit.push_back(torque_on_row(form, row, unit));
    const std::vector<Expr> response =
        solution(of_unit, {"W_" + book.joint(k), fmt::format("w^{{{}}}", c + 1),
                           "acceleration per unit torque at " + book.joint(k), Definition::Part::torque});
    for (int r = 0; r < count; ++r) W(r, c) = response[law.linearised[r]];
    excess.push_back(acceleration[k] - law.demand[c]);
  }
  const std::vector<Expr> solved = solve(ldlt(W), excess);
  for (int c = 0; c < count; ++c) write_hinge_torque(book, law.linearised[c], solved[c], torque);
}

}  // namespace oopss
