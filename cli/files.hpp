// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oopss {

/// Writes text to standard output, made printable, and makes sure that it arrived; throws FileError if it did not (a
/// full disk). All that a verb prints goes through here or through `say`.
void print(std::string_view text);

/// Writes a line to standard error, made printable.
void say(std::string_view text);

/// A file in the making: a hidden temporary beside the target that takes the target's place when it is finished. The
/// target is therefore whole or as it was, at every moment, however the process ends. A killed process leaves
/// .NAME.oopss-XXXXXX; the next run that writes NAME removes it. "-" is standard output; it and devices such as
/// /dev/full are written directly. Whatever goes wrong is a FileError.
class NewFile {
 public:
  explicit NewFile(std::string target);
  ~NewFile();  // what was not finished is removed
  NewFile(NewFile&& other) noexcept;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  NewFile& operator=(NewFile&&) = delete;

  void append(std::string_view text);
  void finish();
  /// Under another name: what was appended whole, without the rest of an append that failed.
  void finish_as(const std::string& path);
  /// Standard output or a device: there is nothing to rename.
  bool direct() const { return temporary_.empty(); }
  /// Part of what was appended, from a place on: at most `size` bytes, fewer at its end; not if it is direct.
  std::size_t read_back(std::size_t from, char* bytes, std::size_t size) const;
  /// Where it is until it is finished, for one who fills it by that name, then `finish_whole`; not if it is direct.
  const std::string& temporary() const { return temporary_; }
  void finish_whole();

 private:
  bool close();
  void discard();
  std::string target_, temporary_;
  int fd_ = -1;
  std::size_t size_ = 0;
};

/// Writes a file whole or not at all, as NewFile does.
void write_file(const std::string& path, std::string_view text);

/// Several files of one directory, which is made if it is missing: all are written before the first is renamed.
void write_files(const std::string& directory, const std::vector<std::pair<std::string, std::string>>& name_and_text);

/// The ending of a file's name in small letters: ".csv"; empty if it has none.
std::string ending(std::string_view path);

/// Whether the name is that of something that is neither a file nor a folder, such as /dev/full.
bool is_device(const std::string& path);

/// All bytes of a plain file of at most so many; throws FileError.
std::string read_bytes(const std::string& path, std::size_t most);

}  // namespace oopss
