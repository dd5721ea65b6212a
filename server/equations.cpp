// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "oopss/symbolic/terms.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/sheet.hpp"
#include "server/answers.hpp"
#include "server/model_cache.hpp"
#include "server/program_message.hpp"
#include "server/space_symbols.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

constexpr int most_unfolded = 3, most_bodies_in_full = 6, most_bodies = 40;
constexpr int most_in_space_in_full = 3, most_in_space = 20;

/// The letters of a term without the axes x, y, z of its components: M_x w_x and M_y w_y are of one form.
std::string form_of(std::string latex) {
  const auto is_axis = [](char c) { return c >= 'x' && c <= 'z'; };
  bool index = false;  // within the subscript of a component
  for (char& c : latex) {
    const bool axis = index && is_axis(c);
    index = axis || c == '{' || c == ',' || (c >= '0' && c <= '9');
    if (axis) c = '.';
  }
  return latex;
}

/// In the order of the bodies, first what is of one alone; of one body in the order of the forms, of one form what is
/// added before what is subtracted, by x, y, z.
void sort_in_space(std::vector<EquationsMessage::TermRow>& terms) {
  std::vector<std::string> forms;
  for (const auto& term : terms) forms.push_back(form_of(term.latex));
  const auto key = [&](const auto& term) {
    const auto form = std::find(forms.begin(), forms.end(), form_of(term.latex));
    return std::tuple(term.bodies.size(), term.bodies, form - forms.begin(), term.minus, term.latex);
  };
  std::stable_sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

/// Collects rows and, for each term and each right side, an output of the program to come.
class Sheet {
 public:
  Sheet(const TreeSpec& spec, const Equations& equations) : equations_(equations) {
    if (equations.space) {
      SpaceSymbols symbols = space_symbols(spec, equations);
      known_ = std::move(symbols.known);
      values_ = std::move(symbols.values);
    } else {
      known_ = known_symbols(spec);
      if (equations.outside && equations.outside->with_attitude)
        known_.emplace_back(equations.state.back(), "absolute." + spec.body_names[spec.topology.root()]);
    }
    for (const Definition& definition : equations.definitions)
      values_.emplace(definition.symbol, substitute(definition.value, values_));
    if (equations.leaf)
      for (const Definition& definition : equations.leaf->definitions)
        values_.emplace(definition.symbol, substitute(definition.value, values_));
    if (equations.forms.empty() || equations.bodies.size() != 2) return;
    const Expr &one = equations.state[1 + equations.between[0].first],
               &two = equations.state[1 + equations.between[0].second];
    values_.emplace(symbol("nu", rank_other), (two - one) / Expr(2));  // the leaf's coordinates in the forms of a pair
    values_.emplace(symbol("mu", rank_other), one + two);
  }

  /// A symbol that is a column of the run.
  void know(const Expr& symbol, const std::string& column) {
    const auto same = [&](const auto& known) { return known.first == symbol; };
    if (std::none_of(known_.begin(), known_.end(), same)) known_.emplace_back(symbol, column);
  }

  void section(const std::string& title, bool folded = false) { message.sections.push_back({title, {}, folded}); }

  void row(const std::string& left, const std::string& meaning, const Expr& right) {
    EquationsMessage::EquationRow out{left, meaning, {}, output(right)};
    const std::vector<Expr> parts = addends(right);
    const std::vector<std::string> latex = latex_terms(right, equations_.spelling);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      std::string text = latex[k];
      while (text.starts_with(' ') || text.starts_with('+')) text.erase(0, 1);
      const bool minus = text.starts_with('-');
      if (minus) text.erase(0, text.find_first_not_of("- "));
      out.terms.push_back({minus, text, parts.size() == 1 ? out.value : output(parts[k]), bodies_of(parts[k])});
    }
    if (equations_.space)
      sort_in_space(out.terms);
    else
      std::stable_sort(out.terms.begin(), out.terms.end(),
                       [](const auto& a, const auto& b) { return a.bodies < b.bodies; });
    message.sections.back().rows.push_back(std::move(out));
  }

  /// Formulas with vectors and matrices, and sentences, which have no values.
  void lines(const std::string& title, const std::vector<SheetLine>& all) {
    if (!all.empty()) section(title);
    for (const SheetLine& line : all) {
      const bool sentence = line.latex.find('$') != std::string::npos;
      std::string formula = sentence ? "" : line.latex;
      if (const std::size_t mark = formula.find('&'); mark != std::string::npos && formula.find("pmatrix") > mark)
        formula.erase(mark, 1);
      message.sections.back().rows.push_back({formula, sentence ? line.latex : "", {}, -1});
    }
  }

  /// A row whose right side is one formula for what takes many steps.
  void summed(const std::string& left, const std::string& meaning, const std::string& latex, const Expr& right) {
    const int value = output(right);
    message.sections.back().rows.push_back({left, meaning, {{false, latex, value, bodies_of(right)}}, value});
  }

  void sentence(const std::string& words) { message.sections.back().rows.push_back({"", words, {}, -1}); }

  void finish() { message.program = program_message(outputs_, known_); }

  EquationsMessage message;

 private:
  int output(const Expr& e) {
    outputs_.push_back(substitute(e, values_));
    return static_cast<int>(outputs_.size()) - 1;
  }

  /// The bodies that the symbols of a term name: mu_BODY, d_JOINT_BODY_x, J_BODY_BODY, phi_JOINT, …
  std::vector<int> bodies_of(const Expr& term) const {
    std::set<int> found;
    const std::vector<Expr> one = {term};
    for (const Expr& x : symbols(one)) {
      std::string word = name(x);
      if (equations_.space)
        drop_component(word);
      else if (word.ends_with("_x") || word.ends_with("_y"))
        word.resize(word.size() - 2);
      for (std::size_t k = 0; k < equations_.joints.size(); ++k)
        if (word.ends_with("_" + equations_.joints[k]))
          found.insert({equations_.between[k].first, equations_.between[k].second});
      for (int i = 0; i < static_cast<int>(equations_.bodies.size()); ++i) {
        if (!word.ends_with("_" + equations_.bodies[i])) continue;
        found.insert(i);
        const std::string before = word.substr(0, word.size() - equations_.bodies[i].size() - 1);
        for (int j = 0; j < static_cast<int>(equations_.bodies.size()); ++j)
          if (before.ends_with("_" + equations_.bodies[j])) found.insert(j);
      }
    }
    return {found.begin(), found.end()};
  }

  /// Pi_BODY_x, R_JOINT_xy, q_JOINT_w without what is behind the last line.
  static void drop_component(std::string& word) {
    const std::size_t line = word.find_last_of('_');
    if (line == std::string::npos || word.size() - line > 3) return;
    if (word.find_first_not_of("wxyz", line + 1) == std::string::npos) word.resize(line);
  }

  const Equations& equations_;
  KnownSymbols known_;
  Substitution values_;  // every definition in symbols of state and inputs
  std::vector<Expr> outputs_;
};

