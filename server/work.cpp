// SPDX-License-Identifier: Apache-2.0
#include "server/work.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>

namespace oopss {
namespace {

constexpr std::size_t most_of_a_model = 8, most_in_all = 64, most_bytes = 64 * 1024 * 1024;
constexpr std::size_t largest_file = 10 * 1024 * 1024;  // work of 4 MiB, the original of 4 MiB, and a path
constexpr std::string_view heading = "oopss work 2 ", before_views = "oopss work 1 ", ending = ".work",
                           unfinished = ".new";

// ---- the file: a heading with a checksum, then texts and counts, each text after its size

std::string checksum(std::string_view bytes) {
  return fmt::format("{:08x}", crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string print_work(const WorkPlace& place, const Work& work) {
  std::string out;
  const auto text = [&](const std::string& one) { out += fmt::format("{}\n{}\n", one.size(), one); };
  const auto texts = [&](const std::vector<std::string>& all) {
    out += fmt::format("{}\n", all.size());
    for (const std::string& one : all) text(one);
  };
  for (const std::string* one : {&place.model, &place.original, &work.text, &work.opened}) text(*one);
  texts(work.past);
  texts(work.future);
  text(work.view);
  return fmt::format("{}{}\n{}", heading, checksum(out), out);
}

struct Damaged {};

/// Takes what print_work wrote from the front of `rest`; throws Damaged.
class WorkReader {
 public:
  explicit WorkReader(std::string_view rest) : rest_(rest) {}
  std::size_t number() {
    std::size_t out = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (error != std::errc()) throw Damaged();
    take("\n");
    return out;
  }
  std::string text() {
    const std::size_t size = number();
    if (size > rest_.size()) throw Damaged();
    std::string out(rest_.substr(0, size));
    rest_.remove_prefix(size);
    take("\n");
    return out;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> out;
    for (std::size_t left = number(); left > 0; --left) out.push_back(text());
    return out;
  }
  void take(std::string_view expected) {
    if (!rest_.starts_with(expected)) throw Damaged();
    rest_.remove_prefix(expected.size());
  }
  bool begins(std::string_view expected) const { return rest_.starts_with(expected); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct WorkFile {
  std::string model, original;
  Work work;
};

WorkFile parse_work(const std::string& bytes) {
  WorkReader in(bytes);
  const bool has_view = !in.begins(before_views);
  in.take(has_view ? heading : before_views);
  const std::string sum(in.rest().substr(0, 8));
  in.take(sum);
  in.take("\n");
  if (sum != checksum(in.rest())) throw Damaged();
  WorkFile out;
  for (std::string* one : {&out.model, &out.original, &out.work.text, &out.work.opened}) *one = in.text();
  out.work.past = in.texts();
  out.work.future = in.texts();
  if (has_view) out.work.view = in.text();
  if (!in.rest().empty()) throw Damaged();
  return out;
}

// ---- the folder

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;
using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void fail(const std::string& path) { throw WorkError(fmt::format("{}: {}", path, std::strerror(errno))); }

void make_folders(const std::filesystem::path& path) {
  std::filesystem::path sofar;
  for (const std::filesystem::path& part : path) {
    sofar /= part;
    if (::mkdir(sofar.c_str(), 0700) != 0 && errno != EEXIST) fail(sofar);
  }
}

/// The folder, its owner's alone; null if it is not there.
Folder open_folder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return {nullptr, ::closedir};
  Folder out(fd < 0 ? nullptr : ::fdopendir(fd), ::closedir);
  if (!out) fail(path);
  struct stat info {};
  if (::fstat(fd, &info) != 0) fail(path);
  if (info.st_uid != ::geteuid()) throw WorkError(path + ": it belongs to another user");
  if ((info.st_mode & 077) != 0 && ::fchmod(fd, 0700) != 0) fail(path);
  return out;
}

/// FNV-1a: a name for a file, nothing more; what the file says is compared in full.
std::string model_mark(std::string_view model) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : model) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}-", hash);
}
constexpr std::size_t mark_size = 17;

struct Entry {
  std::string name;
  std::int64_t written = 0;  // ns
  std::size_t bytes = 0;
};
double age_of(const Entry& one) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t passed = now.tv_sec * 1'000'000'000 + now.tv_nsec - one.written;
  return static_cast<double>(std::max<std::int64_t>(0, passed)) * 1e-9;
}

/// Files of ours that end so, the newest first.
std::vector<Entry> entries(DIR* folder, std::string_view end) {
  std::vector<Entry> out;
  ::rewinddir(folder);
  while (const dirent* found = ::readdir(folder)) {
    const std::string name = found->d_name;
    struct stat info {};
    if (!name.ends_with(end) || name.size() < mark_size + ending.size()) continue;
    if (::fstatat(::dirfd(folder), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) continue;
    out.push_back(
        {name, info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec, static_cast<std::size_t>(info.st_size)});
  }
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) {
    return a.written != b.written ? a.written > b.written : a.name < b.name;
  });
  return out;
}

/// The bytes of a file of ours; throws Damaged if it is none.
std::string read_file(DIR* folder, const std::string& name) {
  const int fd = ::openat(::dirfd(folder), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) throw Damaged();
  const OpenFile in(::fdopen(fd, "r"), std::fclose);
  struct stat info {};
  if (!in || ::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != ::geteuid() ||
      static_cast<std::size_t>(info.st_size) > largest_file)
    throw Damaged();
  std::string out(static_cast<std::size_t>(info.st_size), '\0');
  if (std::fread(out.data(), 1, out.size(), in.get()) != out.size()) throw Damaged();
  return out;
}

