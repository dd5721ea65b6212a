// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

// Knows only the standard library of C++17, which is what Simbody compiles with.

namespace oopss {

/// A floating planar chain; body i has its joints at −half and +half on its x-axis.
struct PlainChain {
  std::vector<double> m, I;
  double half = 0;
  int size() const { return static_cast<int>(m.size()); }
};

/// Forward dynamics of a floating chain by another program: joint angles and rates in, accelerations out.
struct Peer {
  const char* name;
  /// Sets φ, θ_root = 0 and the rates (the root body's mass centre at rest), and computes the accelerations.
  std::function<void(const std::vector<double>& phi, const std::vector<double>& phi_rate, double omega_root)> evaluate;
  std::function<std::vector<double>()> accelerations;  // ω' of every body
};

/// A floating chain in space, with its state; body i has its joints at −half and +half on its x-axis, equal attitudes
/// are its rest. Either all joints are hinges or all are balls.
struct PlainSpaceChain {
  using Vector = std::array<double, 3>;
  using Attitude = std::array<double, 4>;  // a unit quaternion w, x, y, z
  int bodies = 0;
  double m = 0, half = 0;
  Vector moments;                         // about the mass centre, principal axes along those of the body
  bool hinges = false;                    //
  std::vector<Vector> axis;               // per joint: unit, in either body's axes
  std::vector<double> angle, angle_rate;  // of hinges
  std::vector<Attitude> turn;             // of balls: from the outer body's axes to the inner one's
  std::vector<Vector> spin;               // of balls: of the outer body against the inner one, in the axes of that
  Attitude root{};                        //
  Vector root_spin{};                     // in inertial axes
};
/// Sets the state and computes the accelerations; those are ω' of every body in inertial axes.
struct SpacePeer {
  const char* name;
  std::function<void()> evaluate;
  std::function<std::vector<std::array<double, 3>>()> accelerations;
};
SpacePeer simbody_space_chain(const PlainSpaceChain& chain);
SpacePeer dart_space_chain(const PlainSpaceChain& chain);

Peer simbody_chain(const PlainChain& chain);
Peer dart_chain(const PlainChain& chain);

}  // namespace oopss
