// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "oopss/integrate/differences.hpp"
#include "oopss/integrate/stage_threads.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// Sweeps over the stages end when what a further one would change is below a part of a rounding, or give up.
inline constexpr int most_sweeps = 60;
inline constexpr double rounding_unit = 0x1p-53;

/// Coefficients of s-stage Gauss–Legendre collocation in the form a_ij = b_j (½ + w_ij) with w skew. This is symplectic
/// for every b and every skew w, so for the rounded ones too: rounded coefficients cause no drift of the energy.
struct GaussTableau {
  int stages = 0;
  std::array<double, 3> b{}, c{};
  std::array<std::array<double, 3>, 3> w{};
};
GaussTableau gauss_tableau(int stages);  // 1, 2 or 3

/// Gauss–Legendre steps x₁ = x₀ + Σ_i D_i of order 2s, their stages solved to rounding level:
///   D_i = h b_i f(t + c_i h, x₀ + Z_i),   Z_i = ½ Σ_j D_j + Σ_j w_ij D_j.
/// The bracket is constant in these coordinates, so a step is a Poisson map and keeps linear Casimirs.
/// Each stage is a smooth function of the number of the step, so its differences ∇^k over the last steps extrapolate
/// the starting guess; plain fixed-point sweeps do the rest (docs/methods.md has the measurements).
struct Gauss {
  Layout layout;
  GaussTableau tableau;
  double step = 0;      // signed; the length of every whole step
  Waypoint begin, end;  // of the last step
  long evaluations = 0;

  Differences past;        // of D of the last whole steps; the first of them are D of the last step, whole or not,
  double last_h = 0;       // whose length this is
  double contraction = 1;  // of the first two sweeps, as last seen
  std::vector<double> D, next, v;  // scratch: stages, their next sweep, one state

  /// What a further thread has for itself: rates, and scratch for a state.
  struct Beside {
    Flow::Rates field;
    std::vector<double> v;
  };
  std::unique_ptr<StageThreads> threads;  // null: one stage after the other
  std::vector<Beside> beside;
};

/// Of systems with more bodies the stages may be found side by side, and fewer differences are kept.
inline constexpr int most_bodies_of_one_thread = 5000;

Gauss gauss(const Layout& layout, int stages, double step, const Waypoint& start);
/// Finds the stages of a step on so many threads, which changes no bit of them.
void work_side_by_side(Gauss& by, const Flow& flow, int threads);

/// One step to `limit`, which is a whole step or less away.
Outcome advance(Gauss& by, const Flow& flow, double limit);
/// The state at a time inside the last step: a step of the method itself that ends there, hence of order 2s, with the
/// momentum and the energy that a step has.
Outcome sample(Gauss& by, const Flow& flow, double t, std::vector<double>& out);
/// Ends the last step at t, inside it; what lies before it is forgotten.
Outcome shorten(Gauss& by, const Flow& flow, double t);
/// Goes on from the end of the last step as if it were the start, the clock set to t.
void restart(Gauss& by, double t);

}  // namespace oopss
