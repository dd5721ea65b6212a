// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/chaos_system.hpp"

#include <fmt/format.h>

#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/orbit/orbit_system.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/outside.hpp"

namespace oopss {
namespace {

/// Whether a law of a joint has kinks or jumps.
bool has_kinks(const TreeSpec& spec, int joint) {
  TreeSpec one = spec;
  for (int k = 0; k < static_cast<int>(one.joints.size()); ++k)
    if (k != joint) one.joints[k].laws.clear();
  const StateSymbols symbol_of = state_symbols(one);
  std::vector<Expr> rate;
  for (const std::string& name : one.joint_names) rate.push_back(symbol("rate_" + name, rank_shape));
  const Laws found = laws(one, symbol_of.t, symbol_of.phi, rate, symbol_of.p);
  return !kinks(found).empty() || !found.edges.empty();
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

ChaosSystem chaos_system(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  if (std::vector<Diagnostic> found = without_exponents(spec); !found.empty()) {
    sort_by_place(found);
    throw ModelError(spec.model->source, std::move(found), spec.model->settings);
  }
  ChaosSystem out;
  out.time = law_time(spec, p);
  out.keeps_energy = keeps_energy(spec, p);
  out.motion.system = derive(model, Engine::recursive);
  out.motion.p = default_inputs(out.motion.system);
  out.motion.flow = out.motion.system.with_inputs(out.motion.p);
  return out;
}

int leaf_dimension(const ChaosSystem& model, const std::vector<double>& x) {
  const LeafGeometry geometry = leaf_geometry(model.motion.system, momentum_unit(model.motion.system, x));
  return static_cast<int>(leaf_frame(model.motion, geometry, x).out.cols());
}

}  // namespace oopss
