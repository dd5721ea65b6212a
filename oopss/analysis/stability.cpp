// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/stability.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace oopss {
namespace {

using Complex = std::complex<double>;

Eigen::MatrixXd eigen(const Matrix<double>& A) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(A.entries.data(),
                                                                                                  A.rows, A.cols);
}

/// Hess(V_μ + U) at a critical point.
Matrix<double> curvature(const ShapeLandscape& of, const std::vector<double>& phi) {
  Expansion<double> f, I;
  evaluate(of, phi, f, I);
  if (!of.stores_energy())  // the landscape is −I_lock
    for (double& entry : f.hessian.entries) entry *= of.mu_s * of.mu_s / (2 * I.value * I.value);
  return f.hessian;
}

/// The curvature with its `nullity` smallest eigenvalues put to zero, each angle in units of 1/√scale of its slopes.
Eigen::MatrixXd flattened(const ShapeLandscape& of, const Eigen::MatrixXd& curved, int nullity) {
  if (nullity == 0) return curved;
  const std::vector<double> scales = slope_scales(of);
  const Eigen::VectorXd units = Eigen::Map<const Eigen::VectorXd>(scales.data(), of.joints).cwiseSqrt();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(units.cwiseInverse().asDiagonal() * curved *
                                                             units.cwiseInverse().asDiagonal());
  Eigen::VectorXd values = eigen.eigenvalues();
  std::vector<Eigen::Index> order(scales.size());
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index i, Eigen::Index j) { return std::abs(values[i]) < std::abs(values[j]); });
  for (int k = 0; k < std::min(nullity, of.joints); ++k) values[order[k]] = 0;
  return units.asDiagonal() * eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose() *
         units.asDiagonal();
}

/// Eigenvalues in a fixed order: by imaginary part, upwards, then by real part; parts below the tolerance are zero.
std::vector<Complex> spectrum(const ShapeEnergy& of, const std::vector<double>& phi, int nullity) {
  const SmallMotion small = of.small_motion(phi);
  const int n = of.landscape.joints;
  Eigen::MatrixXd drag = of.landscape.mu_s * eigen(small.G);
  for (int k = 0; k < n; ++k) drag(k, k) += small.damping[k];
  const Eigen::LDLT<Eigen::MatrixXd> M(eigen(small.M_s));
  Eigen::MatrixXd flow = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  flow.topRightCorner(n, n).setIdentity();
  flow.bottomLeftCorner(n, n) = -M.solve(flattened(of.landscape, eigen(curvature(of.landscape, phi)), nullity));
  flow.bottomRightCorner(n, n) = -M.solve(drag);
  const Eigen::VectorXcd values = flow.eigenvalues();
  std::vector<Complex> out(values.begin(), values.end());
  double size = 0;
  for (const Complex& z : out) size = std::max(size, std::abs(z));
  for (Complex& z : out) {
    const double least =
        std::max(spectrum_tolerance * std::abs(z), (nullity > 0 ? degenerate_rounding : spectrum_rounding) * size);
    z = {std::abs(z.real()) <= least ? 0.0 : z.real(), std::abs(z.imag()) <= least ? 0.0 : z.imag()};
  }
  std::sort(out.begin(), out.end(), [](const Complex& a, const Complex& b) {
    return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() < b.real();
  });
  return out;
}

}  // namespace

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

StabilityReport stability_at(const ShapeEnergy& of, const CriticalShape& at) {
  StabilityReport out{at.index, at.nullity, spectrum(of, at.phi, at.nullity), Stability::degenerate, false};
  const std::vector<double> damping = of.small_motion(at.phi).damping;
  const auto all = [&](const auto& test) { return std::all_of(damping.begin(), damping.end(), test); };
  const bool passive = all([](double k_d) { return k_d >= 0; }), complete = all([](double k_d) { return k_d > 0; });
  const auto [least, most] = std::minmax_element(
      out.spectrum.begin(), out.spectrum.end(), [](const Complex& a, const Complex& b) { return a.real() < b.real(); });
  out.asymptotic = at.nullity == 0 && (most->real() < 0 || (complete && at.index == 0));
  // Complete damping leaves as many growing motions as the index (Kelvin, Tait, Chetaev), however slow.
  const bool odd = at.nullity == 0 && at.index % 2 == 1, grows = most->real() > 0 || odd || (complete && at.index > 0);
  if (grows) {
    out.verdict = Stability::unstable;
  } else if (at.nullity > 0) {
    out.verdict = Stability::degenerate;
  } else if ((at.index == 0 && passive) || out.asymptotic) {
    out.verdict = Stability::stable;
  } else {
    out.verdict = Stability::spectrally_stable;
  }
  return out;
}

}  // namespace oopss