/// The definitions that are wanted, as a section of their own if there are any.
template <class Wanted>
void add_those(Sheet& sheet, const Equations& equations, const std::string& title, bool folded, Wanted&& wanted) {
  bool first = true;
  for (const Definition& definition : equations.definitions) {
    if (!definition.shown || !wanted(definition)) continue;
    if (std::exchange(first, false)) sheet.section(title, folded);
    const std::string left = latex(definition.symbol, equations.spelling);
    if (definition.summed.empty())
      sheet.row(left, definition.meaning, definition.value);
    else
      sheet.summed(left, definition.meaning, definition.summed, definition.value);
  }
}
void add_definitions(Sheet& sheet, const Equations& equations, Part part, const std::string& title) {
  add_those(sheet, equations, title, false, [&](const Definition& definition) { return definition.part == part; });
}

/// Constants, the matrix J and its slopes, the angular velocities: all that the equations use. Of many bodies what is
/// long is folded.
void add_inertia(Sheet& sheet, const Equations& equations, const SpaceLines& lines, bool in_full) {
  const int bodies = static_cast<int>(equations.bodies.size());
  if (equations.space) {
    if (in_full) add_definitions(sheet, equations, Part::constant, "Constants");
    if (in_full) add_definitions(sheet, equations, Part::shape, "Momenta and shape");
    sheet.lines("Inertia", lines.inertia);
    if (in_full) add_definitions(sheet, equations, Part::solution, "Angular velocities");
    return;
  }
  const bool long_lists = bodies > most_unfolded;
  const auto begins = [](const Definition& definition, const char* start) {
    return name(definition.symbol).starts_with(start);
  };
  const auto entry = [&](const Definition& definition) {
    return definition.part <= Part::shape && begins(definition, "J_");
  };
  add_those(sheet, equations, "Constants", long_lists,
            [&](const Definition& one) { return one.part == Part::constant && !entry(one); });
  add_those(sheet, equations, "Inertia matrix J", long_lists, entry);
  add_those(sheet, equations, "Slopes K of J in the angles", bodies > most_bodies_in_full,
            [&](const Definition& one) { return one.part == Part::shape && begins(one, "K_"); });
  add_those(sheet, equations, "Shape", false,
            [&](const Definition& one) { return one.part == Part::shape && !begins(one, "J_") && !begins(one, "K_"); });
  sheet.section("Angular velocities");
  if (bodies > most_unfolded)
    sheet.sentence("$\\omega = J^{-1} \\mu$, solved for as $J = L D L^{\\mathsf T}$: no step of it divides by zero.");
  for (std::size_t i = 0; i < equations.omega.size(); ++i) {
    const std::string symbol = latex(equations.omega[i], equations.spelling), body = std::to_string(i + 1);
    const auto own = std::find_if(equations.definitions.begin(), equations.definitions.end(),
                                  [&](const Definition& one) { return one.symbol == equations.omega[i]; });
    if (own == equations.definitions.end() || bodies <= most_unfolded)
      sheet.row(symbol, "angular velocity of " + equations.bodies[i],
                own == equations.definitions.end() ? equations.omega[i] : own->value);
    else
      sheet.summed(symbol, "angular velocity of " + equations.bodies[i], "(J^{-1}\\mu)_{" + body + "}",
                   equations.omega[i]);
  }
}

