// SPDX-License-Identifier: Apache-2.0
#include "server/space_symbols.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oopss/system/space_notebook.hpp"

namespace oopss {
namespace {

/// Collects the columns that are used, as symbols of their names.
class ColumnSymbols {
 public:
  explicit ColumnSymbols(KnownSymbols& known) : known_(known) {}

  Expr number(const std::string& column) {
    known_.emplace_back(symbol(column, rank_other + static_cast<int>(known_.size())), column);
    return known_.back().first;
  }
  Vec3<Expr> vector(const std::string& name) {
    const Expr x = number(name + ".x"), y = number(name + ".y");
    return {x, y, number(name + ".z")};
  }
  Quaternion<Expr> turn(const std::string& name) {
    const Expr w = number(name + ".w");
    const Vec3<Expr> v = vector(name);
    return quaternion(w, v);
  }

 private:
  KnownSymbols& known_;
};

/// Gives the symbols of a state their values, in order.
struct StateValues {
  const std::vector<Expr>& state;
  Substitution& values;
  std::size_t next = 0;

  void put(const Expr& value) { values.emplace(state[next++], value); }
  void put(const Vec3<Expr>& v) {
    for (const Expr& part : {v.x, v.y, v.z}) put(part);
  }
  void put(const Matrix3<Expr>& A) {
    for (const Vec3<Expr>& row : {A.x, A.y, A.z}) put(row);
  }
};

}  // namespace

SpaceSymbols space_symbols(const TreeSpec& spec, const Equations& equations) {
  SpaceSymbols out;
  const StateSymbols symbols = state_symbols(spec);
  out.known = {{symbols.t, "t"}};
  for (std::size_t k = 0; k < symbols.p.size(); ++k)
    out.known.emplace_back(symbols.p[k], "input." + spec.inputs[k].name);
  ColumnSymbols columns(out.known);
  std::vector<Quaternion<Expr>> turn;
  std::vector<Vec3<Expr>> Pi;
  for (const std::string& body : spec.body_names) {
    turn.push_back(columns.turn("attitude." + body));
    Pi.push_back(columns.vector("momentum." + body));
  }
  StateValues state{equations.state, out.values};
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    if (spec.joints[k].hinge)
      state.put(columns.number("angle." + spec.joint_names[k]));
    else
      state.put(rotation_of(conjugate(turn[spec.joints[k].first]) * turn[spec.joints[k].second]));
  const int bodies = spec.topology.size();
  if (is_space_pair(spec)) {
    for (const Vec3<Expr>& one : Pi) state.put(one);
    return out;
  }
  const SpaceTree<Expr> tree = space_tree(spec, symbols.p);
  std::vector<Vec3<Expr>> sum;  // of the momenta of a body and of all beyond it, along inertial axes
  for (int i = 0; i < bodies; ++i) sum.push_back(rotation_of(turn[i]) * Pi[i]);
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i)
    if (tree.parent[*i] >= 0) sum[tree.parent[*i]] = sum[tree.parent[*i]] + sum[*i];
  for (int i = 0; i < bodies; ++i) {
    const Vec3<Expr> own = transposed(rotation_of(turn[i])) * sum[i];
    if (is_hinge(tree, i))
      state.put(dot(*tree.hinge[i], own));
    else
      state.put(own);
  }
  return out;
}

std::string ball_law_latex(const JointSlots& joint, const std::vector<Expr>& p, const Spelling& spelling) {
  std::vector<std::string> terms, where;
  const auto gain = [&](Slot slot) { return latex(p[slot], spelling); };
  const auto say = [&](const std::string& words) {
    if (std::find(where.begin(), where.end(), words) == where.end()) where.push_back(words);
  };
  for (const LawSlots& law : joint.laws) {
    if (law.kind == LawKind::log && law.kp >= 0) {
      terms.push_back(gain(law.kp) + "\\, \\varphi");
      say("\\varphi = (\\log R)^\\vee");
    }
    if (law.kind == LawKind::skew && law.kp >= 0) terms.push_back(gain(law.kp) + "\\, R^\\vee");
    if (law.kind == LawKind::matrix) terms.push_back("2\\, (R K)^\\vee");
    if (law.kd_is_matrix) terms.push_back("A D A^T \\omega");
    if (!law.kd_is_matrix && law.kd >= 0) terms.push_back(gain(law.kd) + "\\, \\omega");
  }
  if (terms.empty()) return "";
  return fmt::format("T = {}{}{}", fmt::join(terms, " + "), where.empty() ? "" : ",\\; ", fmt::join(where, ",\\; "));
}

}  // namespace oopss
