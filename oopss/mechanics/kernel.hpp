// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the hot loops see: plain records and pointers. The loops are compiled once per kind of processor, so this header
// and theirs bring no inline code of other rooms along, which the linker might then hand to an older processor.

namespace oopss {

/// Two numbers side by side, one per strand.
using Lanes = double __attribute__((vector_size(16), may_alias));

/// Constants of a step; vectors in body frames (the letters of docs/math.md, The recursion).
struct StepConstants {
  Lanes ex, ey;  // from the inner to the outer joint, turned by 90°
  Lanes qx, qy;  // −m times the inner joint from the mass centre, turned by 90°
  Lanes D, m;    // inertia about the inner joint, mass
  Lanes sense;   // θ = θ_inner + sense · φ_joint
};

struct StepPlaces {
  int body[2];
  int joint[2];
  int knot;  // −1: no strand hangs here
};

/// Two strands side by side (Strands::Pair), and their hooks turned by 90°, from the inner joint of the body they hang
/// on.
struct StrandPair {
  int begin, end;
  int hook[2];  // slots; −1: of none
  double ex[2], ey[2];
};

/// What the inward sweep leaves for the outward one, per step.
struct StepSweep {
  Lanes Ex, Ey, Qx, Qy;
  Lanes inverse, gx, gy, w;     // 1/D, G/D, s/D
  Lanes Mxx, Mxy, Myy, hx, hy;  // of what arrives from the strand: P = M u + h
};

/// What side strands add at a step, and the velocity of the inner joint there.
struct KnotSweep {
  Lanes D, Gx, Gy, s, Mxx, Mxy, Myy, hx, hy;
  Lanes ux, uy;
};

/// A finished pair of strands: P = M u + h at the hooks, and their arms E.
struct PairSweep {
  Lanes Ex, Ey, Mxx, Mxy, Myy, hx, hy;
};

/// Everything the O(N) loops need.
struct TreeLoops {
  int steps, pairs, bodies;
  const StrandPair* pair;
  const StepConstants* step;
  const StepPlaces* places;
  const int *slot_of, *first, *second;
  double *theta, *c, *s, *omega, *rate;  // per slot
  StepSweep* sweep;
  KnotSweep* knot;  // the sums are zero between calls
  PairSweep* done;
};

/// Two or three bodies a − b (− c) by the closed form of J.
struct SmallTree {
  int bodies;
  int body[3];               // a, b, c
  int joint[2];              // ab, bc
  double sense[2];           // θ_b − θ_a = sense · φ_ab
  double diagonal[3];        // J_aa, J_bb, J_cc
  double alpha[3], beta[3];  // of the pairs ab, bc, ac: J_ij = α cos(θ_j − θ_i) + β sin(θ_j − θ_i)
};

/// The loops compiled for one kind of processor.
struct Kernel {
  const char* name;
  void (*tree_rates)(const TreeLoops&, const double* phi, const double* mu, double* phi_rate, double* mu_rate);
  void (*small_rates)(const SmallTree&, const double* phi, const double* mu, double* phi_rate, double* mu_rate,
                      double* omega);
  void (*sines_and_cosines)(int count, const double* x, double* s, double* c);
};

extern const Kernel kernel_baseline, kernel_haswell;

}  // namespace oopss
