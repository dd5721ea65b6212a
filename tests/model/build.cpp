// SPDX-License-Identifier: Apache-2.0
// A model built in code is the model of a file, and what is wrong with it is said in the same words.
#include "oopss/model/build.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"

using namespace oopss;

namespace {

Model pair_of_bodies() {
  Model model;
  model.name = "Pair";
  add_parameter(model, "k", 2.5);
  add_body(model, "hub", {.mass = 4, .inertia = 50, .centre = {0.1, 0}});
  add_body(model, "arm", {.mass = 5, .inertia = 50, .outline = {{-3, 0}, {1, 0}, {1, 1}}, .label = "upper arm"});
  add_joint(model, "elbow", {"hub", {5, 0}}, {"arm", {-3, 0.25}},
            {pd_law(20, 0.5, 0.1), expression_law("k*sin(phi_elbow)", "-k*cos(phi_elbow)")});
  model.start.angles = {named("elbow", 0.4)};
  model.start.momenta = {named("hub", 3), named("arm", 5)};
  return model;
}

/// The messages of all that is wrong.
std::string words(const Model& model) {
  std::string out;
  try {
    checked(model);
  } catch (const ModelError& error) {
    for (const Diagnostic& problem : error.found) out += problem.message + "; ";
  }
  return out;
}

std::string words(const std::function<void(Model&)>& change) {
  Model model = pair_of_bodies();
  change(model);
  return words(model);
}

}  // namespace

TEST_CASE("a model built in code is written as the file that it would be, with its start, and read as the same model") {
  const std::string text = write_model(pair_of_bodies());
  CHECK(text == R"toml([model]
format = 1
name = "Pair"
space = "plane"

[parameters]
k = 2.5

[[body]]
name = "hub"
mass = 4
inertia = 50
centre = [0.1, 0]

[[body]]
name = "arm"
label = "upper arm"
mass = 5
inertia = 50
outline = [[-3, 0], [1, 0], [1, 1]]

[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[5, 0], [-3, 0.25]]
torque = [{ law = "pd", kp = 20, kd = 0.5, bias = 0.1 }, { law = "expression", formula = "k*sin(phi_elbow)", energy = "-k*cos(phi_elbow)" }]

[start]
angles = { elbow = 0.4 }
momenta = { hub = 3, arm = 5 }

[run]
until = 10
)toml");
  CHECK(write_model(read_model({"written", text})) == text);
}

TEST_CASE("every law has a function that makes it") {
  Model model = pair_of_bodies();
  model.joints[0].laws = {proportional_law(3, 0.2), sine_law(4), linearise_law(2, 0.7, "sin(t)"), drive_law("t")};
  const std::string text = write_model(model);
  for (const char* law :
       {R"({ law = "proportional", kp = 3, bias = 0.2 })", R"({ law = "sine", kp = 4, kd = 0, bias = 0 })",
        R"x({ law = "linearise", frequency = 2, damping = 0.7, target = "sin(t)" })x",
        R"({ law = "drive", formula = "t" })"})
    CHECK_THAT(text, Catch::Contains(law));

  Model space = model;
  space.space = SpaceKind::space;
  for (Body& body : space.bodies) {
    body.inertia = {number(1), number(1), number(1)};
    body.centre.clear();
    body.outline.clear();
  }
  space.joints[0].kind = JointKind::ball;
  for (auto* end : {&space.joints[0].at_first, &space.joints[0].at_second}) end->push_back(number(0));
  space.start = {};
  space.joints[0].laws = {log_law(3, 0.5), skew_law(4), matrix_law({2, 1, 0, 1, 2, 0, 0, 0, 5}, 6)};
  const std::string in_space = write_model(space);
  for (const char* law : {R"({ law = "log", kp = 3, kd = 0.5 })", R"({ law = "skew", kp = 4, kd = 0 })",
                          R"({ law = "matrix", kp = [[2, 1, 0], [1, 2, 0], [0, 0, 5]], kd = 6 })"})
    CHECK_THAT(in_space, Catch::Contains(law));
  space.joints[0].laws[0].kd_matrix = {number(1), number(2)};
  CHECK_THAT(words(space), Catch::Contains("joint 'elbow': torque: kd must have 9 entries, got 2"));
  space.joints[0].laws = {function_law([](double, double, double) { return 0.0; })};
  CHECK_THAT(words(space), Catch::Contains("joint 'elbow': the law 'function' needs an angle; a ball joint has none"));
}

