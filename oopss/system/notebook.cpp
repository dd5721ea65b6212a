// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/notebook.hpp"

namespace oopss {
Spelling state_spelling(const TreeSpec& spec) {
  Spelling spelling;
  const auto index = [](int i) { return std::to_string(i + 1); };
  const auto pair = [&](int i, int j) { return index(i) + (spec.topology.size() > 9 ? "," : "") + index(j); };
  for (int i = 0; i < spec.topology.size(); ++i) {
    spelling["m_" + spec.body_names[i]] = "m_{" + index(i) + "}";
    spelling["I_" + spec.body_names[i]] = "I_{" + index(i) + "}";
    spelling["mu_" + spec.body_names[i]] = "\\mu_{" + index(i) + "}";
  }
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k) {
    const JointSlots& joint = spec.joints[k];
    spelling["phi_" + spec.joint_names[k]] = fmt::format("\\theta_{{{},{}}}", joint.second + 1, joint.first + 1);
    const auto spell_vector = [&](const std::array<Slot, 3>& slots, int in, int towards) {
      for (int axis = 0; axis < 3; ++axis)
        if (slots[axis] >= 0)
          spelling[spec.inputs[slots[axis]].name] =
              fmt::format("d_{{{},{}}}", pair(in, towards), std::string(1, "xyz"[axis]));
    };
    spell_vector(joint.d_first, joint.first, joint.second);
    spell_vector(joint.d_second, joint.second, joint.first);
    for (std::size_t number = 0; number < joint.laws.size(); ++number) {
      const LawSlots& law = joint.laws[number];
      const std::string where = pair(joint.second, joint.first) + (number > 0 ? fmt::format(",{}", number + 1) : "");
      const std::pair<Slot, const char*> letters[] = {
          {law.kp, "k^p"}, {law.kd, "k^d"}, {law.bias, "b"}, {law.frequency, "f"}, {law.damping, "\\delta"}};
      for (const auto& [slot, letter] : letters)
        if (slot >= 0) spelling[spec.inputs[slot].name] = fmt::format("{}_{{{}}}", letter, where);
    }
  }
  for (const int k : function_joints(spec))
    spelling[argument_name(spec.joint_names[k])] = "u_{" + pair(spec.joints[k].second, spec.joints[k].first) + "}";
  return spelling;
}

Notebook::Notebook(const TreeSpec& spec_, Equations& out_)
    : spec(spec_),
      out(out_),
      symbols(state_symbols(spec_)),
      tree(planar_tree(spec_, symbols.p)),
      angles(tree_angles(spec_, symbols)),
      theta(absolute_angles(spec_.topology, angles, Expr(0))) {
  for (const std::vector<Expr>* group : {&symbols.p, &symbols.phi, &symbols.mu})
    for (const Expr& x : *group) taken_.insert(name(x));
  for (const int k : function_joints(spec)) taken_.insert(argument_name(spec.joint_names[k]));
  out.spelling = state_spelling(spec);
}

Expr Notebook::define(std::string name, const std::string& latex, const Expr& value, const std::string& meaning,
                      Definition::Part part, Shown shown) {
  while (!taken_.insert(name).second) name += "_";
  out.spelling[name] = latex;
  const bool constant = part == Definition::Part::constant, shape = part == Definition::Part::shape;
  const Rank rank = constant ? rank_constant : shape ? rank_shape : rank_solution;
  Expr x = symbol(name, rank + static_cast<int>(out.definitions.size()));
  out.definitions.push_back({x, meaning, value, part, shown == Shown::yes});
  return x;
}

Expr Notebook::name_if_needed(const std::string& name, const std::string& latex, const Expr& value,
                              const std::string& meaning, Definition::Part part, Shown shown) {
  if (kind(value) == Kind::number || kind(value) == Kind::symbol) return value;
  return define(name, latex, value, meaning, part, shown);
}

}  // namespace oopss
