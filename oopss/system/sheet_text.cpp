// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

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

std::string definitions(const std::vector<Definition>& all, const std::vector<double>& constants, Part part,
                        Extent extent) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Definition& d = all[i];
    if (d.part != part || !d.shown) continue;
    const std::string note = part == Part::constant ? fmt::format("{} = {:.6g}", d.meaning, constants[i]) : d.meaning;
    rows.push_back({name(d.symbol), text(d.value), extent == Extent::whole ? note : ""});
  }
  return aligned(rows);
}

std::string definitions(const Equations& equations, Part part, Extent extent) {
  return definitions(
      equations.definitions,
      part == Part::constant ? constant_values(equations) : std::vector<double>(equations.definitions.size()), part,
      extent);
}

bool has(const Equations& equations, Part part) {
  for (const Definition& d : equations.definitions)
    if (d.part == part) return true;
  return false;
}

std::string inertia(const Equations& equations) {
  std::vector<Row> rows;
  for (int i = 0; i < equations.J.rows; ++i)
    for (int j = i; j < equations.J.cols; ++j)
      rows.push_back({fmt::format("J[{}][{}]", equations.bodies[i], equations.bodies[j]), text(equations.J(i, j)), ""});
  return aligned(rows);
}

std::string lines(const std::vector<SheetLine>& all) {
  std::string out;
  for (const SheetLine& line : all) out += "  " + line.text + "\n";
  return out;
}

std::string bracket(const Equations& equations) {
  std::vector<Row> rows;
  if (equations.space) return lines(equations.space->lines.bracket);
  for (int i = 0; i < equations.bracket.rows; ++i)
    for (int j = i + 1; j < equations.bracket.cols; ++j)
      if (equations.bracket(i, j) != 0)
        rows.push_back({fmt::format("{{{}, {}}}", name(equations.state[i]), name(equations.state[j])),
                        fmt::format("{}", equations.bracket(i, j)), ""});
  return aligned(rows) + "  every other bracket of two state variables is 0\n";
}

std::string velocities(const Equations& equations) {
  if (equations.space)
    return "  the velocities are J^-1 times the momenta, with J symmetric and positive definite\n"
           "  (by L D L^T, step by step in --json; in O(N) by the recursion in generated code)\n" +
           definitions(equations, Part::solution, Extent::whole);
  if (equations.bodies.size() <= 3) return definitions(equations, Part::solution, Extent::fragment);
  return "  omega = J^-1 mu: the solution of J omega = mu, with J symmetric and positive definite\n"
         "  (by L D L^T, step by step in --json; in O(N) by the recursion in generated code)\n";
}

std::string prescribed_angles(const Equations& equations) {
  std::vector<Row> rows;
  for (const Equations::Prescribed& motion : equations.motions)
    rows.push_back({name(motion.angle), text(motion.value), ""});
  return aligned(rows) +
         "  at all times, by the torque that its second derivative takes, from a start with this angle and its rate\n";
}

std::string rates(const Equations& equations) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < equations.state.size(); ++i)
    rows.push_back({name(equations.state[i]) + "'", text(equations.rates[i]), ""});
  return aligned(rows);
}

std::string forms(const Equations& equations) {
  std::vector<Row> rows;
  for (const Form& form : equations.forms)
    rows.push_back({fmt::format("{:<7}{}", form.source, form.left), text(form.right), form.meaning});
  return aligned(rows);
}

/// The chain of beads by Theorem 2.1 of Laederich and Levi.
std::string lagrangian(const ChainLagrangian& chain, Extent extent) {
  return fmt::format(
             "  rod j, j = 1 to {}, from bead j to bead j + 1, has the angle phi_joint1 + ... + phi_jointj against rod "
             "0, "
             "and v_j is its rate;\n"
             "  {} is the total momentum; torques that store no energy act besides\n",
             chain.v.size(), name(chain.mu)) +
         definitions(chain.definitions, constant_values(chain), Part::constant, extent) +
         definitions(chain.definitions, {}, Part::shape, extent) +
         aligned({{"L", "L2 + L1 + L0", ""},
                  {"L2", text(chain.L2), ""},
                  {"L1", text(chain.L1), ""},
                  {"L0", text(chain.L0), ""}});
}

