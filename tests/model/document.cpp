// SPDX-License-Identifier: Apache-2.0
// A document with another value in it: the same as reading the edited text, without reading it.
#include "oopss/model/document.hpp"

#include <catch2/catch.hpp>

#include "oopss/model/edit.hpp"
#include "oopss/model/examples.hpp"

using namespace oopss;

namespace {

bool same(const Place& a, const Place& b) {
  return a.line == b.line && a.column == b.column && a.length == b.length && a.source == b.source;
}

bool same(const TomlTable& a, const TomlTable& b);

bool same(const TomlValue& a, const TomlValue& b) {
  bool good = a.kind == b.kind && a.verbatim == b.verbatim && a.boolean == b.boolean && same(a.place, b.place) &&
              a.text == b.text && a.items.size() == b.items.size() && same(a.table, b.table);
  for (std::size_t i = 0; good && i < a.items.size(); ++i) good = same(a.items[i], b.items[i]);
  return good;
}

bool same(const TomlTable& a, const TomlTable& b) {
  bool good = a.origin == b.origin && a.damaged == b.damaged && a.entries().size() == b.entries().size();
  for (std::size_t i = 0; good && i < a.entries().size(); ++i) {
    const TomlEntry &one = a.entries()[i], &other = b.entries()[i];
    good = one.key == other.key && same(one.place, other.place) && same(one.value, other.value);
  }
  return good;
}

}  // namespace

TEST_CASE("a value put in the place of another gives the document of the text that the edit writes, place by place") {
  const std::string text = R"([model]
format = 1
[parameters]
l = 1.0
wide = { value = 2, min = 1, max = 1e9, label = "w" }  # one line
[[body]]
name = "a"
mass = 'l + 1' # kg
inertia = 2
outline = [[1, 2], [3, 4],
           [5, 6]]
[[body]]
name = "b"
mass = 1
inertia = 1
[[joint]]
name = "j"
between = ["a", "b"]
at = [[1, 0], ["wide", 0.5]]
torque = [{ law = "pd", kp = 1, kd = 0.25 }, { law = "sine", kp = 2 }]
[start]
angles = { j = 0.5 }
)";
  const Document document = parse_document({"model", text});
  for (const std::string path :
       {"l", "wide", "body.a.mass", "body.b.inertia", "joint.j.at.a.x", "joint.j.at.a.y", "joint.j.at.b.x",
        "joint.j.at.b.y", "joint.j.torque.1.kp", "joint.j.torque.1.kd", "joint.j.torque.2.kp", "start.angles.j"})
    for (const std::string value : {"3", "1.0625e1", "2*3.5", "'7 + 1'", "\"8\"", "123456789.125"}) {
      INFO(path << " = " << value);
      const long before = documents_parsed();
      const std::optional<Document> changed = with_value(document, path, value);
      CHECK(documents_parsed() == before);
      REQUIRE(changed);
      CHECK(changed->source.text == with_setting(text, path, value));
      CHECK(same(changed->root, parse_document(changed->source).root));
    }
}

TEST_CASE("what is more than one value in the place of another is left to the edit of the text") {
  const Document document = parse_document({"model", std::string(examples()[0].text)});
  for (const auto& [path, value] :
       std::vector<std::pair<std::string, std::string>>{{"run.tolerance", "1e-9"},          // a new key
                                                        {"start.angles", "{ elbow = 1 }"},  // a table
                                                        {"body.hub.mass", "\"4\" # kg"},    // a comment comes with it
                                                        {"body.hub.mass", "a\"b"},          // an escape
                                                        {"body.foot.mass", "1"},            // there is none
                                                        {"mass", "1"}})
    CHECK_FALSE(with_value(document, path, value));
  CHECK_FALSE(with_value(parse_document({"model", "a = \nb = 1\n"}), "run.until", "1"));
}
