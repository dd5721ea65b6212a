// SPDX-License-Identifier: Apache-2.0
// The messages between the page and the server, one struct each, as in web/src/link/protocol.ts; docs/protocol.md
// explains them. Only protocol_read.cpp, protocol_json.cpp and study_json.cpp know how they look on the wire.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "oopss/model/keys.hpp"
#include "oopss/system/run_settings.hpp"
#include "server/work.hpp"

namespace oopss {

constexpr int protocol_version = 1;

/// What the server takes on; `welcome` tells the page.
struct WireLimits {
  std::size_t message = 64 * 1024;                      // bytes of a message without a model text
  std::size_t text = 4 * 1024 * 1024;                   // bytes of a model text
  std::size_t formula = 64 * 1024;                      // bytes of a formula
  std::size_t run_bytes = 256'000'000;                  // of the rows of a run
  double body_steps = 3e8;                              // steps times bodies of a run: about a minute of work
  std::size_t chunk = 512 * 1024;                       // bytes of a chunk of rows: most runs are one
  int window = 4;                                       // chunks under way
  double study_seconds = 20;                            // of the search for a proof, or for branches
  double orbit_seconds = 60;                            // of the search for periodic motions
  long list_boxes = 1'000'000;                          // that a list of equilibria looks into: about a second
  double question_seconds = 0;                          // of any question, and of a run; 0: as long as it takes
  bool proofs = true;                                   // whether they may be asked for
  int threads = 0;                                      // of a sweep; 0: one per core
  std::size_t whole() const { return text + message; }  // bytes of any message
};

// ---- page to server

/// A torque law as in the file: its keys and values as text, `law` first.
using LawText = std::vector<std::pair<std::string, std::string>>;
using NumbersByName = std::map<std::string, double>;
using Pair = std::array<double, 2>;
using Triple = std::array<double, 3>;
using Turn = std::array<double, 4>;  // of a ball joint, from rest: w, x, y, z

struct SetEdit {
  std::string path, value;
};
struct TorqueEdit {
  std::string joint;
  std::vector<LawText> laws;
};
/// Changes of the start, from the start as it is solved now.
struct StartEdit {
  /// A point of a body that is to come as near to a place as it can: seen from "inertial", "joint:NAME" or "body:NAME".
  struct Pull {
    std::string body;
    std::array<double, 2> point{}, to{};
    std::string frame;
  };
  std::optional<NumbersByName> angles, rates, momenta, offset;
  std::optional<NumbersByName> absolute, spin;  // of bodies: angles and angular velocities, in place of all else
  std::optional<NumbersByName> state;           // in space: of a moment, as in Moment, in place of the start
  std::map<std::string, Turn> rotations;        // of ball joints
  std::optional<Pull> pull;
  std::optional<double> momentum, energy;  // in space a momentum that is a number is a size along the present one
  std::optional<Triple> momentum_vector;
  std::optional<std::string> equilibrium;
  bool hold_energy = false, hold_momentum = false, snap = false;
};
struct RunEdit {
  std::optional<std::string> until, every, method, step, tolerance, singular;  // empty: the key is removed
};
using Edit = std::variant<SetEdit, TorqueEdit, StartEdit, RunEdit>;

/// Where a run starts, if not at [start] at t = 0. Without angles and momenta, or in space a state: with those of
/// [start].
struct Moment {
  double t = 0;
  std::optional<std::vector<double>> angles, momenta;
  double root = 0;
  std::optional<NumbersByName> state = {};  // columns by name: of bodies in space; with forces mass_centre and drift
};

struct Hello {
  int protocol = 0;
  std::string work;  // what the page kept before it was loaded again; empty: it is new
};
struct OpenRequest {
  std::string text;
  std::vector<Edit> edits;
  bool run = true;
  std::optional<Moment> from;
};
struct Ack {
  long chunk = 0;
};
struct Cancel {};
struct AskEquations {
  std::string text;
};
struct AskFormula {
  std::string text, formula;
};
struct AskCode {
  std::string text, language;
  std::vector<std::string> inputs = {};  // joints whose torques become arguments
};
struct AskAssemblies {
  std::string text;
};
struct AskEquilibria {
  std::string text;
  std::optional<double> momentum;
  bool certify = false;
};
struct AskPortrait {
  std::string text;
  std::optional<double> momentum;
};
struct AskBranches {
  std::string text, path;
  double from = 0, to = 0;
  std::optional<double> momentum;
};
/// The periodic motions in which every joint turns so often in a period.
struct AskOrbits {
  std::string text;
  std::vector<int> winding;
  double energy = 0, momentum = 0;
  bool symmetric = false;  // all that are their own mirror images in time, else the one of least action
};
/// The periodic motions that are born at an equilibrium, in one mode of its small oscillations.
struct AskFamily {
  std::string text, equilibrium;
  int mode = 1;
  std::optional<double> momentum;
  std::optional<double> limit;  // energy at which it is left
};
/// What the page works on, under a name that no other page has.
/// A loop of the joints that turns the whole by an angle without momentum.
struct AskTurn {
  std::string text;
  double angle = 0;
  bool free = false;  // the base is chosen too; else it is the start's shape
  int cycles = 1;
};
/// Points of a section: of motions spread over it, or of the one through a place of it.
struct AskSection {
  std::string text;
  std::string joint;  // whose angle passes; empty: after every period of the laws
  double angle = 0;
  int direction = 1;
  std::optional<double> energy, momentum;  // none: those of the start
  std::optional<Pair> place;               // angle and momentum
  int orbits = 24, count = 0;              // motions, and points of each
};
/// All exponents on the leaf, from the start.
struct AskExponents {
  std::string text;
  std::optional<double> until;  // none: as long as it takes to tell
};
/// A map: an observable of `oopss sweep` over two numbers of the model.
struct AskSweep {
  struct Axis {
    std::string path;
    double from = 0, to = 0;
    int count = 0;  // values, both ends among them
  };
  std::string text;
  std::vector<Axis> axes;       // two
  std::string observable;       // as for --observe
  std::optional<double> until;  // none: that of the model
};
/// The manifolds that a third body or a drive splits, on the section on which they are compared.
struct AskManifolds {
  std::string text;
  int loop = 1;  // the sense in which the joint turns along it
};
struct KeepRequest {
  std::string name;
  Work work;
};
/// The earlier visits there are.
struct AskVisits {};
/// The work of one of them, by its name.
struct AskWork {
  std::string name;
};
/// Removes all work that is kept, on every model.
struct ForgetRequest {};
/// Who is there, or may come, over a network; a code for one more; one is sent away.
struct AskGuests {};
struct InviteRequest {};
struct RevokeRequest {
  int number = 0;
};

/// A piece of a recorded file, as base64; the last one has it read.
struct RecordedPiece {
  std::string text;
  bool first = false, last = false;
};
/// Values of a column of the file that was read last, from a row on.
struct AskColumn {
  std::string name;
  long from = 0;
};

struct PageRequest {
  long id = 0;
  std::variant<Hello, OpenRequest, Ack, Cancel, AskEquations, AskFormula, AskCode, AskAssemblies, AskEquilibria,
               AskPortrait, AskBranches, AskOrbits, AskFamily, KeepRequest, AskVisits, AskWork, ForgetRequest, AskTurn,
               AskGuests, InviteRequest, RevokeRequest, AskSection, AskExponents, AskManifolds, AskSweep, RecordedPiece,
               AskColumn>
      what;
};

/// Whether it asks for something other than the opening and running of a model.
inline bool is_question(const PageRequest& request) {
  return !std::holds_alternative<OpenRequest>(request.what) && !std::holds_alternative<Ack>(request.what) &&
         !std::holds_alternative<Cancel>(request.what) && !std::holds_alternative<Hello>(request.what) &&
         !std::holds_alternative<KeepRequest>(request.what) && !std::holds_alternative<ForgetRequest>(request.what);
}

/// Whether its work may take many seconds, tells how far it is, and can be cancelled.
inline bool is_study(const PageRequest& request) {
  const AskEquilibria* equilibria = std::get_if<AskEquilibria>(&request.what);
  const AskSection* section = std::get_if<AskSection>(&request.what);
  return std::holds_alternative<AskBranches>(request.what) || std::holds_alternative<AskOrbits>(request.what) ||
         std::holds_alternative<AskFamily>(request.what) || std::holds_alternative<AskTurn>(request.what) ||
         std::holds_alternative<AskExponents>(request.what) || std::holds_alternative<AskManifolds>(request.what) ||
         std::holds_alternative<AskSweep>(request.what) || (equilibria && equilibria->certify) ||
         (section && !section->place);
}

/// A message that is not one of these; `id` is its own where it could be read, else 0.
struct ProtocolError : std::runtime_error {
  ProtocolError(long id_, const std::string& code_, const std::string& message)
      : std::runtime_error(message), id(id_), code(code_) {}
  long id;
  std::string code;  // "protocol" or "limit"
};

/// Reads a message; throws ProtocolError in words.
PageRequest parse_request(std::string_view text, const WireLimits& limits = {});

// ---- server to page

struct MethodRow {
  std::string name;
  bool adaptive = false;
  int order = 0;
  std::string description;
};
struct WelcomeMessage {
  struct ModelRow {
    std::string name, title, description, text;
  };
  std::string version;
  std::vector<ModelRow> models;
  std::string first;
  std::vector<MethodRow> methods;
  WireLimits limits;
  bool keeps = false;             // whether work is kept
  FoundWork kept = {};            // of an earlier visit
  std::vector<KeyRow> keys = {};  // of the model file
  bool guest = false;             // whoever asks came over a network
  bool invites = false;           // may ask others in
};
/// Who came, or may come, over a network.
struct GuestsMessage {
  struct Row {
    int number = 0;
    std::string state;  // "invited", "here", "away", "expired", "revoked"
    double age = 0;     // seconds since the code was made
  };
  std::string host;  // where they come in
  bool encrypted = false;
  int most = 0;
  std::vector<Row> guests;
};
/// A code for one guest: as a link and as a square of 0 and 1, row by row.
struct InvitationMessage {
  int number = 0;
  std::string link;
  std::vector<std::string> square;
  double seconds = 0;  // that it works
};
/// The work was kept.
struct KeptMessage {};
struct VisitsMessage {
  struct Row {
    std::string work, model, title;  // name of the work, what the model was called, its name in the text
    double age = 0;                  // seconds
  };
  std::vector<Row> visits;
};
struct WorkMessage {
  Work work;
};
struct ForgottenMessage {
  int files = 0;
};
/// How much of a recorded file has come; and once it was read its columns, their length, and the model text in it.
struct RecordedMessage {
  std::size_t size = 0;
  std::vector<std::string> names;
  std::size_t rows = 0;
  std::string model;
};
/// Numbers as their bytes, in base64.
struct ColumnValuesMessage {
  std::string values;
};

struct ProblemMessage {
  int line = 0, column = 0, length = 0;
  std::string message, help;
  bool warning = false;
};
struct ProblemsMessage {
  std::vector<ProblemMessage> problems;
};
struct FailureMessage {
  std::string code, message;
};
struct ProgressMessage {
  double part = 0;
  std::string what;
  std::vector<std::vector<double>> rows = {};  // what was found since, of sections, exponents and sweeps
};

/// Of a start in space: the turns of ball joints, and the total momentum along inertial axes.
struct SpaceStartRow {
  std::vector<std::optional<Turn>> rotations;  // per joint; none of hinges
  Triple momentum{};
};
struct StartMessage {
  std::string form;
  std::vector<double> angles, momenta, rates;
  double root = 0, kinetic = 0, energy = 0, momentum = 0;
  double energy_least = 0;
  std::optional<double> energy_most;
  Pair momentum_range{};
  std::vector<std::string> notes;
  std::string snapped;
  std::optional<SpaceStartRow> space = {};
  std::vector<double> drift = {};  // velocity of the mass centre, one number per axis
};
struct ColumnMessage {
  std::string name, quantity, unit, label, latex;
  int body = -1;
};
struct ModelMessage {
  struct BodyRow {
    std::string name, label;
    double mass = 0, inertia = 0;
    std::vector<Pair> outline;
    std::string torque{}, torque_latex{};  // from outside, as written; empty if there is none
  };
  struct JointRow {
    std::string name, label;
    int first = 0, second = 0;
    Pair at_first{}, at_second{};
    std::vector<LawText> laws;
    std::string law_latex;
  };
  struct PointRow {
    std::string name, label;
    int body = 0;
    Pair position{};
  };
  struct ForceRow {
    std::string name;
    int body = 0;
    Pair place{};                      // from the body's mass centre
    std::array<std::string, 2> value;  // as written
  };
  struct ParameterRow {
    std::string name, label, unit;
    double value = 0, min = 0, max = 0;
    std::string text;
    bool fixed = false;
  };
  struct NumberRow {
    std::string path;
    double value = 0;
    std::string text, unit;
  };
  struct InputRow {
    std::string name, meaning;
    double value = 0;
  };
  struct FactRow {
    std::string name, words;
  };
  struct RunRow {
    double t0 = 0;
    RunSettings settings;  // as they were found: nothing is left open but one of step and tolerance, 0 on the wire
  };
  /// What bodies in space have beyond the plane; vectors are in body axes, from the mass centre.
  struct SpaceBodyRow {
    std::array<Triple, 3> inertia{};  // rows of the tensor
    std::vector<Triple> outline;
  };
  struct SpaceJointRow {
    bool hinge = false;
    Triple axis{};  // of a hinge: a unit vector of the first body
    Triple at_first{}, at_second{};
  };
  struct SpaceRows {
    std::vector<SpaceBodyRow> bodies;
    std::vector<SpaceJointRow> joints;
    std::vector<Triple> points;
    std::vector<MethodRow> methods;  // that serve
  };
  std::string text, name, description;
  std::vector<ProblemMessage> warnings;
  std::vector<BodyRow> bodies;
  std::vector<JointRow> joints;
  std::vector<PointRow> points;
  std::vector<ForceRow> forces = {};  // from outside
  std::vector<ParameterRow> parameters;
  std::vector<NumberRow> numbers;
  std::vector<InputRow> inputs;
  std::vector<FactRow> facts;  // what its numbers make of it, in words
  StartMessage start;
  RunRow run;
  std::vector<ColumnMessage> columns;
  std::optional<SpaceRows> space;
};

struct DriftMessage {
  double start = 0, end = 0, max_drift = 0, max_relative_drift = 0;
};
/// A relative error and how good it is: "good", "fair" or "poor".
struct ConservedMessage {
  double error = 0;
  std::string verdict = "good";
};
struct DoneMessage {
  std::string status, error;
  long rows = 0, chunks = 0, steps = 0;
  std::string method;
  double step = 0;
  std::string engine;
  double wall_seconds = 0;
  DriftMessage energy, momentum;
  double dissipated = 0, work = 0, max_error = 0;
  ConservedMessage energy_kept, momentum_kept;
  std::string advice;                  // where it strayed; empty if nothing better is known
  std::optional<double> impulse = {};  // of torques from outside, if there are any
};

/// Straight-line code: value i is code[i]; operands are indices of earlier values.
struct ProgramMessage {
  struct Row {
    std::string op;
    std::vector<double> operands;
  };
  std::vector<std::string> inputs;
  std::vector<Row> code;
  std::vector<int> outputs;
};
struct EquationsMessage {
  struct TermRow {
    bool minus = false;
    std::string latex;
    int output = -1;
    std::vector<int> bodies;
  };
  struct EquationRow {
    std::string left, meaning;
    std::vector<TermRow> terms;
    int value = -1;
  };
  struct Section {
    std::string title;
    std::vector<EquationRow> rows;
    bool folded = false;  // long: shown on request
  };
  struct ClaimRow {
    std::string statement, latex;
    bool proved = false;
    std::string how;
  };
  std::vector<Section> sections;
  std::vector<ClaimRow> claims;
  ProgramMessage program;
};
struct FormulaMessage {
  std::string latex;
  ProgramMessage program;
};
struct CodeMessage {
  struct FileRow {
    std::string name, text;
  };
  std::vector<FileRow> files;
};
/// The shapes in which loops can be assembled with the angles of some joints as they are.
struct AssembliesMessage {
  std::vector<std::vector<double>> all;  // of all joints
  int present = 0;
  std::vector<std::string> joints;
  std::string note;
};
/// The bodies in space as they turn as one about an axis, a unit vector, or zero if they rest; the root is not
/// turned.
struct SpaceEquilibriumRow {
  std::vector<Triple> centres;
  std::vector<Turn> attitudes;
  Triple axis{};
};
struct EquilibriaMessage {
  struct Row {
    std::string id;
    std::vector<double> angles;  // of a ball that by which it is turned
    double inertia = 0, energy = 0, omega = 0;
    int index = 0, nullity = 0;
    std::string stability;
    bool proved = false;
    std::vector<Pair> spectrum;
    std::optional<SpaceEquilibriumRow> space = {};
  };
  double momentum = 0;
  bool complete = false;
  std::string note;
  std::vector<Row> equilibria;
};
struct PortraitMessage {
  struct Axis {
    std::string label, latex;
    double from = 0, to = 1;
  };
  struct CurveRow {
    std::string kind;
    double energy = 0;
    std::optional<double> period;
    std::vector<Pair> points;
  };
  struct MarkRow {
    std::string id;
    Pair position{};
    std::string stability;
    double energy = 0;
  };
  struct Grid {
    int columns = 0, rows = 0;
    std::vector<double> values;
  };
  /// A leaf of a linkage: a circle of shapes times ℝ, as that of two bodies.
  struct LeafRow {
    std::string component;  // which circle, in words; empty: there is one
    int joint = -1;         // the joint whose angle x is, but for whole turns; −1: of none
    Axis x, y;
    std::vector<CurveRow> curves;
    std::vector<MarkRow> marks;
    std::vector<double> place, energy, mass;  // along x: x itself, V + U, and M of y = M x'
    std::vector<std::vector<double>> angles;  // of all joints, at these places
  };
  std::string kind = "none", note;
  double momentum = 0;
  Axis x, y;
  std::vector<CurveRow> curves;
  std::vector<MarkRow> marks;
  std::optional<Grid> grid;
  std::vector<LeafRow> leaves;
  int current = 0;  // the leaf on which the start is
};

struct BranchesMessage {
  struct PointRow {
    double value = 0;
    std::vector<double> angles;
    double energy = 0;
    int index = 0;
    std::string stability;
    std::optional<SpaceStartRow> space = {};  // in space: turns of balls, and the momentum with the root not turned
  };
  struct Branch {
    std::vector<PointRow> points;
  };
  struct SpecialRow {
    std::string type;
    double value = 0;
    std::vector<double> angles;
    double energy = 0;
    std::optional<SpaceStartRow> space = {};
  };
  std::string path;
  double from = 0, to = 0, momentum = 0;
  std::vector<std::string> joints;
  std::vector<bool> circle;  // per joint: its angle is taken modulo 2π
  std::vector<Branch> branches;
  std::vector<SpecialRow> special;
  std::string note;
};

/// A motion that closes after `period` up to a turn of the whole.
struct OrbitRow {
  NumbersByName state;  // where it starts: columns of a run by name
  double period = 0, energy = 0, momentum = 0;
  std::vector<Pair> multipliers;   // without the double 1
  double phase = 0;                // by which the whole turns per period
  std::string recurrence;          // after how many periods it comes back, in words
  std::optional<double> residual;  // none: not measured
  std::optional<bool> symmetric;   // none: not known
  std::optional<double> action;
  std::string trouble;  // why it is not closed as well as asked for; empty if it is
};
struct OrbitsMessage {
  struct Threshold {
    double literal = 0, best = 0;
  };
  std::vector<int> winding;
  double energy = 0, momentum = 0;
  std::string existence;               // "theorem" or "numerical"
  std::optional<Threshold> threshold;  // above it there is a motion of every winding; none: not known
  std::vector<OrbitRow> orbits;
  std::string note;
};
struct FamilyMessage {
  struct EventRow {
    std::string type;
    double energy = 0, period = 0;
    int after = 0;  // the member before it
  };
  struct EndRow {
    std::string words;  // where it was left, and why
    double energy = 0, period = 0;
  };
  std::string equilibrium;
  int mode = 1;
  double frequency = 0, energy = 0, momentum = 0;  // of the equilibrium
  std::vector<OrbitRow> members;
  std::vector<EventRow> events;
  EndRow end;
  std::string note;
};

/// A loop that turns the whole, as a model and as a picture.
struct TurnMessage {
  double angle = 0, turned = 0;  // asked for, and what a run of the plan arrives at
  int cycles = 1;
  double effort = 0, multiplier = 0, time = 0, work = 0, kinetic = 0;
  std::vector<double> torques;                     // the largest of each joint
  std::string text;                                // the model with the plan
  std::vector<std::vector<double>> loop;           // shapes along it, the first one again at the end
  std::optional<PortraitMessage::Grid> curvature;  // of three bodies: F over the window of both axes
  std::vector<PortraitMessage::Axis> axes;         // of three bodies
  std::string note;
};

/// A section, with where its motions start; their points went ahead in `progress` as rows [motion, angle, momentum].
struct SectionMessage {
  struct StartRow {
    Pair place{};         // angle and momentum
    NumbersByName state;  // columns of a run by name
    std::string trouble;  // why it has fewer points than asked for
  };
  std::string joint;  // whose angle passes; empty: after every period
  double angle = 0;
  int direction = 1;
  double period = 0, momentum = 0, energy = 0;
  std::string seen;                     // the joint whose angle and momentum are seen
  bool turns = true;                    // the angle is taken modulo 2π
  bool places = true;                   // a place has one state; not so with loops
  std::vector<std::vector<Pair>> edge;  // of what the energy reaches
  std::vector<StartRow> starts;
  std::string note;
};
/// Exponents; their course went ahead as rows [t, means …, spreads …].
struct ExponentsMessage {
  double until = 0, time_scale = 0;
  std::vector<double> exponents, spread;
  int starts = 0;
  double sum = 0;
  std::optional<double> mean_divergence, tangent_defect;
  std::string growth, zeros;  // in words
};
/// A map; its members went ahead as rows [member, status, value], without a value where there is none. The second axis
/// turns fastest.
struct SweepMessage {
  std::vector<AskSweep::Axis> axes;
  std::string observable, engine;  // engine: "lanes", or that of a run
  long done = 0;                   // members
  std::vector<std::string> statuses;
  std::string note;
};
/// Manifolds on the section that they are compared on.
struct ManifoldsMessage {
  std::string joint;  // of the section; empty: after every period
  double angle = 0;
  int direction = 1;
  double period = 0, momentum = 0, energy = 0;
  double size = 0;                                  // of what splits them: a lever in m, a factor of the drive
  std::vector<std::vector<Pair>> unstable, stable;  // pieces, each the image of the one before
  double gap = 0, integral = 0;                     // where the integral is largest: measured, and to first order
  std::vector<double> zeros;                        // phases where it vanishes
  std::string note;
};

using ServerAnswer =
    std::variant<WelcomeMessage, ProblemsMessage, FailureMessage, ProgressMessage, ModelMessage, DoneMessage,
                 EquationsMessage, FormulaMessage, CodeMessage, AssembliesMessage, EquilibriaMessage, PortraitMessage,
                 BranchesMessage, OrbitsMessage, FamilyMessage, KeptMessage, VisitsMessage, WorkMessage,
                 ForgottenMessage, TurnMessage, GuestsMessage, InvitationMessage, SectionMessage, ExponentsMessage,
                 ManifoldsMessage, SweepMessage, RecordedMessage, ColumnValuesMessage>;

/// A number that is not finite was about to be sent.
struct NotFiniteOnWire : std::domain_error {
  using std::domain_error::domain_error;
};

/// The message as JSON text; throws NotFiniteOnWire.
std::string print_answer(long id, const ServerAnswer& answer);

/// Rows of a run, given row by row, as a binary message: four little-endian uint32 id, chunk, rows, columns, then the
/// values column by column, as the page keeps them.
std::string print_chunk(long id, long chunk, std::size_t columns, const std::vector<double>& values);

}  // namespace oopss