/// The leaf with its magnetic term.
std::string leaf_text(const LeafEquations& leaf, const std::vector<Expr>& state, Extent extent) {
  std::vector<Row> rows;
  for (std::size_t k = 0; k < leaf.p.size(); ++k) {
    rows.push_back({fmt::format("{{{}, {}}}", name(state[k]), name(leaf.p[k])), "1", ""});
    for (std::size_t l = k + 1; l < leaf.p.size(); ++l)
      if (const Expr F = leaf.F(static_cast<int>(k), static_cast<int>(l)); !is_zero(F))
        rows.push_back({fmt::format("{{{}, {}}}", name(leaf.p[k]), name(leaf.p[l])), text(leaf.momentum * F), ""});
  }
  return definitions(leaf.definitions, {}, Part::shape, extent) +
         definitions(leaf.definitions, {}, Part::solution, extent) + aligned(rows) +
         "  every other bracket of two of these is 0; pi = p + mu_s A, in place of p, has no magnetic term\n" +
         aligned({{"V_mu", text(leaf.potential), extent == Extent::whole ? "amended potential" : ""}}) +
         "  H = 1/2 p . M_s^-1 p + V_mu,   M_s = P^T (J - J 1 1^T J / I_lock) P,   p = M_s phi'\n";
}

std::string joints(const Equations& equations) {
  std::string out;
  for (std::size_t k = 0; k < equations.joints.size(); ++k)
    out += fmt::format("  phi_{} = theta_{} - theta_{}\n", equations.joints[k],
                       equations.bodies[equations.between[k].second], equations.bodies[equations.between[k].first]);
  return out;
}

/// The joints that close loops, and what the loops are.
std::string loops(const Equations& equations) {
  const ClosureEquations& closure = *equations.closure;
  std::string out;
  for (const int k : closure.joints)
    out += fmt::format("  {} closes a loop: cut open there, the bodies are a tree, whose state this is\n",
                       equations.joints[k]);
  if (closure.fixed) out += "  the loops cannot move: the joints of the tree are held as they are\n";
  for (const int c : closure.left_out)
    out += fmt::format("  {} = 0 follows from the other equations and is left out\n", name(closure.g[c]));
  return out;
}

/// The equation for the closing forces, and the steps of its solution.
std::string closing(const Equations& equations, Extent extent) {
  return "  mu' = mu'_open + G^T lambda,   S lambda = b,   S = G J^-1 G^T,   b = -(G domega + c),\n"
         "  W = J^-1 G^T and domega = J^-1 (tau - K (omega o omega)) as omega = J^-1 mu; then g'' = 0\n" +
         definitions(equations, Part::closing, extent);
}

/// The bracket on the closed loops: second-class constraints g and h = G ω.
constexpr const char* dirac =
    "  with h = G omega = g' and S = G J^-1 G^T = {g, h}, on g = 0, h = 0:\n"
    "  {f, k}_D = {f, k} + {f, g} S^-1 {h, k} - {f, h} S^-1 {g, k} - {f, g} S^-1 {h, h} S^-1 {g, k}\n"
    "  {phi, mu}_D = {phi, mu} (1 - J^-1 G^T S^-1 G)^T,   {phi, phi}_D = 0,   {x, mu_s}_D = 0\n";

std::string arguments(const Equations& equations) {
  std::string out;
  for (const Expr& u : equations.arguments)
    out += fmt::format("  {}   torque that a function of the program gives\n", name(u));
  return out;
}

/// The momentum map of translations, by which the place of the mass centre leaves the equations.
std::string translations(const Equations& equations) {
  const Equations::Translations& whole = equations.translations;
  constexpr std::array<const char*, 3> axes = {"x", "y", "z"};
  std::vector<Row> rows = {{"p", "m*v", "momentum map of translations, m = " + text(whole.mass)}};
  for (std::size_t axis = 0; axis < whole.momentum.size() && !is_zero(whole.kinetic); ++axis)
    rows.push_back({std::string("p_") + axes[axis], text(whole.momentum[axis]), ""});
  if (!is_zero(whole.kinetic)) rows.push_back({"p^2/(2*m)", text(whole.kinetic), "energy of the mass centre"});
  return aligned(rows) + (is_zero(whole.kinetic) ? "  the mass centre rests, p = 0" : "  the mass centre moves at v") +
         "; p is kept, and the energy of the whole is p^2/(2*m) + H, H about the mass centre\n";
}

/// μ_s' is what acts from outside.
std::string outside(const Equations& equations) {
  return aligned({{"mu_s'", text(equations.outside->momentum_rate), ""}}) +
         "  the total momentum is a Casimir of the bracket of joint angles and momenta; torques from outside change "
         "it\n" +
         (equations.outside->with_attitude
              ? fmt::format("  they depend on the angles of bodies: {} belongs to the state\n",
                            name(equations.state.back()))
              : "");
}

