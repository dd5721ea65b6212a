// SPDX-License-Identifier: Apache-2.0
// Our formulas against numbers that another program found in 25-digit arithmetic.
#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/equilibria.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/scalar/dense.hpp"
#include "tests/mechanics/golden_planar.hpp"

using namespace oopss;

namespace {

/// The numbers are rounded once, ours a few hundred times.
constexpr double tolerance = 1e-13;

bool close(double a, double b, double relative = tolerance) { return std::abs(a - b) <= relative * (1 + std::abs(b)); }
bool close(const std::vector<double>& a, const std::vector<double>& b, double relative = tolerance) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!close(a[i], b[i], relative)) return false;
  return true;
}

/// φ and μ with θ of the root, and their rates under the case's torques.
struct State {
  std::vector<double> theta, mu;
};

State rates(const PlanarTree<double>& tree, const std::vector<Spring<double>>& springs, const State& state) {
  const Motion<double> swept = motion(tree, state.theta, state.mu);
  const std::vector<double> phi = differences(tree, state.theta), phi_rate = differences(tree, swept.omega);
  std::vector<double> torques;
  for (std::size_t k = 0; k < phi.size(); ++k) torques.push_back(torque(springs[k], phi[k], phi_rate[k]));
  return {swept.omega, swept.mu_rate + body_torques(tree, torques)};
}

State moved(const State& from, const State& rate, double step) {
  State to = from;
  for (std::size_t i = 0; i < from.mu.size(); ++i) {
    to.theta[i] += step * rate.theta[i];
    to.mu[i] += step * rate.mu[i];
  }
  return to;
}

