// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "oopss/mechanics/torque.hpp"
#include "oopss/model/model.hpp"
#include "oopss/system/system.hpp"

namespace oopss {

/// An input's index in p, or −1 for a structural zero: a literal 0 of the file, which leaves the formulas.
using Slot = int;

struct LawSlots {
  LawKind kind;
  Slot kp = -1, kd = -1, bias = -1;   // springs
  Slot frequency = -1, damping = -1;  // linearise
  const Expression* target = nullptr;
  const Expression* formula = nullptr;
  const Expression* energy = nullptr;
  const LawFunction* function = nullptr;
};

struct JointSlots {
  int first = -1, second = -1;  // bodies
  std::array<Slot, 2> d_first{-1, -1}, d_second{-1, -1};
  std::vector<LawSlots> laws;
};

/// A planar tree with its numbers as inputs: what derivation starts from. It points into its model's expressions, so it
/// must not outlive the model.
struct TreeSpec {
  const Model* model = nullptr;
  std::shared_ptr<const Model> own;  // where the model given was yet to be checked: `model` is this one
  Topology topology;
  std::vector<std::string> body_names, joint_names;
  std::vector<Input> inputs;
  std::vector<std::string> exact;  // per input: the decimal as written, or empty if it was computed
  std::vector<Slot> m, I;          // per body
  std::vector<JointSlots> joints;
  std::map<std::string, Slot, std::less<>> parameters;  // of the model, those that formulas of laws mention
};

/// Checks the model if that was not done, and throws ModelError as the reader does; also for bodies in space.
TreeSpec tree_spec(const Model& model);

/// The state of the tree: with laws, or torques from outside, it counts work and dissipation.
Layout layout_of(const TreeSpec& spec, bool driven);

template <Scalar T>
T at_slot(const std::vector<T>& p, Slot slot) {
  return slot < 0 ? T(0) : p[slot];
}

/// Springs and dampers: the laws proportional, pd and sine.
inline bool is_spring(LawKind kind) {
  return kind == LawKind::proportional || kind == LawKind::pd || kind == LawKind::sine;
}
/// Joints with a law that is a function of the program. Its torque is the argument u_JOINT of their equations.
std::vector<int> function_joints(const TreeSpec& spec);
std::string argument_name(const std::string& joint);

std::vector<JointSpring> joint_springs(const TreeSpec& spec, const std::vector<double>& p);

/// The tree with these inputs, its mass added up.
template <Scalar T>
PlanarTree<T> planar_tree(const TreeSpec& spec, const std::vector<T>& p) {
  PlanarTree<T> tree;
  static_cast<Topology&>(tree) = spec.topology;
  tree.d_parent.resize(spec.m.size());
  tree.d_child.resize(spec.m.size());
  for (int i = 0; i < tree.size(); ++i) {
    tree.m.push_back(at_slot(p, spec.m[i]));
    tree.I.push_back(at_slot(p, spec.I[i]));
    tree.mass = i == 0 ? tree.m[0] : tree.mass + tree.m[i];
    if (tree.parent[i] < 0) continue;
    const JointSlots& joint = spec.joints[tree.joint[i]];
    const Vec2<T> first = {at_slot(p, joint.d_first[0]), at_slot(p, joint.d_first[1])};
    const Vec2<T> second = {at_slot(p, joint.d_second[0]), at_slot(p, joint.d_second[1])};
    tree.d_parent[i] = tree.sense[i] > 0 ? first : second;
    tree.d_child[i] = tree.sense[i] > 0 ? second : first;
  }
  return tree;
}

}  // namespace oopss
