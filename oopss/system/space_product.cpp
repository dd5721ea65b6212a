// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_product.hpp"

#include <algorithm>

#include "oopss/spatial/bracket.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;
using Shown = DefinitionList::Shown;

/// Joints before bodies, each in the order of the file.
void write_state(ProductForm& form) {
  SpaceNotebook& book = form.book;
  for (int k = 0; k + 1 < form.tree.size(); ++k)
    if (form.tree.joints[k].axis)
      book.out.state.push_back(book.symbols.phi[k]);
    else
      book.R[k] = book.state_matrix("R_" + book.joint(k), "R", book.index(k));
  for (int i = 0; i < form.tree.size(); ++i) {
    const int k = form.tree.joint[i];
    if (form.on_hinge[i])
      form.p[i] = book.state_number("p_" + book.joint(k), "p_{" + book.index(k) + "}", rank_momentum);
    else
      form.sums[i] =
          k < 0 ? book.state_vector("M", "M", "") : book.state_vector("P_" + book.joint(k), "P", book.index(k));
  }
}

/// The turns of hinges, R = exp(q hat(n)) R(rest), and the attitudes of the bodies seen from the root.
void write_attitudes(ProductForm& form) {
  SpaceNotebook& book = form.book;
  for (std::size_t k = 0; k < form.tree.joints.size(); ++k)
    if (const SpaceJoint<Expr>& joint = form.tree.joints[k]; joint.axis)
      book.R[k] = book.matrix(
          {"R_" + book.joint(k), "R", book.index(k), "the attitude at hinge " + book.joint(k), Part::shape, form.shown},
          from_rest(joint, turn_about(*joint.axis, book.symbols.phi[k])));
  for (const int i : form.tree.order) {
    const int p = form.tree.parent[i];
    form.A[i] = p < 0 ? identity3<Expr>() : seen_from_parent<Expr>(form.tree, book.R, i);
    if (p >= 0 && form.tree.parent[p] >= 0)
      form.A[i] = book.matrix(
          {"A_" + book.body(i), "A", book.index(i), "the attitude of " + book.body(i), Part::shape, form.shown},
          form.A[p] * form.A[i]);
    if (form.on_hinge[i])
      form.n[i] = book.vector({"n_" + book.body(i), "n", book.index(i), "the axis by which " + book.body(i) + " hangs",
                               Part::shape, form.shown},
                              form.A[i] * *form.tree.hinge[i]);
  }
}

