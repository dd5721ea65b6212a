// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/asked_columns.hpp"
#include "cli/compare.hpp"
#include "cli/folds.hpp"
#include "cli/linkage.hpp"
#include "cli/orbit.hpp"
#include "cli/plain_state.hpp"
#include "oopss/analysis/continuation.hpp"
#include "oopss/analysis/equilibria.hpp"
#include "oopss/analysis/linear_model.hpp"
#include "oopss/analysis/special_case.hpp"
#include "oopss/figure/portrait.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/phase.hpp"
#include "oopss/model/read.hpp"
#include "oopss/orbit/family.hpp"
#include "oopss/orbit/follow.hpp"
#include "oopss/proof/certificate.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

struct ExponentsResult;
struct LabelledBodies;
struct SectionResult;
struct SplittingResult;
struct SweepResult;
struct TurnResult;

/// A linear model and where it is.
struct LinearResult {
  std::string model, where;
  std::vector<std::string> bodies, joints;
  double momentum = 0;
  bool law_in_time = false;  // a law depends on the time: the model is that of t = 0
  LinearModel linear{};
};

/// What `check` understood of a model, in numbers.
struct Understanding {
  SolvedStart start;
  std::vector<double> rates;  // φ' at the start
  double root_rate = 0;       // of the first body
  double kinetic = 0, stored = 0, momentum = 0, least_kinetic = 0;
  std::vector<std::vector<std::string>> laws;  // per joint, each in words
  PlainState state;                            // in space
  std::vector<double> momentum_vector;         // in space
  std::vector<std::string> closing;            // joints that close loops
  int mobility = 0;                            // of the shape, with loops
  std::optional<double> momentum_rate;         // at the start, where torques act from outside
  std::vector<double> drift, linear_momentum;  // v and p = m v of the mass centre, by axes; empty if it rests
  double drift_energy = 0;                     // p²/2m, which no other energy counts
};

/// What became of a run.
struct Simulation {
  std::string model, method, engine, status;
  std::vector<std::string> bodies, joints;
  long steps = 0, evaluations = 0;  // of the rates, or of Taylor coefficients
  double until = 0, wall_seconds = 0;
  Monitor monitor;
  double t = 0;  // of the last good state, and the state:
  PlainState state;
  std::vector<double> centre;                 // where the mass centre is then; empty if it rests
  std::vector<std::vector<double>> branches;  // the ways on from a singular pose: how the joints turn, the largest by 1
  std::string file;                           // that was written
  std::string error;                          // in words, if it ended early
  Phase phase;                                // of a loop that closed
  std::string warning, advice;                // if it strayed: by how much, and what should do
  std::vector<std::string> events;            // asked for, and
  std::vector<MetEvent> met;                  // met
  std::string events_file;
  /// The number by which derivatives are wanted, with those of all columns at the end.
  struct Slopes {
    std::string path;
    double value = 0;
    std::vector<std::string> names;
    std::vector<double> final, sizes;  // sizes: of what each would be if the column were proportional to the number
  };
  std::optional<Slopes> slopes{};
};

/// A portrait: the leaf of two bodies, or the landscape of three.
struct PortraitResult {
  std::string model;
  std::vector<std::string> bodies, joints, notes;
  double mu_s = 0;
  std::optional<LeafPortrait> leaf;
  /// One of the leaves of a linkage.
  struct NamedLeaf {
    std::string component, coordinate;
    LeafPortrait portrait;
    std::vector<std::vector<double>> angles;  // of all joints, at the equilibria
  };
  std::vector<NamedLeaf> leaves;
  std::optional<ShapeMap> map;
  std::vector<RelativeEquilibrium> marks;  // on the map, angles in its window
  bool with_points = false;
  std::string file;
};

/// Branches of equilibria over a parameter.
struct ContinuationResult {
  std::string model, vary;
  double from = 0, to = 0;
  std::vector<std::string> bodies, joints;
  StateOfShape in_space;  // what a shape is in space; empty in the plane
  bool turning = true;    // in space: the last three numbers of a shape are the axis
  std::vector<EquilibriumBranch> branches;
  std::vector<SpecialPoint> special;
  std::vector<BranchEnd> gaps;
  std::string file;
};

/// An orbit of a winding over a number.
struct FollowedResult {
  std::string model, vary;
  double from = 0, to = 0;
  std::vector<std::string> bodies, joints;
  std::vector<int> winding;
  FollowedOrbits followed;
  std::string file;
};

/// The JSON documents of the verbs; field names are an interface (schema 1).
std::string check_document(const Model& model, const Understanding& understood);
std::string derive_document(const Equations& equations);
std::string generate_document(const Model& model, const std::string& language, const std::vector<std::string>& files);
std::string simulate_document(const Simulation& simulation, int code);
std::string portrait_document(const PortraitResult& result);
/// Angles of joints that are circles are in (−π, π].
std::string continuation_document(const ContinuationResult& result, const std::vector<bool>& circle);
std::string sweep_document(const SweepResult& result);
std::string merge_document(long members, const std::vector<std::string>& parts, const std::string& file);
std::string compare_document(const Comparison& comparison);
/// `in_space`: the states of bodies in space that turn as one; none in the plane.
std::string equilibria_document(const std::string& model, const Equilibria& equilibria, bool free,
                                const std::vector<PlainState>& in_space);
std::string linear_document(const LinearResult& result);
std::string special_table_document(const SpecialTable& table);
/// A certificate as a file; and read again: what is not well formed is a FileError.
struct CertificateFile {
  std::string model;                                   // the model's text, settings written into it
  std::vector<std::vector<std::string>> coefficients;  // per pair of bodies: the ends of α, then those of β
  std::optional<mpq_class> momentum;                   // with springs
  std::vector<std::string> fixed;                      // bodies or joints
  Certificate certificate;                             // without those that are held
};
std::string certificate_document(const Model& model, const ExactLandscape& landscape, const Certificate& certificate);
CertificateFile read_certificate(const std::string& path, const std::string& bytes);
/// The first field of a certificate file that is not as `certificate_document` writes it for what it proves; empty if
/// all are. The model's text may be laid out in any way.
std::string altered_field(const std::string& bytes, const std::string& proved);
/// The coefficients of a model as a certificate writes them.
std::vector<std::vector<std::string>> coefficient_texts(const PairConstants<Enclosure>& pairs);
std::string verify_document(const Model& model, const std::string& problem, const std::string& theorem, long equilibria,
                            long boxes, long undecided);
std::string linkage_document(const LoopAnswer& answer);
std::string linkage_document(const ModelAnswer& answer);
std::string linkage_table_document(const FourBarTable& table);
std::string folds_document(const FoldsResult& result);
std::string census_document(const CensusResult& result);
std::string family_document(const std::string& model, const System& system, const Family& family,
                            const std::string& file);
std::string orbit_document(const OrbitResult& result);
std::string followed_document(const FollowedResult& result);
std::string sketch_document(const std::string& model, const LabelledBodies& bodies, const std::string& file);
std::string lyapunov_document(const ExponentsResult& result);
std::string section_document(const SectionResult& result);
std::string splitting_document(const SplittingResult& result);
std::string turn_document(const TurnResult& result);
std::string models_document(const std::vector<std::pair<std::string, std::string>>& name_and_title);
std::string error_document(int code, const std::string& message, const ModelError* problems);

}  // namespace oopss
