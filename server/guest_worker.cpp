// SPDX-License-Identifier: Apache-2.0
#include "server/guest_worker.hpp"

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "oopss/symbolic/compiler.hpp"
#include "oopss/system/sanitized.hpp"
#include "server/worker.hpp"

namespace oopss {
namespace {

constexpr double question_seconds = 5, patience = 3;  // the second: until a question that does not stop is stopped

/// Bytes of data that this process has now.
std::size_t data_now() {
  std::size_t pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%*s %*s %*s %*s %*s %zu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

bool limit(decltype(RLIMIT_DATA) what, std::size_t most) {
  const rlimit both{most, most};
  return setrlimit(what, &both) == 0;
}

/// One heap and small stacks, so that the limit is about what the guest's questions take.
bool confine() {
  mallopt(M_ARENA_MAX, 1);
  setpriority(PRIO_PROCESS, 0, 15);  // the host goes first
  forbid_compilers();
  pthread_attr_t threads;
  if (pthread_attr_init(&threads) != 0 || pthread_attr_setstacksize(&threads, 1024 * 1024) != 0 ||
      pthread_setattr_default_np(&threads) != 0)
    return false;
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 16) &&
         (address_sanitized() || limit(RLIMIT_DATA, data_now() + guest_memory));
}

/// All of it, or false at the end of the socket.
bool receive(int socket, void* bytes, std::size_t size) {
  for (char* next = static_cast<char*>(bytes); size > 0;) {
    const ssize_t got = recv(socket, next, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

struct Frame {
  GuestFrame::Kind kind = GuestFrame::text;
  std::string bytes;
};
std::optional<Frame> next_frame(int socket, std::size_t most) {
  std::array<unsigned char, GuestFrame::head> head{};
  if (!receive(socket, head.data(), head.size())) return {};
  std::uint32_t size = 0;
  std::memcpy(&size, head.data(), sizeof size);
  if (size > most || head[4] > GuestFrame::first) return {};
  Frame out{static_cast<GuestFrame::Kind>(head[4]), std::string(size, '\0')};
  return receive(socket, out.bytes.data(), size) ? std::optional(std::move(out)) : std::nullopt;
}

/// Sends whole frames, from any thread.
class Out {
 public:
  explicit Out(int socket) : socket_(socket) {}
  void send(const std::string& bytes, GuestFrame::Kind kind) {
    const std::lock_guard lock(mutex_);
    put(guest_frame_head(bytes.size(), kind));
    put(bytes);
  }

 private:
  void put(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) std::_Exit(0);  // nobody is there any more
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  int socket_;
  std::mutex mutex_;
};

/// Ends the process if a question does not stop by itself.
void end_if_late(Worker& worker, Out& out) {
  const auto [id, seconds] = worker.answering();
  if (id < 0 || seconds < question_seconds + patience) return;
  out.send(print_answer(id, FailureMessage{"limit", "a guest's question may take 5 s"}), GuestFrame::text);
  std::_Exit(0);
}

void read_requests(int socket, Worker& worker, Out& out, const WireLimits& limits) {
  for (;;) {
    for (pollfd ready{socket, POLLIN, 0}; poll(&ready, 1, 100) <= 0;) end_if_late(worker, out);
    end_if_late(worker, out);  // one who keeps sending is late too
    const std::optional<Frame> frame = next_frame(socket, limits.whole());
    if (!frame) std::_Exit(0);
    try {
      PageRequest request = parse_request(frame->bytes, limits);
      if (std::holds_alternative<KeepRequest>(request.what) || std::holds_alternative<ForgetRequest>(request.what))
        out.send(print_answer(request.id, FailureMessage{"unsupported", "nothing of a guest is kept"}),
                 GuestFrame::text);
      else
        worker.submit(std::move(request));
    } catch (const ProtocolError& error) {
      out.send(print_answer(error.id, FailureMessage{error.code, error.what()}), GuestFrame::text);
    }
    while (worker.full()) {
      end_if_late(worker, out);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

}  // namespace

WireLimits guest_limits() {
  WireLimits out;
  out.text = 256 * 1024;
  out.run_bytes = 16'000'000;
  out.body_steps = 3e7;
  out.study_seconds = out.orbit_seconds = out.question_seconds = question_seconds;
  out.proofs = false;
  out.threads = 1;
  return out;
}

std::string guest_frame_head(std::size_t size, GuestFrame::Kind kind) {
  std::string out(GuestFrame::head, '\0');
  const std::uint32_t length = static_cast<std::uint32_t>(size);
  std::memcpy(out.data(), &length, sizeof length);
  out[4] = static_cast<char>(kind);
  return out;
}

int guest_worker(int socket) {
  if (!confine()) return 1;
  const std::optional<Frame> first = next_frame(socket, GuestFrame::most);
  if (!first || first->kind != GuestFrame::first) return 1;
  const std::size_t line = first->bytes.find('\n');
  WorkbenchFacts facts;
  facts.version = first->bytes.substr(0, line);
  facts.first = line == std::string::npos ? "" : first->bytes.substr(line + 1);
  facts.limits = guest_limits();
  facts.guest = true;
  Out out(socket);
  Worker* me = nullptr;
  Worker worker(facts, [&](const std::string& bytes, bool binary) {
    out.send(bytes, binary ? GuestFrame::binary : GuestFrame::text);
    me->sent(bytes.size());
  });
  me = &worker;
  std::thread(read_requests, socket, std::ref(worker), std::ref(out), facts.limits).detach();
  worker.work();
  return 0;
}

}  // namespace oopss
