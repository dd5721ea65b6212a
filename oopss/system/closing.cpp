// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/closing.hpp"

#include <algorithm>

#include "oopss/linkage/mobility.hpp"
#include "oopss/linkage/multiplier.hpp"

namespace oopss {

ClosureRows closure_rows(const TreeSpec& spec, const std::vector<double>& p) {
  const StartPose pose = start_pose(spec, p);
  ClosureRows out{closing_rows(spec, pose), {}};
  const int root = spec.topology.root();
  Matrix<double> G(out.count(), spec.topology.size());
  const std::vector<double>& phi = pose.assembly.closed ? pose.mobility.phi : pose.assembly.phi;
  if (out.loops > 0) closure_jacobian(pose.linkage.loops, turns(absolute_angles(spec.topology, phi, 0.0)), root, G);
  write_fixed(out, G);
  out.independent = independent_rows(G);
  out.independent.resize(std::min(out.independent.size(), static_cast<std::size_t>(out.rank)));
  return out;
}

ClosureExpressions closure_expressions(const Topology& tree, const std::vector<Loop<Expr>>& loops,
                                       const ClosureRows& rows, const std::vector<Expr>& theta,
                                       const std::vector<Expr>& omega) {
  const auto count = static_cast<std::size_t>(rows.count());
  ClosureExpressions out{std::vector<Expr>(count), Matrix<Expr>(rows.count(), tree.size()), std::vector<Expr>(count)};
  if (rows.loops > 0) {
    const std::vector<Rotation<Expr>> R = turns(theta);
    closure(loops, R, out.gap);
    closure_jacobian(loops, R, tree.root(), out.G);
    closure_curvature(loops, R, omega, tree.root(), out.curvature);
  }
  write_fixed(rows, out.G);
  for (std::size_t k = 0; k < rows.fixed.size(); ++k) {
    const FixedJoint& joint = rows.fixed[k];
    out.gap[rows.loops + k] = theta[joint.second] - theta[joint.first] - shortest_decimal(joint.angle);
  }
  return out;
}

ClosingExpressions closing_expressions(const TreeSpec& spec, const FieldExpressions& field, const ClosureRows& rows) {
  const PlanarTree<Expr> tree = planar_tree(spec, field.symbols.p);
  ClosureExpressions closure =
      closure_expressions(tree, loops_of(tree, chords(spec, field.symbols.p)), rows, field.theta, field.omega);
  const Motions given = motions(spec, field.symbols.t, field.symbols.p);
  const int more = static_cast<int>(given.joints.size() + field.linearised.size());
  ClosingExpressions out{.loops = rows.count(),
                         .moved = given.joints,
                         .gap = std::move(closure.gap),
                         .gap_by_time = std::vector<Expr>(static_cast<std::size_t>(rows.count())),
                         .G = Matrix<Expr>(rows.count() + more, tree.size()),
                         .schur = {},
                         .right = std::move(closure.curvature),
                         .rank = rows.rank + more};
  std::copy(closure.G.entries.begin(), closure.G.entries.end(), out.G.entries.begin());
  const auto add_row = [&](int plus, int minus, const Expr& curvature) {
    const int row = static_cast<int>(out.right.size());
    out.G(row, plus) = Expr(1);
    out.G(row, minus) = Expr(-1);
    out.right.push_back(curvature);
  };
  for (std::size_t c = 0; c < given.joints.size(); ++c) {
    const JointSlots& joint = spec.joints[given.joints[c]];
    out.gap.push_back(field.theta[joint.second] - field.theta[joint.first] - given.angle[c]);
    out.gap_by_time.push_back(-given.rate[c]);
    add_row(joint.second, joint.first, -given.acceleration[c]);
  }
  for (std::size_t c = 0; c < field.linearised.size(); ++c) {
    const JointSlots& joint = spec.joints[field.linearised[c]];
    add_row(joint.first, joint.second, field.demand[c]);
  }
  std::vector<Expr> along(out.right.size());
  times(out.G, angular_accelerations(tree, field.theta, field.symbols.mu, field.omega, field.mu_rate), along);
  for (std::size_t c = 0; c < along.size(); ++c) out.right[c] = -(along[c] + out.right[c]);
  out.schur = closure_inertia(tree, field.theta, out.G).schur;
  return out;
}

}  // namespace oopss
