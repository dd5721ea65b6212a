// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oopss {

struct MpiModule;

/// What a launcher of several processes (mpirun, srun) tells each of them by variables of its environment.
struct Launch {
  bool is_there = false;
  int rank = 0, size = 0;  // size 0: not told
  int beside = 1;          // processes on this machine
};
using Variable = std::function<const char*(const char* name)>;  // its value, or null
Launch launch(const Variable& variable);

/// What ranks say to each other.
enum class MessageKind {
  plan,     // from the first: what the sweep is
  request,  // to the first: how many chunks are wanted
  chunks,   // from the first: these; none: there are no more
  done,     // to the first: a chunk and its rows
  failure,  // to the first: in words
  end       // from the first: all is done, or stopped
};

struct Message {
  int from = 0;
  MessageKind kind{};
  std::string bytes;
};

/// The processes of a job, of which this is one. Alone, unless a launcher started several: then MPI connects them, and
/// MissingModule is thrown where it cannot, so that nobody takes itself for the first. When the first goes, it tells
/// the others to end.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Processes of the job on this machine.
  int beside() const { return beside_; }
  void send(int to, MessageKind kind, std::string_view bytes);
  /// To all others.
  void send_all(MessageKind kind, std::string_view bytes);
  /// The next message; nothing if none is there.
  std::optional<Message> receive();
  /// Waits for one, and lets the core to others meanwhile.
  Message await();
  /// The job ends by a signal: nobody is told any more.
  void abandon() { mpi_ = nullptr; }

 private:
  const MpiModule* mpi_ = nullptr;
  int rank_ = 0, size_ = 1, beside_ = 1;
};

/// Whole numbers as the bytes of a message.
std::string bytes_of(const std::vector<long>& numbers);
std::vector<long> numbers_of(std::string_view bytes);

}  // namespace oopss
