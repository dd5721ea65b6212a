// SPDX-License-Identifier: Apache-2.0
// The worker of a connection: answers in order, runs in slices, nothing without bound.
#include "server/worker.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <numbers>
#include <thread>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/toml.hpp"
#include "oopss/system/derive.hpp"
#include "server/subject.hpp"
#include "tests/server/all_rows.hpp"

using namespace oopss;

namespace {

/// Whether it comes to be so. Ten minutes are a guard against hanging, not a measure of speed.
template <class Condition>
bool comes(const Condition& so) {
  for (int ms = 0; ms < 600'000 && !so(); ++ms) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return so();
}

/// A worker in its thread, and what it sent.
class Bench {
 public:
  explicit Bench(const WireLimits& limits = {})
      : worker_({"test", "", limits}, [this](std::string bytes, bool binary) { keep(std::move(bytes), binary); }) {
    thread_ = std::thread([this] { worker_.work(); });
  }
  ~Bench() {
    worker_.stop();
    thread_.join();
  }
  void submit(const PageRequest& request) { worker_.submit(request); }
  void take_all() { taking_ = true; }  // from now on the socket takes everything at once

  /// Waits for a message of this type and id.
  bool await(const std::string& type, long id) {
    return comes([&] { return count(type, id) > 0; });
  }
  int count(const std::string& type, long id) {
    const std::lock_guard lock(mutex_);
    int found = 0;
    for (const std::string& text : texts_)
      found += text.find("\"type\":\"" + type + "\"") != std::string::npos &&
               text.find("\"id\":" + std::to_string(id) + ",") != std::string::npos;
    return found;
  }
  bool says(const std::string& words) {
    const std::lock_guard lock(mutex_);
    for (const std::string& text : texts_)
      if (text.find(words) != std::string::npos) return true;
    return false;
  }
  int chunks() {
    const std::lock_guard lock(mutex_);
    return chunks_;
  }
  std::size_t bytes() {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }
  bool full() { return worker_.full(); }

 private:
  void keep(std::string bytes, bool binary) {
    const std::size_t size = bytes.size();
    {
      const std::lock_guard lock(mutex_);
      bytes_ += size;
      if (binary)
        ++chunks_;
      else
        texts_.push_back(std::move(bytes));
    }
    if (taking_) worker_.sent(size);
  }

  std::mutex mutex_;
  std::vector<std::string> texts_;
  int chunks_ = 0;
  std::size_t bytes_ = 0;
  std::atomic<bool> taking_ = false;
  Worker worker_;
  std::thread thread_;
};

OpenRequest two_body(const std::string& until) {
  return {std::string(examples()[0].text), {SetEdit{"run.until", until}}, true, {}};
}

}  // namespace

TEST_CASE("a run stops at the window until chunks are acknowledged, and then goes on to its end") {
  Bench bench;
  bench.take_all();
  bench.submit({5, two_body("1000")});
  REQUIRE(bench.await("model", 5));
  CHECK(comes([&] { return bench.chunks() >= WireLimits{}.window; }));
  bench.settle();
  CHECK(bench.chunks() == WireLimits{}.window);
  bench.submit({4, Ack{3}});  // of another run
  bench.settle();
  CHECK(bench.chunks() == WireLimits{}.window);
  bench.submit({5, Ack{3}});
  CHECK(comes([&] { return bench.chunks() >= WireLimits{}.window + 4; }));
  bench.settle();
  CHECK(bench.chunks() == WireLimits{}.window + 4);
  CHECK(comes([&] {
    bench.submit({5, Ack{4294967295}});  // more than was sent counts as all of it
    return bench.count("done", 5) > 0;
  }));
  CHECK(bench.says("\"status\":\"complete\""));
}

TEST_CASE("a socket that takes nothing holds the worker up after a few messages") {
  WireLimits unread;
  unread.window = 1'000'000;  // a slow machine makes small chunks: their bytes hold it up, not their number
  Bench bench(unread);
  bench.submit({5, two_body("1000")});
  REQUIRE(bench.await("model", 5));
  CHECK(comes([&] { return bench.full(); }));
  bench.settle();
  CHECK(bench.bytes() < Worker::most_pending + WireLimits{}.chunk + 1024);  // so much and one answer
  CHECK(bench.full());
}

TEST_CASE("a newer run cancels the older, begun or not, and each has its end") {
  Bench bench;
  bench.take_all();
  for (long id = 1; id <= 9; ++id) bench.submit({id, two_body("1000")});
  REQUIRE(bench.await("model", 9));
  for (long id = 1; id <= 8; ++id) CHECK(bench.count("done", id) == 1);
  CHECK(bench.count("done", 9) == 0);
  bench.submit({9, Cancel{}});
  CHECK(bench.await("done", 9));
  CHECK_FALSE(bench.says("\"status\":\"complete\""));
}

TEST_CASE("questions are answered while a run waits, and what fails is said") {
  Bench bench;
  bench.take_all();
  bench.submit({1, two_body("1000")});
  bench.submit({2, Hello{1}});
  bench.submit({3, Hello{2}});
  bench.submit({4, AskFormula{std::string(examples()[0].text), "sin(phi_elbow)"}});
  bench.submit({5, AskFormula{std::string(examples()[0].text), "phi_elbo"}});
  bench.submit({6, AskEquations{"nonsense"}});
  bench.submit({7, AskCode{std::string(examples()[0].text), "cobol"}});
  CHECK(bench.await("welcome", 2));
  CHECK(bench.await("error", 3));
  CHECK(bench.await("formula", 4));
  CHECK(bench.await("problems", 5));
  CHECK(bench.await("problems", 6));
  CHECK(bench.await("error", 7));
  CHECK(bench.count("done", 1) == 0);
}

namespace {

/// A chain of aligned bodies that turn together; the proof for eight takes minutes.
std::string chain_text(int bodies) {
  std::string out = "[model]\nformat = 1\n";
  for (int i = 0; i < bodies; ++i)
    out +=
        "[[body]]\nname = \"b" + std::to_string(i) + "\"\nmass = " + std::to_string(1 + i % 3) + ".0\ninertia = 1.0\n";
  for (int i = 0; i + 1 < bodies; ++i)
    out += "[[joint]]\nname = \"j" + std::to_string(i) + "\"\nbetween = [\"b" + std::to_string(i) + "\", \"b" +
           std::to_string(i + 1) + "\"]\nat = [[1.0, 0.1], [-1.0, 0.3]]\n";
  return out + "[start]\nmomentum = 20.0\nrates = { j0 = 0.0 }\n[run]\nuntil = 1.0\n";
}

std::string example_text(const std::string& name) {
  for (const Example& one : examples())
    if (one.name == name) return std::string(one.text);
  return "";
}

}  // namespace

TEST_CASE("a proof counts three free bodies, and two with a spring; what it cannot do is said in words") {
  Bench bench;
  bench.take_all();
  bench.submit({1, AskEquilibria{example_text("three-body"), {}, true}});
  CHECK(bench.await("equilibria", 1));
  CHECK((bench.says("\"complete\":true") && bench.says("\"proved\":true")));
  CHECK(!bench.says("\"proved\":false"));  // the fourth by its spectrum: a quartet at index 2
  const std::string telescope = example_text("space-telescope");
  bench.submit({2, AskEquilibria{telescope, {}, true}});
  CHECK(bench.await("equilibria", 2));
  bench.submit({6, AskEquilibria{telescope, 400.0, true}});
  CHECK(bench.await("equilibria", 6));
  CHECK(!bench.says("\"complete\":false"));
  CHECK(!bench.says("\"proved\":false"));
  const std::size_t law = telescope.find("\ntorque") + 1, end = telescope.find('\n', law);
  const std::string formula =
      "torque = { law = \"expression\", formula = \"sin(phi_gimbal)\", energy = "
      "\"1 - cos(phi_gimbal)\" }";
  bench.submit({5, AskEquilibria{std::string(telescope).replace(law, end - law, formula), {}, true}});
  CHECK(bench.await("error", 5));
  CHECK(bench.says("only the energy of springs"));
  bench.submit({3, AskEquilibria{example_text("three-body"), 0.0, true}});
  CHECK(bench.await("error", 3));
  CHECK(bench.says("nothing to count"));
  bench.submit({7, AskEquilibria{example_text("planar-cat"), {}, false}});
  CHECK(bench.await("error", 7));
  CHECK(bench.says("its motion is prescribed"));
  bench.submit({4, AskEquilibria{chain_text(9), {}, true}});
  CHECK(bench.await("error", 4));
  CHECK(bench.says("2 to 8 bodies"));
}

TEST_CASE("a thousand bodies are answered before anything is made that grows with more than their number") {
  const std::string text = chain_text(1000);
  ModelCache models;
  const Subject subject(models, text, 1.0);
  CHECK(subject.too_many);
  CHECK_FALSE(subject.energy.landscape);  // of a term for each pair, with an entry per joint
  const EquilibriaMessage list = equilibria_answer({text, 1.0, false}, models);
  CHECK(list.equilibria.empty());
  CHECK(list.note.find("up to 12 bodies") != std::string::npos);
  CHECK_THROWS_WITH(proof_answer({text, 1.0, true}, models, {}, [](double) {}), Catch::Contains("2 to 8 bodies"));
  CHECK_THROWS_WITH(branches_answer({text, "body.b0.mass", 1, 2, 1.0}, models, {}, [](double) {}),
                    Catch::Contains("up to 12"));
  CHECK(portrait_answer({text, 1.0}, models).kind == "none");
}

TEST_CASE("the studies of a linkage: its equilibria by name, and a leaf for each circle of shapes") {
  const std::string text = load_model("four-bar").source.text;
  ModelCache models;
  const EquilibriaMessage list = equilibria_answer({text, {}, false}, models);
  REQUIRE(list.equilibria.size() == 4);
  const PortraitMessage portrait = portrait_answer({text, {}}, models);
  CHECK(portrait.kind == "leaves");
  REQUIRE(portrait.leaves.size() == 2);
  CHECK(portrait.leaves[portrait.current].component.find("< 0") != std::string::npos);  // as its start says
  for (const PortraitMessage::LeafRow& leaf : portrait.leaves) {
    CHECK(leaf.joint == 0);
    REQUIRE(leaf.marks.size() == 2);
    for (const PortraitMessage::MarkRow& mark : leaf.marks) {
      const auto same = [&](const EquilibriaMessage::Row& row) {
        return row.id == mark.id && std::abs(row.energy - mark.energy) < 1e-9 && row.stability == mark.stability;
      };
      CHECK(std::count_if(list.equilibria.begin(), list.equilibria.end(), same) == 1);
    }
    REQUIRE(leaf.place.size() == 181);
    for (const std::vector<double>& angles : leaf.angles) CHECK(angles.size() == 4);
    CHECK(leaf.angles[7][0] == Approx(leaf.place[7]).margin(1e-12));  // x is the angle of joint 0
  }
}

TEST_CASE("a list of equilibria that is cancelled ends, and a momentum that no double squares is said in words") {
  const auto cancelled = [] { throw RefusedRequest("cancelled", "the work was cancelled"); };
  ModelCache models;
  CHECK_THROWS_AS(equilibria_answer({chain_text(6), 1.0, false}, models, cancelled), RefusedRequest);
  Bench bench;
  bench.take_all();
  bench.submit({1, AskEquilibria{example_text("two-body"), 1e200, false}});
  CHECK(bench.await("error", 1));
  CHECK((bench.says("\"code\":\"numerical\"") && bench.says("more than a double holds")));
}

TEST_CASE("a proof has progress, ends when it is cancelled or replaced, and stops at its limit of time with words") {
  Bench bench;
  bench.take_all();
  const AskEquilibria long_proof{chain_text(8), {}, true};
  bench.submit({1, long_proof});
  REQUIRE(bench.await("progress", 1));
  bench.submit({1, Cancel{}});
  CHECK(bench.await("error", 1));
  CHECK(bench.says("\"code\":\"cancelled\""));
  bench.submit({2, long_proof});
  REQUIRE(bench.await("progress", 2));
  bench.submit({3, AskEquilibria{example_text("two-body"), {}, true}});
  CHECK(bench.await("error", 2));
  CHECK(bench.await("equilibria", 3));

  WireLimits hurried;
  hurried.study_seconds = 0.001;
  hurried.list_boxes = 1000;
  Bench other(hurried);
  other.take_all();
  other.submit({1, AskEquilibria{chain_text(6), {}, true}});
  CHECK(other.await("equilibria", 1));
  CHECK((other.says("\"complete\":false") && other.says("was left after 0.001 s")));
}

TEST_CASE("branches are those of the special case: a pitchfork at -6.5, by its closed form; they can be cancelled") {
  WireLimits patient;
  patient.study_seconds = 600;
  Bench bench(patient);
  bench.take_all();
  const AskBranches ask{example_text("three-body-special"), "joint.pin2.at.right.x", -5, -8, {}};
  bench.submit({1, ask});
  REQUIRE(bench.await("branches", 1));
  CHECK((bench.says("\"type\":\"pitchfork\"") && bench.says("\"value\":-6.5")));
  AskBranches wrong = ask;
  wrong.path = "joint.pin3.at.right.x";
  bench.submit({2, wrong});
  CHECK(bench.await("problems", 2));
  wrong = ask;
  wrong.to = wrong.from;
  bench.submit({3, wrong});
  CHECK(bench.await("error", 3));
  bench.submit({4, AskBranches{chain_text(7), "body.b0.mass", 1, 5, {}}});
  REQUIRE(bench.await("progress", 4));
  bench.submit({4, Cancel{}});
  CHECK(bench.await("error", 4));

  for (const double seconds : {0.0, 0.01}) {  // no time at all is the slowest machine
    WireLimits hurried;
    hurried.study_seconds = seconds;
    Bench other(hurried);
    other.take_all();
    other.submit({1, AskBranches{chain_text(7), "body.b0.mass", 1, 5, {}}});
    CHECK(other.await("branches", 1));
    CHECK(other.says("branches are missing"));
  }
}

TEST_CASE("a motion of a winding is where its state says, and turns so often in its period") {
  const std::string text = example_text("two-body");
  const OrbitsMessage found = orbits_answer({text, {1}, 15, 50, false}, {}, [](double) {});
  REQUIRE(found.orbits.size() == 1);
  const OrbitRow& orbit = found.orbits[0];
  CHECK((orbit.trouble.empty() && orbit.multipliers.empty() && *orbit.residual < 1e-11));
  StartEdit start;
  start.angles = {{"elbow", orbit.state.at("angle.elbow")}};
  start.momenta = {{"hub", orbit.state.at("momentum.hub")}, {"arm", orbit.state.at("momentum.arm")}};
  RunEdit run;
  run.until = fmt::format("{}", orbit.period);
  run.every = fmt::format("{}", orbit.period);
  run.method = "taylor";
  run.tolerance = "1e-13";
  run.step = "";
  OpenedModel opened = open_model({text, {start, run}, true, {}}, {});
  CHECK(opened.message.start.energy == Approx(15).epsilon(1e-12));
  const std::vector<double> rows = all_rows(*opened.run);
  const std::size_t width = opened.message.columns.size(), last = rows.size() - width;
  for (std::size_t c = 0; c < width; ++c) {
    const std::string& name = opened.message.columns[c].name;
    const double change = rows[last + c] - rows[c];
    if (name == "angle.elbow") CHECK(change == Approx(2 * std::numbers::pi).epsilon(1e-10));
    if (name == "absolute.hub") CHECK(change == Approx(orbit.phase).epsilon(1e-10));
    if (name.starts_with("momentum.")) CHECK(change == Approx(0).margin(1e-9));
  }
}

TEST_CASE("a family begins with the period of small motions; what has none, or takes too long, is said in words") {
  const auto ignore = [](double) {};
  const std::string text = example_text("two-body");
  ModelCache models;
  const FamilyMessage family = family_answer({text, "E1", 1, {}, {}}, models, {}, ignore);
  CHECK(family.frequency == Approx(0.23409892301390844).epsilon(1e-12));  // tests/golden/orbits.json
  REQUIRE(family.members.size() > 10);
  CHECK(family.members.size() <= 400);
  CHECK(family.members[0].period == Approx(2 * std::numbers::pi / family.frequency).epsilon(1e-2));
  CHECK_FALSE(family.end.words.empty());
  CHECK_THROWS_AS(family_answer({text, "E9", 1, {}, {}}, models, {}, ignore), RefusedRequest);
  CHECK_THROWS_AS(family_answer({text, "E1", 7, {}, {}}, models, {}, ignore), RefusedRequest);
  CHECK_THROWS_WITH(orbits_answer({text, {0}, 15, 50, false}, {}, ignore), Catch::Contains("some joint has to turn"));
  CHECK_THROWS_AS(orbits_answer({text, {1, 1}, 15, 50, false}, {}, ignore), RefusedRequest);
  WireLimits hurried;
  hurried.orbit_seconds = 0;
  CHECK_THROWS_WITH(orbits_answer({example_text("three-body"), {1, 0}, 30, 20, false}, hurried, ignore),
                    Catch::Contains("was left after"));
  Bench bench(hurried);
  bench.take_all();
  bench.submit({1, AskFamily{text, "E1", 1, {}, {}}});
  CHECK(bench.await("family", 1));
  CHECK(bench.says("was left after"));
}

TEST_CASE(
    "a turn is a model that runs to its angle, with the loop over the curvature; what cannot turn is said in words") {
  const auto ignore = [](double) {};
  const TurnMessage turn = turn_answer({example_text("planar-cat"), 0.5, true, 2}, {}, ignore);
  CHECK(turn.turned == Approx(0.5).margin(1e-8));
  OpenedModel opened = open_model({turn.text, {}, true, {}}, {});
  const std::vector<double> rows = all_rows(*opened.run);
  const std::size_t width = opened.message.columns.size(), last = rows.size() - width;
  for (std::size_t c = 0; c < width; ++c)
    if (opened.message.columns[c].name == "absolute.front") CHECK(rows[last + c] - rows[c] == Approx(0.5).margin(1e-8));
  REQUIRE(turn.curvature);
  CHECK(turn.curvature->values.size() == static_cast<std::size_t>(turn.curvature->columns) * turn.curvature->rows);
  for (const std::vector<double>& shape : turn.loop)
    for (std::size_t k = 0; k < 2; ++k) CHECK((turn.axes[k].from < shape[k] && shape[k] < turn.axes[k].to));
  CHECK_THROWS_WITH(turn_answer({example_text("two-body"), 0.5, false, 1}, {}, ignore), Catch::Contains("whole turns"));
  CHECK_THROWS_AS(turn_answer({example_text("planar-cat"), 0.5, true, 0}, {}, ignore), RefusedRequest);
  WireLimits hurried;
  hurried.orbit_seconds = 0;
  CHECK_THROWS_WITH(turn_answer({example_text("planar-cat"), 0.5, true, 1}, hurried, ignore),
                    Catch::Contains("was left after"));
}

TEST_CASE("a section fills while it is made; the motion through a place of it has a state that starts there") {
  std::vector<std::vector<double>> rows;
  const RowWatch keep = [&](double, std::vector<std::vector<double>> more) {
    rows.insert(rows.end(), more.begin(), more.end());
  };
  const std::string text = example_text("tangle");
  const SectionMessage frame = section_answer({.text = text, .joint = "elbow", .orbits = 3, .count = 0}, {}, keep);
  CHECK(rows.empty());
  REQUIRE(frame.starts.size() == 3);
  CHECK((frame.seen == "pivot" && frame.places && frame.turns && frame.edge.size() == 2));
  CHECK(frame.momentum == Approx(4).epsilon(1e-14));
  const SectionMessage whole = section_answer({.text = text, .joint = "elbow", .orbits = 3, .count = 20}, {}, keep);
  REQUIRE(rows.size() == 60);
  for (double motion = 0; motion < 3; ++motion)
    CHECK(std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row[0] == motion; }) == 20);
  const std::vector<double> first =
      *std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row[0] == 2; });
  rows.clear();
  const AskSection through{.text = text,
                           .joint = "elbow",
                           .energy = whole.energy,
                           .momentum = whole.momentum,
                           .place = whole.starts[2].place,
                           .orbits = 1,
                           .count = 1};
  const SectionMessage one = section_answer(through, {}, keep);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0][1] == Approx(first[1]).margin(1e-12));  // the place was rounded
  CHECK(rows[0][2] == Approx(first[2]).margin(1e-12));
  for (const auto& [name, value] : one.starts[0].state)
    CHECK(value == Approx(whole.starts[2].state.at(name)).margin(1e-12));
  AskSection beyond = through;
  beyond.place = {0, 1e3};
  CHECK_THROWS_WITH(section_answer(beyond, {}, keep), Catch::Contains("beyond the edge"));
  CHECK_THROWS_WITH(section_answer({.text = text, .joint = "wrist"}, {}, keep), Catch::Contains("none of the model"));
  CHECK_THROWS_WITH(section_answer({.text = text, .joint = "elbow", .energy = -1}, {}, keep),
                    Catch::Contains("does not reach it"));
  CHECK_THROWS_WITH(section_answer({.text = text, .joint = "elbow", .orbits = 200, .count = 1000}, {}, keep),
                    Catch::Contains("at most 100000 points"));
  CHECK_THROWS_WITH(section_answer({.text = example_text("two-body"), .joint = "elbow"}, {}, keep),
                    Catch::Contains("the leaf has 2 dimensions"));
  CHECK_THROWS_AS(section_answer({.text = example_text("spatial-pair"), .joint = "mount"}, {}, keep), ModelError);
  WireLimits hurried;
  hurried.orbit_seconds = 0;
  CHECK(section_answer({.text = text, .joint = "elbow", .orbits = 2, .count = 400}, hurried, keep)
            .note.starts_with("The section was left"));
}

