// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/chunk_workers.hpp"

#include <algorithm>

namespace oopss {

ChunkShares::ChunkShares(std::vector<long> chunks, int threads) : chunks_(std::move(chunks)) {
  const std::size_t count = chunks_.size(), shares = static_cast<std::size_t>(std::max(threads, 1));
  for (std::size_t k = 0; k < shares; ++k) shares_.push_back({count * k / shares, count * (k + 1) / shares});
}

std::optional<long> ChunkShares::take(int thread) {
  const std::lock_guard lock(mutex_);
  Share& own = shares_[static_cast<std::size_t>(thread)];
  if (own.left() == 0) {
    Share& busiest = *std::max_element(shares_.begin(), shares_.end(),
                                       [](const Share& a, const Share& b) { return a.left() < b.left(); });
    if (busiest.left() == 0) return std::nullopt;
    const std::size_t from = busiest.begin + busiest.left() / 2;
    own = {from, busiest.end};
    busiest.end = from;
  }
  return chunks_[own.begin++];
}

ChunkWorkers::ChunkWorkers(int threads, NextChunk next, const MakeChunkWork& make_work) : next_(std::move(next)) {
  for (int k = 0; k < std::max(threads, 1); ++k) threads_.emplace_back([this, k, make_work] { work(k, make_work); });
}

ChunkWorkers::~ChunkWorkers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  room_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::optional<ChunkDone> ChunkWorkers::take(std::chrono::milliseconds wait) {
  std::unique_lock lock(mutex_);
  ready_.wait_for(lock, wait, [&] { return !done_.empty() || failure_; });
  if (failure_) std::rethrow_exception(failure_);
  if (done_.empty()) return std::nullopt;
  ChunkDone out = std::move(done_.front());
  done_.pop_front();
  room_.notify_one();
  return out;
}

void ChunkWorkers::work(int thread, const MakeChunkWork& make_work) {
  constexpr std::size_t most_waiting = 256;  // chunks that the owner has not yet taken
  try {
    const ChunkWork doing = make_work();
    while (const std::optional<long> chunk = next_(thread)) {
      ChunkDone done{*chunk, {}};
      if (stop_ || !doing(*chunk, stop_, done.rows)) return;
      std::unique_lock lock(mutex_);
      room_.wait(lock, [&] { return done_.size() < most_waiting || stop_; });
      done_.push_back(std::move(done));
      ready_.notify_one();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    ready_.notify_one();
  }
}

}  // namespace oopss
