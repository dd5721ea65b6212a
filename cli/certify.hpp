// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/verbs.hpp"
#include "oopss/analysis/equilibria.hpp"

namespace oopss {

/// The relative equilibria of a model with the proof that none is missing, which is checked again before it is
/// believed, and written to `file` unless that is empty. What is undecided is in the remarks. A signal ends the search
/// for boxes, and what is proved then is given; elsewhere it ends all of it. Names are those of the list without a
/// proof.
Equilibria prove_equilibria(const Common& common, const Model& model, const ShapeEnergy& energy,
                            const std::string& file);

/// The same for two bodies in space on a ball joint without springs: the list, complete if it has as many as the exact
/// count. Others are refused by name.
Equilibria count_equilibria_in_space(const Model& model, const ShapeEnergy& energy, const std::string& file);

}  // namespace oopss
