// SPDX-License-Identifier: Apache-2.0
// Edits of a model text: they mean what --set means, and leave the rest of the text alone.
#include "oopss/model/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "oopss/model/examples.hpp"
#include "oopss/model/laws.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"

using namespace oopss;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == '\n')
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

/// Paths of numbers that stand in the text of a model.
std::vector<std::string> number_paths(const Model& model) {
  std::vector<std::string> out;
  for (const Parameter& one : model.parameters) out.push_back(one.name.value);
  for (const Body& body : model.bodies)
    out.insert(out.end(), {"body." + body.name.value + ".mass", "body." + body.name.value + ".inertia"});
  for (const Joint& joint : model.joints) {
    const std::string prefix = "joint." + joint.name.value + ".at.";
    out.insert(out.end(), {prefix + joint.first.value + ".x", prefix + joint.second.value + ".y"});
  }
  for (const Named& one : model.start.angles) out.push_back("start.angles." + one.name.value);
  if (!model.start.momentum.empty()) out.push_back("start.momentum");
  out.push_back("run.until");
  return out;
}

bool is_legal(const std::string& text, const Settings& settings) {
  try {
    read_model({"", text}, settings);
  } catch (const ModelError&) {
    return false;
  }
  return true;
}

bool reads_as(const std::string& text, const std::string& original, const Settings& settings) {
  return write_model(read_model({"", text})) == write_model(read_model({"", original}, settings));
}

}  // namespace

TEST_CASE("a number set in the text of an example changes one line, keeps its comment, and reads as --set does") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(0.6, 1.4);
  int done = 0;
  for (const Example& example : examples()) {
    std::string text(example.text);
    const Model model = read_model({"", text});
    if (!is_planar(model)) continue;
    const std::vector<std::string> paths = number_paths(model);
    const std::size_t stride = paths.size() > 60 ? 7 : 1;  // of many numbers some
    for (std::size_t k = 0; k < paths.size(); k += stride) {
      const std::string& path = paths[k];
      for (const std::string& to :
           {fmt::format("{}", value(random)), std::string("8e-1"), fmt::format("{:.2f} * 2 / 2", value(random))}) {
        INFO(example.name << " " << path << " = " << to);
        if (!is_legal(text, {{path, to}})) continue;  // out of a parameter's range
        ++done;
        const std::string after = with_setting(text, path, to);
        CHECK(reads_as(after, text, {{path, to}}));
        const std::vector<std::string> old_lines = lines_of(text), new_lines = lines_of(after);
        REQUIRE(old_lines.size() == new_lines.size());
        int changed = 0;
        for (std::size_t i = 0; i < old_lines.size(); ++i) {
          if (old_lines[i] == new_lines[i]) continue;
          ++changed;
          const std::size_t comment = old_lines[i].find('#');
          if (comment != std::string::npos) CHECK(new_lines[i].ends_with(old_lines[i].substr(comment)));
        }
        CHECK(changed <= 1);
        text = after;  // edits follow each other
      }
    }
  }
  CHECK(done > 200);
}

TEST_CASE("a key that is not there is put into its table") {
  const std::string two(examples()[0].text);
  for (const auto& [path, value] : Settings{{"run.tolerance", ""},
                                            {"start.direction", "{ elbow = -1 }"},
                                            {"body.arm.label", "the arm"},
                                            {"body.arm.centre", "[0.1, 0]"}}) {
    if (value.empty()) continue;
    INFO(path);
    const std::string after = with_setting(two, path, value);
    CHECK(reads_as(after, two, {{path, value}}));
    CHECK(lines_of(after).size() == lines_of(two).size() + 1);
    CHECK(std::count(after.begin(), after.end(), '#') == std::count(two.begin(), two.end(), '#'));
  }
  const std::string spring = with_torque(two, "elbow", "{ law = \"sine\", kp = 50 }");
  const std::string damped = with_setting(spring, "joint.elbow.torque.kd", "3");
  CHECK(damped.find("torque  = { law = \"sine\", kp = 50, kd = 3 }\n") != std::string::npos);
  CHECK(with_torque(damped, "elbow", "") == two);
}

TEST_CASE("[start] and [run] get exactly the keys asked for, in place where they were") {
  const std::string two(examples()[0].text);
  const std::string after =
      with_table(two, "start", {{"angles", "{ elbow = 1 }"}, {"rates", "{ elbow = 0.5 }"}, {"momentum", "3"}});
  CHECK(after.find("angles   = { elbow = 1 }     # rad: the arm's angle minus the hub's\n") != std::string::npos);
  CHECK(after.find("momentum = 3                # kg m^2/s, kept for ever") != std::string::npos);
  CHECK(after.find("energy   =") == std::string::npos);
  CHECK(read_model({"", after}).start.form == StartForm::rates);
  const std::string bare = "[model]\nformat = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1";
  CHECK(with_table(bare, "run", {{"until", "3"}}) == bare + "\n\n[run]\nuntil = 3\n");
  CHECK(with_setting(bare, "start.momentum", "2") == bare + "\n\n[start]\nmomentum = 2\n");
}

TEST_CASE("odd layouts are written anew rather than spoilt") {
  const std::string head = "[model]\nformat = 1\nspace = \"plane\"\n";
  const std::string odd[] = {
      "body = [{ name = \"a\", mass = 1, inertia = 2 }]\nrun.until = 4\n" + head,
      head +
          "[[body]]\nname = \"a\"\nmass = 1\ninertia = 2\n[run]\nuntil = 4 # s\n[start]\nspin = { a = 1 }\nabsolute.a "
          "= 2\n",
      "\xEF\xBB\xBF" + head + "[[body]]\r\nname = \"a\"\r\nmass = 1 # kg\r\ninertia = 2\r\n",
      head + "[[body]]\nname = \"a\"\nmass = \"\"\"1\n\"\"\"\ninertia = 2\n",
      head + "[[body]]\nname = \"a\"\nmass = 1\ninertia = 2\noutline = [[0, 0], # a corner\n  [1, 0],\n  [0, 1]]\n",
  };
  for (const std::string& text : odd) {
    INFO(text);
    for (const auto& [path, value] : Settings{{"body.a.mass", "3"}, {"run.until", "7"}, {"run.every", "0.5"}})
      CHECK(reads_as(with_setting(text, path, value), text, {{path, value}}));
    const Model changed = read_model({"", with_table(text, "run", {{"until", "9"}})});
    CHECK(changed.run.until.value == 9);
    CHECK(!changed.run.every);
  }
}

TEST_CASE("an edit that cannot be done is a problem with its words") {
  const std::string two(examples()[0].text);
  CHECK_THROWS_WITH(with_setting(two, "body.amr.mass", "1"), Catch::Contains("did you mean 'arm'?"));
  CHECK_THROWS_AS(with_setting(two, "body.arm.mass", "-1"), ModelError);
  CHECK_THROWS_AS(with_torque(two, "ebow", "{ law = \"sine\" }"), ModelError);
  CHECK_THROWS_AS(with_torque(two, "ebow", ""), ModelError);
  CHECK_THROWS_AS(with_table(two, "start", {{"momentum", "\"x\""}}), ModelError);
}
