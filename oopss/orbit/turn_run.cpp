// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/turn_run.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/integrate/run.hpp"
#include "oopss/system/planned.hpp"

namespace oopss {

TurnRun run_turn(const System& system, const std::vector<double>& start, double until, int cycles) {
  const Flow flow = system.with_inputs(default_inputs(system));
  RunRequest request;
  request.settings.until = until;
  request.settings.method = "gauss6";
  request.settings.step = until / (steps_of_cycle * cycles);
  request.settings.every = request.settings.step;
  const Path path = integrate(flow, system.layout, start, request);
  TurnRun out;
  if (!path.outcome.good()) {
    out.trouble = path.outcome.words;
    return out;
  }
  const std::size_t joints = system.joints.size();
  const int root = system.layout.offset(BlockKind::attitude);
  std::vector<double> rates(static_cast<std::size_t>(system.layout.size)), torque(joints);
  out.largest_torque.assign(joints, 0);
  double before = 0;  // the power put in at the point before
  for (int i = 0; i < path.points.count(); ++i) {
    const double t = path.points.t[i], *x = path.points.row(i);
    flow.field(t, x, rates.data());
    flow.joint_torques(t, x, torque.data());
    double power = 0;
    for (std::size_t k = 0; k < joints; ++k) {
      const double rate = rates[system.layout.offset(BlockKind::joint_angle, static_cast<int>(k))];
      power += std::max(0.0, -torque[k] * rate);
      out.largest_torque[k] = std::max(out.largest_torque[k], std::abs(torque[k]));
    }
    out.largest_kinetic = std::max(out.largest_kinetic, flow.kinetic(t, x));
    if (i > 0) out.work_in += (power + before) / 2 * (t - path.points.t[i - 1]);
    before = power;
  }
  const double *first = path.points.row(0), *last = path.points.row(path.points.count() - 1);
  out.turn = last[root] - first[root];
  for (std::size_t k = 0; k < joints; ++k) {
    const int place = system.layout.offset(BlockKind::joint_angle, static_cast<int>(k));
    out.closing_error = std::max(out.closing_error, std::abs(last[place] - first[place]));
  }
  if (const int work = system.layout.offset(BlockKind::work); work >= 0) out.work_left = last[work] - first[work];
  return out;
}

}  // namespace oopss
