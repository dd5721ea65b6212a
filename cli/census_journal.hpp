// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oopss {

/// Lines of work that is done, in a file that outlives a kill: FILE.journal beside the result. It has whole lines only,
/// but for the last one if the process was killed while writing it; that one is cut off when the journal is opened
/// again. Locked: one process at a time. Whatever goes wrong is a FileError.
class LineJournal {
 public:
  /// The first line says what the journal is about; a file with another one is refused. What is there already is kept
  /// if `resume`.
  LineJournal(const std::string& target, std::string_view head, bool resume);
  ~LineJournal();
  LineJournal(const LineJournal&) = delete;
  LineJournal& operator=(const LineJournal&) = delete;

  /// The whole lines that were there, without the first.
  const std::vector<std::string>& lines() const { return lines_; }
  void append(std::string_view line);
  /// The work is finished.
  void remove();

 private:
  std::string path_;
  std::vector<std::string> lines_;
  int fd_ = -1;
};

}  // namespace oopss