/// The classical Runge-Kutta method, on the angles of all bodies.
State run(const PlanarTree<double>& tree, const std::vector<Spring<double>>& springs, State state, double until,
          int steps) {
  const double h = until / steps;
  for (int step = 0; step < steps; ++step) {
    const State k1 = rates(tree, springs, state);
    const State k2 = rates(tree, springs, moved(state, k1, h / 2));
    const State k3 = rates(tree, springs, moved(state, k2, h / 2));
    const State k4 = rates(tree, springs, moved(state, k3, h));
    state = moved(moved(moved(moved(state, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
  return state;
}

/// I_lock as a function of the shape.
template <Scalar T>
T locked_inertia_at(const PlanarTree<T>& tree, const std::vector<T>& phi) {
  return locked_inertia(pseudo_inertia(pair_constants(tree), absolute_angles(tree, phi, T(0))));
}

Eigen::MatrixXd eigen(const Matrix<double>& A) {
  Eigen::MatrixXd out(A.rows, A.cols);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.cols; ++j) out(i, j) = A(i, j);
  return out;
}

/// Eigenvalues of the flow linearised on the leaf μ_s = 1 at an equilibrium shape. Canonical coordinates (φ, π):
/// μ = Bᵀπ + μ_s e_root, so π_k is the momentum beyond joint k.
std::vector<std::complex<double>> spectrum(const PlanarTree<double>& tree, const std::vector<double>& phi) {
  using Twice = Dual<Dual<double>>;
  const int joints = tree.size() - 1;
  const Matrix<double> J = pseudo_inertia(pair_constants(tree), absolute_angles(tree, phi, 0.));
  const std::vector<double> mu = J * std::vector<double>(tree.m.size(), 1 / locked_inertia(J));
  const Matrix<int> P = path_matrix(tree);
  std::vector<double> state = phi;
  for (int k = 0; k < joints; ++k) {
    state.push_back(0);
    for (int i = 0; i < tree.size(); ++i) state.back() += P(i, k) * mu[i];
  }
  const PlanarTree<Twice> twice = constant_tree(constant_tree(tree));
  const Eigen::MatrixXd second = eigen(hessian(
      [&](const std::vector<Twice>& x) {
        const std::vector<Twice> shape(x.begin(), x.begin() + joints), pi(x.begin() + joints, x.end());
        std::vector<Twice> momenta = body_torques(twice, pi);
        for (Twice& momentum : momenta) momentum = -momentum;
        momenta[tree.root()] = momenta[tree.root()] + Twice(1);
        return kinetic_energy(momenta, motion(twice, absolute_angles(twice, shape, Twice(0)), momenta).omega);
      },
      state));
  Eigen::MatrixXd flow(2 * joints, 2 * joints);
  flow << second.bottomRows(joints), -second.topRows(joints);
  const Eigen::VectorXcd values = complex_eigenvalues(flow);
  return {values.begin(), values.end()};
}

/// The distance to the nearest number of a list.
double nearest(const std::complex<double>& z, const std::vector<std::complex<double>>& all) {
  double best = 1e300;
  for (const std::complex<double>& other : all) best = std::min(best, std::abs(z - other));
  return best;
}

}  // namespace

TEST_CASE("golden: momenta, velocities, energies and positions of every listed state") {
  for (const GoldenCase& golden : golden_planar()) {
    INFO(golden.id);
    const PlanarTree<double> tree = rooted(golden.bodies, 0);
    for (const GoldenState& state : {golden.initial, golden.final}) {
      const std::vector<double> mu = pseudo_inertia(pair_constants(tree), state.theta) * state.omega;
      CHECK(close(mu, state.mu));
      CHECK(close(motion(tree, state.theta, state.mu).omega, state.omega));
      CHECK(close(kinetic_energy(state.mu, motion(tree, state.theta, state.mu).omega), state.H));
      CHECK(close(total_momentum(state.mu), state.mu_s));
      CHECK(close(differences(tree, state.theta), state.phi));
      const std::vector<Vec2<double>> r = centre_positions(tree, state.theta);
      for (std::size_t b = 0; b < state.positions.size(); ++b) {
        CHECK(close(r[b].x, state.positions[b].x));
        CHECK(close(r[b].y, state.positions[b].y));
      }
    }
  }
}

TEST_CASE("golden: a Runge-Kutta run from the initial state ends in the final state, torques included") {
  for (const GoldenCase& golden : golden_planar()) {
    INFO(golden.id);
    const PlanarTree<double> tree = rooted(golden.bodies, 0);
    const int steps = static_cast<int>(200 * golden.until);
    const State end = run(tree, golden.springs, {golden.initial.theta, golden.initial.mu}, golden.until, steps);
    // Fourth order with h = 1/200 and rates of order one: less than 1e-10 was measured.
    CHECK(close(end.theta, golden.final.theta, 1e-9));
    CHECK(close(end.mu, golden.final.mu, 1e-9));
  }
}

TEST_CASE("golden: the torques of exact linearisation, by the recursion and by M_s (phi''_free - v)") {
  for (const GoldenCase& golden : golden_planar()) {
    if (!golden.linearisation) continue;
    const PlanarTree<double> tree = rooted(golden.bodies, 0);
    const auto& [theta, omega, phi, mu, H, mu_s, positions] = golden.initial;
    const std::vector<double> rate = motion(tree, theta, mu).mu_rate;
    CHECK(close(linearising_torques(tree, theta, mu, omega, rate, {0, 1}, golden.linearisation->v),
                golden.linearisation->torque));
    std::vector<double> excess = differences(tree, angular_accelerations(tree, theta, mu, omega, rate));
    for (std::size_t k = 0; k < excess.size(); ++k) excess[k] -= golden.linearisation->v[k];
    const Matrix<double> M_s = shape_inertia(tree, pseudo_inertia(pair_constants(tree), theta)).M_s;
    CHECK(close(M_s * excess, golden.linearisation->torque));
  }
}

TEST_CASE("golden: both momenta that an energy, a total momentum and a direction of the joint rates allow") {
  for (const GoldenCase& golden : golden_planar()) {
    if (!golden.start) continue;
    const PlanarTree<double> tree = rooted(golden.bodies, 0);
    const GoldenStart& start = *golden.start;
    const Matrix<double> J = pseudo_inertia(pair_constants(tree), absolute_angles(tree, start.phi, 0.));
    const ShapeInertia<double> shape = shape_inertia(tree, J);
    CHECK(close(amended_potential(start.mu_s, shape.I_lock), start.H_lowest));
    const double speed = std::sqrt(2 * (start.H - start.H_lowest) / dot(start.direction, shape.M_s * start.direction));
    REQUIRE(start.mu.size() == 2);
    for (const int root : {0, 1}) {
      std::vector<double> phi_rate = start.direction;
      for (double& rate : phi_rate) rate *= root == 0 ? speed : -speed;
      const std::vector<double> omega = velocities(tree, shape, start.mu_s, phi_rate);
      CHECK(close(J * omega, start.mu[root]));
      CHECK(close(kinetic_energy(J * omega, omega), start.H));
    }
  }
}

TEST_CASE("golden: relative equilibria are the zeros of grad I_lock, with the listed index and spectrum") {
  int count = 0;
  for (const GoldenCase& golden : golden_planar()) {
    INFO(golden.id);
    const PlanarTree<double> tree = rooted(golden.bodies, 0);
    const PlanarTree<Dual<double>> once = constant_tree(tree);
    const PlanarTree<Dual<Dual<double>>> twice = constant_tree(once);
    for (const GoldenEquilibrium& equilibrium : golden.equilibria) {
      CHECK(close(locked_inertia_at(tree, equilibrium.phi), equilibrium.I_lock));
      const auto slope = gradient([&](const auto& phi) { return locked_inertia_at(once, phi); }, equilibrium.phi);
      for (const double g : slope) CHECK(std::abs(g) < tolerance * equilibrium.I_lock);
      const Eigen::MatrixXd V = eigen(hessian(
          [&](const auto& phi) { return amended_potential(Dual<Dual<double>>(1), locked_inertia_at(twice, phi)); },
          equilibrium.phi));
      CHECK((symmetric_eigenvalues(V).array() < 0).count() == equilibrium.index);
      const std::vector<std::complex<double>> ours = spectrum(tree, equilibrium.phi);
      REQUIRE(ours.size() == equilibrium.spectrum.size());
      for (const std::complex<double>& z : equilibrium.spectrum)
        CHECK(nearest(z, ours) < 1e-10);  // given to ten digits
      for (const std::complex<double>& z : ours) CHECK(nearest(z, equilibrium.spectrum) < 1e-10);
      ++count;
    }
  }
  CHECK(count == 22);
}

TEST_CASE("golden: two bodies in closed form: lowest and homoclinic energy, frequency, growth, period") {
  int count = 0;
  for (const GoldenCase& golden : golden_planar()) {
    if (!golden.two_bodies) continue;
    INFO(golden.id);
    ++count;
    const GoldenTwoBodies& two = *golden.two_bodies;
    const PairConstants<double> constants = pair_constants(rooted(golden.bodies, 0));
    const double I1 = constants.diagonal[0], I2 = constants.diagonal[1], x = constants.alpha(0, 1);
    CHECK(close({I1, I2, x}, {two.I1, two.I2, two.eps_d1_d2}));
    const double mu = golden.initial.mu_s, H = golden.initial.H, D0 = I1 * I2 - x * x;
    const double s_stretched = I1 + I2 + 2 * x, s_folded = I1 + I2 - 2 * x;
    CHECK(close(amended_potential(mu, s_stretched), two.H_min));
    CHECK(close(amended_potential(mu, s_folded), two.H_homoclinic));
    CHECK(close(mu * std::sqrt(x / (D0 * s_stretched)), two.frequency));
    CHECK(close(mu * std::sqrt(x / (D0 * s_folded)), two.growth));

    // The trapezoidal rule on periodic analytic integrands: 200 points are far beyond rounding.
    const auto determinant = [&](double u) { return I1 * I2 - x * x * cos(u) * cos(u); };
    constexpr int points = 200;
    const double step = 2 * std::numbers::pi / points;
    const double k = std::sqrt((1 - (mu * mu / (2 * H) - I1 - I2) / (2 * x)) / 2);  // sine of half the turning angle
    double period = 0;
    for (int i = 0; i < points; ++i) {
      if (H > two.H_homoclinic) {  // rotation
        const double s = I1 + I2 + 2 * x * cos(i * step);
        period += step * std::sqrt(determinant(i * step) / (2 * s * H - mu * mu));
      } else {  // libration: sin(u/2) = k sin ξ
        const double sine = k * sin(i * step);
        period += 2 * step * std::sqrt(determinant(2 * std::asin(sine)) / (8 * x * H * (1 - sine * sine)));
      }
    }
    CHECK(close(period, two.period, 1e-12));
  }
  CHECK(count == 2);
}

TEST_CASE("golden: the closed forms come near every equilibrium of two and three bodies") {
  int cases = 0;
  for (const GoldenCase& golden : golden_planar()) {
    if (golden.springs.size() > 2 || golden.equilibria.empty()) continue;
    ++cases;
    const std::vector<std::vector<double>> found = closed_form_shapes(rooted(golden.bodies, 0));
    for (const GoldenEquilibrium& expected : golden.equilibria)
      CHECK(std::any_of(found.begin(), found.end(), [&](const std::vector<double>& phi) {
        bool same = true;
        for (std::size_t k = 0; k < phi.size(); ++k)  // a double root of the polynomial is known to 1e-8
          same = same && std::abs(std::remainder(phi[k] - expected.phi[k], 2 * std::numbers::pi)) < 1e-6;
        return same;
      }));
  }
  CHECK(cases == 4);
}
