// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/option_table.hpp"

namespace oopss {

/// A verb of the command line: what it is for, commands that can be typed as they stand, its options, its work.
struct Verb {
  const char *name, *purpose, *examples;
  std::vector<OptionRow> options;
  std::function<int()> run;  // its exit code
};

/// One copy of every option; the verb that was called reads its own.
struct Options {
  Common common;
  DeriveOptions derive;
  GenerateOptions generate;
  SimulateOptions simulate;
  CompareOptions compare;
  PortraitOptions portrait;
  ContinueOptions continuation;
  EquilibriaOptions equilibria;
  WorkbenchOptions workbench;
  LinkageOptions linkage;
  FoldsOptions folds;
  OrbitOptions orbit;
  TurnOptions turn;
  SweepOptions sweep;
  MergeOptions merge;
  VerifyOptions verify;
  SketchOptions sketch;
  SplittingOptions splitting;
  LineariseOptions linearise;
  LyapunovOptions lyapunov;
  SectionOptions section;
};

/// A verb that either succeeds or throws.
int finished(const std::function<void()>& work);

/// The row of each verb; their order is that in which an unknown verb is told of them.
Verb check_verb(Options& options);
Verb derive_verb(Options& options);
Verb generate_verb(Options& options);
Verb linearise_verb(Options& options);
Verb simulate_verb(Options& options);
Verb portrait_verb(Options& options);
Verb equilibria_verb(Options& options);
Verb continue_verb(Options& options);
Verb orbit_verb(Options& options);
Verb section_verb(Options& options);
Verb lyapunov_verb(Options& options);
Verb turn_verb(Options& options);
Verb splitting_verb(Options& options);
Verb linkage_verb(Options& options);
Verb folds_verb(Options& options);
Verb sketch_verb(Options& options);
Verb sweep_verb(Options& options);
Verb merge_verb(Options& options);
Verb compare_verb(Options& options);
Verb workbench_verb(Options& options);
Verb verify_verb(Options& options);
Verb models_verb(Options& options);
std::vector<Verb> verbs(Options& options);

/// All verbs by what they are for, and how to go on from there.
std::string verbs_help(const std::vector<Verb>& all);

}  // namespace oopss
