// SPDX-License-Identifier: Apache-2.0
#include <Simbody.h>

#include <memory>

#include "bench/clock.hpp"
#include "bench/loops_peer.hpp"

namespace oopss {
namespace {

using SimTK::Vec3;

struct Mechanism {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  std::vector<SimTK::MobilizedBody> bodies;
  SimTK::State start;
};

Vec3 flat(const PlainLinkage::Vector& v) { return {v[0], v[1], 0}; }

/// A pin that closes a loop is two equations: its point on the second body lies in two planes of the first. A ball
/// joint would have a third one that always holds.
std::shared_ptr<Mechanism> mechanism(const PlainLinkage& linkage) {
  auto made = std::make_shared<Mechanism>();
  for (const PlainLinkage::Body& body : linkage.bodies) {
    const SimTK::Body::Rigid rigid(SimTK::MassProperties(body.m, Vec3(0), SimTK::Inertia(body.I, body.I, body.I)));
    if (body.parent < 0)
      made->bodies.push_back(
          SimTK::MobilizedBody::Planar(made->matter.updGround(), SimTK::Transform(), rigid, SimTK::Transform()));
    else
      made->bodies.push_back(SimTK::MobilizedBody::Pin(made->bodies[body.parent],
                                                       SimTK::Transform(flat(body.at_parent)), rigid,
                                                       SimTK::Transform(flat(body.at_child))));
    if (body.stiffness != 0)
      SimTK::Force::MobilityLinearSpring(made->forces, made->bodies.back(), SimTK::MobilizerQIndex(0), body.stiffness,
                                         body.rest);
  }
  for (const PlainLinkage::Pin& pin : linkage.pins)
    for (int axis = 0; axis < 2; ++axis)
      SimTK::Constraint::PointInPlane(made->bodies[pin.first], SimTK::UnitVec3(axis == 0, axis == 1, 0),
                                      pin.at_first[axis], made->bodies[pin.second], flat(pin.at_second));
  made->start = made->system.realizeTopology();
  made->system.realizeModel(made->start);
  for (std::size_t i = 0; i < linkage.bodies.size(); ++i) {
    const PlainLinkage::Body& body = linkage.bodies[i];
    if (body.parent < 0) {  // its coordinates: angle, x, y
      made->bodies[i].setQToFitTransform(
          made->start, SimTK::Transform(SimTK::Rotation(body.theta, SimTK::ZAxis), flat(body.position)));
      made->bodies[i].setOneU(made->start, 0, body.omega);
      made->bodies[i].setOneU(made->start, 1, body.velocity[0]);
      made->bodies[i].setOneU(made->start, 2, body.velocity[1]);
    } else {
      const PlainLinkage::Body& parent = linkage.bodies[body.parent];
      made->bodies[i].setOneQ(made->start, 0, body.theta - parent.theta);
      made->bodies[i].setOneU(made->start, 0, body.omega - parent.omega);
    }
  }
  return made;
}

template <class Method>
LinkageMethod by(const PlainLinkage& linkage, const std::shared_ptr<Mechanism>& made, const std::string& name,
                 const std::vector<double>& settings) {
  const auto run = [linkage, made](double accuracy, const std::vector<double>& times) {
    Method integrator(made->system);
    integrator.setAccuracy(accuracy);
    integrator.setAllowInterpolation(false);  // its interpolated states are less exact than its steps
    LinkageRun out;
    SimTK::TimeStepper stepper(made->system, integrator);
    const double begin = thread_seconds();
    stepper.initialize(made->start);
    for (const double t : times) {
      stepper.stepTo(t);
      const SimTK::State& state = integrator.getState();
      out.theta.emplace_back();
      out.omega.emplace_back();
      for (std::size_t i = 0; i < made->bodies.size(); ++i) {
        const int parent = linkage.bodies[i].parent;
        const double q = made->bodies[i].getOneQ(state, 0), u = made->bodies[i].getOneU(state, 0);
        out.theta.back().push_back(parent < 0 ? q : out.theta.back()[parent] + q);
        out.omega.back().push_back(parent < 0 ? u : out.omega.back()[parent] + u);
      }
    }
    out.seconds = thread_seconds() - begin;
    return out;
  };
  return {"Simbody", name, settings, run};
}

}  // namespace

std::vector<LinkageMethod> simbody_linkage(const PlainLinkage& linkage) {
  const std::shared_ptr<Mechanism> made = mechanism(linkage);
  const std::vector<double> low = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7};
  std::vector<double> all = low;
  all.insert(all.end(), {3e-8, 1e-8, 3e-9, 1e-9, 3e-10, 1e-10});
  return {by<SimTK::RungeKuttaMersonIntegrator>(linkage, made, "Runge-Kutta-Merson", all),
          by<SimTK::RungeKuttaFeldbergIntegrator>(linkage, made, "Runge-Kutta-Fehlberg", all),
          by<SimTK::RungeKutta3Integrator>(linkage, made, "Runge-Kutta 3", low),
          by<SimTK::VerletIntegrator>(linkage, made, "Verlet", low),
          by<SimTK::CPodesIntegrator>(linkage, made, "CPODES", all)};
}

}  // namespace oopss
