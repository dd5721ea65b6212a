// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "oopss/model/file.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

constexpr std::string_view magic = "oopss sweep journal, format 1\n";
constexpr std::uint64_t most_head_bytes = 64 << 20, most_row_numbers = 1 << 28;

/// FNV-1a, 64 bits.
std::uint64_t checksum(std::string_view bytes, std::uint64_t sum = 0xcbf29ce484222325) {
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return sum;
}

template <class Number>
void put_bytes(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <class Number>
Number number_at(std::string_view bytes, std::size_t from = 0) {
  Number out;
  std::memcpy(&out, bytes.data() + from, sizeof out);
  return out;
}

/// A text of a head for a message.
std::string shown(const std::string& text) {
  if (text.find('\n') != std::string::npos || text.size() > 120) return "another";
  return text.empty() ? "nothing" : one_line(text);
}

[[noreturn]] void sweep_journal_failed(const std::string& path, const char* doing) {
  throw FileError(fmt::format("{}: cannot {}: {}", path, doing, std::strerror(errno)));
}

}  // namespace

/// Names and texts one after another, each with its length before it.
std::string head_bytes(const SweepHead& head) {
  std::string out;
  for (const auto& [name, text] : head)
    for (const std::string* part : {&name, &text}) {
      put_bytes(out, static_cast<std::uint64_t>(part->size()));
      out += *part;
    }
  return out;
}

SweepHead head_of(std::string_view bytes) {
  std::vector<std::string> parts;
  while (bytes.size() >= 8) {
    const auto size = number_at<std::uint64_t>(bytes);
    bytes.remove_prefix(8);
    if (size > bytes.size()) break;
    parts.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  SweepHead out;
  for (std::size_t k = 0; k + 1 < parts.size(); k += 2) out.emplace_back(parts[k], parts[k + 1]);
  return out;
}

std::string fingerprint(const SweepHead& head) { return fmt::format("{:016x}", checksum(head_bytes(head))); }

std::string sweep_difference(const SweepHead& theirs, const SweepHead& ours) {
  std::vector<std::string> words;
  const auto text_of = [](const SweepHead& head, const std::string& name) {
    const auto found = std::find_if(head.begin(), head.end(), [&](const auto& entry) { return entry.first == name; });
    return found == head.end() ? std::string() : found->second;
  };
  const auto compare = [&](const std::string& name) {
    const std::string a = text_of(theirs, name), b = text_of(ours, name);
    if (a != b) words.push_back(fmt::format("its {} is {}, here it is {}", name, shown(a), shown(b)));
  };
  for (const auto& [name, text] : ours) compare(name);
  for (const auto& their : theirs)
    if (std::none_of(ours.begin(), ours.end(), [&](const auto& our) { return our.first == their.first; }))
      compare(their.first);
  return fmt::format("{}", fmt::join(words, "; "));
}

SweepJournal::SweepJournal(const std::string& target, const SweepHead& head, long chunks, bool resume)
    : path_(target + ".journal"), records_(static_cast<std::size_t>(chunks), 0) {
  fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd_ < 0) sweep_journal_failed(path_, "open");
  try {
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) throw FileError(path_ + ": another process is writing it");
    check_head(head);
    scan();
    const long done = static_cast<long>(records_.size() - missing().size());
    if (done > 0 && !resume)
      throw FileError(
          fmt::format("{} has {} of {} chunks of this sweep: --resume goes on with it; remove it to begin anew", path_,
                      done, records_.size()));
    if (::ftruncate(fd_, static_cast<off_t>(end_)) != 0) sweep_journal_failed(path_, "write");
  } catch (...) {
    ::close(fd_);
    throw;
  }
  synced_ = std::chrono::steady_clock::now();
}

SweepJournal::~SweepJournal() { ::close(fd_); }

