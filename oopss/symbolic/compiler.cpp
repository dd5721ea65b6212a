// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

namespace oopss {
namespace {

constexpr const char *messages = "messages", *path_of_child = "PATH=/usr/bin:/bin", *temporary = "TMPDIR=.";
std::atomic<bool> forbidden = false;

/// How a process is started: in `folder`, in a group of its own, with nothing of ours but a file for its messages.
struct Surroundings {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};

  explicit Surroundings(const std::filesystem::path& folder) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Surroundings() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
};

/// The beginning of what the compiler said.
std::string said(const std::filesystem::path& folder) {
  std::ifstream file(folder / messages);
  std::string out(2000, '\0');
  file.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<std::size_t>(file.gcount()));
  return out.empty() ? out : ":\n" + out;
}

void end_group(pid_t process) {
  kill(-process, SIGKILL);
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

void forbid_compilers() { forbidden = true; }

std::string find_compiler(const Compiler& compiler) {
  if (forbidden) return {};
  const auto usable = [](const std::string& path) {
    std::error_code none;
    return std::filesystem::path(path).is_absolute() && std::filesystem::is_regular_file(path, none) &&
           access(path.c_str(), X_OK) == 0;
  };
  const auto found = std::find_if(compiler.places.begin(), compiler.places.end(), usable);
  return found == compiler.places.end() ? "" : *found;
}

std::string no_compiler(const Compiler& compiler) {
  return fmt::format("there is no C compiler, looked for {}", fmt::join(compiler.places, ", "));
}

const std::vector<std::string>& compiler_flags() {
  static const std::vector<std::string> flags = [] {
    std::vector<std::string> out = {"-std=c99", "-O1",    "-ffp-contract=off", "-fno-math-errno", "-nostdlib",
                                    "-fPIC",    "-shared"};
    for (const char* function : {"sin", "cos", "tan", "asin", "acos", "atan2", "exp", "log", "tanh", "pow"})
      out.push_back(std::string("-fno-builtin-") + function);
    return out;
  }();
  return flags;
}

CompilerOutcome run_compiler(const std::string& path, const std::filesystem::path& folder, double time_limit,
                             const std::atomic<bool>& cancelled) {
  std::vector<std::string> words = {path};
  words.insert(words.end(), compiler_flags().begin(), compiler_flags().end());
  words.insert(words.end(), {"code.c", "-o", "code.so", "-lm"});
  return run_compiler(std::move(words), folder, time_limit, cancelled);
}

CompilerOutcome run_compiler(std::vector<std::string> words, const std::filesystem::path& folder, double time_limit,
                             const std::atomic<bool>& cancelled) {
  const std::string path = words.front();
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string variable = path_of_child, folder_of_child = temporary;
  char* environment[] = {variable.data(), folder_of_child.data(), nullptr};

  const Surroundings around(folder);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, path.c_str(), &around.files, &around.attributes, arguments.data(), environment);
  if (error != 0)
    return {Compilation::failed, fmt::format("the compiler {} cannot be started: {}", path, std::strerror(error))};

  using namespace std::chrono;
  const auto deadline = steady_clock::now() + duration<double>(time_limit);
  int status = 0;
  for (pid_t ended = 0; ended != process;) {
    ended = waitpid(process, &status, WNOHANG);
    if (ended < 0 && errno != EINTR)
      return {Compilation::failed, fmt::format("the compiler {} cannot be waited for", path)};
    if (ended > 0) break;
    if (cancelled || steady_clock::now() > deadline) {
      end_group(process);
      if (cancelled) return {Compilation::cancelled, "the compilation was given up"};
      return {Compilation::late, fmt::format("the compiler {} took longer than {} s", path, time_limit)};
    }
    std::this_thread::sleep_for(milliseconds(1));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return {Compilation::failed, fmt::format("the compiler {} failed{}", path, said(folder))};
}

}  // namespace oopss
