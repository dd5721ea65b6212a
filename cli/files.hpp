// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oopss {

/// Writes text to standard output and makes sure that it arrived; throws FileError if it did not (a full disk).
void print(std::string_view text);

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
  /// What was appended; not if it is direct.
  std::string contents() const;

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

/// All bytes of a file; throws FileError.
std::string read_bytes(const std::string& path);

}  // namespace oopss
