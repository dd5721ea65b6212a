// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/scalar/linear.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// A named quantity; later definitions and equations use it by its name.
struct Definition {
  enum class Part {
    constant,  // of the inputs alone: masses, barycentric vectors, α, β
    shape,     // of the joint angles: J_ij, K_ij, λ, Δ
    solution,  // of the momenta too: ω = J⁻¹μ, and the steps of solving for it
    torque     // of the laws
  };
  Expr symbol;
  std::string meaning;
  Expr value;
  Part part;
  bool shown = true;  // false for the many steps of L D Lᵀ, which a page sums up as ω = J⁻¹ μ
};

/// An equation of the papers in an equivalent form, left = right.
struct Form {
  std::string source;  // "(1.5)"
  std::string left, left_latex;
  Expr right;
  std::string meaning;
};

/// Something that was proved of these very equations by symbolic computation (or was not attempted, and why).
struct Claim {
  std::string statement, latex;
  bool proved = false;
  std::string how;
};

/// The reduced Hamiltonian equations of a planar tree, readable. All expressions are in the symbols of the state, of
/// the inputs and of the definitions before them.
struct Equations {
  std::string title, description;
  std::vector<std::string> bodies, joints;
  std::vector<std::pair<int, int>> between;  // first and second body of each joint
  std::vector<Expr> state;                   // φ of the joints, μ of the bodies
  std::vector<Input> inputs;                 // their symbols are p, their decimals as written are in `exact`
  std::vector<Expr> p;
  std::vector<Expr> arguments;  // u_JOINT: torques that functions of the program give
  std::vector<std::string> exact;
  std::vector<Definition> definitions;
  Matrix<Expr> J, J_named;  // the entries, and the names they have
  std::vector<Expr> omega;  // symbols
  Expr H, stored;
  Matrix<int> bracket;
  Expr casimir;
  std::vector<Expr> free_rates;  // without torques
  std::vector<Expr> rates;       // of the state, with torques
  std::vector<Form> forms;
  std::vector<Claim> claims;
  Spelling spelling;  // LaTeX: bodies by number, as the papers do
};

/// How the papers write the inputs and the state: bodies by number, θ_{2,1} for the angle of body 2 seen from body 1.
Spelling state_spelling(const TreeSpec& spec);

/// Derives; `prove` adds the claims (symbolic proofs for up to six bodies).
Equations derive_equations(const TreeSpec& spec, bool prove = true);

/// The same equations with the values of the inputs put in: constants are evaluated exactly, then rounded once to
/// double.
Equations with_numbers(const Equations& equations);

/// The values of the definitions that are constants, by the order of `definitions` (NaN for the others).
std::vector<double> constant_values(const Equations& equations);

/// e with its definitions put in, but only those of `from` and of later parts.
Expr unfold(const Equations& equations, const Expr& e, Definition::Part from);

}  // namespace oopss
