// SPDX-License-Identifier: Apache-2.0
#include "cli/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "oopss/system/sanitized.hpp"

namespace oopss {
namespace {

constexpr int pipe_in_child = 3;

/// Bytes of address space that this process has now.
std::size_t memory_now() {
  std::size_t pages = 0;
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  std::array<char, 64> text{};
  if (file >= 0 && ::read(file, text.data(), text.size() - 1) > 0) pages = std::strtoul(text.data(), nullptr, 10);
  if (file >= 0) ::close(file);
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bool limit(decltype(RLIMIT_AS) what, rlim_t most) {
  const rlimit both{most, most};
  return ::setrlimit(what, &both) == 0;
}

/// Ends this process after so much computing.
bool limit_computing(long ms) {
  const itimerval once{{0, 0}, {ms / 1000, ms % 1000 * 1000}};
  std::signal(SIGPROF, SIG_DFL);
  return ::setitimer(ITIMER_PROF, &once, nullptr) == 0 && limit(RLIMIT_CPU, static_cast<rlim_t>(ms / 1000 + 2));
}

/// In the child: only the pipe is left, and nothing can be opened, written or started.
bool confine(int out, pid_t parent, const ChildLimits& limits) {
  const std::size_t now = memory_now();
  const int nowhere = ::open("/dev/null", O_RDWR);
  if (nowhere < 0 || ::dup2(out, pipe_in_child) < 0) return false;
  for (const int standard : {0, 1, 2})
    if (::dup2(nowhere, standard) < 0) return false;
  if (::close_range(pipe_in_child + 1, ~0U, 0) != 0) return false;
  for (const int number : {SIGINT, SIGTERM, SIGXFSZ}) std::signal(number, SIG_DFL);
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) return false;
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) &&
         limit_computing(limits.cpu_ms) && (address_sanitized() || limit(RLIMIT_AS, now + limits.memory)) &&
         limit(RLIMIT_NOFILE, pipe_in_child + 1);
}

bool give_all(const void* bytes, std::size_t size) {
  for (const char* next = static_cast<const char*>(bytes); size > 0;) {
    const ssize_t written = ::write(pipe_in_child, next, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    next += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

Child::Child(const ChildLimits& limits, const std::function<void(const Give& give)>& work)
    : silence_ms_(limits.silence_ms) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw ChildEnded("the system gives no pipe");
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) {
    try {
      if (confine(ends[1], parent, limits)) work(give_all);
    } catch (...) {  // the parent sees that something is missing
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  in_ = ends[0];
  if (id_ > 0) return;
  ::close(in_);
  throw ChildEnded("the system gives no process");
}

Child::~Child() {
  ::close(in_);
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Child::take(void* bytes, std::size_t size) {
  for (char* next = static_cast<char*>(bytes); size > 0;) {
    pollfd ready{in_, POLLIN, 0};
    const int count = ::poll(&ready, 1, silence_ms_);
    if (count < 0 && errno == EINTR) continue;
    const ssize_t got = count > 0 ? ::read(in_, next, size) : 0;
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw ChildEnded(count == 0 ? "it took too long" : "it ended early");
    next += got;
    size -= static_cast<std::size_t>(got);
  }
}

}  // namespace oopss
