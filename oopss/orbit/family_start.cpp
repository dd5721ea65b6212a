// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/family_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/stability.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

/// The places of the momenta in a state.
std::vector<int> momentum_places(const Layout& layout) {
  std::vector<int> out;
  for (const Stretch& stretch : layout.of_group(ErrorGroup::momentum))
    for (int i = stretch.begin; i < stretch.end; ++i) out.push_back(i);
  return out;
}

/// The state of a shape in which no joint turns: rates of angles are linear in the momenta.
std::vector<double> locked_state(const OrbitSystem& model, const std::vector<double>& phi, double momentum) {
  const Layout& layout = model.system.layout;
  std::vector<double> x(static_cast<std::size_t>(layout.size), 0.0), rates(x.size());
  put(layout, BlockKind::joint_angle, phi, x);
  const std::vector<int> momenta = momentum_places(layout);
  const Eigen::Index bodies = static_cast<Eigen::Index>(momenta.size()), joints = model.system.bracket.size - bodies;
  Eigen::MatrixXd rows(joints + 1, bodies);
  for (Eigen::Index i = 0; i < bodies; ++i) {
    x[momenta[i]] = 1;
    model.flow.field(0, x.data(), rates.data());
    x[momenta[i]] = 0;
    Eigen::Index row = 0;
    for (const Block& block : layout.blocks)
      if (block.kind == BlockKind::joint_angle) rows(row++, i) = rates[block.offset];
    rows(joints, i) = 1;
  }
  const Eigen::VectorXd mu = nearest_solution(rows, momentum * Eigen::VectorXd::Unit(joints + 1, joints));
  for (Eigen::Index i = 0; i < bodies; ++i) x[momenta[i]] = mu(i);
  return x;
}

/// The derivative of the flow on the leaf: small motions are w' = A w.
Eigen::MatrixXd linear_part(const OrbitSystem& model, const LeafFrame& frame, const std::vector<double>& x) {
  Eigen::MatrixXd moved(frame.out.rows(), frame.out.cols());
  for (Eigen::Index i = 0; i < moved.cols(); ++i)
    model.flow.tangent(0, x.data(), frame.out.col(i).data(), moved.col(i).data());
  return frame.in * moved;
}

/// A mode by its eigenvector v, scaled, in the numbers of a state. The phase of v is that at which its angles are
/// least: Re v is all but a kick. Its largest number is positive.
NormalMode mode_of(const Layout& layout, double frequency, int energy_sign, const Eigen::VectorXcd& v) {
  NormalMode out{.frequency = frequency, .energy_sign = energy_sign};
  std::complex<double> square = 0;
  for (const Block& block : layout.blocks) {
    if (block.kind == BlockKind::joint_angle) {
      square += v(block.offset) * v(block.offset);
      out.swing = std::max(out.swing, std::abs(v(block.offset)));
    } else if (block.kind == BlockKind::momentum) {
      out.sway = std::max(out.sway, std::abs(v(block.offset)));
    }
  }
  out.direction = (std::polar(1.0, (std::numbers::pi - std::arg(square)) / 2) * v).real();
  Eigen::Index most = 0;
  out.direction.cwiseAbs().maxCoeff(&most);
  if (out.direction(most) < 0) out.direction = -out.direction;
  return out;
}

}  // namespace

SmallOscillations small_oscillations(const OrbitSystem& model, const std::vector<double>& phi, double momentum) {
  SmallOscillations out{.state = locked_state(model, phi, momentum)};
  const LeafFrame frame =
      leaf_frame(model, leaf_geometry(model.system, momentum_unit(model.system, out.state)), out.state);
  const Eigen::MatrixXd A = linear_part(model, frame, out.state), D2H = frame.Omega.transpose() * A;
  const ComplexEigenPairs eigen = complex_eigenpairs(A);
  const double size = eigen.values.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < A.cols(); ++i) {
    const std::complex<double> lambda = eigen.values(i);
    if (std::abs(lambda) < degenerate_rounding * size)
      out.degenerate = true;
    else if (lambda.imag() > 0 && std::abs(lambda.real()) < spectrum_tolerance * std::abs(lambda)) {
      const Eigen::VectorXcd v = eigen.vectors.col(i);
      const double energy = v.real().dot(D2H * v.real());  // the same at every phase of v
      out.modes.push_back(mode_of(model.system.layout, lambda.imag(), energy < 0 ? -1 : 1,
                                  frame.out * v * std::sqrt(2 / std::abs(energy))));
    }
  }
  std::sort(out.modes.begin(), out.modes.end(),
            [](const NormalMode& a, const NormalMode& b) { return a.frequency < b.frequency; });
  return out;
}

std::vector<std::string> resonances(const SmallOscillations& small, int mode) {
  std::vector<std::string> out;
  if (small.degenerate) out.push_back("the equilibrium is degenerate: an eigenvalue is zero");
  const double own = small.modes[mode - 1].frequency;
  for (int other = 1; other <= static_cast<int>(small.modes.size()); ++other) {
    const double ratio = small.modes[other - 1].frequency / own, whole = std::round(ratio);
    if (other == mode || whole < 1 || std::abs(ratio - whole) > spectrum_tolerance * whole) continue;
    out.push_back(whole == 1 ? fmt::format("mode {} has the same frequency", other)
                             : fmt::format("mode {} has {:.0f} times the frequency of mode {}, a 1:{:.0f} resonance",
                                           other, whole, mode, whole));
  }
  return out;
}

}  // namespace oopss
