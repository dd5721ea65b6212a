// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "oopss/symbolic/compiler.hpp"

namespace oopss {

/// FNV-1a, 64 bits, as text: names entries of the cache and notices damage. That two sources are the same is decided by
/// comparing them.
std::string content_hash(std::string_view text);

/// All that decides what a compiler makes of a source: the compiler's own file, its words and the source.
std::string recipe(const std::string& compiler, const std::vector<std::string>& words, const std::string& source);

std::string file_content(const std::filesystem::path& path);
bool write_content(const std::filesystem::path& path, const std::string& text, std::ios::openmode mode);

/// What follows the code in the file of an entry: the recipe it was made by and a hash of both.
std::string seal(std::string_view code, const std::string& recipe);
/// The code of an entry that is whole and made by this recipe; nothing if it is not.
std::optional<std::string> sealed_code(const std::filesystem::path& path, const std::string& recipe);

/// The folder of the cache, made if missing; nothing if there is none that can be trusted.
std::optional<std::filesystem::path> cache_folder(const Compiler& compiler);

/// Notes that an entry was used now.
void note_use(const std::filesystem::path& entry);

/// Removes what processes that were killed left in the cache, and, where it holds more than the limit, the entries that
/// were not used for longest. A process that has loaded one keeps it; one that is about to compiles it again.
void tidy_cache(const std::filesystem::path& cache, std::uintmax_t limit);

/// A folder of our own to compile in, in the cache or, without one, where temporary files are; removed with what is in
/// it. `path` is empty where neither can be written to.
struct Workshop {
  std::string path;
  bool in_cache = false;
  explicit Workshop(const std::optional<std::filesystem::path>& cache);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
};
inline constexpr const char* no_workshop = "there is no folder to compile in: neither the cache nor the temporary one";

}  // namespace oopss
