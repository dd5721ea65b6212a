// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

namespace oopss {

/// What a part of the state is.
enum class BlockKind {
  joint_angle,  // φ of a pin or a hinge
  rotation,     // of a ball: a unit quaternion w, x, y, z
  momentum,     // μ of a body: one number in the plane, three in space, one on a hinge
  attitude,     // of one body, the root: its angle θ in the plane, else a unit quaternion
  work,         // done by the laws without energy, but for Flow::released, and by torques from outside
  dissipated,   // what the dampers took
  impulse,      // what torques and forces from outside have added to the total momentum
  centre,       // where the mass centre of all is, where forces act from outside
  drift         // and its velocity
};

/// What an error in a block is judged by: angles in radians, whatever the number of turns, and place and velocity of
/// the mass centre in metres and seconds beside them; momenta by the largest of them; work and dissipation, quadratures
/// that feed nothing back, by themselves and by the kinetic energy.
enum class ErrorGroup { angle, momentum, energy };

/// A part of the flat state x.
struct Block {
  BlockKind kind{};
  int owner = -1;  // the joint or the body; −1: the system
  int offset = 0, size = 1;
  ErrorGroup group{};
};

/// Neighbouring numbers of the state, from `begin` to before `end`.
struct Stretch {
  int begin = 0, end = 0;
};

/// Where things are in the flat state x.
struct Layout {
  int bodies = 0, joints = 0;
  int size = 0;
  std::vector<Block> blocks;                      // in the order of the state
  std::array<std::vector<Stretch>, 3> stretches;  // of each error group

  const std::vector<Stretch>& of_group(ErrorGroup group) const { return stretches[static_cast<std::size_t>(group)]; }
  /// Where the first block of this kind begins, or that of one owner; −1 if there is none.
  int offset(BlockKind kind) const;
  int offset(BlockKind kind, int owner) const;
  /// Where the angle of a joint is, or the turn of a ball.
  int of_joint(int joint) const;
};

/// The group of a kind.
inline ErrorGroup group_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::joint_angle:
    case BlockKind::rotation:
    case BlockKind::attitude:
    case BlockKind::centre:
    case BlockKind::drift:
      return ErrorGroup::angle;
    case BlockKind::momentum:
    case BlockKind::impulse:
      return ErrorGroup::momentum;
    case BlockKind::work:
    case BlockKind::dissipated:
      break;
  }
  return ErrorGroup::energy;
}

inline int Layout::offset(BlockKind kind) const {
  for (const Block& block : blocks)
    if (block.kind == kind) return block.offset;
  return -1;
}

inline int Layout::offset(BlockKind kind, int owner) const {
  for (const Block& block : blocks)
    if (block.kind == kind && block.owner == owner) return block.offset;
  return -1;
}

inline int Layout::of_joint(int joint) const {
  const int angle = offset(BlockKind::joint_angle, joint);
  return angle >= 0 ? angle : offset(BlockKind::rotation, joint);
}

/// Adds a block at the end of the state.
inline void add_block(Layout& layout, BlockKind kind, int owner, int size = 1) {
  const Block block{kind, owner, layout.size, size, group_of(kind)};
  layout.blocks.push_back(block);
  layout.size += size;
  std::vector<Stretch>& stretches = layout.stretches[static_cast<std::size_t>(block.group)];
  if (!stretches.empty() && stretches.back().end == block.offset)
    stretches.back().end = layout.size;
  else
    stretches.push_back({block.offset, layout.size});
}

/// Whether torques or forces act from outside, so that the total momentum is not kept, but balanced by their impulse.
inline bool acted_on_from_outside(const Layout& layout) { return layout.offset(BlockKind::impulse) >= 0; }

/// Puts one number per owner into the blocks of a kind, which have one number each.
inline void put(const Layout& layout, BlockKind kind, const std::vector<double>& by_owner, std::vector<double>& x) {
  for (const Block& block : layout.blocks)
    if (block.kind == kind) x[block.offset] = by_owner[block.owner];
}

/// A planar tree: φ of every joint, μ of every body, θ of body 0, the root, and with laws work and dissipation. With
/// loops: φ of the joints of a spanning tree, `tree_joints` of them all; the others follow from these.
inline Layout planar_layout(int bodies, const std::vector<int>& tree_joints, int joints, bool laws) {
  Layout out;
  out.bodies = bodies;
  out.joints = joints;
  out.blocks.reserve(tree_joints.size() + static_cast<std::size_t>(bodies) + 3);
  for (const int k : tree_joints) add_block(out, BlockKind::joint_angle, k);
  for (int i = 0; i < bodies; ++i) add_block(out, BlockKind::momentum, i);
  add_block(out, BlockKind::attitude, 0);
  if (laws) {
    add_block(out, BlockKind::work, -1);
    add_block(out, BlockKind::dissipated, -1);
  }
  return out;
}

inline Layout planar_layout(int bodies, int joints, bool laws) {
  std::vector<int> all;
  for (int k = 0; k < joints; ++k) all.push_back(k);
  return planar_layout(bodies, all, joints, laws);
}

/// A tree in space: φ of hinges and the turns of balls from rest, the momenta μ of the bodies along inertial axes, of
/// those on hinges the part along the axis; the attitude of the root, and with laws work and dissipation.
inline Layout space_layout(const std::vector<bool>& hinge_of_joint, const std::vector<bool>& body_on_hinge, int root,
                           bool laws) {
  Layout out;
  out.bodies = static_cast<int>(body_on_hinge.size());
  out.joints = static_cast<int>(hinge_of_joint.size());
  for (int k = 0; k < out.joints; ++k)
    if (hinge_of_joint[k])
      add_block(out, BlockKind::joint_angle, k);
    else
      add_block(out, BlockKind::rotation, k, 4);
  for (int i = 0; i < out.bodies; ++i) add_block(out, BlockKind::momentum, i, body_on_hinge[i] ? 1 : 3);
  add_block(out, BlockKind::attitude, root, 4);
  if (laws) {
    add_block(out, BlockKind::work, -1);
    add_block(out, BlockKind::dissipated, -1);
  }
  return out;
}

/// Where `planar_layout` puts things.
struct PlanarOffsets {
  int bodies = 0, joints = 0;      // joints whose φ are in the state
  int angles = 0, momenta = 0;     // first φ, first μ
  int root_angle = 0;              // θ of the root body
  int work = -1, dissipated = -1;  // −1 without laws
  int impulse = -1;                // −1 where nothing acts from outside
  int centre = -1, drift = -1;     // −1 where no forces act from outside
  int size = 0;

  explicit PlanarOffsets(const Layout& layout = {})
      : bodies(layout.bodies),
        joints(
            static_cast<int>(std::count_if(layout.blocks.begin(), layout.blocks.end(),
                                           [](const Block& block) { return block.kind == BlockKind::joint_angle; }))),
        momenta(joints),
        root_angle(joints + bodies),
        work(layout.offset(BlockKind::work)),
        dissipated(layout.offset(BlockKind::dissipated)),
        impulse(layout.offset(BlockKind::impulse)),
        centre(layout.offset(BlockKind::centre)),
        drift(layout.offset(BlockKind::drift)),
        size(layout.size) {}
};

}  // namespace oopss