TEST_CASE("exponents go ahead as they converge, and end as those of the library; manifolds lie on their section") {
  std::vector<std::vector<double>> rows;
  const RowWatch keep = [&](double, std::vector<std::vector<double>> more) {
    rows.insert(rows.end(), more.begin(), more.end());
  };
  const ExponentsMessage found = exponents_answer({example_text("tangle"), 20}, {}, keep);
  REQUIRE(rows.size() == 200);
  REQUIRE((found.exponents.size() == 4 && rows.back().size() == 9));
  CHECK((rows.back()[0] == 20 && rows.back()[1] == found.exponents[0] && rows.back()[5] == found.spread[0]));
  CHECK(std::abs(found.sum) < 1e-8);
  CHECK(*found.tangent_defect < 1e-13);
  CHECK_THROWS_AS(exponents_answer({example_text("planar-cat"), 1}, {}, keep), ModelError);
  const auto ignore = [](double) {};
  const ManifoldsMessage tangle = manifolds_answer({example_text("tangle"), 1}, {}, ignore);
  CHECK((tangle.joint == "elbow" && tangle.size == 0.1 && tangle.unstable.size() == 3 && tangle.stable.size() == 3));
  CHECK(tangle.gap / tangle.integral == Approx(1).margin(0.1));  // the lever of the model is no small one
  CHECK(tangle.zeros.size() == 2);
  CHECK(manifolds_answer({example_text("forced-pair"), -1}, {}, ignore).joint.empty());
  CHECK_THROWS_AS(manifolds_answer({example_text("two-body"), 1}, {}, ignore), ModelError);
}

