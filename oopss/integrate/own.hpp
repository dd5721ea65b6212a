// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/integrate/method.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// Steps of a system's own method, Flow::own, or of a composition of it.
struct Own {
  Layout layout;
  Method method;
  Waypoint begin, end;   // of the last step
  long evaluations = 0;  // steps made
};

Own own(const Layout& layout, const Method& method, const Waypoint& start);

/// One step to `limit`.
Outcome advance(Own& by, const Flow& flow, double limit);
/// The state at a time inside the last step: a step of the method itself that ends there.
Outcome sample(Own& by, const Flow& flow, double t, std::vector<double>& out);
/// Ends the last step at t, inside it.
Outcome shorten(Own& by, const Flow& flow, double t);
/// Goes on from the end of the last step, the clock set to t.
void restart(Own& by, double t);

}  // namespace oopss