/// Writes a file beside the one it will replace, and puts it there; false if it cannot, and errno says why.
bool write_file(DIR* folder, const std::string& name, const std::string& bytes) {
  const int directory = ::dirfd(folder);
  const std::string fresh = name + std::string(unfinished);
  ::unlinkat(directory, fresh.c_str(), 0);  // of a program that was killed
  const int fd = ::openat(directory, fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  std::FILE* const out = fd < 0 ? nullptr : ::fdopen(fd, "w");
  if (!out) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  if (std::fclose(out) == 0 && written && ::renameat(directory, fresh.c_str(), directory, name.c_str()) == 0)
    return true;
  const int reason = errno;
  ::unlinkat(directory, fresh.c_str(), 0);
  errno = reason;
  return false;
}

/// Removes what is beyond the limits; `fresh`, just written, is the newest even if others have the same time.
void remove_oldest(DIR* folder, const std::string& fresh) {
  const auto remove = [&](const Entry& one) { ::unlinkat(::dirfd(folder), one.name.c_str(), 0); };
  std::map<std::string, std::size_t> of_model;
  std::size_t count = 0, bytes = 0;
  std::vector<Entry> all = entries(folder, ending);
  std::stable_partition(all.begin(), all.end(), [&](const Entry& one) { return one.name == fresh; });
  for (const Entry& one : all) {
    bytes += one.bytes;
    if (++of_model[one.name.substr(0, mark_size)] > most_of_a_model || ++count > most_in_all ||
        (bytes > most_bytes && count > 1))
      remove(one);
  }
  const std::int64_t an_hour_ago = (std::int64_t{std::time(nullptr)} - 3600) * 1'000'000'000;
  for (const Entry& one : entries(folder, unfinished))
    if (one.written < an_hour_ago) remove(one);
}

}  // namespace

std::string work_folder() {
  const auto folder = [](const char* name, const std::string& below) {
    const char* const value = std::getenv(name);
    return value && *value == '/' ? value + below : std::string();  // a relative one is not to be used (XDG)
  };
  const std::string own = folder("XDG_STATE_HOME", "/oopss");
  return own.empty() ? folder("HOME", "/.local/state/oopss") : own;
}

bool is_work_name(const std::string& name) {
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void keep_work(const WorkPlace& place, const std::string& name, const Work& work) {
  if (!is_work_name(name)) throw WorkError("the work of a page is named by 32 hexadecimal digits");
  make_folders(place.folder);
  const Folder folder = open_folder(place.folder);
  const std::string file = model_mark(place.model) + name + std::string(ending);
  if (!folder || !write_file(folder.get(), file, print_work(place, work))) fail(place.folder);
  remove_oldest(folder.get(), file);
}

FoundWork find_work(const WorkPlace& place, const std::string& name) try {
  FoundWork out;
  const Folder folder = place.folder.empty() ? Folder(nullptr, ::closedir) : open_folder(place.folder);
  if (!folder) return out;
  const std::string mark = model_mark(place.model);
  std::vector<Entry> all = entries(folder.get(), ending), own;
  for (const Entry& one : all)
    if (!name.empty() && one.name.ends_with(name + std::string(ending))) own.push_back(one);
  if (!name.empty() && own.empty()) {
    out.notes.push_back("The work that this page had is not kept any more.");
    return out;
  }
  const auto of_other = [&](const Entry& one) { return !one.name.starts_with(mark); };
  std::erase_if(own, of_other);
  std::erase_if(all, of_other);
  for (const Entry& one : own.empty() ? all : own) try {
      WorkFile file = parse_work(read_file(folder.get(), one.name));
      if (file.model != place.model) continue;
      const bool same = file.original == place.original;
      if (!same && out.work) continue;
      out.work = std::move(file.work);
      out.same = same;
      out.age = age_of(one);
      if (same) break;
    } catch (const Damaged&) {
      out.notes.push_back(fmt::format("Work that was kept in {} is damaged and was left out.", one.name));
    }
  return out;
} catch (const WorkError& error) {
  return {{}, true, 0, {fmt::format("Work that was kept cannot be read: {}", error.what())}};
}

std::vector<Visit> list_visits(const WorkPlace& place, std::size_t most) {
  std::vector<Visit> out;
  const Folder folder = place.folder.empty() ? Folder(nullptr, ::closedir) : open_folder(place.folder);
  if (!folder) return out;
  for (const Entry& one : entries(folder.get(), ending)) {
    if (out.size() == most) break;
    const std::string name = one.name.substr(mark_size, one.name.size() - mark_size - ending.size());
    if (!is_work_name(name)) continue;
    try {
      WorkFile file = parse_work(read_file(folder.get(), one.name));
      out.push_back({name, std::move(file.model), std::move(file.work.text), age_of(one)});
    } catch (const Damaged&) {
      continue;
    }
  }
  return out;
}

std::optional<Work> visited_work(const WorkPlace& place, const std::string& name) {
  const Folder folder = place.folder.empty() ? Folder(nullptr, ::closedir) : open_folder(place.folder);
  if (!folder || !is_work_name(name)) return {};
  for (const Entry& one : entries(folder.get(), ending)) try {
      if (one.name.ends_with(name + std::string(ending))) return parse_work(read_file(folder.get(), one.name)).work;
    } catch (const Damaged&) {
      return {};
    }
  return {};
}

int forget_work(const WorkPlace& place) {
  const Folder folder = place.folder.empty() ? Folder(nullptr, ::closedir) : open_folder(place.folder);
  int out = 0;
  if (!folder) return out;
  for (const std::string_view end : {ending, unfinished})
    for (const Entry& one : entries(folder.get(), end)) {
      if (::unlinkat(::dirfd(folder.get()), one.name.c_str(), 0) != 0 && errno != ENOENT) fail(place.folder);
      ++out;
    }
  return out;
}

}  // namespace oopss
