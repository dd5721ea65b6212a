// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_notebook.hpp"

namespace oopss {

std::vector<SpaceTorque> write_space_torques(SpaceNotebook& book, const std::vector<Vec3<Expr>>& /*spin*/,
                                             const std::vector<Expr>& rate) {
  const TreeSpec& spec = book.spec;
  Equations& out = book.out;
  const Laws law = laws(spec, book.symbols.t, book.symbols.phi, rate, book.symbols.p);
  if (!law.linearised.empty())
    throw ModelError(spec.model->source,
                     {{spec.model->joints[law.linearised[0]].place,
                       "derive does not print exact linearisation in space; simulate and generate take it"}});
  out.stored = law.stored;
  std::vector<SpaceTorque> torque(spec.joints.size());
  for (std::size_t k = 0; k < torque.size(); ++k) torque[k].hinge = law.torque[k];
  for (const int k : function_joints(spec)) {
    out.arguments.push_back(argument_symbol(spec, k));
    torque[k].hinge = torque[k].hinge + out.arguments.back();
  }
  for (int k = 0; k < static_cast<int>(torque.size()); ++k) {
    const JointSlots& joint = spec.joints[k];
    torque[k].hinge = book.name_if_needed(
        "T_" + book.joint(k), fmt::format("T_{{{}}}", book.index(k)), torque[k].hinge,
        fmt::format("torque at {}: + on {}, - on {}", book.joint(k), book.body(joint.first), book.body(joint.second)),
        Definition::Part::torque);
  }
  return torque;
}

}  // namespace oopss
