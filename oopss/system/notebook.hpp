// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "oopss/system/closing.hpp"
#include "oopss/system/equations.hpp"

namespace oopss {

/// Definitions being written down, one at a time. It keeps the names apart, whatever the user's names are.
class DefinitionList {
 public:
  explicit DefinitionList(Equations& out_) : out(out_) {}

  /// Writes a definition and gives its symbol. Hidden ones are steps that a page sums up.
  enum class Shown { no, yes };
  Expr define(std::string name, const std::string& latex, const Expr& value, const std::string& meaning,
              Definition::Part part, Shown shown = Shown::yes);
  /// The same, but numbers and single symbols need no name of their own.
  Expr name_if_needed(const std::string& name, const std::string& latex, const Expr& value, const std::string& meaning,
                      Definition::Part part, Shown shown = Shown::yes);

  /// A symbol that nothing else is called; underscores are put behind its name where it is taken.
  Expr free_symbol(std::string name, const std::string& latex, int rank);

  Equations& out;

 protected:
  std::set<std::string> taken_;
};

/// Equations of planar bodies being written down.
class Notebook : public DefinitionList {
 public:
  Notebook(const TreeSpec& spec_, Equations& out_);

  int size() const { return spec.topology.size(); }
  const std::string& body(int i) const { return spec.body_names[i]; }
  const std::string& joint(int k) const { return spec.joint_names[k]; }
  std::string pair(int i, int j) const { return body(i) + "_" + body(j); }
  /// Bodies are numbered from 1 on paper.
  std::string index(int i) const { return std::to_string(i + 1); }
  std::string index(int i, int j) const { return index(i) + (size() > 9 ? "," : "") + index(j); }

  const TreeSpec& spec;
  StateSymbols symbols;
  PlanarTree<Expr> tree;
  std::vector<Expr> angles;  // φ of the tree's joints
  std::vector<Expr> theta;   // absolute angles, the root at 0
};

/// How the rows of a linear system are called, in names and as indices on paper.
struct RowNames {
  std::vector<std::string> name, index;
  std::string comma;  // between two indices
  std::string pair(int i, int j) const { return name[i] + "_" + name[j]; }
  std::string pair_index(int i, int j) const { return index[i] + comma + index[j]; }
};

/// J = L D Lᵀ, step by step.
Ldlt<Expr> write_factors(DefinitionList& book, const Matrix<Expr>& J, const RowNames& rows);

/// What the solution of a linear system is called: NAME_ROW.
struct SolutionName {
  std::string name, latex, meaning;
  Definition::Part part;
  DefinitionList::Shown shown = DefinitionList::Shown::no;
};

/// Writes x of L D Lᵀx = b, step by step.
std::vector<Expr> write_substitution(DefinitionList& book, const Ldlt<Expr>& factors, const RowNames& rows,
                                     const std::vector<Expr>& b, const SolutionName& solution);

/// J and its slopes in symbols, and what solves J x = b: cofactors for up to three bodies, L D Lᵀ for more.
struct SymbolicInertia {
  Matrix<Expr> J, K;
  Matrix<Expr> cofactors;
  Expr Delta;
  Ldlt<Expr> factors;
};

/// Writes m, ε or the barycentric vectors, α, β, J, K and what is needed to solve for velocities. For two bodies in the
/// letters of the planar paper, section 1; for three in those of its section 6; for more by barycentric vectors.
SymbolicInertia write_inertia(Notebook& book);

/// Writes x = J⁻¹ b as definitions NAME_BODY and gives their symbols.
std::vector<Expr> write_solution(Notebook& book, const SymbolicInertia& inertia, const std::vector<Expr>& b,
                                 const std::string& name, const std::string& latex, const std::string& meaning,
                                 Definition::Part part = Definition::Part::solution);

/// Writes the bars of the loops, g and G; `rows` says what of them is independent. The loops have the bars' names.
std::vector<Loop<Expr>> write_closure(Notebook& book, const SymbolicInertia& inertia, const ClosureRows& rows);

/// Writes S λ = b and its solution, with the torques `tau` on the bodies; exact linearisation asks `demand` of joints.
/// What the forces do to the bodies, Gᵀλ.
std::vector<Expr> write_closing_forces(Notebook& book, const SymbolicInertia& inertia,
                                       const std::vector<Loop<Expr>>& loops, const ClosureRows& rows,
                                       const std::vector<Expr>& tau, const std::vector<int>& linearised,
                                       const std::vector<Expr>& demand);

/// Whether the model is one loop of four bodies and nothing else, none of its bars a point.
bool is_four_bar(const TreeSpec& spec);

/// Writes a four-bar in two of its bodies, in the forms of the paper on four-bar linkages: (2.2), (4.9), (4.10), (6.4)
/// to (6.6); `tau` are all torques on the bodies but those of closing forces.
void write_four_bar(Notebook& book, const SymbolicInertia& inertia, const Loop<Expr>& loop,
                    const std::vector<Expr>& tau);

/// Writes the reduced Lagrangian of a chain of beads.
void write_chain_lagrangian(Notebook& book);

/// Writes I_lock, and the leaf of a total momentum with the connection and its curvature; gives the symbol of I_lock.
Expr write_leaf(Notebook& book, const SymbolicInertia& inertia);

/// Writes what the planar paper has of three bodies, its errata corrected: A₁ to C₂ of (6.12) to (6.17), I_lock, V_μ,
/// (6.11), (6.15) and (6.18). The leaf is written before.
void write_three_body_forms(Notebook& book, const SymbolicInertia& inertia, const Expr& I_lock);

/// Writes the two-body equations in the other forms of the planar paper: (1.5), (1.6), (4.4), (5.10).
void write_two_body_forms(Notebook& book, const SymbolicInertia& inertia);

}  // namespace oopss
