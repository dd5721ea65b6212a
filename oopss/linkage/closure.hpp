// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/recursion.hpp"

namespace oopss {

/// A joint that closes a loop of a tree; the joint is seen from the mass centres of its bodies.
template <Scalar T>
struct Chord {
  int first = 0, second = 0;
  Vec2<T> at_first, at_second;
};

/// A body of a loop and its bar: in the body's frame, from the joint by which the loop comes to the one by which it
/// goes on.
template <Scalar T>
struct Bar {
  int body = 0;
  Vec2<T> e;
};

/// The loop of a chord, through the tree: g = Σ_k R(θ_k) e_k is the chord's joint on its first body as seen from that
/// on its second (docs/math.md, Linkages).
template <Scalar T>
using Loop = std::vector<Bar<T>>;

template <Scalar T>
Loop<T> loop_of(const PlanarTree<T>& tree, const Chord<T>& chord) {
  std::vector<bool> above(tree.parent.size(), false);
  for (int k = chord.first; k >= 0; k = tree.parent[k]) above[k] = true;
  int meeting = chord.second;
  while (!above[meeting]) meeting = tree.parent[meeting];
  Loop<T> loop;
  Vec2<T> out = chord.at_first;
  for (int k = chord.first; k != meeting; k = tree.parent[k]) {
    loop.push_back({k, out - tree.d_child[k]});
    out = tree.d_parent[k];
  }
  Loop<T> back;
  Vec2<T> in = chord.at_second;
  for (int k = chord.second; k != meeting; k = tree.parent[k]) {
    back.push_back({k, tree.d_child[k] - in});
    in = tree.d_parent[k];
  }
  loop.push_back({meeting, out - in});
  loop.insert(loop.end(), back.rbegin(), back.rend());
  return loop;
}

template <Scalar T>
std::vector<Loop<T>> loops_of(const PlanarTree<T>& tree, const std::vector<Chord<T>>& chords) {
  std::vector<Loop<T>> loops;
  for (const Chord<T>& chord : chords) loops.push_back(loop_of(tree, chord));
  return loops;
}

template <Scalar T>
std::vector<Rotation<T>> turns(const std::vector<T>& theta) {
  std::vector<Rotation<T>> R;
  for (const T& angle : theta) R.push_back(rotation(angle));
  return R;
}

// The closure in the root's axes: R(θ) turns bodies against the root, so R of the root is 1. Then g depends on the
// joint angles alone, and no closing force changes the total momentum, whether the loops are closed or not. Results go
// where there is room for them: g and its likes have two numbers per loop.

/// g = Σ_k R(θ_k) e_k of every loop.
template <Scalar T>
void closure(const std::vector<Loop<T>>& loops, const std::vector<Rotation<T>>& R, std::vector<T>& g) {
  for (std::size_t c = 0; c < loops.size(); ++c) {
    Vec2<T> sum;
    for (const Bar<T>& bar : loops[c]) sum = sum + R[bar.body] * bar.e;
    g[2 * c] = sum.x;
    g[2 * c + 1] = sum.y;
  }
}
template <Scalar T>
std::vector<T> closure(const std::vector<Loop<T>>& loops, const std::vector<T>& theta) {
  std::vector<T> g(2 * loops.size(), T(0));
  closure(loops, turns(theta), g);
  return g;
}

/// The bars turned by +90°, a column per body: S R(θ_k) e_k, the slope of g in inertial axes as body k turns alone.
template <Scalar T>
void bar_columns(const std::vector<Loop<T>>& loops, const std::vector<Rotation<T>>& R, Matrix<T>& G) {
  std::fill(G.entries.begin(), G.entries.end(), T(0));
  for (int c = 0; c < static_cast<int>(loops.size()); ++c)
    for (const Bar<T>& bar : loops[c]) {
      const Vec2<T> column = perp(R[bar.body] * bar.e);
      G(2 * c, bar.body) = column.x;
      G(2 * c + 1, bar.body) = column.y;
    }
}
template <Scalar T>
Matrix<T> bar_columns(const std::vector<Loop<T>>& loops, const std::vector<T>& theta) {
  Matrix<T> G(2 * static_cast<int>(loops.size()), static_cast<int>(theta.size()));
  bar_columns(loops, turns(theta), G);
  return G;
}

/// G = ∂g/∂θ in the root's axes: its rows add up to zero, G_root = −Σ_k≠root S R(θ_k) e_k.
template <Scalar T>
void closure_jacobian(const std::vector<Loop<T>>& loops, const std::vector<Rotation<T>>& R, int root, Matrix<T>& G) {
  bar_columns(loops, R, G);
  for (int c = 0; c < G.rows; ++c) {
    T sum = T(0);
    for (int k = 0; k < G.cols; ++k)
      if (k != root) sum = sum + G(c, k);
    G(c, root) = -sum;
  }
}
template <Scalar T>
Matrix<T> closure_jacobian(const std::vector<Loop<T>>& loops, const std::vector<T>& theta, int root) {
  Matrix<T> G(2 * static_cast<int>(loops.size()), static_cast<int>(theta.size()));
  closure_jacobian(loops, turns(theta), root, G);
  return G;
}

/// Columns by bodies as columns by the tree's joints, ∂g/∂φ: at a joint all bodies beyond it turn. `G` is used up.
template <Scalar T>
void joint_columns(const Topology& tree, Matrix<T>& G, Matrix<T>& out) {
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const int p = tree.parent[*i];
    if (p < 0) continue;
    for (int c = 0; c < G.rows; ++c) {
      out(c, tree.joint[*i]) = tree.sense[*i] > 0 ? G(c, *i) : -G(c, *i);
      G(c, p) = G(c, p) + G(c, *i);
    }
  }
}

/// Where the tree's joints are held instead, a row per joint: φ' = ω_second − ω_first.
template <Scalar T>
void joint_rows(const Topology& tree, Matrix<T>& G) {
  for (const int i : tree.order) {
    if (tree.parent[i] < 0) continue;
    G(tree.joint[i], i) = T(tree.sense[i]);
    G(tree.joint[i], tree.parent[i]) = T(-tree.sense[i]);
  }
}

/// What g'' has without angular accelerations: −Σ_k (ω_k − ω_root)² R(θ_k) e_k.
template <Scalar T>
void closure_curvature(const std::vector<Loop<T>>& loops, const std::vector<Rotation<T>>& R,
                       const std::vector<T>& omega, int root, std::vector<T>& out) {
  for (std::size_t c = 0; c < loops.size(); ++c) {
    Vec2<T> sum;
    for (const Bar<T>& bar : loops[c]) {
      const T rate = omega[bar.body] - omega[root];
      sum = sum - (rate * rate) * (R[bar.body] * bar.e);
    }
    out[2 * c] = sum.x;
    out[2 * c + 1] = sum.y;
  }
}

/// G x.
template <Scalar T>
void times(const Matrix<T>& G, const std::vector<T>& x, std::vector<T>& out) {
  for (int c = 0; c < G.rows; ++c) {
    out[c] = T(0);
    for (int k = 0; k < G.cols; ++k) out[c] = out[c] + G(c, k) * x[k];
  }
}

}  // namespace oopss
