// SPDX-License-Identifier: Apache-2.0
#include "tests/mechanics/golden_planar.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace oopss {

namespace {

using nlohmann::json;

Vec2<double> vector_of(const json& entry) { return {entry.at(0).get<double>(), entry.at(1).get<double>()}; }

Bodies<double> bodies_of(const json& model) {
  Bodies<double> bodies{model.at("mass"), model.at("inertia"), {}};
  for (int k = 1; k < bodies.size(); ++k)
    bodies.joints.push_back({model.at("parent").at(k).get<int>() - 1, k, vector_of(model.at("d_parent").at(k - 1)),
                             vector_of(model.at("d_child").at(k - 1))});
  return bodies;
}

std::vector<Spring<double>> springs_of(const json& laws, std::size_t joints) {
  std::vector<Spring<double>> springs(joints);
  for (std::size_t k = 0; k < laws.size(); ++k)
    springs[k] = {laws[k].at("type") == "sin_pd", laws[k].value("Kp", 0.), laws[k].value("Kd", 0.),
                  laws[k].value("bias", 0.)};
  return springs;
}

GoldenState state_of(const json& entry) {
  GoldenState state{
      entry.at("theta"), entry.at("omega"), entry.at("phi"), entry.at("mu"), entry.at("H"), entry.at("mu_s"), {}};
  if (entry.contains("com"))
    for (const json& r : entry.at("com")) state.positions.push_back(vector_of(r));
  return state;
}

GoldenCase case_of(const json& entry) {
  GoldenCase one;
  one.id = entry.at("id");
  one.bodies = bodies_of(entry.at("model"));
  one.springs = springs_of(entry.at("torque"), one.bodies.joints.size());
  one.until = entry.at("t1");
  one.initial = state_of(entry.at("initial"));
  one.final = state_of(entry.at("final"));
  for (const json& e : entry.value("equilibria", json::array())) {
    GoldenEquilibrium equilibrium{e.at("phi"), e.at("I_lock"), e.at("index"), {}};
    for (const json& z : e.at("spectrum_per_mu")) equilibrium.spectrum.emplace_back(z.at(0), z.at(1));
    one.equilibria.push_back(equilibrium);
  }
  if (entry.contains("two_body")) {
    const json& two = entry.at("two_body");
    one.two_bodies = {two.at("I1"),
                      two.at("I2"),
                      two.at("eps_d1_d2"),
                      two.at("H_min"),
                      two.at("H_homoclinic"),
                      two.at("free_period_at_initial_H"),
                      two.at("frequency_stretched"),
                      two.at("growth_folded")};
  }
  if (entry.contains("exact_linearisation_at_initial")) {
    const json& e = entry.at("exact_linearisation_at_initial");
    one.linearisation = {e.at("v"), e.at("T")};
  }
  if (entry.contains("energy_initial_data")) {
    const json& e = entry.at("energy_initial_data");
    one.start = {e.at("phi"),     e.at("direction"), e.at("mu_s"), e.at("H"), e.at("H_lower_bound_at_phi"),
                 e.at("mu_roots")};
  }
  return one;
}

/// c + Σ cos[j] cos((j + 1) t) + sin[j] sin((j + 1) t), as a formula.
std::string series_of(const json& joint) {
  std::string out = joint.at("c").dump();
  for (const char* function : {"cos", "sin"})
    for (std::size_t j = 0; joint.contains(function) && j < joint.at(function).size(); ++j)
      out += " + (" + joint.at(function)[j].dump() + ")*" + function + "(" + std::to_string(j + 1) + "*t)";
  return out;
}

}  // namespace

const std::vector<GoldenCase>& golden_planar() {
  static const std::vector<GoldenCase> all = [] {
    std::ifstream file("tests/golden/planar.json");
    if (!file) throw std::runtime_error("tests/golden/planar.json: not found; run from the root of the source tree");
    std::vector<GoldenCase> cases;
    const json document = json::parse(file);
    for (const json& entry : document.at("cases")) cases.push_back(case_of(entry));
    return cases;
  }();
  return all;
}

