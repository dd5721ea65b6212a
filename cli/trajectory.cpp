// SPDX-License-Identifier: Apache-2.0
#include "cli/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>

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
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    if (table.columns[k].size() != table.rows())
      throw FileError(fmt::format("{}: column {} has {} rows, t has {}", path, table.names[k], table.columns[k].size(),
                                  table.rows()));
    for (std::size_t i = 0; i < table.rows(); ++i)
      if (!std::isfinite(table.columns[k][i]))
        throw FileError(fmt::format("{}: column {}, row {}: not a finite number", path, table.names[k], i + 1));
    if (std::count(table.names.begin(), table.names.end(), table.names[k]) > 1)
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

void read_row(const std::string& path, int number, std::string_view line, Table& table) {
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const std::string_view cell = line.substr(0, line.find(','));
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value))
      throw FileError(
          fmt::format("{}:{}: column {}: '{:.40}' is not a finite number", path, number, table.names[k], cell));
    table.columns[k].push_back(value);
    const bool last = cell.size() == line.size();
    if (last != (k + 1 == table.columns.size()))
      throw FileError(
          fmt::format("{}:{}: the row has {} cells than the header", path, number, last ? "fewer" : "more"));
    line.remove_prefix(last ? line.size() : cell.size() + 1);
  }
}

}  // namespace

const std::vector<double>* find_column(const Table& table, const std::string& name) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  return found == table.names.end() ? nullptr : &table.columns[found - table.names.begin()];
}

bool is_hdf5_name(const std::string& path) { return path.ends_with(".h5") || path.ends_with(".hdf5"); }

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
      width_(names.size()),
      notes_(std::move(notes)),
      file_(target_),
      flushed_(std::chrono::steady_clock::now()) {
  for (const std::string& name : names) pending_ += (pending_.empty() ? "" : ",") + csv_cell(name);
  pending_ += '\n';
}

void Journal::append(std::span<const double> row) {
  if (row.size() != width_ || !std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); }))
    throw std::domain_error("a row of the trajectory is not complete and finite");
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0) pending_ += ',';
    append_number(pending_, row[k]);
  }
  pending_ += '\n';
  if (pending_.size() >= block_size || std::chrono::steady_clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void Journal::flush() {
  file_.append(pending_);
  pending_.clear();
  flushed_ = std::chrono::steady_clock::now();
}

void Journal::finish() {
  flush();
  if (!is_hdf5_name(target_)) return file_.finish();
  write_file(target_, hdf5_bytes(read_csv(target_, file_.contents()), notes_));
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
  for (int number = 2; !text.empty(); ++number) {
    if (!next_line(text, line)) throw FileError(fmt::format("{}:{}: the line is cut off", path, number));
    read_row(path, number, line, table);
  }
  check_table(path, table);
  return table;
}

Table read_table(const std::string& path, Notes* notes) {
  const std::string bytes = read_bytes(path);
  if (bytes.starts_with("\x89HDF\r\n\x1a\n")) {
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
