// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>
#include <memory>

#include "bench/clock.hpp"
#include "bench/loops_peer.hpp"

namespace oopss {
namespace {

using namespace dart::dynamics;

Eigen::Isometry3d place(const PlainLinkage::Vector& v) {
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.translation() = Eigen::Vector3d(v[0], v[1], 0);
  return frame;
}

/// The linkage at its start, with the solver that DART has for pins that close loops: impulses in every step, and of a
/// gap the part `reduction` taken back in each.
dart::simulation::WorldPtr world_of(const PlainLinkage& linkage, double reduction) {
  const SkeletonPtr skeleton = Skeleton::create("linkage");
  std::vector<BodyNode*> bodies;
  Eigen::VectorXd q(linkage.bodies.size() + 2), v(q.size());
  for (std::size_t i = 0; i < linkage.bodies.size(); ++i) {
    const PlainLinkage::Body& body = linkage.bodies[i];
    const BodyNode::AspectProperties named("body" + std::to_string(i));
    if (body.parent < 0) {  // its coordinates: x, y, angle
      bodies.push_back(
          skeleton->createJointAndBodyNodePair<PlanarJoint>(nullptr, PlanarJoint::Properties(), named).second);
      q.head<3>() << body.position[0], body.position[1], body.theta;
      v.head<3>() << body.velocity[0], body.velocity[1], body.omega;
    } else {
      RevoluteJoint::Properties joint;
      joint.mName = "joint" + std::to_string(i);
      joint.mAxis = Eigen::Vector3d::UnitZ();
      joint.mT_ParentBodyToJoint = place(body.at_parent);
      joint.mT_ChildBodyToJoint = place(body.at_child);
      const auto made = bodies[body.parent]->createChildJointAndBodyNodePair<RevoluteJoint>(joint, named);
      bodies.push_back(made.second);
      made.first->setSpringStiffness(0, body.stiffness);
      made.first->setRestPosition(0, body.rest);
      const PlainLinkage::Body& parent = linkage.bodies[body.parent];
      q[static_cast<int>(made.first->getIndexInSkeleton(0))] = body.theta - parent.theta;
      v[static_cast<int>(made.first->getIndexInSkeleton(0))] = body.omega - parent.omega;
    }
    bodies.back()->setInertia(Inertia(body.m, Eigen::Vector3d::Zero(), body.I * Eigen::Matrix3d::Identity()));
  }
  skeleton->setPositions(q);
  skeleton->setVelocities(v);
  const dart::simulation::WorldPtr world = dart::simulation::World::create();
  world->setGravity(Eigen::Vector3d::Zero());
  world->addSkeleton(skeleton);
  for (const PlainLinkage::Pin& pin : linkage.pins) {
    const Eigen::Vector3d joint = bodies[pin.first]->getWorldTransform() * place(pin.at_first).translation();
    const auto closing =
        std::make_shared<dart::constraint::BallJointConstraint>(bodies[pin.first], bodies[pin.second], joint);
    closing->setErrorReductionParameter(reduction);
    world->getConstraintSolver()->addConstraint(closing);
  }
  return world;
}

}  // namespace

std::vector<LinkageMethod> dart_linkage(const PlainLinkage& linkage) {
  std::vector<LinkageMethod> out;
  for (const double reduction : {0.01, 0.2}) {  // with 0.8 the scissor flies apart
    const auto run = [linkage, reduction](double step, const std::vector<double>& times) {
      const dart::simulation::WorldPtr world = world_of(linkage, reduction);
      const SkeletonPtr skeleton = world->getSkeleton(0);
      LinkageRun ran;
      double reached = 0;
      const double begin = thread_seconds();
      for (const double t : times) {
        const int steps = static_cast<int>(std::ceil((t - reached) / step * (1 - 1e-9)));
        world->setTimeStep((t - reached) / steps);
        for (int k = 0; k < steps; ++k) world->step();
        reached = t;
        ran.theta.emplace_back();
        ran.omega.emplace_back();
        for (std::size_t i = 0; i < linkage.bodies.size(); ++i) {
          const int parent = linkage.bodies[i].parent;
          const Joint* const joint = skeleton->getBodyNode("body" + std::to_string(i))->getParentJoint();
          const std::size_t angle = parent < 0 ? 2 : 0;
          const double q = joint->getPosition(angle), u = joint->getVelocity(angle);
          ran.theta.back().push_back(parent < 0 ? q : ran.theta.back()[parent] + q);
          ran.omega.back().push_back(parent < 0 ? u : ran.omega.back()[parent] + u);
        }
      }
      ran.seconds = thread_seconds() - begin;
      return ran;
    };
    char name[64];
    std::snprintf(name, sizeof name, "error reduction %.2g", reduction);
    out.push_back({"DART", name, {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5}, run});
  }
  return out;
}

}  // namespace oopss
