// SPDX-License-Identifier: Apache-2.0
// The reduced equations of trees in space, their bracket, its Casimir and the product form.
#include "oopss/spatial/bracket.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "oopss/mechanics/inertia.hpp"
#include "tests/spatial/golden_space.hpp"
#include "tests/spatial/reduced_bodies.hpp"

using namespace oopss;

namespace {

using Numbers = std::vector<Expr>;

template <Scalar T>
std::vector<T> reduced_rates(const ReducedSample<T>& sample) {
  const std::vector<Vec3<T>> t = coupling_torques(sample.tree, sample.attitude(), sample.Omega);
  return coordinates(rotation_rates(sample.tree, sample.R, sample.Omega),
                     body_momentum_rates(sample.Pi, sample.Omega, t));
}

bool all_zero(const Numbers& x) {
  for (const Expr& x_i : x)
    if (!is_zero(x_i)) return false;
  return true;
}

bool is_skew(const Matrix<Expr>& tensor) {
  for (int i = 0; i < tensor.rows; ++i)
    for (int j = 0; j <= i; ++j)
      if (!is_zero(tensor(i, j) + tensor(j, i))) return false;
  return true;
}

/// D π Dᵀ, of matrices with many zeros.
Matrix<Expr> pushed_forward(const Matrix<Expr>& D, const Matrix<Expr>& tensor) {
  Matrix<Expr> half(D.rows, tensor.cols), out(D.rows, D.rows);
  for (int i = 0; i < D.rows; ++i)
    for (int k = 0; k < D.cols; ++k)
      if (!is_zero(D(i, k)))
        for (int j = 0; j < tensor.cols; ++j) half(i, j) = half(i, j) + D(i, k) * tensor(k, j);
  for (int j = 0; j < D.rows; ++j)
    for (int k = 0; k < D.cols; ++k)
      if (!is_zero(D(j, k)))
        for (int i = 0; i < D.rows; ++i) out(i, j) = out(i, j) + half(i, k) * D(j, k);
  return out;
}

/// Of each pair of coordinates the bracket, an affine function: the number that stands at −1, then at each coordinate.
using Affine = std::map<int, double>;

template <class Tensor>
Matrix<Affine> affine_brackets(int size, const Tensor& tensor) {
  Matrix<Affine> out(size, size);
  std::vector<double> point(static_cast<std::size_t>(size), 0.0);
  const Matrix<double> constant = tensor(point);
  for (int l = -1; l < size; ++l) {
    if (l >= 0) point[l] = 1;
    const Matrix<double> here = l < 0 ? constant : tensor(point);
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j)
        if (const double slope = l < 0 ? here(i, j) : here(i, j) - constant(i, j); slope != 0) out(i, j)[l] = slope;
    if (l >= 0) point[l] = 0;
  }
  return out;
}

