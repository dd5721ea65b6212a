// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "cli/exit.hpp"
#include "cli/pace.hpp"

namespace oopss {
namespace {

volatile std::sig_atomic_t came = 0;

void take(int number) {
  came = number;
  std::signal(number, SIG_DFL);  // the second one ends the process
}

bool is_dumb() {
  const char* const terminal = std::getenv("TERM");
  return !terminal || std::strcmp(terminal, "dumb") == 0 || std::getenv("CI");
}

}  // namespace

Interruption::Interruption() {
  came = 0;
  std::signal(SIGINT, take);
  std::signal(SIGTERM, take);
}

Interruption::~Interruption() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int Interruption::signal() { return came; }

bool draws_progress() { return ::isatty(STDERR_FILENO) == 1 && !is_dumb(); }

void end_if_interrupted() {
  if (came != 0) throw Interrupted{came};
}

Progress::Progress(std::string what, bool wanted)
    : what_(std::move(what)), wanted_(wanted && draws_progress()), begun_(Clock::now()), shown_(begun_) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(double part, long count, const char* unit) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  drawn_ = true;
  constexpr int width = 30;
  const int filled = static_cast<int>(width * std::clamp(part, 0.0, 1.0));
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double left = part > 0 ? seconds * (1 - part) / part : 0;
  fmt::print(stderr, "\r{} [{:=<{}}{:{}}] {:3.0f} %  {:.3g} {}/s, {} left\033[K", what_, "", filled, "", width - filled,
             100 * part, static_cast<double>(count) / seconds, unit, duration(left));
  std::fflush(stderr);
}

Waiting::Waiting(std::string what, bool wanted) {
  if (wanted && draws_progress()) thread_ = std::thread([this, what = std::move(what)] { show_seconds(what); });
}

Waiting::~Waiting() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(changing_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Waiting::show_seconds(const std::string& what) {
  std::unique_lock lock(changing_);
  for (int seconds = 1; !changed_.wait_for(lock, std::chrono::seconds(1), [this] { return over_; }); ++seconds) {
    fmt::print(stderr, "\r{}, {} so far\033[K", what, duration(seconds));
    std::fflush(stderr);
  }
  fmt::print(stderr, "\r\033[K");
}

}  // namespace oopss
