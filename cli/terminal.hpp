// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

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

/// A line on standard error while work is done that cannot say how far it is: only on a terminal, after the first
/// second and then every second, gone at the end.
class Waiting {
 public:
  Waiting(std::string what, bool wanted);
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  void show_seconds(const std::string& what);

  bool over_ = false;
  std::mutex changing_;
  std::condition_variable changed_;
  std::thread thread_;
};

/// What `work` gives, with such a line while it is done.
template <class Work>
auto waiting_for(std::string what, bool wanted, const Work& work) {
  const Waiting waiting(std::move(what), wanted);
  return work();
}

}  // namespace oopss
