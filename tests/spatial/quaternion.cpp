// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/quaternion.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "tests/mechanics/space_bodies.hpp"
#include "tests/spatial/golden_space.hpp"

using namespace oopss;

TEMPLATE_LIST_TEST_CASE("a quaternion turns vectors as q v q̄, and lengths multiply", "[quaternion]", AllScalars) {
  using T = TestType;
  Draws<T> source(7);
  const T one = source.number(0.5, 2), other = source.number(0.5, 2);
  const Vec3<T> u = random_vector(source, 1), v = random_vector(source, 1), seen = random_vector(source, 1);
  const Quaternion<T> a = quaternion(one, u), b = quaternion(other, v);
  // for quaternions of any length: 1 + 2 (w V + V²) lacks |q|² − 1 on its diagonal
  const Vec3<T> turned = rotation_of(a) * seen + (norm_squared(a) - T(1)) * seen;
  CHECK(agree(vector_part(a * quaternion(T(0), seen) * conjugate(a)), turned));
  CHECK(agree(norm_squared(a * b), norm_squared(a) * norm_squared(b)));
}

TEST_CASE("the quaternion of a rotation gives it back, also for half turns", "[quaternion]") {
  Draws<double> source(11);
  for (int k = 0; k < 200; ++k) {
    Vec3<double> v = random_vector(source, 1);
    if (k % 4 == 0) v = (3.14159265358979 / std::sqrt(dot(v, v))) * v;
    const Matrix3<double> R = rotation_of(exponential(v));
    const Matrix3<double> again = rotation_of(quaternion_of(R));
    const double angle = std::sqrt(dot(v, v));
    const Matrix3<double> by_formula = turn_about(v / angle, angle);
    for (const auto& [one, other] : {std::pair(R.x, again.x),
                                     {R.y, again.y},
                                     {R.z, again.z},
                                     {R.x, by_formula.x},
                                     {R.y, by_formula.y},
                                     {R.z, by_formula.z}}) {
      const Vec3<double> gap = one - other;
      CHECK(std::sqrt(dot(gap, gap)) < 1e-14);
    }
  }
}