/// The barycentric vectors of the loaded bodies and their augmented inertias, then both along the root's axes; J of the
/// bodies.
void write_bodies(ProductForm& form) {
  SpaceNotebook& book = form.book;
  const SpaceTree<Expr>& tree = form.tree;
  book.tree.mass = book.define("m_total", "m", expand(tree.mass), "total mass", Part::constant);
  const Matrix<Vec3<Expr>> a = barycentric<Space<Expr>>(tree);
  const std::vector<Expr> beyond = subtree_masses<Space<Expr>>(tree);
  std::vector<Symmetric3<Expr>> augmented = tree.I;
  std::vector<std::map<int, Vec3<Expr>>> branch(tree.m.size());
  for (int k = 0; k < tree.size(); ++k) {
    const auto load = [&](const std::string& name, const std::string& index, const std::string& meaning, const Expr& m,
                          const Vec3<Expr>& value) {
      Vec3<Expr> vector = book.vector({"a_" + name, "a", index, meaning, Part::constant}, value);
      augmented[k] = steiner(augmented[k], m, vector);
      return vector;
    };
    load(book.body(k), book.index(k), "its mass centre from the barycentre of loaded " + book.body(k), tree.m[k],
         a(k, k));
    for (const int b : tree.order) {
      const int joint = b == k ? -1 : joint_towards(tree, k, b);
      if (joint < 0 || branch[k].contains(joint)) continue;
      // along the tree's order the first body beyond a joint is the one that hangs on it, or the root
      const Expr mass = joint == tree.joint[k] ? tree.mass - beyond[k] : beyond[b];
      branch[k][joint] =
          load(book.body(k) + "_" + book.joint(joint), book.index(k) + "," + book.index(joint),
               "joint " + book.joint(joint) + " from the barycentre of loaded " + book.body(k), mass, a(b, k));
    }
    augmented[k] = book.symmetric_matrix(
        {"Jbar_" + book.body(k), "\\bar J", book.index(k), "the augmented inertia of " + book.body(k), Part::constant},
        augmented[k]);
  }
  write_attitudes(form);
  for (int k = 0; k < tree.size(); ++k) {
    for (const auto& [joint, vector] : branch[k])
      form.arm[k][joint] =
          book.vector({"b_" + book.body(k) + "_" + book.joint(joint), "b", book.index(k) + "," + book.index(joint),
                       "a along the root's axes", Part::shape, form.shown},
                      form.A[k] * vector);
    form.J(k, k) = full(book.symmetric_matrix(
        {"J_" + book.body(k), "J", book.index(k) + book.index(k), "J of " + book.body(k), Part::shape, form.shown},
        inertia_at(augmented[k], form.A[k])));
  }
  for (int k = 0; k < tree.size(); ++k)
    for (int l = k + 1; l < tree.size(); ++l) {
      const Vec3<Expr>&b_kl = form.arm[k].at(joint_towards(tree, k, l)),
            &b_lk = form.arm[l].at(joint_towards(tree, l, k));
      form.J(k, l) = book.matrix({"J_" + book.body(k) + "_" + book.body(l), "J", book.index(k) + book.index(l),
                                  "J of " + book.body(k) + " and " + book.body(l), Part::shape, form.shown},
                                 tree.mass * (hat(b_kl) * hat(b_lk)));
      form.J(l, k) = transposed(form.J(k, l));
    }
}

/// The matrix of the joints: WᵀJ W with ω = W (Ω_root, spins and rates of the joints), its solution, and ω.
void write_velocities(ProductForm& form) {
  SpaceNotebook& book = form.book;
  const SpaceTree<Expr>& tree = form.tree;
  const int count = tree.size();
  Matrix<Matrix3<Expr>> C = form.J;
  for (int pass = 0; pass < 2; ++pass)
    for (int l = 0; l < count; ++l) {
      std::vector<Matrix3<Expr>> column;
      for (int k = 0; k < count; ++k) column.push_back(pass == 0 ? C(k, l) : C(l, k));
      add_inward(tree, column);
      for (int k = 0; k < count; ++k) (pass == 0 ? C(k, l) : C(l, k)) = column[k];
    }
  std::vector<ProductForm::Row>& all = form.rows;
  RowNames& rows = form.row_names;
  rows.comma = ",";
  std::vector<Expr> b;
  for (int i = 0; i < count; ++i) {
    const std::string name = tree.parent[i] < 0 ? book.body(i) : book.joint(tree.joint[i]),
                      index = tree.parent[i] < 0 ? "0" : book.index(tree.joint[i]);
    if (form.on_hinge[i]) {
      all.push_back({i, form.n[i]});
      rows.name.push_back(name);
      rows.index.push_back(index);
      b.push_back(form.p[i]);
      continue;
    }
    const Vec3<Expr> P = tree.parent[i] < 0
                             ? form.sums[i]
                             : book.vector({"P0_" + name, "P^0", index, "P_" + name + " along the root's axes",
                                            Part::solution, form.shown},
                                           form.A[i] * form.sums[i]);
    const std::array<Vec3<Expr>, 3> unit = unit_vectors<Expr>();
    for (const auto& [axis, along, momentum] :
         {std::tuple("x", unit[0], P.x), {"y", unit[1], P.y}, {"z", unit[2], P.z}}) {
      all.push_back({i, along});
      rows.name.push_back(name + "_" + axis);
      rows.index.push_back(index + axis);
      b.push_back(momentum);
    }
  }
  Matrix<Expr> joint_J(static_cast<int>(all.size()), static_cast<int>(all.size()));
  for (int r = 0; r < joint_J.rows; ++r)
    for (int c = r; c < joint_J.cols; ++c)
      joint_J(r, c) = joint_J(c, r) =
          book.name_if_needed("J_" + rows.pair(r, c), "\\mathcal{M}_{" + rows.pair_index(r, c) + "}",
                              dot(all[r].along, C(all[r].body, all[c].body) * all[c].along), "entry of the joints' J",
                              Part::shape, Shown::no);
  book.out.J = book.out.J_named = joint_J;
  form.factors = write_factors(book, joint_J, rows);
  const std::vector<Expr> v =
      write_substitution(book, form.factors, rows, b, {"w", "w", "spin at the joint", Part::solution});
  book.out.omega = v;
  book.out.H = dot(b, v) / Expr(2);
  book.out.space->momenta = b;
  for (int r = 0; r < joint_J.rows; ++r) {
    form.spin[all[r].body] = form.spin[all[r].body] + v[r] * all[r].along;
    form.rate[all[r].body] = v[r];
  }
  for (const int i : tree.order)
    form.omega[i] = tree.parent[i] < 0
                        ? form.spin[i]
                        : book.vector({"omega_" + book.body(i), "\\omega", book.index(i),
                                       "the angular velocity of " + book.body(i), Part::solution, form.shown},
                                      form.omega[tree.parent[i]] + form.spin[i]);
}

