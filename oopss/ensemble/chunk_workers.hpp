// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
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

struct ChunkDone {
  long chunk = 0;
  std::vector<double> rows;
};
/// Does a chunk; false if it was stopped in the middle.
using ChunkWork = std::function<bool(long chunk, const std::atomic<bool>& stop, std::vector<double>& rows)>;
/// Called by each thread for itself.
using MakeChunkWork = std::function<ChunkWork()>;
/// The next chunk for a thread, which may wait for it; nothing if there are no more.
using NextChunk = std::function<std::optional<long>(int thread)>;

/// Threads that work on chunks; what is done is taken by the owner, chunk by chunk and in any order. They end when
/// there are no more chunks, one of them throws, or this goes.
class ChunkWorkers {
 public:
  ChunkWorkers(int threads, NextChunk next, const MakeChunkWork& make_work);
  ~ChunkWorkers();
  ChunkWorkers(const ChunkWorkers&) = delete;
  ChunkWorkers& operator=(const ChunkWorkers&) = delete;

  /// The next chunk that is done; nothing if none is within that time, so that signals are heard. Throws what a thread
  /// threw.
  std::optional<ChunkDone> take(std::chrono::milliseconds wait = std::chrono::milliseconds(100));

 private:
  void work(int thread, const MakeChunkWork& make_work);

  NextChunk next_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable ready_, room_;
  std::deque<ChunkDone> done_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace oopss