/// {{z_i, z_j}, z_k} + cyclic = 0 as a polynomial, for all triples; in whole numbers, so exact.
bool obeys_jacobi(const Matrix<Affine>& bracket) {
  for (int i = 0; i < bracket.rows; ++i)
    for (int j = i + 1; j < bracket.rows; ++j)
      for (int k = j + 1; k < bracket.rows; ++k) {
        Affine sum;
        for (const auto& [a, b, c] : {std::array{i, j, k}, {j, k, i}, {k, i, j}})
          for (const auto& [l, slope] : bracket(a, b))
            if (l >= 0)
              for (const auto& [m, factor] : bracket(l, c)) sum[m] += slope * factor;
        for (const auto& [m, factor] : sum)
          if (factor != 0) return false;
      }
  return true;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("J in the bodies' axes is J in inertial axes; the reduced equations are those of the recursion",
                        "[bracket]", AllScalars) {
  using T = TestType;
  Draws<T> source(1765);
  for (const int count : {1, 2, 4}) {
    const ReducedSample<T> sample = random_reduced(source, count, Joints::balls);
    const auto& [tree, R, joint_spin, Omega, Pi] = sample;
    const std::vector<Matrix3<T>> A = sample.attitude();
    const Matrix<Matrix3<T>> J = body_inertia(tree, A), inertial = inertia_blocks(tree, A);
    std::vector<Vec3<T>> mu;
    for (int k = 0; k < count; ++k) {
      mu.push_back(A[k] * Pi[k]);
      for (int l = 0; l < count; ++l) CHECK(agree(J(k, l), transposed(A[k]) * inertial(k, l) * A[l]));
    }
    const Motion<Vec3<T>> swept = motion(tree, A, mu);
    const std::vector<Vec3<T>> rate = body_momentum_rates(Pi, Omega, coupling_torques(tree, A, Omega));
    for (int k = 0; k < count; ++k) {
      CHECK(agree(swept.omega[k], A[k] * Omega[k]));
      CHECK(agree(rate[k], transposed(A[k]) * (swept.mu_rate[k] - cross(swept.omega[k], mu[k]))));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("the reduced equations in space are z' = {z, H} with H = 1/2 Pi J^-1 Pi", "[bracket]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(1766);
  for (const int count : {1, 2}) {
    const ReducedSample<T> sample = random_reduced(source, count, Joints::balls);
    const auto& [tree, R, joint_spin, Omega, Pi] = sample;
    const Tree<Space<Dual<T>>> still = constant_tree(tree);
    const std::vector<T> slopes = gradient(
        [&](const std::vector<Dual<T>>& z) {
          return reduced_energy(still, matrices_in(z, count - 1), vectors_in(z, 9 * (count - 1), count));
        },
        coordinates(R, Pi));
    CHECK(agree(vectors_in(slopes, 9 * (count - 1), count), Omega));
    CHECK(agree(poisson_tensor(tree, R, Pi) * slopes, reduced_rates(sample)));
  }
}

TEST_CASE("exactly, at rational points of trees up to eight bodies: skew, Casimir |M|^2, product form, z' = {z, H}") {
  Draws<Expr> source(1767);
  for (const int count : {1, 2, 3, 5, 8}) {
    const ReducedSample<Expr> sample = random_reduced(source, count, Joints::balls);
    const auto& [tree, R, joint_spin, Omega, Pi] = sample;
    const int joints = count - 1;
    const Matrix<Expr> tensor = poisson_tensor(tree, R, Pi);
    CHECK(is_skew(tensor));

    const Numbers z = coordinates(R, Pi);
    const Numbers slopes = gradient(
        [&](const std::vector<Dual<Expr>>& x) {
          return momentum_squared(tree, matrices_in(x, joints), vectors_in(x, 9 * joints, count));
        },
        z);
    CHECK(all_zero(tensor * slopes));

    const std::vector<Vec3<Expr>> sums = subtree_sums(tree, R, Pi);
    Matrix<Expr> D(tensor.rows, tensor.rows);
    for (int i = 0; i < D.cols; ++i) {
      const std::vector<Dual<Expr>> x = lifted(z, i);
      const std::vector<Matrix3<Dual<Expr>>> turns = matrices_in(x, joints);
      const auto image = coordinates(turns, subtree_sums(tree, turns, vectors_in(x, 9 * joints, count)));
      for (int j = 0; j < D.rows; ++j) D(j, i) = image[j].slope;
    }
    CHECK(pushed_forward(D, tensor).entries ==
          product_tensor(tree, std::vector<bool>(Pi.size(), false), R, sums).entries);

    // H_R at fixed Π is −T_R at fixed Ω
    const Tree<Space<Dual<Expr>>> still = constant_tree(tree);
    const std::vector<Vec3<Dual<Expr>>> spins = vectors_in(lifted(coordinates({}, Omega)), 0, count);
    Numbers H = gradient(
        [&](const std::vector<Dual<Expr>>& x) { return energy_of_velocities(still, matrices_in(x, joints), spins); },
        coordinates(R, {}));
    for (Expr& slope : H) slope = -slope;
    for (const Expr& spin : coordinates({}, Omega)) H.push_back(spin);
    CHECK(tensor * H == reduced_rates(sample));
  }
}

TEST_CASE("exactly, at rational points of trees of balls and hinges: M, R, P, q, p move as the product bracket says") {
  Draws<Expr> source(1768);
  for (const auto& [count, joints] :
       {std::pair(2, Joints::hinges), {3, Joints::mixed}, {4, Joints::hinges}, {8, Joints::mixed}}) {
    const ReducedSample<Expr> sample = random_reduced(source, count, joints);
    const auto& [tree, R, joint_spin, Omega, Pi] = sample;
    const std::vector<bool> on_hinge = bodies_on_hinges(tree);
    const SpaceCoordinates place = space_coordinates(tree, on_hinge);
    const std::vector<Vec3<Expr>> sums = subtree_sums(tree, R, Pi);
    const std::vector<Vec3<Expr>> sum_rates =
        body_momentum_rates(sums, Omega, subtree_sums(tree, R, coupling_torques(tree, sample.attitude(), Omega)));
    const std::vector<Matrix3<Expr>> R_rates = rotation_rates(tree, R, Omega);

    const Tree<Space<Dual<Expr>>> still = constant_tree(tree);
    const Numbers turns = coordinates(R, {}), spins = coordinates({}, joint_spin);
    const auto slope_of_energy = [&](const std::vector<Dual<Expr>>& x, const std::vector<Dual<Expr>>& spin) {
      const std::vector<Matrix3<Dual<Expr>>> turned = matrices_in(x, count - 1);
      const std::vector<Vec3<Dual<Expr>>> moving_spins = body_spins(tree, turned, vectors_in(spin, 0, count));
      return energy_of_velocities(still, turned, moving_spins).slope;
    };
    Numbers H(static_cast<std::size_t>(place.size)), expected(H.size());
    for (int i = 0; i < count; ++i) {
      const int begin = place.body[i];
      if (on_hinge[i]) {
        H[begin] = dot(*tree.hinge[i], joint_spin[i]);
        expected[begin] = dot(*tree.hinge[i], sum_rates[i]);
      } else {
        for (int a = 0; a < 3; ++a) {
          H[begin + a] = spins[3 * i + a];
          expected[begin + a] = coordinates<Expr>({}, {sum_rates[i]})[a];
          // P is conjugate to the joint's spin
          CHECK(slope_of_energy(lifted(turns), lifted(spins, 3 * i + a)) == coordinates<Expr>({}, {sums[i]})[a]);
        }
      }
      if (tree.parent[i] < 0) continue;
      const int k = tree.joint[i], joint = place.joint[k];
      if (on_hinge[i]) {
        const Expr sense(tree.sense[i]);
        const Matrix3<Expr> turning_child = seen_from_parent<Expr>(tree, R, i) * hat(sense * *tree.hinge[i]);
        const Matrix3<Expr> slope = tree.sense[i] > 0 ? turning_child : transposed(turning_child);
        std::vector<Dual<Expr>> x = lifted(turns);
        for (int e = 0; e < 9; ++e) x[9 * k + e].slope = by_rows(slope)[e];
        H[joint] = -slope_of_energy(x, lifted(spins));
        expected[joint] = sense * dot(*tree.hinge[i], joint_spin[i]);
      } else {
        for (int e = 0; e < 9; ++e) {
          H[joint + e] = -slope_of_energy(lifted(turns, 9 * k + e), lifted(spins));
          expected[joint + e] = by_rows(R_rates[k])[e];
        }
      }
    }
    const Matrix<Expr> tensor = product_tensor(tree, on_hinge, R, sums);
    CHECK(is_skew(tensor));
    CHECK(tensor * H == expected);
    CHECK(agree(sum_rates[tree.root()], cross(sums[tree.root()], Omega[tree.root()])));
  }
}

TEST_CASE(
    "the brackets of trees up to eight bodies are affine, and their whole coefficients obey the Jacobi identity") {
  Draws<double> source(1769);
  for (const int count : {1, 2, 3, 8}) {
    const Tree<Space<double>> tree = random_reduced(source, count, Joints::mixed).tree;
    const int balls = 9 * (count - 1);
    const auto tensor = [&](const std::vector<double>& z) {
      return poisson_tensor(tree, matrices_in(z, count - 1), vectors_in(z, balls, count));
    };
    CHECK(obeys_jacobi(affine_brackets(balls + 3 * count, tensor)));
    const std::vector<bool> on_hinge = bodies_on_hinges(tree);
    const SpaceCoordinates place = space_coordinates(tree, on_hinge);
    const auto product = [&](const std::vector<double>& z) {
      std::vector<Matrix3<double>> R(place.joint.size());
      std::vector<Vec3<double>> sums(place.body.size());
      for (int i = 0; i < count; ++i) {
        if (on_hinge[i]) continue;
        sums[i] = vectors_in(z, place.body[i], 1)[0];
        if (tree.parent[i] >= 0) R[tree.joint[i]] = from_rows(&z[place.joint[tree.joint[i]]]);
      }
      return product_tensor(tree, on_hinge, R, sums);
    };
    CHECK(obeys_jacobi(affine_brackets(place.size, product)));
  }
}

TEST_CASE("golden static_two: J, rates, gradients and Poisson tensor of a pair with a spring and a damper") {
  const GoldenSpaceStatics& golden = golden_space_statics();
  const Tree<Space<double>>& tree = golden.state.tree;
  const GoldenSpaceSample& sample = golden.state.samples[0];
  const std::vector<Matrix3<double>>& R = sample.R;
  const std::vector<Vec3<double>>& Omega = sample.Omega;
  const std::vector<Vec3<double>>& Pi = sample.Pi;
  const std::vector<Matrix3<double>> A = absolute_angles(tree, R, identity3<double>());
  const auto close = [](double found, double expected) { return std::abs(found - expected) < 1e-12; };
  const auto close_vectors = [&](const Vec3<double>& found, const Vec3<double>& expected) {
    return close(found.x, expected.x) && close(found.y, expected.y) && close(found.z, expected.z);
  };
  const Matrix<Matrix3<double>> J = body_inertia(tree, A);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) CHECK(close(by_rows(J(i / 3, j / 3))[3 * (i % 3) + j % 3], golden.J[i][j]));
  // there bodies come before joints
  const Matrix<double> tensor = trivialised_tensor(tree, R, Pi);
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j) CHECK(close(tensor((i + 3) % 9, (j + 3) % 9), golden.poisson[i][j]));

  const GoldenSpaceLaw& law = golden.state.laws[0];
  const Quaternion<double> q = quaternion_of(R[0]);
  const double half = std::acos(q.w);
  const Vec3<double> phi = (2 * half / std::sin(half)) * vector_part(q);
  const Vec3<double> torque = -(law.kp * phi + law.kd * (Omega[1] - transposed(R[0]) * Omega[0]));
  std::vector<Vec3<double>> t = coupling_torques(tree, A, Omega);
  // the left gradient of H is what acts on the parent, seen from the child
  CHECK(close_vectors(law.kp * phi - t[1], golden.grad_eta[0]));
  CHECK(close_vectors(law.kp * phi + transposed(R[0]) * t[0], golden.grad_eta[0]));
  t[1] = t[1] + torque;
  t[0] = t[0] - R[0] * torque;
  const std::vector<Vec3<double>> rate = body_momentum_rates(Pi, Omega, t), again = body_momenta(J, Omega);
  const Matrix3<double> turning = rotation_rates(tree, R, Omega)[0];
  for (int k = 0; k < 2; ++k) {
    CHECK(close_vectors(rate[k], golden.Pi_rate[k]));
    CHECK(close_vectors(again[k], Pi[k]));
    CHECK(close_vectors(golden.grad_Pi[k], Omega[k]));
  }
  for (int e = 0; e < 9; ++e) CHECK(close(by_rows(turning)[e], by_rows(golden.R_rate[0])[e]));
  CHECK(close(energy_of_velocities(tree, R, Omega), sample.kinetic));
  CHECK(close(reduced_energy(tree, R, Pi), sample.kinetic));
}
