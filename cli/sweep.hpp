// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oopss/ensemble/member_run.hpp"

namespace oopss {

/// What became of a sweep, or of a part of it.
struct SweepResult {
  std::string model;
  std::vector<std::string> bodies, joints;
  long members = 0, first = 0, last = 0;  // of the sweep; those of this part, from `first` to before `last`
  long done = 0;
  std::array<long, member_statuses> by_status{};
  double seconds = 0, bytes = 0;  // on the disk, about
  int threads = 0, ranks = 1;     // threads of the first rank
  std::string engine, build;
  std::vector<std::string> columns, files;
  bool dry = false;

  long failed() const { return done - by_status[0]; }
};

}  // namespace oopss
