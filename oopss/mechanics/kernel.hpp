// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the hot loops see: plain records and pointers. The loops are compiled once per kind of processor, so this header
// and theirs bring no inline code of other rooms along, which the linker might then hand to an older processor.

namespace oopss {

/// K numbers side by side. A number is `Real`: a double, or as many as an ensemble has members at once (Batch<W>).
template <class Real, int K>
struct SideBySide {
  struct type {
    Real lane[K];

    /// a b, not rounded yet: a number may fuse its sum with it.
    struct Product {
      const type &a, &b;

      [[gnu::always_inline]] operator type() const {  // NOLINT: a product that nothing is added to
        type out;
        for (int k = 0; k < K; ++k) out[k] = a[k] * b[k];
        return out;
      }
    };

    Real& operator[](int side) { return lane[side]; }
    const Real& operator[](int side) const { return lane[side]; }
    // inlined always, like those of Batch
    [[gnu::always_inline]] friend type operator+(type a, const type& b) { return a += b; }
    [[gnu::always_inline]] friend type operator-(type a, const type& b) { return a -= b; }
    [[gnu::always_inline]] friend Product operator*(const type& a, const type& b) { return {a, b}; }
    [[gnu::always_inline]] friend type operator+(type a, const Product& p) { return a += p; }
    [[gnu::always_inline]] friend type operator+(const Product& p, const Product& q) { return type(p) += q; }
    [[gnu::always_inline]] friend type operator+(const Product& p, const type& a) { return a + p; }
    [[gnu::always_inline]] friend type operator-(type a, const Product& p) { return a -= p; }
    [[gnu::always_inline]] friend type operator-(const Product& p, const Product& q) { return type(p) -= q; }
    [[gnu::always_inline]] friend type operator*(const Real& c, type a) {
      for (int k = 0; k < K; ++k) a[k] = c * a[k];
      return a;
    }
    [[gnu::always_inline]] friend type operator/(int c, type a) {
      for (int k = 0; k < K; ++k) a[k] = Real(c) / a[k];
      return a;
    }
    [[gnu::always_inline]] type& operator+=(const type& a) {
      for (int k = 0; k < K; ++k) lane[k] += a[k];
      return *this;
    }
    [[gnu::always_inline]] type& operator-=(const type& a) {
      for (int k = 0; k < K; ++k) lane[k] -= a[k];
      return *this;
    }
    [[gnu::always_inline]] type& operator+=(const Product& p) {
      for (int k = 0; k < K; ++k) lane[k] += p.a[k] * p.b[k];
      return *this;
    }
    [[gnu::always_inline]] type& operator-=(const Product& p) {
      for (int k = 0; k < K; ++k) lane[k] -= p.a[k] * p.b[k];
      return *this;
    }
  };
};
template <>
struct SideBySide<double, 2> {
  using type = double __attribute__((vector_size(16), may_alias));
};
template <>
struct SideBySide<double, 4> {
  using type = double __attribute__((vector_size(32), may_alias));
};

/// One per branch.
template <class Real>
using Lanes = typename SideBySide<Real, 2>::type;

/// The members of an ensemble that one number stands for.
template <class Real>
constexpr int members = sizeof(Real) / sizeof(double);

/// Constants of a step; vectors in body frames (the letters of docs/math.md, The recursion).
template <class Real>
struct StepConstants {
  Lanes<Real> ex, ey;  // from the inner to the outer joint, turned by 90°
  Lanes<Real> qx, qy;  // −m times the inner joint from the mass centre, turned by 90°
  Lanes<Real> D, m;    // inertia about the inner joint, mass
  Lanes<Real> sense;   // θ = θ_inner + sense · φ_joint
};

struct StepPlaces {
  int body[2];
  int joint[2];
  int junction;  // −1: no branch hangs here
};

/// Two branches side by side (TreeBranches::Pair), and their attachments turned by 90°, from the inner joint of the
/// body they hang on.
template <class Real>
struct BranchPair {
  int begin, end;
  int attachment[2];  // slots; −1: of none
  Real ex[2], ey[2];
};

/// What the inward sweep leaves for the outward one, per step, beside E and Q.
template <class Real>
struct StepSweep {
  Lanes<Real> inverse, gx, gy, w;     // 1/D, G/D, s/D
  Lanes<Real> Mxx, Mxy, Myy, hx, hy;  // of what arrives from the branch: P = M u + h
};

/// What side branches add at a step, and the velocity of the inner joint there.
template <class Real>
struct JunctionSweep {
  Lanes<Real> D, Gx, Gy, s, Mxx, Mxy, Myy, hx, hy;
  Lanes<Real> ux, uy;
};

/// A finished pair of branches: P = M u + h at the attachments, and their arms E.
template <class Real>
struct PairSweep {
  Lanes<Real> Ex, Ey, Mxx, Mxy, Myy, hx, hy;
};

/// Trees of more bodies have their absolute angles to twice the digits.
inline constexpr int most_plain_bodies = 1000;

/// Everything the O(N) loops need.
template <class Real>
struct TreeLoops {
  int steps, pairs, bodies;
  const BranchPair<Real>* pair;
  const StepConstants<Real>* step;
  const StepPlaces* places;
  const int *slot_of, *first, *second;
  /// Per slot. What one sweep has done with may have the place of what the next one needs: E that of c and s; Q that of
  /// θ and its rest, and then μ' and ω that of Q. Huge trees take their time for what goes through memory.
  Real *c, *s, *Ex, *Ey;
  Real *theta, *rest, *Qx, *Qy, *rate, *omega;
  StepSweep<Real>* sweep;
  JunctionSweep<Real>* junction;  // the sums are zero between calls
  PairSweep<Real>* done;
};

/// Sine and cosine of an angle.
template <class Real>
struct Direction {
  Real s, c;
};

/// Two or three bodies a − b (− c) by the closed form of J.
template <class Real>
struct SmallTree {
  int bodies;
  int body[3];             // a, b, c
  int joint[2];            // ab, bc
  Real sense[2];           // θ_b − θ_a = sense · φ_ab
  Real diagonal[3];        // J_aa, J_bb, J_cc
  Real alpha[3], beta[3];  // of the pairs ab, bc, ac: J_ij = α cos(θ_j − θ_i) + β sin(θ_j − θ_i)
};

/// The loops compiled for one kind of processor.
struct Kernel {
  const char* name;
  /// Without a place for the rates it gives ω alone.
  void (*tree_rates)(const TreeLoops<double>&, const double* phi, const double* mu, double* phi_rate, double* mu_rate);
  void (*small_rates)(const SmallTree<double>&, const double* phi, const double* mu, double* phi_rate, double* mu_rate,
                      double* omega);
  void (*sines_and_cosines)(int count, const double* x, double* s, double* c);
};

extern const Kernel kernel_baseline, kernel_haswell;

}  // namespace oopss
