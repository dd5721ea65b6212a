// SPDX-License-Identifier: Apache-2.0
// A recorded run that the page sends, to be seen beside the present one. Its bytes come in pieces and lie in memory
// alone.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/protocol.hpp"

namespace oopss {

/// Columns of one length with names, and the model text that the file carries; "" if it has none.
struct RecordedRun {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::string model;
};

/// The file cannot be read; why, in words.
struct UnreadableFile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the bytes of a file that nobody vouches for, in a process of its own with limits; throws UnreadableFile.
using ReadRecorded = std::function<RecordedRun(const std::string& bytes)>;

/// The file of one page: what has come of it, then what was read of it. A first piece begins another.
class RecordedFile {
 public:
  static constexpr std::size_t most_bytes = 256'000'000, most_values = 65'536;

  /// Throws RefusedRequest.
  RecordedMessage take(const RecordedPiece& piece, const ReadRecorded& read);
  /// Up to `most_values` of a column from a row on.
  ColumnValuesMessage values(const AskColumn& ask) const;

 private:
  std::string bytes_;
  RecordedRun run_;
};

}  // namespace oopss
