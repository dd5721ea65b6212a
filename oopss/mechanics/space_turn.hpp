// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/mechanics/space_root.hpp"

// Between inertial axes and those of the sweeps: with Q the attitude in the state, F the axes of its body as given and
// R its attitude in the sweeps, the turn is A = Q F Rᵀ. For the hot loops only, which are compiled once per kind of
// processor: hence static.

namespace oopss {

/// A, and the momenta Aᵀμ.
static inline void space_turn(const SpaceLoops& on, const double* x) {
  const double* q = x + on.attitude;
  const double w = q[0], i = q[1], j = q[2], k = q[3];
  const Numbers3x3 Q = {{1 - 2 * (j * j + k * k), 2 * (i * j - w * k), 2 * (i * k + w * j)},
                        {2 * (i * j + w * k), 1 - 2 * (i * i + k * k), 2 * (j * k - w * i)},
                        {2 * (i * k - w * j), 2 * (j * k + w * i), 1 - 2 * (i * i + j * j)}};
  const Numbers3x3 R = one_lane(on.sweep[on.file_root / 2].R, on.file_root % 2);
  const double* momenta = x + on.momenta;
  const auto row = [&](const Numbers3& v) {
    return R * (on.file_axes == nullptr ? v : transposed_times(numbers3x3(on.file_axes), v));
  };
  const Numbers3x3 A = {row(Q.x), row(Q.y), row(Q.z)};
  put(on.turn, A.x), put(on.turn + 3, A.y), put(on.turn + 6, A.z);
  for (int c = 0; c < on.clusters; ++c)
    put(on.mu + 3 * c, transposed_times(A, numbers3(momenta + on.cluster_block[c])));
}

/// Rates of the momenta that are vectors, A times those of the sweeps; and of the attitude in the state, q' = ½ q Ω
/// with Ω = F Rᵀω.
static inline void space_root_rates(const SpaceLoops& on, const double* x, double* rate) {
  double* momenta = rate + on.momenta;
  const Numbers3x3 A = numbers3x3(on.turn);
  for (int c = 0; c < on.clusters; ++c)
    put(momenta + on.cluster_block[c], A * one_lane(on.sweep[on.cluster_slot[c] / 2].rate, on.cluster_slot[c] % 2));
  const SpaceSweep& root = on.sweep[on.file_root / 2];
  const int lane = on.file_root % 2;
  Numbers3 spin = transposed_times(one_lane(root.R, lane), one_lane(root.omega, lane));
  if (on.file_axes != nullptr) spin = numbers3x3(on.file_axes) * spin;
  put_attitude_rate(x + on.attitude, spin, rate + on.attitude);
}

}  // namespace oopss
