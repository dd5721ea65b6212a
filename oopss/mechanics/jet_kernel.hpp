// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>  // NOLINT: <cmath> brings inline functions

#include "oopss/mechanics/kernel.hpp"

// Loops for Taylor coefficients: plain records and pointers, like kernel.hpp and for the same reason.

namespace oopss {

/// Four numbers side by side.
using Quad = double __attribute__((vector_size(32), may_alias));

/// A spring with damper at a joint (torque.hpp's Spring) and its series: the joint's rate, sine and cosine of the
/// stretch.
struct JetSpring {
  int joint;
  bool periodic;
  double kp, kd, bias;
  double *rate, *s, *c;  // by order
};

/// Where the coefficients of x = [φ, μ, θ_root] go, and of [work, dissipated] after them if there are springs: x_k at
/// out[k · size]. The loops number the bodies in their own way.
struct JetOutput {
  int bodies, size;
  const int* number;          // of each body
  const int *first, *second;  // of each joint: the numbers of its bodies
  int root;                   // its number
  int springs;
  JetSpring* spring;
  double* out;
};

/// Coefficient k of a spring's torque; those of the angle and of the rate are known. Adds that of the power k_d φ'².
static inline double spring_torque(JetSpring& of, int k, double phi, double rate, double& power) {
  of.rate[k] = rate;
  double square = 0;
  for (int m = 0; m <= k; ++m) square += of.rate[m] * of.rate[k - m];
  power += of.kd * square;
  const double stretch = k == 0 ? phi - of.bias : phi;
  if (!of.periodic) return of.kp * stretch + of.kd * rate;
  double s = 0, c = 0;
  if (k == 0) {
    s = sin(stretch);
    c = cos(stretch);
  } else {  // s' = φ' c,  c' = −φ' s
    for (int m = 0; m < k; ++m) {
      s += of.rate[m] * of.c[k - 1 - m];
      c -= of.rate[m] * of.s[k - 1 - m];
    }
    s /= k;
    c /= k;
  }
  of.s[k] = s;
  of.c[k] = c;
  return of.kp * s + of.kd * rate;
}

/// x_{k+1} from the coefficients k of ω and of the torque-free μ', to which the springs add theirs.
static inline void write_next(const JetOutput& to, int k, const double* w, double* mu_rate) {
  const double* now = to.out + static_cast<long>(k) * to.size;
  double* next = to.out + static_cast<long>(k + 1) * to.size;
  const double over = 1.0 / (k + 1);
  const int joints = to.bodies - 1;
  for (int j = 0; j < joints; ++j) next[j] = (w[to.second[j]] - w[to.first[j]]) * over;
  if (to.springs > 0) {
    double power = 0;
    for (int n = 0; n < to.springs; ++n) {
      const int j = to.spring[n].joint;
      const double rate = w[to.second[j]] - w[to.first[j]];
      const double torque = spring_torque(to.spring[n], k, now[j], rate, power);
      mu_rate[to.first[j]] += torque;
      mu_rate[to.second[j]] -= torque;
    }
    next[joints + to.bodies + 1] = 0;
    next[joints + to.bodies + 2] = power * over;
  }
  for (int i = 0; i < to.bodies; ++i) next[joints + i] = mu_rate[to.number[i]] * over;
  next[joints + to.bodies] = w[to.root] * over;
}

/// Two or three bodies; their series are (order + 1) records of `record` doubles, aligned to 32 bytes. The bodies are
/// numbered along the path a, b, c.
struct SmallJet {
  static constexpr int record = 24;
  const SmallTree* tree;
  double* series;
};

/// A tree: its series are [order][slot], in rows of `stride` slots; and one row each of what an order needs.
struct TreeJet {
  const TreeLoops* tree;
  int stride;  // a multiple of four
  double *c, *s, *w, *X, *Y, *F;
  double *mu, *cw, *sw, *z, *f, *mu_rate;
};

using SmallJetLoop = void(const SmallJet&, int order, const JetOutput&);
using TreeJetLoop = void(const TreeJet&, int order, const JetOutput&);
SmallJetLoop small_jet_baseline, small_jet_haswell;
TreeJetLoop tree_jet_baseline, tree_jet_haswell;

}  // namespace oopss
