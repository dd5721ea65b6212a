// SPDX-License-Identifier: Apache-2.0
// The columns of a trajectory: their names, and that they hold what the system says.
#include "oopss/system/columns.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

using namespace oopss;

TEST_CASE("a trajectory has the header of the design, and more columns on request") {
  const System system = derive(load_model("two-body"));
  CHECK(names_of(trajectory_columns(system)) == std::vector<std::string>{"t", "angle.elbow", "momentum.hub",
                                                                         "momentum.arm", "absolute.hub", "absolute.arm",
                                                                         "kinetic", "energy", "momentum_total"});
  const std::vector<std::string> more =
      names_of(trajectory_columns(system, {"joint.elbow", "rate", "centre.arm.y", "energy"}));
  CHECK(std::vector<std::string>(more.begin() + 9, more.end()) ==
        std::vector<std::string>{"joint.elbow.x", "joint.elbow.y", "rate.elbow", "centre.arm.y"});
  CHECK_THROWS_WITH(trajectory_columns(system, {"angle.elbo"}), Catch::Contains("did you mean 'angle.elbow'?"));
  CHECK_THROWS_AS(trajectory_columns(system, {"anglex"}), UnknownColumn);
}

TEST_CASE("columns hold what the system says, for every example") {
  for (const char* name : {"two-body", "three-body", "tree", "space-telescope"}) {
    Model model = load_model(name);
    model.points = {{{"mark", {}}, "", model.bodies[1].name, -1, {literal("0.5"), literal("-0.25")}}};
    model.bodies[1].centre = {literal("0"), literal("0")};
    model.checked = false;
    const System system = derive(model);
    const Flow flow = system.with_inputs(default_inputs(system));
    const std::vector<double> x = start_state(model);
    const Skeleton bones = skeleton(model);
    Recorder book = recorder(system, bones, all_columns(system));
    const std::vector<double>& row = record(book, flow, 0.25, x.data());
    std::map<std::string, double> value;
    for (std::size_t k = 0; k < row.size(); ++k) value[book.columns[k].name] = row[k];
    CHECK(value.size() == book.columns.size());
    CHECK(value["t"] == 0.25);
    CHECK(value["kinetic"] == flow.kinetic(0.25, x.data()));
    CHECK(value["energy"] == flow.kinetic(0.25, x.data()) + flow.stored(0.25, x.data()));
    CHECK(value["momentum_total"] == system.casimirs[0].value(x.data()));

    std::vector<double> rates(x.size()), torques(system.joints.size()), forces(2 * torques.size());
    flow.joint_forces(0.25, x.data(), forces.data());
    flow.field(0.25, x.data(), rates.data());
    flow.joint_torques(0.25, x.data(), torques.data());
    for (int k = 0; k < bones.joints.size(); ++k) {
      const auto& [joint, first, second, at_first, at_second] = bones.joints[k];
      CHECK(value["angle." + joint] == x[PlanarOffsets(system.layout).angles + k]);
      CHECK(value["rate." + joint] == rates[PlanarOffsets(system.layout).angles + k]);
      CHECK(value["torque." + joint] == torques[k]);
      CHECK(value["force." + joint + ".x"] == forces[2 * k]);
      CHECK(value["force." + joint + ".y"] == forces[2 * k + 1]);
      // The joint is one place, seen from either of its bodies.
      const double angle = value["absolute." + bones.bodies[second]];
      const double c = std::cos(angle), s = std::sin(angle);
      CHECK(value["joint." + joint + ".x"] ==
            Approx(value["centre." + bones.bodies[second] + ".x"] + c * at_second.x - s * at_second.y).margin(1e-12));
      CHECK(value["joint." + joint + ".y"] ==
            Approx(value["centre." + bones.bodies[second] + ".y"] + s * at_second.x + c * at_second.y).margin(1e-12));
      CHECK(value["absolute." + bones.bodies[second]] - value["absolute." + bones.bodies[first]] ==
            Approx(value["angle." + joint]).margin(1e-12));
    }
    const std::string marked = bones.bodies[1];
    const double turned = value["absolute." + marked];
    CHECK(value["point.mark.x"] ==
          Approx(value["centre." + marked + ".x"] + 0.5 * std::cos(turned) + 0.25 * std::sin(turned)).margin(1e-12));
    CHECK(value["point.mark.y"] ==
          Approx(value["centre." + marked + ".y"] + 0.5 * std::sin(turned) - 0.25 * std::cos(turned)).margin(1e-12));
    double mx = 0, my = 0;
    for (int i = 0; i < bones.bodies.size(); ++i) {
      CHECK(value["momentum." + bones.bodies[i]] == x[PlanarOffsets(system.layout).momenta + i]);
      mx += bones.masses[i] * value["centre." + bones.bodies[i] + ".x"];
      my += bones.masses[i] * value["centre." + bones.bodies[i] + ".y"];
    }
    CHECK(std::abs(mx) + std::abs(my) < 1e-9);
  }
}

