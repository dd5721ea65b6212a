// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <cmath>

#include "oopss/system/sheet.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// Free text of a model as LaTeX text; what pdflatex has no letter for becomes a question mark.
std::string escaped(const std::string& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(words[i]);
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~')
      out += "\\textasciitilde{}";
    else if (c == '^')
      out += "\\textasciicircum{}";
    else if (std::string_view("#$%&_{}").find(words[i]) != std::string_view::npos)
      (out += '\\') += words[i];
    else if (c == '<' || c == '>' || c == '|')
      out += fmt::format("\\ensuremath{{{}}}", c == '|' ? "\\mid" : std::string(1, words[i]));
    else if (c < 0x80)
      out += c < 0x20 || c == 0x7F ? ' ' : words[i];
    else if (c == 0xC3 && i + 1 < words.size())
      (out += words[i]) += words[i + 1];  // Latin letters with accents
    else if (c >= 0xC0)
      out += '?';
    if (c == 0xC3) ++i;
  }
  return out;
}

/// A rough count of printed characters, to break long equations.
std::size_t width(const std::string& latex) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < latex.size(); ++i) {
    if (latex[i] == '\\') {
      while (i + 1 < latex.size() && std::isalpha(static_cast<unsigned char>(latex[i + 1]))) ++i;
      ++count;
    } else if (std::string_view("{}_^ ,").find(latex[i]) == std::string_view::npos) {
      ++count;
    }
  }
  return count;
}

/// left &= right, broken between terms where it grows too long for a line.
std::string equation(const std::string& left, const Expr& right, const Spelling& spelling) {
  constexpr std::size_t line = 62;
  std::string out = left + " &= ";
  std::size_t used = width(left);
  for (const std::string& term : latex_terms(right, spelling)) {
    const std::size_t more = width(term);
    if (used > width(left) && used + more > line) {
      out += "\\\\\n  &\\quad {}";
      used = 0;
    }
    out += term;
    used += more;
  }
  return out;
}

std::string display(const std::vector<std::string>& equations) {
  std::string out = "\\begin{align*}\n";
  for (std::size_t i = 0; i < equations.size(); ++i)
    out += "  " + equations[i] + (i + 1 < equations.size() ? "\\\\\n" : "\n");
  return out + "\\end{align*}\n";
}

std::vector<std::string> definition_rows(const std::vector<Definition>& definitions, Part part,
                                         const Spelling& spelling) {
  std::vector<std::string> rows;
  for (const Definition& d : definitions)
    if (d.part == part && d.shown)
      rows.push_back(d.summed.empty() ? equation(latex(d.symbol, spelling), d.value, spelling)
                                      : latex(d.symbol, spelling) + " &= " + d.summed);
  return rows;
}

std::string latex_definitions(const Equations& equations, Part part) {
  const std::vector<std::string> rows = definition_rows(equations.definitions, part, equations.spelling);
  return rows.empty() ? "" : display(rows);
}

/// The chain of beads by Theorem 2.1 of Laederich and Levi.
std::string latex_lagrangian(const Equations& equations) {
  const ChainLagrangian& chain = *equations.lagrangian;
  const std::vector<std::string> constants = definition_rows(chain.definitions, Part::constant, equations.spelling);
  std::vector<std::string> rows = definition_rows(chain.definitions, Part::shape, equations.spelling);
  rows.push_back("L &= L_2 + L_1 + L_0");
  rows.push_back(equation("L_2", chain.L2, equations.spelling));
  rows.push_back(equation("L_1", chain.L1, equations.spelling));
  rows.push_back(equation("L_0", chain.L0, equations.spelling));
  return (constants.empty() ? "" : display(constants)) + display(rows);
}

/// Formulas in space, with vectors and matrices.
std::string latex_lines(const std::vector<SheetLine>& all) {
  std::vector<std::string> rows;
  for (const SheetLine& line : all) rows.push_back(line.latex);
  return rows.empty() ? "" : display(rows);
}

/// What the state in space is.
std::string latex_sentences(const std::vector<SheetLine>& all) {
  std::string out;
  for (const SheetLine& line : all) out += (out.empty() ? "" : " ") + line.latex;
  return out + "\n";
}

