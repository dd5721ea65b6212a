// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oopss/system/printable.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

struct Row {
  std::string left, right, note;
};

/// `left = right   note`, the equal signs in a column; notes that follow long formulas go under them.
std::string aligned(const std::vector<Row>& rows) {
  std::size_t left = 0, right = 0;
  for (const Row& row : rows) {
    left = std::max(left, row.left.size());
    if (row.right.size() <= 60) right = std::max(right, row.right.size());
  }
  std::string out;
  for (const Row& row : rows) {
    out += fmt::format("  {:<{}} = {}", row.left, left, row.right);
    if (!row.note.empty())
      out += row.right.size() <= 60 ? fmt::format("{:{}}   {}", "", right - row.right.size(), row.note)
                                    : fmt::format("\n  {:{}}   ({})", "", left, row.note);
    out += "\n";
  }
  return out;
}

std::string section(const std::string& title, const std::string& body) { return "\n" + title + "\n" + body; }

std::string definitions(const Equations& of, Part part, Extent extent) {
  const std::vector<double> constants =
      part == Part::constant ? constant_values(of) : std::vector<double>(of.definitions.size());
  std::vector<Row> rows;
  for (std::size_t i = 0; i < of.definitions.size(); ++i) {
    const Definition& d = of.definitions[i];
    if (d.part != part || !d.shown) continue;
    const std::string note = part == Part::constant ? fmt::format("{} = {:.6g}", d.meaning, constants[i]) : d.meaning;
    rows.push_back({name(d.symbol), text(d.value), extent == Extent::whole ? note : ""});
  }
  return aligned(rows);
}

bool has(const Equations& of, Part part) {
  for (const Definition& d : of.definitions)
    if (d.part == part) return true;
  return false;
}

std::string inertia(const Equations& of) {
  std::vector<Row> rows;
  for (int i = 0; i < of.J.rows; ++i)
    for (int j = i; j < of.J.cols; ++j)
      rows.push_back({fmt::format("J[{}][{}]", of.bodies[i], of.bodies[j]), text(of.J(i, j)), ""});
  return aligned(rows);
}

std::string bracket(const Equations& of) {
  std::vector<Row> rows;
  for (int i = 0; i < of.bracket.rows; ++i)
    for (int j = i + 1; j < of.bracket.cols; ++j)
      if (of.bracket(i, j) != 0)
        rows.push_back(
            {fmt::format("{{{}, {}}}", name(of.state[i]), name(of.state[j])), fmt::format("{}", of.bracket(i, j)), ""});
  return aligned(rows) + "  every other bracket of two state variables is 0\n";
}

std::string velocities(const Equations& of) {
  if (of.bodies.size() <= 3) return definitions(of, Part::solution, Extent::fragment);
  return "  omega = J^-1 mu: the solution of J omega = mu, with J symmetric and positive definite\n"
         "  (by L D L^T, step by step in --json; in O(N) by the recursion in generated code)\n";
}

std::string rates(const Equations& of) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < of.state.size(); ++i) rows.push_back({name(of.state[i]) + "'", text(of.rates[i]), ""});
  return aligned(rows);
}

std::string forms(const Equations& of) {
  std::vector<Row> rows;
  for (const Form& form : of.forms)
    rows.push_back({fmt::format("{:<7}{}", form.source, form.left), text(form.right), form.meaning});
  return aligned(rows);
}

std::string joints(const Equations& of) {
  std::string out;
  for (std::size_t k = 0; k < of.joints.size(); ++k)
    out += fmt::format("  phi_{} = theta_{} - theta_{}\n", of.joints[k], of.bodies[of.between[k].second],
                       of.bodies[of.between[k].first]);
  return out;
}

std::string arguments(const Equations& of) {
  std::string out;
  for (const Expr& u : of.arguments)
    out += fmt::format("  {}   torque that a function of the program gives\n", name(u));
  return out;
}

std::string claims(const Equations& of) {
  std::string out;
  for (const Claim& claim : of.claims)
    out += fmt::format("  [{}] {}\n           {}\n", claim.proved ? "proved" : "  --  ", claim.statement, claim.how);
  return out;
}

std::string values(const Equations& of) {
  std::vector<Row> rows;
  for (const Input& input : of.inputs)
    rows.push_back({input.name, fmt::format("{}", input.value), one_line(input.meaning)});
  return aligned(rows);
}

}  // namespace

std::string text_sheet(const Equations& of, Extent extent) {
  std::string out;
  if (extent == Extent::whole) {
    out += fmt::format("{}: the reduced Hamiltonian equations\n", of.title.empty() ? "Model" : one_line(of.title));
    if (!of.joints.empty()) out += section("Angles", joints(of));
  }
  std::string state;
  for (const Expr& x : of.state) state += (state.empty() ? "" : ", ") + name(x);
  out += section("State", "  (" + state + ")\n");
  if (has(of, Part::constant)) out += section("Constants", definitions(of, Part::constant, extent));
  if (has(of, Part::shape)) out += section("Functions of the shape", definitions(of, Part::shape, extent));
  out += section("Pseudo-inertia matrix J, mu = J omega", inertia(of));
  out += section("Angular velocities", velocities(of));
  out += section("Hamiltonian", aligned({{"H", text(of.H), extent == Extent::whole ? "kinetic energy" : ""}}));
  if (!is_zero(of.stored))
    out += aligned({{"U", text(of.stored), extent == Extent::whole ? "stored in the torque laws" : ""}});
  out += section("Bracket", bracket(of));
  out += section("Casimir",
                 aligned({{"mu_s", text(of.casimir), extent == Extent::whole ? "total angular momentum" : ""}}));
  if (!of.arguments.empty()) out += section("Arguments", arguments(of));
  if (has(of, Part::torque)) out += section("Torques", definitions(of, Part::torque, extent));
  out += section("Rates", rates(of));
  if (!of.forms.empty()) out += section("In the forms of the planar paper", forms(of));
  if (extent == Extent::fragment) return out.substr(1);
  if (!of.claims.empty()) out += section("Proved by symbolic computation", claims(of));
  if (!of.inputs.empty()) out += section("Symbols", values(of));
  return out;
}

}  // namespace oopss
