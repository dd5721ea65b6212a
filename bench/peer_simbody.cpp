// SPDX-License-Identifier: Apache-2.0
#include <Simbody.h>

#include <memory>

#include "bench/peer.hpp"

namespace oopss {
namespace {

struct Chain {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::State state;
};

}  // namespace

Peer simbody_chain(const PlainChain& chain) {
  auto made = std::make_shared<Chain>();
  const SimTK::Transform outer(SimTK::Vec3(chain.half, 0, 0)), inner(SimTK::Vec3(-chain.half, 0, 0));
  SimTK::MobilizedBody last;
  for (int i = 0; i < chain.size(); ++i) {
    const double I = chain.I[i];  // about z; the others only have to be possible
    const SimTK::Body::Rigid body(SimTK::MassProperties(chain.m[i], SimTK::Vec3(0), SimTK::Inertia(I, I, I)));
    if (i == 0)
      last = SimTK::MobilizedBody::Planar(made->matter.updGround(), SimTK::Transform(), body, SimTK::Transform());
    else
      last = SimTK::MobilizedBody::Pin(last, outer, body, inner);
  }
  made->state = made->system.realizeTopology();
  made->system.realizeModel(made->state);

  Peer peer{"Simbody", {}, {}};
  peer.evaluate = [made](const std::vector<double>& phi, const std::vector<double>& phi_rate, double omega_root) {
    SimTK::Vector &q = made->state.updQ(), &u = made->state.updU();  // the root's: angle, x, y
    q[0] = q[1] = q[2] = u[1] = u[2] = 0;
    u[0] = omega_root;
    for (std::size_t k = 0; k < phi.size(); ++k) {
      q[static_cast<int>(k) + 3] = phi[k];
      u[static_cast<int>(k) + 3] = phi_rate[k];
    }
    made->system.realize(made->state, SimTK::Stage::Acceleration);
  };
  peer.accelerations = [made, n = chain.size()] {
    const SimTK::Vector& rate = made->state.getUDot();
    std::vector<double> out = {rate[0]};
    for (int i = 1; i < n; ++i) out.push_back(out.back() + rate[i + 2]);
    return out;
  };
  return peer;
}

SpacePeer simbody_space_chain(const PlainSpaceChain& chain) {
  using namespace SimTK;
  auto made = std::make_shared<Chain>();
  const auto vector = [](const std::array<double, 3>& v) { return Vec3(v[0], v[1], v[2]); };
  const auto attitude = [](const std::array<double, 4>& q) {
    return Rotation(Quaternion(Vec4(q[0], q[1], q[2], q[3]), true));
  };
  const Body::Rigid body(MassProperties(chain.m, Vec3(0), Inertia(vector(chain.moments))));
  std::vector<MobilizedBody> bodies = {MobilizedBody::Free(made->matter.updGround(), Transform(), body, Transform())};
  for (int k = 0; k + 1 < chain.bodies; ++k) {
    const Rotation R = chain.hinges ? Rotation(UnitVec3(vector(chain.axis[k])), ZAxis) : Rotation();
    const Transform outer(R, Vec3(chain.half, 0, 0)), inner(R, Vec3(-chain.half, 0, 0));
    if (chain.hinges)
      bodies.push_back(MobilizedBody::Pin(bodies.back(), outer, body, inner));
    else
      bodies.push_back(MobilizedBody::Ball(bodies.back(), outer, body, inner));
  }
  made->state = made->system.realizeTopology();
  made->system.realizeModel(made->state);
  bodies[0].setQToFitRotation(made->state, attitude(chain.root));
  bodies[0].setUToFitAngularVelocity(made->state, vector(chain.root_spin));
  for (int k = 0; k + 1 < chain.bodies; ++k)
    if (chain.hinges) {
      bodies[k + 1].setOneQ(made->state, 0, chain.angle[k]);
      bodies[k + 1].setOneU(made->state, 0, chain.angle_rate[k]);
    } else {
      bodies[k + 1].setQToFitRotation(made->state, attitude(chain.turn[k]));
      bodies[k + 1].setUToFitAngularVelocity(made->state, vector(chain.spin[k]));
    }

  SpacePeer peer{"Simbody", {}, {}};
  peer.evaluate = [made, q = Vector(made->state.getQ()), u = Vector(made->state.getU())] {
    made->state.updQ() = q;
    made->state.updU() = u;
    made->system.realize(made->state, Stage::Acceleration);
  };
  peer.accelerations = [made, bodies] {
    std::vector<std::array<double, 3>> out;
    for (const MobilizedBody& each : bodies) {
      const Vec3 rate = each.getBodyAngularAcceleration(made->state);
      out.push_back({rate[0], rate[1], rate[2]});
    }
    return out;
  };
  return peer;
}

}  // namespace oopss