/// The matrix by the names of its entries; beyond eight bodies the names say enough.
std::string latex_inertia(const Equations& equations) {
  if (equations.space) return latex_lines(equations.space->lines.inertia);
  constexpr int widest_matrix = 8;
  if (equations.J.rows > widest_matrix) return "\\[ J(\\theta) = (J_{i,j}), \\qquad J_{j,i} = J_{i,j} \\]\n";
  std::string out = "\\[ J(\\theta) = \\begin{pmatrix}\n";
  for (int i = 0; i < equations.J.rows; ++i)
    for (int j = 0; j < equations.J.cols; ++j)
      out += latex(equations.J_named(i, j), equations.spelling) + (j + 1 < equations.J.cols ? " & " : " \\\\\n");
  return out + "\\end{pmatrix} \\]\n";
}

std::string latex_bracket(const Equations& equations) {
  if (equations.space)
    return latex_lines(equations.space->lines.bracket) +
           display({equation("|M|^2", equations.casimir, equations.spelling)});
  std::vector<std::string> rows;
  for (int i = 0; i < equations.bracket.rows; ++i)
    for (int j = i + 1; j < equations.bracket.cols; ++j)
      if (equations.bracket(i, j) != 0)
        rows.push_back(fmt::format("\\{{{}, {}\\}} &= {}", latex(equations.state[i], equations.spelling),
                                   latex(equations.state[j], equations.spelling), equations.bracket(i, j)));
  rows.push_back(equation("\\mu_s", equations.casimir, equations.spelling));
  if (equations.outside) rows.push_back(equation("\\dot\\mu_s", equations.outside->momentum_rate, equations.spelling));
  return display(rows);
}

std::string latex_velocities(const Equations& equations) {
  if (equations.space) return latex_definitions(equations, Part::solution);
  if (equations.bodies.size() <= 3) return latex_definitions(equations, Part::solution);
  return "\\[ \\omega = J(\\theta)^{-1} \\mu \\]\n";
}

/// The dot goes over the letter, not over its indices.
std::string latex_rates(const Equations& equations) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < equations.state.size(); ++i)
    rows.push_back(
        equation(dotted(latex(equations.state[i], equations.spelling)), equations.rates[i], equations.spelling));
  return display(rows);
}

std::string latex_forms(const Equations& equations) {
  std::vector<std::string> rows;
  for (const Form& form : equations.forms)
    rows.push_back(equation(form.left_latex, form.right, equations.spelling) + " \\tag*{" +
                   (form.source.starts_with('(') ? "\\ensuremath{" + form.source + "}" : form.source) + "}");
  return display(rows);
}

/// The leaf with its magnetic term.
std::string latex_leaf(const Equations& equations) {
  const LeafEquations& leaf = *equations.leaf;
  const Spelling& spelling = equations.spelling;
  std::vector<std::string> rows = definition_rows(leaf.definitions, Part::shape, spelling);
  for (const std::string& row : definition_rows(leaf.definitions, Part::solution, spelling)) rows.push_back(row);
  for (std::size_t k = 0; k < leaf.p.size(); ++k) {
    rows.push_back(fmt::format("\\{{{}, {}\\}} &= 1", latex(equations.state[k], spelling), latex(leaf.p[k], spelling)));
    for (std::size_t l = k + 1; l < leaf.p.size(); ++l)
      rows.push_back(equation(fmt::format("\\{{{}, {}\\}}", latex(leaf.p[k], spelling), latex(leaf.p[l], spelling)),
                              leaf.momentum * leaf.F(static_cast<int>(k), static_cast<int>(l)), spelling));
  }
  rows.push_back(
      "H &= \\tfrac12\\, p \\cdot M_s^{-1} p + V_\\mu, \\qquad M_s = P^T (J - J 1 1^T J / I_{\\mathrm{lock}}) P");
  rows.push_back(equation("V_\\mu", leaf.potential, spelling));
  return display(rows);
}

