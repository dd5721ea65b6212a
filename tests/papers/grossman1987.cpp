// SPDX-License-Identifier: Apache-2.0
// Grossman, Krishnaprasad, Marsden: The dynamics of two coupled rigid bodies (SRC TR 87-22, 1987), the spatial paper.
#include <catch2/catch.hpp>

#include "oopss/scalar/echelon.hpp"
#include "tests/spatial/reduced_bodies.hpp"

using namespace oopss;

namespace {

Topology pair_of_bodies() { return numbered_topology({-1, 0}); }

/// Two bodies on a ball, as the paper has them: S_i from the joint to the mass centre of body i.
template <Scalar T>
struct PaperPair {
  T m1, m2;
  Symmetric3<T> I1, I2;
  Vec3<T> S1, S2, Omega1, Omega2;
  Matrix3<T> A;
  T m() const { return m1 + m2; }
  T eps() const { return m1 * m2 / m(); }
  static Symmetric3<T> K(const Vec3<T>& S) { return steiner(Symmetric3<T>{}, T(1), S); }
  Tree<Space<T>> tree() const {
    Tree<Space<T>> out;
    static_cast<Topology&>(out) = pair_of_bodies();
    out.m = {m1, m2};
    out.I = {I1, I2};
    out.d_parent = {Vec3<T>{}, -S1};
    out.d_child = {Vec3<T>{}, -S2};
    out.mass = m();
    out.hinge.resize(2);
    return out;
  }
};

template <Scalar T>
Vec3<T> unknown_vector(Draws<T>& source, const std::string& name) {
  const T x = source.unknown(name + "x", -1, 1), y = source.unknown(name + "y", -1, 1);
  return {x, y, source.unknown(name + "z", -1, 1)};
}

template <Scalar T>
PaperPair<T> paper_pair(Draws<T>& source) {
  PaperPair<T> out;
  out.m1 = source.number(0.5, 2);
  out.m2 = source.number(0.5, 2);
  out.I1 = inertia_at(Symmetric3<T>{T(2), T(0), T(0), T(3), T(0), T(4)}, random_attitude(source));
  out.I2 = inertia_at(Symmetric3<T>{T(3), T(0), T(0), T(3), T(0), T(5)}, random_attitude(source));
  out.S1 = random_vector(source, 1);
  out.S2 = random_vector(source, 1);
  out.Omega1 = unknown_vector(source, "Omega1");
  out.Omega2 = unknown_vector(source, "Omega2");
  out.A = random_attitude(source);
  return out;
}

template <Scalar T>
T pairing(const Matrix3<T>& X, const Matrix3<T>& Y) {
  return dot(X.x, Y.x) + dot(X.y, Y.y) + dot(X.z, Y.z);
}

/// A function's derivatives by A, Π1 and Π2.
template <Scalar T>
struct Slopes {
  Matrix3<T> A;
  Vec3<T> Pi1, Pi2;
  std::vector<T> all() const { return coordinates<T>({A}, {Pi1, Pi2}); }
};
template <Scalar T>
Slopes<T> random_slopes(Draws<T>& source, const std::string& name) {
  const Vec3<T> x = unknown_vector(source, name + "x"), y = unknown_vector(source, name + "y"),
                z = unknown_vector(source, name + "z"), Pi1 = unknown_vector(source, name + "1");
  return {{x, y, z}, Pi1, unknown_vector(source, name + "2")};
}

/// (3.15), its last pairing with the slopes `last` by A: those of H are right, those of F are printed.
template <Scalar T>
T bracket_3_15(const Matrix3<T>& A, const Vec3<T>& Pi1, const Vec3<T>& Pi2, const Slopes<T>& F, const Slopes<T>& H,
               const Slopes<T>& last) {
  return -dot(Pi1, cross(F.Pi1, H.Pi1)) - dot(Pi2, cross(F.Pi2, H.Pi2)) -
         pairing(F.A, hat(H.Pi1) * A - A * hat(H.Pi2)) + pairing(last.A, hat(F.Pi1) * A - A * hat(F.Pi2));
}

/// (3.6): A1, π1, A2, π2 by their entries to A = A1ᵀA2, Π1, Π2, with Π·η = ⟨π, A hat(η)⟩.
template <Scalar T>
std::vector<T> lambda_3_6(const std::vector<T>& x) {
  const std::vector<Matrix3<T>> in = matrices_in(x, 4);
  const auto left = [](const Matrix3<T>& A, const Matrix3<T>& pi) {
    const auto along = [&](int a) { return pairing(pi, A * hat(unit_vectors<T>()[a])); };
    return Vec3<T>{along(0), along(1), along(2)};
  };
  return coordinates<T>({transposed(in[0]) * in[2]}, {left(in[0], in[1]), left(in[2], in[3])});
}

/// All rotations: those of q / |q|.
Matrix3<Expr> every_rotation() {
  const Expr w = symbol("w");
  const Vec3<Expr> v = {symbol("x"), symbol("y"), symbol("z")};
  const Matrix3<Expr> V = hat(v);
  return identity3<Expr>() + (Expr(2) / (w * w + dot(v, v))) * (w * V + V * V);
}

bool vanishes_on_rotations(const Expr& e, const std::vector<Expr>& entries) {
  Substitution by;
  for (int k = 0; k < 9; ++k) by.emplace(entries[k], by_rows(every_rotation())[k]);
  return is_zero(expand(together(substitute(e, by)).numerator));
}

/// A, Π1, Π2 as symbols.
std::vector<Expr> reduced_symbols() {
  std::vector<Expr> z;
  for (const char* name :
       {"Axx", "Axy", "Axz", "Ayx", "Ayy", "Ayz", "Azx", "Azy", "Azz", "P1x", "P1y", "P1z", "P2x", "P2y", "P2z"})
    z.push_back(symbol(name));
  return z;
}
Matrix<Expr> symbolic_tensor(const std::vector<Expr>& z) {
  return poisson_tensor(pair_of_bodies(), matrices_in(z, 1), vectors_in(z, 9, 2));
}

int exact_rank(const Matrix<Expr>& tensor) {
  std::vector<Rational> entries;
  for (const Expr& e : tensor.entries) entries.push_back(value(e));
  std::vector<int> pivots(static_cast<std::size_t>(tensor.rows));
  return echelon(
      tensor.rows, tensor.cols, tensor.cols,
      [&](int i, int j) -> Rational& { return entries[static_cast<std::size_t>(i * tensor.cols + j)]; },
      [](const Rational& x) { return x != 0; }, [](const Rational& x) { return x; }, pivots.data());
}

}  // namespace

