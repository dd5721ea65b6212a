// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "oopss/system/reduced_lagrangian.hpp"

namespace oopss {

/// Which loops of shapes are looked at: the Lagrangian at a momentum, an energy, and how often every joint turns.
struct WindingProblem {
  ReducedLagrangian lagrangian;
  std::vector<std::array<int, 2>> between;  // per joint: its first and second body
  double energy = 0;
  std::vector<int> winding;  // whole turns of every joint
};

/// A closed loop of shapes over s from 0 to 1, per joint
///   φ(s) = 2π n s + Σ_j c_j cos 2πjs + Σ_j s_j sin 2πjs,   j from 0 to `modes`.
struct FourierLoop {
  int modes = 0;
  std::vector<int> winding;                         // n per joint
  std::vector<std::vector<double>> cosines, sines;  // per joint, modes + 1 numbers each
};

/// φ and dφ/ds at s, into room that is there.
void evaluate(const FourierLoop& loop, double s, double* phi, double* rate);

/// How much of a loop the last third of its modes has, against the largest coefficient that moves: how well it is
/// resolved.
double tail(const FourierLoop& loop);

/// The angles of all bodies against the root, as the joints have them; bodies but the root are counted by themselves.
struct BodyAngles {
  std::vector<std::array<int, 2>> between;  // per joint; −1: the root

  BodyAngles(const std::vector<std::array<int, 2>>& bodies, int root);
  /// From numbers per joint to numbers per body.
  template <class T>
  std::vector<T> of_bodies(const std::vector<T>& of_joints) const;
  template <class T>
  T difference(const std::vector<T>& of_bodies, int joint) const {
    const auto [first, second] = between[joint];
    return (second < 0 ? T(0) : of_bodies[second]) - (first < 0 ? T(0) : of_bodies[first]);
  }
};

/// S = 2 √(⟨L₂⟩ ⟨E + L₀⟩) + ⟨L₁⟩ of a loop run through at unit rate (docs/math.md, Loops of a winding): an upper bound
/// of its Maupertuis action, equal to it where the loop has the energy E everywhere, with the same critical points.
/// There T = √(⟨L₂⟩ / ⟨E + L₀⟩) is the period. Averages are over 2 modes + 1 nodes. The variables are coefficients of
/// the angles of the bodies against the root, divided by 1 + j and by the root of a body's inertia, so that curvatures
/// are alike. It keeps scratch space, so one serves one thread.
class LoopAction {
 public:
  LoopAction(const WindingProblem& problem, int modes);
  /// Loops through this shape that are their own mirror images about it: the variables are sines alone.
  LoopAction(const WindingProblem& problem, int modes, const std::vector<double>& shape);

  /// S, with its slopes; +∞ where ⟨E + L₀⟩ is not positive.
  double operator()(const std::vector<double>& x, std::vector<double>& slope);
  double period() const { return period_; }  // of the loop asked for last

  int size() const;  // of x
  std::vector<double> variables(const FourierLoop& loop) const;
  FourierLoop loop(const std::vector<double>& x) const;

 private:
  struct Coefficients {
    std::vector<double> c, s;
  };
  void unpack(const std::vector<double>& x, std::size_t body, Coefficients& out) const;
  void values(const Coefficients& in, double* out);
  void adjoint(const double* in, Coefficients& out);
  double weight(std::size_t body, int mode) const { return scale_[body] / (1 + mode); }

  ReducedLagrangian lagrangian_;
  BodyAngles angles_;
  double energy_, period_ = 0;
  int modes_, nodes_;
  std::vector<int> joint_winding_, winding_;  // the second per body
  std::vector<double> middle_;                // per body; empty: the loop may lie anywhere
  std::vector<double> scale_;                 // per body
  std::vector<double> cosine_, sine_;         // of 2πjk / nodes, j and k to modes, by rows
  std::vector<double> even_, odd_;            // of a transform
  Coefficients coefficients_, rates_;
  std::vector<std::vector<double>> theta_, rate_;                     // per body and node
  std::vector<double> phi_, phi_rate_;                                // of a node
  LagrangianValue value_;                                             // of a node
  std::vector<double> L2_phi_, L2_rate_, L1_phi_, L1_rate_, L0_phi_;  // per node and joint
};

}  // namespace oopss