/// Per body the sum of t_k = −m Σ_l u_kl × u_lk, u_kl = ω_k × b_kl, over it and all beyond; and that of its momenta
/// where a hinge asks for it.
struct Moments {
  std::vector<Vec3<Expr>> torque, momentum;
};

Moments write_moments(ProductForm& form) {
  SpaceNotebook& book = form.book;
  const SpaceTree<Expr>& tree = form.tree;
  std::vector<std::map<int, Vec3<Expr>>>& u = form.u;
  u.resize(tree.m.size());
  for (int k = 0; k < tree.size(); ++k)
    for (const auto& [joint, arm] : form.arm[k])
      u[k][joint] = book.vector({"u_" + book.body(k) + "_" + book.joint(joint), "u",
                                 book.index(k) + "," + book.index(joint), "omega x b", Part::solution, form.shown},
                                cross(form.omega[k], arm));
  const bool hinges = std::find(form.on_hinge.begin(), form.on_hinge.end(), true) != form.on_hinge.end();
  Moments out;
  for (int k = 0; k < tree.size(); ++k) {
    Vec3<Expr> t, momentum;
    for (int l = 0; l < tree.size(); ++l) {
      momentum = momentum + form.J(k, l) * form.omega[l];
      if (l != k) t = t - tree.mass * cross(u[k].at(joint_towards(tree, k, l)), u[l].at(joint_towards(tree, l, k)));
    }
    out.torque.push_back(book.vector(
        {"t_" + book.body(k), "t", book.index(k), "what the others do to " + book.body(k), Part::solution, form.shown},
        t));
    if (hinges)
      momentum = book.vector(
          {"mu_" + book.body(k), "\\mu", book.index(k), "the momentum of " + book.body(k), Part::solution, form.shown},
          momentum);
    out.momentum.push_back(momentum);
  }
  add_inward(tree, out.torque);
  add_inward(tree, out.momentum);
  return out;
}

