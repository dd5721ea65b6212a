// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>

#include "oopss/ensemble/member_run.hpp"
#include "oopss/integrate/lane_steps.hpp"
#include "oopss/integrate/lane_taylor.hpp"
#include "oopss/system/lane_flow.hpp"

namespace oopss {

/// What a sweep asks for that members side by side cannot give, in words; empty if nothing.
std::string no_lanes(const TreeSpec& spec, const MemberTask& task);

/// The method that is asked for; else dop853 where a tolerance is, or rk4.
LaneMethod lane_method(const RunSettings& file, const RunSettings& asked);

/// Runs members side by side, each with its own clock and its own steps; a lane whose member has ended takes the next
/// one. A row depends on its member alone. One serves one thread.
class LaneRunner {
 public:
  LaneRunner(MemberTask task, ModelFamily family);
  ~LaneRunner();

  /// Fills the rows of members, task.width() numbers each, as MemberRunner does. False if it was stopped.
  bool run(const MemberRange& range, const std::atomic<bool>& stop, double* rows);

 private:
  struct InLane;
  bool fill(int lane);
  void make_lanes(const FamilyMember& first, double tolerance);
  void choose_steps();
  void choose_from_series();
  void take_steps();
  void step(const AlignedDoubles& h, AlignedDoubles& out);
  void accept(int lane);
  void give_points();
  void end(int lane, MemberStatus status);
  std::vector<double> state(const AlignedDoubles& all, int lane) const;
  double error_of(int lane, const InLane& member) const;

  MemberTask task_;
  MemberMaker members_;
  EndRecorder ends_;
  std::optional<LaneFlow> flow_;
  std::optional<LaneSteps> steps_;      // of rk4 and dop853
  std::unique_ptr<LaneTaylor> taylor_;  // else
  AlignedDoubles z_, next_, sample_;    // states; behind them tangent vectors where exponents are asked for, or rests
  AlignedDoubles h_, sample_h_;
  std::vector<std::unique_ptr<InLane>> lanes_;  // null: idle
  MemberRange range_;
  long next_member_ = 0;
  double* rows_ = nullptr;
  bool has_tangent_ = false;
};

}  // namespace oopss
