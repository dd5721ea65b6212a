// SPDX-License-Identifier: Apache-2.0
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

}  // namespace oopss
