// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oopss/proof/thorough.hpp"
#include "oopss/system/loop_fit.hpp"
#include "server/answers.hpp"

namespace oopss {

AssembliesMessage assemblies_answer(const AskAssemblies& ask, ModelCache& models) {
  Model model = planar_model(models.read(ask.text));
  name_start(model);
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  AssembliesMessage out;
  if (!has_loops(model)) {
    out.note = "There are no loops to assemble.";
    return out;
  }
  const Assemblies found = assemblies_of(spec, p, solve_start(spec, p).phi);
  out.all = found.all;
  out.present = found.present;
  for (const int k : found.joints) out.joints.push_back(spec.joint_names[k]);
  if (static_cast<int>(out.all.size()) == most_assemblies)
    out.note = fmt::format("The first {} that were found.", most_assemblies);
  return out;
}

}  // namespace oopss
