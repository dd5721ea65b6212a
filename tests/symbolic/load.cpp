// SPDX-License-Identifier: Apache-2.0
// Compiled programs: the same numbers as interpreted ones, a cache that survives everything, compilers that fail.
#include "oopss/symbolic/load.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include "tests/scratch.hpp"

using namespace oopss;
namespace fs = std::filesystem;

namespace {

Program sample() {
  const Expr t = symbol("t"), x = symbol("x"), y = symbol("y");
  const std::vector<Expr> all = {apply(Function::sin, {x * y}) + apply(Function::cos, {x * y}) / t,
                                 apply(Function::sin, {Expr(3)}) * apply(Function::ramp, {t, x, y}),
                                 apply(Function::exp, {-x}) * apply(Function::sign, {y}) + pow(y, -3)};
  return program(all, {{t}, {x, y}});
}

/// What a loaded sample computes is what the interpreter computes.
bool right(const Loaded& loaded) {
  if (!loaded.run) return false;
  const Program program = sample();
  for (const double t : {0.1, 0.7, 1e3, 1e22}) {
    const double x[] = {0.3 * t, 1.7 / t};
    const double* const inputs[] = {&t, x};
    std::vector<double> scratch(program.code.size()), expected(program.results.size()), results(program.results.size());
    interpret(program, inputs, scratch, expected);
    loaded.run(inputs, results.data());
    if (std::memcmp(expected.data(), results.data(), sizeof(double) * results.size()) != 0) return false;
  }
  return true;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
  return out;
}

std::string script(const Scratch& folder, const std::string& name, const std::string& text) {
  const fs::path path = folder.path / name;
  std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
  fs::permissions(path, fs::perms::owner_all);
  return path.string();
}

/// A variable of the environment with another value for a while.
struct Variable {
  std::string name, before;
  Variable(const char* name_, const std::string& value)
      : name(name_), before(std::getenv(name_) ? std::getenv(name_) : "") {
    setenv(name_, value.c_str(), 1);
  }
  ~Variable() { setenv(name.c_str(), before.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
};

}  // namespace

TEST_CASE("a program that was compiled once is taken from the cache, and no compiler runs") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  compiler.places = {
      script(folder, "cc", "echo ran >> '" + (folder.path / "count").string() + "'\nexec /usr/bin/cc \"$@\"")};
  for (int i = 0; i < 3; ++i) {
    const Loaded loaded = load(sample(), compiler);
    INFO(loaded.outcome.words);
    CHECK(right(loaded));
    CHECK(loaded.from_cache == (i > 0));
  }
  CHECK(fs::file_size(folder.path / "count") == 4);
  CHECK(entries(compiler.cache).size() == 1);  // nothing is left lying about
  struct stat status {};
  REQUIRE(stat(compiler.cache.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
}

TEST_CASE("another compiler, or the same one changed, compiles again") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  compiler.places = {script(folder, "cc", "exec /usr/bin/cc \"$@\"")};
  CHECK_FALSE(load(sample(), compiler).from_cache);
  script(folder, "cc", "exec /usr/bin/cc \"$@\" # upgraded");
  CHECK_FALSE(load(sample(), compiler).from_cache);
  CHECK(load(sample(), compiler).from_cache);
}

TEST_CASE("a cache that grows past its limit loses what was not used for longest") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  const auto numbered = [](int k) {
    const std::vector<Expr> all = {symbol("x") * Expr(k)};
    return program(all, {{symbol("x")}});
  };
  for (int k = 2; k < 5; ++k) CHECK_FALSE(load(numbered(k), compiler).from_cache);
  const std::vector<fs::path> three = entries(compiler.cache);
  REQUIRE(three.size() == 3);
  for (const fs::path& one : three) fs::last_write_time(one, fs::file_time_type::clock::now() - std::chrono::hours(1));
  CHECK(load(numbered(3), compiler).from_cache);  // and is now the one used last
  compiler.cache_limit = 3 * fs::file_size(three.front()) / 2 + fs::file_size(three.back());  // two of them, not three
  CHECK_FALSE(load(numbered(5), compiler).from_cache);
  CHECK(entries(compiler.cache).size() == 2);
  CHECK(load(numbered(3), compiler).from_cache);
  CHECK(load(numbered(5), compiler).from_cache);
  compiler.cache_limit = 1;  // what is loaded stays loaded
  CHECK(right(load(sample(), compiler)));
  CHECK(entries(compiler.cache).empty());
}

TEST_CASE("a damaged entry of the cache is noticed and made again") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  REQUIRE(right(load(sample(), compiler)));
  const fs::path entry = entries(compiler.cache).at(0);
  const auto size = static_cast<std::streamoff>(fs::file_size(entry));
  for (const std::streamoff place : {std::streamoff(0), size / 7, size / 2, size - 1000, size - 1}) {
    std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(place);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(place);
    file.put(byte);
    file.close();
    const Loaded loaded = load(sample(), compiler);
    CHECK_FALSE(loaded.from_cache);
    CHECK(right(loaded));
  }
  for (const std::streamoff length : {size / 2, std::streamoff(0), std::streamoff(20), size - 1}) {
    fs::resize_file(entry, static_cast<std::uintmax_t>(length));
    CHECK_FALSE(load(sample(), compiler).from_cache);
    CHECK(right(load(sample(), compiler)));
  }
}

