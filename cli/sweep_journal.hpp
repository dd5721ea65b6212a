// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oopss {

/// What makes a sweep this one and no other, by name: model, numbers that vary, observables, engine, build, ….
using SweepHead = std::vector<std::pair<std::string, std::string>>;

/// A head as bytes, and back.
std::string head_bytes(const SweepHead& head);
SweepHead head_of(std::string_view bytes);

/// Of the whole head, for files that have no room for it: the 64 bits of FNV-1a as sixteen digits.
std::string fingerprint(const SweepHead& head);

/// In words, in what two sweeps differ; empty if in nothing.
std::string sweep_difference(const SweepHead& theirs, const SweepHead& ours);

/// Chunks of rows that are done, in a file that outlives a kill: FILE.journal beside the result. Records are appended
/// and never changed, each with a checksum; what is behind the last whole one was torn by a kill and is cut off when
/// the journal is opened again. What is appended reaches the disk within a second or so (`sync`). Locked: one process
/// at a time. Whatever goes wrong is a FileError.
class SweepJournal {
 public:
  /// `chunks` in all. A journal that is there is gone on with if `resume` and it is of this very sweep, else refused.
  SweepJournal(const std::string& target, const SweepHead& head, long chunks, bool resume);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  const std::string& path() const { return path_; }
  /// The chunks that are not in it, in order.
  std::vector<long> missing() const;
  void append(long chunk, const std::vector<double>& rows);
  /// Brings what was appended to the disk, if that was last done a second ago, or at once.
  void sync(bool at_once = false);
  std::vector<double> read(long chunk) const;
  /// The work is finished.
  void remove();

 private:
  void check_head(const SweepHead& head);
  void scan();
  void write(const std::string& bytes);
  std::string bytes_at(std::uint64_t from, std::size_t size) const;

  std::string path_;
  int fd_ = -1;
  std::uint64_t end_ = 0;               // of the last whole record
  std::vector<std::uint64_t> records_;  // per chunk: where its record begins; 0: not there
  bool dirty_ = false;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace oopss
