// SPDX-License-Identifier: Apache-2.0
// Equations of trees in space in their product form, being written down.
#pragma once

#include <map>

#include "oopss/system/space_notebook.hpp"

namespace oopss {

/// The product form of a tree as it is written down; vectors are along the root's axes where nothing else is said.
struct ProductForm {
  SpaceNotebook& book;
  const SpaceTree<Expr>& tree;
  std::vector<bool> on_hinge;
  DefinitionList::Shown shown;                 // of what there is much of
  std::vector<Vec3<Expr>> sums;                // M, and P of balls along the axes of the body that hangs there
  std::vector<Expr> p;                         // of hinges
  std::vector<Matrix3<Expr>> A;                // attitudes
  std::vector<std::map<int, Vec3<Expr>>> arm;  // per body and joint: from the barycentre of the loaded body
  Matrix<Matrix3<Expr>> J;                     // of the bodies as if every joint were a ball
  std::vector<Vec3<Expr>> n;                   // axes of hinges
  std::vector<Vec3<Expr>> spin, omega;         // against the parent, and as it is
  std::vector<Expr> rate;                      // about the axes of hinges
  struct Row {
    int body;
    Vec3<Expr> along;  // what the row takes of the body's spin
  };
  std::vector<Row> rows;  // of the joints' J, their names, and what solves with it
  RowNames row_names;
  Ldlt<Expr> factors;
  std::vector<std::map<int, Vec3<Expr>>> u;  // ω × b, like the arms
};

/// The joint of body k on the way to body b.
inline int joint_towards(const Topology& tree, int k, int b) {
  for (int below = b; below >= 0; below = tree.parent[below])
    if (tree.parent[below] == k) return tree.joint[below];
  return tree.joint[k];
}

/// Σ over the bodies from i on outward, from the leaves in.
template <class Block>
void add_inward(const Topology& tree, std::vector<Block>& blocks) {
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i)
    if (const int p = tree.parent[*i]; p >= 0) blocks[p] = blocks[p] + blocks[*i];
}

/// Writes the torques of hinges whose accelerations are asked for, by exact linearisation or by a prescribed motion,
/// and adds them to the others; `hinge_rate` per joint.
void write_demanded_torques(ProductForm& form, const std::vector<Expr>& hinge_rate, std::vector<SpaceTorque>& torque);

}  // namespace oopss
