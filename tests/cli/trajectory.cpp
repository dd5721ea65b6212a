// SPDX-License-Identifier: Apache-2.0
// Files of results: exact, whole or absent whatever happens to the process or the disk, and comparable.
#include "cli/trajectory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <limits>
#include <random>

#include "cli/child.hpp"
#include "cli/compare.hpp"
#include "cli/pace.hpp"
#include "oopss/model/read.hpp"
#include "tests/cli/damaged.hpp"

using namespace oopss;

namespace {

std::string file(const Scratch& scratch, const std::string& name) { return (scratch.path / name).string(); }

std::vector<std::string> list(const Scratch& scratch) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path))
    out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::string bytes_of(const std::string& path) { return read_bytes(path, 1 << 24); }

/// Numbers that are hard to keep: of every size and sign, the smallest, the largest, minus zero.
Table hard_table(int rows) {
  std::mt19937_64 random(7);
  Table table{{"t", "angle.elbow", "energy"}, {{}, {}, {}}};
  for (int i = 0; i < rows; ++i) {
    table.columns[0].push_back(0.1 * i);
    for (const int column : {1, 2}) {
      double value = std::bit_cast<double>(random());
      while (!std::isfinite(value)) value = std::bit_cast<double>(random());
      table.columns[column].push_back(value);
    }
  }
  const std::vector<double> special = {-0.0, 5e-324, -2.2250738585072014e-308, std::numeric_limits<double>::max()};
  std::copy(special.begin(), special.end(), table.columns[1].begin());
  return table;
}

bool same_bits(const Table& a, const Table& b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  bool all = a.names == b.names && a.columns.size() == b.columns.size();
  for (std::size_t k = 0; all && k < a.columns.size(); ++k)
    all = std::equal(a.columns[k].begin(), a.columns[k].end(), b.columns[k].begin(), b.columns[k].end(), same);
  return all;
}

void append_all(Journal& journal, const Table& table) {
  std::vector<double> row(table.names.size());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = table.columns[k][i];
    journal.append(row);
  }
}

void write(const std::string& path, const Table& table, const Notes& notes = {}) {
  Journal journal(path, table.names, notes);
  append_all(journal, table);
  journal.finish();
}

/// The bytes of a table as HDF5.
std::string hdf5_file(const Table& table, const Notes& notes) {
  const Scratch scratch;
  write(file(scratch, "run.h5"), table, notes);
  return bytes_of(file(scratch, "run.h5"));
}

/// A limit on the size of files, as a full disk would be.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit old_{};
  void (*handler_)(int) = SIG_DFL;
};

/// Writes the target again and again, each time with as many rows as every cell of its second column says.
[[noreturn]] void write_for_ever(const std::string& path) {
  for (int round = 0;; ++round) {
    const int rows = 1 + round * 7919 % 3000;
    Journal journal(path, {"t", "rows"});
    for (int i = 0; i < rows; ++i) journal.append(std::vector<double>{0.1 * i, 1.0 * rows});
    journal.finish();
  }
}

Table sine(int count, double step, double change = 0) {
  Table table{{"t", "angle.elbow"}, {{}, {}}};
  for (int i = 0; i < count; ++i) {
    table.columns[0].push_back(i * step);
    table.columns[1].push_back(std::sin(i * step) + (i * step > 5 ? change : 0));
  }
  return table;
}

}  // namespace

