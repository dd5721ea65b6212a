// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

/// Laws of a closed chain, for tests: a spring and a damper at joint 0, and a torque that depends on time at joint 1.
struct ChainLaws {
  double stiffness = 0, rest = 0, damping = 0, drive = 0, frequency = 2;
  bool any() const { return stiffness != 0 || damping != 0 || drive != 0; }
};

/// N bodies in one loop, cut open at the joint of the last with the first. All is in dense matrices over the absolute
/// angles: mass centres r_b = Σ_k R(θ_k) a_bk, inertia J, closing vectors e_k. Nothing here is the library's.
struct ClosedChain {
  std::vector<double> mass, inertia;
  std::vector<Eigen::Vector2d> to_next,
      to_last;  // in each body: to the joint with the next body, and with the one before
  ChainLaws laws;
  bool slow = false;
  int repeat = 1;  // how often each equation stands: more than once makes them dependent

  int size() const { return static_cast<int>(mass.size()); }
  std::vector<Eigen::VectorXd> a() const;  // a_bk at [b], two numbers per k
  Eigen::VectorXd angles(const double* x) const;
  Eigen::MatrixXd J(const Eigen::VectorXd& theta) const;
  Eigen::MatrixXd K(const Eigen::VectorXd& theta) const;
  Eigen::MatrixXd G(const Eigen::VectorXd& theta) const;  // of Σ R(θ_k) e_k in the axes of body 0, by absolute angles
  Eigen::Vector2d g(const Eigen::VectorXd& theta) const;
  Eigen::VectorXd rates(const double* x) const;  // ω
};

/// A chain as a system with a closure, and a start.
struct ClosedSystem {
  ClosedChain chain;
  Layout layout;
  Flow flow;
  std::vector<double> start;
};
ClosedSystem closed_system(const ClosedChain& chain, const Eigen::VectorXd& theta, const Eigen::VectorXd& omega);

/// Trajectories of tests/golden/loops.json, by an independent program in maximal coordinates.
struct GoldenLoop {
  ClosedSystem system;
  double energy = 0, momentum = 0;
  std::vector<double> t;
  std::vector<Eigen::VectorXd> theta, omega;
};
GoldenLoop golden_loop(const std::string& id);

/// Bars (2, 1, 1.5 + more, 1.5) with their mass centres in the middle but for `more`: at more = 0 a change point,
/// reached at t = 0.92 from this start.
ClosedSystem near_change_point(double more);

}  // namespace oopss
