// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "oopss/integrate/closure_frame.hpp"
#include "oopss/integrate/gauss.hpp"

namespace oopss {

/// Weights of the Lobatto nodes 0 … s over the stages of s-stage Gauss: B_kj = (∫ of the stage's Lagrange polynomial
/// from 0 to node k) / b_j, and the inverse of N_kl = Σ_j b_j B_kj (1 − B_lj), nodes k = 1 … s, l = 0 … s − 1.
struct LobattoTableau {
  std::array<double, 4> c{}, b{};
  std::array<std::array<double, 3>, 4> B{};
  std::array<std::array<double, 3>, 3> N_inverse{};
};
LobattoTableau lobatto_tableau(const GaussTableau& gauss);

/// Steps of a system with a closure: s-stage Gauss for the flow of the open system, Lobatto nodes for the forces that
/// close it (Jay; docs/math.md). With D_i = h b_i open(x_i) and impulses ε_k at the nodes k = 0 … s − 1,
///   x_i = x₀ + ½ Σ_j D_j + Σ_j w_ij D_j + Σ_k (1 − B_ki) ε_kᵀ F(Y_k),   Y_k = x₀ + Σ_j B_kj D_j,   g(Y_k) = 0,
/// and x₁ = x₀ + Σ D_i + Σ ε_kᵀ F(Y_k) + ε_sᵀ F(x₁) with rates that close: G open = 0. Order 2s, symmetric, symplectic
/// on the closed states for every B, so for the rounded one too.
/// Near poses where g loses rank time is slowed: rates become those of Q (H + U − E) with Q = κ/(κ + k₀), and steps of
/// equal h are shorter in time where κ is small.
struct Lobatto {
  Layout layout;
  GaussTableau tableau;
  LobattoTableau nodes;
  double step = 0;                 // signed; the length of every whole step, of slowed time where it is slowed
  bool slow = false;               // time is
  bool timed = false;              // g depends on time
  double energy = 0;               // H + U − work + dissipated of the start
  int work = -1, dissipated = -1;  // where they are in the state; −1: nowhere
  Waypoint begin, end;             // of the last step
  long evaluations = 0;

  Differences past;                    // of the unknowns of the last whole steps
  std::vector<double> unknowns, last;  // D and its time, a stage at [i · (size + 1)], then ε, a node at [k · count]
  double h = 0, last_h = 0;            // length of the step that is solved for, and of the last one; 0: not known
  double last_span = 0;                // of the last one in time
  double contraction = 1;              // of the first two sweeps, as last seen
  double cut = 0;                      // the longest step allowed by the gauge; 0: a whole one
  double last_kappa = std::numeric_limits<double>::infinity();  // the gauge where the last step began

  /// A frame and the state that it belongs to.
  struct Known {
    ClosureFrame frame;
    std::vector<double> x;
  };
  Known here, there, aside;  // at the ends of the last step, and inside it

  Waypoint inside;            // what `sample` found
  Waypoint from, to;          // scratch: the ends of a step, whole turns left out of angles
  std::vector<int> turning;   // the numbers of the state that are angles
  std::vector<double> turns;  // their whole turns at the beginning of the step
  double kappa = 1, Q = 1;    // there
  std::vector<double> change, z, unwrapped, adds, moved, impulse;
  std::vector<ClosureFrame::Rows> F;  // forces at the nodes 1 … s − 1
  Eigen::MatrixXd g, more;            // a column per node: g, and what is added to ε
};

Lobatto lobatto(const Flow& flow, const Layout& layout, int stages, double step, const Waypoint& start);

/// One step towards `limit`, at most to it; singular if it begins too near a pose where g loses rank.
Outcome advance(Lobatto& by, const Flow& flow, double limit);
/// The state at a time inside the last step: a step of the method itself that ends there.
Outcome sample(Lobatto& by, const Flow& flow, double t, std::vector<double>& out);
/// Ends the last step at t, inside it; what lies before it is forgotten.
Outcome shorten(Lobatto& by, const Flow& flow, double t);
/// Goes on from the end of the last step as if it were the start, the clock set to t.
void restart(Lobatto& by, double t);

}  // namespace oopss
