// SPDX-License-Identifier: Apache-2.0
// A number that moves: what is kept between requests changes what is done, never what comes out.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "oopss/model/examples.hpp"
#include "oopss/model/toml.hpp"
#include "server/answers.hpp"
#include "server/open.hpp"
#include "tests/server/all_rows.hpp"

using namespace oopss;

namespace {

/// What a page gets: the message, the rows of the run, and its end but for the time on the wall.
struct Shown {
  std::string model, text, done;
  std::vector<double> rows;
};

Shown shown(OpenedModel opened) {
  Shown out{print_answer(1, opened.message), opened.message.text, "", {}};
  if (!opened.run) return out;
  out.rows = all_rows(*opened.run);
  DoneMessage done = opened.run->done();
  done.wall_seconds = 0;
  out.done = print_answer(1, done);
  return out;
}

bool same(const Shown& a, const Shown& b) { return a.model == b.model && a.done == b.done && a.rows == b.rows; }

OpenRequest with(const std::string& text, const std::string& path, const std::string& value, bool run = true) {
  return {text, {SetEdit{path, value}}, run, {}};
}

/// The example with a short run.
std::string two_body() {
  return open_model(with(std::string(examples()[0].text), "run.until", "1", false), {}).message.text;
}

/// What was read and derived since it was made.
struct Count {
  long read = documents_parsed(), derived = derivations();
  long readings() const { return documents_parsed() - read; }
  long derived_since() const { return derivations() - derived; }
};

std::vector<ModelMessage::NumberRow> numbers_of(const std::string& text) {
  return open_model({text, {}, false, {}}, {}).message.numbers;
}

}  // namespace

TEST_CASE(
    "a slider that moves over fifty values reads nothing and derives nothing, and shows what a fresh opening shows") {
  const std::string text = two_body();
  for (const std::string path : {"body.arm.mass", "joint.elbow.at.hub.x", "run.until", "start.momentum"}) {
    ModelCache cache;
    open_model({text, {}, false, {}}, {}, cache);
    const Count count;
    std::vector<Shown> all;
    for (int k = 0; k < 50; ++k)
      all.push_back(shown(open_model(with(text, path, std::to_string(4 + 0.125 * k)), {}, cache)));
    INFO(path);
    CHECK(count.readings() == 0);
    CHECK(count.derived_since() == 0);
    for (const std::size_t k : {0, 17, 49}) {
      CHECK(same(all[k], shown(open_model({all[k].text, {}, true, {}}, {}))));
      CHECK(same(all[k], shown(open_model(with(text, path, std::to_string(4 + 0.125 * static_cast<double>(k))), {}))));
    }
    CHECK(all[17].rows != all[49].rows);
  }
}

TEST_CASE("the text that a slider leaves behind is known: the next slider begins without a reading") {
  ModelCache cache;
  const std::string text = two_body();
  const std::string then = open_model(with(text, "body.arm.mass", "7.25", false), {}, cache).message.text;
  const Count count;
  const Shown next = shown(open_model(with(then, "body.hub.mass", "11.5"), {}, cache));
  CHECK(count.readings() == 0);
  CHECK(count.derived_since() == 0);
  CHECK(same(next, shown(open_model(with(then, "body.hub.mass", "11.5"), {}))));
}

TEST_CASE("every number of every model gives the same with what was kept as without, whatever it is set to") {
  for (const Example& example : {examples()[0], examples()[1]}) {
    const std::string text(example.text);
    ModelCache cache;
    for (const ModelMessage::NumberRow& number : numbers_of(text))
      for (const std::string value : {"1.75", "0", "12 deg", "nonsense"}) {
        const OpenRequest request = with(text, number.path, value, false);
        const auto answer = [&](const auto& open) -> std::string {
          try {
            return print_answer(1, open().message);
          } catch (const ModelError& error) {
            return print_answer(1, problems_message(error));
          }
        };
        INFO(example.name << ": " << number.path << " = " << value);
        CHECK(answer([&] { return open_model(request, {}, cache); }) ==
              answer([&] { return open_model(request, {}); }));
      }
  }
}

TEST_CASE("what changes the structure is derived again: a number that becomes zero or no longer is, a law") {
  ModelCache cache;
  const std::string text = two_body();
  open_model({text, {}, false, {}}, {}, cache);
  const auto derived_for = [&](const OpenRequest& request) {
    const Count count;
    const Shown kept = shown(open_model(request, {}, cache));
    const long derived = count.derived_since();
    CHECK(same(kept, shown(open_model(request, {}))));
    return derived;
  };
  CHECK(derived_for(with(text, "joint.elbow.at.hub.x", "0")) == 1);
  CHECK(derived_for(with(text, "joint.elbow.at.hub.x", "3")) == 1);
  CHECK(derived_for(with(text, "joint.elbow.at.hub.x", "2")) == 0);
  const OpenRequest spring{text, {TorqueEdit{"elbow", {{{"law", "pd"}, {"kp", "3"}, {"kd", "0.5"}}}}}, true, {}};
  CHECK(derived_for(spring) == 1);
  CHECK(derived_for({text, {std::get<TorqueEdit>(spring.edits[0]), SetEdit{"joint.elbow.torque.kp", "5"}}, true, {}}) ==
        0);
}

