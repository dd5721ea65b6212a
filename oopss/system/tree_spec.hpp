// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "oopss/linkage/linkage.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/model/model.hpp"
#include "oopss/spatial/ball_law.hpp"
#include "oopss/spatial/space_tree.hpp"
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
  std::array<Slot, 6> kp_matrix{-1, -1, -1, -1, -1, -1}, kd_matrix = kp_matrix;  // on balls: xx, xy, xz, yy, yz, zz
  bool kd_is_matrix = false;
};

struct JointSlots {
  int first = -1, second = -1;  // bodies
  std::array<Slot, 3> d_first{-1, -1, -1}, d_second{-1, -1, -1};
  std::vector<LawSlots> laws;
  bool hinge = false;                    // in space: else it is a ball
  std::array<Slot, 3> axis{-1, -1, -1};  // of a hinge: the unit vector
  bool rests_turned = false;             // the attitude at rest is given:
  std::array<Slot, 4> rest{-1, -1, -1, -1};
  const Expression* motion = nullptr;  // of its angle, in t
};

/// A torque on a body from outside: a number, or a formula.
struct OutsideSlots {
  int body = -1;
  Slot value = -1;
  const Expression* formula = nullptr;
};

/// A force on a point of a body from outside: numbers, or formulas.
struct ForceSlots {
  int body = -1;
  std::array<Slot, 2> place{-1, -1};  // of its point from the body's mass centre
  std::array<Slot, 2> value{-1, -1};
  std::array<const Expression*, 2> formula{};
};

/// A joint that closes a loop, a chord of the spanning tree. Its angle, and likewise its rate, is a sum of those of the
/// tree's joints, each times +1 or −1.
struct ChordSlots {
  struct Term {
    int place, sign;  // among the tree's joints
  };
  int joint = -1;
  std::vector<Term> sum;
};

/// A tree in the plane or in space, or planar bodies with loops, with its numbers as inputs: what derivation starts
/// from. It points into its model's expressions, so it must not outlive the model.
struct TreeSpec {
  const Model* model = nullptr;
  std::shared_ptr<const Model> own;  // where the model given was yet to be checked: `model` is this one
  Topology topology;             // of the tree; with loops, of the spanning tree, whose joints it counts by themselves
  std::vector<int> tree_joints;  // the joints of that tree, in the order of the file; all of them without loops
  std::vector<ChordSlots> chords;  // the others: each joint of the file whose bodies hang together by those before it
  FixedList<std::string> body_names, joint_names;
  FixedList<Input> inputs;
  FixedList<std::string> exact;             // per input: the decimal as written, or empty if it was computed
  std::vector<Slot> m, I;                   // per body
  std::vector<std::array<Slot, 6>> tensor;  // in space, instead of I: xx, xy, xz, yy, yz, zz
  FixedList<JointSlots> joints;             // all, in the order of the file
  std::array<Slot, 3> drift{-1, -1, -1};    // the velocity of the mass centre
  std::vector<OutsideSlots> outside;        // of the bodies on which torques act from outside
  std::vector<ForceSlots> forces;           // that act from outside
  std::map<std::string, Slot, std::less<>> parameters;  // of the model, those that torques and motions mention
};

/// A number of the file as it was written, if it is a decimal; empty if it was computed.
std::string exact_decimal(const Number& number);

/// Checks the model if that was not done, and throws ModelError as the reader does.
TreeSpec tree_spec(const Model& model);

/// The same of a checked model without names and topology: the slots, and the values of the inputs.
struct SlotValues {
  TreeSpec slots;
  std::vector<double> values;
};
SlotValues slot_values(const Model& model);

/// Whether the bodies are in space; else in the plane.
inline bool in_space(const TreeSpec& spec) { return !is_planar(*spec.model); }

/// Whether torques or forces act from outside.
inline bool is_acted_on(const TreeSpec& spec) { return !spec.outside.empty() || !spec.forces.empty(); }

