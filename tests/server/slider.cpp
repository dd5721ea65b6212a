// SPDX-License-Identifier: Apache-2.0
// A number that moves: what is kept between requests changes what is done, never what comes out.
#include <catch2/catch.hpp>

#include "oopss/model/examples.hpp"
#include "oopss/model/toml.hpp"
#include "server/answers.hpp"
#include "server/open.hpp"

using namespace oopss;

namespace {

/// What a page gets: the message, the rows of the run, and its end but for the time on the wall.
struct Shown {
  std::string model, text, done;
  std::vector<double> rows;
};

Shown shown(OpenedModel opened) {
  Shown out{print_answer(1, opened.message), opened.message.text, "", {}};
  const std::atomic<bool> interrupted = false;
  for (bool ended = !opened.run; !ended;) {
    const RunSlice slice = opened.run->pull(interrupted);
    out.rows.insert(out.rows.end(), slice.values.begin(), slice.values.end());
    ended = slice.ended;
  }
  if (!opened.run) return out;
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
