// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "cli/files.hpp"

namespace oopss {

/// What a file's ending asks of a video: .mp4 (H.264) or .gif.
struct VideoKind {
  std::string format;         // of ffmpeg
  int width = 0, height = 0;  // pixels
  int per_second = 0;         // pictures
};
/// False if the ending asks for none.
bool video_of(const std::string& file, VideoKind& kind);

/// The ffmpeg that the folders of PATH have; throws MissingTool.
std::string find_ffmpeg();

/// A video in the making: pictures go to an ffmpeg, which is started with a list of words, never by a shell, and the
/// file is there when it is whole. What goes wrong is a FileError, with what ffmpeg said.
class Video {
 public:
  Video(const std::string& ffmpeg, const std::string& target, const VideoKind& kind);
  ~Video();  // what was not finished is removed, and ffmpeg ends
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

  /// The next picture: width times height pixels of four bytes, blue first.
  void add(std::string_view pixels);
  void finish();

 private:
  [[noreturn]] void fail();
  std::string said() const;

  NewFile file_;
  std::string target_;
  int in_ = -1, messages_ = -1;
  pid_t child_ = -1;
};

}  // namespace oopss
