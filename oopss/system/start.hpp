// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oopss/system/tree_spec.hpp"

namespace oopss {

struct Program;  // oopss/symbolic/program.hpp

/// The start of a run, solved from whatever form the file gives it in.
struct SolvedStart {
  std::vector<double> phi, mu;
  double theta_root = 0;
  std::vector<double> x;              // of bodies in space, instead of these: the state
  std::vector<std::string> notes;     // in words: what was assumed or chosen
  std::vector<std::string> warnings;  // in words: what may not have been meant
  std::array<double, 3> drift{};      // velocity of the mass centre
};

/// U at t = 0 of the laws at pins and hinges, with the angles of all joints, of one structure: a program, written when
/// it is first asked for.
struct StoredEnergy {
  std::shared_ptr<const Program> code{};
  std::vector<double> scratch{};
  double at(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi);
};

/// Solves [start] with the inputs p (docs/math.md, Shapes); throws ModelError, placed at the offending value, with the
/// attainable interval if the data cannot be met. Starts of one structure may have what its laws store in common.
SolvedStart solve_start(const TreeSpec& spec, const std::vector<double>& p, StoredEnergy& stored);
inline SolvedStart solve_start(const TreeSpec& spec, const std::vector<double>& p) {
  StoredEnergy stored;
  return solve_start(spec, p, stored);
}

/// The start as a state, with no work done yet.
std::vector<double> state_of(const Layout& layout, const SolvedStart& start);

/// Throws ModelError with one problem of the start.
[[noreturn]] void refuse_start(const TreeSpec& spec, Place place, std::string message, std::string help = {});

/// One number per name, in the order of `all`; what is left out is 0.
std::vector<double> by_name(const std::vector<Named>& given, const std::vector<std::string>& all);

/// Whether the model is small enough for a list of its equilibria, E1, E2, …
bool equilibria_have_names(const TreeSpec& spec);

/// The shape of the equilibrium at which the file starts, by its name in the list of `oopss equilibria`: by falling
/// locked inertia.
std::vector<double> equilibrium_shape(const TreeSpec& spec, const std::vector<double>& p, double mu_s,
                                      SolvedStart& out);

/// The total momentum of the start: as the file gives it, else as solved; in space its size.
double start_momentum(const TreeSpec& spec, const std::vector<double>& p);

}  // namespace oopss