TEST_CASE("what is written is read back to the bit, from CSV and from HDF5") {
  const Scratch scratch;
  const Table table = hard_table(5000);
  const Notes notes = {
      {"model", std::string(100'000, 'm') + "\u03bc"}, {"settings", "step = 0.01"}, {"version", "0.1.0"}};
  for (const char* name : {"run.csv", "run.h5"}) {
    write(file(scratch, name), table, notes);
    Notes read;
    CHECK(same_bits(read_table(file(scratch, name), &read), table));
    if (is_hdf5_name(name)) CHECK(read == notes);
  }
  CHECK(list(scratch) == std::vector<std::string>{"run.csv", "run.h5"});  // and nothing else stays
}

TEST_CASE("the same run gives the same bytes") {
  const Scratch scratch;
  for (const std::string ending : {".csv", ".h5"}) {
    write(file(scratch, "a" + ending), hard_table(300), {{"model", "x"}, {"version", "1"}});
    write(file(scratch, "b" + ending), hard_table(300), {{"model", "x"}, {"version", "1"}});
    CHECK(bytes_of(file(scratch, "a" + ending)) == bytes_of(file(scratch, "b" + ending)));
  }
}

TEST_CASE("numbers have 17 digits") {
  const Scratch scratch;
  write(file(scratch, "run.csv"), {{"t", "energy"}, {{0}, {0.1}}});
  CHECK(bytes_of(file(scratch, "run.csv")) == "t,energy\n0,0.10000000000000001\n");
}

TEST_CASE("a number that is not finite is not written") {
  const Scratch scratch;
  Journal journal(file(scratch, "run.csv"), {"t", "x"});
  CHECK_THROWS(journal.append(std::vector<double>{0, std::nan("")}));
  CHECK_THROWS(journal.append(std::vector<double>{0, INFINITY}));
  CHECK_THROWS(journal.append(std::vector<double>{0}));
  CHECK_NOTHROW(journal.append(std::vector<double>{0, 1}));
}

TEST_CASE("cells that a spreadsheet might run are quoted, and read back as they were") {
  const Scratch scratch;
  for (const char* text : {"=1+1", "+x", "-x", "@x", "a,b", "say \"x\"", "=cmd|' /C calc'!A0"}) {
    CHECK(csv_cell(text).starts_with("\""));
    write(file(scratch, "run.csv"), {{"t", text}, {{0}, {1}}});
    CHECK(read_table(file(scratch, "run.csv")).names[1] == text);
  }
  CHECK(csv_cell("angle.elbow") == "angle.elbow");
}

TEST_CASE("a full disk is a FileError and leaves the old file as it was") {
  const Scratch scratch;
  CHECK_THROWS_AS(write("/dev/full", hard_table(10)), FileError);
  for (const std::string name : {"run.csv", "run.h5"}) {
    write(file(scratch, name), sine(3, 0.1));
    const std::string old = bytes_of(file(scratch, name));
    {
      const SmallDisk small(20'000);
      CHECK_THROWS_AS(write(file(scratch, name), hard_table(100'000)), FileError);
    }
    CHECK(bytes_of(file(scratch, name)) == old);
  }
  CHECK(list(scratch) == std::vector<std::string>{"run.csv", "run.h5"});
  CHECK_THROWS_AS(write(file(scratch, "no/such/folder.csv"), sine(3, 0.1)), FileError);
}

TEST_CASE("an interrupted run keeps its whole rows under another name") {
  const Scratch scratch;
  write(file(scratch, "run.csv"), sine(3, 0.1));
  const std::string old = bytes_of(file(scratch, "run.csv"));
  {
    Journal journal(file(scratch, "run.csv"), hard_table(4).names);
    append_all(journal, hard_table(1234));
    CHECK(journal.keep() == file(scratch, "run.incomplete.csv"));
  }
  CHECK(same_bits(read_table(file(scratch, "run.incomplete.csv")), hard_table(1234)));
  CHECK(bytes_of(file(scratch, "run.csv")) == old);
  {  // also when the disk is full by then
    Journal journal(file(scratch, "long.h5"), hard_table(4).names);
    const SmallDisk small(100'000);
    CHECK_THROWS_AS(append_all(journal, hard_table(10'000)), FileError);
    CHECK(journal.keep() == file(scratch, "long.incomplete.csv"));
  }
  const Table kept = read_table(file(scratch, "long.incomplete.csv"));
  CHECK(kept.rows() > 100);
  CHECK(kept.columns[2][100] == hard_table(10'000).columns[2][100]);
  CHECK(list(scratch) == std::vector<std::string>{"long.incomplete.csv", "run.csv", "run.incomplete.csv"});
}

TEST_CASE("200 kills at random moments never leave a torn file") {
  const Scratch scratch;
  std::mt19937 random(1);
  int seen = 0;
  for (int kill = 0; kill < 200; ++kill) {
    const std::string path = file(scratch, kill % 2 == 0 ? "run.csv" : "run.h5");
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) write_for_ever(path);
    ::usleep(std::uniform_int_distribution<useconds_t>(0, 40'000)(random));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    if (!std::filesystem::exists(path)) continue;
    const Table table = read_table(path);
    REQUIRE(table.rows() == table.columns[1][0]);
    ++seen;
  }
  CHECK(seen > 100);
  write(file(scratch, "run.csv"), sine(3, 0.1));  // the next run removes what the killed ones left
  write(file(scratch, "run.h5"), sine(3, 0.1));
  CHECK(list(scratch) == std::vector<std::string>{"run.csv", "run.h5"});
}

TEST_CASE("two runs that write the same target do not disturb each other") {
  const Scratch scratch;
  Journal one(file(scratch, "run.csv"), {"t", "x"});
  one.append(std::vector<double>{0, 1});
  write(file(scratch, "run.csv"), sine(3, 0.1));
  one.append(std::vector<double>{1, 2});
  one.finish();
  CHECK(read_table(file(scratch, "run.csv")).columns[1] == std::vector<double>{1, 2});
}

TEST_CASE("what is not a trajectory is refused in words") {
  const auto refusal = [](const std::string& text) {
    try {
      read_csv("run.csv", text);
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal("") == "run.csv:1: not a table with a header line");
  CHECK(refusal("t,x\n") == "run.csv: has no rows");
  CHECK(refusal("x,t\n1,2\n") == "run.csv: not a trajectory: its first column is not t");
  CHECK(refusal("t,x\n0,1\n1,a\n") == "run.csv:3: column x: 'a' is not a finite number");
  CHECK(refusal("t,x\n0,nan\n") == "run.csv:2: column x: 'nan' is not a finite number");
  CHECK(refusal("t,x\n0\n") == "run.csv:2: the row has fewer cells than the header");
  CHECK(refusal("t,x\n0,1,2\n") == "run.csv:2: the row has more cells than the header");
  CHECK(refusal("t,x\n0,1\n1,2") == "run.csv:3: the line is cut off");
  CHECK(refusal("t,x\n0,1\n0,2\n") == "run.csv: row 2: the times do not go on in one direction");
  CHECK(refusal("t,x,x\n0,1,2\n") == "run.csv: column x appears twice");
  CHECK(refusal("t,x\r\n0,1\r\n-1,2\r\n").empty());  // backwards, and with the line ends of other systems
  CHECK_THROWS_AS(read_table("/no/such/file.csv"), FileError);
}

TEST_CASE("a damaged HDF5 file is refused, wherever it is cut") {
  const std::string whole = hdf5_file(hard_table(100), {{"model", "x"}});
  CHECK(same_bits(read_hdf5("run.h5", whole, nullptr), hard_table(100)));
  for (std::size_t size = 8; size < whole.size(); size += whole.size() / 23)
    CHECK_THROWS_AS(read_hdf5("run.h5", whole.substr(0, size), nullptr), FileError);
}

TEST_CASE("200 damaged HDF5 files end no process: each is read or refused in words") { read_damaged(200); }

TEST_CASE("a child that crashes, throws or hangs is told from one that ends well, and opens neither file nor socket") {
  char byte = 0;
  const auto ended = [&](const std::function<void(const Child::Give&)>& work, ChildLimits limits = {64 << 20, 500}) {
    try {
      Child child(limits, work);
      child.take(&byte, 1);
    } catch (const ChildEnded&) {
      return true;
    }
    return false;
  };
  CHECK_FALSE(ended([](const Child::Give& give) { give("x", 1); }));
  CHECK(byte == 'x');
  CHECK(ended([](const Child::Give&) {}));
  CHECK(ended([](const Child::Give&) { std::raise(SIGSEGV); }));
  CHECK(ended([](const Child::Give&) { throw std::bad_alloc(); }));
  CHECK(ended(
      [](const Child::Give& give) {  // it would give the byte after a minute of computing
        const std::clock_t begun = std::clock();
        while (std::clock() - begun < 60 * CLOCKS_PER_SEC) continue;
        give("x", 1);
      },
      {64 << 20, 50}));
  CHECK(ended([](const Child::Give&) { ::pause(); }, {64 << 20, 500, 50}));
  CHECK(ended([](const Child::Give& give) {
    if (::open("/dev/null", O_RDONLY) >= 0 || ::open("/etc/passwd", O_RDONLY) >= 0) give("x", 1);
    if (::socket(AF_INET, SOCK_STREAM, 0) >= 0) give("x", 1);
  }));
}

TEST_CASE("a directory, a pipe and devices are refused, and a file beyond the limit, before a byte of it is read") {
  const Scratch scratch;
  const auto refusal = [](const std::string& path, std::size_t most = 1000) {
    try {
      read_bytes(path, most);
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal("/dev/zero"), Catch::Contains("a device, not a file"));
  CHECK_THAT(refusal("/dev/null"), Catch::Contains("a device, not a file"));
  CHECK_THAT(refusal(file(scratch, "")), Catch::Contains("a directory, not a file"));
  REQUIRE(::mkfifo(file(scratch, "pipe").c_str(), 0600) == 0);
  CHECK_THAT(refusal(file(scratch, "pipe")), Catch::Contains("a pipe, not a file"));
  write_file(file(scratch, "large"), std::string(1001, 'x'));
  CHECK_THAT(refusal(file(scratch, "large")), Catch::Contains("larger than"));
  CHECK(refusal(file(scratch, "large"), 1001).empty());
  REQUIRE(::truncate(file(scratch, "large").c_str(), off_t(1) << 40) == 0);  // a hole of a terabyte
  CHECK_THAT(refusal(file(scratch, "large"), std::size_t(4) << 30), Catch::Contains("larger than"));
  CHECK_THAT(refusal("/proc/self/mem"), Catch::Contains("cannot read"));
  CHECK_THAT(refusal("/no/such/file"), Catch::Contains("there is no such file"));
}

TEST_CASE("HDF5 is made of a journal in blocks: a disk that fills up then leaves the old file, and no other") {
  const Scratch scratch;
  write(file(scratch, "run.h5"), sine(3, 0.1));
  const std::string old = bytes_of(file(scratch, "run.h5"));
  {
    const SmallDisk small(100'000);  // room for the rows, not for the note
    CHECK_THROWS_AS(write(file(scratch, "run.h5"), sine(100, 0.1), {{"model", std::string(300'000, 'm')}}), FileError);
    CHECK_THROWS_AS(write(file(scratch, "run.h5"), hard_table(1500), {{"model", std::string(70'000, 'm')}}), FileError);
  }
  CHECK(bytes_of(file(scratch, "run.h5")) == old);
  CHECK(list(scratch) == std::vector<std::string>{"run.h5"});
  write(file(scratch, "run.h5"), sine(1000, 0.1));  // and the next one is written as if nothing had been
  CHECK(same_bits(read_table(file(scratch, "run.h5")), sine(1000, 0.1)));
}

TEST_CASE("rows of many blocks, and columns of many, come back from HDF5 to the bit") {
  const Scratch scratch;
  Table wide{{"t"}, {{0, 1, 2}}};
  for (int k = 0; k < 300; ++k) {
    wide.names.push_back("column." + std::to_string(k));
    wide.columns.push_back({k + 0.1, k + 0.2, k + 0.3});
  }
  write(file(scratch, "wide.h5"), wide);
  CHECK(same_bits(read_table(file(scratch, "wide.h5")), wide));
  const Table tall = sine(600'000, 1e-3);  // two columns: more than a block of HDF5, and hundreds of the journal
  write(file(scratch, "tall.h5"), tall);
  CHECK(same_bits(read_table(file(scratch, "tall.h5")), tall));
}

TEST_CASE("a run that takes long says every few seconds how far it is, how slow, and how long it will take") {
  Pace pace(0, 100);
  CHECK_FALSE(pace.line({0.5, 1, 10}));
  CHECK_FALSE(pace.line({4.9, 10, 100}));
  CHECK(pace.line({5, 20, 200}) == "t = 20 of 100 s after 5 s, 200 steps, the last ones 0.1 s long; about 20 s left");
  CHECK_FALSE(pace.line({9, 30, 300}));
  CHECK(pace.line({10, 21, 100'200}) ==
        "t = 21 of 100 s after 10 s, 100200 steps, the last ones 1e-05 s long; about 6:35 min left");
  CHECK(
      pace.line({70, 21.000001, 1'100'200}) ==
      "t = 21 of 100 s after 1:10 min, 1100200 steps, the last ones 1e-12 s long; at this pace it will not end within "
      "days");
  CHECK_THAT(*pace.line({75, 21.000001, 1'100'200}), Catch::Contains("will not end"));
  Pace back(0, -10);
  CHECK(back.line({5, -5, 50}) == "t = -5 of -10 s after 5 s, 50 steps, the last ones 0.1 s long; about 5 s left");
}

TEST_CASE("a state is taken up where it was recorded, and nowhere else") {
  const Table table = sine(101, 0.1);
  CHECK(recorded_row(table, 5, "run.csv") == 50);
  CHECK(recorded_row(table, 10 + 1e-12, "run.csv") == 100);
  CHECK_THROWS_WITH(recorded_row(table, 5.04, "run.csv"), Catch::Contains("the nearest is at 5,"));
}

TEST_CASE("a comparison finds the known difference and the time from which on it is there") {
  const Comparison same = compare(sine(1001, 0.01), sine(1001, 0.01), 1e-9);
  CHECK(same.grid == Grid::same);
  CHECK(same.columns.at(0).largest == 0);
  CHECK_FALSE(same.columns[0].parts_at);

  const Comparison changed = compare(sine(1001, 0.01), sine(1001, 0.01, 1e-3), 1e-9);
  CHECK(changed.columns.at(0).largest == Approx(1e-3).epsilon(1e-9));
  CHECK(changed.columns[0].relative == Approx(1e-3).epsilon(1e-2));
  CHECK(*changed.columns[0].parts_at == Approx(5.01));

  const Comparison coarse = compare(sine(1001, 0.01), sine(101, 0.1), 1e-9);
  CHECK(coarse.grid == Grid::common);
  CHECK(coarse.points == 101);
  CHECK(coarse.columns.at(0).largest < 1e-13);  // 10 · 0.01 and 0.1 differ by rounding

  const Comparison between = compare(sine(1001, 0.01), sine(300, 0.033), 1e-9);
  CHECK(between.grid == Grid::interpolated);
  CHECK(between.columns.at(0).largest < 0.01 * 0.01 / 8);  // h²/8 |sin''|
  CHECK_THAT(in_words(between), Catch::Contains("interpolated"));

  Table other = sine(11, 0.1);
  other.names[1] = "energy";
  CHECK(compare(sine(11, 0.1), other, 1e-9).only_a == std::vector<std::string>{"angle.elbow"});
  for (double& t : other.columns[0]) t += 100;
  CHECK_THROWS_AS(compare(sine(11, 0.1), other, 1e-9), FileError);
}

TEST_CASE("fingerprint", "[.]") {
  const std::string bytes = hdf5_file(hard_table(500), {{"model", std::string(70'000, 'm')}, {"version", "1"}});
  std::printf("fingerprint %zx of %zu bytes\n", std::hash<std::string>()(bytes), bytes.size());
}