TEST_CASE(
    "tension is the size of the force that moves the bodies beyond a joint: the sum of m r'' by second differences") {
  for (const char* name : {"two-body", "three-body", "tree", "space-telescope"}) {
    const Model model = load_model(name);
    const System system = derive(model);
    const Flow flow = system.with_inputs(default_inputs(system));
    const Skeleton bones = skeleton(model);
    const std::vector<double> x = start_state(model);
    std::vector<double> force(2 * bones.joints.size());
    flow.joint_forces(0, x.data(), force.data());
    Recorder book = recorder(system, bones, named_columns(all_columns(system), "tension"));
    const std::vector<double> tension = record(book, flow, 0, x.data());

    // Mass centres at -h, 0, h by one Runge-Kutta step each way.
    const double h = 1e-3;
    const auto after = [&](double step) {
      std::vector<double> sum(x.size(), 0.0), moved = x, rate(x.size());
      const double places[] = {0, step / 2, step / 2, step}, weights[] = {1, 2, 2, 1};
      for (int stage = 0; stage < 4; ++stage) {
        for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] + places[stage] * rate[i];
        flow.field(places[stage], moved.data(), rate.data());
        for (std::size_t i = 0; i < x.size(); ++i) sum[i] += weights[stage] * rate[i];
      }
      for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] + step / 6 * sum[i];
      std::vector<BodyPose> poses(bones.bodies.size());
      flow.pose(moved.data(), poses.data());
      return poses;
    };
    const std::vector<BodyPose> before = after(-h), now = after(0), then = after(h);
    for (std::size_t k = 0; k < bones.joints.size(); ++k) {
      std::vector<bool> beyond(bones.bodies.size(), false);  // on the second body's side of the joint
      beyond[bones.joints[k].second] = true;
      for (std::size_t round = 0; round < bones.joints.size(); ++round)
        for (std::size_t l = 0; l < bones.joints.size(); ++l)
          if (l != k && (beyond[bones.joints[l].first] || beyond[bones.joints[l].second]))
            beyond[bones.joints[l].first] = beyond[bones.joints[l].second] = true;
      double fx = 0, fy = 0;
      for (std::size_t i = 0; i < beyond.size(); ++i) {
        if (!beyond[i]) continue;
        fx += bones.masses[i] * (before[i].x - 2 * now[i].x + then[i].x) / (h * h);
        fy += bones.masses[i] * (before[i].y - 2 * now[i].y + then[i].y) / (h * h);
      }
      // Second differences are off by h^2/12 of the fourth derivative, and by 1e-16 / h^2 of rounding.
      const double size = std::hypot(fx, fy) + 1;
      INFO(name << " " << bones.joints[k].name);
      CHECK(std::abs(force[2 * k] - fx) < 1e-4 * size);
      CHECK(std::abs(force[2 * k + 1] - fy) < 1e-4 * size);
      CHECK(tension[k] == std::hypot(force[2 * k], force[2 * k + 1]));
    }
  }
}
