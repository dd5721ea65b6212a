// SPDX-License-Identifier: Apache-2.0
#include "cli/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <unordered_set>

#include "oopss/model/read.hpp"

namespace oopss {
namespace {

constexpr std::size_t block_size = 1 << 16;

void append_number(std::string& line, double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 17);
  line.append(buffer.data(), end.ptr);
}

/// What every trajectory keeps to, whatever file it came from.
void check_table(const std::string& path, const Table& table) {
  if (table.names.empty() || table.names.front() != "t")
    throw FileError(path + ": not a trajectory: its first column is not t");
  if (table.rows() == 0) throw FileError(path + ": has no rows");
  std::unordered_set<std::string_view> seen;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    if (table.columns[k].size() != table.rows())
      throw FileError(fmt::format("{}: column {} has {} rows, t has {}", path, table.names[k], table.columns[k].size(),
                                  table.rows()));
    for (std::size_t i = 0; i < table.rows(); ++i)
      if (!std::isfinite(table.columns[k][i]))
        throw FileError(fmt::format("{}: column {}, row {}: not a finite number", path, table.names[k], i + 1));
    if (!seen.insert(table.names[k]).second)
      throw FileError(fmt::format("{}: column {} appears twice", path, table.names[k]));
  }
  const std::vector<double>& t = table.columns.front();
  for (std::size_t i = 1; i < t.size(); ++i)
    if (!(t[1] > t[0] ? t[i] > t[i - 1] : t[i] < t[i - 1]))
      throw FileError(fmt::format("{}: row {}: the times do not go on in one direction", path, i + 1));
}

/// The cells of one line, quotes taken off; false if a quote stays open.
bool split(std::string_view line, std::vector<std::string>& cells) {
  cells.assign(1, {});
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        cells.back() += line[i++];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return !quoted;
}

/// One line without its end; false if the text stops before the line does.
bool next_line(std::string_view& text, std::string_view& line) {
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  if (end == std::string_view::npos) return false;
  text.remove_prefix(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

/// The cells of one row, column k to values[k · apart].
void read_row(const std::string& path, std::size_t number, std::string_view line, const std::vector<std::string>& names,
              double* values, std::size_t apart) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string_view cell = line.substr(0, line.find(','));
    double& value = values[k * apart];
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
      throw FileError(fmt::format("{}:{}: column {}: '{:.40}' is not a finite number", path, number, names[k], cell));
    const bool last = cell.size() == line.size();
    if (last != (k + 1 == names.size()))
      throw FileError(
          fmt::format("{}:{}: the row has {} cells than the header", path, number, last ? "fewer" : "more"));
    line.remove_prefix(last ? line.size() : cell.size() + 1);
  }
}

/// The rows of a journal, read back block by block.
class JournalRows {
 public:
  JournalRows(const NewFile& file, const std::vector<std::string>& names) : file_(file), names_(names) {
    next();  // the header
  }
  std::size_t operator()(double* values, std::size_t most) {
    std::size_t count = 0;
    for (; count < most; ++count) {
      const std::string_view line = next();
      if (line.empty()) break;
      read_row("journal", number_, line, names_, values + count, most);
    }
    return count;
  }

 private:
  std::string_view next() {
    std::string_view line;
    if (!next_line(rest_, line)) {
      block_.assign(rest_);
      const std::size_t kept = block_.size(), more = std::max(block_size, kept);  // twice as much for a long line
      block_.resize(kept + more);
      block_.resize(kept + file_.read_back(offset_, block_.data() + kept, more));
      offset_ += block_.size() - kept;
      rest_ = block_;
      if (!next_line(rest_, line)) return block_.size() == kept ? std::string_view() : next();
    }
    ++number_;
    return line;
  }

  const NewFile& file_;
  const std::vector<std::string>& names_;
  std::string block_;
  std::string_view rest_;
  std::size_t offset_ = 0, number_ = 0;
};

}  // namespace

const std::vector<double>* find_column(const Table& table, const std::string& name) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  return found == table.names.end() ? nullptr : &table.columns[found - table.names.begin()];
}

bool is_hdf5_name(const std::string& path) { return ending(path) == ".h5" || ending(path) == ".hdf5"; }

