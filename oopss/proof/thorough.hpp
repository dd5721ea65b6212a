// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/proof/certify.hpp"

namespace oopss {

struct Model;

/// What a list of equilibria may cost. Both are counts, so that a list is the same on every machine.
struct SearchEffort {
  long boxes = 1'000'000;       // of a proof, in the work of one box each: about a second
  double work = 1e10;           // of the searches from many starts (SearchPlan): about 20 s
  std::function<void()> watch;  // called every few milliseconds; may throw, to end the work
};

/// What the boxes of a proof hold that were looked at.
struct BoxedShapes {
  std::vector<std::vector<double>> shapes;
  bool all = false;  // no box is left or undecided: there are no others
};
BoxedShapes look_into_boxes(CertifySearch& search, const ExactLandscape& landscape, const SearchEffort& effort);

/// `find_equilibria` that begins with what boxes hold: the list that gives equilibria their names.
Equilibria listed_equilibria(const ShapeEnergy& energy, const BoxedShapes& boxed, const SearchEffort& effort);

/// The same for a model, looking into boxes first where there is a proof for it: for up to certify_most_bodies bodies,
/// free or with springs. `energy` is the landscape of the model, with or without its laws.
Equilibria thorough_equilibria(const Model& model, const ShapeEnergy& energy, const SearchEffort& effort = {});

/// Gives what is proved the names of the list; what the list has not is named after its last.
void take_names(Equilibria& proved, const Equilibria& listed);

/// Puts the shapes that have names into a model that starts at an equilibrium: `solve_start` takes them from there, so
/// that a name means what it means in the list.
void name_start(Model& model, const SearchEffort& effort = {});

}  // namespace oopss
