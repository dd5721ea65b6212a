// SPDX-License-Identifier: Apache-2.0
#include "server/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "server/base64.hpp"
#include "server/model_cache.hpp"

namespace oopss {

RecordedMessage RecordedFile::take(const RecordedPiece& piece, const ReadRecorded& read) {
  if (!read) throw RefusedRequest("unsupported", "files are for whoever runs the workbench, not for guests");
  if (piece.first) *this = {};
  const std::string_view text = std::string_view(piece.text).substr(0, piece.text.find('='));
  const std::optional<std::string> bytes = from_base64(text, base64_digits);
  if (!bytes) throw RefusedRequest("protocol", "a piece of a file is not base64");
  if (bytes->size() > most_bytes - bytes_.size()) {
    *this = {};
    throw RefusedRequest("limit", fmt::format("the file has more than {} MB", most_bytes / 1'000'000));
  }
  bytes_ += *bytes;
  RecordedMessage out{bytes_.size(), {}, 0, {}};
  if (!piece.last) return out;
  const std::string whole = std::exchange(bytes_, {});
  try {
    run_ = read(whole);
  } catch (const UnreadableFile& error) {
    throw RefusedRequest("file", error.what());
  }
  out.names = run_.names;
  out.rows = run_.columns.empty() ? 0 : run_.columns.front().size();
  out.model = run_.model;
  return out;
}

ColumnValuesMessage RecordedFile::values(const AskColumn& ask) const {
  const auto name = std::find(run_.names.begin(), run_.names.end(), ask.name);
  if (name == run_.names.end()) throw RefusedRequest("file", "the file has no column of this name");
  const std::vector<double>& column = run_.columns[static_cast<std::size_t>(name - run_.names.begin())];
  const std::size_t from = std::min(static_cast<std::size_t>(ask.from), column.size());
  const std::size_t count = std::min(most_values, column.size() - from);
  return {to_base64({reinterpret_cast<const char*>(column.data() + from), count * sizeof(double)})};
}

}  // namespace oopss
