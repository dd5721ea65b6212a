// SPDX-License-Identifier: Apache-2.0
// Numbers that change without deriving again.
#include "oopss/system/derived.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"

using namespace oopss;

namespace {

Model with(const Model& model, const Settings& settings) { return read_model(model.source, settings); }

/// Two numbers of a model, changed to what its bodies can have.
Settings other_numbers(const Model& model) {
  if (model.chain)
    return {{model.chain->same_masses ? "chain.mass" : "chain.masses.0", "17.5"},
            {model.chain->same_lengths ? "chain.length" : "chain.lengths.0", "1.25"}};
  const Body &first = model.bodies.front(), &last = model.bodies.back();
  const std::string mass = "body." + first.name.value + ".mass", inertia = "body." + last.name.value + ".inertia";
  if (is_planar(model)) return {{mass, "17.5"}, {inertia, "81.25"}};
  return {{mass, "17.5"},
          {inertia + (last.inertia.size() == 9 ? ".x.x" : ".x"), std::to_string(1.03125 * last.inertia[0].value)}};
}

std::vector<double> everything(Flow flow, const Layout& layout, const std::vector<double>& x) {
  const auto joints = static_cast<std::size_t>(layout.joints);
  std::vector<double> out(x.size()), torques(3 * joints), forces(3 * joints);  // in the plane some stay zero
  flow.field(0.25, x.data(), out.data());
  flow.joint_torques(0.25, x.data(), torques.data());
  flow.joint_forces(0.25, x.data(), forces.data());
  out.insert(out.end(), torques.begin(), torques.end());
  out.insert(out.end(), forces.begin(), forces.end());
  out.insert(out.end(), {flow.kinetic(0.25, x.data()), flow.stored(0.25, x.data())});
  return out;
}

}  // namespace

TEST_CASE("a system with the numbers of another model is the one derived of that model, to the bit") {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> number(-2, 2);
  for (const Example& example : examples()) {
    const Model model = read_model({std::string(example.name), std::string(example.text)});
    const DerivedModel known = derived_model(model);
    const Model other = with(model, other_numbers(model));
    const long before = derivations();
    const std::optional<DerivedModel> moved = renumbered(known, other);
    CHECK(derivations() == before);
    REQUIRE(moved);
    const System fresh = derive(other);
    CHECK(default_inputs(moved->system) == default_inputs(fresh));
    std::vector<double> x(static_cast<std::size_t>(fresh.layout.size));
    for (double& value : x) value = number(generator);
    if (const Flow flow = fresh.with_inputs(default_inputs(fresh)); flow.normalise) flow.normalise(0.25, x.data());
    const std::vector<double> a = everything(moved->system.with_inputs(moved->p()), fresh.layout, x);
    INFO(example.name);
    CHECK(a == everything(fresh.with_inputs(default_inputs(fresh)), fresh.layout, x));
    CHECK(a != everything(known.system.with_inputs(known.p()), fresh.layout, x));
  }
}

TEST_CASE("the axis of a hinge and an attitude at rest are numbers: with others, bracket and rates are those derived") {
  const Model model = read_model({"model", R"toml([model]
format = 1
space = "space"
[[body]]
name = "hub"
mass = 4
inertia = [3, 4, 5]
[[body]]
name = "arm"
mass = 2
inertia = [1, 2, 2.5]
[[joint]]
name = "elbow"
between = ["hub", "arm"]
kind = "hinge"
axis = [0.5, 0.25, 1]
rest = [1, 0.5, 0.25, 0.125]
at = [[1, 0.5, 0], [-1, 0, 0.5]]
torque = { law = "pd", kp = 2, kd = 0.5 }
)toml"});
  const DerivedModel known = derived_model(model);
  for (const char* const path : {"joint.elbow.axis.y", "joint.elbow.rest.y"}) {
    const Model other = with(model, {{path, "0.75"}});
    const std::optional<DerivedModel> moved = renumbered(known, other);
    INFO(path);
    REQUIRE(moved);
    const System fresh = derive(other);
    std::vector<double> x = start_state(other), by_body = {1, 2, 3, 4, 5, 6};
    x[0] = 0.7;
    const auto all = [&](const System& system) {
      std::vector<double> out = everything(system.with_inputs(default_inputs(fresh)), fresh.layout, x);
      std::vector<double> tensor(static_cast<std::size_t>(system.bracket.size * system.bracket.size)), put = x;
      system.bracket.tensor(x.data(), tensor.data());
      system.put_momenta(by_body.data(), put.data());
      out.insert(out.end(), tensor.begin(), tensor.end());
      out.insert(out.end(), put.begin(), put.end());
      return out;
    };
    CHECK(all(moved->system) == all(fresh));
    CHECK(all(known.system) != all(fresh));
  }
}

TEST_CASE("a structural zero, a law, its formula and a name are structure; a number, a label and the start are not") {
  const Model model = read_model({"model", R"toml([model]
format = 1
[parameters]
k = 3
[[body]]
name = "hub"
mass = 4
inertia = 50
[[body]]
name = "arm"
mass = 5
inertia = 50
[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[5, 0], [-3, 0.5]]
torque = [{ law = "pd", kp = 2, kd = 0.5 }, { law = "expression", formula = "k*sin(phi_elbow)" }]
)toml"});
  const DerivedModel known = derived_model(model);
  const auto keeps = [&](const std::string& path, const std::string& value) {
    return renumbered(known, with(model, {{path, value}})).has_value();
  };
  CHECK(keeps("k", "4"));
  CHECK(keeps("k", "0"));
  CHECK(keeps("body.hub.mass", "k + 1"));
  CHECK(keeps("joint.elbow.at.arm.y", "0.25"));
  CHECK(keeps("joint.elbow.torque.1.kd", "1"));
  CHECK(keeps("joint.elbow.label", "E"));
  CHECK(keeps("start.angles.elbow", "0.7"));
  CHECK(keeps("run.until", "7"));
  CHECK_FALSE(keeps("joint.elbow.at.arm.y", "0"));
  CHECK_FALSE(keeps("joint.elbow.at.hub.y", "1"));
  CHECK_FALSE(keeps("joint.elbow.torque.1.kd", "0"));
  CHECK_FALSE(keeps("joint.elbow.torque.1.law", "sine"));
  CHECK_FALSE(keeps("joint.elbow.torque.2.formula", "k*cos(phi_elbow)"));
  CHECK_FALSE(keeps("joint.elbow.torque", "[]"));
  CHECK_FALSE(keeps("joint.elbow.at", "[[5, 0], [0, 0.5]]"));
}
