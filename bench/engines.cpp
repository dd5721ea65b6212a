// SPDX-License-Identifier: Apache-2.0
// How long is one evaluation of the rates by each engine? Chains of rods with the same law at every joint.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "bench/clock.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

using namespace oopss;

namespace {

struct SameLaw {
  const char *name, *text;
  std::vector<int> bodies;
};
const std::vector<SameLaw> laws = {
    {"none", "", {2, 3, 5, 10, 30, 100}},
    {"`sine`", "law = \"sine\", kp = 3, kd = 0.1, bias = 0.2", {2, 3, 5, 10, 30, 100}},
    {"`expression` of tanh, sin, exp, abs",
     "law = \"expression\", formula = \"2*tanh(phi_j#) + sin(3*phi_j#)*exp(-t) + 0.1*abs(rate_j#)\"",
     {2, 3, 5, 10, 30, 100}},
    {"`linearise` at every joint", "law = \"linearise\", frequency = 2", {2, 3, 5, 10, 20}}};

/// `#` in the law's text is the number of its joint.
Model chain_of(int bodies, const SameLaw& law) {
  std::string text = "[model]\nformat = 1\n", rates;
  for (int i = 0; i < bodies; ++i) text += fmt::format("[[body]]\nname = \"rod{}\"\nmass = 1\ninertia = \"1/12\"\n", i);
  for (int k = 1; k < bodies; ++k) {
    text += fmt::format("[[joint]]\nname = \"j{}\"\nbetween = [\"rod{}\", \"rod{}\"]\nat = [[0.5, 0], [-0.5, 0]]\n", k,
                        k - 1, k);
    std::string torque = law.text;
    for (std::size_t place; (place = torque.find('#')) != std::string::npos;)
      torque.replace(place, 1, std::to_string(k));
    if (!torque.empty()) text += fmt::format("torque = {{ {} }}\n", torque);
    rates += fmt::format("{}j{} = {}", k > 1 ? ", " : "", k, 0.1 * (k % 7) - 0.3);
  }
  return read_model({"chain", text + fmt::format("[start]\nrates = {{ {} }}\nmomentum = 3\n", rates)});
}

/// Nanoseconds; less than 0 where the compiler did not give the code in its time.
double time_of(const Model& model, Engine engine) {
  const System system = derive(model, engine);
  while (!system.engine().final) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (engine == Engine::compiled && system.engine().name != "compiled") return -1;
  const Flow flow = system.with_inputs(default_inputs(system));
  const std::vector<double> x = start_state(model);
  std::vector<double> rates(x.size());
  return 1e9 * least_seconds(
                   [&] {
                     flow.field(0.5, x.data(), rates.data());
                     asm volatile("" ::"r"(rates.data()) : "memory");  // the result counts as used
                   },
                   0.2);
}

}  // namespace

int main() {
  for (const SameLaw& law : laws) {
    std::string head = fmt::format("| {} |", law.name), rule = "|---|";
    for (const int n : law.bodies) head += fmt::format(" {} |", n), rule += "---:|";
    std::printf("%s\n%s\n", head.c_str(), rule.c_str());
    for (const auto& [name, engine] :
         {std::pair{"recursive", Engine::recursive}, std::pair{"interpreted", Engine::interpreted},
          std::pair{"compiled", Engine::compiled}}) {
      std::string row = fmt::format("| {} |", name);
      for (const int n : law.bodies) {
        const double ns = time_of(chain_of(n, law), engine);
        row += ns < 0 ? " - |" : fmt::format(" {:.0f} |", ns);
      }
      std::printf("%s\n", row.c_str());
      std::fflush(stdout);
    }
    std::printf("\n");
  }
  return 0;
}
