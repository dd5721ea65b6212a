// SPDX-License-Identifier: Apache-2.0
// What a tree does at one pose, once `sweep_inward` was there: whatever the momenta of that sweep were, its R, A, B, E,
// M, G and D are those of the pose.
#pragma once

#include "oopss/mechanics/recursion.hpp"

namespace oopss {

/// J(θ)⁻¹ V in the place of V: a column per vector, a row per body. Of the recursion only s and h depend on a vector v,
///   s = v − Σ_c E_c·h_c,  h = Σ_c h_c + (G/D) s  inward;   u_root = −M⁻¹h,  w = (s − G·u)/D,  u_c = u + E_c w outward.
/// `x` and `y`, as large as V, are room for h, then for u.
template <Scalar T>
void divide_by_inertia(const PlanarTree<T>& tree, const Sweep<Plane<T>>& sweep, Matrix<T>& V, Matrix<T>& x,
                       Matrix<T>& y) {
  const int count = V.cols;
  const auto row = [count](Matrix<T>& A, int i) { return A.entries.data() + static_cast<std::size_t>(i) * count; };
  std::fill(x.entries.begin(), x.entries.end(), T(0));
  std::fill(y.entries.begin(), y.entries.end(), T(0));
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    const auto& b = sweep.body[*it];
    const int p = tree.parent[*it];
    const Vec2<T> g = b.G / b.D;
    T *const s = row(V, *it), *const hx = row(x, *it), *const hy = row(y, *it);
    for (int c = 0; c < count; ++c) {
      hx[c] = hx[c] + g.x * s[c];
      hy[c] = hy[c] + g.y * s[c];
    }
    if (p < 0) continue;
    T *const above = row(V, p), *const above_x = row(x, p), *const above_y = row(y, p);
    for (int c = 0; c < count; ++c) {
      above[c] = above[c] - (b.E.x * hx[c] + b.E.y * hy[c]);
      above_x[c] = above_x[c] + hx[c];
      above_y[c] = above_y[c] + hy[c];
    }
  }
  for (const int i : tree.order) {
    const auto& b = sweep.body[i];
    const int p = tree.parent[i];
    T *const w = row(V, i), *const ux = row(x, i), *const uy = row(y, i);
    if (p < 0) {
      const T det = b.M.xx * b.M.yy - b.M.xy * b.M.xy;
      const Symmetric2<T> M = {-(b.M.yy / det), b.M.xy / det, -(b.M.xx / det)};  // −M⁻¹
      for (int c = 0; c < count; ++c) {
        const Vec2<T> u = M * Vec2<T>{ux[c], uy[c]};
        ux[c] = u.x;
        uy[c] = u.y;
      }
    } else {
      const T *const spin = row(V, p), *const above_x = row(x, p), *const above_y = row(y, p);
      for (int c = 0; c < count; ++c) {
        ux[c] = above_x[c] + b.E.x * spin[c];
        uy[c] = above_y[c] + b.E.y * spin[c];
      }
    }
    const T inverse = T(1) / b.D;
    for (int c = 0; c < count; ++c) w[c] = (w[c] - (b.G.x * ux[c] + b.G.y * uy[c])) * inverse;
  }
}

/// K(θ) V with K_kl = ∂J_kl/∂θ_l: a column of V per vector, a row per body. J ω' + K(ω∘ω) are the torques on the
/// bodies, so a vector v gives accelerations outward, a_c = a − v A_c + v_c B_c, forces inward, P = Σ m (a − mean), and
/// their moments −B × P + Σ_c A_c × P_c. `x` and `y` are room, with one row more than V.
template <Scalar T>
void apply_slopes(const PlanarTree<T>& tree, const Sweep<Plane<T>>& sweep, const Matrix<T>& V, Matrix<T>& x,
                  Matrix<T>& y, Matrix<T>& out) {
  const int count = V.cols;
  const auto row = [count](auto& A, int i) { return A.entries.data() + static_cast<std::size_t>(i) * count; };
  T *const mean_x = row(x, tree.size()), *const mean_y = row(y, tree.size());
  std::fill_n(mean_x, count, T(0));
  std::fill_n(mean_y, count, T(0));
  for (const int i : tree.order) {
    const Vec2<T>&A = sweep.body[i].A, &B = sweep.body[i].B;
    const int p = tree.parent[i];
    const T part = tree.m[i] / tree.mass;
    T *const ax = row(x, i), *const ay = row(y, i);
    if (p < 0) {
      std::fill_n(ax, count, T(0));
      std::fill_n(ay, count, T(0));
      continue;
    }
    const T *const v = row(V, i), *const above = row(V, p), *const above_x = row(x, p), *const above_y = row(y, p);
    for (int c = 0; c < count; ++c) {
      ax[c] = above_x[c] - above[c] * A.x + v[c] * B.x;
      ay[c] = above_y[c] - above[c] * A.y + v[c] * B.y;
      mean_x[c] = mean_x[c] + part * ax[c];
      mean_y[c] = mean_y[c] + part * ay[c];
    }
  }
  std::fill(out.entries.begin(), out.entries.end(), T(0));
  for (int i = 0; i < tree.size(); ++i) {
    T *const Px = row(x, i), *const Py = row(y, i);
    for (int c = 0; c < count; ++c) {
      Px[c] = tree.m[i] * (Px[c] - mean_x[c]);
      Py[c] = tree.m[i] * (Py[c] - mean_y[c]);
    }
  }
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const Vec2<T>&A = sweep.body[*i].A, &B = sweep.body[*i].B;
    const int p = tree.parent[*i];
    if (p < 0) continue;
    const T *const Px = row(x, *i), *const Py = row(y, *i);
    T *const own = row(out, *i), *const above = row(out, p), *const above_x = row(x, p), *const above_y = row(y, p);
    for (int c = 0; c < count; ++c) {
      own[c] = own[c] - (B.x * Py[c] - B.y * Px[c]);
      above[c] = above[c] + (A.x * Py[c] - A.y * Px[c]);
      above_x[c] = above_x[c] + Px[c];
      above_y[c] = above_y[c] + Py[c];
    }
  }
}

}  // namespace oopss
