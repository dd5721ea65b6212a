// SPDX-License-Identifier: Apache-2.0
// [chain]: what it stands for, what is wrong with one, how it is set, edited and written.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/model/build.hpp"
#include "oopss/model/document.hpp"
#include "oopss/model/edit.hpp"
#include "oopss/model/write.hpp"
#include "tests/model/refusal.hpp"

using namespace oopss;

namespace {

const std::string head = "[model]\nformat = 1\n";

Model chain_model(const std::string& keys, const Settings& settings = {}) {
  return read_model({"f", head + "[parameters]\nq = 2\n[chain]\n" + keys}, settings);
}

double x(const std::vector<Number>& place) { return place[0].value; }

/// The first word after `help: set`.
std::string path_instead(const std::string& text, const std::string& path) {
  const std::string words = error_of(text, {{path, "1"}});
  const std::size_t from = words.find("help: set ");
  return from == std::string::npos ? words : words.substr(from + 10, words.find('\n', from) - from - 10);
}

}  // namespace

TEST_CASE("a chain of beads is rods that carry the bead at their far end, the first one both of its beads") {
  const Model model = chain_model("masses = [1, \"q\", 4, 0.5]\nlengths = [\"q/4\", 2, 3]\n");
  REQUIRE(model.bodies.size() == 3);
  REQUIRE(model.joints.size() == 2);
  CHECK(model.bodies[2].name.value == "rod2");
  CHECK(model.joints[0].name.value == "joint1");
  CHECK(model.joints[1].first_body == 1);
  CHECK(model.joints[1].second_body == 2);
  CHECK(model.bodies[0].mass.value == 3);
  CHECK(model.bodies[0].inertia[0].value == Approx(0.25 * 1 * 2 / 3.0));
  CHECK(from_centre(model.bodies[0], model.joints[0].at_first, 0) == Approx(0.5 * 1 / 3.0));
  CHECK(model.bodies[1].mass.value == 4);
  CHECK(model.bodies[1].mass.expression.text == "4");  // as it was written
  CHECK(is_structural_zero(model.bodies[2].inertia[0]));
  CHECK(is_structural_zero(model.joints[1].at_first[0]));
  CHECK(x(model.joints[0].at_second) == -2);
  CHECK(x(model.joints[1].at_second) == -3);
  REQUIRE(model.chain);
  CHECK(model.chain->masses[1].value == 2);
  CHECK(model.chain->lengths.size() == 3);
}

TEST_CASE("a chain of uniform rods has their inertia, and its torque at every joint") {
  const Model model = chain_model(
      "links = 3\nlength = 2\nmass = \"q+1\"\nrods = \"uniform\"\ntorque = [{ law = \"sine\", kp = \"q\" }, { law = "
      "\"pd\", kd = 3 }]\n");
  REQUIRE(model.bodies.size() == 3);
  for (const Body& body : model.bodies) {
    CHECK(body.mass.value == 3);
    CHECK(body.inertia[0].value == 1);
  }
  for (const Joint& joint : model.joints) {
    CHECK(x(joint.at_first) == 1);
    CHECK(x(joint.at_second) == -1);
    REQUIRE(joint.laws.size() == 2);
    CHECK(joint.laws[0].kp.value == 2);
    CHECK(joint.laws[1].kd.value == 3);
  }
  CHECK(chain_model("links = 1\n").bodies[0].inertia[0].value == 0.5);  // mass and length are 1
  CHECK(chain_model("masses = [1, 1, 1]\n").bodies.size() == 2);
  CHECK(chain_model("masses = [1, 1, 1]\nrods = \"uniform\"\n").bodies.size() == 3);
}

TEST_CASE("points lie on the rods of a chain and the start names its joints") {
  const Model model = chain_model(
      "links = 3\n[[point]]\nname = \"tip\"\non = \"rod2\"\nat = [0, 0]\n[start]\nangles = { joint2 = 0.5 }\nmomenta = "
      "{ rod1 = "
      "1 }\n");
  CHECK(model.points[0].body == 2);
  CHECK(model.start.angles[0].name.value == "joint2");
  CHECK_THAT(error_of(head + "[chain]\nlinks = 3\n[start]\nangles = { joint3 = 1 }\n"),
             Catch::Contains("there is no joint 'joint3'"));
}

TEST_CASE("numbers of a chain are set by their paths, beads and rods counted from 0") {
  const std::string listed = "masses = [1, 1, 1, 1]\nlengths = [1, 1, 1]\ntorque = { law = \"sine\", kp = 1 }\n";
  CHECK(chain_model(listed, {{"chain.masses.2", "0.5"}}).bodies[1].mass.value == 0.5);
  CHECK(x(chain_model(listed, {{"chain.lengths.1", "q"}}).joints[0].at_second) == -2);
  CHECK(chain_model(listed, {{"chain.torque.kp", "7"}}).joints[1].laws[0].kp.value == 7);
  const std::string equal = "links = 3\n";
  CHECK(chain_model(equal, {{"chain.mass", "2"}}).bodies[1].mass.value == 2);
  CHECK(x(chain_model(equal, {{"chain.length", "3"}}).joints[0].at_second) == -3);
  CHECK(chain_model(equal, {{"chain.links", "12"}}).bodies.size() == 12);
  CHECK(chain_model(equal, {{"chain.masses", "[1, 2, 3, 4]"}}).bodies[2].mass.value == 4);
  CHECK_THAT(error_of(head + "[chain]\n" + listed, {{"chain.masses.4", "1"}}), Catch::Contains("0 to 3"));
  CHECK_THAT(error_of(head + "[chain]\n" + equal, {{"chain.masses.1", "1"}}), Catch::Contains("chain.mass"));
  CHECK_THAT(error_of(head + "[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\n", {{"chain.links", "2"}}),
             Catch::Contains("there is no [chain] in this model"));
}

