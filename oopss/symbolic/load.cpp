// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/load.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "oopss/symbolic/emit.hpp"

namespace oopss {
namespace {

namespace fs = std::filesystem;
constexpr const char* entry_name = "oopss_program";

/// FNV-1a, 64 bits: names entries and notices damage. That two sources are the same is decided by comparing them.
std::string hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", h);
}

/// All that decides what the compiler makes.
std::string recipe(const std::string& compiler, const std::string& source) {
  struct stat status {};
  stat(compiler.c_str(), &status);
  std::string out =
      fmt::format("{} {} {}.{:09}", compiler, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  for (const std::string& flag : compiler_flags()) out += " " + flag;
  return out + "\n" + source;
}

/// What follows the library in the file of an entry; the loader does not look there.
std::string seal(std::string_view library, const std::string& recipe) {
  return recipe + hash(std::string(library) + recipe);
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An entry is a library with the recipe it was made by and a hash of both, in one file: it is whole or it is not used.
bool whole(const fs::path& path, const std::string& recipe) {
  const std::string file = content(path);
  const std::size_t tail = recipe.size() + hash({}).size();
  if (file.size() <= tail) return false;
  const std::string_view library = std::string_view(file).substr(0, file.size() - tail);
  return std::string_view(file).substr(library.size()) == seal(library, recipe);
}

/// A folder that only we can have written to.
bool ours(const fs::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & 077) == 0;
}

/// The folder of the cache, made if missing; nothing if there is none that can be trusted.
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

/// A folder of our own, removed with what is in it. What is loaded from it stays loaded.
struct Workshop {
  std::string path;
  explicit Workshop(const fs::path& parent) : path((parent / "work-XXXXXX").string()) {
    if (parent.empty() || !mkdtemp(path.data())) path.clear();
  }
  ~Workshop() {
    std::error_code none;
    if (!path.empty()) fs::remove_all(path, none);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
};

/// Removes what processes that were killed left in the cache, and, where it holds more than the limit, the entries that
/// were not used for longest. A process that has loaded one keeps it; one that is about to compiles it again.
void tidy(const fs::path& cache, std::uintmax_t limit) {
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
    if (found.path().filename().string().starts_with("work-")) {
      if (fs::file_time_type::clock::now() - used > std::chrono::hours(1)) fs::remove_all(found.path(), none);
    } else if (found.path().extension() == ".so" && found.is_regular_file(none)) {
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

void open_library(const fs::path& path, Loaded& into) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    into.outcome = {Compilation::failed, fmt::format("what the compiler made cannot be loaded: {}", dlerror())};
    return;
  }
  into.library = std::shared_ptr<void>(handle, dlclose);
  into.run = reinterpret_cast<Loaded::Function>(dlsym(handle, entry_name));
  if (!into.run) into.outcome = {Compilation::failed, "what the compiler made is not the program"};
}

bool write(const fs::path& path, const std::string& text, std::ios::openmode mode) {
  std::ofstream file(path, std::ios::binary | mode);
  file << text;
  file.close();
  return file.good();
}

}  // namespace

std::string c_source(const Program& program) {
  std::string out = "double sqrt(double), fabs(double), atan2(double, double), pow(double, double);\n";
  for (const char* function : {"sin", "cos", "tan", "asin", "acos", "exp", "log", "tanh"})
    out += fmt::format("double {}(double);\n", function);
  out += emit_helpers({&program}, Language::c);
  out += fmt::format("void {}(const double* const* in, double* out) {{\n", entry_name);
  Naming naming{{}, {}, "out"};
  for (std::size_t g = 0; g < program.input_sizes.size(); ++g) {
    naming.inputs.push_back(fmt::format("in{}", g));
    naming.scalar_group.push_back(false);
    out += fmt::format("  const double* in{0} = in[{0}];\n", g);
  }
  return out + emit_body(program, Language::c, naming) + "}\n";
}

Loaded load(const Program& program, const Compiler& compiler, const std::atomic<bool>& cancelled) {
  Loaded out;
  const std::string path = find_compiler(compiler);
  if (path.empty()) {
    out.outcome = {Compilation::missing, no_compiler(compiler)};
    return out;
  }
  const std::string source = c_source(program), by = recipe(path, source);
  std::optional<fs::path> cache = cache_folder(compiler);
  const fs::path entry = cache.value_or("") / (hash(by) + ".so");
  if (cache && whole(entry, by)) {
    open_library(entry, out);
    out.from_cache = out.run != nullptr;
    if (out.run) {
      utimensat(AT_FDCWD, entry.c_str(), nullptr, 0);  // it was used now
      return out;
    }
  }

  out = {};
  std::optional<Workshop> work;
  if (cache) work.emplace(*cache);
  if (!work || work->path.empty()) {  // no cache, or one that is not for writing
    cache.reset();
    std::error_code none;
    work.emplace(fs::temp_directory_path(none));
  }
  const fs::path library = fs::path(work->path) / "code.so";
  if (work->path.empty() || !write(fs::path(work->path) / "code.c", source, std::ios::trunc)) {
    out.outcome = {Compilation::failed, "there is no folder to compile in: neither the cache nor the temporary one"};
    return out;
  }
  out.outcome = run_compiler(path, work->path, compiler.time_limit, cancelled);
  if (out.outcome.status != Compilation::done) return out;
  const bool sealed = cache && write(library, seal(content(library), by), std::ios::app);
  open_library(library, out);
  if (sealed && out.run) std::rename(library.c_str(), entry.c_str());  // else it is compiled again next time
  if (cache) tidy(*cache, compiler.cache_limit);
  return out;
}

Loading::Loading(Program program, Compiler compiler)
    : thread_([this, program = std::move(program), compiler = std::move(compiler)] {
        try {
          loaded_ = load(program, compiler, cancelled_);
        } catch (const std::exception& error) {  // out of memory, or a folder that vanished
          loaded_.outcome = {Compilation::failed, error.what()};
        }
        run_.store(loaded_.run, std::memory_order_release);
        ended_.store(true, std::memory_order_release);
      }) {}

Loading::~Loading() {
  cancelled_ = true;
  if (thread_.joinable()) thread_.join();
}

std::string Loading::failure() const { return ended() ? loaded_.outcome.words : ""; }

}  // namespace oopss
