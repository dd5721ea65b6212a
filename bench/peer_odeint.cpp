// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <boost/numeric/odeint.hpp>

#include "bench/peer_ode.hpp"
#include "oopss/mechanics/fast.hpp"

namespace oopss {
namespace {

namespace odeint = boost::numeric::odeint;

template <std::size_t Size>
using State = std::array<double, Size>;

/// Starts at the shape and the momenta, and lets the stepper choose its steps.
template <std::size_t Size, class Stepper>
std::vector<double> run_sized(const Problem& problem, double until, Stepper stepper) {
  State<Size> x;
  std::copy_n(problem.x.begin(), Size, x.begin());
  FastTree tree = fast_tree(problem.tree);
  const std::size_t joints = problem.tree.m.size() - 1;
  const auto field = [&tree, joints](const State<Size>& state, State<Size>& rate, double) {
    rates(tree, state.data(), state.data() + joints, rate.data(), rate.data() + joints);
  };
  odeint::integrate_adaptive(stepper, field, x, 0.0, until, 0.01);
  return {x.begin(), x.end()};
}

template <template <std::size_t> class Make>
std::vector<double> run(const Problem& problem, double until, double tolerance) {
  if (problem.tree.size() == 2) return run_sized<3>(problem, until, Make<3>::stepper(tolerance));
  return run_sized<5>(problem, until, Make<5>::stepper(tolerance));
}

template <std::size_t Size>
struct Dopri5 {
  static auto stepper(double tolerance) {
    return odeint::make_controlled<odeint::runge_kutta_dopri5<State<Size>>>(tolerance, tolerance);
  }
};
template <std::size_t Size>
struct Fehlberg78 {
  static auto stepper(double tolerance) {
    return odeint::make_controlled<odeint::runge_kutta_fehlberg78<State<Size>>>(tolerance, tolerance);
  }
};
template <std::size_t Size>
struct BulirschStoer {
  static auto stepper(double tolerance) { return odeint::bulirsch_stoer<State<Size>>(tolerance, tolerance); }
};

}  // namespace

std::vector<Integrator> odeint_integrators() {
  const std::vector<double> tolerances = {1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14};
  return {{"odeint dopri5", run<Dopri5>, tolerances},
          {"odeint fehlberg78", run<Fehlberg78>, {1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15}},
          {"odeint bulirsch_stoer", run<BulirschStoer>, tolerances}};
}

}  // namespace oopss
