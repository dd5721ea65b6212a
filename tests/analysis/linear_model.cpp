// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/linear_model.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/analysis/leaf_chart.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {
namespace {

/// A model with the torques of all joints as inputs.
struct Linearised {
  Model model;
  System system, driven;
  std::vector<double> p;

  explicit Linearised(const char* name, const Settings& settings = {}) : model(load_model(name, settings)) {
    std::vector<std::string> joints;
    for (const Joint& joint : model.joints)
      if (!joint.motion) joints.push_back(joint.name.value);
    system = derive(model, Engine::recursive);
    driven = derive(model, Engine::recursive, {}, joints);
    p = default_inputs(system);
  }
  LinearModel at(const std::vector<double>& x) const { return linear_model(system, driven, p, 0, x); }
};

/// The state in which a model turns as one in a shape, with a momentum of this size.
std::vector<double> turning(Model model, const std::vector<double>& phi, double momentum) {
  const bool plane = is_planar(model);
  model.start = {};
  model.start.form = StartForm::equilibrium;
  model.start.equilibrium = Text{"E1", {}};
  model.start.named_shapes = {phi};
  for (int axis = plane ? 2 : 0; axis < 3; ++axis) {
    model.start.momentum.push_back(literal("0"));
    model.start.momentum.back().value = axis == 2 ? momentum : 0;
  }
  return start_state(model);
}

TEST_CASE("A of a planar tree is the derivative of its reduced rates, by differences, in motion and with laws") {
  for (const char* name : {"two-body", "three-body", "tree", "space-telescope"}) {
    CAPTURE(name);
    const Linearised by(name);
    const Flow flow = by.system.with_inputs(by.p);
    const std::vector<double> x = start_state(by.model);
    const LinearModel model = by.at(x);
    const int joints = by.system.layout.joints, bodies = by.system.layout.bodies, root = by.system.layout.joints;
    REQUIRE(static_cast<int>(model.states.size()) == 2 * joints);
    const auto rates = [&](int state, double step) {  // the momentum of the root takes up what the others change
      std::vector<double> moved = x, out(x.size());
      const int place = state < joints ? state : state + 1;
      moved[place] += step;
      if (place >= joints) moved[root] -= step;
      flow.field(0, moved.data(), out.data());
      return out;
    };
    for (int j = 0; j < 2 * joints; ++j) {
      const double h = j < joints ? 1e-5 : 1e-4;
      const std::vector<double> up = rates(j, h), down = rates(j, -h);
      double size = 1e-3;
      for (int i = 0; i < joints + bodies; ++i) size = std::max(size, std::abs(up[i] - down[i]) / (2 * h));
      for (int i = 0; i < 2 * joints; ++i) {
        const int place = i < joints ? i : i + 1;
        // Differences of the second order: truncated at h², rounded at 1e-16/h.
        CHECK(model.A(i, j) == Approx((up[place] - down[place]) / (2 * h)).margin(1e-7 * size));
      }
    }
  }
}

TEST_CASE("the eigenvalues of a linear model are the spectrum of its equilibrium: trees, laws, loops, space") {
  for (const char* name : {"two-body", "three-body", "space-telescope", "four-bar", "five-bar", "satellite"}) {
    CAPTURE(name);
    const Linearised by(name);
    double momentum = 0;
    const std::vector<double> start = start_state(by.model);
    for (const Casimir& casimir : by.system.casimirs) momentum += std::pow(casimir.value(start.data()), 2);
    momentum = std::sqrt(momentum);
    if (momentum == 0) momentum = 10;
    const Equilibria found = find_equilibria(by.system, by.p, momentum);
    REQUIRE(!found.all.empty());
    for (std::size_t k = 0; k < std::min<std::size_t>(found.all.size(), 4); ++k) {
      const RelativeEquilibrium& one = found.all[k];
      if (one.stability.nullity > 0) continue;  // their spectra are put to zero by rule
      const LinearModel model = by.at(turning(by.model, one.phi, momentum));
      CAPTURE(one.id);
      CHECK(model.at_rest);
      const std::vector<std::complex<double>>& spectrum = one.stability.spectrum;
      REQUIRE(model.eigenvalues.size() == spectrum.size());
      double size = 0;
      for (const std::complex<double>& z : spectrum) size = std::max(size, std::abs(z));
      for (const std::complex<double>& z : spectrum) {
        double nearest = 1e300;
        for (const std::complex<double>& other : model.eigenvalues) nearest = std::min(nearest, std::abs(z - other));
        CHECK(nearest <= 1e-6 * size);  // shapes are found to 1e-10 or so; double eigenvalues split by the root of that
      }
    }
  }
}

TEST_CASE("a torque at a joint does work -u times the joint's rate: B against C, in motion, trees, loops, space") {
  for (const char* name : {"three-body", "tree", "four-bar", "two-loop", "satellite"}) {
    CAPTURE(name);
    const Linearised by(name);
    const Flow flow = by.system.with_inputs(by.p);
    const std::vector<double> x = start_state(by.model);
    const LinearModel model = by.at(x);
    const SeenFromRoot seen(by.system, flow, 0, x);
    const LeafChart chart = leaf_chart(by.system, flow, seen);
    for (std::size_t k = 0; k < model.inputs.size(); ++k) {
      const std::string rate = "rate_" + model.inputs[k].substr(2);
      const auto output = std::find(model.outputs.begin(), model.outputs.end(), rate);
      if (output == model.outputs.end()) continue;  // of a ball
      Eigen::VectorXd along = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(x.size()));
      for (int i = 0; i < model.B.rows; ++i) along += model.B(i, static_cast<int>(k)) * chart.E.col(i);
      const auto energy = [&](double step) {
        std::vector<double> moved = seen.x();
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += step * along(static_cast<Eigen::Index>(i));
        return flow.kinetic(0, moved.data());
      };
      // H is quadratic in the momenta, which are all that a torque changes: these differences are exact but for
      // rounding.
      CHECK(energy(1) - energy(-1) == Approx(-2 * model.values[output - model.outputs.begin()]).margin(1e-8));
    }
  }
}

TEST_CASE("joints that are prescribed, and torques from outside, are refused in words") {
  const Linearised cat("planar-cat");
  CHECK_THROWS_WITH(cat.at(start_state(cat.model)), Catch::Contains("is prescribed"));
  const Linearised pushed("two-body", {{"body.arm.torque", "\"2*sin(t)\""}});
  CHECK_THROWS_WITH(pushed.at(start_state(pushed.model)), Catch::Contains("change the total momentum"));
}

}  // namespace
}  // namespace oopss
