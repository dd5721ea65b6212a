// SPDX-License-Identifier: Apache-2.0
#include "tests/linkage/golden_loops.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

namespace oopss {
namespace {

using nlohmann::json;

const json& document() {
  static const json all = json::parse(std::ifstream("tests/golden/loops.json"));
  return all;
}

Vec2<double> vector_of(const json& entry) { return {entry.at(0).get<double>(), entry.at(1).get<double>()}; }

std::vector<Vec2<double>> vectors_of(const json& entry) {
  std::vector<Vec2<double>> out;
  for (const json& one : entry) out.push_back(vector_of(one));
  return out;
}

PinnedBodies bodies_of(const json& entry) {
  PinnedBodies out;
  for (const json& body : entry.at("bodies")) {
    out.m.push_back(body.at(0));
    out.I.push_back(body.at(1));
  }
  for (const json& joint : entry.at("joints"))
    out.joints.push_back({joint.at(0), joint.at(2), vector_of(joint.at(1)), vector_of(joint.at(3))});
  return out;
}

std::map<int, double> by_body(const json& entry) {
  std::map<int, double> out;
  if (!entry.is_null())
    for (const auto& [body, value] : entry.items()) out[std::stoi(body)] = value.get<double>();
  return out;
}

}  // namespace

const std::map<std::string, PinnedBodies>& golden_linkages() {
  static const std::map<std::string, PinnedBodies> all = [] {
    std::map<std::string, PinnedBodies> out;
    for (const auto& [name, entry] : document().at("systems").items()) out[name] = bodies_of(entry);
    return out;
  }();
  return all;
}

const std::vector<GoldenAlgebra>& golden_algebra() {
  static const std::vector<GoldenAlgebra> all = [] {
    std::vector<GoldenAlgebra> out;
    for (const json& entry : document().at("algebra"))
      out.push_back({entry.at("id"), entry.at("system"), entry.at("theta10"), entry.at("sigma"),
                     entry.at("theta_at_theta0_zero"), entry.at("mu"), entry.at("rhs_theta10_mu0_mu1"),
                     entry.at("Omega"), entry.at("J"), entry.at("dJ_dtheta10"), entry.at("locked_inertia"),
                     entry.at("H"), entry.at("dH_dtheta10")});
    return out;
  }();
  return all;
}

const std::vector<GoldenLoopEquilibrium>& golden_loop_equilibria() {
  static const std::vector<GoldenLoopEquilibrium> all = [] {
    std::vector<GoldenLoopEquilibrium> out;
    for (const json& entry : document().at("relative_equilibria")) {
      GoldenLoopEquilibrium one{entry.at("id"),
                                entry.at("system"),
                                entry.at("theta"),
                                entry.at("locked_inertia"),
                                entry.at("inertia_hessian_neg_pos").at(1),
                                {},
                                entry.at("stable")};
      for (const json& square : entry.at("lambda2_per_rate2"))
        one.lambda2.push_back(square.is_array() ? std::complex<double>(square.at(0), square.at(1))
                                                : std::complex<double>(square.get<double>()));
      out.push_back(one);
    }
    return out;
  }();
  return all;
}

const std::vector<GoldenLoopRun>& golden_loop_runs() {
  static const std::vector<GoldenLoopRun> all = [] {
    std::vector<GoldenLoopRun> out;
    for (const json& entry : document().at("trajectories")) {
      GoldenLoopRun run{entry.at("id"),
                        entry.at("system"),
                        by_body(entry.at("fixed_theta")),
                        by_body(entry.at("fixed_omega")),
                        entry.at("guess_theta"),
                        entry.at("energy"),
                        entry.at("angular_momentum"),
                        entry.at("sensitivity"),
                        {}};
      run.samples.push_back({0, entry.at("theta0"), entry.at("omega0"), vectors_of(entry.at("r0")),
                             vectors_of(entry.at("hinge_force0"))});
      for (const json& one : entry.at("samples"))
        run.samples.push_back({one.at("t"), one.at("theta"), one.at("omega"), vectors_of(one.at("r")),
                               vectors_of(one.at("hinge_force"))});
      out.push_back(run);
    }
    return out;
  }();
  return all;
}

Model model_of(const PinnedBodies& bodies) {
  Model model;
  for (int i = 0; i < bodies.size(); ++i)
    add_body(model, "b" + std::to_string(i), {.mass = bodies.m[i], .inertia = bodies.I[i]});
  for (std::size_t k = 0; k < bodies.joints.size(); ++k) {
    const PinnedBodies::Pin& joint = bodies.joints[k];
    add_joint(model, "j" + std::to_string(k), {"b" + std::to_string(joint.first), {joint.at_first.x, joint.at_first.y}},
              {"b" + std::to_string(joint.second), {joint.at_second.x, joint.at_second.y}});
  }
  return model;
}

Model model_of(const GoldenLoopRun& golden) {
  Model model = model_of(golden_linkages().at(golden.system));
  for (const auto& [k, angle] : golden.fixed_theta)
    model.start.absolute.push_back(named("b" + std::to_string(k), angle));
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const PinnedBodies::Pin& joint = golden_linkages().at(golden.system).joints[k];
    model.start.guess.push_back(
        named(model.joints[k].name.value, golden.guess[joint.second] - golden.guess[joint.first]));
  }
  if (golden.fixed_omega.empty())
    for (std::size_t k = 0; k < golden.guess.size(); ++k)
      model.start.spin.push_back(named("b" + std::to_string(k), golden.samples[0].omega[k]));
  for (const auto& [k, rate] : golden.fixed_omega) model.start.spin.push_back(named("b" + std::to_string(k), rate));
  return model;
}

}  // namespace oopss
