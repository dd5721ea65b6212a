// SPDX-License-Identifier: Apache-2.0
#include "cli/video.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "cli/terminal.hpp"
#include "oopss/model/file.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/module.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// The words of ffmpeg: raw pictures from its standard input into a file of this name. One palette per picture keeps a
/// GIF from waiting for all of them.
std::vector<std::string> words_for(const std::string& ffmpeg, const VideoKind& kind, const std::string& file) {
  std::vector<std::string> out = {ffmpeg,        "-hide_banner",
                                  "-loglevel",   "error",
                                  "-f",          "rawvideo",
                                  "-pix_fmt",    "bgr0",
                                  "-video_size", fmt::format("{}x{}", kind.width, kind.height),
                                  "-framerate",  std::to_string(kind.per_second),
                                  "-i",          "pipe:0"};
  if (kind.format == "mp4")
    out.insert(out.end(), {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"});
  else
    out.insert(out.end(), {"-filter_complex", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1"});
  out.insert(out.end(), {"-map_metadata", "-1", "-fflags", "+bitexact", "-f", kind.format, "-y", "file:" + file});
  return out;
}

struct Actions {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  Actions(int in, int messages) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C is for us, who end it
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  }
  ~Actions() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
};

}  // namespace

bool video_of(const std::string& file, VideoKind& kind) {
  const std::string end = ending(file);
  if (end == ".mp4") kind = {"mp4", 1280, 720, 30};
  if (end == ".gif") kind = {"gif", 800, 450, 20};  // its times are hundredths of a second
  return end == ".mp4" || end == ".gif";
}

std::string find_ffmpeg() {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    std::string place = std::string(rest.substr(0, end)) + "/ffmpeg";
    std::error_code none;
    if (place.starts_with('/') && std::filesystem::is_regular_file(place, none) && access(place.c_str(), X_OK) == 0)
      return place;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  throw MissingTool("a video is made by ffmpeg, which is not there; apt-get install ffmpeg, or write a page (.html)");
}

Video::Video(const std::string& ffmpeg, const std::string& target, const VideoKind& kind)
    : file_(target), target_(target) {
  if (file_.direct()) throw FileError(fmt::format("{}: a video is written into a file", one_line(target)));
  std::array<int, 2> ends{};
  messages_ = memfd_create("messages", MFD_CLOEXEC);
  // A socket, so that an ffmpeg that has ended is an error here and no signal.
  if (messages_ < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw FileError("the system gives no descriptors for a video");
  in_ = ends[1];
  const timeval patience{0, 100'000};  // then a signal is looked for
  ::setsockopt(in_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  std::vector<std::string> words = words_for(ffmpeg, kind, file_.temporary());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string variable = "PATH=/usr/bin:/bin";
  char* environment[] = {variable.data(), nullptr};
  const Actions actions(ends[0], messages_);
  const int error =
      posix_spawn(&child_, ffmpeg.c_str(), &actions.files, &actions.attributes, arguments.data(), environment);
  ::close(ends[0]);
  if (error == 0) return;
  child_ = -1;
  ::close(in_);
  ::close(messages_);
  throw FileError(fmt::format("{} cannot be started: {}", ffmpeg, std::strerror(error)));
}

Video::~Video() {
  if (in_ >= 0) ::close(in_);
  if (child_ > 0) {
    ::kill(-child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (messages_ >= 0) ::close(messages_);
}

std::string Video::said() const {
  std::array<char, 2000> text{};
  const ssize_t size = ::pread(messages_, text.data(), text.size(), 0);
  std::string words(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  while (words.ends_with('\n')) words.pop_back();
  return words.empty() ? "" : ": " + one_line(words);
}

void Video::fail() {
  ::close(in_);
  in_ = -1;
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  throw FileError(fmt::format("{}: ffmpeg did not make the video{}", one_line(target_), said()));
}

void Video::add(std::string_view pixels) {
  while (!pixels.empty()) {
    end_if_interrupted();
    const ssize_t sent = ::send(in_, pixels.data(), pixels.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent <= 0) fail();
    pixels.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Video::finish() {
  ::close(in_);
  in_ = -1;
  int status = 0;
  while (::waitpid(child_, &status, WNOHANG) != child_) {
    end_if_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  child_ = -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw FileError(fmt::format("{}: ffmpeg did not make the video{}", one_line(target_), said()));
  file_.finish_whole();
}

}  // namespace oopss
