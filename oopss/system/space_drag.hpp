// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/system/start.hpp"

namespace oopss {

/// A start in space with what can be attained at its shape.
struct SpaceReach {
  std::vector<Vec3<double>> omega;  // of the bodies, along inertial axes
  std::vector<Vec3<double>> rates;  // of the joints: of a hinge its rate, as x, of a ball in its second body's axes
  Vec3<double> momentum;
  double kinetic = 0, stored = 0;
  double inertia = 0;  // 1/(n·I_lock⁻¹n) along the momentum n; without one, along z

  double least_kinetic() const { return dot(momentum, momentum) / (2 * inertia); }
  double most_momentum() const;  // along n with this energy
};
SpaceReach space_reach(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout, const Flow& flow,
                       const std::vector<double>& x);

/// What is to become of a start in space; what is kept is said at StartDrag (drag.hpp).
struct SpaceDrag {
  std::vector<double> x;  // the start, its joints turned as asked for
  std::optional<Vec3<double>> momentum;
  std::optional<double> energy;
  bool snap = false;  // a shape out of reach: the last in reach on the way to it
};

/// A start in one of the forms of a file. The root's attitude stays as it was: where it is turned, the form is `spin`.
struct DraggedSpaceStart {
  StartForm form = StartForm::rates;  // or energy, or spin
  std::vector<double> x;              // the turns of the joints are as they shall be
  std::vector<Vec3<double>> rates;    // as in SpaceReach; form energy: their direction
  Vec3<double> momentum;
  double energy = 0;
  std::vector<Quaternion<double>> attitude;  // form spin: of the bodies
  std::vector<Vec3<double>> spin;            // and their angular velocities, in their own axes
  std::string snapped;                       // why the shape is not the one asked for; empty if it is
};

/// From the start x as it is solved now. A shape out of reach is a ModelError with what can be attained, unless it is
/// to snap.
DraggedSpaceStart drag_space_start(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout,
                                   const Flow& flow, const std::vector<double>& x, const SpaceDrag& wanted);

}  // namespace oopss