/// The bracket of a joint angle with the momenta of its bodies is 1 and -1; whether all entries are of that kind.
bool is_canonical(const Equations& equations) {
  const int joints = static_cast<int>(equations.between.size());
  for (int i = 0; i < equations.bracket.rows; ++i)
    for (int j = i + 1; j < equations.bracket.cols; ++j) {
      const bool mixed = i < joints && j >= joints;
      const int wanted = !mixed                                      ? 0
                         : j - joints == equations.between[i].second ? 1
                         : j - joints == equations.between[i].first  ? -1
                                                                     : 0;
      if (equations.bracket(i, j) != wanted) return false;
    }
  return true;
}

void add_bracket(Sheet& sheet, const Equations& equations) {
  sheet.section("Bracket");
  if (equations.between.size() > 1 && is_canonical(equations))
    return sheet.sentence(
        "Of the angle $\\theta_{j,i} = \\theta_j - \\theta_i$ of every joint $\\{\\theta_{j,i}, \\mu_j\\} = 1$ and "
        "$\\{\\theta_{j,i}, \\mu_i\\} = -1$; all others are zero.");
  for (int i = 0; i < equations.bracket.rows; ++i)
    for (int j = i + 1; j < equations.bracket.cols; ++j)
      if (equations.bracket(i, j) != 0)
        sheet.row(fmt::format("\\{{{}, {}\\}}", latex(equations.state[i], equations.spelling),
                              latex(equations.state[j], equations.spelling)),
                  "", Expr(equations.bracket(i, j)));
}

/// What forces from outside add to the rates, with their components and the angles of bodies as columns of the run.
void add_forces(Sheet& sheet, Equations& equations, TreeSpec spec) {
  if (spec.forces.empty()) return;
  const StateSymbols symbols = state_symbols(spec);
  std::vector<Expr> p = symbols.p;
  SeenMotion seen{symbols.phi, std::vector<Expr>(symbols.phi.size()), {}, std::vector<Expr>(symbols.mu.size())};
  for (std::size_t i = 0; i < spec.body_names.size(); ++i) {
    seen.theta.push_back(symbol("theta_" + spec.body_names[i], rank_angle + static_cast<int>(i)));
    equations.spelling[name(seen.theta[i])] = fmt::format("\\theta_{{{}}}", i + 1);
    sheet.know(seen.theta[i], "absolute." + spec.body_names[i]);
  }
  spec.outside.clear();
  for (std::size_t k = 0; k < spec.forces.size(); ++k) {
    const std::string& force = spec.model->forces[k].name.value;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const char* const letter = axis == 0 ? "x" : "y";
      const Expr F = symbol(fmt::format("applied_{}_{}", force, letter), rank_other + static_cast<int>(2 * k + axis));
      equations.spelling[name(F)] = fmt::format("F_{{{}}}^{{{}}}", letter, k + 1);
      sheet.know(F, fmt::format("applied.{}.{}", force, letter));
      spec.forces[k].formula[axis] = nullptr;
      spec.forces[k].value[axis] = static_cast<Slot>(p.size());
      p.push_back(F);
    }
  }
  const OutsideTorques added = outside_torques(spec, symbols.t, seen, p);
  sheet.section("Forces from outside, added to these rates while they act",
                static_cast<int>(spec.body_names.size()) > most_unfolded);
  for (std::size_t c = 0; c < added.bodies.size(); ++c)
    sheet.row(fmt::format("\\Delta\\dot\\mu_{{{}}}", added.bodies[c] + 1), "", added.torque[c]);
  for (std::size_t axis = 0; axis < 2; ++axis)
    sheet.row(fmt::format("\\ddot r_{{{}}}", axis == 0 ? "x" : "y"), "acceleration of the mass centre",
              added.acceleration[axis]);
}

}  // namespace

