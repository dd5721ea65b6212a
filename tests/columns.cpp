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
  const Skeleton two{{"hub", "arm"}, {1, 1}, {{"elbow", 0, 1, {5, 0}, {-3, 0}}}};
  CHECK(names_of(trajectory_columns(two)) == std::vector<std::string>{"t", "angle.elbow", "momentum.hub",
                                                                      "momentum.arm", "absolute.hub", "absolute.arm",
                                                                      "kinetic", "energy", "momentum_total"});
  const std::vector<std::string> more =
      names_of(trajectory_columns(two, {"joint.elbow", "rate", "centre.arm.y", "energy"}));
  CHECK(std::vector<std::string>(more.begin() + 9, more.end()) ==
        std::vector<std::string>{"joint.elbow.x", "joint.elbow.y", "rate.elbow", "centre.arm.y"});
  CHECK_THROWS_WITH(trajectory_columns(two, {"angle.elbo"}), Catch::Contains("did you mean angle.elbow?"));
  CHECK_THROWS_AS(trajectory_columns(two, {"anglex"}), UnknownColumn);
}

TEST_CASE("columns hold what the system says, for every example") {
  for (const char* name : {"two-body", "three-body", "tree", "space-telescope"}) {
    const Model model = load_model(name);
    const System system = derive(model);
    const Flow flow = system.with_inputs(default_inputs(system));
    const std::vector<double> x = start_state(model);
    const Skeleton bones = skeleton(model);
    Recorder book = recorder(system, bones, all_columns(bones));
    const std::vector<double>& row = record(book, flow, 0.25, x.data());
    std::map<std::string, double> value;
    for (std::size_t k = 0; k < row.size(); ++k) value[book.columns[k].name] = row[k];
    CHECK(value.size() == book.columns.size());
    CHECK(value["t"] == 0.25);
    CHECK(value["kinetic"] == flow.kinetic(0.25, x.data()));
    CHECK(value["energy"] == flow.kinetic(0.25, x.data()) + flow.stored(0.25, x.data()));
    CHECK(value["momentum_total"] == total_momentum(system.layout, x.data()));

    std::vector<double> rates(x.size()), torques(system.joints.size());
    flow.field(0.25, x.data(), rates.data());
    flow.joint_torques(0.25, x.data(), torques.data());
    for (int k = 0; k < bones.joints.size(); ++k) {
      const auto& [joint, first, second, at_first, at_second] = bones.joints[k];
      CHECK(value["angle." + joint] == x[system.layout.angles + k]);
      CHECK(value["rate." + joint] == rates[system.layout.angles + k]);
      CHECK(value["torque." + joint] == torques[k]);
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
    double mx = 0, my = 0;
    for (int i = 0; i < bones.bodies.size(); ++i) {
      CHECK(value["momentum." + bones.bodies[i]] == x[system.layout.momenta + i]);
      mx += bones.masses[i] * value["centre." + bones.bodies[i] + ".x"];
      my += bones.masses[i] * value["centre." + bones.bodies[i] + ".y"];
    }
    CHECK(std::abs(mx) + std::abs(my) < 1e-9);
  }
}
