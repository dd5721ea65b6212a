// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <vector>

#include "server/open.hpp"

namespace oopss {

/// All rows of a run, however many slices they come in: how many depends on the machine's speed.
inline std::vector<double> all_rows(RunJob& run) {
  const std::atomic<bool> interrupted = false;
  std::vector<double> out;
  for (bool ended = false; !ended;) {
    const RunSlice slice = run.pull(interrupted);
    out.insert(out.end(), slice.values.begin(), slice.values.end());
    ended = slice.ended;
  }
  return out;
}

}  // namespace oopss