std::string SweepJournal::bytes_at(std::uint64_t from, std::size_t size) const {
  std::string out(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t got = ::pread(fd_, out.data() + done, size - done, static_cast<off_t>(from + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) sweep_journal_failed(path_, "read");
    if (got == 0) {
      out.resize(done);
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return out;
}

/// A journal that is empty, or was torn before its head was whole, gets one.
void SweepJournal::check_head(const SweepHead& head) {
  const std::string ours = head_bytes(head);
  std::string whole(magic);
  put_bytes(whole, static_cast<std::uint64_t>(ours.size()));
  whole += ours;
  put_bytes(whole, checksum(ours));
  const std::string begin = bytes_at(0, magic.size() + 8);
  if (begin.compare(0, magic.size(), magic, 0, std::min(begin.size(), magic.size())) != 0)
    throw FileError(fmt::format("{}: this is another file, not the journal of a sweep", path_));
  if (begin.size() == magic.size() + 8) {
    const auto size = number_at<std::uint64_t>(begin, magic.size());
    const std::string theirs = size <= most_head_bytes ? bytes_at(begin.size(), size + 8) : "";
    if (theirs.size() == size + 8 && checksum(theirs.substr(0, size)) == number_at<std::uint64_t>(theirs, size)) {
      if (theirs.substr(0, size) != ours)
        throw FileError(
            fmt::format("{} is of another sweep: {}", path_, sweep_difference(head_of(theirs.substr(0, size)), head)));
      end_ = begin.size() + theirs.size();
      return;
    }
  }
  if (::ftruncate(fd_, 0) != 0) sweep_journal_failed(path_, "write");
  write(whole);
}

/// Finds the whole records.
void SweepJournal::scan() {
  for (;;) {
    const std::string sizes = bytes_at(end_, 16);
    if (sizes.size() < 16) return;
    const auto chunk = number_at<std::uint64_t>(sizes), count = number_at<std::uint64_t>(sizes, 8);
    if (chunk >= records_.size() || count > most_row_numbers) return;
    const std::string rest = bytes_at(end_ + 16, 8 * count + 8);
    if (rest.size() < 8 * count + 8) return;
    const std::string_view payload = std::string_view(rest).substr(0, 8 * count);
    if (checksum(payload, checksum(sizes)) != number_at<std::uint64_t>(rest, 8 * count)) return;
    records_[chunk] = end_;
    end_ += 16 + rest.size();
  }
}

std::vector<long> SweepJournal::missing() const {
  std::vector<long> out;
  for (std::size_t k = 0; k < records_.size(); ++k)
    if (records_[k] == 0) out.push_back(static_cast<long>(k));
  return out;
}

/// Whole at the end, or not at all.
void SweepJournal::write(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int why = errno;
      if (::ftruncate(fd_, static_cast<off_t>(end_)) == 0) errno = why;
      sweep_journal_failed(path_, "write");
    }
    done += static_cast<std::size_t>(written);
  }
  end_ += bytes.size();
  dirty_ = true;
}

void SweepJournal::append(long chunk, const std::vector<double>& rows) {
  std::string record;
  put_bytes(record, static_cast<std::uint64_t>(chunk));
  put_bytes(record, static_cast<std::uint64_t>(rows.size()));
  record.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(double));
  put_bytes(record, checksum(record));
  const std::uint64_t begin = end_;
  write(record);
  records_[static_cast<std::size_t>(chunk)] = begin;
  sync();
}

void SweepJournal::sync(bool at_once) {
  const auto now = std::chrono::steady_clock::now();
  if (!dirty_ || (!at_once && now - synced_ < std::chrono::milliseconds(900))) return;
  if (::fdatasync(fd_) != 0) sweep_journal_failed(path_, "write");
  dirty_ = false;
  synced_ = now;
}

std::vector<double> SweepJournal::read(long chunk) const {
  const std::uint64_t begin = records_[static_cast<std::size_t>(chunk)];
  const std::string sizes = bytes_at(begin, 16);
  const std::size_t count = sizes.size() == 16 ? number_at<std::uint64_t>(sizes, 8) : 0;
  const std::string rest = bytes_at(begin + 16, 8 * count + 8);
  if (count == 0 || rest.size() != 8 * count + 8 ||
      checksum(std::string_view(rest).substr(0, 8 * count), checksum(sizes)) !=
          number_at<std::uint64_t>(rest, 8 * count))
    throw FileError(path_ + ": cannot read back: a record was changed by somebody else");
  std::vector<double> out(count);
  std::memcpy(out.data(), rest.data(), 8 * count);
  return out;
}

void SweepJournal::remove() { ::unlink(path_.c_str()); }

}  // namespace oopss
