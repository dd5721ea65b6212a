// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oopss/integrate/run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Options that every verb takes.
struct Common {
  std::string model;
  std::vector<std::string> set;  // PATH=VALUE
  bool json = false, quiet = false;
};

struct DeriveOptions {
  std::string format, output;  // format: text, latex, or empty for what the ending of the output says
  bool with_numbers = false, fragment = false;
};

struct GenerateOptions {
  std::string language, directory;
  std::vector<std::string> inputs;
};

struct SimulateOptions {
  RunSettings run;
  std::optional<double> from_time;
  std::string engine = "auto", plot, frame, columns, output, from;
  std::string sensitivity;          // the path of a number
  std::vector<std::string> events;  // "phi_elbow = 0"
  std::optional<double> speed;      // of a video: seconds of the run in one second of it
  std::optional<int> threads;       // default one per core
};

struct PortraitOptions {
  std::optional<double> momentum;
  std::string view, levels, output;
  bool free = false, points = false;
};

struct ContinueOptions {
  std::optional<double> momentum, energy;
  std::string vary, winding, output;
  bool free = false;
};

struct CompareOptions {
  std::string a, b, output;
  std::optional<double> tolerance;
};

struct WorkbenchOptions {
  int port = 0;
  bool no_browser = false, no_state = false;
  std::string idle_exit;
  std::string listen;            // an address for guests
  std::optional<int> guests;     // at most
  std::vector<std::string> tls;  // files of certificate and key
};

struct EquilibriaOptions {
  std::optional<double> momentum;
  std::vector<std::string> near;  // JOINT=ANGLE
  std::string output, certificate;
  bool free = false, certify = false, table = false;
};

struct LinkageOptions {
  std::string lengths, reference, output;
  std::vector<std::string> points;  // BAR,X,Y; of a model NAME
  bool table = false;
};

struct FoldsOptions {
  std::optional<int> census;  // joints
  std::string output;
  bool resume = false;
};

struct OrbitOptions {
  std::string winding;  // n1,n2,…: whole turns of every joint; or
  std::string from;     // E1, E2, …: the equilibrium at which a family is born
  std::optional<int> mode;
  std::optional<double> energy, momentum;
  std::optional<double> limit;  // of a family: the energy at which it is left
  bool all_symmetric = false;
  std::string output;
};

struct LineariseOptions {
  std::string point = "start", format, output;  // point: start, or E1, E2, …
  std::vector<std::string> inputs;              // joints; none: all
  std::optional<double> momentum;
  bool free = false;
};

struct TurnOptions {
  std::string angle, base = "start", output;
  std::optional<int> cycles;
};

struct LyapunovOptions {
  std::optional<double> until;
  std::string output;
};

struct SectionOptions {
  std::string plane, direction, output;  // plane: "phi_JOINT = ANGLE"; direction: + or -
  std::optional<double> energy, momentum;
  std::optional<int> orbits, count;
  bool every_period = false;
};

struct SplittingOptions {
  std::optional<double> circle;
  std::string loop = "+", phase, sizes, by, output;
};

struct SketchOptions {
  std::string turn, output;
};

struct SweepOptions {
  std::vector<std::string> vary, sample, observe, output;
  std::optional<long> count;
  std::uint64_t seed = 0;
  bool sobol = false, resume = false, dry_run = false;
  std::optional<int> threads;
  std::string part, engine;
  std::optional<int> sweeps;
  RunSettings run;
};

struct MergeOptions {
  std::vector<std::string> parts;
  std::string output;
};

struct VerifyOptions {
  std::string certificate;
};

/// Several things that are wrong with the options of a verb, each shown at its own: usage, not the model.
struct UsageProblems : ModelError {
  using ModelError::ModelError;
};

/// The run that a model asks for, where `asked` says nothing else; throws what `simulate` refuses.
RunRequest run_request(const Model& model, const RunSettings& asked, const System& system, const Flow& flow, double t0,
                       const std::vector<double>& start);

/// The verbs. Each writes its result to standard output (or the file asked for) and throws what stops it.
void check(const Common& common);
void derive(const Common& common, const DeriveOptions& options);
void generate(const Common& common, const GenerateOptions& options);
int simulate(const Common& common, const SimulateOptions& options);  // its exit code: a run may end early
void compare_runs(const Common& common, const CompareOptions& options);
int continue_branches(const Common& common, const ContinueOptions& options);  // 4 if a branch was lost
void portrait(const Common& common, const PortraitOptions& options);
int equilibria(const Common& common, const EquilibriaOptions& options);  // 4 if what was found does not add up
void equilibria_table(const Common& common, const std::string& output);  // `equilibria --table`
void linkage(const Common& common, const LinkageOptions& options);
void linearise(const Common& common, const LineariseOptions& options);
void sketch(const Common& common, const SketchOptions& options);
void sweep(const Common& common, const SweepOptions& options);
void merge(const Common& common, const MergeOptions& options);
void folds(const Common& common, const FoldsOptions& options);
int orbit(const Common& common, const OrbitOptions& options);        // 4 if none is as good as asked for
int lyapunov(const Common& common, const LyapunovOptions& options);  // 4 if a motion came to an end
int section(const Common& common, const SectionOptions& options);    // 4 if no motion passes
int turn(const Common& common, const TurnOptions& options);          // 4 if the plan does not arrive
void splitting(const Common& common, const SplittingOptions& options);
int verify_certificate(const Common& common, const VerifyOptions& options);  // 4 if it does not prove what it says
int workbench(const Common& common, const WorkbenchOptions& options);        // `model`: a model, a share link, or empty
void models(const Common& common);                                           // `model` is the name to print, or empty

/// Its --set, in pairs.
Settings settings_of(const Common& common);

/// The model of a verb with its --set, checked; its warnings go to standard error unless quiet.
Model model_of(const Common& common);
/// The same, in the plane alone.
Model planar_model(const Common& common);

/// The unit of a number of the model by its path; empty if it has none or is not known.
std::string unit_at(const Model& model, const std::string& path);

/// An angle given to an option: "30 deg", "2*pi/3".
double angle_of(const char* option, const std::string& text);

/// What the search takes on, and what this shape has: "at most 12 bodies, this model has 13"; empty if it does.
std::string more_than_searched(const TreeSpec& spec, const std::vector<double>& p);

/// Analyses of the shape take no joints whose motion is prescribed; throws ModelError at their places.
void refuse_motion(const TreeSpec& spec);
/// What they ask of the laws, unless these are left out; throws ModelError at the laws' places.
void refuse_laws_without_potential(const TreeSpec& spec, const std::vector<double>& p, bool free);

}  // namespace oopss
