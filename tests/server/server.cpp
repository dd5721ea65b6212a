// SPDX-License-Identifier: Apache-2.0
// The server without its sockets: models as it shows them, and edits of their starts.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "oopss/model/examples.hpp"
#include "server/answers.hpp"
#include "server/open.hpp"
#include "tests/sanitized.hpp"
#include "tests/server/all_rows.hpp"

using namespace oopss;

namespace {

std::string example(const std::string& name) {
  for (const Example& one : examples())
    if (one.name == name) return std::string(one.text);
  FAIL("no example " << name);
  return {};
}

ModelMessage opened(const std::string& text, const std::vector<Edit>& edits = {}) {
  return open_model({text, edits, false, {}}, {}).message;
}

}  // namespace

TEST_CASE("bodies in space come with their tensors, axes and places, and their rows keep joints together") {
  const std::string text = R"(
[model]
format = 1
space = "space"
[[body]]
name = "bus"
mass = 2.0
inertia = [[1.0, 0.1, 0.0], [0.1, 1.5, 0.0], [0.0, 0.0, 2.0]]
centre = [0.5, 0.0, 0.0]
outline = [[0.5, 0.0, 0.0], [1.5, 1.0, 0.0], [0.5, 0.0, 1.0]]
[[body]]
name = "wing"
mass = 1.0
inertia = [0.2, 0.3, 0.4]
[[joint]]
name = "hinge"
kind = "hinge"
axis = [0.0, 3.0, 4.0]
between = ["bus", "wing"]
at = [[1.0, 0.2, 0.1], [-0.5, 0.0, 0.3]]
[start]
angles = { hinge = 0.5 }
rates = { hinge = 0.7 }
momentum = [0.0, 3.0, 4.0]
[run]
until = 1.0
every = 0.25
method = "taylor"
tolerance = 1e-10
)";
  OpenedModel found = open_model({text, {}, true, {}}, {});
  const ModelMessage& model = found.message;
  REQUIRE(model.space);
  CHECK(model.space->bodies[0].inertia == std::array<Triple, 3>{{{1, 0.1, 0}, {0.1, 1.5, 0}, {0, 0, 2}}});
  CHECK(model.space->bodies[1].inertia == std::array<Triple, 3>{{{0.2, 0, 0}, {0, 0.3, 0}, {0, 0, 0.4}}});
  CHECK(model.space->bodies[0].outline[1] == Triple{1, 1, 0});  // from the mass centre
  CHECK(model.space->joints[0].hinge);
  CHECK(model.space->joints[0].axis == Triple{0, 0.6, 0.8});
  CHECK(model.space->joints[0].at_first == Triple{0.5, 0.2, 0.1});
  CHECK(model.start.angles == std::vector<double>{0.5});
  CHECK(model.start.rates[0] == Approx(0.7).epsilon(1e-12));
  CHECK(model.start.momentum == Approx(5).epsilon(1e-12));

  const std::vector<double> rows = all_rows(*found.run);
  const auto value = [&](std::size_t row, const std::string& name) {
    for (std::size_t c = 0; c < model.columns.size(); ++c)
      if (model.columns[c].name == name) return rows[row * model.columns.size() + c];
    FAIL("no column " << name);
    return 0.0;
  };
  const auto on_body = [&](std::size_t row, const std::string& body, const Triple& v) {  // c + v + 2 w u×v + 2 u×(u×v)
    const double w = value(row, "attitude." + body + ".w");
    Triple u{}, out{};
    const auto cross = [](const Triple& a, const Triple& b) {
      return Triple{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    for (int k = 0; k < 3; ++k) u[k] = value(row, "attitude." + body + "." + "xyz"[k]);
    const Triple once = cross(u, v), twice = cross(u, once);
    for (int k = 0; k < 3; ++k)
      out[k] = value(row, "centre." + body + "." + "xyz"[k]) + v[k] + 2 * w * once[k] + 2 * twice[k];
    return out;
  };
  REQUIRE(rows.size() >= 2 * model.columns.size());
  for (std::size_t row = 0; row < rows.size() / model.columns.size(); ++row) {
    const Triple a = on_body(row, "bus", model.space->joints[0].at_first);
    const Triple b = on_body(row, "wing", model.space->joints[0].at_second);
    for (int k = 0; k < 3; ++k) CHECK(a[k] == Approx(b[k]).margin(1e-12));
    CHECK(value(row, "momentum_total.z") == Approx(4).epsilon(1e-12));
  }
  CHECK_FALSE(opened(example("two-body")).space);

  NumbersByName moment;
  for (std::size_t c = 0; c < model.columns.size(); ++c)
    moment[model.columns[c].name] = value(2, model.columns[c].name);
  OpenedModel later = open_model({text, {}, true, Moment{0.5, {}, {}, 0, moment}}, {});  // goes on from there
  const std::vector<double> rest = all_rows(*later.run);
  const std::size_t width = model.columns.size(), last = rest.size() - width;
  for (std::size_t c = 0; c < width; ++c)  // both to the tolerance of their runs
    CHECK(rest[last + c] == Approx(rows[4 * width + c]).margin(1e-7));
  StartEdit edit;
  edit.state = moment;
  const StartMessage there = opened(text, {edit}).start;
  CHECK(there.angles[0] == Approx(value(2, "angle.hinge")).epsilon(1e-12));
  CHECK(there.energy == Approx(value(2, "energy")).epsilon(1e-12));
  moment.erase("attitude.bus.w");
  CHECK_THROWS_WITH(open_model({text, {}, true, Moment{0.5, {}, {}, 0, moment}}, {}),
                    Catch::Contains("no \"attitude.bus.w\""));
}

TEST_CASE("a start edit keeps what it is told to hold") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> turn(-0.3, 0.3);
  for (const std::string name : {"two-body", "three-body", "tree", "space-telescope"}) {
    const std::string text = example(name);
    const StartMessage before = opened(text).start;
    const ModelMessage model = opened(text);
    for (int round = 0; round < 10; ++round) {
      StartEdit edit;
      edit.angles.emplace();
      for (std::size_t k = 0; k < model.joints.size(); ++k)
        (*edit.angles)[model.joints[k].name] = before.angles[k] + turn(random);
      const auto at_angles = [&](const StartMessage& after) {
        for (std::size_t k = 0; k < model.joints.size(); ++k)
          CHECK(after.angles[k] == (*edit.angles)[model.joints[k].name]);
      };
      const double size =
          std::abs(before.energy) + before.kinetic;  // rounding of the energies below: a few ulp of this
      INFO(name << " round " << round);

      const StartMessage free = opened(text, {edit}).start;
      at_angles(free);
      for (std::size_t k = 0; k < before.rates.size(); ++k)
        CHECK(free.rates[k] == Approx(before.rates[k]).epsilon(1e-10).margin(1e-12));

      edit.hold_momentum = true;
      const StartMessage with_momentum = opened(text, {edit}).start;
      at_angles(with_momentum);
      CHECK(with_momentum.momentum == Approx(before.momentum).epsilon(1e-13).margin(1e-13));
      for (std::size_t k = 0; k < before.rates.size(); ++k)
        CHECK(with_momentum.rates[k] == Approx(before.rates[k]).epsilon(1e-10).margin(1e-12));

      edit.hold_energy = true;
      edit.snap = true;
      const StartMessage with_both = opened(text, {edit}).start;
      CHECK(with_both.momentum == Approx(before.momentum).epsilon(1e-13).margin(1e-13));
      CHECK(with_both.energy == Approx(before.energy).margin(1e-12 * size));
      if (with_both.snapped.empty()) {
        at_angles(with_both);
        double dot = 0;
        for (std::size_t k = 0; k < before.rates.size(); ++k) dot += with_both.rates[k] * before.rates[k];
        CHECK(dot >= 0);
        for (std::size_t k = 0; k < before.rates.size(); ++k)  // parallel
          for (std::size_t l = 0; l < k; ++l)
            CHECK(with_both.rates[k] * before.rates[l] ==
                  Approx(with_both.rates[l] * before.rates[k]).epsilon(1e-8).margin(1e-10));
      }

      edit.hold_momentum = false;
      const StartMessage with_energy = opened(text, {edit}).start;
      CHECK(with_energy.energy == Approx(before.energy).margin(1e-12 * size));
    }
  }
}

