// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "oopss/linkage/closure.hpp"
#include "oopss/mechanics/landscape.hpp"
#include "oopss/scalar/enclosure.hpp"

namespace oopss {

struct Model;
struct ShapeEnergy;

/// What a proof about relative equilibria is about: a tree, and the springs at its joints if they take part. With loops
/// it is the spanning tree, on the shapes where `closure` is zero.
struct ExactLandscape {
  Topology topology;
  PairConstants<Enclosure> pairs;
  Enclosure least_inertia;                   // Σ I_i: I_lock is nowhere less
  Enclosure mu_s;                            // total momentum; without springs any other but 0 would do
  std::vector<SpringAt<Enclosure>> springs;  // with k_p ≠ 0
  /// Functions of the bodies' absolute angles that are zero where the loops are closed, two per loop; none for a tree.
  std::vector<TrigPolynomial<Enclosure>> closure;
  std::vector<std::array<int, 2>> between;  // with loops: first and second body of every joint of the file

  bool stores_energy() const { return !springs.empty(); }
  bool closed() const { return !closure.empty(); }
};

/// Springs with k_p = 0 are left out.
ExactLandscape exact_landscape(const PlanarTree<Enclosure>& tree, const Enclosure& mu_s = 1,
                               const std::vector<SpringAt<Enclosure>>& springs = {});

/// The same with loops. Throws NotEnclosed where the bars of a single loop can all come in line, or all but: there it
/// loses rank, and its shapes are no manifold. Springs must be periodic.
ExactLandscape exact_landscape(const PlanarTree<Enclosure>& tree, const std::vector<Chord<Enclosure>>& chords,
                               std::vector<std::array<int, 2>> between, const Enclosure& mu_s = 1,
                               const std::vector<SpringAt<Enclosure>>& springs = {});

/// The landscape of a planar model with its numbers as they were written: decimals and what is made of them by + − × ÷
/// are exact, roots, sines and π are enclosed. Without a momentum it is that of the free bodies; with one the laws must
/// be springs. Throws NotEnclosed, with the number's text, for what has no enclosure here.
ExactLandscape exact_landscape(const Model& model, const std::optional<mpq_class>& momentum);

/// The same landscape as the energy of the model in numbers: with its springs at its momentum if it stores energy.
/// Throws NotEnclosed too where loops are redundant or cannot move.
ExactLandscape exact_landscape(const Model& model, const ShapeEnergy& energy);

/// A number that was read from a decimal, as that decimal: the shortest one that is read as it.
mpq_class as_written(double x);

}  // namespace oopss
