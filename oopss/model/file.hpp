// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace oopss {

/// A file that is not there, or cannot be read or written.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file, or a stream, has more than is taken on.
struct FileTooLarge : FileError {
  using FileError::FileError;
};

/// The bytes of a plain file; nothing if there is none of that name. One of more than `most` bytes is not read:
/// FileTooLarge. A directory, a device or a pipe, which might never end, is a FileError. Every file that a user names
/// is read by this.
std::optional<std::string> read_plain_file(const std::string& path, std::size_t most);

/// What is left of an open stream, such as standard input; the same rule.
std::string read_stream(int descriptor, const std::string& name, std::size_t most);

}  // namespace oopss
