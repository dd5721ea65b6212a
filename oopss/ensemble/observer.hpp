// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/ensemble/observable.hpp"
#include "oopss/ensemble/tangent_growth.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {

/// What the observables of one member need of its run, and what they come to. The run's steps are those it has without
/// being observed: observables ask for output points and events, which do not change them.
class Observer {
 public:
  /// Asks the request for what the observables need: points, events. With `steps_tangent` the owner of the run carries
  /// the tangent vector along, else points are asked for that do.
  Observer(const std::vector<Observable>& observables, const System& system, const Skeleton& skeleton, const Flow& flow,
           const ParameterValues& parameters, const std::vector<double>& start, RunRequest& request,
           bool steps_tangent = false);

  /// What the last step of the run gave.
  void take(const Run& run);
  /// A point of the regular output.
  void take_point(double t, const double* x);
  /// The observables at the end of a complete run, one number each; NaN where there is none.
  void finish(double t, const double* x, double* out);
  /// The tangent vector; null if no exponent is asked for.
  TangentGrowth* growth() { return growth_ ? &*growth_ : nullptr; }
  /// The interval of the regular output; 0 where nothing looks at it.
  double every() const { return every_; }

 private:
  bool on_grid(double t);

  const std::vector<Observable>& observables_;
  const Flow& flow_;
  const Layout& layout_;
  std::vector<Flow::Quantity> quantities_;  // per observable; empty where it has none
  std::vector<int> event_of_;               // per observable: its first event
  std::vector<double> found_;               // per observable
  std::optional<Monitor> monitor_;
  std::optional<TangentGrowth> growth_;
  std::vector<double> tangent_times_;  // half steps of the tangent vector
  std::size_t next_tangent_ = 0;
  double t0_ = 0, until_ = 0, every_ = 0;
  long next_every_ = 0;
  std::vector<double> start_;
};

}  // namespace oopss
