// SPDX-License-Identifier: Apache-2.0
// The messages from both sides: tests/web/requests.json is what the page sends, tests/web/messages.json what it gets.
// The tests of the page read the same two files.
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "server/protocol.hpp"

using namespace oopss;

namespace {

std::string contents(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// The members of a JSON array that is laid out with one object per line, or one that ends in a line "]}".
std::vector<std::string> fixture(const std::string& path) {
  std::istringstream in(contents(path));
  std::vector<std::string> out;
  std::string line, all;
  while (std::getline(in, line)) {
    if (line == "[" || line == "]") continue;
    all += line;
    if (!line.starts_with(" ") && (line.ends_with("},") || line.ends_with("}"))) {
      if (all.ends_with(",")) all.pop_back();
      out.push_back(std::exchange(all, ""));
    }
  }
  return out;
}

/// One message of every kind, every field other than it is by itself.
std::vector<ServerAnswer> every_kind() {
  WelcomeMessage welcome{"0.1.0",
                         {{"two-body", "Two coupled bodies", "A hub and an arm.", "[model]\n"}},
                         "[model]\n",
                         {{"gauss4", false, 4, "long runs"}, {"taylor", true, 0, "high accuracy"}},
                         {},
                         true,
                         {Work{"# now", "# then", {"# \u00b5"}, {}, "{}"}, false, 90.5, {"damaged"}},
                         {{"model", "space", "\"plane\"", "Where it moves.", {"plane", "space"}}},
                         true,
                         true};
  WelcomeMessage nothing_kept = welcome;
  nothing_kept.kept = {};
  const ProblemMessage error{4,    11, 4, "body 'arm': mass must be greater than zero, got -2 kg", "did you mean 2?",
                             false};
  ModelMessage model;
  model.text = "[model]\n# µ\n";
  model.name = "Two";
  model.description = "bodies";
  model.warnings = {{1, 2, 3, "an angle beyond a turn", "write deg", true}};
  model.bodies = {{"hub", "Hub", 4, 50, {{0, 0}, {1, 0.5}}}, {"arm", "", 5, 50.25, {}}};
  model.joints = {{"elbow", "Elbow", 0, 1, {5, 0}, {-3, 0.125}, {{{"law", "sine"}, {"kp", "50"}}}, "T = k"}};
  model.points = {{"tip", "Tip", 1, {3, 0}}};
  model.forces = {{"pull", 1, {1, 0}, {"3*t", "0"}}};
  model.parameters = {{"l", "length", "m", 1.5, 0, 3, "1.5", false}, {"m2", "", "", 3, 1, 4, "2*l", true}};
  model.numbers = {{"body.arm.mass", 5, "5.0", "kg"}};
  model.inputs = {{"m_hub", "mass of hub", 4}};
  model.facts = {{"mobility", "1, besides place and attitude"}};
  model.start = {"energy",  {0.5},      {5.5, 44.5},        {0.75}, 0.25, 15, 16, 50, 5.25, {},
                 {-80, 80}, {"a note"}, "as far as it goes"};
  model.run = {0, {"gauss4", 0.01, {}, 50, 0.02, "stop"}};
  model.columns = {{"t", "t", "s", "t", "t", -1}, {"angle.elbow", "joint angle", "rad", "elbow", "\\theta_{2,1}", 1}};
  ModelMessage in_space = model;
  in_space.space = {{{{{{1, 0.5, 0}, {0.5, 2, 0.25}, {0, 0.25, 2.5}}}, {{0, 0, 1}, {1, 0.5, -1}}}, {}},
                    {{true, {0, 0.6, 0.8}, {5, 0, 0.5}, {-3, 0.125, 1}}},
                    {{3, 0, -0.25}},
                    {{"veselov4", false, 4, "keeps momentum"}}};
  in_space.start.space = {{std::nullopt, Turn{0.8, 0, 0.6, 0}}, {2, 6, 15}};
  DoneMessage done{"failed",
                   "the rates are not finite (t = 3, residual 0.00e+00)",
                   3,
                   1,
                   7,
                   "gauss4",
                   0.01,
                   "recursive",
                   0.5,
                   {15, 15.5, 0.5, 0.03125},
                   {50, 50, 0, 0},
                   0.25,
                   -0.5,
                   1e-13,
                   {0.03125, "poor"},
                   {0, "good"},
                   "a step of 0.005 s should do"};
  const ProgramMessage program{{"t", "angle.elbow", "input.m_hub"},
                               {{"input", {1}}, {"sin", {0}}, {"number", {0.1}}, {"multiply", {1, 2}}},
                               {3, 1}};
  EquationsMessage equations{
      {{"Energy", {{"H", "kinetic energy", {{true, "\\frac{1}{2}", 0, {0, 1}}, {false, "x", -1, {}}}, 1}}, true}},
      {{"dH/dt = 0", "\\dot H = 0", true, "by expansion"}},
      program};
  EquilibriaMessage equilibria{
      50, true, "all of them", {{"E1", {0.5, -3}, 242.25, 5.125, 0.25, 1, 0, "unstable", true, {{0.5, 0}, {-0.5, 0}}}}};
  EquilibriaMessage::Row turning = equilibria.equilibria[0];
  turning.space = {{{1, 0, -0.5}}, {{0.8, 0, 0.6, 0}}, {0, 0, 1}};
  equilibria.equilibria.push_back(turning);
  PortraitMessage portrait{"landscape",
                           "a note",
                           50,
                           {"angle", "\\theta", -3, 3},
                           {"\u03bd", "\\nu", -1, 1},
                           {{"level", 5, 2.5, {{0, 1}, {1, 2}}}, {"separatrix", 6, {}, {}}},
                           {{"E1", {0, -1}, "stable", 5}},
                           PortraitMessage::Grid{2, 1, {1, 2.5}}};
  BranchesMessage branches{"body.arm.mass",
                           1,
                           8,
                           50,
                           {"elbow"},
                           {true},
                           {{{{1, {0.5}, 2.5, 0, "stable"}, {2, {0.75}, 3, 1, "unstable"}}}, {}},
                           {{"fold", 1.5, {0.25}, 2.75}},
                           "a note"};
  PortraitMessage none, leaves;
  none.note = "why";
  leaves.kind = "leaves";
  leaves.leaves = {{"sin > 0",
                    0,
                    {"angle", "\\theta", -3, 3},
                    {"\u03bd", "\\nu", -1, 1},
                    {{"level", 5, 2.5, {{0, 1}, {1, 2}}}},
                    {{"E1", {0, 0}, "stable", 5}},
                    {-3, 3},
                    {6, 6},
                    {0.5, 0.5},
                    {{-3, 1}, {3, 1}}}};
  const OrbitRow orbit{{{"angle.elbow", 0.5}, {"momentum.arm", 2}},
                       12.5,
                       15,
                       50,
                       {{0.6, 0.8}, {0.6, -0.8}},
                       7,
                       "periodic after 3 periods",
                       1e-13,
                       true,
                       2.5,
                       "far from closed"};
  OrbitRow unmeasured = orbit;
  unmeasured.residual = unmeasured.action = {};
  unmeasured.symmetric = {};
  BranchesMessage branches_in_space = branches;
  branches_in_space.branches[0].points[0].space = in_space.start.space;
  branches_in_space.special[0].space = in_space.start.space;
  return {
      welcome,
      ProblemsMessage{{error}},
      FailureMessage{"protocol", "there is no message of type \"x\""},
      ProgressMessage{0.5, "running"},
      model,
      done,
      equations,
      FormulaMessage{"\\sin x", program},
      CodeMessage{{{"model.c", "int x;\n"}}},
      equilibria,
      portrait,
      none,
      branches,
      nothing_kept,
      KeptMessage{},
      leaves,
      AssembliesMessage{{{0.5, -1}, {0.5, 2}}, 1, {"elbow"}, "a note"},
      in_space,
      branches_in_space,
      OrbitsMessage{{1, -2}, 15, 50, "theorem", OrbitsMessage::Threshold{6.5, 5.5}, {orbit}, "a note"},
      OrbitsMessage{{1}, 15, 50, "numerical", {}, {}, "why"},
      FamilyMessage{
          "E1", 2, 0.5, 5.25, 50, {unmeasured}, {{"period doubling", 6, 11.5, 0}}, {"it goes on", 8, 13}, "a note"},
      VisitsMessage{{{std::string(32, 'a'), "file /a.toml", "Two", 60}}},
      WorkMessage{{"# now", "# then", {"# \u00b5"}, {"# on"}, "{}"}},
      ForgottenMessage{3},
      TurnMessage{0.5,
                  0.5,
                  2,
                  1.25,
                  2.5,
                  10,
                  0.75,
                  0.5,
                  {1, 2},
                  "[model]",
                  {{0, 1}, {0, 1}},
                  PortraitMessage::Grid{2, 1, {-0.5, 0.25}},
                  {{"angle of a", "\\theta_{2,1}", -1, 1}, {"angle of b", "\\theta_{3,2}", -2, 2}},
                  "a note"},
      GuestsMessage{"192.168.0.7:8080", true, 8, {{1, "here", 90.5}}},
      InvitationMessage{2, "http://192.168.0.7:8080/?code=0", {"10", "01"}, 600},
      ProgressMessage{0.5, "searching", {{0, 1.5, -2}, {1, 0.25, 3}}},
      SectionMessage{"elbow",
                     0.5,
                     -1,
                     0,
                     4,
                     2.5,
                     "pivot",
                     true,
                     true,
                     {{{-1, 2}, {1, 2}}},
                     {{{0.5, 1}, {{"angle.elbow", 0.5}, {"momentum.arm", 2}}, "it ended"}},
                     "a note"},
      ExponentsMessage{100, 2, {0.25, -0.25}, {0.5, 0.5}, 16, 0, {}, 1e-16, "they grow", "two"},
      ManifoldsMessage{
          "elbow", 0.5, 1, 0, 4, 2.5, 0.1, {{{0, 1}, {1, 1.5}}, {{0, 2}}}, {{{0, 1}}}, -0.5, -0.25, {0, 3.5}, "a note"},
      SweepMessage{{{"start.angles.elbow", -3, 3, 64}, {"start.momentum", 1, 5, 32}},
                   "turns(elbow)",
                   "lanes",
                   2048,
                   {"complete", "failed"},
                   "a note"},
      RecordedMessage{96, {"t"}, 2, "[model]"},
      ColumnValuesMessage{"AAAAAAAA8D8="}};
}

std::string refusal(const std::string& text) {
  try {
    parse_request(text);
  } catch (const ProtocolError& error) {
    return std::to_string(error.id) + " " + error.code + ": " + error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("the messages are those that the page's tests read, to the byte") {
  std::string text = "[\n";
  long id = 1;
  for (const ServerAnswer& answer : every_kind()) text += (id > 1 ? ",\n" : "") + print_answer(id, answer), ++id;
  text += "\n]\n";
  const std::string written = "build/messages.json";
  std::ofstream(written, std::ios::binary) << text;
  INFO("compare " << written << ", which this test writes, with tests/web/messages.json");
  CHECK(text == contents("tests/web/messages.json"));
}

TEST_CASE("every request of the page's tests is understood") {
  std::vector<PageRequest> all;
  for (const std::string& text : fixture("tests/web/requests.json")) all.push_back(parse_request(text));
  REQUIRE(all.size() == 36);
  CHECK(std::get<Hello>(all[0].what).protocol == 1);
  CHECK(all[1].id == 2);
  CHECK(std::get<OpenRequest>(all[1].what).run);
  const OpenRequest& open = std::get<OpenRequest>(all[2].what);
  CHECK_FALSE(open.run);
  CHECK(open.text == "# \u00b5");
  REQUIRE(open.edits.size() == 11);
  CHECK(std::get<SetEdit>(open.edits[0]).value == "2*3");
  const TorqueEdit& torque = std::get<TorqueEdit>(open.edits[1]);
  REQUIRE(torque.laws.size() == 2);
  CHECK(torque.laws[0] == LawText{{"law", "sine"}, {"bias", "30 deg"}, {"kp", "50"}});
  CHECK(std::get<TorqueEdit>(open.edits[2]).laws.empty());
  const StartEdit& held = std::get<StartEdit>(open.edits[3]);
  CHECK((held.hold_energy && held.hold_momentum && held.snap && held.angles->at("elbow") == 0.5));
  CHECK(std::get<StartEdit>(open.edits[4]).rates->at("elbow") == -1e-3);
  CHECK(std::get<StartEdit>(open.edits[5]).momenta->at("arm") == 2);
  CHECK(*std::get<StartEdit>(open.edits[6]).equilibrium == "E2");
  const RunEdit& run = std::get<RunEdit>(open.edits[7]);
  CHECK((*run.until == "5" && run.every->empty() && *run.tolerance == "1e-9" && *run.singular == "straight"));
  const StartEdit::Pull& pull = *std::get<StartEdit>(open.edits[8]).pull;
  CHECK((pull.body == "arm" && pull.point == std::array{0.5, 0.0} && pull.to == std::array{1.0, -2.0}));
  CHECK(pull.frame == "body:hub");
  const StartEdit& in_space = std::get<StartEdit>(open.edits[9]);
  CHECK((in_space.rotations.at("mount") == Turn{0.8, 0, 0.6, 0} && !in_space.momentum));
  CHECK(*in_space.momentum_vector == Triple{2, 6, -15.5});
  const StartEdit& by_bodies = std::get<StartEdit>(open.edits[10]);
  CHECK((by_bodies.absolute->at("hub") == 0.25 && by_bodies.spin->at("arm") == -1));
  const Moment& from = *std::get<OpenRequest>(all[3].what).from;
  CHECK((from.t == 1.5 && *from.angles == std::vector{0.25} && *from.momenta == std::vector{1.0, 2.0} &&
         from.root == -0.5));
  CHECK(std::get<Ack>(all[4].what).chunk == 7);
  CHECK(std::holds_alternative<Cancel>(all[5].what));
  CHECK(std::get<AskFormula>(all[7].what).formula == "sin(phi_elbow) + H");
  CHECK(std::get<AskCode>(all[8].what).language == "c++");
  CHECK_FALSE(std::get<AskEquilibria>(all[9].what).momentum);
  CHECK(*std::get<AskEquilibria>(all[10].what).momentum == -3);
  CHECK(*std::get<AskPortrait>(all[11].what).momentum == 0);
  CHECK((!std::get<AskEquilibria>(all[10].what).certify && std::get<AskEquilibria>(all[12].what).certify));
  const AskBranches& branches = std::get<AskBranches>(all[13].what);
  CHECK((branches.path == "body.arm.mass" && branches.from == 8 && branches.to == -0.5 && *branches.momentum == 50));
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(is_study(all[i]) == (i == 12 || i == 13 || i == 19 || i == 20 || i == 24 || i == 29 || (i >= 31 && i <= 33)));
  CHECK(std::get<Hello>(all[0].what).work.empty());
  CHECK(std::get<Hello>(all[14].what).work == "0123456789abcdef0123456789abcdef");
  const KeepRequest& keep = std::get<KeepRequest>(all[15].what);
  CHECK(keep.name == "0123456789abcdef0123456789abcdef");
  CHECK((keep.work.text == "# now" && keep.work.opened == "# then" && keep.work.future.empty()));
  CHECK(keep.work.past == std::vector<std::string>{"a", "b"});
  CHECK(keep.work.view == "{}");
  CHECK(std::holds_alternative<AskVisits>(all[21].what));
  CHECK(std::get<AskWork>(all[22].what).name == "0123456789abcdef0123456789abcdef");
  CHECK(std::holds_alternative<ForgetRequest>(all[23].what));
  const Moment& later = *std::get<OpenRequest>(all[16].what).from;
  CHECK((later.t == 1.5 && !later.angles && !later.momenta && later.root == -0.5));
  CHECK(std::get<AskAssemblies>(all[17].what).text == "x");
  const OpenRequest& in_flight = std::get<OpenRequest>(all[18].what);
  CHECK((in_flight.from->state->at("rotation.mount.w") == 0.8 && !in_flight.from->angles));
  CHECK(std::get<StartEdit>(in_flight.edits[0]).state->at("momentum.bus.x") == 2);
  const AskOrbits& orbits = std::get<AskOrbits>(all[19].what);
  CHECK((orbits.winding == std::vector{1, -2} && orbits.energy == 15 && orbits.momentum == 50 && orbits.symmetric));
  const AskFamily& family = std::get<AskFamily>(all[20].what);
  CHECK((family.equilibrium == "E1" && family.mode == 2 && *family.momentum == 50 && *family.limit == 8));
  const AskTurn& turn = std::get<AskTurn>(all[24].what);
  CHECK((turn.angle == 0.5 && turn.free && turn.cycles == 2));
  CHECK(std::get<AskCode>(all[8].what).inputs.empty());
  CHECK(std::get<AskCode>(all[25].what).inputs == std::vector<std::string>{"elbow"});
  CHECK(std::holds_alternative<AskGuests>(all[26].what));
  CHECK(std::holds_alternative<InviteRequest>(all[27].what));
  CHECK(std::get<RevokeRequest>(all[28].what).number == 3);
  const AskSection& section = std::get<AskSection>(all[29].what);
  CHECK((section.joint == "elbow" && section.angle == 0.5 && section.direction == -1 && !section.place));
  CHECK((*section.energy == 2.5 && *section.momentum == 4 && section.orbits == 24 && section.count == 400));
  CHECK(is_study(all[29]));
  const AskSection& through = std::get<AskSection>(all[30].what);
  CHECK((through.joint.empty() && through.place == Pair{0.5, 1} && !through.energy && through.direction == 1));
  CHECK_FALSE(is_study(all[30]));  // a click is not kept waiting by a section that fills
  CHECK(*std::get<AskExponents>(all[31].what).until == 100);
  CHECK(std::get<AskManifolds>(all[32].what).loop == -1);
  const AskSweep& sweep = std::get<AskSweep>(all[33].what);
  CHECK((sweep.axes[0].path == "start.angles.elbow" && sweep.axes[1].to == 5 && sweep.axes[1].count == 32));
  CHECK((sweep.observable == "turns(elbow)" && *sweep.until == 20 && is_study(all[33])));
  const RecordedPiece& piece = std::get<RecordedPiece>(all[34].what);
  CHECK((piece.text == "iUhERg==" && piece.first && !piece.last));
  const AskColumn& column = std::get<AskColumn>(all[35].what);
  CHECK((column.name == "angle.elbow" && column.from == 65536));
}

TEST_CASE("what is no request is refused in words, under its own number where that can be read") {
  CHECK(refusal("") == "0 protocol: the message is not JSON, or has a number beyond the range of doubles");
  CHECK(refusal("[1]") == "0 protocol: the message must be an object");
  CHECK(refusal("{\"id\":3}") == "3 protocol: the message has no \"type\"");
  CHECK(refusal("{\"type\":\"hello\",\"protocol\":1}") == "0 protocol: the message has no \"id\"");
  CHECK(refusal("{\"type\":\"x\",\"id\":4}") == "4 protocol: there is no message of type \"x\"");
  CHECK(refusal("{\"type\":\"hello\",\"id\":4,\"protocol\":\"1\"}") ==
        "4 protocol: the message \"protocol\" must be a whole number from 0 to 4294967295");
  CHECK(refusal("{\"type\":\"cancel\",\"id\":4,\"more\":1}") == "4 protocol: the message does not take \"more\"");
  CHECK(refusal("{\"type\":\"cancel\",\"id\":-1}").starts_with("0 protocol: the message \"id\" must be"));
  CHECK(refusal("{\"type\":\"cancel\",\"id\":1,\"id\":2}") == "0 protocol: the key \"id\" stands twice in one object");
  CHECK(refusal(std::string(100'000, '[')).starts_with("0 protocol: the message is nested"));
  CHECK(refusal("{\"type\":\"open\",\"id\":1,\"text\":\"\xff\"}").starts_with("0 protocol: the message is not JSON"));
  for (const std::string pull : {"1", "{}", "{\"body\":\"a\",\"point\":[1],\"to\":[1,2],\"frame\":\"inertial\"}"})
    CHECK(refusal("{\"type\":\"open\",\"id\":1,\"text\":\"\",\"edits\":[{\"kind\":\"start\",\"pull\":" + pull + "}]}")
              .starts_with("1 protocol: a pull "));
  for (const std::string winding : {"1", "[0.5]", "[1001]", "[\"1\"]"})
    CHECK(
        refusal("{\"type\":\"orbits\",\"id\":1,\"text\":\"\",\"energy\":1,\"momentum\":1,\"winding\":" + winding + "}")
            .starts_with("1 protocol: the message \"winding\""));
  for (const std::string number : {"1e999", "NaN", "\"1\"", "null", "true", "[]"})
    CHECK(refusal("{\"type\":\"portrait\",\"id\":1,\"text\":\"\",\"momentum\":" + number + "}") != "taken");
}

TEST_CASE("only what carries a model may be long") {
  const std::string blank(70'000, ' '), text(4 * 1024 * 1024, 'x');
  CHECK(refusal("{\"type\":\"cancel\",\"id\":4" + blank + "}")
            .starts_with("4 limit: a message without a model has at most 65536"));
  CHECK(refusal("{\"type\":\"equations\",\"id\":4,\"text\":\"" + text + "\"}") == "taken");
  CHECK(refusal("{\"type\":\"equations\",\"id\":4,\"text\":\"" + text + "x\"}")
            .starts_with("4 limit: a model text has at most 4194304"));
  const std::string keep =
      "{\"type\":\"keep\",\"id\":4,\"work\":\"" + std::string(32, 'a') + "\",\"opened\":\"\",\"future\":[],";
  CHECK(refusal(keep + "\"past\":[],\"text\":\"" + text + "\"}") == "taken");
  CHECK(refusal(keep + "\"past\":[\"x\"],\"text\":\"" + text + "\"}")
            .starts_with("4 limit: the texts of a message have at most 4194304 bytes in all"));
}

TEST_CASE("the work of a page has a name that can be nothing but a name") {
  for (const std::string name : {"", "../../../../etc/passwd", "0123456789abcdef0123456789ABCDEF", "/", "0123"})
    CHECK(refusal("{\"type\":\"keep\",\"id\":4,\"work\":\"" + name +
                  "\",\"text\":\"\",\"opened\":\"\",\"past\":[],\"future\":[]}")
              .starts_with("4 protocol: the message names the page's work by something other than 32"));
  CHECK(refusal("{\"type\":\"open\",\"id\":4,\"text\":\"\",\"from\":{\"t\":1,\"root\":0,\"angles\":[]}}")
            .starts_with("4 protocol: \"from\" has angles without momenta"));
}

TEST_CASE("no number that is not finite is ever printed") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(print_answer(1, ProgressMessage{bad, ""}), NotFiniteOnWire);
    ModelMessage model;
    model.start.momentum_range = {0, bad};
    CHECK_THROWS_AS(print_answer(1, model), NotFiniteOnWire);
    EquilibriaMessage equilibria;
    equilibria.equilibria = {{"E1", {0}, 1, 1, 1, 0, 0, "stable", false, {{0, bad}}}};
    CHECK_THROWS_AS(print_answer(1, equilibria), NotFiniteOnWire);
  }
}

TEST_CASE("a chunk is four whole numbers and the columns of its rows") {
  const std::string bytes = print_chunk(7, 3, 2, {1.5, -2, 1e300, 0, 4, 5});
  REQUIRE(bytes.size() == 16 + 6 * 8);
  std::uint32_t head[4];
  std::vector<double> values(6);
  std::memcpy(head, bytes.data(), 16);
  std::memcpy(values.data(), bytes.data() + 16, 48);
  CHECK((head[0] == 7 && head[1] == 3 && head[2] == 3 && head[3] == 2));
  CHECK(values == std::vector<double>{1.5, 1e300, 4, -2, 0, 5});
}
