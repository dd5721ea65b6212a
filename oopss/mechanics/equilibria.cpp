// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/equilibria.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

/// The roots of a polynomial, lowest coefficient first: the eigenvalues of its companion matrix.
std::vector<Complex> roots(std::vector<Complex> c) {
  double largest = 0;
  for (const Complex& coefficient : c) largest = std::max(largest, std::abs(coefficient));
  while (!c.empty() && std::abs(c.back()) < 1e-14 * largest) c.pop_back();
  if (c.size() < 2) return {};
  const auto degree = static_cast<Eigen::Index>(c.size()) - 1;
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(degree, degree);
  for (Eigen::Index k = 0; k < degree; ++k) {
    if (k > 0) companion(k, k - 1) = 1;
    companion(k, degree - 1) = -c[static_cast<std::size_t>(k)] / c.back();
  }
  const Eigen::VectorXcd z = complex_eigenvalues(companion);
  return {z.begin(), z.end()};
}

/// Laurent polynomials in z = e^{iX}, from −degree to degree.
struct Laurent {
  std::array<Complex, 13> coefficient{};
  static constexpr int middle = 6;
};
Laurent operator*(const Laurent& a, const Laurent& b) {
  Laurent out;
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 13; ++j)
      if (const int k = i + j - Laurent::middle; k >= 0 && k < 13)
        out.coefficient[k] += a.coefficient[i] * b.coefficient[j];
  return out;
}
/// constant + cosine · cos(X − shift) + sine · sin(X − shift)
Laurent wave(double constant, double cosine, double sine, double shift) {
  Laurent out;
  const Complex up = std::polar(1.0, -shift);
  out.coefficient[Laurent::middle] = constant;
  out.coefficient[Laurent::middle + 1] = up * Complex(cosine / 2, -sine / 2);
  out.coefficient[Laurent::middle - 1] = std::conj(up) * Complex(cosine / 2, sine / 2);
  return out;
}

/// With X, Y the angles at the joints of the middle body and I_lock = const + 2 [A cos(X+Y−d) + b cos X + c cos Y]:
///   b² sin²X [A² + c² + 2Ac cos(X−d)] = A²c² sin²(X−d),   sin Y = (b/c) sin X.
std::vector<std::array<double, 2>> candidates(double A, double b, double c, double d) {
  const Laurent sin_X = wave(0, 0, 1, 0), sin_Xd = wave(0, 0, 1, d);
  const Laurent left = sin_X * sin_X * wave(A * A + c * c, 2 * A * c, 0, d), right = sin_Xd * sin_Xd;
  std::vector<Complex> polynomial;
  for (int k = Laurent::middle - 3; k <= Laurent::middle + 3; ++k)
    polynomial.push_back(b * b * left.coefficient[k] - A * A * c * c * right.coefficient[k]);
  std::vector<double> X = {0, pi};  // double roots where the bodies are aligned
  for (const Complex& z : roots(std::move(polynomial))) X.push_back(std::arg(z));
  std::vector<std::array<double, 2>> out;
  for (const double x : X) {
    if (c == 0) {  // then sin(X + Y − d) = 0
      out.push_back({x, d - x});
      out.push_back({x, d - x + pi});
      continue;
    }
    const double s = std::clamp(b / c * std::sin(x), -1.0, 1.0);
    out.push_back({x, std::asin(s)});
    out.push_back({x, pi - std::asin(s)});
  }
  return out;
}

}  // namespace

std::vector<std::vector<double>> closed_form_shapes(const PlanarTree<double>& tree) {
  const int n = tree.size();
  if (n != 2 && n != 3) return {};
  const PairConstants<double> pairs = pair_constants(tree);
  // The chain first - middle - last: of three bodies the middle one is the root, or the one between it and a leaf.
  int middle = tree.root();
  for (int i = 0; i < n; ++i)
    if (tree.parent[i] >= 0 && std::count(tree.parent.begin(), tree.parent.end(), i) == 1) middle = i;
  std::vector<int> ends;
  for (int i = 0; i < n; ++i)
    if (i != middle) ends.push_back(i);
  const auto phase = [&](int i, int j) { return std::atan2(pairs.beta(i, j), pairs.alpha(i, j)); };
  const auto length = [&](int i, int j) { return std::hypot(pairs.alpha(i, j), pairs.beta(i, j)); };

  std::vector<std::vector<double>> absolute;  // guesses for θ of all bodies, the middle one at 0
  const auto guess_ends = [&](double first, double last) {
    absolute.emplace_back(tree.m.size(), 0.0);
    absolute.back()[ends.front()] = first;
    absolute.back()[ends.back()] = last;
  };
  const int a = ends.front(), b = ends.back();
  const double p1 = phase(a, middle), p2 = phase(middle, b), p3 = phase(a, b);
  if (n == 2) {
    for (const double turn : {0.0, pi}) guess_ends(p2 + turn, p2 + turn);
  } else {
    for (const auto& [X, Y] : candidates(length(a, b), length(a, middle), length(middle, b), p3 - p1 - p2))
      guess_ends(-(X + p1), Y + p2);
  }
  std::vector<std::vector<double>> out;
  for (const std::vector<double>& theta : absolute) out.push_back(differences(tree, theta));
  return out;
}

}  // namespace oopss