std::vector<GoldenPhase> golden_phases() {
  std::ifstream file("tests/golden/orbits.json");
  const json document = json::parse(file);
  std::vector<GoldenPhase> out;
  for (const json& item : document.at("items")) {
    const Bodies<double> bodies = bodies_of(item.at("model"));
    if (item.at("kind") == "family")
      for (const json& orbit : item.at("orbits"))
        out.push_back({item.at("id"),
                       bodies,
                       item.at("mu_s"),
                       orbit.at("T"),
                       orbit.at("phi"),
                       orbit.at("mu"),
                       {},
                       orbit.at("delta_theta_1"),
                       orbit.at("dynamic"),
                       orbit.at("geometric")});
    if (item.at("kind") != "motion") continue;
    out.push_back({item.at("id"),
                   bodies,
                   item.at("mu_s"),
                   item.at("period"),
                   {},
                   {},
                   {},
                   item.at("delta_theta_1"),
                   item.at("dynamic"),
                   item.at("geometric")});
    for (const json& joint : item.at("motion")) out.back().motion.push_back(series_of(joint));
  }
  return out;
}

std::vector<GoldenFamily> golden_families() {
  std::ifstream file("tests/golden/orbits.json");
  const json document = json::parse(file);
  std::vector<GoldenFamily> out;
  for (const json& item : document.at("items")) {
    if (item.at("kind") == "bifurcation")
      for (GoldenFamily& family : out)
        if (family.name == item.at("model").at("name").get<std::string>() && family.mode == item.at("mode").get<int>())
          family.events.push_back({item.at("type"), item.at("E"), item.at("T")});
    if (item.at("kind") != "family") continue;
    GoldenFamily family{item.at("id"),
                        item.at("model").at("name"),
                        bodies_of(item.at("model")),
                        item.at("mu_s"),
                        item.at("frequency"),
                        item.at("E_equilibrium"),
                        item.at("mode"),
                        {},
                        {}};
    for (const json& orbit : item.at("orbits")) {
      family.members.push_back({orbit.at("E"),
                                orbit.at("T"),
                                orbit.at("phi"),
                                orbit.at("mu"),
                                orbit.at("delta_theta_1"),
                                orbit.at("dynamic"),
                                orbit.at("geometric"),
                                {}});
      for (const json& lambda : orbit.at("multipliers"))
        family.members.back().multipliers.emplace_back(lambda.at(0).get<double>(), lambda.at(1).get<double>());
    }
    out.push_back(std::move(family));
  }
  return out;
}

std::vector<GoldenCurvature> golden_curvatures() {
  std::ifstream file("tests/golden/orbits.json");
  std::vector<GoldenCurvature> out;
  const json document = json::parse(file);
  for (const json& item : document.at("items"))
    if (item.at("kind") == "curvature")
      out.push_back({item.at("id"), bodies_of(item.at("model")), item.at("phi"), item.at("connection"),
                     item.at("I_lock"), item.at("curvature"), item.at("shape_metric")});
  return out;
}

std::vector<GoldenPlan> golden_plans() {
  std::ifstream file("tests/golden/orbits.json");
  std::vector<GoldenPlan> out;
  const json document = json::parse(file);
  for (const json& item : document.at("items"))
    if (item.at("kind") == "plan")
      out.push_back({item.at("id"), bodies_of(item.at("model")), item.at("turn_degrees"), item.at("effort"),
                     item.at("length"), item.at("lam"), item.at("base_free"), item.at("phi0")});
  return out;
}

std::vector<GoldenFullTurn> golden_full_turns() {
  std::ifstream file("tests/golden/orbits.json");
  std::vector<GoldenFullTurn> out;
  const json document = json::parse(file);
  for (const json& item : document.at("items"))
    if (item.at("kind") == "full_turn")
      out.push_back({bodies_of(item.at("model")), item.at("delta_theta_1"), item.at("delta_theta_2")});
  return out;
}

std::vector<GoldenSection> golden_sections() {
  std::ifstream file("tests/golden/chaos.json");
  std::vector<GoldenSection> out;
  const json document = json::parse(file);
  for (const json& item : document.at("section")) {
    GoldenSection one{item.at("id"), bodies_of(item.at("model")), state_of(item.at("initial"))};
    one.direction = item.at("section").get<std::string>().ends_with("> 0") ? 1 : -1;
    for (const json& row : item.at("returns")) one.returns.push_back({row.at(0), row.at(1), row.at(2), row.at(3)});
    one.error = item.at("error");
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<GoldenExponents> golden_exponents() {
  std::ifstream file("tests/golden/chaos.json");
  std::vector<GoldenExponents> out;
  const json document = json::parse(file);
  for (const json& item : document.at("exponents")) {
    GoldenExponents one{item.at("id"),
                        bodies_of(item.at("model")),
                        state_of(item.at("initial")),
                        item.at("t1"),
                        item.at("exponents_mean"),
                        item.at("exponents_spread"),
                        {}};
    for (const json& row : item.at("largest_convergence")) one.largest.push_back({row.at(0), row.at(1), row.at(2)});
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace oopss
