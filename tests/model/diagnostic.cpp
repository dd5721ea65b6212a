// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "oopss/model/diagnostic.hpp"

using namespace oopss;

TEST_CASE("a problem is shown with its line, carets and help") {
  const Source source = {"two-body.toml", "[[body]]\nname = \"panel\"\nmass = 1\ninertia = -2.0\n"};
  CHECK(show(source,
             Diagnostic{{4, 11, 4}, "body 'panel': inertia must not be negative, got -2 kg m^2", "about the centre"}) ==
        "two-body.toml:4:11: error: body 'panel': inertia must not be negative, got -2 kg m^2\n"
        "   4 | inertia = -2.0\n"
        "     |           ^^^^\n"
        "   help: about the centre\n");
}

TEST_CASE("carets stand under tabs, letters beyond ASCII, and the end of a line") {
  CHECK(show({"f", "\ta = 1"}, Diagnostic{{1, 6, 1}, "m"}) == "f:1:6: error: m\n   1 |     a = 1\n     |         ^\n");
  CHECK(show({"f", "é = 1"}, Diagnostic{{1, 6, 1}, "m"}) == "f:1:6: error: m\n   1 | é = 1\n     |     ^\n");
  CHECK(show({"f", "a ="}, Diagnostic{{1, 4, 1}, "m"}) == "f:1:4: error: m\n   1 | a =\n     |    ^\n");
  CHECK(show({"f", ""}, Diagnostic{{1, 1, 1}, "m"}) == "f:1:1: error: m\n   1 | \n     | ^\n");
}

TEST_CASE("a problem without a line shows none, and a warning says so") {
  CHECK(show({"f", "x"}, Diagnostic{{}, "m", "h"}) == "f: error: m\n   help: h\n");
  CHECK(show({"f", "x"}, Diagnostic{{1, 1, 1}, "m", "", Diagnostic::Severity::warning}) ==
        "f:1:1: warning: m\n   1 | x\n     | ^\n");
}

TEST_CASE("a long line is cut around the place") {
  const std::string shown =
      show({"f", std::string(500, 'a') + "!" + std::string(500, 'b')}, Diagnostic{{1, 501, 1}, "m"});
  CHECK(shown.size() < 400);
  const auto bang = shown.find('!'), caret = shown.find('^');
  const auto line = [&](std::size_t offset) { return offset - shown.rfind('\n', offset); };
  CHECK(line(bang) == line(caret));
}

TEST_CASE("control characters of a file never reach the terminal") {
  const std::string shown = show({"f", "a\x1b[31m"}, Diagnostic{{1, 2, 1}, quoted("x\x1b[0m\n")});
  CHECK(shown.find('\x1b') == std::string::npos);
}

TEST_CASE("the nearest word is at most a third of the letters away") {
  const std::vector<std::string_view> words = {"mass", "inertia", "name", "centre", "deg"};
  CHECK(nearest("mas", words) == "mass");
  CHECK(nearest("dge", words) == "deg");
  CHECK(nearest("intertia", words) == "inertia");
  CHECK(nearest("center", words) == "centre");
  CHECK(nearest("MASS", words) == "mass");
  CHECK(nearest("colour", words).empty());
  CHECK(nearest("", words).empty());
  CHECK(nearest(std::string(1000, 'm'), words).empty());
}
