// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "oopss/symbolic/terms.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/sheet.hpp"
#include "server/answers.hpp"
#include "server/model_cache.hpp"
#include "server/program_message.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

constexpr int most_bodies_in_full = 6, most_bodies = 40;

/// Collects rows and, for each term and each right side, an output of the program to come.
class Sheet {
 public:
  explicit Sheet(const Equations& equations) : equations_(equations) {
    for (const Definition& definition : equations.definitions)
      values_.emplace(definition.symbol, substitute(definition.value, values_));
    if (equations.forms.empty() || equations.bodies.size() != 2) return;
    const Expr &one = equations.state[1 + equations.between[0].first],
               &two = equations.state[1 + equations.between[0].second];
    values_.emplace(symbol("nu", rank_other), (two - one) / Expr(2));  // the leaf's coordinates in the forms of a pair
    values_.emplace(symbol("mu", rank_other), one + two);
  }

  void section(const std::string& title) { message.sections.push_back({title, {}}); }

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
    message.sections.back().rows.push_back(std::move(out));
  }

  void finish(const TreeSpec& spec) { message.program = program_message(outputs_, page_symbols(spec)); }

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
      if (word.ends_with("_x") || word.ends_with("_y")) word.resize(word.size() - 2);
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

  const Equations& equations_;
  Substitution values_;  // every definition in symbols of state and inputs
  std::vector<Expr> outputs_;
};

void add_definitions(Sheet& sheet, const Equations& equations, Part part, const std::string& title) {
  bool first = true;
  for (const Definition& definition : equations.definitions) {
    if (definition.part != part || !definition.shown) continue;
    if (std::exchange(first, false)) sheet.section(title);
    sheet.row(latex(definition.symbol, equations.spelling), definition.meaning, definition.value);
  }
}

void add_bracket(Sheet& sheet, const Equations& equations) {
  sheet.section("Bracket");
  for (int i = 0; i < equations.bracket.rows; ++i)
    for (int j = i + 1; j < equations.bracket.cols; ++j)
      if (equations.bracket(i, j) != 0)
        sheet.row(fmt::format("\\{{{}, {}\\}}", latex(equations.state[i], equations.spelling),
                              latex(equations.state[j], equations.spelling)),
                  "", Expr(equations.bracket(i, j)));
}

}  // namespace

EquationsMessage equations_answer(const AskEquations& ask) {
  const Model model = planar_model(ask.text);
  const TreeSpec spec = tree_spec(model);
  const int bodies = spec.topology.size();
  if (bodies > most_bodies)
    throw RefusedRequest("limit",
                         fmt::format("the equations of {} bodies are too long for a page, which shows those of "
                                     "{} at most; `oopss derive` writes them to a file",
                                     bodies, most_bodies));
  const bool in_full = bodies <= most_bodies_in_full;
  const Equations equations = derive_equations(spec, in_full);
  Sheet sheet(equations);
  if (!in_full)
    sheet.section(
        fmt::format("Of {} bodies the constants and the matrix J are left out here; `oopss derive` writes "
                    "them to a file",
                    bodies));
  if (in_full) add_definitions(sheet, equations, Part::constant, "Constants");
  if (in_full) add_definitions(sheet, equations, Part::shape, "Momenta and shape");
  if (in_full) add_definitions(sheet, equations, Part::solution, "Angular velocities");
  sheet.section("Energy");
  sheet.row("H", "kinetic energy", equations.H);
  if (!is_zero(equations.stored)) sheet.row("U", "stored energy of the laws", equations.stored);
  if (!equations.motions.empty()) sheet.section("Prescribed angles");
  for (const Equations::Prescribed& motion : equations.motions)
    sheet.row(latex(motion.angle, equations.spelling), "motion of " + equations.joints[motion.joint], motion.value);
  add_definitions(sheet, equations, Part::torque, "Torques");
  add_definitions(sheet, equations, Part::closing, "Closing forces");
  sheet.section("Rates");
  for (std::size_t i = 0; i < equations.rates.size(); ++i)
    sheet.row(dotted(latex(equations.state[i], equations.spelling)), "", equations.rates[i]);
  add_bracket(sheet, equations);
  sheet.section("Casimirs");
  sheet.row("\\mu_s", "total angular momentum, constant along every motion", equations.casimir);
  if (!equations.forms.empty()) sheet.section("Equivalent forms");
  for (const Form& form : equations.forms)
    sheet.row(form.left_latex, form.source + (form.meaning.empty() ? "" : ": " + form.meaning), form.right);
  for (const Claim& claim : equations.claims)
    sheet.message.claims.push_back({claim.statement, claim.latex, claim.proved, claim.how});
  sheet.finish(spec);
  return std::move(sheet.message);
}

}  // namespace oopss