TEST_CASE("a body that is turned by itself leaves the angles and angular velocities of the others as they are") {
  const std::string text = example("three-body");
  const StartMessage before = opened(text).start;
  StartEdit edit;
  edit.absolute = NumbersByName{{"right", 1.25}};
  const StartMessage after = opened(text, {edit}).start;
  CHECK(after.root == before.root);
  CHECK(after.angles[0] == Approx(before.angles[0]).epsilon(1e-14));
  CHECK(after.angles[1] == Approx(1.25 - before.root - before.angles[0]).epsilon(1e-14));
  for (std::size_t k = 0; k < 2; ++k) CHECK(after.rates[k] == Approx(before.rates[k]).epsilon(1e-12));
  CHECK(after.momentum != Approx(before.momentum));  // the same velocities in another shape
}

TEST_CASE("a start edit in space keeps what it is told to hold, and the attitude of the first body") {
  const auto same = [](const auto& a, const auto& b, double size) {
    for (std::size_t k = 0; k < a.size(); ++k) CHECK(a[k] == Approx(b[k]).margin(1e-12 * size));
  };
  const std::string turned =
      "absolute = { bus = [1.0, 0.2, 0.0, 0.1], boom";  // the root is turned: written body by body
  for (const std::string name : {"spatial-pair", "satellite", "a turned pair"}) {
    std::string text = example(name == "satellite" ? name : "spatial-pair");
    if (name == "a turned pair") {
      const std::string plain = "absolute = { bus = [1.0, 0.0, 0.0, 0.0], boom";
      text.replace(text.find(plain), plain.size(), turned);
    }
    INFO(name);
    const ModelMessage model = opened(text);
    const StartMessage& before = model.start;
    const std::size_t ball = model.joints.size() - 1;
    const Turn& was = *before.space->rotations[ball];
    StartEdit edit;
    edit.rotations[model.joints[ball].name] = {was[0] + 0.1, was[1], was[2] - 0.05, was[3]};
    Turn expected = edit.rotations.begin()->second;
    const double norm = std::hypot(std::hypot(expected[0], expected[1]), std::hypot(expected[2], expected[3]));
    for (double& part : expected) part /= norm;
    if (ball > 0) edit.angles = NumbersByName{{"hinge_left", 1.25}};

    edit.hold_momentum = true;
    const StartMessage with_momentum = opened(text, {edit}).start;
    same(*with_momentum.space->rotations[ball], expected, 1);
    same(with_momentum.space->momentum, before.space->momentum, before.momentum);
    same(with_momentum.rates, before.rates, 1);
    if (ball > 0) CHECK(with_momentum.angles[0] == 1.25);

    edit.hold_energy = true;
    edit.snap = true;
    const StartMessage with_both = opened(text, {edit}).start;
    same(with_both.space->momentum, before.space->momentum, before.momentum);
    CHECK(with_both.energy == Approx(before.energy).epsilon(1e-12));
    CHECK(with_both.energy_least <= with_both.energy * (1 + 1e-12));
    if (with_both.snapped.empty()) same(*with_both.space->rotations[ball], expected, 1);

    edit.hold_momentum = false;
    CHECK(opened(text, {edit}).start.energy == Approx(before.energy).epsilon(1e-12));

    OpenedModel run = open_model({text, {edit}, true, {}}, {});
    const RunSlice first = run.run->pull(std::atomic<bool>(false));
    const auto column = [&](const std::string& wanted) {
      for (std::size_t c = 0; c < model.columns.size(); ++c)
        if (model.columns[c].name == wanted) return first.values[c];
      return std::nan("");
    };
    const double size = std::sqrt(1.05);
    const bool own = name == "a turned pair";
    CHECK(column("attitude.bus.w") == Approx(own ? 1 / size : 1).epsilon(1e-12));
    CHECK(column("attitude.bus.x") == Approx(own ? 0.2 / size : 0).margin(1e-12));
  }
  StartEdit edit;
  edit.angles = NumbersByName{{"mount", 1}};
  CHECK_THROWS_WITH(opened(example("satellite"), {edit}), Catch::Contains("joint 'mount' is a ball"));
  edit = {};
  edit.momentum_vector = {0, 0, 1000};
  edit.hold_energy = true;
  CHECK_THROWS_WITH(opened(example("spatial-pair"), {edit}), Catch::Contains("attainable at this shape"));
  edit = {};
  edit.momentum_vector = {1, 2, 3};
  same(opened(example("rigid-body"), {edit}).start.space->momentum, Triple{1, 2, 3}, 1);
}

