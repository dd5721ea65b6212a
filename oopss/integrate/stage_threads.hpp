// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace oopss {

/// Threads that wait for parts of a step, beside the one that asks: for a system so large that waking them is nothing
/// against its rates. What comes out does not depend on them: a part is the same work on whatever thread.
class StageThreads {
 public:
  explicit StageThreads(int count);  // the asking one among them
  ~StageThreads();
  StageThreads(const StageThreads&) = delete;
  StageThreads& operator=(const StageThreads&) = delete;

  int count() const { return static_cast<int>(threads_.size()) + 1; }
  /// work(part) of each part, side by side; part k on thread k mod count. Returns when all are done, and throws what
  /// one of them threw.
  void each(int parts, const std::function<void(int)>& work);

 private:
  void share(int thread) noexcept;
  void wait_for_work(int thread);

  const std::function<void(int)>* work_ = nullptr;
  int parts_ = 0;
  bool ending_ = false;
  std::atomic<unsigned> round_ = 0;
  std::atomic<int> busy_ = 0;
  std::mutex failing_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace oopss
