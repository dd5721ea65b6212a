// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "oopss/system/space_notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// The turn of a ball from rest, R(q) = A R(rest)ᵀ, as a quaternion with w > 0:
///   w = ½ √(1 + tr R),   v = vee(R − Rᵀ) / (4 w).
Quaternion<Expr> write_quaternion(SpaceNotebook& book, int k) {
  const SpaceJoint<Expr>& joint = book.tree.joints[k];
  const Matrix3<Expr> R = joint.rest ? book.R[k] * transposed(rotation_of(*joint.rest)) : book.R[k];
  const std::string& name = book.joint(k);
  const Expr w = book.define("q_" + name + "_w", fmt::format("q_{{{},w}}", book.index(k)),
                             sqrt(Expr(1) + R.x.x + R.y.y + R.z.z) / Expr(2), "w of the turn of " + name + " from rest",
                             Part::torque);
  const Vec3<Expr> v =
      book.vector({"q_" + name, "q", book.index(k), "the turn of " + name + " from rest", Part::torque},
                  Vec3<Expr>{R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y} / (Expr(4) * w));
  return quaternion(w, v);
}

/// The springs and dampers of a ball, in the axes of its first body; adds to the stored energy.
Vec3<Expr> write_ball_torque(SpaceNotebook& book, int k, const std::vector<BallLaw<Expr>>& laws,
                             const Vec3<Expr>& spin) {
  if (laws.empty()) return {};
  const Quaternion<Expr> q = write_quaternion(book, k);
  Vec3<Expr> torque;
  for (const BallLaw<Expr>& law : laws) {
    if (law.kind == LawKind::log) {
      const Expr factor = book.define("c_" + book.joint(k), fmt::format("c_{{{}}}", book.index(k)),
                                      Expr(2) * angle_by_sine(q.w), "the angle by the sine of its half", Part::torque);
      book.out.definitions.back().summed =
          fmt::format("\\frac{{2\\arccos q_{{{0},w}}}}{{\\sqrt{{1 - q_{{{0},w}}^2}}}}", book.index(k));
      const Vec3<Expr> phi = factor * vector_part(q);
      torque = torque + law.kp * phi;
      book.out.stored = book.out.stored + law.kp * dot(phi, phi) / Expr(2);
    } else {
      torque = torque + spring_torque(law, q);
      book.out.stored = book.out.stored + stored_energy(law, q);
    }
    torque = torque + damper_torque(law, book.R[k], spin);
  }
  return book.vector({"T_" + book.joint(k), "T", book.index(k),
                      fmt::format("the torque at {}: + on {}, - on {}, in the axes of the first", book.joint(k),
                                  book.body(book.spec.joints[k].first), book.body(book.spec.joints[k].second)),
                      Part::torque},
                     torque);
}

}  // namespace

void write_hinge_torque(SpaceNotebook& book, int k, const Expr& T, std::vector<SpaceTorque>& torque) {
  const JointSlots& joint = book.spec.joints[k];
  torque[k].hinge = book.name_if_needed(
      "T_" + book.joint(k), fmt::format("T_{{{}}}", book.index(k)), torque[k].hinge + T,
      fmt::format("torque at {}: + on {}, - on {}", book.joint(k), book.body(joint.first), book.body(joint.second)),
      Part::torque);
}

std::vector<SpaceTorque> write_space_torques(SpaceNotebook& book, const std::vector<Vec3<Expr>>& spin,
                                             const std::vector<Expr>& rate) {
  const TreeSpec& spec = book.spec;
  Equations& out = book.out;
  const Laws law = laws(spec, book.symbols.t, book.symbols.phi, rate, book.symbols.p);
  std::vector<int> asked = law.linearised;
  for (const int k : moved_joints(spec)) asked.push_back(k);
  out.stored = law.stored;
  const std::vector<std::vector<BallLaw<Expr>>> at_balls = ball_laws(spec, book.symbols.p);
  std::vector<SpaceTorque> torque(spec.joints.size());
  for (std::size_t k = 0; k < torque.size(); ++k) torque[k].hinge = law.torque[k];
  for (const int k : function_joints(spec)) {
    out.arguments.push_back(argument_symbol(spec, k));
    torque[k].hinge = torque[k].hinge + out.arguments.back();
  }
  for (int k = 0; k < static_cast<int>(torque.size()); ++k) {
    torque[k].ball = write_ball_torque(book, k, at_balls[k], spin[k]);
    if (std::find(asked.begin(), asked.end(), k) == asked.end()) write_hinge_torque(book, k, Expr(0), torque);
  }
  return torque;
}

}  // namespace oopss