/// q', R' and M', P', p'.
void write_rates(ProductForm& form) {
  SpaceNotebook& book = form.book;
  const SpaceTree<Expr>& tree = form.tree;
  const Moments moments = write_moments(form);
  const std::size_t joints = tree.joints.size();
  std::vector<std::vector<Expr>> joint_rate(joints);
  std::vector<Vec3<Expr>> rate(tree.m.size()), spin(joints);
  std::vector<Expr> p_rate(tree.m.size()), hinge_rate(joints);
  for (int i = 0; i < tree.size(); ++i) {
    const int k = tree.joint[i];
    if (k < 0) {
      rate[i] = cross(form.sums[i], form.omega[i]);
    } else if (form.on_hinge[i]) {
      hinge_rate[k] = tree.sense[i] > 0 ? form.rate[i] : -form.rate[i];
      joint_rate[k] = {hinge_rate[k]};
      p_rate[i] = dot(form.n[i], cross(moments.momentum[i], form.omega[i]) + moments.torque[i]);
    } else {
      const auto in_body = [&](const std::string& name, const std::string& letter, const std::string& index,
                               const std::string& meaning, const Vec3<Expr>& value) {
        return book.vector({name, letter, index, meaning, Part::solution, form.shown}, transposed(form.A[i]) * value);
      };
      const Vec3<Expr> turning =
          in_body("W_" + book.joint(k), "W", book.index(k),
                  "the spin at ball " + book.joint(k) + " in the axes of " + book.body(i), form.spin[i]);
      const Vec3<Expr> Omega = in_body("Omega_" + book.body(i), "\\Omega", book.index(i),
                                       "the angular velocity of " + book.body(i) + " in its own axes", form.omega[i]);
      const Matrix3<Expr> R_rate = tree.sense[i] > 0 ? book.R[k] * hat(turning) : -(hat(turning) * book.R[k]);
      for (const Expr& entry : by_rows(R_rate)) joint_rate[k].push_back(entry);
      spin[k] = tree.sense[i] > 0 ? seen_from_parent<Expr>(tree, book.R, i) * turning : -turning;
      rate[i] = cross(form.sums[i], Omega) + transposed(form.A[i]) * moments.torque[i];
    }
  }
  const auto collect = [&](std::vector<Expr>& into) {
    into.clear();
    for (const std::vector<Expr>& entries : joint_rate) into.insert(into.end(), entries.begin(), entries.end());
    for (int i = 0; i < tree.size(); ++i)
      if (form.on_hinge[i])
        into.push_back(p_rate[i]);
      else
        into.insert(into.end(), {rate[i].x, rate[i].y, rate[i].z});
  };
  collect(book.out.free_rates);
  std::vector<SpaceTorque> torque = write_space_torques(book, spin, hinge_rate);
  write_demanded_torques(form, hinge_rate, torque);
  for (int i = 0; i < tree.size(); ++i) {
    const int k = tree.joint[i];
    if (k < 0) continue;
    if (form.on_hinge[i])
      p_rate[i] = tree.sense[i] > 0 ? p_rate[i] - torque[k].hinge : p_rate[i] + torque[k].hinge;
    else
      rate[i] = tree.sense[i] > 0 ? rate[i] - transposed(book.R[k]) * torque[k].ball : rate[i] + torque[k].ball;
  }
  collect(book.out.rates);
}

}  // namespace

void write_space_tree(SpaceNotebook& book) {
  const std::size_t n = book.tree.m.size();
  ProductForm form{book,
                   book.tree,
                   bodies_on_hinges<Expr>(book.tree),
                   n <= 3 ? Shown::yes : Shown::no,
                   std::vector<Vec3<Expr>>(n),
                   std::vector<Expr>(n),
                   std::vector<Matrix3<Expr>>(n),
                   std::vector<std::map<int, Vec3<Expr>>>(n),
                   Matrix<Matrix3<Expr>>(book.size(), book.size()),
                   std::vector<Vec3<Expr>>(n),
                   std::vector<Vec3<Expr>>(n),
                   std::vector<Vec3<Expr>>(n),
                   std::vector<Expr>(n),
                   {},
                   {},
                   {},
                   {}};
  write_state(form);
  const Vec3<Expr>& M = form.sums[book.tree.root()];
  book.out.casimir = dot(M, M);
  book.out.space = SpaceEquations{product_tensor<Expr>(book.tree, form.on_hinge, book.R, form.sums), tree_lines(book)};
  write_bodies(form);
  write_velocities(form);
  write_rates(form);
}

}  // namespace oopss
