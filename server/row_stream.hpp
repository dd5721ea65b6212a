// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <utility>

#include "server/answers.hpp"

namespace oopss {

/// Rows that go ahead of an answer, ten times a second.
class RowStream {
 public:
  explicit RowStream(const RowWatch& watch) : watch_(watch) {}
  void put(std::vector<double> row) { rows_.push_back(std::move(row)); }
  void look(double part) {
    const bool due = Clock::now() - sent_ > std::chrono::milliseconds(100);
    if (due) sent_ = Clock::now();
    watch_(part, due ? std::exchange(rows_, {}) : std::vector<std::vector<double>>());
  }
  void end() {
    if (!rows_.empty()) watch_(1, std::exchange(rows_, {}));
  }

 private:
  using Clock = std::chrono::steady_clock;
  const RowWatch& watch_;
  std::vector<std::vector<double>> rows_;
  Clock::time_point sent_ = Clock::now() - std::chrono::hours(1);
};

}  // namespace oopss
