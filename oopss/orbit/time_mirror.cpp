// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/time_mirror.hpp"

#include <cmath>
#include <numbers>

#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/orbit/passage.hpp"

namespace oopss {
namespace {

constexpr int mirror_samples = 128, mirror_harmonics = 40;
constexpr double mirror_tolerance = 1e-6;  // of the largest coefficient: what rounding leaves of unstable loops

/// A Fourier coefficient of e^{2πi k t/T}, and what it becomes at the instant of symmetry: real of momenta, imaginary
/// of angles.
struct Coefficient {
  int k = 0;
  std::complex<double> value;  // multiplied by i for angles: real then too
};

std::vector<Coefficient> coefficients_of(const OrbitSystem& model, const OrbitLoop& loop) {
  const Layout& layout = model.system.layout;
  const int size = model.system.bracket.size;
  const double unit = momentum_unit(model.system, loop.start);
  const Eigen::MatrixXd none(layout.size, 0);
  std::vector<Coefficient> out;
  std::vector<std::vector<double>> rows;
  for (std::vector<double> x = loop.start; static_cast<int>(rows.size()) < mirror_samples;) {
    Passage part = passage(model, x, loop.period / mirror_samples, none);
    if (!part.trouble.empty()) return {};
    rows.push_back(std::move(x));
    x = std::move(part.end);
  }
  for (const Block& block : layout.blocks) {
    if (block.offset >= size) continue;
    const bool angle = block.kind == BlockKind::joint_angle;
    const double turns = angle && block.owner < static_cast<int>(loop.winding.size()) ? loop.winding[block.owner] : 0;
    for (int k = 1; k <= mirror_harmonics; ++k) {
      std::complex<double> sum = 0;
      for (int i = 0; i < mirror_samples; ++i) {
        const double part = 2 * std::numbers::pi * i / mirror_samples;
        const double value = rows[i][block.offset] - turns * part;
        sum += value / (angle ? 1 : unit) * std::polar(1.0, -std::remainder(k * part, 2 * std::numbers::pi));
      }
      out.push_back({k, sum / static_cast<double>(mirror_samples) * (angle ? std::complex<double>(0, 1) : 1.0)});
    }
  }
  return out;
}

}  // namespace

bool mirrors_in_time(const OrbitSystem& model, const OrbitLoop& loop) {
  const std::vector<Coefficient> all = coefficients_of(model, loop);
  if (all.empty()) return false;
  const Coefficient& leading = *std::max_element(
      all.begin(), all.end(),
      [](const Coefficient& a, const Coefficient& b) { return std::abs(a.value) < std::abs(b.value); });
  const double bound = mirror_tolerance * std::abs(leading.value);
  for (int j = 0; j < 2 * leading.k; ++j) {  // the instants at which the leading one is real
    const double instant = (std::numbers::pi * j - std::arg(leading.value)) / leading.k;
    if (std::all_of(all.begin(), all.end(), [&](const Coefficient& one) {
          return std::abs((one.value * std::polar(1.0, one.k * instant)).imag()) < bound;
        }))
      return true;
  }
  return false;
}

}  // namespace oopss
