// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/notebook.hpp"

namespace oopss {
Spelling state_spelling(const TreeSpec& spec) {
  constexpr std::array<const char*, 6> parts = {"xx", "xy", "xz", "yy", "yz", "zz"};  // of a symmetric matrix
  Spelling spelling;
  const auto index = [](int i) { return std::to_string(i + 1); };
  const auto pair = [&](int i, int j) { return index(i) + (spec.topology.size() > 9 ? "," : "") + index(j); };
  for (int i = 0; i < spec.topology.size(); ++i) {
    spelling["m_" + spec.body_names[i]] = "m_{" + index(i) + "}";
    spelling["I_" + spec.body_names[i]] = "I_{" + index(i) + "}";
    spelling["mu_" + spec.body_names[i]] = "\\mu_{" + index(i) + "}";
  }
  const auto spell = [&](Slot slot, const std::string& letter, int i, const std::string& part) {
    if (slot >= 0) spelling[spec.inputs[slot].name] = fmt::format("{}_{{{},{}}}", letter, index(i), part);
  };
  for (std::size_t i = 0; i < spec.tensor.size(); ++i) {
    for (std::size_t k = 0; k < parts.size(); ++k) spell(spec.tensor[i][k], "I", static_cast<int>(i), parts[k]);
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
    for (int axis = 0; axis < 3; ++axis) spell(joint.axis[axis], "n", k, std::string(1, "xyz"[axis]));
    for (int part = 0; part < 4; ++part) spell(joint.rest[part], "r", k, std::string(1, "wxyz"[part]));
    for (std::size_t number = 0; number < joint.laws.size(); ++number) {
      const LawSlots& law = joint.laws[number];
      const std::string where = pair(joint.second, joint.first) + (number > 0 ? fmt::format(",{}", number + 1) : "");
      const std::pair<Slot, const char*> letters[] = {
          {law.kp, "k^p"}, {law.kd, "k^d"}, {law.bias, "b"}, {law.frequency, "f"}, {law.damping, "\\delta"}};
      for (const auto& [slot, letter] : letters)
        if (slot >= 0) spelling[spec.inputs[slot].name] = fmt::format("{}_{{{}}}", letter, where);
      for (std::size_t part = 0; part < parts.size(); ++part)
        for (const auto& [slot, letter] :
             {std::pair(law.kp_matrix[part], "k^p"), std::pair(law.kd_matrix[part], "k^d")})
          if (slot >= 0) spelling[spec.inputs[slot].name] = fmt::format("{}_{{{},{}}}", letter, where, parts[part]);
    }
  }
  for (std::size_t axis = 0; axis < spec.drift.size(); ++axis)
    if (spec.drift[axis] >= 0) spelling[spec.inputs[spec.drift[axis]].name] = fmt::format("v_{{{}}}", "xyz"[axis]);
  for (const OutsideSlots& outside : spec.outside)
    if (outside.value >= 0) spelling[spec.inputs[outside.value].name] = "\\tau_{" + index(outside.body) + "}";
  for (const int k : function_joints(spec))
    spelling[argument_name(spec.joint_names[k])] = "u_{" + pair(spec.joints[k].second, spec.joints[k].first) + "}";
  return spelling;
}

Notebook::Notebook(const TreeSpec& spec_, Equations& out_)
    : DefinitionList(out_),
      spec(spec_),
      symbols(state_symbols(spec_)),
      tree(planar_tree(spec_, symbols.p)),
      angles(tree_angles(spec_, symbols)),
      theta(absolute_angles(spec_.topology, angles, Expr(0))) {
  for (const std::vector<Expr>* group : {&symbols.p, &symbols.phi, &symbols.mu})
    for (const Expr& x : *group) taken_.insert(name(x));
  for (const int k : function_joints(spec)) taken_.insert(argument_name(spec.joint_names[k]));
  out.spelling = state_spelling(spec);
}

Expr DefinitionList::free_symbol(std::string name, const std::string& latex, int rank) {
  while (!taken_.insert(name).second) name += "_";
  out.spelling[name] = latex;
  return symbol(name, rank);
}

Expr DefinitionList::define(std::string name, const std::string& latex, const Expr& value, const std::string& meaning,
                            Definition::Part part, Shown shown) {
  const bool constant = part == Definition::Part::constant, shape = part == Definition::Part::shape;
  const Rank rank = constant ? rank_constant : shape ? rank_shape : rank_solution;
  Expr x = free_symbol(std::move(name), latex, rank + static_cast<int>(out.definitions.size()));
  out.definitions.push_back({x, meaning, value, part, shown == Shown::yes});
  return x;
}

Expr DefinitionList::name_if_needed(const std::string& name, const std::string& latex, const Expr& value,
                                    const std::string& meaning, Definition::Part part, Shown shown) {
  if (kind(value) == Kind::number || kind(value) == Kind::symbol) return value;
  return define(name, latex, value, meaning, part, shown);
}

Ldlt<Expr> write_factors(DefinitionList& book, const Matrix<Expr>& J, const RowNames& rows) {
  using Part = Definition::Part;
  using Shown = DefinitionList::Shown;
  const int n = J.rows;
  Ldlt<Expr> factors{Matrix<Expr>(n, n), std::vector<Expr>(static_cast<std::size_t>(n))};
  for (int i = 0; i < n; ++i) {
    Expr pivot = J(i, i);
    for (int j = 0; j < i; ++j) {
      Expr sum = J(i, j);
      for (int k = 0; k < j; ++k) sum = sum - factors.L(i, k) * factors.D[k] * factors.L(j, k);
      factors.L(i, j) = book.name_if_needed("L_" + rows.pair(i, j), "L_{" + rows.pair_index(i, j) + "}",
                                            sum / factors.D[j], "factor of J", Part::solution, Shown::no);
      pivot = pivot - factors.D[j] * pow(factors.L(i, j), 2);
    }
    factors.D[i] = book.name_if_needed("D_" + rows.name[i], "D_{" + rows.index[i] + "}", pivot, "pivot of J",
                                       Part::solution, Shown::no);
  }
  return factors;
}

std::vector<Expr> write_substitution(DefinitionList& book, const Ldlt<Expr>& factors, const RowNames& rows,
                                     const std::vector<Expr>& b, const SolutionName& solution) {
  using Shown = DefinitionList::Shown;
  const int n = factors.L.rows;
  std::vector<Expr> x(b.size()), z = b;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) z[i] = z[i] - factors.L(i, k) * z[k];
    z[i] =
        book.name_if_needed(fmt::format("z_{}_{}", solution.name, rows.name[i]), fmt::format("z_{{{}}}", rows.index[i]),
                            z[i], "forward substitution", solution.part, Shown::no);
  }
  for (int i = n - 1; i >= 0; --i) {
    Expr sum = z[i] / factors.D[i];
    for (int k = i + 1; k < n; ++k) sum = sum - factors.L(k, i) * x[k];
    x[i] = book.define(solution.name + "_" + rows.name[i], solution.latex + "_{" + rows.index[i] + "}", sum,
                       solution.meaning + " of " + rows.name[i], solution.part, solution.shown);
  }
  return x;
}

}  // namespace oopss
