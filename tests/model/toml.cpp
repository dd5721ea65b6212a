// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/model/toml.hpp"

using namespace oopss;
using Kind = TomlValue::Kind;

namespace {

TomlTable good(const std::string& text) {
  Problems problems;
  TomlTable table = parse_toml(text, problems);
  INFO(show({"text", text}, problems.all));
  CHECK(problems.all.empty());
  return table;
}

std::vector<Diagnostic> bad(const std::string& text) {
  Problems problems;
  parse_toml(text, problems);
  INFO(text);
  CHECK(!problems.all.empty());
  return problems.all;
}

}  // namespace

TEST_CASE("a value keeps its place and a number its decimal") {
  const TomlTable root = good("a = 1_000\n  b = +2.50e-3 # note\n[t]\nx = \"two words\"\n");
  CHECK(root.find("a")->text == "1000");
  CHECK(root.find("b")->text == "2.50e-3");
  CHECK(root.find("b")->kind == Kind::floating);
  CHECK(root.find("b")->place.line == 2);
  CHECK(root.find("b")->place.column == 7);
  CHECK(root.find("b")->place.length == 8);
  const TomlValue* x = root.find("t")->table.find("x");
  CHECK(x->text == "two words");
  CHECK(x->verbatim);
  CHECK(x->place.line == 4);
}

TEST_CASE("strings of all four kinds") {
  const TomlTable root = good(
      "a = \"t\\t q\\\" u\\u00e9 \\U0001F600\"\nb = 'no \\escape'\nc = \"\"\"\nline\n  two \\\n     joined \"\" "
      "end\"\"\"\"\"\nd = "
      "'''x\r\ny'''\n");
  CHECK(root.find("a")->text == "t\t q\" u\xC3\xA9 \xF0\x9F\x98\x80");
  CHECK(root.find("b")->text == "no \\escape");
  CHECK(root.find("c")->text == "line\n  two joined \"\" end\"\"");
  CHECK(root.find("d")->text == "x\ny");
}

TEST_CASE("a backslash at a line's end joins lines in a multi-line string only") {
  for (const std::string& end : {std::string("\n"), std::string("\r\n")}) {
    const std::vector<Diagnostic> problems = bad("a = \"b\\" + end + "c = 1" + end);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].message.find("not closed") != std::string::npos);
    CHECK(problems[0].place.line == 1);
    CHECK(problems[0].place.column == 5);
    CHECK(good("a = \"\"\"b\\" + end + "  c\"\"\"" + end).find("a")->text == "bc");
  }
}

TEST_CASE("tables, arrays of tables, inline tables and dotted keys nest") {
  const TomlTable root =
      good("[a.b]\nx = 1\n[a]\ny = { p.q = 2, 'r s' = [1, [2, 3],\n ] }\n[[c]]\n[[c]]\n[c.d]\nz = true\n");
  const TomlTable& a = root.find("a")->table;
  CHECK(a.find("b")->table.find("x")->text == "1");
  CHECK(a.find("y")->table.find("p")->table.find("q")->text == "2");
  CHECK(a.find("y")->table.find("r s")->items[1].items[1].text == "3");
  REQUIRE(root.find("c")->items.size() == 2);
  CHECK(root.find("c")->items[1].table.find("d")->table.find("z")->boolean);
}

TEST_CASE("what is defined twice is refused") {
  for (const char* text : {"a = 1\na = 2", "[a]\n[a]", "a = 1\n[a]", "[a]\n[[a]]", "[[a]]\n[a]", "a = []\n[[a]]",
                           "a = {}\n[a.b]", "a.b = 1\na.b = 2", "a.b = 1\n[a]", "[a.b]\n[a]\nb.c = 1",
                           "a = { b = 1, b = 2 }", "a = { b.c = 1, b = 2 }", "a = 1\na.b = 2"}) {
    INFO(text);
    CHECK(bad(text).size() == 1);
  }
}

TEST_CASE("after a syntax error the reading goes on at the next line") {
  const auto problems = bad("a = \nb = 1\nc 2\nd = [1, 2\ne = 5\n= 3\nf = \"x\n[g\nh = 1\n[i]\nj = 0x1\n");
  std::vector<int> lines;
  for (const Diagnostic& problem : problems) lines.push_back(problem.place.line);
  CHECK(lines == std::vector<int>{1, 3, 4, 6, 7, 8, 11});
}

TEST_CASE("one mistake in a long array is one problem") {
  CHECK(bad("a = [\n [1, 2] [3, 4],\n [5, 6],\n [7, 8]\n]\nb = 1\n").size() == 1);
  CHECK(bad("t = { a = 1,\n  b = 2,\n  c = 3 }\nb = 1\n").size() == 1);
  CHECK(bad("a = 1\na = [\n 1,\n 2]\n").size() == 1);
  CHECK(bad("a = \"\"\"\n[x\n y\n").size() == 1);
}

TEST_CASE("nesting, length and number of values are limited") {
  const std::string deep(100'000, '[');
  CHECK_THAT(bad("a = " + deep)[0].message, Catch::Contains("64 levels"));
  std::string keys = "a", braces;
  for (int i = 0; i < 1000; ++i) keys += ".a", braces += "{a=";
  CHECK_THAT(bad(keys + " = 1")[0].message, Catch::Contains("64 levels"));
  CHECK_THAT(bad("[" + keys + "]")[0].message, Catch::Contains("64 levels"));
  CHECK_THAT(bad("a = " + braces)[0].message, Catch::Contains("64 levels"));
  CHECK_THAT(bad(std::string(5 << 20, '#'))[0].message, Catch::Contains("4 MiB"));
  std::string many = "a = [";
  for (int i = 0; i < 600'000; ++i) many += "0,";
  CHECK_THAT(bad(many + "]")[0].message, Catch::Contains("500000 values"));
}

TEST_CASE("characters that cannot stand in a text are reported once per line") {
  CHECK(bad("a = 1 # \x01 \x02\n").size() == 1);
  CHECK_THAT(bad("a = 'caf\xE9'")[0].message, Catch::Contains("0xE9"));
  CHECK(bad("a = 1\rb = 2")[0].place.column == 6);
  CHECK(bad(std::string("a = 1 # \0", 9)).size() == 1);
  for (const char* surrogate_or_overlong : {"# \xED\xA0\x80", "# \xC0\x80", "# \xF5\x80\x80\x80", "# \xE0\x80\x80"})
    CHECK(bad(surrogate_or_overlong).size() == 1);
}

TEST_CASE("a hundred thousand problems are cut, quickly") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "=\n";
  const auto problems = bad(text);
  CHECK(problems.size() <= 2000);
  CHECK_THAT(show({"f", text}, problems), Catch::EndsWith("more problems\n"));
}

TEST_CASE("many keys in one table are found without delay") {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "k" + std::to_string(i) + " = 1\n";
  const TomlTable root = good(text);
  CHECK(root.find("k49999")->place.line == 50'000);
  CHECK(root.find("k50000") == nullptr);
}
