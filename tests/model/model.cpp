// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "oopss/model/edit.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"
#include "tests/model/refusal.hpp"

using namespace oopss;

namespace {

const std::string two_bodies = R"([model]
format = 1
[parameters]
l = 1.5
rho = { value = 2.0, min = 0.5, max = 8.0, unit = "kg/m", label = "line density" }
[[body]]
name = "hub"
mass = 4
inertia = 50.0
[[body]]
name = "arm"
mass = "rho*l"
inertia = "rho*l^3/12"
[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[5.0, 0.0], ["-l/2", 0.0]]
torque = { law = "sine", kp = 50.0, kd = 10.0, bias = "90 deg" }
[start]
angles = { elbow = 0.5 }
momentum = 50.0
energy = 15.0
)";

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string warnings_of(const Model& model) { return show(model.source, model.warnings, model.settings); }

}  // namespace

TEST_CASE("the built-in models are read without a warning, in a fixed order") {
  std::vector<std::string_view> names;
  for (const Example& example : examples()) {
    names.push_back(example.name);
    const Model model = load_model(std::string(example.name));
    CHECK(warnings_of(model) == "");
    CHECK(model.joints.size() + 1 >= model.bodies.size());
    CHECK(!model.name.empty());
    CHECK_THAT(model.run.method->value, Catch::StartsWith(is_planar(model)    ? "gauss4"
                                                          : has_motion(model) ? "taylor"
                                                                              : "veselov"));
    CHECK(example.text == file_text("examples/" + std::string(example.name) + ".toml"));
  }
  CHECK(names == std::vector<std::string_view>{
                     "two-body",     "three-body",   "three-body-special", "chain",        "beads",
                     "rods",         "tree",         "space-telescope",    "planar-cat",   "tangle",
                     "forced-pair",  "four-bar",     "four-bar-rocker",    "change-point", "parallelogram",
                     "five-bar",     "watt",         "two-loop",           "scissor",      "rigid-body",
                     "spatial-pair", "spatial-tree", "satellite",          "falling-cat"});
}

TEST_CASE("two-body has the augmented inertias 105.55… and 70") {
  const Model model = load_model("two-body");
  const double m1 = model.bodies[0].mass.value, m2 = model.bodies[1].mass.value, reduced = m1 * m2 / (m1 + m2);
  const double d1 = model.joints[0].at_first[0].value, d2 = model.joints[0].at_second[0].value;
  CHECK(model.bodies[0].inertia[0].value + reduced * d1 * d1 == Approx(950.0 / 9));
  CHECK(model.bodies[1].inertia[0].value + reduced * d2 * d2 == Approx(70));
  CHECK(model.start.form == StartForm::energy);
}

TEST_CASE("numbers, expressions and names become a model") {
  const Model model = read_model({"f", two_bodies});
  CHECK(is_planar(model));
  CHECK(model.bodies[0].mass.expression.text == "4");
  CHECK(model.bodies[1].mass.value == 3);
  CHECK(model.bodies[1].inertia[0].value == Approx(2 * 1.5 * 1.5 * 1.5 / 12));
  CHECK(model.parameters[1].max->value == 8);
  CHECK(model.parameters[1].unit == "kg/m");
  const Joint& elbow = model.joints[0];
  CHECK(elbow.first_body == 0);
  CHECK(elbow.second_body == 1);
  CHECK(elbow.at_second[0].value == -0.75);
  CHECK(is_structural_zero(elbow.at_first[1]));
  CHECK(!is_structural_zero(elbow.at_first[0]));
  CHECK(elbow.laws[0].bias.value == Approx(std::acos(0.0)));
  CHECK(model.start.momentum[0].value == 50);
  CHECK(model.run.until.value == 10);
}

TEST_CASE("every bad model is answered with exactly the expected text") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/bad_models")) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != ".toml") continue;
    INFO(path);
    std::filesystem::path expected = path;
    CHECK(error_of(file_text(path), {}, path.filename().string()) ==
          file_text(expected.replace_extension(".expected")));
    ++count;
  }
  CHECK(count >= 40);
}

TEST_CASE("a model that is written reads back as the same model") {
  std::vector<Model> models = {read_model({"f", two_bodies}),
                               read_model({"f", file_text("tests/golden/everything_space.toml")}),
                               read_model({"f", file_text("tests/golden/everything_plane.toml")})};
  for (const Example& example : examples()) models.push_back(load_model(std::string(example.name)));
  for (const Model& model : models) {
    const std::string text = write_model(model);
    INFO(text);
    const Model again = read_model({"again", text});
    CHECK(write_model(again) == text);
    REQUIRE(again.bodies.size() == model.bodies.size());
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      CHECK(again.bodies[i].name.value == model.bodies[i].name.value);
      CHECK(again.bodies[i].mass.value == model.bodies[i].mass.value);
      CHECK(again.bodies[i].mass.expression.text == model.bodies[i].mass.expression.text);
      CHECK(again.bodies[i].outline.size() == model.bodies[i].outline.size());
      CHECK(again.bodies[i].box.size() == model.bodies[i].box.size());
    }
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      CHECK(again.joints[i].laws.size() == model.joints[i].laws.size());
      REQUIRE(again.joints[i].motion.has_value() == model.joints[i].motion.has_value());
      if (model.joints[i].motion)
        CHECK(again.joints[i].motion->expression.text == model.joints[i].motion->expression.text);
    }
    CHECK(again.start.form == model.start.form);
    CHECK(again.description == model.description);
  }
}

