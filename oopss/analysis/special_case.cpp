// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/special_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

/// x and y at an equilibrium, or the name of a collinear one.
bool collinear(const RelativeEquilibrium& one) {
  return std::abs(std::sin(one.phi[0])) + std::abs(std::sin(one.phi[1])) < 1e-6;
}
std::string shape_name(const RelativeEquilibrium& one) {
  if (!collinear(one)) return "the pair";
  const auto name = [](double angle) { return std::cos(angle) > 0 ? "0" : "pi"; };
  return std::string("(") + name(one.phi[0]) + ", " + name(one.phi[1]) + ")";
}

int sign(double value) { return value > 0 ? 1 : -1; }

/// What one chain has to say about its cell.
SpecialCell cell_of(const SampledChain& chain) {
  SpecialCell out;
  out.number = case_of(chain.kappa, chain.tau);
  out.region = region_of(chain.kappa, chain.tau);
  out.systems = 1;
  out.realisable = chain.chain.e1 > 0 ? 1 : 0;
  out.count = static_cast<int>(chain.all.size());
  for (const RelativeEquilibrium& one : chain.all) {
    if (one.stability.verdict == Stability::stable) out.stable.push_back(shape_name(one));
    if (collinear(one)) continue;
    out.sign_cos_x = sign(std::cos(one.phi[0]));
    out.sign_cos_y = sign(std::cos(one.phi[1]));
    out.pair_index = one.stability.index;
    out.pair = one.stability.verdict;
  }
  std::sort(out.stable.begin(), out.stable.end());
  out.stable.erase(std::unique(out.stable.begin(), out.stable.end()), out.stable.end());
  return out;
}

void join(SpecialCell& cell, const SpecialCell& one) {
  const auto facts = [](const SpecialCell& whole) {
    return std::array{whole.count, whole.sign_cos_x, whole.sign_cos_y, whole.pair_index, static_cast<int>(whole.pair)};
  };
  if (cell.systems == 0) {
    cell = one;
    return;
  }
  cell.alike = cell.alike && facts(cell) == facts(one) && (cell.region == 0 || cell.stable == one.stable);
  ++cell.systems;
  cell.realisable += one.realisable;
  for (const std::string& shape : one.stable)
    if (std::find(cell.stable.begin(), cell.stable.end(), shape) == cell.stable.end()) cell.stable.push_back(shape);
  std::sort(cell.stable.begin(), cell.stable.end());
}

}  // namespace

PlanarTree<double> tree_of(const AlignedChain& chain) {
  PlanarTree<double> tree;
  static_cast<Topology&>(tree) = numbered_topology({-1, 0, 1});
  tree.m = {chain.m1, chain.m2, chain.m3};
  tree.mass = chain.m1 + chain.m2 + chain.m3;
  tree.I = {1, 1, 1};
  tree.d_parent = {{}, {chain.c1, 0}, {chain.e1, 0}};
  tree.d_child = {{}, {-chain.b1, 0}, {-chain.d1, 0}};
  return tree;
}

AlignedChain aligned_chain(double kappa, double tau, AlignedChain chain) {
  // A1 = m1 m3 c1 d1, B1 = [m3 (b1 + e1) + m2 b1] m1 c1, B2 = [m1 (b1 + e1) + m2 e1] m3 d1
  const double beta1 = tau * chain.m3 * chain.d1, beta2 = tau / kappa * chain.m1 * chain.c1;  // the brackets
  const double det = (chain.m2 + chain.m3) * (chain.m1 + chain.m2) - chain.m1 * chain.m3;
  chain.b1 = ((chain.m1 + chain.m2) * beta1 - chain.m3 * beta2) / det;
  chain.e1 = ((chain.m2 + chain.m3) * beta2 - chain.m1 * beta1) / det;
  return chain;
}

int case_of(double kappa, double tau) { return kappa > 0 ? (tau > 0 ? 1 : 3) : (tau > 0 ? 4 : 2); }

int region_of(double kappa, double tau) {
  const double k = std::abs(kappa), t = std::abs(tau);
  if (!(std::abs(k - t) < 1 && k + t > 1)) return 0;
  return k * k + t * t < 1 ? 3 : k * k - t * t > 1 ? 1 : 2;
}

std::optional<AlignedRatios> aligned_ratios(const ShapeEnergy& energy) {
  if (energy.space.coordinates() != 2 || energy.space.retract || energy.space.state)
    return {};  // a planar tree of three
  ShapeValue found;
  const auto inertia = [&](double x, double y) {
    energy.landscape({x, y}, found);
    return found.inertia;
  };
  // I_lock = const + a cos(x ± y) + b cos x + c cos y, and sines if the joints are not aligned
  constexpr double pi = std::numbers::pi;
  const double I00 = inertia(0, 0), I01 = inertia(0, pi), I10 = inertia(pi, 0), I11 = inertia(pi, pi);
  const double a = (I00 - I01 - I10 + I11) / 4, b = (I00 + I01 - I10 - I11) / 4, c = (I00 - I01 + I10 - I11) / 4;
  const double rounding = 1e-12 * std::abs(I00);
  for (const auto& [x, y] : {std::pair{1.0, 0.0}, {0.0, 1.0}, {0.7, 0.4}})
    if (std::abs(inertia(x, y) - inertia(-x, -y)) > rounding) return {};
  if (std::min({std::abs(a), std::abs(b), std::abs(c)}) < rounding) return {};
  return AlignedRatios{b / c, b / a};
}

SpecialTable special_table(int per_case) {
  const AlignedChain chains[] = {{.m1 = 1, .m2 = 1, .m3 = 1, .c1 = 1, .d1 = 1},
                                 {.m1 = 1, .m2 = 3, .m3 = 2, .c1 = 1, .d1 = 3},
                                 {.m1 = 4, .m2 = 1, .m3 = 2, .c1 = 0.5, .d1 = 4}};
  SpecialTable out;
  for (const int number : {1, 2, 3, 4})
    for (const int region : {1, 2, 3, 0}) {
      SpecialCell cell;
      cell.number = number;
      cell.region = region;
      out.cells.push_back(cell);
    }
  for (const auto& [sign_kappa, sign_tau] : {std::array{1, 1}, {-1, -1}, {1, -1}, {-1, 1}})
    for (int k = 1; k <= per_case; ++k) {
      // A low-discrepancy sequence over (0.05, 2.5)²; a point within 0.01 of an edge would be nearly degenerate.
      const double kappa = sign_kappa * (0.05 + 2.45 * std::fmod(k * 0.7548776662466927, 1.0));
      const double tau = sign_tau * (0.05 + 2.45 * std::fmod(k * 0.5698402909980532, 1.0));
      const double a = std::abs(kappa), b = std::abs(tau);
      if (std::min({std::abs(a - b - 1), std::abs(b - a - 1), std::abs(a + b - 1), std::abs(std::hypot(a, b) - 1),
                    std::abs(a * a - b * b - 1)}) < 0.01)
        continue;
      for (const AlignedChain& chain : chains) {
        SampledChain sample{kappa, tau, aligned_chain(kappa, tau, chain), {}};
        const PlanarTree<double> tree = tree_of(sample.chain);
        sample.all = find_equilibria(shape_energy(tree, landscape(tree, 1.0, {}), {}, {"x", "y"})).all;
        const SpecialCell one = cell_of(sample);
        for (SpecialCell& cell : out.cells)
          if (cell.number == one.number && cell.region == one.region) join(cell, one);
        out.samples.push_back(std::move(sample));
      }
    }
  return out;
}

}  // namespace oopss