TEST_CASE("a map has the members of a sweep, side by side where they can go so, and one is the run of its numbers") {
  std::map<long, std::vector<double>> rows;
  const RowWatch keep = [&](double, std::vector<std::vector<double>> more) {
    for (const std::vector<double>& row : more) rows[std::lround(row[0])] = {row.begin() + 1, row.end()};
  };
  AskSweep ask{
      example_text("two-body"), {{"start.angles.elbow", -3, 3, 7}, {"start.energy", 2, 12, 6}}, "turns(elbow)", 5};
  const SweepMessage found = sweep_answer(ask, {}, keep);
  CHECK((found.done == 42 && rows.size() == 42 && found.engine == "lanes" && found.note.empty()));
  CHECK((found.statuses[0] == "complete" && found.axes[1].count == 6));
  CHECK((rows[0].size() == 1 && found.statuses[std::lround(rows[0][0])] == "unreachable"));
  REQUIRE((rows[41].size() == 2 && rows[41][0] == 0));
  const std::map<long, std::vector<double>> by_all_threads = rows;
  WireLimits one_thread;
  one_thread.threads = 1;
  rows.clear();
  sweep_answer(ask, one_thread, keep);
  CHECK(rows == by_all_threads);
  const auto run_of = [&](const std::string& settled) {  // an observable with no lanes: every member by itself
    ask.observable = settled;
    rows.clear();
    return sweep_answer(ask, {}, keep).engine;
  };
  CHECK(run_of("first(phi_elbow = 0)") != "lanes");
  CHECK(rows.size() == 42);

  const auto refused = [&](AskSweep wrong, const std::string& words) {
    CHECK_THROWS_WITH(sweep_answer(wrong, {}, keep), Catch::Contains(words));
  };
  AskSweep wrong = ask;
  wrong.axes[0].path = "start.angles.wrist";
  refused(wrong, "wrist");
  wrong = ask;
  wrong.observable = "turns(wrist)";
  refused(wrong, "wrist");
  wrong = ask;
  wrong.axes[0].count = wrong.axes[1].count = 257;
  refused(wrong, "at most 65536 members");
  wrong = ask;
  wrong.axes[0].to = wrong.axes[0].from;
  refused(wrong, "from one end to another");
  WireLimits hurried;
  hurried.orbit_seconds = 0;
  ask.axes[0].count = ask.axes[1].count = 256;
  CHECK(sweep_answer(ask, hurried, keep).note.starts_with("The map was left"));
}

