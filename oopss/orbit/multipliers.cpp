// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/multipliers.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Complex = std::complex<double>;

/// S = M + M⁻¹ is skew for Ω: each of its eigenvalues is there twice. An orthonormal basis Q of half the directions
/// that is invariant and on which Ω vanishes has each once, as QᵀSQ (Mehrmann and Watkins, Structure-preserving methods
/// for computing eigenpairs of large sparse skew-Hamiltonian/Hamiltonian pencils, 2001): Krylov's directions of S, kept
/// orthogonal to those before and to Ω times these.
Eigen::MatrixXd halved(const Eigen::MatrixXd& S, const Eigen::MatrixXd& Omega) {
  const Eigen::Index size = S.rows(), half = size / 2;
  Eigen::MatrixXd known(size, 0), Q(size, half);
  const auto cleared = [&](Eigen::VectorXd v) {
    for (int twice = 0; twice < 2; ++twice)
      if (known.cols() > 0) v -= known * (known.transpose() * v);
    return v;
  };
  const auto take = [&](const Eigen::VectorXd& v) {
    known.conservativeResize(Eigen::NoChange, known.cols() + 1);
    known.col(known.cols() - 1) = v.normalized();
  };
  Eigen::VectorXd next = Eigen::VectorXd::NullaryExpr(size, [](Eigen::Index i) { return std::cos(1.0 + i * i); });
  for (Eigen::Index k = 0; k < half; ++k) {
    const double before = next.norm();
    next = cleared(next);
    for (Eigen::Index axis = 0; axis < size && !(next.norm() > 1e-10 * before); ++axis)
      next = cleared(Eigen::VectorXd::Unit(size, axis));  // the directions so far are invariant by themselves
    Q.col(k) = next.normalized();
    take(Q.col(k));
    take(cleared(Omega * Q.col(k)));
    next = S * Q.col(k);
  }
  return Q.transpose() * S * Q;
}

}  // namespace

CrossMap cross_map(const LeafFrame& frame, const Eigen::MatrixXd& monodromy) {
  const Eigen::Index size = frame.f.size();
  Eigen::MatrixXd along(size, 2);
  along << frame.f, frame.g;
  const Eigen::MatrixXd Q = orthonormal_frame(along);
  const Eigen::MatrixXd across = Q.rightCols(size - 2);
  return {across.transpose() * monodromy * across, across.transpose() * frame.Omega * across};
}

std::vector<Complex> traces(const CrossMap& map) {
  if (map.M.rows() == 0) return {};
  const Eigen::MatrixXd inverse = regular_solutions(map.Omega, map.M.transpose() * map.Omega);
  const Eigen::VectorXcd values = complex_eigenvalues(halved(map.M + inverse, map.Omega));
  std::vector<Complex> out(values.begin(), values.end());
  std::sort(out.begin(), out.end(), [](const Complex& a, const Complex& b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
  });
  return out;
}

std::vector<Complex> multipliers_of(const std::vector<Complex>& rho) {
  std::vector<std::pair<double, Complex>> found;  // the modulus, exactly 1 on the unit circle
  for (const Complex& one : rho) {
    const Complex root = std::sqrt(one * one - 4.0);
    const Complex a = (one + root) / 2.0, b = (one - root) / 2.0, larger = std::abs(a) >= std::abs(b) ? a : b;
    const bool on_circle = one.imag() == 0 && std::abs(one.real()) <= 2;
    const double modulus = on_circle ? 1 : std::abs(larger);
    found.emplace_back(modulus, larger);
    found.emplace_back(1 / modulus, on_circle ? std::conj(larger) : 1.0 / larger);
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    const Complex &p = a.second, &q = b.second;
    return p.real() != q.real() ? p.real() < q.real() : p.imag() < q.imag();
  });
  std::vector<Complex> out;
  for (const auto& [modulus, multiplier] : found) out.push_back(multiplier);
  return out;
}

double symplectic_defect(const LeafFrame& frame, const Eigen::MatrixXd& monodromy) {
  const double size = std::max(1.0, monodromy.squaredNorm());
  return (monodromy.transpose() * frame.Omega * monodromy - frame.Omega).norm() / (frame.Omega.norm() * size);
}

}  // namespace oopss
