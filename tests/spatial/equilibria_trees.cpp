// SPDX-License-Identifier: Apache-2.0
// Relative equilibria of trees in space: the energy of the shape, its small motions, the count.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/scalar/dense.hpp"
#include "oopss/system/space_shape.hpp"
#include "tests/sanitized.hpp"
#include "tests/spatial/random_pairs.hpp"

using namespace oopss;

namespace {

using Shape = std::vector<double>;

/// Four bodies: a hinge and two balls, two of them hung the other way round; joints rest at turns of their own.
SpaceShape mixed_tree(RandomNumbers& random) {
  SpaceShape out{random_balls(random, {-1, 0, 1, 0}), {}, {}};
  const Matrix3<double> turn = random.turn();
  out.tree.hinge[1] = turn.x;
  out.tree.sense = {1, -1, -1, 1};
  for (int j = 0; j < 3; ++j) out.rest.push_back(random.turn());
  out.stored.resize(3);
  return out;
}

ShapeEnergy energy_of(const SpaceShape& shape, double mu) {
  std::vector<std::string> bodies, joints;
  for (int i = 0; i < shape.tree.size(); ++i) {
    bodies.push_back("b" + std::to_string(i));
    if (i > 0) joints.push_back("j" + std::to_string(i));
  }
  return space_shape_energy(shape, mu, bodies, joints);
}

Shape some_shape(RandomNumbers& random, const ShapeSpace& space) {
  std::vector<double> place;
  for (int k = 0; k < space.freedom; ++k) place.push_back(random.between(0, 1));
  return space.spread(place);
}

Shape moved(const ShapeSpace& space, const Shape& q, int a, double s, int c = 0, double t = 0) {
  std::vector<double> step(space.freedom, 0.0);
  step[a] += s;
  step[c] += t;
  Shape out;
  space.retract(q, step, out);
  return out;
}

/// U = tr(K (1 − R)).
TurnEnergy matrix_law(const Matrix3<double>& K, const Matrix3<double>& R) {
  const Matrix3<double> B = K * R;
  const double trace = B.x.x + B.y.y + B.z.z;
  TurnEnergy out{K.x.x + K.y.y + K.z.z - trace, {B.z.y - B.y.z, B.x.z - B.z.x, B.y.x - B.x.y}, {}};
  const Matrix3<double> sum = trace * identity3<double>() - 0.5 * (B + transposed(B));
  out.hessian = symmetric(sum);
  return out;
}

/// The motion of a tree near a relative equilibrium, in the axes of the root, by the recursion: steps along the
/// directions of the joints, then momenta, 3 numbers of the root and of bodies on balls, 1 of those on hinges.
struct ReducedFlow {
  const SpaceShape& shape;
  const ShapeSpace& space;
  Shape q;
  int joints;

  std::vector<double> rates(const std::vector<double>& y) const {
    const Tree<Space<double>>& tree = shape.tree;
    std::vector<double> step(space.freedom, 0.0);
    std::copy(y.begin(), y.begin() + joints, step.begin());
    Shape now;
    space.retract(q, step, now);
    const std::vector<Matrix3<double>> A = space_pose(shape, now).attitude;
    std::vector<Vec3<double>> mu(A.size()), omega(A.size()), mu_rate(A.size());
    std::size_t next = joints;
    for (int i = 0; i < tree.size(); ++i) {
      if (is_hinge(tree, i)) {
        mu[i] = y[next++] * (A[i] * *tree.hinge[i]);
      } else {
        mu[i] = {y[next], y[next + 1], y[next + 2]};
        next += 3;
      }
    }
    Sweep<Space<double>> sweep(tree.size());
    recursion(tree, A, mu, sweep, omega, mu_rate);
    std::vector<double> out;
    for (int j = 0; j + 1 < tree.size(); ++j) {  // joint j hangs body j + 1
      const int i = j + 1;
      const Vec3<double> turning = transposed(A[i]) * (omega[i] - omega[tree.parent[i]]);
      if (is_hinge(tree, i))
        out.push_back(dot(turning, *tree.hinge[i]));
      else
        out.insert(out.end(), {turning.x / 2, turning.y / 2, turning.z / 2});
    }
    for (int i = 0; i < tree.size(); ++i) {
      if (is_hinge(tree, i)) {
        out.push_back(dot(A[i] * *tree.hinge[i], mu_rate[i]));
      } else {
        const Vec3<double> rate = mu_rate[i] - cross(omega[0], mu[i]);
        out.insert(out.end(), {rate.x, rate.y, rate.z});
      }
    }
    return out;
  }

