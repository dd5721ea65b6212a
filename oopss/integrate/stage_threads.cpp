// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/stage_threads.hpp"

#include <system_error>
#include <utility>

namespace oopss {

StageThreads::StageThreads(int count) {
  try {
    for (int thread = 1; thread < count; ++thread) threads_.emplace_back([this, thread] { wait_for_work(thread); });
  } catch (const std::system_error&) {  // there are no more: it goes with fewer
  }
}

StageThreads::~StageThreads() {
  ending_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void StageThreads::each(int parts, const std::function<void(int)>& work) {
  work_ = &work;
  parts_ = parts;
  busy_ = count() - 1;
  ++round_;
  round_.notify_all();
  share(0);
  for (int busy = busy_; busy > 0; busy = busy_) busy_.wait(busy);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void StageThreads::share(int thread) noexcept {
  for (int part = thread; part < parts_; part += count()) try {
      (*work_)(part);
    } catch (...) {
      const std::scoped_lock lock(failing_);
      failure_ = std::current_exception();
    }
}

void StageThreads::wait_for_work(int thread) {
  for (unsigned seen = 0;;) {
    round_.wait(seen);
    seen = round_;
    if (ending_) return;
    share(thread);
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace oopss
