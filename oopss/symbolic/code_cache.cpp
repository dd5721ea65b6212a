// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/code_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace oopss {
namespace {

namespace fs = std::filesystem;

/// A folder that only we can have written to.
bool ours(const fs::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & 077) == 0;
}

bool made_in(const fs::path& parent, std::string& path) {
  path = (parent / "work-XXXXXX").string();
  return !parent.empty() && mkdtemp(path.data()) != nullptr;
}

}  // namespace

std::string content_hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", h);
}

std::string recipe(const std::string& compiler, const std::vector<std::string>& words, const std::string& source) {
  struct stat status {};
  stat(compiler.c_str(), &status);
  std::string out =
      fmt::format("{} {} {}.{:09}", compiler, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  for (const std::string& word : words) out += " " + word;
  return out + "\n" + source;
}

std::string file_content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write_content(const fs::path& path, const std::string& text, std::ios::openmode mode) {
  std::ofstream file(path, std::ios::binary | mode);
  file << text;
  file.close();
  return file.good();
}

std::string seal(std::string_view code, const std::string& recipe) {
  return recipe + content_hash(std::string(code) + recipe);
}

std::optional<std::string> sealed_code(const fs::path& path, const std::string& recipe) {
  std::string file = file_content(path);
  const std::size_t tail = recipe.size() + content_hash({}).size();
  if (file.size() <= tail) return {};
  const std::string_view code = std::string_view(file).substr(0, file.size() - tail);
  if (std::string_view(file).substr(code.size()) != seal(code, recipe)) return {};
  file.resize(file.size() - tail);
  return file;
}

std::optional<fs::path> cache_folder(const Compiler& compiler) {
  fs::path folder = compiler.cache;
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  if (folder.empty() && cache && fs::path(cache).is_absolute()) folder = fs::path(cache) / "oopss";
  if (folder.empty() && home && fs::path(home).is_absolute()) folder = fs::path(home) / ".cache" / "oopss";
  if (folder.empty()) return {};
  std::error_code none;
  fs::create_directories(folder.parent_path(), none);
  mkdir(folder.c_str(), 0700);
  if (!ours(folder)) return {};
  return folder;
}

void note_use(const fs::path& entry) { utimensat(AT_FDCWD, entry.c_str(), nullptr, 0); }

void tidy_cache(const fs::path& cache, std::uintmax_t limit) {
  std::error_code none;
  struct Entry {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t size;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  for (const fs::directory_entry& found : fs::directory_iterator(cache, none)) {
    const fs::file_time_type used = found.last_write_time(none);
    const fs::path kind = found.path().extension();
    if (found.path().filename().string().starts_with("work-")) {
      if (fs::file_time_type::clock::now() - used > std::chrono::hours(1)) fs::remove_all(found.path(), none);
    } else if ((kind == ".so" || kind == ".cubin") && found.is_regular_file(none)) {
      const std::uintmax_t size = found.file_size(none);
      if (none) continue;  // another process removed it
      entries.push_back({used, found.path(), size});
      sum += size;
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (std::size_t k = 0; k < entries.size() && sum > limit; sum -= entries[k++].size)
    fs::remove(entries[k].path, none);
}

Workshop::Workshop(const std::optional<fs::path>& cache) {
  std::error_code none;
  in_cache = cache && made_in(*cache, path);
  if (!in_cache && !made_in(fs::temp_directory_path(none), path)) path.clear();
}

Workshop::~Workshop() {
  std::error_code none;
  if (!path.empty()) fs::remove_all(path, none);
}

}  // namespace oopss