TEST_CASE("a pose that is dragged derives nothing") {
  ModelCache cache;
  const std::string text = two_body();
  open_model({text, {}, false, {}}, {}, cache);
  const Count count;
  std::vector<Shown> all;
  const auto dragged = [&](int k) {
    StartEdit edit;
    edit.angles = NumbersByName{{"elbow", 0.05 * k}};
    edit.hold_momentum = edit.hold_energy = edit.snap = true;
    return OpenRequest{text, {edit}, false, {}};
  };
  for (int k = 0; k < 20; ++k) all.push_back(shown(open_model(dragged(k), {}, cache)));
  CHECK(count.derived_since() == 0);
  for (const int k : {0, 19}) CHECK(same(all[static_cast<std::size_t>(k)], shown(open_model(dragged(k), {}))));
}

namespace {

/// Four bars, hinged at their ends all the way round.
std::string bars(const std::vector<double>& lengths, const std::string& start, const std::string& motion = "") {
  const std::size_t n = lengths.size();
  std::string out = "[model]\nformat = 1\n";
  for (std::size_t k = 0; k < n; ++k)
    out += fmt::format("[[body]]\nname = \"b{}\"\nmass = {}.0\ninertia = 0.3\n", k, k + 1);
  for (std::size_t k = 0; k < n; ++k) {
    out += fmt::format("[[joint]]\nname = \"j{0}\"\nbetween = [\"b{0}\", \"b{1}\"]\nat = [[{2}, 0.0], [{3}, 0.0]]\n", k,
                       (k + 1) % n, lengths[k] / 2, -lengths[(k + 1) % n] / 2);
    if (k == 0 && !motion.empty()) out += fmt::format("motion = \"{}\"\n", motion);
  }
  return out + "[start]\n" + start + "\n[run]\nuntil = 2.0\nevery = 0.02\n";
}
const std::string turning_start = "angles = { j0 = 0.7 }\nassembly = \"-\"\nrates = { j0 = 2.0 }\nmomentum = 9.0";

double gap_of(const ModelMessage& model) {  // of bars end to end
  const std::vector<double>& angles = model.start.angles;
  double x = 0, y = 0, turned = 0;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const auto& [bx, by] = model.joints[k].at_first;
    const auto& [ax, ay] = model.joints[(k + model.joints.size() - 1) % model.joints.size()].at_second;
    x += std::cos(turned) * (bx - ax) - std::sin(turned) * (by - ay);
    y += std::sin(turned) * (bx - ax) + std::cos(turned) * (by - ay);
    turned += angles[k];
  }
  return std::hypot(x, y);
}

}  // namespace

TEST_CASE("a linkage that is pulled stays closed, and its text can be changed further: lengths too") {
  const std::string text = bars({3, 1, 3, 1.2}, turning_start);
  StartEdit pull;
  pull.pull = StartEdit::Pull{"b1", {0.5, 0.0}, {2.0, 2.0}, "body:b0"};
  pull.hold_momentum = pull.snap = true;
  const ModelMessage moved = open_model({text, {pull}, false, {}}, {}).message;
  CHECK(gap_of(moved) < 1e-12);
  // Of the crank about its pin at (1.5, 0); a distance is flat where it is least, so the angle has half the digits.
  CHECK(moved.start.angles[0] == Approx(std::atan2(2.0, 0.5)).epsilon(1e-7));
  CHECK(moved.start.momentum == Approx(9).epsilon(1e-14));
  CHECK(moved.text.find("{ j0 = 1.32") != std::string::npos);
  CHECK(moved.text.find("guess") != std::string::npos);
  const ModelMessage longer = open_model(with(moved.text, "joint.j3.at.b0.x", "-1.6", false), {}).message;
  CHECK(gap_of(longer) < 1e-12);
  CHECK(longer.start.angles[0] == moved.start.angles[0]);
  CHECK(moved.facts[2].words != longer.facts[2].words);
  const AssembliesMessage ways = assemblies_answer({moved.text});
  REQUIRE(ways.all.size() == 2);
  StartEdit other;
  other.angles.emplace();
  for (std::size_t k = 0; k < moved.joints.size(); ++k)
    (*other.angles)[moved.joints[k].name] = ways.all[static_cast<std::size_t>(1 - ways.present)][k];
  other.hold_momentum = true;
  const ModelMessage flipped = open_model({moved.text, {other}, false, {}}, {}).message;
  CHECK(gap_of(flipped) < 1e-12);
  CHECK(flipped.start.angles[0] == Approx(moved.start.angles[0]).epsilon(1e-12));
  CHECK(std::sin(flipped.start.angles[2]) * std::sin(moved.start.angles[2]) < 0);
}

