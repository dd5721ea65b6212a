// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/folds.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "tests/sanitized.hpp"

namespace oopss {
namespace {

WholeBeads beads_of(const std::vector<int>& m, const std::vector<int>& l) {
  Beads<Enclosure> beads;
  for (const int mass : m) beads.m.emplace_back(mass);
  for (const int length : l) beads.l.emplace_back(length);
  return whole_beads(beads);
}

Folds joints_of(const std::vector<int>& folds) {
  Folds out = 0;
  for (std::size_t j = 0; j < folds.size(); ++j) out |= Folds(folds[j]) << j;
  return out;
}

/// Whole masses and lengths from 1 to `largest`; small ones make slack rods frequent.
WholeBeads random_beads(std::mt19937& random, int joints, int largest) {
  std::uniform_int_distribution<int> draw(1, largest);
  std::vector<int> m, l;
  for (int n = 0; n < joints + 2; ++n) m.push_back(draw(random));
  for (int j = 0; j < joints + 1; ++j) l.push_back(draw(random));
  return beads_of(m, l);
}

/// The signature of a matrix of doubles by LDLᵀ of what is a little above and below it: no pivot is zero then.
Signature signature_in_doubles(Matrix<double> A, double zero) {
  const int n = A.rows;
  Signature out;
  for (const double shift : {-zero, zero}) {
    Matrix<double> moved = A;
    for (int i = 0; i < n; ++i) moved(i, i) += shift;
    for (const double pivot : ldlt(moved).D) {
      out.positive += shift < 0 && pivot > 0;
      out.negative += shift > 0 && pivot < 0;
    }
  }
  out.zero = n - out.positive - out.negative;
  return out;
}

/// M I, from the places of the beads: M Σ m |x|² − |Σ m x|².
double inertia_times_mass(const WholeBeads& beads, const std::vector<double>& theta) {
  double M = beads.m[0].get_d(), x = 0, y = 0, sx = 0, sy = 0, second = 0, psi = 0;
  for (int j = 0; j <= beads.joints(); ++j) {
    if (j > 0) psi += theta[j - 1];
    x += beads.l[j].get_d() * std::cos(psi);
    y += beads.l[j].get_d() * std::sin(psi);
    const double m = beads.m[j + 1].get_d();
    M += m;
    sx += m * x;
    sy += m * y;
    second += m * (x * x + y * y);
  }
  return M * second - sx * sx - sy * sy;
}

/// ½ M I'' in the joint angles by differences.
Matrix<double> hessian_by_differences(const WholeBeads& beads, Folds joints) {
  const int n = beads.joints();
  constexpr double h = 1e-4;
  std::vector<double> theta(n);
  for (int j = 0; j < n; ++j) theta[j] = joints >> j & 1 ? std::numbers::pi : 0;
  const auto value = [&](int i, double a, int j, double b) {
    std::vector<double> moved = theta;
    moved[i] += a;
    moved[j] += b;
    return inertia_times_mass(beads, moved);
  };
  Matrix<double> out(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      out(i, j) = (value(i, h, j, h) - value(i, h, j, -h) - value(i, -h, j, h) + value(i, -h, j, -h)) / (8 * h * h);
  return out;
}

/// Of random chains and shapes: `check(beads, joints)`.
template <class Check>
void for_random_shapes(int count, int most_joints, int largest, const Check& check) {
  std::mt19937 random(20);
  for (int k = 0; k < count; k += stride) {
    const int joints = 1 + k % most_joints;
    const WholeBeads beads = random_beads(random, joints, largest);
    check(beads, static_cast<Folds>(random() % (1U << joints)));
  }
}

}  // namespace

TEST_CASE("Laederich and Levi, closing conjecture: its smallest counterexamples") {
  struct Case {
    const char* name;
    WholeBeads beads;
    std::vector<int> folds;
    ShapeIndex expected;
  };
  const std::vector<Case> cases = {
      {"two joints, both folded, are degenerate", equal_beads(2), {1, 1}, {1, 1}},
      {"three joints (0, pi, pi): index 1 with 2 folds", equal_beads(3), {0, 1, 1}, {1, 0}},
      {"five joints (0, pi, 0, 0, 0): index 2 with 1 fold", equal_beads(5), {0, 1, 0, 0, 0}, {2, 0}},
      {"lengths 2, 1, 2, both folded: index 1", beads_of({1, 1, 1, 1}, {2, 1, 2}), {1, 1}, {1, 0}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const FoldedShape shape = folded_shape(one.beads, joints_of(one.folds));
    CHECK(shape.by_tensions == one.expected);
    CHECK(shape.by_elimination == one.expected);
  }
  for (int joints = 1; joints < 5; ++joints)  // none has fewer joints than these
    for (const FoldedShape& shape : folded_shapes(equal_beads(joints))) {
      CHECK(shape.by_tensions.index <= shape.folds);
      if (joints == 1) CHECK(shape.by_tensions.index == shape.folds);
    }
}

TEST_CASE("the indices of the golden chains") {  // those of kind "morse" in tests/golden/chain.json
  struct Golden {
    std::vector<int> m, l, folds;
    Signature expected;
  };
  const std::vector<Golden> all = {
      {{1, 1, 1, 1}, {1, 1, 1}, {1, 1}, {1, 0, 1}},
      {{1, 1, 1, 1, 1}, {1, 1, 1, 1}, {0, 1, 1}, {1, 2, 0}},
      {{1, 1, 1, 1, 1}, {1, 1, 1, 1}, {1, 0, 1}, {2, 1, 0}},
      {{1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {0, 1, 0, 0, 0}, {2, 3, 0}},
      {{1, 1, 1, 1}, {2, 1, 2}, {1, 1}, {1, 1, 0}},
      {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 1, 0, 0, 1, 0, 0}, {2, 4, 2}},
      {{3, 1, 4, 1, 5}, {2, 7, 1, 8}, {1, 0, 1}, {3, 0, 0}},
  };
  for (const Golden& one : all) {
    const WholeBeads beads = beads_of(one.m, one.l);
    CAPTURE(beads.joints());
    Matrix<mpz_class> H(beads.joints(), beads.joints());
    inertia_hessian(beads, joints_of(one.folds), H);
    CHECK(signature(H) == one.expected);
    CHECK(shape_by_tensions(beads, joints_of(one.folds)).by_tensions ==
          ShapeIndex{one.expected.positive, one.expected.zero});
  }
}

TEST_CASE("25 I'' of three equal joints (0, pi, pi) is the matrix of whole numbers with pivots -4, 7, -6") {
  Matrix<mpz_class> H(3, 3);
  inertia_hessian(equal_beads(3), joints_of({0, 1, 1}), H);  // half of it
  const int expected[3][3] = {{-4, 2, -2}, {2, 6, -6}, {-2, -6, 0}};
  Matrix<double> A(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK(2 * H(i, j) == expected[i][j]);
      A(i, j) = expected[i][j];
    }
  CHECK(ldlt(A).D == std::vector<double>{-4, 7, -6});
}

TEST_CASE("the Hessian of the inertia in joint angles is that of the places of the beads, and so is its signature") {
  for_random_shapes(400, 8, 6, [](const WholeBeads& beads, Folds joints) {
    const int n = beads.joints();
    const Matrix<double> expected = hessian_by_differences(beads, joints);
    Matrix<mpz_class> H(n, n);
    inertia_hessian(beads, joints, H);
    Matrix<double> rounded(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        rounded(i, j) = H(i, j).get_d();
        // Of M I < 3e6 the differences miss a part h², and one of rounding / h², each below 0.05: whole numbers.
        CHECK(std::abs(expected(i, j) - rounded(i, j)) < 0.25);
      }
    const Signature found = signature_in_doubles(rounded, 1e-6);
    CHECK(shape_by_tensions(beads, joints).by_tensions == ShapeIndex{found.positive, found.zero});
  });
}

TEST_CASE("the tension theorem agrees with exact elimination at random shapes of random chains") {
  for (const int largest : {1, 2, 3, 9, 1000}) {
    int degenerate = 0;
    for_random_shapes(2000, 9, largest, [&](const WholeBeads& beads, Folds joints) {
      const FoldedShape shape = folded_shape(beads, joints);
      CHECK(shape.by_tensions == shape.by_elimination);
      degenerate += shape.degenerate();
    });
    if (largest <= 3) CHECK(degenerate > 0);  // the harder part of the theorem is met
  }
}

TEST_CASE("every rectilinear shape but the straight one is unstable, and index = folds where every rod is pulled") {
  std::mt19937 random(7);
  for (int joints = 1; joints <= 6; ++joints)
    for (const FoldedShape& shape : folded_shapes(random_beads(random, joints, 3))) {
      CHECK((shape.by_tensions.index == 0) == (shape.joints == 0));
      if (shape.compressed == 0 && shape.slack == 0) CHECK(shape.by_tensions.index == shape.folds);
    }
}

TEST_CASE(
    "counterexamples persist: two folds at the end have index 1, an arm of p rods folded onto a long one index p") {
  for (int joints = 3; joints <= 20; ++joints)
    CHECK(folded_shape(equal_beads(joints), Folds(3) << (joints - 2)).by_elimination == ShapeIndex{1, 0});
  for (int p = 1; p <= 5; ++p) {
    const FoldedShape shape = folded_shape(equal_beads(6 * p), Folds(1) << (p - 1));
    CHECK(shape.compressed == p);
    CHECK(shape.by_elimination == ShapeIndex{p, 0});
  }
}

TEST_CASE("tensions are moments about the mass centre, exactly, whatever the unit of masses and lengths") {
  Beads<Enclosure> beads;
  for (const char* mass : {"0.3", "0.2", "0.4", "0.1"}) beads.m.emplace_back(decimal_rational(mass));
  for (const char* length : {"1", "0.8", "1.2"}) beads.l.emplace_back(decimal_rational(length));
  const WholeBeads whole = whole_beads(beads);
  // Folded at joint 2 the beads are at 0, 1, 1.8, 0.6; the mass centre is at 0.98.
  const FoldedShape shape = folded_shape(whole, joints_of({0, 1}));
  const std::vector<mpq_class> expected = {decimal_rational("0.294"), decimal_rational("0.29"),
                                           decimal_rational("0.038")};
  for (int j = 0; j < 3; ++j) CHECK(mpq_class(mpq_class(shape.tension[j]) * whole.moment) == expected[j]);
  CHECK(shape.by_tensions == shape.by_elimination);
}

TEST_CASE("a number that is not rational is not taken for one") {
  Beads<Enclosure> beads{{Enclosure(1), Enclosure(1), Enclosure(1)}, {Enclosure(1), sqrt(Enclosure(2))}};
  CHECK_THROWS_AS(whole_beads(beads), NotEnclosed);
}

TEST_CASE("elimination counts signs where pivots, or whole diagonals, are zero") {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> draw(-1, 1);
  int singular = 0;
  for (int k = 0; k < 3000; k += stride) {
    const int n = 1 + k % 7;
    Matrix<mpz_class> A(n, n);
    Matrix<double> same(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        const int entry = i == j && k % 2 == 0 ? 0 : draw(random);
        A(i, j) = entry;
        same(i, j) = same(j, i) = entry;
      }
    // The smallest eigenvalue that is not zero is at least 1 / 7^6, a minor by the product of the others.
    const Signature expected = signature_in_doubles(same, 1e-6), found = signature(A);
    CHECK(found == expected);
    singular += found.zero > 0;
  }
  CHECK(singular > 0);
}

}  // namespace oopss