TEST_CASE("a run whose motion leaves all bounds ends with words and finite rows") {
  Bench bench;
  bench.take_all();
  OpenRequest wild = two_body("50");
  wild.edits.push_back(TorqueEdit{"elbow", {{{"law", "expression"}, {"formula", "-exp(phi_elbow^2)"}}}});
  bench.submit({1, wild});
  CHECK(comes([&] {
    bench.submit({1, Ack{4294967295}});
    return bench.count("done", 1) > 0;
  }));
  CHECK(bench.says("\"status\":\"failed\""));
  CHECK_FALSE(bench.says("\"error\":\"\""));
}

TEST_CASE("a connection keeps the model it works on: its sliders read nothing and derive nothing") {
  Bench bench;
  bench.take_all();
  const std::string text(examples()[0].text);
  bench.submit({1, OpenRequest{text, {}, true, {}}});
  REQUIRE(bench.await("model", 1));
  const long parsed = documents_parsed(), derived = derivations();
  for (int k = 0; k < 50; ++k) {
    bench.submit({2 + k, OpenRequest{text, {SetEdit{"body.arm.mass", std::to_string(4 + 0.1 * k)}}, true, {}}});
    REQUIRE(bench.await("model", 2 + k));
  }
  CHECK(documents_parsed() == parsed);
  CHECK(derivations() == derived);
  bench.submit({60, OpenRequest{text, {SetEdit{"joint.elbow.torque", "{ law = \"pd\", kp = 1 }"}}, true, {}}});
  REQUIRE(bench.await("model", 60));
  CHECK(derivations() == derived + 1);
}