TEST_CASE("a driven linkage that is dragged keeps its driven joint at the motion, and the loop closed") {
  const std::string five =
      bars({1, 1.2, 0.9, 1.1, 1.3}, "angles = { j1 = 1.0 }\nrates = { j1 = 0.3 }\nmomentum = 2.0", "1.2 + 0.3*t");
  const ModelMessage before = open_model({five, {}, false, {}}, {}).message;
  StartEdit pulled, typed;
  pulled.pull = StartEdit::Pull{"b2", {0.4, 0.1}, {0.9, 1.4}, "body:b0"};
  typed.angles = NumbersByName{{"j1", 1.3}};
  for (StartEdit* const edit : {&pulled, &typed}) {
    edit->hold_momentum = edit->hold_energy = edit->snap = true;
    const ModelMessage after = open_model({five, {*edit}, false, {}}, {}).message;
    INFO(after.text);
    CHECK(gap_of(after) < 1e-12);
    CHECK(after.start.angles[0] == 1.2);
    CHECK(std::abs(after.start.angles[1] - before.start.angles[1]) > 0.05);
    CHECK(after.start.momentum == Approx(2).epsilon(1e-14));
    const Shown run = shown(open_model({after.text, {}, true, {}}, {}));
    CHECK(run.done.find("\"status\":\"complete\"") != std::string::npos);
  }
  // At a moment of the run, between its rows: what moves by itself goes on as it did, with what the hand changes.
  const Shown whole = shown(open_model({five, {}, true, {}}, {}));
  const auto value = [&](std::size_t row, const std::string& name) {
    const auto is = [&](const ColumnMessage& column) { return column.name == name; };
    const auto found = std::find_if(before.columns.begin(), before.columns.end(), is);
    return whole.rows[row * before.columns.size() + static_cast<std::size_t>(found - before.columns.begin())];
  };
  Moment moment{1.01, std::vector<double>(), std::vector<double>(), 0};
  StartEdit there;
  there.angles.emplace();
  there.momenta.emplace();
  for (std::size_t k = 0; k < 5; ++k) {
    const auto mean = [&](const std::string& name) { return (value(50, name) + value(51, name)) / 2; };
    moment.angles->push_back((*there.angles)[before.joints[k].name] = mean("angle." + before.joints[k].name));
    moment.momenta->push_back((*there.momenta)[before.bodies[k].name] = mean("momentum." + before.bodies[k].name));
  }
  for (const OpenRequest& request : {OpenRequest{five, {SetEdit{"body.b4.mass", "5.5"}}, true, moment},
                                     OpenRequest{five, {there}, true, {{1.01, {}, {}, 0}}},
                                     OpenRequest{five, {there, pulled}, true, {{1.01, {}, {}, 0}}}}) {
    const Shown on = shown(open_model(request, {}));
    INFO(on.text << on.done);
    CHECK(on.done.find("\"status\":\"complete\"") != std::string::npos);
    const std::size_t driven = 1;  // the columns begin with t and the angles
    CHECK(on.rows[0] == 1.01);
    CHECK(on.rows[driven] == Approx(1.2 + 0.3 * 1.01).epsilon(1e-13));
    CHECK((std::abs(on.rows[driven + 1] - (*there.angles)["j1"]) < 1e-3) == (request.edits.size() == 1));
  }
  const std::string four = bars({3, 1, 3, 1.2}, "assembly = \"-\"\nmomentum = 9.0", "0.7 + 2*t");
  const ModelMessage held = open_model({four, {pulled}, false, {}}, {}).message;  // it has no freedom of shape
  CHECK(gap_of(held) < 1e-12);
  CHECK(held.start.angles[0] == 0.7);
  CHECK(held.start.momentum == Approx(9).epsilon(1e-14));
}

TEST_CASE("a run of a linkage goes on from a moment between its rows, and says where motion is not determined") {
  const std::string text = bars({3, 1, 3, 1.2}, turning_start);
  const ModelMessage start = open_model({text, {}, false, {}}, {}).message;
  Moment moment{2.5, start.start.angles, start.start.momenta, 0.3};
  for (double& angle : *moment.angles) angle += 1e-5;
  const Shown later = shown(open_model({text, {SetEdit{"run.until", "2.6"}}, true, moment}, {}));
  CHECK(later.done.find("\"status\":\"complete\"") != std::string::npos);
  const std::string in_line =
      bars({2, 1, 1.5, 1.5}, "angles = { j0 = 1.0 }\nassembly = \"+\"\nrates = { j0 = -1.1 }\nmomentum = 2.0");
  const Shown stuck = shown(open_model({in_line, {}, true, {}}, {}));
  CHECK(stuck.done.find("\"status\":\"singular\"") != std::string::npos);
  CHECK(stuck.done.find("they can go on in more than one way") != std::string::npos);
  RunEdit straight;
  straight.singular = "straight";
  const Shown on = shown(open_model({in_line, {straight}, true, {}}, {}));
  CHECK(on.text.find("singular") != std::string::npos);
  CHECK(on.done.find("\"status\":\"complete\"") != std::string::npos);
}
