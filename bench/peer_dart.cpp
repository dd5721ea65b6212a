// SPDX-License-Identifier: Apache-2.0
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include <string>

#include "bench/peer.hpp"

namespace oopss {

Peer dart_chain(const PlainChain& chain) {
  using namespace dart::dynamics;
  const SkeletonPtr skeleton = Skeleton::create("chain");
  skeleton->setGravity(Eigen::Vector3d::Zero());
  const auto along = [](double x) {
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    frame.translation() = Eigen::Vector3d(x, 0, 0);
    return frame;
  };
  BodyNode* last = nullptr;
  for (int i = 0; i < chain.size(); ++i) {
    const BodyNode::AspectProperties body("body" + std::to_string(i));
    if (i == 0) {
      last = skeleton->createJointAndBodyNodePair<PlanarJoint>(nullptr, PlanarJoint::Properties(), body).second;
    } else {
      RevoluteJoint::Properties joint;
      joint.mName = "joint" + std::to_string(i);
      joint.mAxis = Eigen::Vector3d::UnitZ();
      joint.mT_ParentBodyToJoint = along(chain.half);
      joint.mT_ChildBodyToJoint = along(-chain.half);
      last = last->createChildJointAndBodyNodePair<RevoluteJoint>(joint, body).second;
    }
    const double I = chain.I[i];  // about z; the others only have to be possible
    last->setInertia(Inertia(chain.m[i], Eigen::Vector3d::Zero(), I * Eigen::Matrix3d::Identity()));
  }

  Peer peer{"DART", {}, {}};
  peer.evaluate = [skeleton, q = Eigen::VectorXd(Eigen::VectorXd::Zero(chain.size() + 2)),
                   v = Eigen::VectorXd(Eigen::VectorXd::Zero(chain.size() + 2))](
                      const std::vector<double>& phi, const std::vector<double>& phi_rate, double omega_root) mutable {
    v[2] = omega_root;  // the root's: x, y, angle
    for (std::size_t k = 0; k < phi.size(); ++k) {
      q[static_cast<int>(k) + 3] = phi[k];
      v[static_cast<int>(k) + 3] = phi_rate[k];
    }
    skeleton->setPositions(q);
    skeleton->setVelocities(v);
    skeleton->computeForwardDynamics();
  };
  peer.accelerations = [skeleton, n = chain.size()] {
    const Eigen::VectorXd rate = skeleton->getAccelerations();
    std::vector<double> out = {rate[2]};
    for (int i = 1; i < n; ++i) out.push_back(out.back() + rate[i + 2]);
    return out;
  };
  return peer;
}

SpacePeer dart_space_chain(const PlainSpaceChain& chain) {
  using namespace dart::dynamics;
  const auto vector = [](const std::array<double, 3>& v) { return Eigen::Vector3d(v[0], v[1], v[2]); };
  const auto attitude = [](const std::array<double, 4>& q) -> Eigen::Matrix3d {
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  };
  const SkeletonPtr skeleton = Skeleton::create("chain");
  skeleton->setGravity(Eigen::Vector3d::Zero());
  const auto place = [&](auto& joint, int k) {
    joint.mName = "joint" + std::to_string(k);
    joint.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(chain.half, 0, 0);
    joint.mT_ChildBodyToJoint.translation() = Eigen::Vector3d(-chain.half, 0, 0);
  };
  const Eigen::Matrix3d I = vector(chain.moments).asDiagonal();
  std::vector<BodyNode*> bodies;
  for (int i = 0; i < chain.bodies; ++i) {
    const BodyNode::AspectProperties body("body" + std::to_string(i));
    if (i == 0) {
      bodies.push_back(skeleton->createJointAndBodyNodePair<FreeJoint>(nullptr, FreeJoint::Properties(), body).second);
    } else if (chain.hinges) {
      RevoluteJoint::Properties joint;
      joint.mAxis = vector(chain.axis[i - 1]);
      place(joint, i);
      bodies.push_back(bodies.back()->createChildJointAndBodyNodePair<RevoluteJoint>(joint, body).second);
    } else {
      BallJoint::Properties joint;
      place(joint, i);
      bodies.push_back(bodies.back()->createChildJointAndBodyNodePair<BallJoint>(joint, body).second);
    }
    bodies.back()->setInertia(Inertia(chain.m, Eigen::Vector3d::Zero(), I));
  }

  // its velocities are in the axes of the outer body
  const int joints = chain.bodies - 1, freedom = 6 + (chain.hinges ? 1 : 3) * joints;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(freedom), v = Eigen::VectorXd::Zero(freedom);
  const Eigen::Matrix3d root = attitude(chain.root);
  q.head<3>() = BallJoint::convertToPositions(root);
  v.head<3>() = root.transpose() * vector(chain.root_spin);
  for (int k = 0; k < joints; ++k)
    if (chain.hinges) {
      q[6 + k] = chain.angle[k];
      v[6 + k] = chain.angle_rate[k];
    } else {
      const Eigen::Matrix3d R = attitude(chain.turn[k]);
      q.segment<3>(6 + 3 * k) = BallJoint::convertToPositions(R);
      v.segment<3>(6 + 3 * k) = R.transpose() * vector(chain.spin[k]);
    }

  SpacePeer peer{"DART", {}, {}};
  peer.evaluate = [skeleton, q, v] {
    skeleton->setPositions(q);
    skeleton->setVelocities(v);
    skeleton->computeForwardDynamics();
  };
  peer.accelerations = [skeleton, bodies] {
    std::vector<std::array<double, 3>> out;
    for (const BodyNode* each : bodies) {
      const Eigen::Vector3d rate = each->getAngularAcceleration();
      out.push_back({rate[0], rate[1], rate[2]});
    }
    return out;
  };
  return peer;
}

}  // namespace oopss
