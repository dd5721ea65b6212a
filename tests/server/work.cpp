// SPDX-License-Identifier: Apache-2.0
// Work of a page that is kept between visits: found again whole, by its own model and page alone, whatever lies in the
// folder.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "server/work.hpp"
#include "tests/scratch.hpp"

using namespace oopss;
namespace files = std::filesystem;

namespace {

const std::string first(32, '1'), second(32, '2'), third(32, '3');
const Work work{"[model]\nname = \"\u00b5\"\n", "opened", {"one", "", "two\n\n"}, {"three"}, "{\"time\": 3}"};

bool same(const Work& a, const Work& b) {
  return a.text == b.text && a.opened == b.opened && a.past == b.past && a.future == b.future && a.view == b.view;
}
Work texted(const std::string& text) { return {text, "", {}, {}}; }
std::string found_text(const WorkPlace& place, const std::string& name = "") {
  const FoundWork found = find_work(place, name);
  return found.work ? found.work->text : "nothing";
}
std::vector<files::path> kept_files(const WorkPlace& place) {
  std::vector<files::path> out;
  for (const auto& entry : files::directory_iterator(place.folder)) out.push_back(entry.path());
  return out;
}
/// Makes a file older than those written now.
void age(const WorkPlace& place, const std::string& name, int hours) {
  for (const files::path& path : kept_files(place))
    if (path.filename().string().find(name) != std::string::npos)
      files::last_write_time(path, files::file_time_type::clock::now() - std::chrono::hours(hours));
}
mode_t mode(const files::path& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777 : 0;
}
std::string contents(const files::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

}  // namespace

TEST_CASE("kept work is found again, to the byte, in a folder and files that are their owner's alone") {
  const Scratch scratch;
  const WorkPlace place{scratch.path / "not" / "yet" / "there", "file /a.toml", "original"};
  CHECK_FALSE(find_work(place, "").work);
  CHECK(find_work(place, "").notes.empty());
  keep_work(place, first, work);
  for (const std::string& name : {first, std::string()}) {
    const FoundWork found = find_work(place, name);
    REQUIRE(found.work);
    CHECK(same(*found.work, work));
    CHECK(found.same);
    CHECK(found.notes.empty());
  }
  CHECK(mode(place.folder) == 0700);
  REQUIRE(kept_files(place).size() == 1);
  CHECK(mode(kept_files(place)[0]) == 0600);
  chmod(place.folder.c_str(), 0777);
  keep_work(place, first, texted("again"));
  CHECK(mode(place.folder) == 0700);
  CHECK(kept_files(place).size() == 1);  // in the place of the older
  CHECK(found_text(place) == "again");
}

TEST_CASE("work on one model is never that of another, nor one page's another's") {
  const Scratch scratch;
  const WorkPlace a{scratch.path / "oopss", "file /a.toml", "original a"};
  const WorkPlace b{scratch.path / "oopss", "file /b.toml", "original b"};
  keep_work(a, first, texted("a1"));
  CHECK(found_text(b) == "nothing");
  keep_work(a, second, texted("a2"));
  age(a, first, 1);
  CHECK(found_text(a) == "a2");  // a new page: the newest
  CHECK(found_text(a, first) == "a1");
  CHECK(found_text(b, first) == "nothing");  // this page was at another model
  keep_work(b, third, texted("b"));
  CHECK(found_text(b, first) == "b");
  CHECK(found_text(a, std::string(32, '9')) == "nothing");
  CHECK(find_work(a, std::string(32, '9')).notes ==
        std::vector<std::string>{"The work that this page had is not kept any more."});
}

TEST_CASE(
    "work that was begun from another text of the model is told apart, and gives way to work from the present one") {
  const Scratch scratch;
  const WorkPlace before{scratch.path / "oopss", "file /a.toml", "original"};
  const WorkPlace now{scratch.path / "oopss", "file /a.toml", "changed"};
  keep_work(before, first, texted("older"));
  CHECK(found_text(now) == "older");
  CHECK_FALSE(find_work(now, "").same);
  CHECK_FALSE(find_work(now, first).same);
  keep_work(now, second, texted("newer"));
  age(now, second, 1);
  CHECK(found_text(now) == "newer");
  CHECK(find_work(now, "").same);
  CHECK(found_text(before) == "older");
}

TEST_CASE("the oldest are removed: eight per model and sixty-four in all are kept") {
  const Scratch scratch;
  const auto place = [&](int model) {
    return WorkPlace{scratch.path / "oopss", "file " + std::to_string(model), "original"};
  };
  const auto name = [](int i) { return std::string(30, '0') + (i < 10 ? "0" : "") + std::to_string(i); };
  for (int i = 0; i < 12; ++i) {
    keep_work(place(0), name(i), texted(std::to_string(i)));
    age(place(0), name(i), 100 - i);
  }
  CHECK(kept_files(place(0)).size() == 8);
  CHECK(found_text(place(0), name(3)) == "nothing");
  CHECK(found_text(place(0), name(4)) == "4");
  for (int i = 1; i < 70; ++i) keep_work(place(i), first, texted("x"));
  CHECK(kept_files(place(0)).size() == 64);
  CHECK(found_text(place(0)) == "nothing");
  CHECK(found_text(place(69)) == "x");
}

TEST_CASE("whatever is wrong with a file, it is left out, and said") {
  const Scratch scratch;
  const WorkPlace place{scratch.path / "oopss", "file /a.toml", "original"};
  keep_work(place, first, texted("good"));
  age(place, first, 1);
  keep_work(place, second, work);
  files::path path;
  for (const files::path& one : kept_files(place))
    if (one.filename().string().find(second) != std::string::npos) path = one;
  const std::string whole = contents(path);
  const auto damaged_as = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    const FoundWork found = find_work(place, "");
    return found.work && found.work->text == "good" && found.notes.size() == 1 &&
           found.notes[0].find("is damaged and was left out") != std::string::npos;
  };
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK(damaged_as(whole.substr(0, size)));
  CHECK(damaged_as(whole + "\n"));
  std::minstd_rand random(1);
  for (int i = 0; i < 300; ++i) {
    std::string bytes = whole;
    bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    CHECK(damaged_as(bytes));
  }
  // Sizes that lie, with a checksum that does not help: what is read never goes beyond the file.
  for (const std::string lie : {"18446744073709551615\n", "-1\n", "99999999999999999999999\n", "1e3\n", ""})
    CHECK(damaged_as("oopss work 1 00000000\n" + lie));
  CHECK(damaged_as(std::string(11 * 1024 * 1024, ' ')));
  files::remove(path);
  files::create_symlink("/etc/passwd", path);
  CHECK(found_text(place) == "good");
  keep_work(place, second, texted("mine"));  // the link is replaced, not followed
  CHECK(files::is_regular_file(files::symlink_status(path)));
  CHECK(found_text(place) == "mine");
}

