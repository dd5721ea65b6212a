// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace oopss {
namespace {

/// What it is, if it is no plain file.
const char* other_kind(mode_t mode) {
  if (S_ISREG(mode)) return nullptr;
  return S_ISDIR(mode) ? "a directory" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

FileTooLarge too_large(const std::string& name, std::size_t most) {
  return FileTooLarge(
      fmt::format("cannot read {}: it is larger than {} MiB, the most that is taken on", name, most >> 20));
}

}  // namespace

std::string read_stream(int descriptor, const std::string& name, std::size_t most) {
  constexpr std::size_t block = 1 << 16;
  std::string out;
  while (out.size() <= most) {
    const std::size_t before = out.size();
    out.resize(std::min(before + block, most + 1));
    const ssize_t got = ::read(descriptor, out.data() + before, out.size() - before);
    if (got < 0 && errno != EINTR) throw FileError(fmt::format("cannot read {}: {}", name, std::strerror(errno)));
    out.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return out;
  }
  throw too_large(name, most);
}

std::optional<std::string> read_plain_file(const std::string& path, std::size_t most) {
  const int file =
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);  // a pipe's writer is not awaited
  if (file < 0 && errno == ENOENT) return std::nullopt;
  if (file < 0) throw FileError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  try {
    struct stat info {};
    if (::fstat(file, &info) != 0) throw FileError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
    if (const char* kind = other_kind(info.st_mode))
      throw FileError(fmt::format("cannot read {}: it is {}, not a file", path, kind));
    if (static_cast<std::size_t>(std::max<off_t>(info.st_size, 0)) > most) throw too_large(path, most);
    std::string out = read_stream(file, path, most);
    ::close(file);
    return out;
  } catch (...) {
    ::close(file);
    throw;
  }
}

}  // namespace oopss
