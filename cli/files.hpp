// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oopss {

/// Writes text to standard output and makes sure that it arrived; throws FileError if it did not (a full disk).
void print(std::string_view text);

/// Writes a file whole or not at all (a temporary file beside it, then rename); "-" is standard output. A device such
/// as /dev/full is written directly. Throws FileError and leaves an old file as it was.
void write_file(const std::string& path, std::string_view text);

/// Several files of one directory, which is made if it is missing: all are written before the first is renamed.
void write_files(const std::string& directory, const std::vector<std::pair<std::string, std::string>>& name_and_text);

}  // namespace oopss