TEST_CASE("processes that compile the same program at once all get it") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(right(load(sample(), compiler)) ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  CHECK(entries(compiler.cache).size() == 1);
  CHECK(load(sample(), compiler).from_cache);
}

TEST_CASE("without a cache that can be trusted and written, programs are compiled each time") {
  const Scratch folder;
  Compiler compiler;
  const fs::path open_to_all = folder.path / "open", link = folder.path / "link", closed = folder.path / "closed",
                 foreign = folder.path / "foreign", file = folder.path / "file";
  for (const fs::path& made : {open_to_all, closed, foreign}) REQUIRE(mkdir(made.c_str(), 0700) == 0);
  fs::permissions(open_to_all, fs::perms::all);
  fs::create_directory_symlink(closed, link);
  fs::permissions(closed, fs::perms::owner_read | fs::perms::owner_exec);
  std::ofstream(file) << "not a folder";
  std::vector<fs::path> places = {open_to_all, link, file, file / "oopss", "/proc/oopss/cache"};
  if (geteuid() == 0) {
    REQUIRE(chown(foreign.c_str(), 12345, 12345) == 0);
    places.push_back(foreign);
  } else {
    places.push_back(closed);  // root writes there
  }
  for (const fs::path& place : places) {
    compiler.cache = place;
    INFO(place);
    for (int i = 0; i < 2; ++i) {
      const Loaded loaded = load(sample(), compiler);
      CHECK(right(loaded));
      CHECK_FALSE(loaded.from_cache);
    }
  }
  CHECK(entries(open_to_all).empty());
  CHECK(entries(foreign).empty());
  CHECK(entries(closed).empty());
}

TEST_CASE("the user's folder may have any name, and the user's PATH does not choose the compiler") {
  const Scratch folder;
  const std::string canary = (folder.path / "canary").string();
  for (const char* tool : {"cc", "gcc", "g++", "c++", "as", "ld", "collect2"})
    script(folder, tool, "touch '" + canary + "'; exit 1");
  const fs::path home = folder.path / "a b;touch canary;`touch canary`\n$(touch canary)\"'";
  const Variable path("PATH", folder.path.string()), cache("XDG_CACHE_HOME", home.string());
  CHECK(right(load(sample())));
  CHECK(load(sample()).from_cache);
  CHECK(entries(home / "oopss").size() == 1);
  CHECK_FALSE(fs::exists(canary));
}

TEST_CASE("a cache named by a relative path is not used; the one in the home folder is") {
  const Scratch folder;
  const Variable cache("XDG_CACHE_HOME", "relative"), home("HOME", folder.path.string());
  CHECK(right(load(sample())));
  CHECK(entries(folder.path / ".cache" / "oopss").size() == 1);
  CHECK_FALSE(fs::exists("relative"));
}

TEST_CASE("a compiler that is missing, fails, makes nothing or sleeps is answered in words, within the limit") {
  const Scratch folder;
  const struct {
    std::string path;
    Compilation status;
    const char* words;
  } cases[] = {
      {(folder.path / "none").string(), Compilation::missing, "there is no C compiler"},
      {"cc", Compilation::missing, "there is no C compiler"},  // not a name to look for in PATH
      {folder.path.string(), Compilation::missing, "there is no C compiler"},
      {script(folder, "fails", "echo 'code.c:1: what is this?' >&2; exit 1"), Compilation::failed, "what is this?"},
      {script(folder, "nothing", "exit 0"), Compilation::failed, "cannot be loaded"},
      {script(folder, "rubbish", "echo rubbish > code.so"), Compilation::failed, "cannot be loaded"},
      {script(folder, "other", "echo 'int other;' > o.c; exec /usr/bin/cc -shared -fPIC o.c -o code.so"),
       Compilation::failed, "is not the program"},
      {script(folder, "dies", "kill -9 $$"), Compilation::failed, "failed"},
      {script(folder, "sleeps", "sleep 100000 & echo $! > '" + (folder.path / "pid").string() + "'; sleep 100000"),
       Compilation::late, "took longer than 0.5 s"},
  };
  for (const auto& row : cases) {
    Compiler compiler;
    compiler.cache = folder.path / "cache";
    compiler.places = {row.path};
    compiler.time_limit = row.status == Compilation::late ? 0.5 : 600;
    const Loaded loaded = load(sample(), compiler);
    INFO(row.path << ": " << loaded.outcome.words);
    CHECK(loaded.run == nullptr);
    CHECK(loaded.outcome.status == row.status);
    CHECK(loaded.outcome.words.find(row.words) != std::string::npos);
    if (fs::exists(compiler.cache)) CHECK(entries(compiler.cache).empty());
  }
  pid_t left = 0;
  std::ifstream(folder.path / "pid") >> left;
  REQUIRE(left > 0);
  const auto gone = [left] {  // or dead and not yet collected
    std::ifstream status("/proc/" + std::to_string(left) + "/stat");
    std::string state;
    std::getline(status, state);
    return state.empty() || state.find(") Z ") != std::string::npos;
  };
  while (!gone()) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // one that is left never goes
}

TEST_CASE("a compilation that nobody wants any more is given up at once") {
  const Scratch folder;
  Compiler compiler;
  compiler.cache = folder.path / "cache";
  compiler.places = {script(folder, "sleeps", "sleep 100000")};  // waited for, it would outlast the test's time
  { const Loading loading(sample(), compiler); }
  CHECK((!fs::exists(compiler.cache) || entries(compiler.cache).empty()));
}
