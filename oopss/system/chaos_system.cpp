// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/chaos_system.hpp"

#include "oopss/system/chaos_demand.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {
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

}  // namespace oopss
