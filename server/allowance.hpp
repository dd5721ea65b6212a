// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace oopss {

/// The time that a search may take.
class Allowance {
 public:
  explicit Allowance(double seconds) : end_(Clock::now() + std::chrono::duration<double>(seconds)) {}
  bool spent() const { return Clock::now() > end_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
};

}  // namespace oopss
