// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/chaos_demand.hpp"

#include <fmt/format.h>

#include "oopss/system/law_time.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/orbit_demand.hpp"
#include "oopss/system/outside.hpp"

namespace oopss {
namespace {

/// Whether a law of a joint has kinks or jumps.
bool has_kinks(const TreeSpec& spec, int joint) {
  std::vector<int> others;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    if (k != joint) others.push_back(k);
  const TreeSpec one = without_laws(spec, others);
  const StateSymbols symbol_of = state_symbols(one);
  std::vector<Expr> rate;
  for (const std::string& name : one.joint_names) rate.push_back(symbol("rate_" + name, rank_shape));
  const Laws found = laws(one, symbol_of.t, symbol_of.phi, rate, symbol_of.p);
  std::vector<Expr> moving = symbol_of.phi;
  moving.insert(moving.end(), rate.begin(), rate.end());
  moving.push_back(symbol_of.t);
  if (!kinks(found).empty()) return true;
  for (const FormulaEdge& edge : reachable(found.edges, moving))  // a divisor that does not vanish is none
    if (edge.kind != Flow::Edge::Kind::flat) return true;
  return false;
}

void add_law_problems(const TreeSpec& spec, const std::vector<double>& p, std::vector<Diagnostic>& found) {
  const bool pair = spec.topology.size() == 2;
  int drives = 0;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    for (std::size_t i = 0; i < spec.joints[k].laws.size(); ++i) {
      const LawSlots& law = spec.joints[k].laws[i];
      const Place place = spec.model->joints[k].laws[i].place;
      const std::string& name = spec.joint_names[k];
      if (!pair || law.kind != LawKind::drive) {
        found.push_back({place, fmt::format("joint '{}': {}", name,
                                            pair ? "the manifolds of two bodies are split by one law drive; this one "
                                                   "is another"
                                                 : "the manifolds of three bodies are split by the third alone: they "
                                                   "have no laws")});
        continue;
      }
      for (const std::string& word : names(*law.formula))
        if (word.starts_with("phi_") || word.starts_with("rate_"))
          found.push_back({place, fmt::format("joint '{}': the formula of its drive has {}: it is to depend on t alone",
                                              name, word)});
      ++drives;
    }
  if (!pair) return;
  const Place joint = spec.model->joints[0].name.place;
  if (drives == 0 && found.empty())
    found.push_back({joint,
                     fmt::format("joint '{}': two bodies without a drive have no splitting: their motion is integrable",
                                 spec.joint_names[0]),
                     "torque = { law = \"drive\", formula = \"cos(t)\" } splits their manifolds"});
  if (drives > 1)
    found.push_back({joint, fmt::format("joint '{}': the manifolds are split by one law drive; it has {}",
                                        spec.joint_names[0], drives)});
  if (drives != 1 || !found.empty()) return;
  if (const LawTime time = law_time(spec, p); !time.period)
    found.push_back({spec.model->joints[0].laws[0].place,
                     fmt::format("joint '{}': its drive has no period{}{}", spec.joint_names[0],
                                 time.why.empty() ? "" : ": ", time.why)});
}

}  // namespace

std::vector<Diagnostic> without_exponents(const TreeSpec& spec) {
  const Model& model = *spec.model;
  std::vector<Diagnostic> found;
  if (in_space(spec))
    found.push_back({model.bodies[0].name.place,
                     fmt::format("body {} is in space: exponents and sections are those of leaves in the plane",
                                 oopss::quoted(model.bodies[0].name.value)),
                     "`oopss sweep --observe exponent` has the largest exponent of one start"});
  if (spec.joints.empty())
    found.push_back({model.bodies[0].name.place,
                     fmt::format("body {} is alone: without a joint there is no shape, and every leaf is a point",
                                 oopss::quoted(model.bodies[0].name.value))});
  for (const int k : moved_joints(spec))
    found.push_back({model.joints[k].motion->place,
                     fmt::format("joint '{}': its motion is prescribed: exponents and sections are those of joints "
                                 "that move by themselves",
                                 spec.joint_names[k])});
  for (const int k : function_joints(spec))
    found.push_back({model.joints[k].name.place,
                     fmt::format("joint '{}': its law is a function of the program, whose slopes are not known",
                                 spec.joint_names[k])});
  for (Diagnostic& problem : outside_without_equilibria(spec)) found.push_back(std::move(problem));
  if (!found.empty() || in_space(spec)) return found;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k)
    if (!spec.joints[k].laws.empty() && has_kinks(spec, k))
      found.push_back({model.joints[k].laws.front().place,
                       fmt::format("joint '{}': its law has kinks, jumps or edges, at which small differences are not "
                                   "carried on by slopes",
                                   spec.joint_names[k]),
                       "abs, sign, min, max, ramp, pulse, atan2, sqrt and log have them; tanh is smooth"});
  return found;
}

bool keeps_energy(const TreeSpec& spec, const std::vector<double>& p) { return energy_leaks(spec, p).empty(); }

std::vector<Diagnostic> without_sections(const TreeSpec& spec, const std::vector<double>& p, bool every_period) {
  std::vector<Diagnostic> found = without_exponents(spec);
  if (!found.empty() || every_period) return found;
  for (const EnergyLeak& leak : energy_leaks(spec, p)) {
    const Place place = spec.model->joints[leak.joint].laws[leak.law].place;
    const std::string& name = spec.joint_names[leak.joint];
    if (leak.damper)
      found.push_back(
          {place,
           fmt::format("joint '{}': its damper takes energy out, and a section shows motions of one energy", name),
           fmt::format("--set joint.{}.torque.kd=0 leaves the damper out", name)});
    else
      found.push_back({place,
                       fmt::format("joint '{}': its law {}, and a section shows motions of one energy", name, leak.why),
                       "a law of two bodies that has a period in t: --every-period"});
  }
  return found;
}

std::vector<Diagnostic> without_splitting(const TreeSpec& spec, const std::vector<double>& p) {
  const Model& model = *spec.model;
  std::vector<Diagnostic> found;
  const Place first = model.bodies[0].name.place;
  if (in_space(spec))
    found.push_back({first, fmt::format("body {} is in space: manifolds are split on leaves of bodies in the plane",
                                        oopss::quoted(model.bodies[0].name.value))});
  const int bodies = spec.topology.size();
  if (bodies != 2 && bodies != 3)
    found.push_back({first, fmt::format("the model has {} bod{}: splitting is that of two with a drive, or of three",
                                        bodies, bodies == 1 ? "y" : "ies")});
  for (const ChordSlots& chord : spec.chords)
    found.push_back(
        {model.joints[chord.joint].name.place,
         fmt::format("joint '{}' closes a loop: splitting is that of trees", spec.joint_names[chord.joint])});
  for (const int k : moved_joints(spec))
    found.push_back({model.joints[k].motion->place,
                     fmt::format("joint '{}': its motion is prescribed: splitting is that of joints that move by "
                                 "themselves",
                                 spec.joint_names[k])});
  for (Diagnostic& problem : outside_without_equilibria(spec)) found.push_back(std::move(problem));
  if (bodies == 2 || bodies == 3) add_law_problems(spec, p, found);
  sort_by_place(found);
  return found;
}

}  // namespace oopss
