// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/integrate/cvode_module.hpp"
#include "oopss/integrate/waypoint.hpp"

namespace oopss {

/// Steps of SUNDIALS' CVODE: BDF of orders 1 to 5 with Newton on a dense Jacobian, for stiff torque laws.
struct Cvode {
  Layout layout;
  double tolerance = 0;
  Waypoint begin, end;  // of the last step
  long evaluations = 0;

  const CvodeModule* module = nullptr;
  std::unique_ptr<void, void (*)(void*)> solver{nullptr, nullptr};  // made by the first step
  bool singular = false;                                            // the last rates asked for were not finite
};

Cvode cvode(const Layout& layout, double tolerance, const Waypoint& start);

/// One step towards `limit`, at most to it. The first one loads the module; MissingModule if it is not there.
Outcome advance(Cvode& by, const Flow& flow, double limit);
/// CVODE's interpolant over its last step, of the order of the step.
Outcome sample(Cvode& by, const Flow& flow, double t, std::vector<double>& out);
/// Ends the last step at t, inside it.
Outcome shorten(Cvode& by, const Flow& flow, double t);
/// Goes on from the end of the last step with order 1, the clock set to t.
void restart(Cvode& by, double t);

}  // namespace oopss
