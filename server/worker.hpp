// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "server/answers.hpp"
#include "server/open.hpp"
#include "server/protocol.hpp"
#include "server/recorded.hpp"

namespace oopss {

/// What every connection is told and held to.
struct WorkbenchFacts {
  std::string version;
  std::string first;  // text of the model to open
  WireLimits limits;
  WorkPlace work = {};     // of earlier visits
  bool guest = false;      // whoever is connected came over a network
  bool invites = false;    // may ask others in
  ReadRecorded read = {};  // recorded files; empty: none are
};

/// Does the work of one connection in a thread of its own. Requests are answered in order; a run goes on between them,
/// slice by slice, so that a request is never kept waiting by a run. A newer `open` cancels an older one. Kept true: no
/// more than `most_pending` bytes and one answer are made ahead of what the socket has sent, and no more than `window`
/// chunks ahead of what the page has acknowledged.
class Worker {
 public:
  /// Takes an answer towards the page, from any thread: text, or binary.
  using Send = std::function<void(std::string bytes, bool binary)>;
  static constexpr std::size_t most_queued = 16, most_pending = 256 * 1024;

  Worker(const WorkbenchFacts& facts, Send send);

  /// Runs until `stop`, in the thread that calls it (expressions live and die with their thread).
  void work();
  void stop();

  void submit(PageRequest request);
  bool full();                   // no more should be submitted until there is room again
  void sent(std::size_t bytes);  // the socket has taken so many
  /// The request that is being answered and for how many seconds; the number is -1 if there is none.
  std::pair<long, double> answering();

 private:
  bool ready() const;
  bool may_advance() const;
  void answer(long id, const ServerAnswer& answer);
  void respond(const PageRequest& request);
  ServerAnswer result(const PageRequest& request);
  StillWanted wanted();
  Watch watch(long id);
  RowWatch watch_rows(long id);
  void open(long id, const OpenRequest& request);
  void advance();
  void end_run(const std::string& status, const std::string& error = "");
  void drop_queued(const std::function<bool(const PageRequest&)>& which, std::vector<std::string>& out);

  const WorkbenchFacts facts_;
  const Send send_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<PageRequest> queue_;
  std::atomic<bool> wanted_ = false;  // something waits in the queue: a slice of a run ends early
  bool stopped_ = false;
  using Clock = std::chrono::steady_clock;
  struct Answering {
    long id = -1;
    std::size_t kind = std::variant_npos;
    Clock::time_point begun = {};
  };
  Answering answering_;                 // the request that is being answered
  std::atomic<bool> given_up_ = false;  // nobody wants its answer any more
  std::size_t pending_ = 0;
  long run_id_ = -1, made_ = 0, acked_ = -1;  // of the run that goes on
  std::unique_ptr<RunJob> run_;               // the worker's thread alone
  ModelCache models_;                         // the worker's thread alone
  RecordedFile recorded_;                     // the same
  bool running_ = false;                      // whether there is one, for others
  double run_seconds_ = 0;                    // of computing that it took
};

}  // namespace oopss
