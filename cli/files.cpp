// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "oopss/model/read.hpp"

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
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

void write_all(Descriptor& out, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(out.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A temporary file beside `path` with the text, synced; removed again unless it is renamed.
class Pending {
 public:
  Pending(std::string path, std::string_view text) : path_(std::move(path)), temporary_(path_ + ".XXXXXX") {
    Descriptor out(::mkstemp(temporary_.data()));
    if (out.get() < 0) {
      temporary_.clear();
      fail(path_, "create");
    }
    try {
      ::fchmod(out.get(), 0644);
      write_all(out, text, path_);
      if (::fsync(out.get()) != 0 || out.close() != 0) fail(path_, "write");
    } catch (...) {
      discard();
      throw;
    }
  }
  Pending(Pending&& other) noexcept : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  Pending& operator=(Pending&&) = delete;
  ~Pending() { discard(); }

  void finish() {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "rename the finished file to it");
    temporary_.clear();
  }

 private:
  void discard() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
  }
  std::string path_, temporary_;
};

bool is_device(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    fail("standard output", "write");
}

void write_file(const std::string& path, std::string_view text) {
  if (path == "-") return print(text);
  if (is_device(path)) {
    Descriptor out(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (out.get() < 0) fail(path, "open");
    write_all(out, text, path);
    if (out.close() != 0) fail(path, "write");
    return;
  }
  Pending(path, text).finish();
}

void write_files(const std::string& directory, const std::vector<std::pair<std::string, std::string>>& name_and_text) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw FileError(fmt::format("{}: cannot make the directory: {}", directory, error.message()));
  std::vector<Pending> pending;
  for (const auto& [name, text] : name_and_text) pending.emplace_back(directory + "/" + name, text);
  for (Pending& file : pending) file.finish();
}

}  // namespace oopss