namespace {

/// The outputs of a program on a row of a run, as the page computes them.
std::vector<double> outputs_at(const ProgramMessage& program, const std::function<double(const std::string&)>& input) {
  std::vector<double> value;
  for (const ProgramMessage::Row& row : program.code) {
    const auto operand = [&](std::size_t k) { return value[static_cast<std::size_t>(row.operands[k])]; };
    value.push_back(row.op == "number"     ? row.operands[0]
                    : row.op == "input"    ? input(program.inputs[static_cast<std::size_t>(row.operands[0])])
                    : row.op == "add"      ? operand(0) + operand(1)
                    : row.op == "subtract" ? operand(0) - operand(1)
                    : row.op == "multiply" ? operand(0) * operand(1)
                    : row.op == "divide"   ? operand(0) / operand(1)
                    : row.op == "negate"   ? -operand(0)
                    : row.op == "sin"      ? std::sin(operand(0))
                    : row.op == "cos"      ? std::cos(operand(0))
                    : row.op == "sqrt"     ? std::sqrt(operand(0))
                                           : std::nan(""));
  }
  std::vector<double> out;
  for (const int k : program.outputs) out.push_back(value[static_cast<std::size_t>(k)]);
  return out;
}

}  // namespace

TEST_CASE("equations in space have the values of the run, and their rates are the slopes of its columns") {
  for (const std::string name : {"rigid-body", "spatial-pair", "satellite"}) {
    INFO(name);
    const std::string text = example(name);
    OpenedModel found = open_model({text, {RunEdit{"2e-4", "1e-4", "taylor", "", "1e-13", {}}}, true, {}}, {});
    const ModelMessage& model = found.message;
    const std::vector<double> rows = all_rows(*found.run);
    REQUIRE(rows.size() == 3 * model.columns.size());
    const auto at_row = [&](std::size_t row, const std::string& wanted) {
      for (std::size_t c = 0; c < model.columns.size(); ++c)
        if (model.columns[c].name == wanted) return rows[row * model.columns.size() + c];
      for (const ModelMessage::InputRow& one : model.inputs)
        if ("input." + one.name == wanted) return one.value;
      return std::nan("");
    };
    const auto slope = [&](const std::string& column) { return (at_row(2, column) - at_row(0, column)) / 2e-4; };
    const EquationsMessage equations = equations_answer({text});
    const std::vector<double> values =
        outputs_at(equations.program, [&](const std::string& input) { return at_row(1, input); });
    const auto section = [&](const std::string& title) -> const std::vector<EquationsMessage::EquationRow>& {
      for (const EquationsMessage::Section& one : equations.sections)
        if (one.title == title) return one.rows;
      throw std::runtime_error("no section " + title);
    };
    CHECK(values[section("Energy")[0].value] == Approx(at_row(1, "kinetic")).epsilon(1e-11));
    double square = 0;
    for (const char* axis : {"x", "y", "z"}) square += std::pow(at_row(1, std::string("momentum_total.") + axis), 2);
    CHECK(values[section("Casimirs")[0].value] == Approx(square).epsilon(1e-11));
    if (name == "spatial-pair") {
      std::string in_order;
      for (const auto& term : section("Energy")[0].terms) in_order += term.latex + ";";
      std::string wanted;
      for (const char* body : {"1", "2"})
        for (const char* axis : {"x", "y", "z"})
          wanted += fmt::format("\\tfrac{{1}}{{2}}\\,\\Pi_{{{0},{1}}}\\,\\Omega_{{{0}{1}}};", body, axis);
      CHECK(in_order == wanted);
    }
    if (name == "satellite") {  // the law of a log has its function, not the series that computes it
      const auto torque = [&](const std::string& left) {
        for (const EquationsMessage::EquationRow& row : section("Torques"))
          if (row.left == left) return row;
        throw std::runtime_error("no row " + left);
      };
      const double w = values[torque("q_{3,w}").value];
      const EquationsMessage::EquationRow factor = torque("c_{3}");
      CHECK(values[factor.value] == Approx(2 * std::acos(w) / std::sqrt(1 - w * w)).epsilon(1e-11));
      REQUIRE(factor.terms.size() == 1);
      CHECK(factor.terms[0].latex == "\\frac{2\\arccos q_{3,w}}{\\sqrt{1 - q_{3,w}^2}}");
    }
    CHECK_FALSE(section("Bracket").empty());
    CHECK(section("Bracket")[0].value == -1);
    const std::vector<EquationsMessage::EquationRow>& rates = section("Rates");
    // Differences over 1e-4 s leave 1e-8 of the third derivatives, and of rounding.
    if (name == "satellite") {
      CHECK(values[rates[0].value] == Approx(slope("angle.hinge_left")).margin(1e-6));
      CHECK(values[rates[1].value] == Approx(slope("angle.hinge_right")).margin(1e-6));
    } else {
      std::size_t row = name == "rigid-body" ? 0 : 9;
      for (const ModelMessage::BodyRow& body : model.bodies)
        for (const char* axis : {"x", "y", "z"})
          CHECK(values[rates[row++].value] == Approx(slope("momentum." + body.name + "." + axis)).margin(1e-6));
    }
  }
  CHECK(opened(example("satellite")).joints[2].law_latex.find("(\\log R)^\\vee") != std::string::npos);
}

