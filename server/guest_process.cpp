// SPDX-License-Identifier: Apache-2.0
#include "server/guest_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/guest_worker.hpp"

namespace oopss {

GuestProcess::GuestProcess() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error("the system gives no socket for a guest");
  socket_ = ends[0];
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C is for the server
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  std::string program = "oopss", word = guest_worker_word, path = "PATH=/usr/bin:/bin";
  char* words[] = {program.data(), word.data(), nullptr};
  char* environment[] = {path.data(), nullptr};
  const int error = posix_spawn(&id_, "/proc/self/exe", &files, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  if (error == 0) return;
  ::close(socket_);
  throw std::runtime_error("the system gives no process for a guest");
}

GuestProcess::~GuestProcess() {
  if (socket_ >= 0) ::close(socket_);
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

int GuestProcess::take_socket() { return std::exchange(socket_, -1); }

}  // namespace oopss