std::string claims(const Equations& equations) {
  std::string out;
  for (const Claim& claim : equations.claims)
    out += fmt::format("  [{}] {}\n           {}\n", claim.proved ? "proved" : "  --  ", claim.statement, claim.how);
  return out;
}

std::string values(const Equations& equations) {
  std::vector<Row> rows;
  std::vector<Input> inputs = equations.inputs;
  if (equations.lagrangian)
    inputs.insert(inputs.end(), equations.lagrangian->inputs.begin(), equations.lagrangian->inputs.end());
  for (const Input& input : inputs)
    rows.push_back({input.name, fmt::format("{}", input.value), one_line(input.meaning)});
  return aligned(rows);
}

}  // namespace

std::string text_sheet(const Equations& equations, Extent extent) {
  std::string out;
  if (extent == Extent::whole) {
    out += fmt::format("{}: the reduced Hamiltonian equations\n",
                       equations.title.empty() ? "Model" : one_line(equations.title));
    if (equations.space)
      out += section("Attitudes and momenta", lines(equations.space->lines.state));
    else if (!equations.joints.empty())
      out += section("Angles", joints(equations));
    if (equations.closure) out += section("Loops", loops(equations));
    out += section("Reduction by translations", translations(equations));
  }
  std::string state;
  for (const Expr& x : equations.state) state += (state.empty() ? "" : ", ") + name(x);
  out += section("State", "  (" + state + ")\n");
  if (has(equations, Part::constant)) out += section("Constants", definitions(equations, Part::constant, extent));
  if (has(equations, Part::shape))
    out += section("Functions of the shape", definitions(equations, Part::shape, extent));
  if (equations.space)
    out += section("Pseudo-inertia matrix J", lines(equations.space->lines.inertia));
  else
    out += section(equations.closure ? "Pseudo-inertia matrix J of the tree, mu = J omega"
                                     : "Pseudo-inertia matrix J, mu = J omega",
                   inertia(equations));
  out += section("Angular velocities", velocities(equations));
  out += section("Hamiltonian", aligned({{"H", text(equations.H), extent == Extent::whole ? "kinetic energy" : ""}}));
  if (!is_zero(equations.stored))
    out += aligned({{"U", text(equations.stored), extent == Extent::whole ? "stored in the torque laws" : ""}});
  out += section("Bracket", bracket(equations));
  out += section("Casimir", aligned({{equations.space ? "|M|^2" : "mu_s", text(equations.casimir),
                                      extent != Extent::whole ? ""
                                      : equations.space       ? "total angular momentum, squared"
                                                              : "total angular momentum"}}));
  if (equations.outside) out += section("Torques from outside", outside(equations));
  if (!equations.arguments.empty()) out += section("Arguments", arguments(equations));
  if (!equations.motions.empty()) out += section("Prescribed angles", prescribed_angles(equations));
  if (has(equations, Part::torque)) out += section("Torques", definitions(equations, Part::torque, extent));
  if (equations.closure) {
    out += section("Closing forces", closing(equations, extent));
    out += section("Dirac bracket", dirac);
  }
  if (equations.space) out += section("Equations of motion, torques apart", lines(equations.space->lines.motion));
  out += section("Rates", rates(equations));
  if (equations.space) {
    if (!equations.space->lines.product.empty()) out += section("Product form", lines(equations.space->lines.product));
    out += section("Symplectic leaves", lines(equations.space->lines.leaves));
  }
  if (equations.leaf)
    out += section("Leaf of the total momentum mu_s, with its magnetic term",
                   leaf_text(*equations.leaf, equations.state, extent));
  if (!equations.forms.empty())
    out += section(equations.reduced ? "Reduced to two bodies, in the forms of the paper on four-bar linkages"
                                     : "In the forms of the planar paper",
                   forms(equations));
  if (equations.lagrangian)
    out += section("Reduced Lagrangian of the chain (Laederich and Levi, Theorem 2.1)",
                   lagrangian(*equations.lagrangian, extent));
  if (extent == Extent::fragment) return out.substr(1);
  if (!equations.claims.empty()) out += section("Proved by symbolic computation", claims(equations));
  if (!equations.inputs.empty()) out += section("Symbols", values(equations));
  return out;
}

}  // namespace oopss
