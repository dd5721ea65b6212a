// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <vector>

namespace oopss {

struct TreeSpec;

/// Two planar bodies: J_11 = I_1, J_22 = I_2, J_12 = x cos(φ − stretched), with φ = θ_2 − θ_1.
struct PairInertia {
  double I_1 = 0, I_2 = 0, x = 0, stretched = 0;
};
PairInertia pair_inertia(const TreeSpec& spec, const std::vector<double>& p);

/// A place of a homoclinic loop.
struct LoopPoint {
  double t = 0, weight = 0;         // ∫ f dt along the loop is Σ f · weight
  double phi = 0, rate = 0;         // φ, φ'
  double omega_1 = 0, omega_2 = 0;  // of the two bodies
  double turned = 0;                // ∫ ω_1 dt from the stretched shape on
};

/// One of the two motions of a pair that leave the folded shape and come back to it, φ all the time turning in one
/// sense; at t = 0 it passes the stretched shape. Its points are at equal steps of τ, sin((φ − stretched)/2) = ± tanh
/// τ: there the trapezoid rule converges exponentially.
struct PairLoop {
  int sense = 1;                         // the sign of φ'
  double momentum = 0, energy = 0;       // μ_s, H
  double growth = 0;                     // λ of the folded shape
  double folded_rate = 0;                // ω of both bodies there
  double rate = 0;                       // φ' at the stretched shape
  double mu_2 = 0;                       // and the momentum of the second body there
  double stretched = 0, folded_phi = 0;  // φ of both shapes; the loop begins at folded_phi − 2π if φ' > 0
  std::vector<LoopPoint> points;
};
/// For x > 0 and a momentum other than zero.
PairLoop pair_loop(const PairInertia& pair, double momentum, int sense);

/// Which of three planar bodies is the third, and the pair that the others are. ψ = θ_3 − θ_1.
struct ThirdBody {
  int body = -1, joint = -1;    // the third, and the joint on which it hangs
  int first = -1, second = -1;  // of the pair, as its joint has them: φ = θ_2 − θ_1
  int pair_joint = -1;
  int sense = 1;               // ψ = sense · angle of `joint` + (on_second ? φ : 0)
  bool on_second = true;       // the third hangs on the second body of the pair
  std::array<int, 3> lever{};  // d_32, from its own mass centre to its joint: which inputs, or −1
};
/// The last of the file's bodies that has one joint.
ThirdBody third_body(const TreeSpec& spec);

/// The pair that three bodies are where the third is a free rotor, and how that begins to be coupled to it while inputs
/// change from p on at given slopes:
///   ∂J_13 = Re(c_1 exp iψ),   ∂J_23 = Re(c_2 exp i(ψ − φ)).
struct RotorPair {
  PairInertia pair;
  double I_3 = 0;
  std::complex<double> c_1, c_2;
};
RotorPair rotor_pair(const TreeSpec& spec, const ThirdBody& third, const std::vector<double>& p,
                     const std::vector<double>& slopes);

}  // namespace oopss
