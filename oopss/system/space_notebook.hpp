// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/notebook.hpp"

namespace oopss {

/// Equations of bodies in space being written down: vectors and matrices by their components.
class SpaceNotebook : public DefinitionList {
 public:
  SpaceNotebook(const TreeSpec& spec_, Equations& out_);

  /// How a vector or a matrix is called: NAME_x, printed as LETTER_{INDEX,x}. Components that are numbers or single
  /// symbols need no name of their own.
  struct Naming {
    std::string name, letter, index, meaning;
    Definition::Part part;
    Shown shown = Shown::yes;
  };
  Vec3<Expr> vector(const Naming& naming, const Vec3<Expr>& value);
  Matrix3<Expr> matrix(const Naming& naming, const Matrix3<Expr>& value);
  Symmetric3<Expr> symmetric_matrix(const Naming& naming, const Symmetric3<Expr>& value);

  /// The next symbols of the state.
  Expr state_number(const std::string& name, const std::string& latex, Rank rank);
  Vec3<Expr> state_vector(const std::string& name, const std::string& letter, const std::string& index);
  Matrix3<Expr> state_matrix(const std::string& name, const std::string& letter, const std::string& index);

  int size() const { return spec.topology.size(); }
  const std::string& body(int i) const { return spec.body_names[i]; }
  const std::string& joint(int k) const { return spec.joint_names[k]; }
  /// Bodies and joints are numbered from 1 on paper.
  static std::string index(int i) { return std::to_string(i + 1); }

  const TreeSpec& spec;
  StateSymbols symbols;
  SpaceTree<Expr> tree;
  std::vector<Matrix3<Expr>> R;  // per joint: the attitude of its second body seen from its first

 private:
  Expr component(const Naming& naming, const char* axes, const Expr& value);
};

/// The torque of a joint, in the axes of its first body; of a hinge, its one number.
struct SpaceTorque {
  Vec3<Expr> ball;
  Expr hinge;
};

/// Adds T to the torque at a hinge, and names the sum T_JOINT.
void write_hinge_torque(SpaceNotebook& book, int k, const Expr& T, std::vector<SpaceTorque>& torque);

/// Writes the torque laws as definitions T_JOINT: `spin` is ω_second − ω_first of balls in the axes of the first body,
/// `rate` that of hinges. Those whose accelerations are asked for have no name yet.
std::vector<SpaceTorque> write_space_torques(SpaceNotebook& book, const std::vector<Vec3<Expr>>& spin,
                                             const std::vector<Expr>& rate);

/// One body, or two on a ball, in the letters of the spatial paper: state (A, Π), with J(A) in the bodies' axes.
void write_space_pair(SpaceNotebook& book);

/// Any tree in the product form: state (R or q of the joints; M, P or p), with J in the root's axes.
void write_space_tree(SpaceNotebook& book);

/// What a page says of them with vectors and matrices.
SpaceLines pair_lines(const SpaceNotebook& book);
SpaceLines tree_lines(const SpaceNotebook& book);

/// Whether `write_space_pair` is for this model.
bool is_space_pair(const TreeSpec& spec);

}  // namespace oopss
