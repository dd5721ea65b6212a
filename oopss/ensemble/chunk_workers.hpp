// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace oopss {

/// Chunks of work for some threads. Each begins with a share of neighbouring chunks; one that has done its own steals
/// the later half of what the busiest has left.
class ChunkShares {
 public:
  ChunkShares(std::vector<long> chunks, int threads);
  /// The next chunk for a thread; nothing if all are taken.
  std::optional<long> take(int thread);

 private:
  struct Share {
    std::size_t begin = 0, end = 0;  // of `chunks_`
    std::size_t left() const { return end - begin; }
  };
  std::vector<long> chunks_;
  std::vector<Share> shares_;
  std::mutex mutex_;
};

/// Threads that work on chunks; what is done is taken by the owner, chunk by chunk and in any order. They end when all
/// is done, one of them throws, or this goes.
class ChunkWorkers {
 public:
  struct Done {
    long chunk = 0;
    std::vector<double> rows;
  };
  /// Does a chunk; false if it was stopped in the middle.
  using Work = std::function<bool(long chunk, const std::atomic<bool>& stop, std::vector<double>& rows)>;

  /// `make_work` is called by each thread for itself.
  ChunkWorkers(std::vector<long> chunks, int threads, const std::function<Work()>& make_work);
  ~ChunkWorkers();
  ChunkWorkers(const ChunkWorkers&) = delete;
  ChunkWorkers& operator=(const ChunkWorkers&) = delete;

  /// The next chunk that is done; nothing if none is within a tenth of a second, so that signals are heard. Throws what
  /// a thread threw.
  std::optional<Done> take();

 private:
  void work(int thread, const std::function<Work()>& make_work);

  ChunkShares shares_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable ready_, room_;
  std::deque<Done> done_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace oopss
