// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace oopss {

/// SIGINT and SIGTERM ask a run to end after its step; a second one ends the process at once. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  /// The signal that came, or 0.
  static int signal();
};

/// Whether standard error is a terminal on which a bar can be drawn.
bool draws_progress();

/// Throws Interrupted once a signal has come, while an Interruption is there.
void end_if_interrupted();

/// A bar on standard error while work is done: only on a terminal, at most ten times a second, gone at the end.
class Progress {
 public:
  Progress(std::string what, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// `part` of the whole is done, in `count` units named `unit`.
  void show(double part, long count, const char* unit);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool wanted_;
  bool drawn_ = false;
  Clock::time_point begun_, shown_;
};

}  // namespace oopss