TEST_CASE("a folder that cannot be had is said in words") {
  const Scratch scratch;
  std::ofstream(scratch.path / "file") << "x";
  const auto words = [](const WorkPlace& place) {
    try {
      keep_work(place, first, work);
    } catch (const WorkError& error) {
      return std::string(error.what());
    }
    return std::string("kept");
  };
  const std::string below = scratch.path / "file" / "oopss";
  CHECK(words({below, "m", ""}) == below + ": Not a directory");
  files::create_directory(scratch.path / "real");
  files::create_symlink(scratch.path / "real", scratch.path / "link");
  CHECK(words({scratch.path / "link", "m", ""}) != "kept");
  CHECK(find_work({scratch.path / "link", "m", ""}, "").notes.size() == 1);
  CHECK(files::is_empty(scratch.path / "real"));
  CHECK_THROWS_AS(keep_work({scratch.path / "real", "m", ""}, "../x", work), WorkError);
  if (::geteuid() == 0) {  // nobody else can give a folder away
    const std::string given = scratch.path / "real";
    REQUIRE(::chown(given.c_str(), 12345, 12345) == 0);
    CHECK(words({given, "m", ""}) == given + ": it belongs to another user");
  }
  CHECK(find_work({"", "m", ""}, first).notes.empty());  // nothing is kept, by choice
}

TEST_CASE(
    "earlier visits are listed by model and age, the newest first, and each can be taken up; all can be forgotten") {
  const Scratch scratch;
  const WorkPlace a{scratch.path / "oopss", "file /a.toml", "original a"};
  const WorkPlace b{scratch.path / "oopss", "file /b.toml", "original b"};
  CHECK(list_visits(a, 24).empty());
  CHECK(forget_work(a) == 0);
  keep_work(a, first, work);
  age(a, first, 2);
  keep_work(b, second, texted("on b"));
  const std::vector<Visit> visits = list_visits(a, 24);
  REQUIRE(visits.size() == 2);
  CHECK((visits[0].name == second && visits[0].model == b.model && visits[0].text == "on b" && visits[0].age < 3600));
  CHECK((visits[1].name == first && visits[1].age >= 7200 && visits[1].age < 10800));
  CHECK(list_visits(a, 1).size() == 1);
  REQUIRE(visited_work(b, first));
  CHECK(same(*visited_work(b, first), work));
  CHECK_FALSE(visited_work(a, third));
  CHECK_FALSE(visited_work(a, "../../etc/passwd"));
  CHECK(find_work(a, first).age >= 7200);
  std::ofstream(files::path(a.folder) / "not ours") << "kept";
  CHECK(forget_work(a) == 2);
  CHECK(list_visits(a, 24).empty());
  REQUIRE(kept_files(a).size() == 1);
  CHECK(contents(kept_files(a)[0]) == "kept");
}

TEST_CASE("work that was kept before views were is found") {
  const Scratch scratch;
  const WorkPlace place{scratch.path / "oopss", "m", "o"};
  keep_work(place, first, texted("t"));
  const files::path path = kept_files(place)[0];
  const std::string body = "1\nm\n1\no\n1\nt\n0\n\n0\n0\n";
  // CRC-32 of that text, by zlib's crc32 in Python.
  std::ofstream(path, std::ios::binary) << "oopss work 1 98b07e35\n" << body;
  REQUIRE(find_work(place, first).work);
  CHECK(find_work(place, first).work->text == "t");
  CHECK(find_work(place, first).work->view.empty());
}
