// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

#include <fmt/format.h>

#include "cli/exit.hpp"

namespace oopss {
namespace {

/// The verbs by what they are for, in the order of the help; a verb that no job has stands last.
struct Job {
  const char* name;
  std::vector<std::string_view> verbs;
};
const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {
      {"The model", {"models", "check", "sketch", "linkage"}},
      {"Equations and code", {"derive", "linearise", "generate"}},
      {"Motion", {"simulate", "turn", "compare"}},
      {"Equilibria and orbits", {"equilibria", "verify", "portrait", "continue", "orbit", "folds"}},
      {"Chaos", {"section", "lyapunov", "splitting"}},
      {"Many runs", {"sweep", "merge"}},
      {"The page", {"workbench"}},
  };
  return all;
}

/// One paragraph of the help, none for a job without verbs.
std::string paragraph(const char* title, const std::vector<const Verb*>& verbs) {
  std::string out;
  for (const Verb* verb : verbs) out += fmt::format("  {:<10} {}\n", verb->name, verb->purpose);
  return out.empty() ? out : fmt::format("\n{}\n{}", title, out);
}

}  // namespace

int finished(const std::function<void()>& work) {
  work();
  return Exit::done;
}

std::vector<Verb> verbs(Options& options) {
  std::vector<Verb> out;
  for (const auto& row : {check_verb,      derive_verb,    generate_verb, linearise_verb, simulate_verb, portrait_verb,
                          equilibria_verb, continue_verb,  orbit_verb,    section_verb,   lyapunov_verb, turn_verb,
                          splitting_verb,  linkage_verb,   folds_verb,    sketch_verb,    sweep_verb,    merge_verb,
                          compare_verb,    workbench_verb, verify_verb,   models_verb})
    out.push_back(row(options));
  return out;
}

std::string verbs_help(const std::vector<Verb>& all) {
  std::string out =
      "OOPSS: reduced Hamiltonian equations of coupled rigid bodies, derived, proved, and turned into code\n\n"
      "  oopss derive two-body                          the equations of the first example\n"
      "  oopss simulate two-body --plot angle,energy -o motion.svg   its motion, drawn\n";
  std::vector<const Verb*> others;
  for (const Verb& verb : all) others.push_back(&verb);
  for (const Job& job : jobs()) {
    std::vector<const Verb*> listed;
    for (const std::string_view name : job.verbs)
      for (const Verb& verb : all)
        if (name == verb.name) {
          listed.push_back(&verb);
          std::erase(others, &verb);
        }
    out += paragraph(job.name, listed);
  }
  return out + paragraph("Others", others) +
         "\nEvery verb: --help (or `oopss help VERB`) for its options, --json for one document on standard output, "
         "--quiet.\n"
         "Exit codes: 0 done, 1 internal fault, 2 usage, 3 invalid model, 4 numerical failure, 5 limit, 6 file, 7 "
         "missing tool.\n";
}

}  // namespace oopss
