// SPDX-License-Identifier: Apache-2.0
#include "cli/census_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "oopss/model/file.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_journal_bytes = std::size_t(1) << 28;

[[noreturn]] void journal_failed(const std::string& path, const char* doing) {
  throw FileError(fmt::format("{}: cannot {}: {}", path, doing, std::strerror(errno)));
}

}  // namespace

LineJournal::LineJournal(const std::string& target, std::string_view head, bool resume) : path_(target + ".journal") {
  fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd_ < 0) journal_failed(path_, "open");
  try {
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) throw FileError(path_ + ": another process is writing it");
    const std::string text = read_plain_file(path_, most_journal_bytes).value_or("");
    const std::string first = std::string(head) + "\n";
    const std::size_t known = std::min(text.size(), first.size());
    if (text.compare(0, known, first, 0, known) != 0)
      throw FileError(fmt::format("{}: this is another file, not a journal that begins with \"{}\"", path_, head));
    std::size_t whole = resume && text.size() >= first.size() ? first.size() : 0;
    while (whole > 0) {
      const std::size_t end = text.find('\n', whole);
      if (end == std::string::npos) break;
      lines_.push_back(text.substr(whole, end - whole));
      whole = end + 1;
    }
    if (::ftruncate(fd_, static_cast<off_t>(whole)) != 0) journal_failed(path_, "write");
    if (whole == 0) append(head);
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

LineJournal::~LineJournal() { ::close(fd_); }

void LineJournal::append(std::string_view line) {
  const std::string whole = std::string(line) + "\n";
  for (std::string_view rest = whole; !rest.empty();) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) journal_failed(path_, "write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void LineJournal::remove() { ::unlink(path_.c_str()); }

}  // namespace oopss
