// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/ball_law.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <tuple>

#include "oopss/symbolic/series.hpp"
#include "tests/mechanics/space_bodies.hpp"
#include "tests/spatial/golden_space.hpp"

using namespace oopss;

namespace {

constexpr std::array<LawKind, 3> ball_laws = {LawKind::log, LawKind::skew, LawKind::matrix};

/// The scalars whose own errors are above those of the series in `angle_by_sine`.
using RoundedScalars = std::tuple<double, Dual<double>, Batch<4>, Interval>;

template <Scalar T>
Symmetric3<T> random_symmetric3(Draws<T>& source) {
  const Vec3<T> diagonal = random_vector(source, 1), beside = random_vector(source, 1);
  return {diagonal.x, beside.x, beside.y, diagonal.y, beside.z, diagonal.z};
}

template <Scalar T>
BallLaw<T> random_ball_law(Draws<T>& source, LawKind kind) {
  BallLaw<T> law;
  law.kind = kind;
  law.kp = source.number(0.5, 2);
  law.K = random_symmetric3(source);
  return law;
}

/// A turn by less than half a turn: rational in the numbers drawn.
template <Scalar T>
Quaternion<T> turn_below_half(Draws<T>& source) {
  const Vec3<T> u = random_vector(source, 0.5);
  const T s = dot(u, u);
  return quaternion((T(1) - s) / (T(1) + s), (T(2) / (T(1) + s)) * u);
}

template <Scalar T>
Quaternion<Dual<T>> moving_turn(const Quaternion<T>& q, const Quaternion<T>& rate) {
  return {{q.w, rate.w}, {q.x, rate.x}, {q.y, rate.y}, {q.z, rate.z}};
}

template <Scalar T>
BallLaw<Dual<T>> constant_law(const BallLaw<T>& law) {
  const auto fixed = [](const T& x) { return Dual<T>(x, T(0)); };
  BallLaw<Dual<T>> out;
  out.kind = law.kind;
  out.kp = fixed(law.kp);
  out.K = {fixed(law.K.xx), fixed(law.K.xy), fixed(law.K.xz), fixed(law.K.yy), fixed(law.K.yz), fixed(law.K.zz)};
  return out;
}

/// The axial vector of (W − Wᵀ)/2.
template <Scalar T>
Vec3<T> vee_of(const Matrix3<T>& W) {
  return Vec3<T>{W.z.y - W.y.z, W.x.z - W.z.x, W.y.x - W.x.y} / T(2);
}
template <Scalar T>
T trace_of(const Matrix3<T>& W) {
  return W.x.x + W.y.y + W.z.z;
}

/// U' = T·ω where the second body turns at ω against the first, in the axes of the first.
template <Scalar T>
bool power_is_what_is_stored(const BallLaw<T>& law, const Quaternion<T>& q, const Vec3<T>& omega) {
  const Dual<T> U = stored_energy(constant_law(law), moving_turn(q, quaternion_rate(omega, q)));
  return agree(U.slope, dot(spring_torque(law, q), omega));
}

double norm_of(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

BallLaw<double> golden_ball_law(const GoldenSpaceLaw& golden) {
  BallLaw<double> law;
  law.kind = golden.law == "log" ? LawKind::log : golden.law == "skew" ? LawKind::skew : LawKind::matrix;
  law.kp = golden.kp;
  law.K = symmetric(golden.K);
  law.D = symmetric(golden.kd);
  return law;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("skew and matrix springs are k (3 - tr R)/2 with k vee(R), tr(K (1 - R)) with 2 vee(R K)",
                        "[ball_law]", AllScalars) {
  using T = TestType;
  Draws<T> source(3);
  const T w = source.number(0.5, 2);
  const Vec3<T> v = random_vector(source, 1);
  const Quaternion<T> q = quaternion(w, v), opposite = quaternion(-w, -v);
  const Matrix3<T> R = rotation_of(q), one = identity3<T>();
  const BallLaw<T> skew = random_ball_law(source, LawKind::skew), matrix = random_ball_law(source, LawKind::matrix);
  CHECK(agree(stored_energy(skew, q), skew.kp * (T(3) - trace_of(R)) / T(2)));
  CHECK(agree(spring_torque(skew, q), skew.kp * vee_of(R)));
  CHECK(agree(stored_energy(matrix, q), trace_of(matrix.K * (one - R))));
  CHECK(agree(spring_torque(matrix, q), T(2) * vee_of(R * full(matrix.K))));
  CHECK(agree(spring_torque(matrix, opposite), spring_torque(matrix, q)));
  CHECK(agree(stored_energy(skew, opposite), stored_energy(skew, q)));
}

TEMPLATE_LIST_TEST_CASE("what skew and matrix springs take from the motion is stored", "[ball_law]", AllScalars) {
  using T = TestType;
  Draws<T> source(5);
  const Quaternion<T> q = turn_below_half(source);
  const Vec3<T> omega = random_vector(source, 1);
  const BallLaw<T> skew = random_ball_law(source, LawKind::skew), matrix = random_ball_law(source, LawKind::matrix);
  CHECK(power_is_what_is_stored(skew, q, omega));
  CHECK(power_is_what_is_stored(matrix, q, omega));
}

TEMPLATE_LIST_TEST_CASE("what a log spring takes from the motion is stored, also at rest", "[ball_law]",
                        RoundedScalars) {
  using T = TestType;
  Draws<T> source(7);
  const BallLaw<T> law = random_ball_law(source, LawKind::log);
  const Vec3<T> omega = random_vector(source, 1);
  for (int k = 0; k < 4; ++k) {
    const Quaternion<T> q = turn_below_half(source);
    CHECK(power_is_what_is_stored(law, q, omega));
  }
  CHECK(power_is_what_is_stored(law, Quaternion<T>{}, omega));
}

TEMPLATE_LIST_TEST_CASE("a damper's torque is its matrix times the rate, in the axes of either body", "[ball_law]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(9);
  const Matrix3<T> second = random_attitude(source);
  const Vec3<T> omega = random_vector(source, 1);
  BallLaw<T> law;
  law.kd = source.number(0.5, 2);
  CHECK(agree(damper_torque(law, second, omega), law.kd * omega));
  CHECK(agree(damping_matrix(law, second) * omega, law.kd * omega));
  law.D = random_symmetric3(source);
  CHECK(agree(damping_matrix(law, second) * omega, damper_torque(law, second, omega)));
  CHECK(agree(transposed(second) * damper_torque(law, second, omega), *law.D * (transposed(second) * omega)));
}

TEST_CASE("the logarithm undoes the exponential to rounding, from rest to half a turn and smoothly beyond",
          "[ball_law]") {
  Draws<double> source(11);
  const double pi = std::numbers::pi;
  CHECK(norm_of(rotation_vector(Quaternion<double>{})) == 0);
  for (const double angle : {1e-300, 1e-17, 1e-9, 1e-7, 1e-4, 0.01, 0.5, 1.0, 2.0, 3.0, 3.1415, pi, 3.5})
    for (int k = 0; k < 20; ++k) {
      Vec3<double> phi = random_vector(source, 1);
      phi = (angle / norm_of(phi)) * phi;
      const Quaternion<double> q = exponential(phi), opposite = {-q.w, -q.x, -q.y, -q.z};
      CHECK(norm_of(rotation_vector(q) - phi) < 2e-15 * angle);
      if (angle < pi) CHECK(norm_of(rotation_vector(nearest_rest(opposite)) - phi) < 2e-15 * angle);
    }
}

TEST_CASE("a spring's torque is the slope of its energy by differences", "[ball_law]") {
  Draws<double> source(13);
  const double h = 1e-5;
  for (const LawKind kind : ball_laws)
    for (int k = 0; k < 20; ++k) {
      const BallLaw<double> law = random_ball_law(source, kind);
      const Quaternion<double> q = turn_below_half(source);
      const Vec3<double> eta = random_vector(source, 1);
      const double slope =
          (stored_energy(law, exponential(h * eta) * q) - stored_energy(law, exponential(-h * eta) * q)) / (2 * h);
      CHECK(std::abs(slope - dot(spring_torque(law, q), eta)) < 1e-9);
    }
}

TEST_CASE("the series of a log spring along a steady turn through rest is k t about its axis", "[ball_law]") {
  const std::vector<Expr> x = {symbol("w"), symbol("x"), symbol("y"), symbol("z")};
  BallLaw<Expr> law;
  law.kp = Expr(3);
  const Vec3<Expr> T = spring_torque(law, Quaternion<Expr>{x[0], x[1], x[2], x[3]});
  const std::vector<Expr> results = {T.x, T.y, T.z};
  ProgramSeries series(program(results, {{symbol("t")}, x, {}}));
  constexpr int orders = 25;
  const std::array<double, 3> axis = {2.0 / 3, -1.0 / 3, 2.0 / 3};
  for (const double begin : {0.0, 1.0, 3.0}) {  // the angle at the middle of the series; the last is near half a turn
    std::vector<double> q(4 * orders), out(3 * orders);
    double scale = 1;  // 2^-k / k!
    for (int k = 0; k < orders; ++k) {
      const double turned = begin / 2 + k * std::numbers::pi / 2;
      q[4 * k] = scale * std::cos(turned);
      for (int a = 0; a < 3; ++a) q[4 * k + 1 + a] = scale * std::sin(turned) * axis[a];
      scale /= 2 * (k + 1);
    }
    series.along(0, 4, nullptr, orders, 1, q.data(), out.data());
    for (int k = 0; k < orders; ++k)
      for (int a = 0; a < 3; ++a) {
        const double expected = k == 0 ? 3 * begin * axis[a] : k == 1 ? 3 * axis[a] : 0;
        CHECK(std::abs(out[3 * k + a] - expected) < 1e-14);
      }
  }
}

TEST_CASE("golden: stored energies, gradient and rates of the pair with a log spring and a damper", "[ball_law]") {
  int samples = 0;
  for (const GoldenSpaceRun& run : golden_space_runs())
    for (std::size_t k = 0; k < run.laws.size(); ++k) {
      if (run.laws[k].law.empty() || run.laws.size() != 1) continue;
      for (const GoldenSpaceSample& sample : run.samples) {
        CHECK(stored_energy(golden_ball_law(run.laws[k]), quaternion_of(sample.R[k])) ==
              Approx(sample.stored).epsilon(1e-14));
        ++samples;
      }
    }
  CHECK(samples > 2);

  const GoldenSpaceStatics& golden = golden_space_statics();
  const Tree<Space<double>>& tree = golden.state.tree;
  const GoldenSpaceSample& sample = golden.state.samples.at(0);
  const BallLaw<double> law = golden_ball_law(golden.state.laws.at(0));
  const Matrix3<double>& R = sample.R[0];
  // what the free pair has: ε u₂ × Rᵀu₁ of the kinetic energy, u from joint to mass centre
  const double epsilon = tree.m[0] * tree.m[1] / tree.mass;
  const Vec3<double> u1 = cross(sample.Omega[0], -tree.d_parent[1]), u2 = cross(sample.Omega[1], -tree.d_child[1]);
  const Vec3<double> free = epsilon * cross(u2, transposed(R) * u1);
  const Vec3<double> T = spring_torque(law, quaternion_of(R));
  const auto agrees_to_rounding = [](const Vec3<double>& a, const Vec3<double>& b) {
    return norm_of(a - b) < 1e-14 * (1 + norm_of(b));
  };
  CHECK(agrees_to_rounding(free + transposed(R) * T, golden.grad_eta[0]));
  const Vec3<double> all = T + damper_torque(law, R, R * sample.Omega[1] - sample.Omega[0]);
  CHECK(agrees_to_rounding(cross(sample.Pi[0], sample.Omega[0]) + R * free + all, golden.Pi_rate[0]));
  CHECK(agrees_to_rounding(cross(sample.Pi[1], sample.Omega[1]) - free - transposed(R) * all, golden.Pi_rate[1]));
}
