// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>  // NOLINT: <cmath> brings inline functions

#include "oopss/mechanics/kernel.hpp"

// Loops for Taylor coefficients: plain records and pointers, like kernel.hpp and for the same reason.

namespace oopss {

/// Four numbers side by side.
template <class Real>
using Quad = typename SideBySide<Real, 4>::type;

/// A spring with damper at a joint (torque.hpp's Spring) and its series: the joint's rate, sine and cosine of the
/// stretch.
template <class Real>
struct JetSpring {
  int joint;
  bool periodic;
  Real kp, kd, bias;
  Real *rate, *s, *c;  // by order
};

/// Where the coefficients of x = [φ, μ, θ_root] go, and of [work, dissipated] after them if there are springs: x_k at
/// out[k · size]. The loops number the bodies in their own way.
template <class Real>
struct JetOutput {
  int bodies, size;
  const int* number;          // of each body
  const int *first, *second;  // of each joint: the numbers of its bodies
  int root;                   // its number
  int springs;
  JetSpring<Real>* spring;
  Real* out;
};

/// Coefficient k of a spring's torque; those of the angle and of the rate are known. Adds that of the power k_d φ'².
template <class Real>
static inline Real spring_torque(JetSpring<Real>& spring, int k, const Real& phi, const Real& rate, Real& power) {
  spring.rate[k] = rate;
  Real square = 0;
  for (int m = 0; m <= k; ++m) square += spring.rate[m] * spring.rate[k - m];
  power += spring.kd * square;
  const Real stretch = k == 0 ? phi - spring.bias : phi;
  if (!spring.periodic) return spring.kp * stretch + spring.kd * rate;
  Real s = 0, c = 0;
  if (k == 0) {
    s = sin(stretch);
    c = cos(stretch);
  } else {  // s' = φ' c,  c' = −φ' s
    for (int m = 0; m < k; ++m) {
      s += spring.rate[m] * spring.c[k - 1 - m];
      c -= spring.rate[m] * spring.s[k - 1 - m];
    }
    s = s / Real(k);
    c = c / Real(k);
  }
  spring.s[k] = s;
  spring.c[k] = c;
  return spring.kp * s + spring.kd * rate;
}

/// Adds the coefficients k of the springs' torques to those of μ', and gives [work, dissipated]_{k+1}; those of ω are
/// known.
template <class Real>
[[gnu::noinline]] static void add_springs(const JetOutput<Real>& to, int k, const Real* w, Real* mu_rate) {
  const Real* now = to.out + static_cast<long>(k) * to.size;
  Real* next = to.out + static_cast<long>(k + 1) * to.size;
  Real power = 0;
  for (int n = 0; n < to.springs; ++n) {
    const int j = to.spring[n].joint;
    const Real rate = w[to.second[j]] - w[to.first[j]];
    const Real torque = spring_torque(to.spring[n], k, now[j], rate, power);
    mu_rate[to.first[j]] += torque;
    mu_rate[to.second[j]] -= torque;
  }
  const Real over = 1.0 / (k + 1);
  next[2 * to.bodies] = 0;
  next[2 * to.bodies + 1] = power * over;
}

/// Two or three bodies; their series are (order + 1) records of `record` numbers, aligned to 32 bytes. The bodies are
/// numbered along the path a, b, c.
template <class Real>
struct SmallJet {
  static constexpr int record = 24;
  const SmallTree<Real>* tree;
  Real* series;
};

/// The loops of rates for a jet, which has a place of its own for the directions of the bodies: the first rows of their
/// series.
template <class Real>
static inline TreeLoops<Real> with_directions(TreeLoops<Real> loops, Real* c, Real* s) {
  loops.c = c;
  loops.s = s;
  return loops;
}

/// A tree: its series are [order][slot], in rows of `stride` slots; and one row each of what an order needs.
template <class Real>
struct TreeJet {
  const TreeLoops<Real>* tree;
  int stride;  // a multiple of four
  Real *c, *s, *w, *X, *Y, *F;
  Real *mu, *cw, *sw, *z, *f, *mu_rate;
};

using SmallJetLoop = void(const SmallJet<double>&, int order, const JetOutput<double>&);
using TreeJetLoop = void(const TreeJet<double>&, int order, const JetOutput<double>&);
SmallJetLoop small_jet_baseline, small_jet_haswell;
TreeJetLoop tree_jet_baseline, tree_jet_haswell;

}  // namespace oopss
