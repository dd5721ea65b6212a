// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cli/trajectory.hpp"
#include "oopss/ensemble/member_run.hpp"
#include "oopss/model/file.hpp"

namespace oopss {
namespace {

constexpr std::string_view csv_beginning = "# oopss sweep of ";

/// The first line of a CSV: what a part must share with the others.
std::string csv_head(const SweepTable& table) {
  const auto entry = [&](const char* name) {
    const auto found =
        std::find_if(table.head.begin(), table.head.end(), [&](const auto& one) { return one.first == name; });
    return found == table.head.end() ? std::string() : found->second;
  };
  return fmt::format("{}{} members, version {}, engine {}, build {}, fingerprint {}\n", csv_beginning, table.members,
                     entry("version"), entry("engine"), entry("build"), fingerprint(table.head));
}

void append_cell(std::string& line, double value) {
  line += ',';
  if (!std::isfinite(value)) return;
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 17);
  line.append(buffer.data(), end.ptr);
}

void write_sweep_csv(const std::string& path, const SweepTable& table, const NextSweepRow& next) {
  NewFile file(path);
  std::string text = csv_head(table) + "member";
  for (const std::string& name : table.names) text += "," + csv_cell(name);
  text += '\n';
  long member = 0;
  for (std::vector<double> row; next(member, row);) {
    text += std::to_string(member);
    for (std::size_t k = 0; k < row.size(); ++k)
      if (k == table.status_place)
        text += fmt::format(",{}", word(static_cast<MemberStatus>(static_cast<int>(row[k]))));
      else
        append_cell(text, row[k]);
    text += '\n';
    if (text.size() < 1 << 16) continue;
    file.append(text);
    text.clear();
  }
  file.append(text);
  file.finish();
}

/// The notes of an HDF5 file: the head, and what its numbers mean.
Notes sweep_notes(const SweepTable& table) {
  Notes out(table.head.begin(), table.head.end());
  out["members"] = std::to_string(table.members);
  std::string words;
  for (int k = 0; k < member_statuses; ++k)
    words += fmt::format("{}{} {}", k == 0 ? "" : ", ", k, word(static_cast<MemberStatus>(k)));
  out["statuses"] = words;
  return out;
}

void write_notes_and_rows(const std::string& path, const std::vector<std::string>& columns, long rows,
                          const Notes& notes, const RowSource& source) {
  NewFile file(path);
  try {
    write_hdf5(file.temporary(), columns, static_cast<std::size_t>(rows), notes, source);
  } catch (const FileError& problem) {
    throw FileError(fmt::format("{}: cannot write: {}", path, problem.what()));
  }
  file.finish_whole();
}

void write_sweep_hdf5(const std::string& path, const SweepTable& table, long rows, const NextSweepRow& next) {
  std::vector<std::string> columns = {"member"};
  columns.insert(columns.end(), table.names.begin(), table.names.end());
  std::vector<double> row;
  const RowSource source = [&](double* values, std::size_t most) {
    std::size_t count = 0;
    for (long member = 0; count < most && next(member, row); ++count) {
      values[count] = static_cast<double>(member);
      for (std::size_t k = 0; k < row.size(); ++k) values[(k + 1) * most + count] = row[k];
    }
    return count;
  };
  write_notes_and_rows(path, columns, rows, sweep_notes(table), source);
}

constexpr std::size_t most_part_bytes = std::size_t(4) << 30;

[[noreturn]] void refuse_part(const std::string& path, const std::string& why) {
  throw FileError(fmt::format("{}: {}", path, why));
}

long whole_number(std::string_view text) {
  long out = -1;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? out : -1;
}

/// The rows of a part must follow each other, and those of all parts too.
struct PartRange {
  std::size_t part = 0;
  long first = 0, last = 0;  // members, from `first` to before `last`
};

/// The parts in the order of their members; throws where these are not all of them.
void put_in_order(std::vector<PartRange>& ranges, const std::vector<std::string>& paths, long members) {
  std::stable_sort(ranges.begin(), ranges.end(), [](const PartRange& a, const PartRange& b) {
    return a.first < b.first || (a.first == b.first && a.last < b.last);
  });
  long next = 0;
  for (const PartRange& range : ranges) {
    if (range.first > next)
      refuse_part(paths[range.part],
                  fmt::format("it begins with member {}, but those from {} on are in no part", range.first, next));
    if (range.first < next)
      refuse_part(paths[range.part], fmt::format("its members {} to {} are in another part too", range.first,
                                                 std::min(range.last, next) - 1));
    next = range.last;
  }
  if (next != members)
    throw FileError(fmt::format("the sweep has {} members, these parts have {}: those from {} on are missing", members,
                                next, next));
}

/// A CSV: its two first lines, and its rows.
struct CsvPart {
  std::string text;
  std::size_t head_size = 0, begin_size = 0;  // of the first line, of both
  long members = 0;

