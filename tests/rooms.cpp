// SPDX-License-Identifier: Apache-2.0
// The rooms are one-way: what each may include is a table here, and every file is held against it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Rooms = std::set<std::string>;
using Problems = std::vector<std::string>;

/// Which rooms each may include besides itself.
const std::map<std::string, Rooms> knows = {
    {"scalar", {}},
    {"symbolic", {"scalar"}},
    {"model", {}},
    {"mechanics", {"scalar", "model"}},
    {"spatial", {"scalar", "model", "mechanics"}},
    {"linkage", {"scalar", "model", "mechanics"}},
    {"chain", {"scalar"}},
    {"system", {"scalar", "symbolic", "model", "mechanics", "spatial", "linkage", "chain"}},
    {"integrate", {"scalar", "system"}},
    {"generate", {"scalar", "symbolic", "model", "mechanics", "spatial", "linkage", "system", "integrate"}},
    {"ensemble", {"scalar", "system", "integrate"}},
    {"analysis", {"scalar", "system", "integrate"}},
    {"orbit", {"scalar", "system", "integrate", "analysis"}},
    {"chaos", {"scalar", "system", "integrate", "ensemble", "analysis", "orbit"}},
    {"proof", {"scalar", "system", "analysis"}},
    {"figure", {"system", "integrate", "analysis", "orbit", "chaos", "chain"}},
};
/// Of these, rooms that are yet to be built.
const Rooms to_come = {};
/// The waist: plain data and functions, whatever made them.
const Rooms waist = {"oopss/system/system.hpp",       "oopss/system/layout.hpp", "oopss/system/fixed_list.hpp",
                     "oopss/system/shape_energy.hpp", "oopss/system/leaf.hpp",   "oopss/system/reduced_lagrangian.hpp"};
/// Right of the waist: these rooms know a system as the waist has it, whatever it stems from.
const Rooms right_of_waist = {"integrate", "ensemble", "analysis", "orbit", "chaos", "figure"};
/// What `system` has for them beside the waist: systems with their numbers, one by one or side by side, columns and
/// quantities of a run, skeletons, and what is about no system at all.
const Rooms about_systems = {"columns.hpp", "skeleton.hpp",     "run_settings.hpp", "run_quantity.hpp",
                             "typeset.hpp", "model_family.hpp", "orbit_system.hpp", "chaos_system.hpp",
                             "module.hpp",  "printable.hpp",    "lane_flow.hpp"};
/// Files that go past the waist on purpose: the paper's tables of three aligned bodies, the splitting of two and three
/// bodies by name, and the plan of a turn, which is a model again.
const std::map<std::string, Rooms> past_waist = {
    {"oopss/analysis/special_case.hpp", {"oopss/system/planar_shape.hpp"}},
    {"oopss/chaos/melnikov.hpp", {"oopss/system/pair_loop.hpp"}},
    {"oopss/chaos/splitting_model.hpp", {"oopss/system/splitting_family.hpp"}},
    {"oopss/orbit/turn_model.cpp", {"oopss/system/derive.hpp", "oopss/system/planned.hpp"}},
    {"oopss/orbit/turn_model.hpp", {"oopss/system/planned.hpp"}},
    {"oopss/orbit/turn_run.cpp", {"oopss/system/planned.hpp"}},
};
/// The public face, for other programs: it is in no room, and includes what it offers of each.
const std::string face = "oopss/oopss.hpp";
/// Folders outside the library: they may include any room of it, and these folders.
const std::map<std::string, Rooms> may_use = {{"server", {}}, {"python", {}}, {"cli", {"server"}}};
/// But not these: what lies left of the waist they have from `system`.
const std::map<std::string, Rooms> may_not_use = {{"server", {"mechanics", "linkage"}},
                                                  {"cli", {"mechanics", "linkage"}}};
/// Except what is about numbers that are given, and about no system: the lengths of bars.
const Rooms about_lengths = {"oopss/linkage/classify.hpp", "oopss/linkage/classify_lengths.hpp",
                             "oopss/linkage/classify_loop.hpp", "oopss/linkage/classify_table.hpp",
                             "oopss/linkage/four_bar.hpp"};

