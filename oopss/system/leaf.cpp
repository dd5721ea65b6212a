// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/leaf.hpp"

#include <cassert>

#include "oopss/system/blueprint.hpp"
#include "oopss/system/shape_energy.hpp"

namespace oopss {
namespace {

Expansion<double> stored_at(const ShapeLandscape& of, const std::vector<double>& phi) {
  const int n = static_cast<int>(phi.size());
  Expansion<double> out{0, std::vector<double>(phi.size(), 0.0), Matrix<double>(n, n)};
  add_stored(of, phi, out);
  return out;
}

}  // namespace

PairLeaf pair_leaf(const Blueprint& plan, const std::vector<double>& p, const ShapeEnergy& of) {
  assert(plan.at.size() == 2);
  const PairConstants<double> constants = pair_constants(planar_tree(plan, p));
  const int first = plan.joints[0].first, second = plan.joints[0].second;
  PairLeaf leaf{constants.diagonal[first],           constants.diagonal[second], constants.alpha(first, second),
                constants.beta(first, second),       of.landscape.mu_s,          {},
                angle_ranges(of.landscape)[0].circle};
  if (of.landscape.stores_energy())
    leaf.stored = [landscape = of.landscape](double theta) {
      const Expansion<double> U = stored_at(landscape, {theta});
      return std::array<double, 3>{U.value, U.gradient[0], U.hessian(0, 0)};
    };
  return leaf;
}

double locked_energy(const ShapeEnergy& of, const std::vector<double>& phi) {
  return amended_potential(of.landscape.mu_s, value(of.landscape.I_lock, phi)) + stored_at(of.landscape, phi).value;
}

}  // namespace oopss
