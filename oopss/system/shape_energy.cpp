// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/shape_energy.hpp"

namespace oopss {

ShapeEnergy shape_energy(const PlanarTree<double>& tree, ShapeLandscape of, std::vector<std::string> bodies,
                         std::vector<std::string> joints) {
  ShapeEnergy out{std::move(bodies), std::move(joints), std::move(of), {}, {}};
  std::vector<double> damping(static_cast<std::size_t>(out.landscape.joints), 0.0);
  for (const JointSpring& spring : out.landscape.springs) damping[spring.joint] += spring.law.kd;
  out.search = [tree, landscape = out.landscape] { return relative_equilibria(tree, landscape); };
  out.small_motion = [tree, damping](const std::vector<double>& phi) {
    const PairConstants<double> constants = pair_constants(tree);
    const std::vector<double> theta = absolute_angles(tree, phi, 0.0);
    const ShapeInertia<double> shape = shape_inertia(tree, pseudo_inertia(constants, theta));
    return SmallMotion{shape.M_s, gyroscopic_matrix(tree, shape, slope_matrix(constants, theta)), damping};
  };
  return out;
}

}  // namespace oopss