/// The parts of a path: "oopss/model/read.hpp" is {"oopss", "model", "read.hpp"}.
std::vector<std::string> parts(const std::string& path) {
  std::vector<std::string> out;
  for (const auto& part : std::filesystem::path(path)) out.push_back(part.string());
  return out;
}

/// First capture of every match, in order.
std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> out;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
    out.push_back((*match)[1]);
  return out;
}

/// What a text includes that is ours: in quotes, or of the library in angle brackets.
std::vector<std::string> own_includes(const std::string& text) {
  static const std::regex include(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*(?:"|<(?=oopss/))([^">]+)[">])re");
  return matches(text, include);
}

/// Why the file at `path` may not include `included`; empty if it may.
std::string objection(const std::string& path, const std::string& included) {
  const std::vector<std::string> from = parts(path), to = parts(included);
  if (waist.contains(path) && !waist.contains(included)) return "the waist knows only the standard library";
  if (to.front() == "tests") return "tests are not for inclusion";
  if (included == face) return "the public face is for other programs";
  if (to.front() == "oopss") {
    if (to.size() != 3 || !knows.contains(to[1])) return "no such room";
    const auto barred = may_not_use.find(from.front());
    if (barred != may_not_use.end() && barred->second.contains(to[1]) && !about_lengths.contains(included))
      return from.front() + " does not know " + to[1];
    if (from.front() != "oopss" || path == face || from[1] == to[1]) return {};
    if (!knows.at(from[1]).contains(to[1])) return from[1] + " does not know " + to[1];
    if (right_of_waist.contains(from[1]) && to[1] == "system" && !waist.contains(included) &&
        !about_systems.contains(to[2]) && !(past_waist.contains(path) && past_waist.at(path).contains(included)))
      return from[1] + " knows of a system what the waist says";
    return {};
  }
  if (from.front() == "oopss") return "own headers are included as oopss/room/file.hpp";
  if (may_use.contains(to.front()) && to.front() != from.front() && !may_use.at(from.front()).contains(to.front()))
    return from.front() + " does not know " + to.front();
  return {};
}

/// What is wrong with one source file of ours.
Problems problems_of(const std::string& path, const std::string& text) {
  Problems out;
  const std::vector<std::string> from = parts(path);
  if (!text.starts_with("// SPDX-License-Identifier: Apache-2.0\n")) out.push_back(path + ": no SPDX line");
  if (path.ends_with(".hpp") && text.find("\n#pragma once\n") == std::string::npos)
    out.push_back(path + ": no #pragma once");
  if (from.front() == "oopss" && path != face && (from.size() != 3 || !knows.contains(from[1]))) {
    out.push_back(path + ": in no room of the table");
  } else if (from.front() == "oopss" || may_use.contains(from.front())) {
    for (const std::string& included : own_includes(text))
      if (const std::string why = objection(path, included); !why.empty())
        out.push_back(path + ": includes " + included + ": " + why);
  }
  return out;
}

/// The rooms that a room's CMakeLists links.
Rooms linked_rooms(const std::string& room, const std::string& cmake) {
  static const std::regex call(R"(target_link_libraries\(([^)]*)\))"), target(R"(\boopss_(\w+))");
  Rooms out;
  for (const std::string& arguments : matches(cmake, call))
    for (const std::string& name : matches(arguments, target)) out.insert(name);
  out.erase(room);
  out.erase("flags");
  return out;
}

/// What is wrong with the links of a room.
Problems link_problems(const std::string& room, const std::string& cmake) {
  Problems out;
  for (const std::string& linked : linked_rooms(room, cmake))
    if (!knows.at(room).contains(linked)) out.push_back(room + ": links " + linked + ", which it does not know");
  return out;
}

/// The text of a file; a file that is missing or empty is an error.
std::string contents(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  if (out.str().empty()) throw std::runtime_error(path.string() + ": missing or empty");
  return out.str();
}

