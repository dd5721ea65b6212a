// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/kernel.hpp"

// What the hot loops of trees in space see: plain records and pointers, two branches side by side as in the plane.
// Vectors are in the axes of the body that the tree is rooted at, those of constants in axes of their own body, which
// for a body on a hinge have the hinge along z (the letters of docs/math.md, The recursion).

namespace oopss {

using Lanes2 = Lanes<double>;

struct LaneVector {
  Lanes2 x, y, z;
};
/// By its rows.
struct LaneMatrix {
  LaneVector x, y, z;
};
struct LaneSymmetric {
  Lanes2 xx, xy, xz, yy, yz, zz;
};

/// What a subtree answers at its joint to a spin ω and a velocity u there: L = D ω + Gᵀu + l,  P = G ω + M u + h.
struct SpaceAnswer {
  LaneSymmetric D, M;
  LaneMatrix G;
  LaneVector l, h;
};

enum class StepJoints { balls, hinges, one_of_each };

struct SpaceConstants {
  LaneMatrix C;          // hinge: attitude on the inner body at angle 0; ball: axes of the joint's first body, as given
  Lanes2 sense;          // of the angle or the quaternion's vector, from the inner body to this one
  LaneVector arm;        // from the inner to the outer joint
  LaneVector first;      // mass times the vector from the inner joint to the mass centre
  Lanes2 m;              // mass
  Lanes2 I;              // inertia about the inner joint: I 1 + I_1 I_1ᵀ + I_2 I_2ᵀ
  LaneVector I_1, I_2;   //
  Lanes2 pivot;          // 1 on a hinge without a body, to divide by
  Lanes2 far, far_sign;  // 1 and −1 where a hinge's momentum is that of its inner side, else 0 and 1
  Lanes2 hinge;          // 1 on a hinge, 0 on a ball
};

/// A body at an outer end on a ball: of D its inertia about the ball and G ω = ω × c, D⁻¹ and K = G D⁻¹, and
/// M 1 + M_1 M_1ᵀ + M_2 M_2ᵀ = m 1 − K Gᵀ.
struct BallTip {
  LaneSymmetric inverse;
  LaneMatrix K;
  Lanes2 M;
  LaneVector M_1, M_2;
};

/// The body that the tree is rooted at, about its mass centre, the same in both lanes.
struct RootBody {
  LaneSymmetric D;
  Lanes2 m;
};

struct SpacePlaces {
  int joint[2];     // of the joint's block in the state
  int momentum[2];  // of the hinge's number among the momenta
  int cluster[2];   // what turns together by hinges, numbered
  int junction;     // −1: no branch hangs here
  StepJoints joints;
  bool oblique;  // some C of a ball is not 1
};

struct SpaceBranches {
  int begin, end;
  int attachment[2];  // slots; −1: of none
  bool on_root;       // both
  LaneVector arm;     // to the joint of the attachment, from the inner joint of the body there
};

/// What the sweeps leave, per step.
struct SpaceSweep {
  LaneMatrix R;
  LaneVector arm, omega, u, rate;
  SpaceAnswer answer;  // of the subtree to the inner body, at the joint between them
  Lanes2 x;            // hinge: q' = x − e·ω − g·u
  LaneVector e, g;     //
  LaneVector w;        // ball: ω = w − Qᵀu; at a tip Rᵀμ
  LaneMatrix Q;        //
};

/// Of the sine and cosine of an angle.
struct TurnProducts {
  Lanes2 ss, cs, twice_cs, double_angle;  // the last is 1 − 2 ss
};
/// Of the angle between two hinges of a body.
struct HingeTwist {
  Lanes2 c, s, cc;
  TurnProducts products;
};

/// A body on a hinge, of a tree of hinges only. Its axes have z along its inner hinge, and x normal to it and to the
/// outer one, if a branch continues there; the root's have x normal to the hinges of the two longest branches.
struct HingeConstants {
  Lanes2 sense;      // of the angle, from the inner body to this one
  Lanes2 at_zero;    // θ at angle 0; this body has the attitude Rx(α) Rz(θ) in the axes of the one on its inner side
  HingeTwist twist;  // of α, unless a side branch ends here
  LaneVector arm;    // from the inner to the outer joint; of the root, from its mass centre
  LaneVector first;  // mass times the vector from the inner joint to the mass centre
  LaneSymmetric D;   // inertia about the inner joint; without a body D_zz is 1, to divide by
  Lanes2 m;          // mass
  Lanes2 inverse;    // of D_zz, at tips
  Lanes2 far_sign;   // −1 where the momentum is that of the inner side, else 1; 0 without a body
};

struct HingeBranches {
  int begin, end;
  int attachment[2];  // slots; −1: of none
  bool on_root;       // both
  LaneMatrix C;       // attitude of the branch's last body on the body it hangs on is C Rz(θ)
  LaneVector arm;     // to the joint of the attachment, from the inner joint of the body there
};

/// What a subtree answers at its hinge: as `SpaceAnswer`, but nothing to a spin about z.
struct HingeAnswer {
  Lanes2 Dxx, Dxy, Dyy;
  LaneVector Gx, Gy;  // columns
  LaneSymmetric M;
  LaneVector l, h;
};

struct HingeSweep {
  HingeAnswer answer;   //
  Lanes2 x, ex, ey;     // q' = x − e·ω − g·u, e_z = 1
  LaneVector g;         //
  LaneVector mu;        // of the whole, where the momentum is that of the inner side; else 0
  LaneVector omega, u;  //
};

/// A body between the root and the one whose attitude is in the state.
struct HingePath {
  int step;
  int pair;      // of side branches that end here; −1: of none
  bool crosses;  // the next body is in the other lane
};

/// Everything the loops of hinges need.
struct HingeLoops {
  int steps, pairs;
  int momenta, attitude;  // where these begin in the state
  int whole;              // the momentum of the whole among the momenta
  const HingeBranches* pair;
  const HingeConstants* step;
  const SpacePlaces* places;
  const HingePath* path;  // inward
  int path_size;
  // Of the body whose attitude is in the state:
  const double* file_axes;  // as given, from those of its slot: 3 × 3 by rows
  const double* file_spin;  // in the axes of its slot: every other number
  Lanes2 file_lane;         // 1 in its lane, else 0
  const RootBody* root;
  double *c, *s;  // per slot
  HingeSweep* sweep;
  SpaceAnswer* junction;  // zero between calls
};

/// Everything the loops need.
struct SpaceLoops {
  int steps, pairs, clusters;
  int balls, hinges;      // how many joints
  int momenta, attitude;  // where these begin in the state
  const SpaceBranches* pair;
  const BallTip* tip;  // per pair, where both are on balls
  const SpaceConstants* step;
  const SpacePlaces* places;
  const RootBody* root;
  const int* cluster_slot;   // the body of a cluster that is nearest to the root
  const int* cluster_block;  // of its momentum among the momenta
  int file_root;             // slot of the body whose attitude is in the state
  const double* file_axes;   // its axes as given, from those of its slot: 3 × 3 by rows; null: the same
  double *c, *s;             // per slot
  double* mu;                // per cluster, 3 numbers
  double* turn;              // 3 × 3: from the axes of the sweeps to the inertial ones
  SpaceSweep* sweep;
  SpaceAnswer* junction;     // zero between calls
  LaneVector* attached_arm;  // per pair
};

/// The loops compiled for one kind of processor.
struct SpaceKernel {
  const char* name;
  /// The rate of the whole state.
  void (*rates)(const SpaceLoops&, const double* x, double* rate);
  /// The same of a tree of hinges only.
  void (*hinge_rates)(const HingeLoops&, const double* x, double* rate);
};
extern const SpaceKernel space_kernel_baseline, space_kernel_haswell, space_kernel_avx512;

}  // namespace oopss