/// The same with no laws at these joints.
TreeSpec without_laws(TreeSpec spec, const std::vector<int>& joints);

/// The state of the tree: with laws, or torques that a caller gives, it counts work and dissipation, with torques
/// and forces on bodies what these add to the total momentum, and with forces where the mass centre is and goes.
Layout layout_of(const TreeSpec& spec, bool driven);

template <Scalar T>
T at_slot(const std::vector<T>& p, Slot slot) {
  return slot < 0 ? T(0) : p[slot];
}

/// The velocity of the mass centre, x, y and z.
template <Scalar T>
std::array<T, 3> drift_of(const TreeSpec& spec, const std::vector<T>& p) {
  return {at_slot(p, spec.drift[0]), at_slot(p, spec.drift[1]), at_slot(p, spec.drift[2])};
}
/// Whether it moves.
inline bool drifts(const TreeSpec& spec) { return spec.drift != std::array<Slot, 3>{-1, -1, -1}; }

/// Springs and dampers: the laws proportional, pd and sine.
inline bool is_spring(LawKind kind) {
  return kind == LawKind::proportional || kind == LawKind::pd || kind == LawKind::sine;
}
inline bool is_ball_law(LawKind kind) {
  return kind == LawKind::log || kind == LawKind::skew || kind == LawKind::matrix;
}
/// Joints with a law that is a function of the program. Its torque is the argument u_JOINT of their equations.
std::vector<int> function_joints(const TreeSpec& spec);
std::string argument_name(const std::string& joint);

/// Joints under exact linearisation.
std::vector<int> linearised_joints(const TreeSpec& spec);

/// Joints whose motion is prescribed.
std::vector<int> moved_joints(const TreeSpec& spec);

std::vector<JointSpring> joint_springs(const TreeSpec& spec, const std::vector<double>& p);

/// For every joint of the file its angle, or rate, from those of the tree's joints; into `out`, which has room.
template <Scalar T>
void at_all_joints(const TreeSpec& spec, const T* of_tree, T* out) {
  for (std::size_t k = 0; k < spec.tree_joints.size(); ++k) out[spec.tree_joints[k]] = of_tree[k];
  for (const ChordSlots& chord : spec.chords) {
    T sum = T(0);
    for (const auto& [place, sign] : chord.sum) sum = sign > 0 ? sum + of_tree[place] : sum - of_tree[place];
    out[chord.joint] = sum;
  }
}
inline std::vector<double> at_all_joints(const TreeSpec& spec, const std::vector<double>& of_tree) {
  std::vector<double> out(spec.joints.size());
  at_all_joints(spec, of_tree.data(), out.data());
  return out;
}
/// The other way round: of the tree's joints, in their order.
std::vector<double> at_tree_joints(const TreeSpec& spec, const std::vector<double>& of_all);

/// The tree with these inputs, its mass added up.
template <Scalar T>
PlanarTree<T> planar_tree(const TreeSpec& spec, const std::vector<T>& p) {
  PlanarTree<T> tree;
  static_cast<Topology&>(tree) = spec.topology;
  tree.d_parent.resize(spec.m.size());
  tree.d_child.resize(spec.m.size());
  tree.m.reserve(spec.m.size());
  tree.I.reserve(spec.m.size());
  for (int i = 0; i < tree.size(); ++i) {
    tree.m.push_back(at_slot(p, spec.m[i]));
    tree.I.push_back(at_slot(p, spec.I[i]));
    tree.mass = i == 0 ? tree.m[0] : tree.mass + tree.m[i];
    if (tree.parent[i] < 0) continue;
    const JointSlots& joint = spec.joints[spec.tree_joints[tree.joint[i]]];
    const Vec2<T> first = {at_slot(p, joint.d_first[0]), at_slot(p, joint.d_first[1])};
    const Vec2<T> second = {at_slot(p, joint.d_second[0]), at_slot(p, joint.d_second[1])};
    tree.d_parent[i] = tree.sense[i] > 0 ? first : second;
    tree.d_child[i] = tree.sense[i] > 0 ? second : first;
  }
  return tree;
}