TEST_CASE("equilibria in space come with the poses of the bodies, and one can be started at") {
  const std::string text = example("spatial-pair");
  ModelCache models;
  const EquilibriaMessage found = equilibria_answer({text, {}, false}, models);
  REQUIRE(found.equilibria.size() > 2);
  for (const EquilibriaMessage::Row& one : found.equilibria) {
    REQUIRE(one.space);
    CHECK(one.space->attitudes[0] == Turn{1, 0, 0, 0});
    CHECK(one.angles.size() == 1);
    for (int k = 0; k < 3; ++k)  // the mass centre of both is at rest
      CHECK(400 * one.space->centres[0][k] + 120 * one.space->centres[1][k] == Approx(0).margin(1e-9));
  }
  StartEdit edit;
  edit.equilibrium = "E1";
  edit.momentum = found.momentum;
  const StartMessage start = opened(text, {edit}).start;
  CHECK(start.momentum == Approx(found.momentum).epsilon(1e-12));
  CHECK(start.energy == Approx(found.equilibria[0].energy).epsilon(1e-10));
  CHECK(start.energy == Approx(start.energy_least).epsilon(1e-12));  // all of it turns as one
  CHECK(opened(text, {edit}).text.find("equilibrium = \"E1\"") != std::string::npos);
  edit.equilibrium = "E999";
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("there is no equilibrium 'E999'"));
  CHECK_THROWS_AS(portrait_answer({text, {}}, models), RefusedRequest);

  const EquilibriaMessage counted = proof_answer({text, {}, true}, models, {}, [](double) {});
  CHECK((counted.complete && counted.equilibria.size() == found.equilibria.size() && counted.equilibria[0].space));
  CHECK(counted.note.find("Exact count") != std::string::npos);
  CHECK_THROWS_WITH(proof_answer({example("satellite"), {}, true}, models, {}, [](double) {}),
                    Catch::Contains("are counted"));
}

