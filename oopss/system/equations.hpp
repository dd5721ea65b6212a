// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
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
    torque,    // of the laws
    closing,   // of loops: the closing forces, and the steps of solving for them
    reduced    // of a four-bar: what its reduced equations are made of
  };
  Expr symbol;
  std::string meaning;
  Expr value;
  Part part;
  bool shown = true;        // false for the many steps of L D Lᵀ, which a page sums up as ω = J⁻¹ μ
  std::string summed = {};  // LaTeX of a value that is computed by many terms and has a short name; else empty
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

/// What closes the loops of bodies: g = 0 with G = ∂g/∂θ, and the forces λ of S λ = b, S = G J⁻¹Gᵀ, that keep g'' = 0.
/// Torques of exact linearisation are found with them, a row each behind those of the loops. All are names.
struct ClosureEquations {
  std::vector<int> joints;  // that close loops
  bool fixed = false;       // the loops cannot move: the joints of the tree are fixed instead
  std::vector<Expr> g;
  Matrix<Expr> G, K;
  std::vector<int> left_out;  // equations that follow from the others: their λ is zero
  std::vector<Expr> force;    // of the rows kept
  Matrix<Expr> S;
  std::vector<Expr> b;
};

/// A four-bar in two of its bodies, as in the paper on four-bar linkages: the equations of (θ_10, μ_0, μ_1).
struct FourBarEquations {
  std::array<int, 4> bodies{};  // the paper's 0, 1, 2, 3, in order around the loop; 1 has the shortest bar
  std::vector<Expr> state;      // names of θ_10, μ_0, μ_1, which are defined in the state of the tree
  Matrix<Expr> Omega, J;        // names
  Expr H, casimir;
  Matrix<int> bracket;  // (6.4)
  std::vector<Expr> rates;
};

/// The reduced Lagrangian L = L2 + L1 + L0 of a chain of beads, as Theorem 2.1 of Laederich and Levi states it: in the
/// joint angles of the state, the rates v of the rods seen from rod 0, and the total momentum mu. Its names are apart
/// from those of the tree.
struct ChainLagrangian {
  std::vector<Input> inputs;  // masses of the beads, lengths of the rods; their symbols are p
  std::vector<Expr> p;
  std::vector<std::string> exact;
  std::vector<Definition> definitions;
  std::vector<Expr> v, omega;
  Matrix<Expr> K;
  Expr mu, I, L2, L1, L0;
};

/// The leaf of a total momentum μ_s of three bodies or more, over the shapes: with the mechanical connection A, its
/// curvature F and p = π − μ_s A, {φ_k, p_l} = δ_kl, {p_k, p_l} = μ_s F_kl, H = ½ p·M_s⁻¹p + V_μ. Its names, which are
/// defined in the state, are apart from those of the tree.
struct LeafEquations {
  std::vector<Definition> definitions;
  Expr momentum, potential;  // μ_s, V_μ
  std::vector<Expr> A, p;    // per joint
  Matrix<Expr> F;
};

/// Beyond so many bodies the leaf is not written: F has all pairs of joints, each with all pairs of bodies beyond them.
constexpr int most_leaf_bodies = 20;

/// A line of a page, as text and as LaTeX.
struct SheetLine {
  std::string text, latex;
};

/// Equations in space with vectors and matrices; in LaTeX `state` has sentences, the rest rows of formulas.
struct SpaceLines {
  std::vector<SheetLine> state, inertia, bracket, motion, product, leaves;
};

/// What equations in space have beside those of the plane.
struct SpaceEquations {
  Matrix<Expr> bracket;  // in the coordinates of the state
  SpaceLines lines;
  std::vector<Expr> momenta = {};  // J times `omega`
};

/// The reduced Hamiltonian equations of a tree, or of planar bodies with loops, readable. All expressions are in
/// the symbols of the state, of the inputs and of the definitions before them. With loops J, bracket and state are
/// those of the tree cut open.
struct Equations {
  std::string title, description;
  std::vector<std::string> bodies, joints;
  std::vector<std::pair<int, int>> between;  // first and second body of each joint
  /// φ of the (tree's) joints, μ of the bodies; in space by components. Where torques from outside depend on the angles
  /// of bodies, θ of the root behind them.
  std::vector<Expr> state;
  std::vector<Input> inputs;  // their symbols are p, their decimals as written are in `exact`
  std::vector<Expr> p;
  std::vector<Expr> arguments;  // u_JOINT: torques that functions of the program give
  std::vector<std::string> exact;
  std::vector<Definition> definitions;
  Matrix<Expr> J, J_named;  // the entries, and the names they have
  std::vector<Expr> omega;  // symbols; in space the velocities that J is for, by components
  Expr H, stored;
  Matrix<int> bracket;  // in the plane
  Expr casimir;
  /// A joint whose motion is prescribed: its angle, and the expression of time that it is. The rates keep it there, by
  /// the torque that φ'' takes, from a start with that angle and that rate.
  struct Prescribed {
    int joint = 0;
    Expr angle, value;
  };
  std::vector<Prescribed> motions;
  /// The reduction by translations: their momentum map p = m v, v the velocity of the mass centre, which nothing
  /// changes; H is the energy about the mass centre, that of the whole is p²/2m + H.
  struct Translations {
    Expr mass;
    std::vector<Expr> velocity, momentum;  // one number per axis
    Expr kinetic;                          // p²/2m
  };
  Translations translations;
  /// Torques that act on bodies from outside, and μ_s', which is their sum.
  struct Outside {
    std::vector<int> bodies;
    Expr momentum_rate;
    bool with_attitude = false;  // the state has θ of the root
  };
  std::optional<Outside> outside;
  std::vector<Expr> free_rates;  // without torques and closing forces
  std::vector<Expr> rates;       // of the state, with them
  std::optional<ClosureEquations> closure;
  std::optional<FourBarEquations> reduced;
  std::optional<SpaceEquations> space;
  std::optional<ChainLagrangian> lagrangian;
  std::optional<LeafEquations> leaf;
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

/// The inputs' exact values: the decimals as written, or the double that was computed.
Substitution input_values(const Equations& equations);

/// The values of the definitions that are constants, by the order of `definitions` (NaN for the others).
std::vector<double> constant_values(const Equations& equations);
std::vector<double> constant_values(const ChainLagrangian& lagrangian);

/// e with its definitions put in, but only those of `from` and of later parts.
Expr unfold(const Equations& equations, const Expr& e, Definition::Part from);

}  // namespace oopss
