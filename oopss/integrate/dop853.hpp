// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "oopss/integrate/closure_frame.hpp"
#include "oopss/integrate/dop853_tableau.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// Explicit Runge–Kutta steps of order 8 by Dormand and Prince; the step's length follows the tolerance. Where there is
/// a closure, every state that comes out is brought onto the closed ones.
struct Dop853 {
  Layout layout;
  double tolerance = 0;
  double h = 0;         // signed, for the next step; 0 until it is known
  Waypoint begin, end;  // of the last step
  long evaluations = 0;

  bool rates_known = false;                  // k of stage 12 belongs to the end
  bool dense_known = false;                  // `dense` belongs to the last step
  double last_h = 0;                         // length of the last step
  double shortened_error = 0;                // of the last step that was taken again, in units of the tolerance
  std::vector<double> k;                     // rates of stage i at [i · size]
  std::array<std::vector<double>, 8> dense;  // coefficients of the dense output
  std::vector<double> v, error;              // scratch
  ClosureFrame frame;                        // of the last state that was closed
  Waypoint inside;                           // scratch: a state inside the step that is closed
};

Dop853 dop853(const Layout& layout, double tolerance, const Waypoint& start);

/// One step towards `limit`, at most to it.
Outcome advance(Dop853& by, const Flow& flow, double limit);
/// A step of length h whatever its error, which is returned in units of the tolerance.
double leap(Dop853& by, const Flow& flow, double h);
/// The polynomial of order 7 over the last step, closed; its first call in a step costs three evaluations.
Outcome sample(Dop853& by, const Flow& flow, double t, std::vector<double>& out);
/// Takes the last step again so that it ends at t, inside it, whatever its error, which is kept.
Outcome shorten(Dop853& by, const Flow& flow, double t);
/// Carries the end of a shortened step on to t by the rates there: by roundings, past a kink that no stage must see.
Outcome extend(Dop853& by, const Flow& flow, double t);
/// Goes on from the end of the last step as if it were the start, the clock set to t.
void restart(Dop853& by, double t);

}  // namespace oopss
