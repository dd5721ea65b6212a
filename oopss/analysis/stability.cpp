// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Complex = std::complex<double>;

Eigen::MatrixXd square(const std::vector<double>& rows, int n) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(rows.data(), n, n);
}

/// Hess(V_μ + U) at a critical point.
Eigen::MatrixXd curvature(const ShapeEnergy& energy, const std::vector<double>& phi) {
  ShapeValue f;
  energy.landscape(phi, f);
  for (double& entry : f.hessian) entry *= f.factor;
  return square(f.hessian, energy.space.freedom);
}

/// The curvature with its `nullity` smallest eigenvalues put to zero, each direction in units of 1/√scale of its
/// slopes.
Eigen::MatrixXd flattened(const ShapeEnergy& energy, const Eigen::MatrixXd& curved, int nullity) {
  if (nullity == 0) return curved;
  const std::vector<double>& scales = energy.scales;
  const int n = energy.space.freedom;
  const Eigen::VectorXd units = Eigen::Map<const Eigen::VectorXd>(scales.data(), n).cwiseSqrt();
  const EigenPairs eigen = eigenpairs(units.cwiseInverse().asDiagonal() * curved * units.cwiseInverse().asDiagonal());
  Eigen::VectorXd values = eigen.values;
  std::vector<Eigen::Index> order(scales.size());
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index i, Eigen::Index j) { return std::abs(values[i]) < std::abs(values[j]); });
  for (int k = 0; k < std::min(nullity, n); ++k) values[order[k]] = 0;
  return units.asDiagonal() * eigen.vectors * values.asDiagonal() * eigen.vectors.transpose() * units.asDiagonal();
}

bool is_zero(const std::vector<double>& matrix) {
  return std::all_of(matrix.begin(), matrix.end(), [](double entry) { return entry == 0; });
}

/// Whether M ≥ 0 has a direction without inertia, whatever the units of the directions.
bool is_singular(const Eigen::MatrixXd& M) {
  const Eigen::VectorXd diagonal = M.diagonal();
  if ((diagonal.array() == 0).any()) return true;
  const Eigen::VectorXd units = diagonal.cwiseAbs().cwiseSqrt().cwiseInverse();
  return (symmetric_pivots(units.asDiagonal() * M * units.asDiagonal()).array() < 1e-15).any();
}

/// The roots λ of det(M λ² + D λ + K) with M positive definite.
std::vector<Complex> regular_spectrum(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& drag,
                                      const Eigen::MatrixXd& K) {
  const Eigen::Index n = K.rows();
  Eigen::MatrixXd flow = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  flow.topRightCorner(n, n).setIdentity();
  flow.bottomLeftCorner(n, n) = -positive_solutions(mass, K);
  flow.bottomRightCorner(n, n) = -positive_solutions(mass, drag);
  const Eigen::VectorXcd values = complex_eigenvalues(flow);
  return {values.begin(), values.end()};
}

/// The same with any M: with A = [0 1; −K −D], B = [1 0; 0 M] and a shift σ that is no root, (A − σB)⁻¹ B has the
/// eigenvalues 1/(λ − σ), and 0 for each root at infinity.
std::vector<Complex> singular_spectrum(const Eigen::MatrixXd& M, const Eigen::MatrixXd& drag, const Eigen::MatrixXd& K,
                                       bool degenerate) {
  const Eigen::Index n = K.rows();
  const double stiff = K.norm(), sigma = !degenerate ? 0 : stiff > 0 ? stiff / (drag.norm() + M.norm()) : 1;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n, 2 * n), B = Eigen::MatrixXd::Identity(2 * n, 2 * n);
  A.topRightCorner(n, n).setIdentity();
  A.bottomLeftCorner(n, n) = -K;
  A.bottomRightCorner(n, n) = -drag;
  B.bottomRightCorner(n, n) = M;
  A -= sigma * B;
  const Eigen::MatrixXd inverse = pivoted_solutions(A, B);
  const Eigen::VectorXcd values = complex_eigenvalues(inverse);
  const double largest = values.cwiseAbs().maxCoeff();
  std::vector<Complex> out;
  for (const Complex& nu : values)
    if (std::abs(nu) > 1e-10 * largest) out.push_back(sigma + 1.0 / nu);
  return out;
}