std::string incomplete_name(const std::string& target) {
  return std::filesystem::path(target).replace_extension(".incomplete.csv").string();
}

std::string csv_cell(std::string_view text) {
  const bool formula = !text.empty() && std::string_view("=+-@\t").find(text[0]) != std::string_view::npos;
  if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

Journal::Journal(std::string target, const std::vector<std::string>& names, Notes notes)
    : target_(std::move(target)),
      names_(names),
      notes_(std::move(notes)),
      file_(target_),
      flushed_(std::chrono::steady_clock::now()) {
  if (is_hdf5_name(target_) && file_.direct()) throw FileError(target_ + ": HDF5 is written to a plain file only");
  for (const std::string& name : names) pending_ += (pending_.empty() ? "" : ",") + csv_cell(name);
  pending_ += '\n';
}

void Journal::append(std::span<const double> row) {
  if (row.size() != names_.size() ||
      !std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); }))
    throw std::domain_error("a row of the trajectory is not complete and finite");
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0) pending_ += ',';
    append_number(pending_, row[k]);
  }
  pending_ += '\n';
  ++rows_;
  if (pending_.size() >= block_size || std::chrono::steady_clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void Journal::flush() {
  file_.append(pending_);
  pending_.clear();
  flushed_ = std::chrono::steady_clock::now();
}

void Journal::finish(const PartDone& tell) {
  flush();
  return is_hdf5_name(target_) ? finish_hdf5(tell) : file_.finish();
}

void Journal::finish_hdf5(const PartDone& tell) {
  NewFile file(target_);
  try {
    write_hdf5(file.temporary(), names_, rows_, notes_, JournalRows(file_, names_), tell);
  } catch (const FileError& problem) {
    throw FileError(fmt::format("{}: cannot write: {}", target_, problem.what()));
  }
  file.finish_whole();
}

std::string Journal::keep() {
  try {
    flush();
  } catch (const FileError&) {  // the disk is full: the rows before stay
  }
  if (file_.direct()) return {};
  std::string path = incomplete_name(target_);
  file_.finish_as(path);
  return path;
}

Table read_csv(const std::string& path, std::string_view text) {
  Table table;
  std::string_view line;
  if (!next_line(text, line) || !split(line, table.names)) throw FileError(path + ":1: not a table with a header line");
  table.columns.resize(table.names.size());
  const std::size_t expected = text.size() / (line.size() + 1) + 1;
  for (std::vector<double>& column : table.columns) column.reserve(expected);
  std::vector<double> row(table.names.size());
  for (std::size_t number = 2; !text.empty(); ++number) {
    if (!next_line(text, line)) throw FileError(fmt::format("{}:{}: the line is cut off", path, number));
    read_row(path, number, line, table.names, row.data(), 1);
    for (std::size_t k = 0; k < row.size(); ++k) table.columns[k].push_back(row[k]);
  }
  check_table(path, table);
  return table;
}

Table read_table(const std::string& path, Notes* notes) {
  constexpr std::size_t most = std::size_t(4) << 30;
  return parse_table(path, read_bytes(path, most), notes);
}

bool is_hdf5(std::string_view bytes) { return bytes.starts_with("\x89HDF\r\n\x1a\n"); }

Table parse_table(const std::string& path, std::string_view bytes, Notes* notes) {
  if (is_hdf5(bytes)) {
    Table table = read_hdf5(path, bytes, notes);
    check_table(path, table);
    return table;
  }
  return read_csv(path, bytes);
}

std::size_t recorded_row(const Table& table, double t, const std::string& path) {
  const std::vector<double>& times = table.columns.front();
  const auto nearest = std::min_element(times.begin(), times.end(),
                                        [&](double a, double b) { return std::abs(a - t) < std::abs(b - t); });
  if (std::abs(*nearest - t) <= 1e-9 * std::abs(times.back() - times.front()) || *nearest == t)
    return static_cast<std::size_t>(nearest - times.begin());
  throw FileError(fmt::format("{}: no state is recorded at t = {}; the nearest is at {}, of {} from {} to {}", path, t,
                              *nearest, times.size(), times.front(), times.back()));
}

}  // namespace oopss
