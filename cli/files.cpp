// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "oopss/model/read.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

[[noreturn]] void fail(const std::string& path, const char* doing) {
  throw FileError(fmt::format("{}: cannot {}: {}", path, doing, std::strerror(errno)));
}

/// A file descriptor that is closed on every way out.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Removes what killed runs left of `prefix`XXXXXX in a folder. A file that somebody still writes is locked, and stays.
void remove_leftovers(const std::filesystem::path& folder, const std::string& prefix) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || name.size() != prefix.size() + 6) continue;
    const Descriptor leftover(::open(entry.path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (leftover.get() >= 0 && ::flock(leftover.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry.path().c_str());
  }
}

}  // namespace

std::string ending(std::string_view path) {
  std::string out = std::filesystem::path(path).extension().string();
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return out;
}

bool is_device(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

void print(std::string_view text) {
  const std::string shown = printable(text);
  if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size() || std::fflush(stdout) != 0)
    fail("standard output", "write");
}

void say(std::string_view text) {
  const std::string line = printable(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

NewFile::NewFile(std::string target) : target_(std::move(target)) {
  if (target_ == "-") return;
  if (is_device(target_)) {
    fd_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail(target_, "open");
    return;
  }
  const std::filesystem::path path(target_);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string prefix = "." + path.filename().string() + ".oopss-";
  remove_leftovers(folder, prefix);
  for (struct stat info{}; info.st_nlink == 0;) {  // again if another run took ours for a leftover before it was locked
    close();
    temporary_ = (folder / (prefix + "XXXXXX")).string();
    fd_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (fd_ < 0) {
      temporary_.clear();
      fail(target_, "create");
    }
    if (::flock(fd_, LOCK_EX) != 0 || ::fchmod(fd_, 0644) != 0 || ::fstat(fd_, &info) != 0) {
      const int why = errno;
      discard();
      errno = why;
      fail(target_, "create");
    }
  }
}

NewFile::NewFile(NewFile&& other) noexcept
    : target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_) {}

NewFile::~NewFile() { discard(); }

bool NewFile::close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

void NewFile::discard() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  close();
}

void NewFile::append(std::string_view text) {
  if (target_ == "-") return print(text);
  const std::size_t whole = text.size();
  while (!text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(target_, "write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += whole;
}

std::size_t NewFile::read_back(std::size_t from, char* bytes, std::size_t size) const {
  const std::size_t wanted = std::min(size, size_ - std::min(from, size_));
  for (std::size_t done = 0; done < wanted;) {
    const ssize_t got = ::pread(fd_, bytes + done, wanted - done, static_cast<off_t>(from + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(target_, "read back");
    done += static_cast<std::size_t>(got);
  }
  return wanted;
}

void NewFile::finish_whole() {
  struct stat info {};
  if (::fstat(fd_, &info) != 0) fail(target_, "write");
  size_ = static_cast<std::size_t>(info.st_size);
  finish();
}

void NewFile::finish() { finish_as(target_); }

void NewFile::finish_as(const std::string& path) {
  if (temporary_.empty()) {
    if (!close()) fail(target_, "write");
    return;
  }
  if (::ftruncate(fd_, static_cast<off_t>(size_)) != 0 || ::fsync(fd_) != 0) fail(path, "write");
  if (::rename(temporary_.c_str(), path.c_str()) != 0) fail(path, "rename the finished file to it");
  temporary_.clear();
  close();
}

void write_file(const std::string& path, std::string_view text) {
  NewFile file(path);
  file.append(text);
  file.finish();
}

void write_files(const std::string& directory, const std::vector<std::pair<std::string, std::string>>& name_and_text) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw FileError(fmt::format("{}: cannot make the directory: {}", directory, error.message()));
  std::vector<NewFile> files;
  for (const auto& [name, text] : name_and_text) files.emplace_back(directory + "/" + name).append(text);
  for (NewFile& file : files) file.finish();
}

std::string read_bytes(const std::string& path, std::size_t most) {
  std::optional<std::string> out = read_plain_file(path, most);
  if (!out) throw FileError(fmt::format("cannot open {}: there is no such file", path));
  return std::move(*out);
}

}  // namespace oopss
