// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/quaternion.hpp"

#include <cmath>

namespace oopss {

Quaternion<double> normalised(const Quaternion<double>& q) {
  const double size = std::sqrt(norm_squared(q));
  return {q.w / size, q.x / size, q.y / size, q.z / size};
}

Quaternion<double> exponential(const Vec3<double>& v) {
  const double angle = std::sqrt(dot(v, v));
  const double sine = angle < 1e-8 ? 0.5 : std::sin(angle / 2) / angle;
  return quaternion(std::cos(angle / 2), sine * v);
}

/// By the largest of its four numbers, so that none is found by cancellation.
Quaternion<double> quaternion_of(const Matrix3<double>& R) {
  const double trace = R.x.x + R.y.y + R.z.z;
  Quaternion<double> q;
  if (trace >= R.x.x && trace >= R.y.y && trace >= R.z.z)
    q = {1 + trace, R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y};
  else if (R.x.x >= R.y.y && R.x.x >= R.z.z)
    q = {R.z.y - R.y.z, 1 + 2 * R.x.x - trace, R.x.y + R.y.x, R.x.z + R.z.x};
  else if (R.y.y >= R.z.z)
    q = {R.x.z - R.z.x, R.x.y + R.y.x, 1 + 2 * R.y.y - trace, R.y.z + R.z.y};
  else
    q = {R.y.x - R.x.y, R.x.z + R.z.x, R.y.z + R.z.y, 1 + 2 * R.z.z - trace};
  const Quaternion<double> unit = normalised(q);
  return unit.w < 0 ? Quaternion<double>{-unit.w, -unit.x, -unit.y, -unit.z} : unit;
}

}  // namespace oopss
