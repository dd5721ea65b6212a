// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/golden_splitting.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "oopss/model/build.hpp"

namespace oopss {
namespace {

using Json = nlohmann::json;

/// Bodies b1, b2, … and joints j2, j3, …, each body on an earlier one; the start is where the loop passes the stretched
/// shape.
Model model_of(const Json& item) {
  const Json& from = item.at("model");
  Model model;
  const auto name = [](int i) { return "b" + std::to_string(i); };
  const auto count = from.at("N").get<int>();
  for (int i = 1; i <= count; ++i)
    add_body(model, name(i), {.mass = from.at("mass").at(i - 1), .inertia = from.at("inertia").at(i - 1)});
  for (int i = 2; i <= count; ++i) {
    std::vector<Law> laws;
    if (item.contains("forcing")) {
      std::string formula = item.at("forcing").at("formula");
      laws.push_back(drive_law(formula.replace(formula.find("SIZE"), 4, "1")));
    }
    add_joint(model, "j" + std::to_string(i), {name(from.at("parent").at(i - 1)), from.at("d_parent").at(i - 2)},
              {name(i), from.at("d_child").at(i - 2)}, laws);
    const Json& theta = item.at("initial").at("theta");
    model.start.angles.push_back(
        named("j" + std::to_string(i), theta.at(i - 1).get<double>() - theta.at(i - 2).get<double>()));
  }
  for (int i = 1; i <= count; ++i) model.start.momenta.push_back(named(name(i), item.at("initial").at("mu").at(i - 1)));
  return model;
}

void add_pair(const Json& pair, GoldenSplitting& out) {
  out.I_1 = pair.at("I1");
  out.I_2 = pair.at("I2");
  out.x = pair.at("x");
  out.stretched = pair.at("stretched_angle");
  out.growth = pair.at("growth");
}

}  // namespace

std::vector<GoldenSplitting> golden_splittings() {
  std::ifstream file("tests/golden/chaos.json");
  const Json all = Json::parse(file);
  std::vector<GoldenSplitting> out;
  for (const char* kind : {"forced", "lever"})
    for (const Json& item : all.at(kind)) {
      GoldenSplitting one{.id = item.at("id"), .model = model_of(item), .forced = kind == std::string("forced")};
      one.mu_s = item.at("mu_s");
      one.loop = item.at("loop");
      add_pair(item.at("pair"), one);
      if (one.forced) {
        one.rate = item.at("pair").at("rate_at_crossing");
        one.nu = item.at("pair").at("nu_at_crossing");
        one.energy = item.at("pair").at("H_homoclinic");
        one.Omega = item.at("A").at(0).at("Omega");
        one.C = item.at("A").at(0).at("value").get<double>();
      } else {
        one.mu_3 = item.at("mu_3");
        one.energy = item.at("E");
        one.Omega = item.at("Omega");
        one.C = {item.at("C").at(0), item.at("C").at(1)};
      }
      one.zeros = item.at(one.forced ? "zeros_t0" : "zeros_psi").get<std::vector<double>>();
      for (const Json& row : item.at("measured"))
        one.measured.push_back({row.at(one.forced ? "t0" : "psi"), row.at("M"),
                                row.at(one.forced ? "nu_gap_per_size_predicted" : "pi3_gap_per_lever_predicted"),
                                row.at(one.forced ? "sizes" : "levers").get<std::vector<double>>(),
                                row.at(one.forced ? "nu_gap" : "pi3_gap").get<std::vector<double>>(),
                                row.at(one.forced ? "nu_gap_error" : "pi3_gap_error").get<std::vector<double>>(),
                                row.at("slope"), row.at("slope_error")});
      out.push_back(std::move(one));
    }
  return out;
}

}  // namespace oopss