TEST_CASE("settings change numbers before expressions are evaluated") {
  const Model model = read_model({"f", two_bodies}, {{"l", "3"},
                                                     {"body.hub.mass", "2*l"},
                                                     {"joint.elbow.torque.kd", "7"},
                                                     {"joint.elbow.at.arm.x", "-l/3"},
                                                     {"joint.elbow.at.1.y", "0.25"},
                                                     {"start.angles.elbow", "90deg"},
                                                     {"start.momentum", "12"},
                                                     {"run.until", "-5"},
                                                     {"run.method", "gauss6"},
                                                     {"body.arm.label", "\"the arm\""}});
  CHECK(model.bodies[0].mass.value == 6);
  CHECK(model.bodies[1].mass.value == 6);
  CHECK(model.joints[0].laws[0].kd.value == 7);
  CHECK(model.joints[0].at_second[0].value == -1);
  CHECK(model.joints[0].at_first[1].value == 0.25);
  CHECK(model.start.angles[0].value[0].value == Approx(std::acos(0.0)));
  CHECK(model.run.until.value == -5);
  CHECK(model.run.method->value == "gauss6");
  CHECK(model.bodies[1].label == "the arm");
  CHECK(read_model({"f", two_bodies}, {{"rho", "4"}}).parameters[1].value.value == 4);
}

TEST_CASE("settings reach the arrays of ball laws, whole or one entry of the diagonal, and edits keep the layout") {
  const std::string text = file_text("tests/golden/everything_space.toml");
  const Model model = read_model({"f", text}, {{"joint.shoulder.torque.1.kp", "7"},
                                               {"joint.shoulder.torque.2.kd.x.x", "9"},
                                               {"joint.shoulder.torque.2.kd.3.3", "8"},
                                               {"joint.shoulder.torque.3.kp", "[[1,0,0],[0,2,0],[0,0,3]]"},
                                               {"joint.shoulder.torque.3.kd", "[[4, 0, 0], [0, 0, 0], [0, 0, 0]]"}});
  const std::vector<Law>& laws = model.joints[0].laws;
  CHECK(laws[0].kp.value == 7);
  CHECK(laws[1].kd_matrix[0].value == 9);
  CHECK(laws[1].kd_matrix[1].value == 0.5);
  CHECK(laws[1].kd_matrix[8].value == 8);
  CHECK(laws[2].kp_matrix[8].value == 3);
  CHECK(laws[2].kd_matrix[0].value == 4);
  CHECK_THAT(error_of(text, {{"joint.shoulder.torque.2.kd.x.y", "0.75"}}),
             Catch::Contains("joint 'shoulder': torque: kd must be symmetric, got 0.5 and 0.75"));
  CHECK(
      error_of(text, {{"joint.shoulder.torque.2.kd.x.y", "0.75"}, {"joint.shoulder.torque.2.kd.y.x", "0.75"}}).empty());
  std::string changed = text;
  changed.replace(changed.find("kd = [[1.0"), 10, "kd = [[9");
  CHECK(with_setting(text, "joint.shoulder.torque.2.kd.x.x", "9") == changed);
}

TEST_CASE("what is wrong with a setting is placed there, and reported with the file's problems") {
  const std::string shown =
      error_of(two_bodies + "[run]\nuntil = 0\n", {{"body.arm.mass", "rho*q"}, {"body.amr.mass", "1"}});
  CHECK_THAT(shown, Catch::Contains("f:24:9: error: run: until must be different from 0"));
  CHECK_THAT(shown,
             Catch::Contains(
                 "--set body.arm.mass:1:5: error: body 'arm': mass: unknown name 'q'\n   1 | rho*q\n     |     ^\n"));
  CHECK_THAT(shown,
             Catch::Contains("--set body.amr.mass: error: there is no body 'amr'\n   help: did you mean 'arm'?\n"));
  const std::vector<std::pair<std::pair<std::string, std::string>, std::string>> rows = {
      {{"rhoo", "1"}, "there is no parameter 'rhoo'\n   help: did you mean 'rho'?"},
      {{"rho", "9"}, "parameter 'rho' must be at most max = 8, got 9"},
      {{"boddy.arm.mass", "1"}, "a path cannot begin with 'boddy'\n   help: did you mean 'body'?"},
      {{"body.arm", "1"}, "the path names a whole body"},
      {{"body.arm.mas", "1"},
       "body 'arm': unknown key 'mas'\n   help: did you mean 'mass'? the keys here: name, mass, inertia, "},
      {{"body.arm.mass.x", "1"}, "'mass' has no parts"},
      {{"joint.elbow.at.amr.x", "1"}, "'at' has no part 'amr'\n   help: did you mean 'arm'?"},
      {{"joint.elbow.at.arm.z", "1"}, "'arm' has no part 'z'"},
      {{"joint.elbow.torque.frequency", "1"}, "the law 'sine' takes no 'frequency'"},
      {{"start.rates.elbow", "1"}, "two forms of start at once"},
      {{"run.step", "nan"}, "run: step must be finite, got nan"},
      {{"run.step", ""}, "run: step: the expression is empty"},
      {{"run.step", "[1"}, "expected ',' or ']'"},
      {{"run.until", "1e999"}, "too large"},
      {{"", "1"}, "a path is NAME"},
      {{"body..mass", "1"}, "a path is NAME"},
      {{"run.method", "gaus4"},
       "run: method: unknown value 'gaus4'\n   1 | gaus4\n     | ^^^^^\n   help: did you mean 'gauss4'?"},
  };
  for (const auto& [setting, message] : rows) {
    const std::string one = error_of(two_bodies, {setting});
    CHECK_THAT(one, Catch::StartsWith("--set " + setting.first));
    CHECK_THAT(one, Catch::Contains(message));
    CHECK(std::count(one.begin(), one.end(), '\n') <= 4);  // one problem, not a cascade
  }
}

