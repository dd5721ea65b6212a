// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/shape_energy.hpp"

namespace oopss {

ShapeEnergy shape_energy(const PlanarTree<double>& tree, ShapeLandscape of, std::vector<std::string> bodies,
                         std::vector<std::string> joints) {
  ShapeEnergy out{std::move(bodies), std::move(joints), std::move(of), {}, {}};
  std::vector<double> damping(static_cast<std::size_t>(out.landscape.joints), 0.0);
  for (const JointSpring& spring : out.landscape.springs) damping[spring.joint] += spring.law.kd;
  out.search = [tree, landscape = out.landscape](const SearchPlan& plan) {
    return relative_equilibria(tree, landscape, plan);
  };
  out.small_motion = [tree, damping](const std::vector<double>& phi) {
    auto [M_s, G] = free_motion(tree, pair_constants(tree), phi);
    return SmallMotion{std::move(M_s), std::move(G), damping};
  };
  return out;
}

}  // namespace oopss