EquationsMessage equations_answer(const AskEquations& ask) {
  const Model model = page_model(page_text(ask.text));
  const TreeSpec spec = tree_spec(model);
  const int bodies = spec.topology.size(), most = in_space(spec) ? most_in_space : most_bodies;
  if (bodies > most)
    throw RefusedRequest("limit",
                         fmt::format("the equations of {} bodies are too long for a page, which shows those of "
                                     "{} at most; `oopss derive` writes them to a file",
                                     bodies, most));
  const bool in_full = bodies <= (in_space(spec) ? most_in_space_in_full : most_bodies_in_full);
  TreeSpec without_forces = spec;
  without_forces.forces.clear();
  Equations equations = derive_equations(without_forces, in_full);
  const SpaceLines lines = equations.space ? equations.space->lines : SpaceLines{};
  Sheet sheet(spec, equations);
  if (!in_full && equations.space)
    sheet.section(
        fmt::format("Of {} bodies the constants and the matrix J are left out here; `oopss derive` writes "
                    "them to a file",
                    bodies));
  sheet.lines("State", lines.state);
  add_inertia(sheet, equations, lines, in_full);
  if (!is_zero(equations.translations.kinetic)) {
    sheet.section("Translations");
    for (std::size_t axis = 0; axis < equations.translations.momentum.size(); ++axis)
      sheet.row(fmt::format("p_{{{}}}", "xyz"[axis]), "momentum map of translations, kept",
                equations.translations.momentum[axis]);
    sheet.row("p^2/2m", "energy of the mass centre, in no other energy", equations.translations.kinetic);
  }
  sheet.section("Energy");
  sheet.row("H", "kinetic energy", equations.space ? expand(equations.H) : equations.H);
  if (!is_zero(equations.stored)) sheet.row("U", "stored energy of the laws", equations.stored);
  if (!equations.motions.empty()) sheet.section("Prescribed angles");
  for (const Equations::Prescribed& motion : equations.motions)
    sheet.row(latex(motion.angle, equations.spelling), "motion of " + equations.joints[motion.joint], motion.value);
  add_definitions(sheet, equations, Part::torque, "Torques");
  add_definitions(sheet, equations, Part::closing, "Closing forces");
  sheet.lines("Motion without torques", lines.motion);
  sheet.section("Rates");
  for (std::size_t i = 0; i < equations.rates.size(); ++i)
    sheet.row(dotted(latex(equations.state[i], equations.spelling)), "", equations.rates[i]);
  add_forces(sheet, equations, spec);
  if (equations.space)
    sheet.lines("Bracket", lines.bracket);
  else
    add_bracket(sheet, equations);
  sheet.section("Casimirs");
  if (equations.space)
    sheet.row("|M|^2", "square of the total angular momentum, constant along every motion", equations.casimir);
  else
    sheet.row("\\mu_s",
              is_acted_on(spec) ? "total angular momentum, changed from outside alone"
                                : "total angular momentum, constant along every motion",
              equations.casimir);
  if (equations.outside) sheet.row("\\dot\\mu_s", "sum of the torques from outside", equations.outside->momentum_rate);
  sheet.lines("Product form", lines.product);
  sheet.lines("Symplectic leaves", lines.leaves);
  if (!equations.forms.empty()) sheet.section("Equivalent forms");
  for (const Form& form : equations.forms)
    sheet.row(form.left_latex, form.source + (form.meaning.empty() ? "" : ": " + form.meaning), form.right);
  for (const Claim& claim : equations.claims)
    sheet.message.claims.push_back({claim.statement, claim.latex, claim.proved, claim.how});
  sheet.finish();
  return std::move(sheet.message);
}

}  // namespace oopss
