// SPDX-License-Identifier: Apache-2.0
// S. Laederich, M. Levi, Qualitative dynamics of planar chains: the reduced Lagrangian, and its linearisation at shapes
// on a line.
#include <catch2/catch.hpp>

#include "oopss/chain/reduced.hpp"
#include "tests/scalar/scalars.hpp"

using namespace oopss;

namespace {

/// A chain with its rods' directions; of an expression the masses and lengths are numbers, the angles are symbols.
template <Scalar T>
struct Posed {
  Beads<T> beads;
  std::vector<Vec2<T>> along;  // unit vectors
};

template <Scalar T>
Posed<T> random_chain(Draws<T>& source, int rods) {
  Posed<T> out;
  for (int n = 0; n <= rods; ++n) out.beads.m.push_back(source.number(0.5, 2));
  for (int j = 0; j < rods; ++j) {
    out.beads.l.push_back(source.number(0.5, 2));
    const T psi = j == 0 ? T(0) : source.unknown("psi" + std::to_string(j), -3, 3);
    out.along.push_back({cos(psi), sin(psi)});
  }
  return out;
}

template <Scalar T>
Matrix<T> cosines(const std::vector<Vec2<T>>& along) {
  const int n = static_cast<int>(along.size());
  Matrix<T> out(n, n);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) out(j, k) = j == k ? T(1) : dot(along[j], along[k]);
  return out;
}

template <Scalar T>
struct Reduced {
  Matrix<T> Q, K;
  std::vector<T> b, omega;
  T I;
};
template <Scalar T>
Reduced<T> reduced(const Posed<T>& chain) {
  Reduced<T> out;
  out.Q = chain_inertia(chain.beads.l, mass_coefficients(chain.beads), cosines(chain.along));
  out.b = locked_momenta(out.Q);
  out.I = locked_inertia(out.b);
  out.omega = chain_connection(out.b, out.I);
  out.K = shape_metric(out.Q, out.b, out.I);
  return out;
}

/// The beads as points about their mass centre: places, and velocities by the rate of each rod's absolute angle.
template <Scalar T>
struct Points {
  std::vector<Vec2<T>> place;
  Matrix<Vec2<T>> velocity;  // bead, rod
};
template <Scalar T>
Points<T> points(const Posed<T>& chain) {
  const int beads = static_cast<int>(chain.beads.m.size()), rods = beads - 1;
  Points<T> out{std::vector<Vec2<T>>(static_cast<std::size_t>(beads)), Matrix<Vec2<T>>(beads, rods)};
  T M = T(0);
  for (const T& m : chain.beads.m) M = M + m;
  for (int n = 0; n < beads; ++n)
    for (int j = 0; j < n; ++j) {
      const Vec2<T> rod = chain.beads.l[j] * chain.along[j];
      out.place[n] = out.place[n] + rod;
      out.velocity(n, j) = {-rod.y, rod.x};
    }
  const auto about_centre = [&](const auto& entry) {
    Vec2<T> mean;
    for (int n = 0; n < beads; ++n) mean = mean + chain.beads.m[n] / M * entry(n);
    for (int n = 0; n < beads; ++n) entry(n) = entry(n) - mean;
  };
  about_centre([&](int n) -> Vec2<T>& { return out.place[n]; });
  for (int j = 0; j < rods; ++j) about_centre([&](int n) -> Vec2<T>& { return out.velocity(n, j); });
  return out;
}

/// Σ m f over the beads.
template <Scalar T, class F>
T weighted(const Posed<T>& chain, const F& f) {
  T sum = T(0);
  for (std::size_t n = 0; n < chain.beads.m.size(); ++n) sum = sum + chain.beads.m[n] * f(static_cast<int>(n));
  return sum;
}

