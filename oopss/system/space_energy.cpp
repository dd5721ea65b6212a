// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_energy.hpp"

#include "oopss/model/laws.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/space_motion.hpp"

namespace oopss {
namespace {

using Twice = Dual<Dual<double>>;

BallLaw<Twice> constant_law(const BallLaw<double>& law) {
  const auto lift = [](double x) { return Twice{{x, 0}, {0, 0}}; };
  const Symmetric3<double>& K = law.K;
  BallLaw<Twice> out;
  out.kind = law.kind;
  out.kp = lift(law.kp);
  out.K = {lift(K.xx), lift(K.xy), lift(K.xz), lift(K.yy), lift(K.yz), lift(K.zz)};
  return out;
}

/// U along s ↦ R exp(hat s): to second order the quaternion of exp(hat s) is (1 − |s|²/8, s/2).
TurnEnergy turn_energy(const std::vector<BallLaw<double>>& laws, const Matrix3<double>& R) {
  const Quaternion<double> q = quaternion_of(R);
  const auto lift = [](double x) { return Twice{{x, 0}, {0, 0}}; };
  const Quaternion<Twice> here = {lift(q.w), lift(q.x), lift(q.y), lift(q.z)};
  TurnEnergy out;
  std::array<double, 3> gradient{};
  std::array<std::array<double, 3>, 3> hessian{};
  for (const BallLaw<double>& law : laws) {
    const BallLaw<Twice> lifted = constant_law(law);
    out.value += stored_energy(law, q);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b <= a; ++b) {
        std::array<Twice, 3> s = {lift(0), lift(0), lift(0)};
        s[a].value.slope = 1;
        s[b].slope.value = 1;
        const Vec3<Twice> step = {s[0], s[1], s[2]};
        const Quaternion<Twice> turn = quaternion(lift(1) - dot(step, step) / lift(8), (lift(1) / lift(2)) * step);
        const Twice U = stored_energy(lifted, here * turn);
        if (a == b) gradient[a] += U.slope.value;
        hessian[a][b] += U.slope.slope;
      }
  }
  out.gradient = {gradient[0], gradient[1], gradient[2]};
  out.hessian = {hessian[0][0], hessian[1][0], hessian[2][0], hessian[1][1], hessian[2][1], hessian[2][2]};
  return out;
}

/// U, U' and U'' of the springs at a hinge.
std::array<double, 3> hinge_energy(const std::vector<Spring<double>>& springs, double q) {
  std::array<double, 3> out{};
  for (const Spring<double>& spring : springs) {
    out[0] += stored_energy(spring, q);
    out[1] += torque(spring, q, 0.0);
    out[2] += stiffness(spring, q);
  }
  return out;
}

std::vector<JointStore> stores_of(const TreeSpec& spec, const std::vector<double>& p) {
  const std::vector<std::vector<BallLaw<double>>> of_balls = ball_laws(spec, p);
  const std::vector<JointSpring> springs = joint_springs(spec, p);
  std::vector<JointStore> out(spec.joints.size());
  for (int k = 0; k < static_cast<int>(out.size()); ++k) {
    if (spec.joints[k].hinge) {
      std::vector<Spring<double>> own;
      for (const JointSpring& spring : springs)
        if (spring.joint == k) {
          own.push_back(spring.law);
          out[k].hinge_damping += spring.law.kd;
          if (!spring.law.periodic && spring.law.kp != 0) out[k].turns_about = spring.law.bias;
        }
      if (!own.empty()) out[k].hinge = [own](double q) { return hinge_energy(own, q); };
    } else if (!of_balls[k].empty()) {
      out[k].ball = [own = of_balls[k]](const Matrix3<double>& R) { return turn_energy(own, R); };
      for (const BallLaw<double>& law : of_balls[k]) {
        out[k].smooth = out[k].smooth && law.kind != LawKind::log;
        out[k].damping = out[k].damping + full(damping_matrix(law, identity3<double>()));
      }
    }
  }
  return out;
}

void add_formulas(const TreeSpec& spec, const std::vector<double>& p, SpaceShape& shape) {
  auto [U, counts_turns] = formula_energy(spec, p);
  shape.formulas = std::move(U);
  for (std::size_t j = 0; j < counts_turns.size(); ++j)
    if (std::optional<double>& middle = shape.stored[j].turns_about; counts_turns[j] && !middle) middle = 0;
}

}  // namespace

ShapeEnergy space_energy(const TreeSpec& spec, const std::vector<double>& p, double momentum, bool free) {
  const SpaceTree<double> tree = space_tree(spec, p);
  SpaceShape shape{tree, {}, free ? std::vector<JointStore>(spec.joints.size()) : stores_of(spec, p)};
  if (!free) add_formulas(spec, p, shape);
  for (const SpaceJoint<double>& joint : tree.joints) shape.rest.push_back(from_rest(joint, identity3<double>()));
  ShapeEnergy out = space_shape_energy(shape, momentum, spec.body_names, spec.joint_names);
  const Layout layout = layout_of(spec, false);
  out.space.state = [shape, tree, momentum, place = SpaceOffsets(layout)](const ShapeSpace::Shape& q, double* x) {
    const SpacePose pose = space_pose(shape, q);
    for (std::size_t k = 0; k < pose.R.size(); ++k)
      if (tree.joints[k].axis)
        x[place.joint[k]] = pose.angle[k];
      else
        put_quaternion(quaternion_of(pose.R[k]), x + place.joint[k]);
    put_quaternion<double>({}, x + place.attitude);
    SpaceBodies<double> bodies(tree.size());
    read_attitudes(tree, place, x, bodies);
    const std::size_t axis = q.size() - 3;  // after the joints, if there is a momentum
    if (momentum != 0) {
      const auto total = [&](const Vec3<double>& omega) {
        const std::vector<Vec3<double>> mu =
            momenta<Space<double>>(tree, bodies.attitude, std::vector<Vec3<double>>(tree.m.size(), omega));
        Vec3<double> sum;
        for (int i = 0; i < tree.size(); ++i)
          if (!is_hinge(tree, i)) sum = sum + mu[i];
        return sum;
      };
      const Symmetric3<double> locked =
          symmetric(Matrix3<double>{total({1, 0, 0}), total({0, 1, 0}), total({0, 0, 1})});
      const Vec3<double> omega = solve(locked, momentum * Vec3<double>{q[axis], q[axis + 1], q[axis + 2]});
      bodies.mu = momenta<Space<double>>(tree, bodies.attitude, std::vector<Vec3<double>>(tree.m.size(), omega));
    }
    write_momenta(tree, place, bodies, x);
  };
  return out;
}

}  // namespace oopss