TEST_CASE("what is wrong with a model built in code is said as for a file, all of it, and nothing crashes") {
  CHECK(words(Model{}) == "the model has no bodies; ");
  CHECK(words([](Model& m) { m.joints[0].second.value = "amr"; }) == "joint 'elbow': there is no body 'amr'; ");
  CHECK(
      words([](Model& m) { add_body(m, "hand", {.mass = -1, .inertia = 1}); }) ==
      "body 'hand': mass must be greater than zero, got -1 kg; body 'hand' is not connected to the first body 'hub'; ");
  CHECK_THAT(words([](Model& m) {
               add_joint(m, "again", {"hub", {1, 0}}, {"arm", {1, 0}});
             }),
             Catch::Contains("joint 'again'") && Catch::Contains("same two bodies"));
  CHECK_THAT(words([](Model& m) { add_joint(m, "self", {"hub"}, {"hub"}); }), Catch::Contains("joint 'self'"));
  CHECK(words([](Model& m) { m.bodies[0].mass = number(std::nan("")); }) == "body 'hub': mass must be finite; ");
  CHECK(words([](Model& m) { m.joints[0].at_first[1] = number(std::numeric_limits<double>::infinity()); }) ==
        "joint 'elbow': at must be finite; ");
  CHECK(words([](Model& m) { m.joints[0].laws = {pd_law(std::nan(""), 1)}; }) ==
        "joint 'elbow': torque: kp must be finite; ");
  CHECK(words([](Model& m) { m.bodies[1].mass = expression_number("2*"); }).starts_with("body 'arm': mass: "));
  for (const char* name : {"", "two words", "\xff\x01", "phi", "1st", "a\nb"})
    CHECK_THAT(words([&](Model& m) { add_body(m, name, {.mass = 1, .inertia = 1}); }), Catch::Contains("name"));
  CHECK_THAT(words([](Model& m) { add_body(m, "hub", {.mass = 1, .inertia = 1}); }),
             Catch::Contains("body 'hub': the name is already that of the body; "));
  CHECK(words([](Model& m) { m.joints[0].laws = {expression_law("")}; }) ==
        "joint 'elbow': torque: 'formula' is missing; ");
  CHECK(words([](Model& m) { m.joints[0].laws = {drive_law("phi_knee")}; }) ==
        "joint 'elbow': torque: formula: unknown name 'phi_knee'; ");
  CHECK(words([](Model& m) { m.joints[0].laws = {linearise_law(0)}; }) ==
        "joint 'elbow': torque: frequency must be positive, got 0; ");
  CHECK(words([](Model& m) { m.start.angles = {named("knee", 1)}; }) != "");
  CHECK(words([](Model& m) { m.start.momenta = {named("hub", std::nan(""))}; }) ==
        "start: momenta of 'hub' must be finite; ");
}

TEST_CASE("a law that is a function needs one, and no file has it") {
  CHECK(words([](Model& m) { m.joints[0].laws = {function_law({})}; }) ==
        "joint 'elbow': torque: 'function' is missing; ");
  Model model = pair_of_bodies();
  model.joints[0].laws = {function_law([](double, double phi, double) { return phi; })};
  CHECK(words(model).empty());
  CHECK_THROWS_WITH(write_model(model),
                    Catch::Contains("joint 'elbow': torque: a function of the program cannot be written to a file"));
  std::string text = write_model(pair_of_bodies());
  text.replace(text.find("\"pd\""), 4, "\"function\"");
  CHECK_THROWS_WITH(read_model({"file", text}), Catch::Contains("law: unknown value 'function'"));
}
