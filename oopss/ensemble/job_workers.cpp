// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/job_workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace oopss {
namespace {

constexpr std::chrono::milliseconds alone_wait(100), shared_wait(2);  // the second also looks for messages

std::string done_bytes(const ChunkDone& done) {
  std::string out(reinterpret_cast<const char*>(&done.chunk), sizeof done.chunk);
  return out.append(reinterpret_cast<const char*>(done.rows.data()), done.rows.size() * sizeof(double));
}

ChunkDone done_of(const std::string& bytes) {
  ChunkDone out;
  if (bytes.size() < sizeof out.chunk) throw std::runtime_error("a message of a chunk was cut off");
  std::memcpy(&out.chunk, bytes.data(), sizeof out.chunk);
  out.rows.resize((bytes.size() - sizeof out.chunk) / sizeof(double));
  std::copy_n(bytes.data() + sizeof out.chunk, out.rows.size() * sizeof(double),
              reinterpret_cast<char*>(out.rows.data()));
  return out;
}

/// Chunks that came and wait for a thread.
class ChunkQueue {
 public:
  void push(const std::vector<long>& chunks) {
    const std::lock_guard lock(mutex_);
    waiting_.insert(waiting_.end(), chunks.begin(), chunks.end());
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Waits for the next; nothing when it is closed.
  std::optional<long> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (closed_) return std::nullopt;
    const long out = waiting_.front();
    waiting_.pop_front();
    return out;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<long> waiting_;
  bool closed_ = false;
};

/// Lets the threads go before they are waited for.
struct ClosedAtEnd {
  ChunkQueue& queue;
  ~ClosedAtEnd() { queue.close(); }
};

}  // namespace

JobWorkers::JobWorkers(Ranks& ranks, std::vector<long> chunks, int threads, const MakeChunkWork& make_work)
    : ranks_(ranks),
      threads_(std::max(threads, 1)),
      shares_(std::move(chunks), threads_ + ranks.size() - 1),
      workers_(
          threads_, [this](int thread) { return shares_.take(thread); }, make_work) {}

std::optional<ChunkDone> JobWorkers::answer(const Message& message) {
  switch (message.kind) {
    case MessageKind::request: {
      const std::vector<long> wanted = numbers_of(message.bytes);
      std::vector<long> given;
      for (long k = 0; k < (wanted.empty() ? 0 : wanted.front()); ++k) {
        const std::optional<long> chunk = shares_.take(threads_ + message.from - 1);
        if (!chunk) break;
        given.push_back(*chunk);
      }
      ranks_.send(message.from, MessageKind::chunks, bytes_of(given));
      return std::nullopt;
    }
    case MessageKind::done:
      return done_of(message.bytes);
    case MessageKind::failure:
      throw std::runtime_error(fmt::format("rank {}: {}", message.from, message.bytes));
    default:
      return std::nullopt;
  }
}

std::optional<ChunkDone> JobWorkers::take() {
  while (const std::optional<Message> message = ranks_.receive())
    if (std::optional<ChunkDone> done = answer(*message)) return done;
  return workers_.take(ranks_.size() > 1 ? shared_wait : alone_wait);
}

void serve_chunks(Ranks& ranks, int threads, const MakeChunkWork& make_work) {
  ChunkQueue queue;
  ChunkWorkers workers(
      threads, [&](int) { return queue.take(); }, make_work);
  const ClosedAtEnd closed{queue};
  const long ahead = 2L * std::max(threads, 1);  // so that no thread waits for an answer
  long open = 0;
  for (bool more = true, asked = false;;) {
    if (more && !asked && open < ahead) {
      ranks.send(0, MessageKind::request, bytes_of({ahead - open}));
      asked = true;
    }
    if (const std::optional<ChunkDone> done = workers.take(shared_wait)) {
      ranks.send(0, MessageKind::done, done_bytes(*done));
      --open;
    }
    if (const std::optional<Message> message = ranks.receive()) {
      if (message->kind == MessageKind::end) return;  // also while a request is open: the first answers none after it
      const std::vector<long> chunks = numbers_of(message->bytes);
      asked = false;
      more = !chunks.empty();
      open += static_cast<long>(chunks.size());
      queue.push(chunks);
    }
  }
}

}  // namespace oopss
