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

}  // namespace oopss
