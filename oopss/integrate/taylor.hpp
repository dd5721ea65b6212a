// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// Taylor steps of an order chosen for the tolerance, their length from the decay of the coefficients (Jorba and Zou, A
/// software package for the numerical integration of ODEs by means of high-order Taylor methods, 2005).
struct Taylor {
  Layout layout;
  int order = 0;
  Waypoint begin, end;               // of the last step
  std::vector<double> coefficients;  // x_k of the last step at [k · size]
  std::vector<double> watched = {};  // the series of the flow's switches and edges, order k at [k · count]
  long evaluations = 0;              // jets
};

/// The cheapest order for a local error of `tolerance`: ⌈1 − ln(tolerance)/2⌉, since the best step is ρ/e².
int taylor_order(double tolerance);

Taylor taylor(const Layout& layout, double tolerance, const Waypoint& start);

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
