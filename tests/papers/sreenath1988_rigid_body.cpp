// SPDX-License-Identifier: Apache-2.0
// Sreenath, Oh, Krishnaprasad, Marsden: The dynamics of coupled planar rigid bodies, part I (1988); its introduction,
// one body in space.
#include <catch2/catch.hpp>

#include "oopss/spatial/bracket.hpp"
#include "tests/mechanics/space_bodies.hpp"

using namespace oopss;

namespace {

constexpr unsigned seed_of_1988 = 1988;

Topology one_body() { return numbered_topology({-1}); }

template <Scalar T>
std::vector<T> components(const Vec3<T>& v) {
  return {v.x, v.y, v.z};
}
template <Scalar T>
Vec3<T> unknown_of_space(Draws<T>& source, const std::string& name) {
  const std::vector<T> v = unknowns(source, name, 3, -1, 1);
  return {v[0], v[1], v[2]};
}

/// −l·(∇F × ∇H) by the Poisson tensor of one body.
template <Scalar T>
T rigid_bracket(const Vec3<T>& l, const Vec3<T>& F, const Vec3<T>& H) {
  return dot(components(F), poisson_tensor<T>(one_body(), {}, {l}) * components(H));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (1.1), (1.2): -<l, [F', H']> on so(3)* is -l.(F' x H')", "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed_of_1988);
  const Vec3<T> l = unknown_of_space(source, "l"), F = unknown_of_space(source, "F"), H = unknown_of_space(source, "H");
  const Matrix3<T> L = hat(l), commutator = hat(F) * hat(H) - hat(H) * hat(F);
  const T twice = dot(L.x, commutator.x) + dot(L.y, commutator.y) + dot(L.z, commutator.z);  // tr(Lᵀ[F', H'])
  CHECK(agree(rigid_bracket(l, F, H), -(twice / T(2))));
  CHECK(agree(rigid_bracket(l, F, H), -dot(l, cross(F, H))));
  CHECK(agree(rigid_bracket(l, F, l), T(0)));  // |l|² is a Casimir
}

TEST_CASE("Sreenath et al. 1988 (1.2), proved: the bracket of one body obeys the Jacobi identity") {
  const std::vector<Expr> l = {symbol("l0"), symbol("l1"), symbol("l2")};
  const Matrix<Expr> tensor = poisson_tensor<Expr>(one_body(), {}, {{l[0], l[1], l[2]}});
  Expr sum(0);
  for (int k = 0; k < 3; ++k)
    for (int m = 0; m < 3; ++m) sum = sum + tensor(k, m) * derivative(tensor((k + 1) % 3, (k + 2) % 3), l[m]);
  CHECK(is_zero(expand(sum)));
}

TEMPLATE_LIST_TEST_CASE("Sreenath et al. 1988 (1.3), (1.4): Euler's l' = l x w is F' = {F, H} with H = 1/2 l.I^-1 l",
                        "", AllScalars) {
  using T = TestType;
  Draws<T> source(seed_of_1988);
  const Tree<Space<T>> body = random_space_tree(source, 1, Joints::balls);
  const Matrix3<T> A = random_attitude(source);
  const Vec3<T> w = random_vector(source, 1), l = body.I[0] * w, euler = cross(l, w);
  const auto energy = [&](const std::vector<Dual<T>>& x) {
    const Vec3<Dual<T>> momentum = {x[0], x[1], x[2]};
    return dot(momentum, solve(constant_tree(body).I[0], momentum)) / Dual<T>(2);
  };
  const std::vector<T> slopes = gradient(energy, components(l));
  CHECK(agree(slopes, components(w)));
  CHECK(agree(poisson_tensor<T>(one_body(), {}, {l}) * slopes, components(euler)));
  // in inertial axes the momentum rests: (A l)' = A (l' + w × l) = 0
  const Motion<Vec3<T>> swept = motion(body, {A}, {A * l});
  CHECK(agree(swept.omega[0], A * w));
  CHECK(agree(swept.mu_rate[0], A * (euler + cross(w, l))));
}