TEST_CASE("branches in space have turns and momenta, and a point of one can be started at") {
  const std::string text = example("spatial-pair");
  const double mass = 120, more = sanitized ? 1 : 5;
  ModelCache models;
  const BranchesMessage found =
      branches_answer({text, "body.boom.mass", mass, mass + more, {}}, models, {}, [](double) {});
  REQUIRE_FALSE(found.branches.empty());
  CHECK(found.joints == std::vector<std::string>{"socket"});
  CHECK(found.circle == std::vector<bool>{false});
  for (const BranchesMessage::Branch& branch : found.branches)
    for (const BranchesMessage::PointRow& point : {branch.points.front(), branch.points.back()}) {
      REQUIRE(point.space);
      CHECK(point.angles[0] ==
            Approx(2 * std::acos(std::min(1.0, std::abs((*point.space->rotations[0])[0])))).margin(1e-6));
      StartEdit start;
      start.rotations["socket"] = *point.space->rotations[0];
      start.rates = {{"socket", 0}};
      start.momentum_vector = point.space->momentum;
      const StartMessage there = opened(text, {SetEdit{"body.boom.mass", std::to_string(point.value)}, start}).start;
      CHECK(there.energy == Approx(point.energy).epsilon(1e-6));  // six decimals of the mass
      CHECK(there.momentum == Approx(found.momentum).epsilon(1e-12));
      CHECK(there.energy == Approx(there.energy_least).epsilon(1e-12));  // all of it turns as one
    }
}