/// The equation for the closing forces with its solution, and the bracket on the closed loops.
std::string latex_closing(const Equations& equations) {
  return "\\[ \\dot\\mu = \\dot\\mu^0 + G^T\\lambda, \\qquad S\\lambda = b, \\qquad S = G J^{-1} G^T \\]\n" +
         latex_definitions(equations, Part::closing);
}
constexpr const char* latex_dirac =
    "\\begin{align*}\n"
    "  \\{f, k\\}_D &= \\{f, k\\} + \\{f, g\\} S^{-1} \\{h, k\\} - \\{f, h\\} S^{-1} \\{g, k\\} - \\{f, g\\} S^{-1} "
    "\\{h, h\\} S^{-1} \\{g, k\\}\\\\\n"
    "  \\{\\theta_i, \\mu_k\\}_D &= \\bigl(1 - J^{-1} G^T S^{-1} G\\bigr)_{i,k}\n"
    "\\end{align*}\n";

std::string loops_in_words(const Equations& equations) {
  const ClosureEquations& closure = *equations.closure;
  std::string out;
  for (const int k : closure.joints)
    out += fmt::format("\\textit{{{}}} closes a loop: cut open there, the bodies are a tree, whose state this is. ",
                       escaped(equations.joints[k]));
  if (closure.fixed) out += "The loops cannot move: the joints of the tree are held as they are. ";
  for (const int c : closure.left_out)
    out += fmt::format("${} = 0$ follows from the other equations and is left out. ",
                       latex(closure.g[c], equations.spelling));
  return out + "\n";
}

/// The momentum map of translations, by which the place of the mass centre leaves the equations.
std::string latex_translations(const Equations& equations) {
  const Equations::Translations& whole = equations.translations;
  std::string out =
      "Translations of all bodies together have the momentum map $p = m v$, with $m$ the whole mass and $v$ the "
      "velocity "
      "of the mass centre. It is kept, and the energy of the whole is $p^2/2m + H$. ";
  if (is_zero(whole.kinetic)) return out + "The mass centre of the system is at rest. ";
  std::string parts;
  for (const Expr& p : whole.momentum) parts += (parts.empty() ? "" : ",\\; ") + latex(p, equations.spelling);
  return out + fmt::format("The mass centre moves: $p = ({}),\\; p^2/2m = {}$. ", parts,
                           latex(whole.kinetic, equations.spelling));
}

std::string bodies_and_joints(const Equations& equations) {
  const bool space = equations.space.has_value();
  std::string out = "Bodies: ";
  for (std::size_t i = 0; i < equations.bodies.size(); ++i)
    out += fmt::format("{}{}~=~\\textit{{{}}}", i ? ", " : "", i + 1, escaped(equations.bodies[i]));
  out += ".";
  for (std::size_t k = 0; k < equations.joints.size(); ++k) {
    const auto [first, second] = equations.between[k];
    if (space) {
      out += fmt::format("{} {}~=~\\textit{{{}}}", k ? "," : " Joints:", k + 1, escaped(equations.joints[k]));
      continue;
    }
    out +=
        fmt::format("{} \\textit{{{}}}: $\\theta_{{{},{}}} = \\theta_{{{}}} - \\theta_{{{}}}$",
                    k ? ";" : " Joints:", escaped(equations.joints[k]), second + 1, first + 1, second + 1, first + 1);
  }
  return out + (equations.joints.empty() ? "\n" : ".\n");
}

/// symbol | name in code | meaning | value, for the inputs and the quantities defined from them.
std::string symbol_table(const Equations& equations) {
  std::string out =
      "\\section*{Symbols}\n\\setcounter{LTchunksize}{100000}\\small\n\\begin{longtable}{@{}llp{0.42\\textwidth}l@{}}"
      "\n\\toprule\nsymbol & in "
      "code & meaning & "
      "value\\\\\n\\midrule\n\\endhead\n";
  const auto row = [&](const std::string& math, const std::string& code, const std::string& meaning,
                       const std::string& value) {
    out += fmt::format("${}$ & \\texttt{{{}}} & {} & {}\\\\\n", math, escaped(code), escaped(meaning), value);
  };
  const auto inputs = [&](const auto& part) {
    for (std::size_t k = 0; k < part.inputs.size(); ++k)
      row(latex(part.p[k], equations.spelling), part.inputs[k].name, part.inputs[k].meaning,
          fmt::format("{:.6g}", part.inputs[k].value));
  };
  inputs(equations);
  for (const Expr& u : equations.arguments)
    row(latex(u, equations.spelling), name(u), "torque that a function gives", "");
  const auto definitions = [&](const std::vector<Definition>& all, const std::vector<double>& constants) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].shown)
        row(latex(all[i].symbol, equations.spelling), name(all[i].symbol), all[i].meaning,
            std::isnan(constants[i]) ? "" : fmt::format("{:.6g}", constants[i]));
  };
  definitions(equations.definitions, constant_values(equations));
  if (equations.leaf)
    definitions(equations.leaf->definitions, std::vector<double>(equations.leaf->definitions.size(), std::nan("")));
  if (equations.lagrangian) {
    inputs(*equations.lagrangian);
    definitions(equations.lagrangian->definitions, constant_values(*equations.lagrangian));
  }
  return out + "\\bottomrule\n\\end{longtable}\n";
}