  /// All bodies at ξ.
  std::vector<double> state(const Vec3<double>& xi) const {
    const Tree<Space<double>>& tree = shape.tree;
    const std::vector<Matrix3<double>> A = space_pose(shape, q).attitude;
    const std::vector<Vec3<double>> mu = momenta(tree, A, std::vector<Vec3<double>>(A.size(), xi));
    std::vector<double> y(joints, 0.0);
    for (int i = 0; i < tree.size(); ++i) {
      if (is_hinge(tree, i))
        y.push_back(dot(mu[i], A[i] * *tree.hinge[i]));
      else
        y.insert(y.end(), {mu[i].x, mu[i].y, mu[i].z});
    }
    return y;
  }
};

std::vector<std::complex<double>> linearised(const ReducedFlow& flow, const std::vector<double>& y) {
  const auto n = static_cast<Eigen::Index>(y.size());
  Eigen::MatrixXd L(n, n);
  constexpr double h = 1e-4;
  const auto at_distance = [&](Eigen::Index k, double s) {
    std::vector<double> near = y;
    near[k] += s;
    const std::vector<double> rates = flow.rates(near);
    return Eigen::VectorXd(Eigen::VectorXd::Map(rates.data(), n));
  };
  for (Eigen::Index k = 0; k < n; ++k)  // of fourth order
    L.col(k) =
        (8 * (at_distance(k, h) - at_distance(k, -h)) - (at_distance(k, 2 * h) - at_distance(k, -2 * h))) / (12 * h);
  const Eigen::VectorXcd values = complex_eigenvalues(L);
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("V_mu + U of trees in space: slopes and curvatures are those of differences, along balls, hinges and axis") {
  RandomNumbers random{std::mt19937_64(5)};
  SpaceShape shape = mixed_tree(random);
  const Matrix3<double> K = full(random_inertia(random));
  shape.stored[1].ball = [K](const Matrix3<double>& R) { return matrix_law(K, R); };
  shape.stored[0].hinge = [](double q) { return std::array<double, 3>{1 - std::cos(q), std::sin(q), std::cos(q)}; };
  for (const double mu : {1.5, 0.0}) {
    const ShapeEnergy energy = energy_of(shape, mu);
    const int n = energy.space.freedom;
    REQUIRE(n == (mu == 0 ? 7 : 9));
    const Shape q = some_shape(random, energy.space);
    ShapeValue here;
    energy.landscape(q, here);
    constexpr double h = 1e-3;
    const auto along = [&](int a, double s, int c, double t) {
      return energy.energy(moved(energy.space, q, a, s, c, t));
    };
    for (int a = 0; a < n; ++a) {
      const double slope =
          (8 * (along(a, h, a, 0) - along(a, -h, a, 0)) - along(a, 2 * h, a, 0) + along(a, -2 * h, a, 0)) / (12 * h);
      CHECK(here.gradient[a] == Approx(slope).margin(1e-9));
      for (int c = 0; c < n; ++c) {
        const auto mixed = [&](double step) {
          return (along(a, step, c, step) - along(a, step, c, -step) - along(a, -step, c, step) +
                  along(a, -step, c, -step)) /
                 (4 * step * step);
        };
        CHECK(here.hessian[a * n + c] == Approx((4 * mixed(h) - mixed(2 * h)) / 3).margin(1e-7));
      }
    }
  }
}

TEST_CASE("directions on turns, circles and axes are orthonormal, and steps along them have their slopes") {
  RandomNumbers random{std::mt19937_64(6)};
  const ShapeSpace space = energy_of(mixed_tree(random), 1).space;
  const Shape q = some_shape(random, space);
  const std::vector<double> D = space.directions(q);
  for (int a = 0; a < space.freedom; ++a) {
    const Shape to = moved(space, q, a, 1e-6), from = moved(space, q, a, -1e-6);
    for (int k = 0; k < space.coordinates(); ++k)
      CHECK(D[k * space.freedom + a] == Approx((to[k] - from[k]) / 2e-6).margin(1e-9));
    for (int c = 0; c < space.freedom; ++c) {
      double inner = 0;
      for (int k = 0; k < space.coordinates(); ++k) inner += D[k * space.freedom + a] * D[k * space.freedom + c];
      CHECK(inner == Approx(a == c ? 1 : 0).margin(1e-14));
    }
  }
  Shape other = q, here = q;
  for (const int slot : {1, 5, 9})
    for (int k = 0; k < (slot == 9 ? 3 : 4); ++k) other[slot + k] = -other[slot + k];
  space.normal_form(other);
  space.normal_form(here);
  CHECK(other == here);
}

TEST_CASE("small motions about an equilibrium of a tree with balls and hinges have the spectrum of the recursion") {
  RandomNumbers random{std::mt19937_64(8)};
  const SpaceShape shape = mixed_tree(random);
  const double mu = 1.25;
  const ShapeEnergy energy = energy_of(shape, mu);
  int compared = 0;
  for (int k = 0; k < 40 && compared < 4; ++k) {
    const NearestEquilibrium near = equilibrium_near(energy, some_shape(random, energy.space));
    if (!near.found) continue;
    ++compared;
    const RelativeEquilibrium& one = *near.found;
    const std::size_t slot = one.phi.size() - 3;
    const Vec3<double> xi = one.omega * Vec3<double>{one.phi[slot], one.phi[slot + 1], one.phi[slot + 2]};
    const ReducedFlow flow{shape, energy.space, one.phi, energy.space.freedom - 2};
    const std::vector<double> y = flow.state(xi);
    for (const double rate : flow.rates(y)) CHECK(std::abs(rate) < 1e-12);
    std::vector<std::complex<double>> expected = linearised(flow, y), spectrum = one.stability.spectrum;
    spectrum.emplace_back(0);  // along the Casimir
    REQUIRE(spectrum.size() == expected.size());
    for (const std::complex<double>& z : spectrum) {
      const auto nearest = std::min_element(expected.begin(), expected.end(), [&](const auto& a, const auto& b) {
        return std::abs(a - z) < std::abs(b - z);
      });
      CHECK(std::abs(*nearest - z) < 1e-8);
      expected.erase(nearest);
    }
  }
  CHECK(compared == 4);
}

TEST_CASE("a free rigid body in space has three axes, stable about the longest and the shortest") {
  RandomNumbers random{std::mt19937_64(9)};
  const SpaceShape shape{random_balls(random, {-1}), {}, {}};
  const Equilibria found = find_equilibria(energy_of(shape, 2));
  REQUIRE(found.all.size() == 3);
  CHECK(found.count == MorseCount::agrees);
  for (int k = 0; k < 3; ++k) {
    CHECK(found.all[k].stability.index == k);
    CHECK(found.all[k].stability.verdict == (k == 1 ? Stability::unstable : Stability::stable));
    CHECK(found.all[k].stability.spectrum.size() == 2);
  }
}

TEST_CASE("without momentum a matrix law on a ball rests at four turns, of index 0 to 3") {
  RandomNumbers random{std::mt19937_64(10)};
  SpaceShape shape{random_balls(random, {-1, 0}), {}, std::vector<JointStore>(1)};
  const Matrix3<double> K = {{1, 0, 0}, {0, 2, 0}, {0, 0, 4}};
  shape.stored[0].ball = [K](const Matrix3<double>& R) { return matrix_law(K, R); };
  const Equilibria found = find_equilibria(energy_of(shape, 0));
  REQUIRE(found.all.size() == 4);
  CHECK(found.count == MorseCount::agrees);
  std::vector<double> energies;
  for (const RelativeEquilibrium& one : found.all) {
    energies.push_back(one.energy);
    CHECK(one.energy == Approx(std::array{0.0, 6.0, 10.0, 12.0}[one.stability.index]).margin(1e-12));
  }
}

TEST_CASE("where a tree turns as one, all beyond a free ball may be turned over: an equilibrium again, as heavy") {
  RandomNumbers random{std::mt19937_64(21)};
  SpaceShape tree{random_balls(random, {-1, 0, 1, 0}), {}, {}};
  tree.tree.hinge[3] = random.turn().x;
  tree.stored.resize(3);
  tree.stored[2].hinge = [](double q) { return std::array{1 - std::cos(q), std::sin(q), std::cos(q)}; };
  const ShapeEnergy energy = energy_of(tree, 2);
  int tried = 0;
  while (tried < 3) {
    const CriticalShape one = settle(energy, some_shape(random, energy.space));
    if (!(one.residual < settled_residual)) continue;
    ++tried;
    const std::vector<Shape> partners = energy.partners(one.phi);
    REQUIRE(partners.size() == 2);
    for (const Shape& q : partners) {
      ShapeValue there;
      energy.landscape(q, there);
      for (int k = 0; k < energy.space.freedom; ++k)  // what is left at the point, and rounding
        CHECK(std::abs(there.gradient[k]) < 1e-9 * energy.scales[k]);
      CHECK(there.value == Approx(one.value).epsilon(1e-12));
    }
  }
}

TEST_CASE("three bodies on balls: both searches agree on 48 relative equilibria at least, as Morse counts them") {
  RandomNumbers random{std::mt19937_64(12)};
  SpaceShape shape{random_balls(random, {-1, 0, 0}), {}, {}};
  shape.tree.sense[2] = -1;
  for (int j = 0; j < 2; ++j) shape.rest.push_back(random.turn());
  const ShapeEnergy energy = energy_of(shape, 1);
  CHECK(energy.bounds.betti == std::vector<long>{1, 3, 6, 9, 10, 9, 6, 3, 1});
  SearchPlan plan;
  if (sanitized) plan.most_work = 1e7;
  const CriticalShapes found = critical_shapes(energy, plan);
  CHECK(found.all.size() % 4 == 0);
  if (sanitized) return;
  CHECK(found.all.size() >= 48);
  CHECK(found.settled);
  CHECK(found.count == MorseCount::agrees);
}