/// The laws of balls, per joint.
template <Scalar T>
std::vector<std::vector<BallLaw<T>>> ball_laws(const TreeSpec& spec, const std::vector<T>& p) {
  const auto matrix = [&](const std::array<Slot, 6>& slots) {
    return Symmetric3<T>{at_slot(p, slots[0]), at_slot(p, slots[1]), at_slot(p, slots[2]),
                         at_slot(p, slots[3]), at_slot(p, slots[4]), at_slot(p, slots[5])};
  };
  std::vector<std::vector<BallLaw<T>>> out;
  for (const JointSlots& joint : spec.joints) {
    out.emplace_back();
    for (const LawSlots& law : joint.laws) {
      if (!is_ball_law(law.kind)) continue;
      BallLaw<T> each;
      each.kind = law.kind;
      each.kp = at_slot(p, law.kp);
      each.K = matrix(law.kp_matrix);
      each.kd = at_slot(p, law.kd);
      if (law.kd_is_matrix) each.D = matrix(law.kd_matrix);
      out.back().push_back(std::move(each));
    }
  }
  return out;
}

/// The tree in space with these inputs.
template <Scalar T>
SpaceTree<T> space_tree(const TreeSpec& spec, const std::vector<T>& p) {
  const auto vector = [&](const std::array<Slot, 3>& slots) {
    return Vec3<T>{at_slot(p, slots[0]), at_slot(p, slots[1]), at_slot(p, slots[2])};
  };
  SpaceTree<T> tree;
  static_cast<Topology&>(tree) = spec.topology;
  for (const JointSlots& joint : spec.joints) {
    tree.joints.emplace_back();
    if (joint.hinge) tree.joints.back().axis = vector(joint.axis);
    if (joint.rests_turned)
      tree.joints.back().rest = Quaternion<T>{at_slot(p, joint.rest[0]), at_slot(p, joint.rest[1]),
                                              at_slot(p, joint.rest[2]), at_slot(p, joint.rest[3])};
  }
  tree.d_parent.resize(spec.m.size());
  tree.d_child.resize(spec.m.size());
  for (int i = 0; i < tree.size(); ++i) {
    tree.m.push_back(at_slot(p, spec.m[i]));
    const std::array<Slot, 6>& I = spec.tensor[i];
    tree.I.push_back(
        {at_slot(p, I[0]), at_slot(p, I[1]), at_slot(p, I[2]), at_slot(p, I[3]), at_slot(p, I[4]), at_slot(p, I[5])});
    tree.mass = i == 0 ? tree.m[0] : tree.mass + tree.m[i];
    if (tree.parent[i] < 0) continue;
    const JointSlots& joint = spec.joints[tree.joint[i]];
    tree.d_parent[i] = vector(tree.sense[i] > 0 ? joint.d_first : joint.d_second);
    tree.d_child[i] = vector(tree.sense[i] > 0 ? joint.d_second : joint.d_first);
  }
  place_hinges(tree);
  return tree;
}

template <Scalar T>
std::vector<Chord<T>> chords(const TreeSpec& spec, const std::vector<T>& p) {
  std::vector<Chord<T>> out;
  for (const ChordSlots& chord : spec.chords) {
    const JointSlots& joint = spec.joints[chord.joint];
    out.push_back({joint.first,
                   joint.second,
                   {at_slot(p, joint.d_first[0]), at_slot(p, joint.d_first[1])},
                   {at_slot(p, joint.d_second[0]), at_slot(p, joint.d_second[1])}});
  }
  return out;
}

/// The tree with its loops, in numbers.
Linkage linkage_of(const TreeSpec& spec, const std::vector<double>& p);

}  // namespace oopss
