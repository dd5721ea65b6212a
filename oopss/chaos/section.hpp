// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <stdexcept>

#include "oopss/chaos/leaf_coordinates.hpp"
#include "oopss/system/chaos_system.hpp"

namespace oopss {

/// Where motions of a system are looked at: where the angle of a joint passes a value, whole turns left aside, in one
/// sense; or after every period of its laws. What is seen is the angle of another joint, of one joint that one, and the
/// momentum conjugate to it.
struct Section {
  std::optional<int> plane;                    // the joint whose angle passes, by its place among the coordinates
  double angle = 0;                            // the value, rad
  int direction = 1;                           // the sign of its rate there
  double period = 0;                           // without a plane
  int seen = 0;                                // the place of the joint that is seen
  bool plane_turns = true, seen_turns = true;  // what is stored is as before after a whole turn
  LeafCoordinates coordinates;
};

/// Why there is no such section of a model, in words.
struct NoSection : std::domain_error {
  using std::domain_error::domain_error;
};

/// The section φ_JOINT = angle of a leaf of four directions; throws NoSection for other leaves and joints.
Section section_at(const ChaosSystem& model, const std::vector<double>& start, int joint, double angle, int direction);

/// The section after every period of the laws, of a leaf of two directions; throws NoSection.
Section section_every_period(const ChaosSystem& model, const std::vector<double>& start);

/// A motion where it meets a section.
struct SectionPoint {
  double t = 0;
  double angle = 0, momentum = 0;  // of the joint that is seen; the angle in (−π, π], unless turns are told apart
};

/// What a section shows at a state.
SectionPoint section_point(const Section& section, double t, const double* x);

/// The states of a section at a total momentum and an energy, for trees: over every point of it (angle, momentum) there
/// are two, one for each direction, and between them the rate vanishes. Without a plane an energy is a bound, and there
/// is one.
struct SectionSheet {
  const ChaosSystem* model = nullptr;
  Section section;
  double momentum = 0, energy = 0;
};

/// The momenta that the energy reaches at an angle of the joint that is seen; nothing if it reaches none.
std::optional<std::array<double, 2>> momenta_at(const SectionSheet& sheet, double angle);

/// The state over a point; nothing beyond the edge.
std::optional<std::vector<double>> state_over(const SectionSheet& sheet, double angle, double momentum);

/// The least and the largest of the energies that the angles need at least.
std::array<double, 2> least_energies(const SectionSheet& sheet);

}  // namespace oopss
