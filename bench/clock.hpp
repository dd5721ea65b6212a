// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

#include <algorithm>

namespace oopss {

/// CPU time of this thread, in seconds.
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The least CPU time of one call, over batches of about 0.3 ms and `budget` seconds in all: other work on the machine
/// makes a batch slower, never faster.
template <class Call>
double least_seconds(Call call, double budget = 0.3) {
  int batch = 1;
  const auto run = [&] {
    const double begin = thread_seconds();
    for (int i = 0; i < batch; ++i) call();
    return thread_seconds() - begin;
  };
  while (run() < 3e-4 && batch < (1 << 24)) batch *= 2;
  double least = 1e9;
  for (const double begin = thread_seconds(); thread_seconds() - begin < budget;)
    least = std::min(least, run() / batch);
  return least;
}

}  // namespace oopss