/// Every C++ file of ours but the golden ones, in order; paths from the root, where tests run.
std::vector<std::string> sources() {
  std::vector<std::string> out;
  for (const std::string folder : {"oopss", "cli", "server", "tests", "bench"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string path = entry.path().generic_string();
      if ((path.ends_with(".hpp") || path.ends_with(".cpp")) && !path.starts_with("tests/golden/")) out.push_back(path);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Where in a text the comment or literal that begins at `begin` ends; `begin` itself if none begins there.
std::size_t end_of_aside(const std::string& text, std::size_t begin) {
  const auto past = [&](const std::string& mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string::npos ? text.size() : found + mark.size();
  };
  const char first = text[begin];
  if (text.compare(begin, 2, "//") == 0) return past("\n", begin);
  if (text.compare(begin, 2, "/*") == 0) return past("*/", begin + 2);
  if (text.compare(begin, 2, "R\"") == 0) {
    const std::size_t open = text.find('(', begin);
    return past(")" + text.substr(begin + 2, open - begin - 2) + "\"", open);
  }
  const bool separates_digits = first == '\'' && begin > 0 && std::isalnum(static_cast<unsigned char>(text[begin - 1]));
  if ((first != '"' && first != '\'') || separates_digits) return begin;
  std::size_t end = begin + 1;
  while (end < text.size() && text[end] != first) end += text[end] == '\\' ? 2 : 1;
  return end + 1;
}

/// The lines of code that use `of` or `at` as a name of data, which says nothing; functions may have it.
Problems empty_names(const std::string& text) {
  static const Rooms empty = {"of", "at", "of_", "at_"};
  Problems out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = end_of_aside(text, i);
    if (end == i) {
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
      const std::size_t next = text.find_first_not_of(" \n", end);
      if (empty.contains(text.substr(i, end - i)) && (next == std::string::npos || text[next] != '(')) {
        const std::size_t line = text.rfind('\n', i) + 1;
        out.push_back(text.substr(line, text.find('\n', i) - line));
      }
    }
    i = std::max(end, i + 1);
  }
  return out;
}

const std::string head = "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n";

}  // namespace

TEST_CASE("every file keeps to the one-way order of the rooms") {
  const std::vector<std::string> all = sources();
  REQUIRE(std::count(all.begin(), all.end(), "oopss/scalar/scalar.hpp") == 1);
  for (const std::string& path : all) CHECK(problems_of(path, contents(path)) == Problems{});
}

TEST_CASE("every room that is built links only rooms that it knows, and every folder is a room that is built") {
  Rooms folders, built;
  for (const auto& entry : std::filesystem::directory_iterator("oopss"))
    if (entry.is_directory()) folders.insert(entry.path().filename().string());
  for (const auto& [room, known] : knows)
    if (!to_come.contains(room)) built.insert(room);
  CHECK(folders == built);
  for (const std::string& room : built)
    CHECK(link_problems(room, contents("oopss/" + room + "/CMakeLists.txt")) == Problems{});
}

TEST_CASE("docs/architecture.md has a row for every room that is built, with what it may include") {
  static const std::regex row(R"re(\n\| `(\w+)` \|[^\n|]*\|([^\n|]*)\|)re"), name("`(\\w+)`");
  const std::string page = contents("docs/architecture.md");
  std::map<std::string, Rooms> written, built = knows;
  for (std::sregex_iterator match(page.begin(), page.end(), row), end; match != end; ++match) {
    const std::vector<std::string> names = matches((*match)[2], name);
    if (!may_use.contains((*match)[1])) written[(*match)[1]] = {names.begin(), names.end()};
  }
  for (const std::string& room : to_come) {
    built.erase(room);
    for (auto& [other, known] : built) known.erase(room);
  }
  CHECK(written == built);
}

TEST_CASE("the walk in docs/architecture.md takes fewer than twenty functions, each in the file that it names") {
  static const std::regex step(R"re(\n\d+\. `(\w+(?:::\w+)?)` \(\[([\w./]+)\])re");
  const std::string page = contents("docs/architecture.md"), walk = page.substr(page.find("## One walk"));
  int steps = 0;
  for (std::sregex_iterator match(walk.begin(), walk.end(), step), end; match != end; ++match, ++steps) {
    const std::string defined = "\n *[A-Za-z][^\n;=(]* " + (*match)[1].str() + "\\([^;{]*\\{";
    INFO((*match)[1]);
    CHECK(std::regex_search(contents((*match)[2].str()), std::regex(defined)));
  }
  static const std::regex numbered(R"re(\n(\d+)\. )re");
  CHECK(steps == static_cast<int>(matches(walk, numbered).size()));
  CHECK(steps < 20);
}

TEST_CASE("a file that is missing is not read as an empty one") {
  CHECK_THROWS_WITH(contents("oopss/nowhere/CMakeLists.txt"), Catch::Contains("missing"));
}

TEST_CASE("every file that a comment names is there") {
  const Rooms slashed = {".cpp", ".hpp", ".ts", ".tsx", ".mjs"}, hashed = {".py", ".sh"};  // how comments begin
  Rooms names = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "setup.sh"};              // as a path and alone
  std::vector<std::filesystem::path> texts;
  for (const std::string folder :
       {"oopss", "cli", "server", "tests", "bench", "docs", "examples", "web/src", "web/tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      names.insert({entry.path().generic_string(), entry.path().filename().string()});
      if (slashed.contains(entry.path().extension()) || hashed.contains(entry.path().extension()))
        texts.push_back(entry.path());
    }
  static const std::regex named(R"re(([A-Za-z0-9_./-]*[A-Za-z0-9_]\.(?:md|cpp|hpp|py|sh|ts|tsx|mjs|toml))\b)re"),
      placeholder("([A-Z]{2})");  // NAME.cpp is no name
  Problems missing;
  for (const std::filesystem::path& path : texts) {
    std::istringstream lines(contents(path));
    const char* const begin = slashed.contains(path.extension()) ? "// " : "# ";
    for (std::string line; std::getline(lines, line);)
      if (const std::size_t found = line.find(begin); found != std::string::npos)
        for (const std::string& name : matches(line.substr(found), named))
          if (!names.contains(name) && matches(name, placeholder).empty())
            missing.push_back(path.generic_string() + ": " + name);
  }
  CHECK(missing == Problems{});
}

TEST_CASE("a name of a type is defined in one header: two would be one type to the linker") {
  static const std::regex type(R"re(\n(?:struct|class|enum class|enum) ([A-Z]\w+)(?: final)?(?: :[^{;]*)? \{)re");
  std::map<std::string, std::string> where;
  Problems twice;
  for (const std::string& path : sources()) {
    if (!path.ends_with(".hpp") || path.starts_with("tests")) continue;
    for (const std::string& name : matches(contents(path), type))
      if (const auto [first, fresh] = where.emplace(name, path); !fresh)
        twice.push_back(name + ": " + first->second + " and " + path);
  }
  CHECK(twice == Problems{});
  CHECK(where.contains("Model"));
}

TEST_CASE("no data is called `of` or `at`") {
  Problems found;
  for (const std::string& path : sources())
    for (const std::string& line : empty_names(contents(path))) found.push_back(path + ": " + line);
  CHECK(found == Problems{});
  CHECK(empty_names("int of = 1'000;\nf(at);\nx.of[1];\n  at_ = '\"';\nconst Spot at{};").size() == 5);
  CHECK(empty_names("v.at(1);  // at\n/* of */ g(\"at \\\" of\", 'a', R\"-(of \" at)-\", 1'000, at_slot, of ());")
            .empty());
}

TEST_CASE("every exception of the waist is one that a file needs") {
  for (const auto& [path, past] : past_waist) {
    const std::vector<std::string> included = own_includes(contents(path));
    for (const std::string& header : past) CHECK(std::count(included.begin(), included.end(), header) == 1);
  }
  for (const std::string& header : about_systems) CHECK(std::filesystem::exists("oopss/system/" + header));
}

TEST_CASE("the table of rooms has no cycle") {
  Rooms settled;
  for (std::size_t before = 1; before != settled.size();) {
    before = settled.size();
    for (const auto& [room, known] : knows)
      if (std::includes(settled.begin(), settled.end(), known.begin(), known.end())) settled.insert(room);
  }
  CHECK(settled.size() == knows.size());
}

TEST_CASE("includes of ours are found, whatever their spacing") {
  CHECK(own_includes("#include <vector>\n#include \"oopss/model/read.hpp\"\n  #  include <oopss/scalar/dual.hpp>\n") ==
        Problems{"oopss/model/read.hpp", "oopss/scalar/dual.hpp"});
  CHECK(own_includes("// see #include \"oopss/model/read.hpp\"\n").empty());
}

TEST_CASE("a file that breaks a rule is named") {
  const auto count = [](const std::string& path, const std::string& text) { return problems_of(path, text).size(); };
  CHECK(count("oopss/symbolic/expr.hpp", head + "#include \"oopss/scalar/scalar.hpp\"\n") == 0);
  CHECK(count("oopss/symbolic/expr.hpp", head + "#include \"oopss/symbolic/print.hpp\"\n") == 0);
  CHECK(count("oopss/symbolic/expr.hpp", head + "#include \"oopss/model/model.hpp\"\n") == 1);
  CHECK(count("oopss/scalar/dual.hpp", head + "#include <oopss/system/derive.hpp>\n") == 1);
  CHECK(count("oopss/scalar/dual.hpp", head + "#include \"linear.hpp\"\n") == 1);
  CHECK(count("oopss/scalar/dual.hpp", head + "#include \"oopss/unknown/linear.hpp\"\n") == 1);
  CHECK(count("oopss/system/system.hpp", head + "#include <span>\n") == 0);
  CHECK(count("oopss/system/system.hpp", head + "#include \"oopss/scalar/linear.hpp\"\n") == 1);
  CHECK(count("oopss/system/derive.hpp", head + "#include \"oopss/mechanics/tree.hpp\"\n") == 0);
  CHECK(count("oopss/orbit/orbit.hpp", head + "#include \"oopss/system/system.hpp\"\n") == 0);
  CHECK(count("oopss/orbit/orbit.hpp", head + "#include \"oopss/system/columns.hpp\"\n") == 0);
  CHECK(count("oopss/orbit/orbit.hpp", head + "#include \"oopss/system/tree_spec.hpp\"\n") == 1);
  CHECK(count("oopss/orbit/turn_model.cpp", head + "#include \"oopss/system/derive.hpp\"\n") == 0);
  CHECK(count("oopss/utils/text.hpp", head) == 1);
  CHECK(count("oopss/text.hpp", head) == 1);
  CHECK(count("oopss/oopss.hpp", head + "#include \"oopss/model/read.hpp\"\n#include \"oopss/figure/plot.hpp\"\n") ==
        0);
  CHECK(count("oopss/oopss.hpp", head + "#include \"server/http.hpp\"\n") == 1);
  CHECK(count("oopss/figure/plot.hpp", head + "#include \"oopss/oopss.hpp\"\n") == 1);
  CHECK(count("cli/main.cpp", head + "#include \"oopss/oopss.hpp\"\n") == 1);
  CHECK(count("cli/main.cpp", head + "#include \"oopss/model/read.hpp\"\n#include \"server/http.hpp\"\n") == 0);
  CHECK(count("cli/main.cpp", head + "#include \"tests/scalar/scalars.hpp\"\n") == 1);
  CHECK(count("server/http.cpp", head + "#include \"cli/verbs.hpp\"\n") == 1);
  CHECK(count("server/open.cpp", head + "#include \"oopss/mechanics/tree.hpp\"\n") == 1);
  CHECK(count("cli/check.cpp", head + "#include \"oopss/mechanics/tree.hpp\"\n") == 1);
  CHECK(count("cli/main.hpp", "// SPDX-License-Identifier: Apache-2.0\n") == 1);
  CHECK(count("tests/main.cpp", "#include <catch2/catch.hpp>\n") == 1);
}

TEST_CASE("a link against the order is named") {
  CHECK(link_problems("symbolic", "target_link_libraries(oopss_symbolic PUBLIC oopss_scalar PRIVATE oopss_flags)\n")
            .empty());
  CHECK(link_problems("symbolic", "target_link_libraries(oopss_symbolic PUBLIC\n  oopss_model)\n").size() == 1);
}
