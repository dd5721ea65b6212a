// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "oopss/integrate/taylor_loops.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// The error groups of a state, and the masks that they point to.
struct TaylorGroups {
  std::array<std::vector<unsigned long long>, 3> masks;
  TaylorGroup angles, momenta, energies;
};

/// Taylor steps of an order chosen for the tolerance, their length from the decay of the coefficients (Jorba and Zou, A
/// software package for the numerical integration of ODEs by means of high-order Taylor methods, 2005).
struct Taylor {
  Layout layout;
  int order = 0;
  Waypoint begin, end;               // of the last step
  std::vector<double> coefficients;  // x_k of the last step at [k · size]
  std::vector<double> watched = {};  // the series of the flow's switches and edges, order k at [k · count]
  long evaluations = 0;              // jets
  bool finite = true;                // the end of the last step
  std::shared_ptr<const TaylorGroups> groups = nullptr;
  const TaylorLoops* loops = nullptr;
};

/// Those that this processor can run, the fastest last; all give the same bits.
std::vector<const TaylorLoops*> usable_taylor_loops();

/// The cheapest order for a local error of `tolerance`: ⌈1 − ln(tolerance)/2⌉, since the best step is ρ/e².
int taylor_order(double tolerance);

Taylor taylor(const Layout& layout, double tolerance, const Waypoint& start);

/// Jorba and Zou's length of a step, from its coefficients.
double chosen_length(const Taylor& by);
/// One step towards `limit`, at most to it.
Outcome advance(Taylor& by, const Flow& flow, double limit);
/// The step's polynomial: as accurate as the step.
Outcome sample(Taylor& by, const Flow& flow, double t, std::vector<double>& out);
/// The time derivative of the step's polynomial.
void slope(const Taylor& by, double t, std::vector<double>& out);
/// The sign that a watched quantity takes when the step begins, from the first coefficient that does not vanish.
int side_of(const Taylor& by, int watched, int count, int direction);
/// Ends the last step at t, inside it.
Outcome shorten(Taylor& by, const Flow& flow, double t);
/// Goes on from the end of the last step, the clock set to t.
void restart(Taylor& by, double t);

}  // namespace oopss
