// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/ensemble/draw.hpp"

namespace oopss {

/// Something wrong with an option of a sweep.
struct SweepProblem {
  std::string option, text;  // "--vary", "body.arm.mass=1:1:5"
  std::string message, help{};
};
using SweepProblems = std::vector<SweepProblem>;

/// `count` values from one end to the other, both among them: at equal distances, or in equal ratios.
struct SweepAxis {
  std::string path;
  double from = 0, to = 0;
  long count = 0;
  bool logarithmic = false;
};

/// A number that is drawn.
struct SweepSample {
  std::string path;
  Distribution distribution{};
  double a = 0, b = 0;
};

/// Which members a sweep has: every point of the grid with every draw of the sample. The last axis turns fastest but
/// for the draws, which turn faster still. What a member's numbers are depends on the plan and the member alone.
struct SweepPlan {
  std::vector<SweepAxis> axes;
  std::vector<SweepSample> samples;
  long count = 1;  // draws at each point of the grid
  std::uint64_t seed = 0;
  bool sobol = false;  // draws are points of Sobol's sequence, shifted by random bits of the seed

  long members() const;
  std::vector<std::string> paths() const;  // of the axes, then of the samples
};

inline constexpr long most_members = 1'000'000'000'000;

/// "PATH=A:B:N" or "PATH=A:B:N:log"; constants may be "30 deg" or "2*pi".
void read_axis(const std::string& text, SweepPlan& plan, SweepProblems& problems);
/// "PATH~normal(m,s)", lognormal, uniform.
void read_sample(const std::string& text, SweepPlan& plan, SweepProblems& problems);
/// What is wrong with the plan as a whole.
void check_plan(const SweepPlan& plan, SweepProblems& problems);

double axis_value(const SweepAxis& axis, long k);

/// The numbers of a member, one per path.
std::vector<double> member_values(const SweepPlan& plan, long member);

/// Members of one part of a sweep, from `first` to before `last`: part I of N, counted from 1.
struct MemberRange {
  long first = 0, last = 0;
  long size() const { return last - first; }
};
MemberRange part_of(long members, long part, long parts);

}  // namespace oopss