TEMPLATE_LIST_TEST_CASE(
    "Grossman et al. 1987 (3.9): J = [J1, -eps Lambda; ., J2] with I + eps K, and 1/2; as printed it is no energy", "",
    AllScalars) {
  using T = TestType;
  Draws<T> source(1987);
  const PaperPair<T> pair = paper_pair(source);
  const Matrix<Matrix3<T>> J = body_inertia(pair.tree(), {identity3<T>(), pair.A});
  const Matrix3<T> Lambda = transposed(hat(pair.S1)) * pair.A * hat(pair.S2);
  CHECK(agree(J(0, 0), full(pair.I1 + pair.eps() * PaperPair<T>::K(pair.S1))));
  CHECK(agree(J(1, 1), full(pair.I2 + pair.eps() * PaperPair<T>::K(pair.S2))));
  CHECK(agree(J(0, 1), -(pair.eps() * Lambda)));
  CHECK(agree(J(1, 0), transposed(J(0, 1))));
  const Symmetric3<T> about_joint = pair.I1 + pair.m1 * PaperPair<T>::K(pair.S1);
  const T share = pair.m1 * pair.m1 / pair.m();
  CHECK(agree(J(0, 0), full(about_joint - share * PaperPair<T>::K(pair.S1))));
  CHECK_FALSE(agree(J(0, 0), full(about_joint + share * PaperPair<T>::K(pair.S1))));

  const std::vector<Vec3<T>> Pi = body_momenta(J, {pair.Omega1, pair.Omega2});
  const T kinetic = energy_of_velocities(pair.tree(), {pair.A}, {pair.Omega1, pair.Omega2});
  const T cross_term = pair.eps() * dot(pair.Omega1, Lambda * pair.Omega2);
  CHECK(agree((dot(Pi[0], pair.Omega1) + dot(Pi[1], pair.Omega2)) / T(2), kinetic));
  CHECK_FALSE(agree((dot(Pi[0], pair.Omega1) + dot(Pi[1], pair.Omega2)) / T(2) + T(2) * cross_term, kinetic));
}