TEST_CASE("angles beyond a turn and angles left out are warned of") {
  std::string text = two_bodies;
  text.replace(text.find("elbow = 0.5"), 11, "elbow = 90");
  text.replace(text.find("\"90 deg\""), 8, "-45.0");
  const std::string shown = warnings_of(read_model({"f", text}));
  CHECK_THAT(shown, Catch::Contains("f:20:20: warning: start: angles of 'elbow' is 90 radians, more than a turn"));
  CHECK_THAT(shown, Catch::Contains("help: did you mean degrees? then write \"90 deg\""));
  CHECK_THAT(shown, Catch::Contains("torque: bias is -45.0 radians"));
  CHECK(warnings_of(read_model({"f", two_bodies}, {{"start.angles.elbow", "6.2"}})) == "");
  text = two_bodies;
  text.erase(text.find("angles = "), 25);
  CHECK_THAT(warnings_of(read_model({"f", text})),
             Catch::Contains("warning: start: angles left out, taken as zero: elbow"));
}

TEST_CASE("the forms of start are told apart by their keys") {
  const std::string body = two_bodies.substr(0, two_bodies.find("[start]"));
  const auto form = [&](const std::string& start) { return read_model({"f", body + start}).start.form; };
  CHECK(form("") == StartForm::rest);
  CHECK(form("[start]\nangles = { elbow = 1 }") == StartForm::rest);
  CHECK(form("[start]\nmomenta = { hub = 1, arm = 2 }") == StartForm::momenta);
  CHECK(form("[start]\nabsolute = { hub = 1 }\nspin = { arm = 2 }") == StartForm::spin);
  CHECK(form("[start]\nrates = { elbow = 1 }\nmomentum = 1") == StartForm::rates);
  CHECK(form("[start]\nkinetic = 4\nmomentum = 1\ndirection = { elbow = -1 }") == StartForm::energy);
  CHECK(form("[start]\nequilibrium = \"E2\"\noffset = { elbow = 0.1 }\nmomentum = 1") == StartForm::equilibrium);
}

TEST_CASE("a warning in the start hides no error of it") {
  const std::string body = two_bodies.substr(0, two_bodies.find("[start]"));
  const std::string shown =
      error_of(body + "[start]\nangles = { elbow = 90 }\nmomentum = 1\nenergy = 2\nkinetic = 3\n");
  CHECK_THAT(shown, Catch::Contains("more than a turn") && Catch::Contains("both 'energy' and 'kinetic' are given"));
}

TEST_CASE("the first model of docs/model-format.md is one") {
  const std::string page = file_text("docs/model-format.md"), fence = "```toml\n";
  const std::size_t begin = page.find(fence) + fence.size();
  const Model model = read_model({"docs", page.substr(begin, page.find("```", begin) - begin)});
  CHECK(model.bodies.size() == 2);
  CHECK(model.warnings.empty());
}

TEST_CASE("a byte order mark and line ends of either kind are taken") {
  std::string text = "\xEF\xBB\xBF" + two_bodies;
  for (std::size_t found = 0; (found = text.find('\n', found)) != std::string::npos; found += 2)
    text.replace(found, 1, "\r\n");
  CHECK(read_model({"f", text}).bodies.size() == 2);
}

TEST_CASE("a file that is not there and an unknown name are told apart") {
  CHECK_THROWS_AS(load_model("no/such/file.toml"), FileError);
  CHECK_THROWS_AS(load_model("examples"), FileError);
  CHECK_THROWS_WITH(load_model("tow-body"), Catch::Contains("did you mean 'two-body'?"));
  CHECK_THROWS_AS(load_model("tow-body"), UnknownModel);
}