TEST_CASE("a pose out of reach is refused with the attainable interval, or snaps to the last one in reach") {
  const std::string text = example("two-body");
  StartEdit edit;
  edit.angles = NumbersByName{{"elbow", 3.1}};
  edit.energy = 8;
  edit.hold_momentum = true;
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("attainable at this shape: 11.4735 J and above"));
  edit.snap = true;
  const StartMessage snapped = opened(text, {edit}).start;
  CHECK(snapped.snapped.find("momentum 50 needs at least 11.4735 J") != std::string::npos);
  // On the bound H = mu_s^2 / (2 s), s = I1 + I2 + 2 x cos(theta), in the letters of docs/math.md, Two bodies.
  const double s = 50.0 * 50 / (2 * 8), cosine = (s - 950.0 / 9 - 70) / (2 * 300.0 / 9);
  CHECK(snapped.angles[0] == Approx(std::acos(cosine)).epsilon(1e-12));
  CHECK(snapped.energy == Approx(8).epsilon(1e-13));
  CHECK(snapped.energy_least == Approx(8).epsilon(1e-13));
}

TEST_CASE("what a motion prescribes is shown, and not the start's to change; its momentum is") {
  const std::string text = example("planar-cat");
  CHECK(opened(text).joints[0].law_latex.find("\\theta_{2,1} = ") == 0);
  StartEdit edit;
  edit.momentum = 0.5;
  CHECK(opened(text, {edit}).start.momentum == Approx(0.5));
  edit.angles = NumbersByName{{"hip", 0.1}};
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("the motion of joint 'hip' is prescribed"));
  (*edit.angles)["shoulder"] = 0.2;  // nothing moves by itself that a whole shape could be taken for
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("the motion of joint 'hip' is prescribed"));
}

TEST_CASE("ranges of energy and momentum at a shape are those of the bound H >= mu_s^2 / (2 I_lock)") {
  const StartMessage start = opened(example("two-body")).start;
  const double s = 950.0 / 9 + 70 + 2 * (300.0 / 9) * std::cos(0.5);
  CHECK(start.energy_least == Approx(2500 / (2 * s)).epsilon(1e-13));
  CHECK_FALSE(start.energy_most);
  CHECK(start.momentum_range[1] == Approx(std::sqrt(2 * s * 15)).epsilon(1e-12));
  CHECK(start.momentum_range[0] == -start.momentum_range[1]);
}

TEST_CASE("what would cost too much is refused in words before it starts") {
  const auto refusal = [](const std::string& until, const std::string& every) {
    try {
      open_model({example("two-body"), {RunEdit{until, every, {}, {}, {}}}, true, {}}, {});
    } catch (const RefusedRequest& error) {
      return error.code + ": " + error.what();
    }
    return std::string("taken on");
  };
  CHECK(refusal("1e12", "") ==
        "limit: the run would take 1e+14 steps of 2 bodies; at most 3e+08 steps of bodies are taken "
        "on: make `step` longer or `until` shorter");
  CHECK(refusal("1e4", "1e-5").starts_with("limit: the run would have 1e+09 rows of"));
  CHECK(refusal("50", "0.02") == "taken on");
}
