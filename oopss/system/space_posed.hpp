// SPDX-License-Identifier: Apache-2.0
// The velocities that bodies in space have at a shape: what starts and drags of starts are solved with.
#pragma once

#include "oopss/system/moved.hpp"
#include "oopss/system/space_motion.hpp"

namespace oopss {

/// What [start] gives under a name, if anything; and its three numbers.
inline const Named* entry_of(const std::vector<Named>& given, const std::string& name) {
  for (const Named& entry : given)
    if (entry.name.value == name) return &entry;
  return nullptr;
}

inline Vec3<double> vector_of(const std::vector<Number>& value) {
  return {value[0].value, value[1].value, value[2].value};
}

/// The bodies posed at a shape and an attitude.
struct PosedBodies {
  using Vector = Vec3<double>;
  const TreeSpec& spec;
  SpaceTree<double> tree;
  SpaceOffsets place;
  SpaceBodies<double> bodies;

  PosedBodies(const TreeSpec& spec_, const std::vector<double>& p, const Layout& layout, const std::vector<double>& x)
      : spec(spec_), tree(space_tree(spec, p)), place(layout), bodies(tree.size()) {
    read_attitudes(tree, place, x.data(), bodies);
  }

  /// ω of all bodies with these relative spins of the joints (on the second body, in inertial axes), the root at
  /// ω_root.
  std::vector<Vector> spins(const std::vector<Vector>& of_joints, const Vector& omega_root) const {
    std::vector<Vector> omega(tree.m.size());
    for (const int i : tree.order) {
      const int p = tree.parent[i];
      if (p < 0)
        omega[i] = omega_root;
      else
        omega[i] = tree.sense[i] > 0 ? omega[p] + of_joints[tree.joint[i]] : omega[p] - of_joints[tree.joint[i]];
    }
    return omega;
  }
  std::vector<Vector> momenta(const std::vector<Vector>& omega) const {
    return oopss::momenta<Space<double>>(tree, bodies.attitude, omega);
  }
  Vector total(const std::vector<Vector>& mu) const { return total_momentum<double>(tree, mu); }
  Symmetric3<double> locked_inertia() const { return oopss::locked_inertia<double>(tree, bodies.attitude); }
  /// ω of all bodies with these relative spins and this total momentum.
  std::vector<Vector> velocities(const std::vector<Vector>& of_joints, const Vector& momentum) const {
    const Vector of_shape = total(momenta(spins(of_joints, {})));
    return spins(of_joints, solve(locked_inertia(), momentum - of_shape));
  }
  double twice_energy(const std::vector<Vector>& omega) const {
    return twice_kinetic<double>(tree, momenta(omega), omega);
  }
  /// The relative spins of joints with these rates: of a hinge its rate, as x, of a ball a vector in its second body's
  /// axes.
  std::vector<Vector> spins_of(const std::vector<Vector>& rates) const {
    std::vector<Vector> out;
    for (std::size_t k = 0; k < rates.size(); ++k)
      out.push_back(spec.joints[k].hinge ? rates[k].x * axis(k) : bodies.attitude[spec.joints[k].second] * rates[k]);
    return out;
  }
  /// The other way round, from ω of all bodies.
  std::vector<Vector> rates(const std::vector<Vector>& omega) const {
    std::vector<Vector> out;
    for (std::size_t k = 0; k < spec.joints.size(); ++k) {
      const Vector relative = omega[spec.joints[k].second] - omega[spec.joints[k].first];
      if (spec.joints[k].hinge)
        out.push_back({dot(axis(k), relative), 0, 0});
      else
        out.push_back(transposed(bodies.attitude[spec.joints[k].second]) * relative);
    }
    return out;
  }
  /// The rates that the file gives under a key, and those of prescribed motions; what is left out is zero.
  std::vector<Vector> rates_given(const std::vector<Named>& given, const std::vector<MovedStart>& moved = {}) const {
    std::vector<Vector> out(tree.joints.size());
    for (const MovedStart& one : moved) out[one.joint].x = one.rate;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const Named* entry = entry_of(given, spec.joint_names[k]);
      if (entry) out[k] = spec.joints[k].hinge ? Vector{entry->value[0].value, 0, 0} : vector_of(entry->value);
    }
    return out;
  }

 private:
  /// Of a hinge, in inertial axes.
  Vector axis(std::size_t k) const { return bodies.attitude[spec.joints[k].first] * *tree.joints[k].axis; }
};

}  // namespace oopss