TEMPLATE_LIST_TEST_CASE("Grossman et al. 1987 (3.15): skew with H_A in its last term, not with F_A as printed", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(1988);
  const Slopes<T> z = random_slopes(source, "z"), F = random_slopes(source, "F"), H = random_slopes(source, "H");
  const auto corrected = [&](const Slopes<T>& f, const Slopes<T>& h) {
    return bracket_3_15(z.A, z.Pi1, z.Pi2, f, h, h);
  };
  CHECK(agree(dot(F.all(), poisson_tensor<T>(pair_of_bodies(), {z.A}, {z.Pi1, z.Pi2}) * H.all()), corrected(F, H)));
  CHECK(agree(corrected(F, H), -corrected(H, F)));
  CHECK_FALSE(agree(bracket_3_15(z.A, z.Pi1, z.Pi2, F, H, F), -bracket_3_15(z.A, z.Pi1, z.Pi2, H, F, H)));
}

TEMPLATE_LIST_TEST_CASE("Theorem 1 of the spatial paper, (i): the map (3.6) takes the canonical bracket to (3.15)", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(1989);
  const std::vector<T> x = unknowns(source, "x", 36, -1, 1), z = lambda_3_6(x);
  Matrix<T> slopes(15, 36);
  for (int j = 0; j < 36; ++j) {
    const std::vector<Dual<T>> image = lambda_3_6(lifted(x, j));
    for (int i = 0; i < 15; ++i) slopes(i, j) = image[i].slope;
  }
  const Matrix<T> tensor = poisson_tensor(pair_of_bodies(), matrices_in(z, 1), vectors_in(z, 9, 2));
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < i; ++j) {
      T canonical = T(0);
      for (const int body : {0, 18})
        for (int e = body; e < body + 9; ++e)
          canonical = canonical + slopes(i, e) * slopes(j, e + 9) - slopes(j, e) * slopes(i, e + 9);
      CHECK(agree(canonical, tensor(i, j)));
    }
}

TEMPLATE_LIST_TEST_CASE("Theorem 1 of the spatial paper, (ii): A, Pi1, Pi2 of the motion change as {., H}", "",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(1990);
  const PaperPair<T> pair = paper_pair(source);
  const Tree<Space<T>> tree = pair.tree();
  // the unreduced motion: attitudes A1, A2, momenta in inertial axes
  const Matrix3<T> A1 = random_attitude(source), A2 = A1 * pair.A;
  const Vec3<T> spin1 = random_vector(source, 1), spin2 = random_vector(source, 1);
  const std::vector<Vec3<T>> omega = {A1 * spin1, A2 * spin2}, mu = momenta(tree, {A1, A2}, omega);
  const Motion<Vec3<T>> swept = motion(tree, {A1, A2}, mu);
  const Vec3<T> Pi1 = transposed(A1) * mu[0], Pi2 = transposed(A2) * mu[1];
  const Matrix3<T> A_rate =
      transposed(A1) * hat(omega[1]) * A2 - transposed(A1) * hat(omega[0]) * A2;  // (A1ᵀA2)' with A_i' = hat(ω_i) A_i
  const std::vector<T> expected =
      coordinates<T>({A_rate}, {transposed(A1) * (swept.mu_rate[0] - cross(omega[0], mu[0])),
                                transposed(A2) * (swept.mu_rate[1] - cross(omega[1], mu[1]))});
  const Tree<Space<Dual<T>>> still = constant_tree(tree);
  const std::vector<T> H = gradient(
      [&](const std::vector<Dual<T>>& z) { return reduced_energy(still, matrices_in(z, 1), vectors_in(z, 9, 2)); },
      coordinates<T>({pair.A}, {Pi1, Pi2}));
  CHECK(agree(poisson_tensor<T>(pair_of_bodies(), {pair.A}, {Pi1, Pi2}) * H, expected));
}