  std::string_view head() const { return std::string_view(text).substr(0, head_size); }
  std::string_view columns() const { return std::string_view(text).substr(head_size, begin_size - head_size); }
  std::string_view rows() const { return std::string_view(text).substr(begin_size); }
};

CsvPart read_csv_part(const std::string& path) {
  CsvPart out{read_bytes(path, most_part_bytes)};
  const std::string_view text = out.text;
  const std::size_t first = text.find('\n');
  const std::size_t second = first == std::string_view::npos ? first : text.find('\n', first + 1);
  if (second == std::string_view::npos || !text.starts_with(csv_beginning) || text.back() != '\n')
    refuse_part(path, "it is no table of a sweep, or cut off");
  out.head_size = first + 1;
  out.begin_size = second + 1;
  const std::string_view count = text.substr(csv_beginning.size());
  out.members = whole_number(count.substr(0, count.find(' ')));
  return out;
}

PartRange range_of(const std::string& path, const CsvPart& part, std::size_t index) {
  PartRange out{index, -1, -1};
  for (std::string_view rest = part.rows(); !rest.empty();) {
    const long member = whole_number(rest.substr(0, rest.find(',')));
    if (member < 0 || (out.first >= 0 && member != out.last)) refuse_part(path, "its rows do not follow each other");
    if (out.first < 0) out.first = member;
    out.last = member + 1;
    rest.remove_prefix(rest.find('\n') + 1);
  }
  if (out.first < 0) out = {index, 0, 0};
  return out;
}

long merge_csv(const std::vector<std::string>& paths, const std::string& output) {
  std::vector<CsvPart> parts;
  std::vector<PartRange> ranges;
  for (const std::string& path : paths) {
    parts.push_back(read_csv_part(path));
    if (parts.back().head() != parts.front().head() || parts.back().columns() != parts.front().columns())
      refuse_part(path, fmt::format("it is of another sweep, engine or build than {}: {}beside {}", paths.front(),
                                    parts.back().head(), parts.front().head()));
    ranges.push_back(range_of(path, parts.back(), parts.size() - 1));
  }
  put_in_order(ranges, paths, parts.front().members);
  NewFile file(output);
  file.append(parts.front().head());
  file.append(parts.front().columns());
  for (const PartRange& range : ranges) file.append(parts[range.part].rows());
  file.finish();
  return parts.front().members;
}

long merge_hdf5(const std::vector<std::string>& paths, const std::string& output) {
  std::vector<Table> tables;
  std::vector<PartRange> ranges;
  Notes notes;
  for (const std::string& path : paths) {
    Notes own;
    tables.push_back(read_hdf5(path, read_bytes(path, most_part_bytes), &own));
    if (tables.size() == 1) notes = own;
    const Table& table = tables.back();
    if (table.names.empty() || table.names.front() != "member" || !own.contains("members"))
      refuse_part(path, "it is no table of a sweep");
    if (own != notes || table.names != tables.front().names) {
      SweepHead theirs(own.begin(), own.end()), ours(notes.begin(), notes.end());
      refuse_part(path, fmt::format("it is of another sweep, engine or build than {}: {}", paths.front(),
                                    sweep_difference(theirs, ours)));
    }
    const std::vector<double>& member = table.columns.front();
    for (std::size_t i = 1; i < member.size(); ++i)
      if (member[i] != member[i - 1] + 1) refuse_part(path, "its rows do not follow each other");
    const long first = member.empty() ? 0 : static_cast<long>(member.front());
    ranges.push_back({tables.size() - 1, first, first + static_cast<long>(member.size())});
  }
  const long members = whole_number(notes["members"]);
  put_in_order(ranges, paths, members);
  std::size_t part = 0, row = 0;
  const RowSource source = [&](double* values, std::size_t most) {
    std::size_t count = 0;
    for (; count < most && part < ranges.size(); ++count, ++row) {
      while (part < ranges.size() && row == tables[ranges[part].part].rows()) ++part, row = 0;
      if (part == ranges.size()) break;
      const Table& table = tables[ranges[part].part];
      for (std::size_t k = 0; k < table.columns.size(); ++k) values[k * most + count] = table.columns[k][row];
    }
    return count;
  };
  write_notes_and_rows(output, tables.front().names, members, notes, source);
  return members;
}

}  // namespace

void write_sweep(const std::string& path, const SweepTable& table, long rows, const NextSweepRow& next) {
  if (is_hdf5_name(path))
    write_sweep_hdf5(path, table, rows, next);
  else
    write_sweep_csv(path, table, next);
}

double sweep_bytes(const std::string& path, long rows, std::size_t numbers) {
  const double cell = is_hdf5_name(path) ? 8 : 25;
  return static_cast<double>(rows) * static_cast<double>(numbers + 1) * cell + 65'536;
}

long merge_sweeps(const std::vector<std::string>& parts, const std::string& output) {
  for (const std::string& part : parts)
    if (is_hdf5_name(part) != is_hdf5_name(output))
      refuse_part(part, fmt::format("parts and result are all CSV or all HDF5, and the result is {}", output));
  return is_hdf5_name(output) ? merge_hdf5(parts, output) : merge_csv(parts, output);
}

}  // namespace oopss