/// The eigenvalues at a critical point. Where all of it may vanish, along a continuum, they are measured by the speed
/// of the turning, μ/I.
std::vector<Complex> spectrum(const ShapeEnergy& energy, const CriticalShape& point) {
  const std::vector<double>& phi = point.phi;
  const int nullity = point.nullity;
  const SmallMotion small = energy.small_motion(phi);
  const int n = energy.space.freedom;
  const Eigen::MatrixXd mass = square(small.M, n), drag = square(small.drag, n);
  const Eigen::MatrixXd K = flattened(energy, curvature(energy, phi), nullity);
  return ordered_spectrum(
      is_singular(mass) ? singular_spectrum(mass, drag, K, nullity > 0) : regular_spectrum(mass, drag, K),
      nullity > 0 ? degenerate_rounding : spectrum_rounding,
      nullity > 0 ? std::abs(energy.momentum) / point.I_lock : 0);
}

}  // namespace

std::vector<Complex> ordered_spectrum(std::vector<Complex> all, double rounding, double size) {
  for (const Complex& z : all) size = std::max(size, std::abs(z));
  for (Complex& z : all) {
    const double least = std::max(spectrum_tolerance * std::abs(z), rounding * size);
    z = {std::abs(z.real()) <= least ? 0.0 : z.real(), std::abs(z.imag()) <= least ? 0.0 : z.imag()};
  }
  std::sort(all.begin(), all.end(), [](const Complex& a, const Complex& b) {
    return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() < b.real();
  });
  return all;
}

const char* word(Stability stability) {
  switch (stability) {
    case Stability::stable:
      return "stable";
    case Stability::unstable:
      return "unstable";
    case Stability::spectrally_stable:
      return "spectrally_stable";
    case Stability::degenerate:
      return "degenerate";
  }
  return "";
}

std::string in_words(const std::vector<Complex>& spectrum) {
  double size = 0;
  for (const Complex& z : spectrum) size = std::max(size, std::abs(z));
  const auto there = [&](const Complex& z) {
    return std::any_of(spectrum.begin(), spectrum.end(),
                       [&](const Complex& other) { return std::abs(z - other) <= spectrum_tolerance * size; });
  };
  std::string out;
  for (const Complex& z : spectrum) {
    const bool mirrored = there(-std::conj(z));
    if (z.imag() < 0 || (mirrored && z.real() < 0)) continue;
    out += out.empty() ? "" : ", ";
    if (z == 0.0) {
      out += "0";
    } else if (z.real() == 0) {
      out += fmt::format("±{:.4g}i", z.imag());
    } else {
      out += fmt::format("{}{:.4g}", mirrored ? "±" : "", z.real());
      if (z.imag() > 0) out += fmt::format(" ±{:.4g}i", z.imag());
    }
  }
  return out;
}

StabilityReport stability_at(const ShapeEnergy& energy, const CriticalShape& point) {
  StabilityReport out{point.index, point.nullity, spectrum(energy, point), Stability::degenerate, false};
  const SmallMotion small = energy.small_motion(point.phi);
  const std::vector<double>& damping = small.damping;
  const auto all = [&](const auto& test) { return std::all_of(damping.begin(), damping.end(), test); };
  const bool passive = all([](double k_d) { return k_d >= 0; }), complete = all([](double k_d) { return k_d > 0; });
  const auto [least, most] = std::minmax_element(
      out.spectrum.begin(), out.spectrum.end(), [](const Complex& a, const Complex& b) { return a.real() < b.real(); });
  out.asymptotic = point.nullity == 0 && (most->real() < 0 || (complete && point.index == 0));
  // Complete damping leaves as many growing motions as the index (Kelvin, Tait, Chetaev), however slow.
  const bool odd = point.nullity == 0 && point.index % 2 == 1,
             grows = most->real() > 0 || odd || (complete && point.index > 0);
  const bool highest = point.index == energy.space.freedom && is_zero(small.M) && is_zero(damping);
  if (grows) {
    out.verdict = Stability::unstable;
  } else if (point.nullity > 0) {
    out.verdict = Stability::degenerate;
  } else if ((point.index == 0 && passive) || out.asymptotic || highest) {
    out.verdict = Stability::stable;
  } else {
    out.verdict = Stability::spectrally_stable;
  }
  return out;
}

}  // namespace oopss