TEST_CASE("Grossman et al. 1987 (3.15), proved: the Jacobi identity on all 455 triples of the 15 coordinates") {
  const std::vector<Expr> z = reduced_symbols();
  const Matrix<Expr> tensor = symbolic_tensor(z);
  const int n = tensor.rows;
  std::vector<Matrix<Expr>> slope;
  for (const Expr& coordinate : z) {
    slope.emplace_back(n, n);
    slope.back().entries = derivative(tensor.entries, coordinate);
  }
  int triples = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      for (int k = 0; k < j; ++k) {
        Expr sum(0);
        for (int l = 0; l < n; ++l)
          sum = sum + tensor(i, l) * slope[l](j, k) + tensor(j, l) * slope[l](k, i) + tensor(k, l) * slope[l](i, j);
        CHECK(is_zero(expand(sum)));
        ++triples;
      }
  CHECK(triples == 455);
}

TEST_CASE("Grossman et al. 1987, section 4.1, proved: |Pi1 + A Pi2|^2 is a Casimir") {
  const std::vector<Expr> z = reduced_symbols();
  const Matrix<Expr> tensor = symbolic_tensor(z);
  const Expr C = momentum_squared(pair_of_bodies(), matrices_in(z, 1), vectors_in(z, 9, 2));
  std::vector<Expr> slopes;
  for (const Expr& coordinate : z) slopes.push_back(derivative(C, coordinate));
  for (const Expr& entry : tensor* slopes) CHECK(vanishes_on_rotations(entry, z));
}

TEST_CASE("beyond Grossman et al. 1987, proved: in M = Pi1 + A Pi2, A and Pi2 the bracket is so(3)* x T*SO(3)") {
  const std::vector<Expr> z = reduced_symbols();
  const Matrix<Expr> tensor = symbolic_tensor(z);
  const std::vector<Vec3<Expr>> sums = subtree_sums(pair_of_bodies(), matrices_in(z, 1), vectors_in(z, 9, 2));
  const std::vector<Expr> image = coordinates(matrices_in(z, 1), sums);
  const Matrix<Expr> expected = product_tensor(pair_of_bodies(), {false, false}, matrices_in(z, 1), sums);
  Matrix<Expr> D(15, 15);
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < 15; ++j) D(i, j) = derivative(image[i], z[j]);
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < i; ++j) {
      Expr sum = -expected(i, j);
      for (int k = 0; k < 15; ++k)
        for (int l = 0; l < 15; ++l) sum = sum + D(i, k) * tensor(k, l) * D(j, l);
      CHECK(vanishes_on_rotations(sum, z));
    }
}

TEST_CASE(
    "Grossman et al. 1987, section 4.2: leaves of dimension 8, and 6 where M = 0; there is no leaf S^2 at Pi = 0") {
  Draws<Expr> source(1991);
  const Matrix3<Expr> A = random_attitude(source);
  const Vec3<Expr> Pi1 = random_vector(source, 1), Pi2 = random_vector(source, 1), none;
  const auto rank = [&](const Vec3<Expr>& first, const Vec3<Expr>& second) {
    const int in_entries = exact_rank(poisson_tensor<Expr>(pair_of_bodies(), {A}, {first, second}));
    CHECK(exact_rank(trivialised_tensor<Expr>(pair_of_bodies(), {A}, {first, second})) == in_entries);
    return in_entries;
  };
  CHECK(rank(Pi1, Pi2) == 8);
  CHECK(rank(Pi1, none) == 8);
  CHECK(rank(-(A * Pi2), Pi2) == 6);
  CHECK(rank(none, none) == 6);
}