TEST_CASE("a number of a body or a joint that is made of a chain is refused with the path to set instead") {
  const std::string listed = head + "[chain]\nmasses = [1, 1, 1, 1]\nlengths = [1, 1, 1]\n",
                    equal = head + "[chain]\nlinks = 3\n",
                    uniform = head + "[chain]\nrods = \"uniform\"\nmasses = [1, 1, 1]\n";
  CHECK(path_instead(listed, "body.rod2.mass") == "chain.masses.3");
  CHECK(path_instead(listed, "body.rod0.mass") == "chain.masses.0 or chain.masses.1");
  CHECK(path_instead(listed, "joint.joint2.at.rod2.x") == "chain.lengths.2");
  CHECK(path_instead(listed, "joint.joint1.torque.kp") == "chain.torque.kp");
  CHECK(path_instead(equal, "body.rod2.mass") == "chain.mass");
  CHECK(path_instead(equal, "joint.joint1.at.rod0.x") == "chain.length");
  CHECK(path_instead(uniform, "body.rod2.mass") == "chain.masses.2");
}

TEST_CASE("a model with a chain is written with it, and reads back as the same bodies to the bit") {
  for (const std::string keys :
       {"links = 4\n", "masses = [1, \"q/3\", 3]\nlength = \"sqrt(q)\"\n", "lengths = [1, 2.5]\nrods = \"uniform\"\n",
        "links = 2\nmass = 0.1\ntorque = [{ law = \"sine\", kp = \"q\" }, { law = \"pd\", kd = 1 }]\n"}) {
    INFO(keys);
    const Model model = chain_model(keys);
    const std::string written = write_model(model);
    CHECK_THAT(written, Catch::Contains("\n[chain]\n") && !Catch::Contains("[[body]]"));
    const Model again = read_model({"", written});
    CHECK(write_model(again) == written);
    REQUIRE(again.bodies.size() == model.bodies.size());
    for (std::size_t j = 0; j < model.bodies.size(); ++j) {
      CHECK(again.bodies[j].mass.value == model.bodies[j].mass.value);
      CHECK(again.bodies[j].inertia[0].value == model.bodies[j].inertia[0].value);
    }
    CHECK(again.joints[0].laws.size() == model.joints[0].laws.size());
  }
}

TEST_CASE("edits of a chain change one line of its text, and read as the settings do") {
  const std::string text = load_model("rods").source.text;
  for (const auto& [path, value] :
       Settings{{"chain.masses.2", "0.5"}, {"chain.lengths.0", "0.75"}, {"chain.torque.kp", "3"}}) {
    INFO(path);
    const std::string after = with_setting(text, path, value);
    CHECK(write_model(read_model({"", after})) == write_model(read_model({"", text}, {{path, value}})));
    CHECK(std::count(after.begin(), after.end(), '\n') == std::count(text.begin(), text.end(), '\n'));
    CHECK(std::count(after.begin(), after.end(), '#') == std::count(text.begin(), text.end(), '#'));
    const std::optional<Document> changed = with_value(parse_document({"model", text}), path, value);
    REQUIRE(changed);
    CHECK(changed->source.text == after);
  }
  const std::string free = with_torque(text, "joint2", "");
  CHECK(free.find("torque") == std::string::npos);
  CHECK(
      with_torque(free, "joint3", "{ law = \"sine\", kp = \"k\" }").find("torque  = { law = \"sine\", kp = \"k\" }") !=
      std::string::npos);
  CHECK_THROWS_AS(with_torque(text, "joint9", ""), ModelError);
}

TEST_CASE("a chain from code is made into bodies, and a chain whose bodies were changed is one no more") {
  Model model;
  model.chain = Chain{{number(1), number(2), number(3)}, {number(1), number(0.5)}, false, false, false, {}, {}};
  const Model made = checked(model);
  REQUIRE(made.bodies.size() == 2);
  CHECK(made.bodies[0].mass.value == 3);
  CHECK(made.bodies[1].mass.value == 3);
  CHECK(made.chain);
  Model changed = made;
  changed.joints[0].laws = {sine_law(2)};
  changed.checked = false;
  changed = checked(changed);
  CHECK(!changed.chain);
  CHECK(changed.joints[0].laws.size() == 1);
  CHECK_THAT(write_model(changed), Catch::Contains("[[body]]"));
  model.chain->masses.pop_back();
  CHECK_THROWS_WITH(checked(model), Catch::Contains("chain: masses must have 3 entries, got 2"));
}