/// ∂ω_j/∂φ_k, rods 1, 2, …, at a shape given by unit vectors: rod k is turned by ε.
template <Scalar T>
Matrix<T> slopes_of_connection(const Posed<T>& chain) {
  const int rods = chain.beads.rods();
  Matrix<T> out(rods - 1, rods - 1);
  for (int k = 1; k < rods; ++k) {
    Posed<Dual<T>> turned;
    for (const T& m : chain.beads.m) turned.beads.m.emplace_back(m, T(0));
    for (int j = 0; j < rods; ++j) {
      const T rate = T(j == k ? 1 : 0);
      const Vec2<T>& e = chain.along[j];
      turned.beads.l.emplace_back(chain.beads.l[j], T(0));
      turned.along.push_back({{e.x, -(rate * e.y)}, {e.y, rate * e.x}});
    }
    const std::vector<Dual<T>> omega = reduced(turned).omega;
    for (int j = 1; j < rods; ++j) out(j - 1, k - 1) = omega[j - 1].slope;
  }
  return out;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Laederich and Levi (2.11): sums over beads of sums over rods, as sums over rods", "[chain]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(211);
  constexpr int N = 4;
  std::vector<T> a;
  Matrix<T> b(N, N);
  for (int j = 0; j < N; ++j) {
    a.push_back(source.unknown("a" + std::to_string(j), -1, 1));
    for (int k = 0; k <= j; ++k)
      b(j, k) = b(k, j) = source.unknown(std::string("b") + char('0' + j) + char('0' + k), -1, 1);
  }
  T first = T(0), second = T(0), by_rods = T(0), by_pairs = T(0);
  for (int n = 1; n <= N; ++n)
    for (int j = 1; j <= n; ++j) {
      first = first + a[j - 1];
      for (int k = 1; k <= n; ++k) second = second + b(j - 1, k - 1);
    }
  for (int j = 1; j <= N; ++j) {
    by_rods = by_rods + T(N + 1 - j) * a[j - 1];
    for (int k = 1; k <= N; ++k) by_pairs = by_pairs + T(N + 1 - std::max(j, k)) * b(j - 1, k - 1);
  }
  CHECK(agree(first, by_rods));
  CHECK(agree(second, by_pairs));
}

TEMPLATE_LIST_TEST_CASE("Theorem 2.1 of Laederich and Levi: K, omega and I are those of point masses", "[chain]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(21);
  for (const int rods : {2, 3}) {
    const Posed<T> chain = random_chain(source, rods);
    const Reduced<T> ours = reduced(chain);
    const Points<T> theirs = points(chain);
    const auto cross_product = [](const Vec2<T>& a, const Vec2<T>& b) { return a.x * b.y - a.y * b.x; };
    const T I = weighted(chain, [&](int n) { return dot(theirs.place[n], theirs.place[n]); });
    CHECK(agree(ours.I, I));
    std::vector<T> b;
    for (int j = 0; j < rods; ++j) {
      b.push_back(weighted(chain, [&](int n) { return cross_product(theirs.place[n], theirs.velocity(n, j)); }));
      CHECK(agree(ours.b[j], b[j]));
      for (int k = 0; k < rods; ++k)
        CHECK(agree(ours.Q(j, k),
                    weighted(chain, [&](int n) { return dot(theirs.velocity(n, j), theirs.velocity(n, k)); })));
    }
    for (int j = 1; j < rods; ++j) {
      CHECK(agree(ours.omega[j - 1] * I, b[j]));
      for (int k = 1; k < rods; ++k)
        CHECK(agree(ours.K(j - 1, k - 1) * ours.I, ours.Q(j, k) * ours.I - ours.b[j] * ours.b[k]));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Theorem 2.1 of Laederich and Levi: L2 + L1 + L0 is the kinetic energy less mu alpha'",
                        "[chain]", AllScalars) {
  using T = TestType;
  Draws<T> source(22);
  const Posed<T> chain = random_chain(source, 3);
  const Reduced<T> ours = reduced(chain);
  const T mu = source.number(1, 2), U = source.number(0, 1);
  std::vector<T> v;
  for (int j = 1; j < 3; ++j) v.push_back(source.number(-1, 1));
  const T alpha = mu / ours.I - dot(ours.omega, v);
  std::vector<T> rate = {alpha};
  for (const T& each : v) rate.push_back(alpha + each);
  const T kinetic = dot(rate, ours.Q * rate) / T(2);
  const LagrangianTerms<T> L = lagrangian_terms(ours.K, ours.omega, ours.I, mu, v, U);
  CHECK(agree(L.L2 + L.L1 + L.L0, kinetic - U - mu * alpha));
  CHECK(agree(L.L2 - L.L0, kinetic + U));  // the energy
}

TEMPLATE_LIST_TEST_CASE("Laederich and Levi, section 5: at rectilinear shapes there is no Coriolis block", "[chain]",
                        AllScalars) {
  using T = TestType;
  Draws<T> source(5);
  Posed<T> chain = random_chain(source, 4);
  for (int folds = 0; folds < 8; ++folds) {
    for (int j = 1; j < 4; ++j) chain.along[j] = {T((folds >> (j - 1)) % 2 == 0 ? 1 : -1), T(0)};
    const Matrix<T> slope = slopes_of_connection(chain);
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        CHECK(agree(slope(j, k) - slope(k, j), T(0)));  // B = mu (omega' - omega'^T)
        CHECK(agree(slope(j, k), T(0)));                // and each vanishes by itself
      }
  }
}

TEST_CASE("Laederich and Levi, section 5: at other shapes there is a Coriolis block") {
  Draws<double> source(6);
  const Matrix<double> slope = slopes_of_connection(random_chain(source, 4));
  CHECK(std::abs(slope(0, 1) - slope(1, 0)) > 1e-3);
}