std::string proofs(const Equations& equations) {
  std::string out = "\\section*{Proved of these equations}\n\\begin{itemize}\n";
  for (const Claim& claim : equations.claims)
    out += fmt::format("\\item {}: {} ({}).\n", claim.latex, claim.proved ? "proved" : "\\emph{not proved}",
                       escaped(claim.how));
  return out + "\\end{itemize}\n";
}

constexpr const char* preamble =
    "\\documentclass[11pt,a4paper]{article}\n"
    "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern,amsmath,amssymb,booktabs,longtable,"
    "geometry}\n"
    "\\geometry{margin=24mm}\n\\allowdisplaybreaks\n\\setlength{\\jot}{5pt}\n\\setlength{\\parindent}{0pt}\\setlength{"
    "\\parskip}{4pt}\n";

}  // namespace

std::string dotted(const std::string& symbol) {
  const std::size_t index = symbol.find('_');
  return "\\dot{" + symbol.substr(0, index) + "}" + (index == std::string::npos ? "" : symbol.substr(index));
}

std::string latex_sheet(const Equations& equations, Extent extent) {
  const bool whole = extent == Extent::whole;
  std::string out;
  const auto part = [&](const char* title, const std::string& words, const std::string& body) {
    if (body.empty()) return;
    if (whole) out += fmt::format("\\section*{{{}}}\n{}\n", title, words);
    out += body;
  };
  if (whole) {
    out += preamble;
    out += fmt::format(
        "\\begin{{document}}\n\\begin{{center}}\\Large {}\\\\[2pt] \\large Reduced Hamiltonian "
        "equations\\end{{center}}\n",
        escaped(equations.title.empty() ? "Model" : equations.title));
    if (!equations.description.empty()) out += escaped(equations.description) + "\n\n";
    out += bodies_and_joints(equations);
    if (equations.closure) out += loops_in_words(equations);
    out += latex_translations(equations);
    if (equations.space)
      out += latex_sentences(equations.space->lines.state);
    else
      out += "$\\omega_i$ is the angular velocity of body $i$ and $\\mu_i$ its conjugate momentum.\n";
  }
  part("Constants", "They follow from the masses, the inertias and the joint vectors alone.",
       latex_definitions(equations, Part::constant));
  part("Functions of the shape",
       equations.space ? "They change with the attitudes." : "They change with the joint angles.",
       latex_definitions(equations, Part::shape));
  part("Pseudo-inertia matrix",
       equations.space ? "The momenta are $J$ times the velocities, with $J$ symmetric and positive definite."
                       : "$\\mu = J\\omega$, with $J$ symmetric and positive definite.",
       latex_inertia(equations));
  part("Angular velocities",
       equations.space ? "$J^{-1}$ times the momenta, and what is made of them." : "The solution of $J\\omega = \\mu$.",
       latex_velocities(equations));
  std::vector<std::string> energies = {equation("H", equations.H, equations.spelling)};
  if (!is_zero(equations.stored)) energies.push_back(equation("U", equations.stored, equations.spelling));
  part("Hamiltonian",
       is_zero(equations.stored) ? "The kinetic energy about the mass centre."
                                 : "$H$ is the kinetic energy, $U$ is stored in the torque laws.",
       display(energies));
  part("Poisson bracket and Casimir",
       equations.space ? "Every other bracket of two state variables is zero. $|M|^2$ commutes with everything."
       : equations.outside
           ? "Every other bracket of two state variables is zero. The total angular momentum $\\mu_s$ commutes with "
             "joint "
             "angles and momenta, and torques from outside change it."
           : "Every other bracket of two state variables is zero. The total angular momentum $\\mu_s$ commutes with "
             "everything.",
       latex_bracket(equations));
  std::vector<std::string> prescribed;
  for (const Equations::Prescribed& motion : equations.motions)
    prescribed.push_back(equation(latex(motion.angle, equations.spelling), motion.value, equations.spelling));
  if (!prescribed.empty())
    part("Prescribed angles",
         "They are kept by the torques that their second derivatives take, from a start with these angles and their "
         "rates.",
         display(prescribed));
  part("Torques",
       equations.outside
           ? "Each $T$ acts $+$ on the first body of its joint and $-$ on the second, $\\tau_i$ from outside "
             "on body $i$."
           : "Each acts $+$ on the first body of its joint and $-$ on the second.",
       latex_definitions(equations, Part::torque));
  if (equations.closure) {
    part("Closing forces",
         "$\\lambda$ acts on the first body of the closing joint, $-\\lambda$ on its second, in the root's axes, and "
         "keeps $\\ddot g = 0$: $b = -(G\\dot\\omega^0 + c)$, with $w^r = J^{-1} G_r^T$ and "
         "$\\dot\\omega^0 = J^{-1}(\\tau - K(\\omega\\circ\\omega))$.",
         latex_closing(equations));
    part("Dirac bracket", "The constraints $g = 0$ and $h = G\\omega = 0$ are of second class, $\\{g, h\\} = S$.",
         latex_dirac);
  }
  if (equations.space)
    part("Motion", "Without torques, for every state variable $x$, $\\dot x = \\{x, H\\}$:",
         latex_lines(equations.space->lines.motion));
  part("Equations of motion",
       equations.closure
           ? "For every state variable $x$, $\\dot x = \\{x, H\\}$ plus the torques and the closing forces."
           : "For every state variable $x$, $\\dot x = \\{x, H\\}$ plus the torques.",
       latex_rates(equations));
  if (equations.space) {
    part("Product form", "The Poisson manifold is a product.", latex_lines(equations.space->lines.product));
    part("Symplectic leaves", "", latex_lines(equations.space->lines.leaves));
  }
  if (equations.leaf)
    part("Leaf of the total momentum",
         "With the mechanical connection $\\mathcal{A}$ of the root and its curvature $F$, $p = \\pi - \\mu_s "
         "\\mathcal{A}$ has a "
         "magnetic term; every other bracket of two of these is zero.",
         latex_leaf(equations));
  if (equations.reduced) {
    const auto& [zero, one, two, three] = equations.reduced->bodies;
    part("Reduced to two bodies",
         fmt::format(
             "Numbers are those of Yang and Krishnaprasad, \\emph{{On the dynamics of floating four-bar linkages}}, "
             "whose bodies 0, 1, 2, 3 are here {}, {}, {}, {}; what is of their two bodies has a hat. $J$ is that "
             "of the tree, which gives the same $\\hat J$ as their (4.8); that is misprinted.",
             zero + 1, one + 1, two + 1, three + 1),
         latex_forms(equations));
  } else if (!equations.forms.empty())
    part("The same in the forms of the planar paper",
         "Numbers are those of Sreenath, Oh, Krishnaprasad and Marsden (1988), factors corrected.",
         latex_forms(equations));
  if (equations.lagrangian)
    part(
        "Reduced Lagrangian of the chain",
        "Theorem 2.1 of Laederich and Levi, \\emph{Qualitative dynamics of planar chains}, in its letters, with a hat: "
        "bead $j$ has the mass $\\hat m_j$, rod $j$ from bead $j$ to bead $j+1$ the length $\\hat l_j$; rods are "
        "counted "
        "from 0, and $\\hat v_j$ is the rate of the angle of rod $j$ against rod 0. $\\mu$ is the total angular "
        "momentum. "
        "Torques that store no energy act besides.",
        latex_lagrangian(equations));
  if (!whole) return out;
  if (!equations.claims.empty()) out += proofs(equations);
  return out + symbol_table(equations) + "\\end{document}\n";
}

}  // namespace oopss
