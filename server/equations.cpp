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
  explicit Sheet(const Equations& of) : of_(of) {
    for (const Definition& definition : of.definitions)
      values_.emplace(definition.symbol, substitute(definition.value, values_));
    if (of.forms.empty()) return;
    const Expr &one = of.state[1 + of.between[0].first], &two = of.state[1 + of.between[0].second];
    values_.emplace(symbol("nu", rank_other), (two - one) / Expr(2));  // the leaf's coordinates in the forms of a pair
    values_.emplace(symbol("mu", rank_other), one + two);
  }

  void section(const std::string& title) { message.sections.push_back({title, {}}); }

  void row(const std::string& left, const std::string& meaning, const Expr& right) {
    EquationsMessage::EquationRow out{left, meaning, {}, output(right)};
    const std::vector<Expr> parts = addends(right);
    const std::vector<std::string> latex = latex_terms(right, of_.spelling);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      std::string text = latex[k];
      while (text.starts_with(' ') || text.starts_with('+')) text.erase(0, 1);
      const bool minus = text.starts_with('-');
      if (minus) text.erase(0, text.find_first_not_of("- "));
      out.terms.push_back({minus, text, parts.size() == 1 ? out.value : output(parts[k]), bodies_of(parts[k])});
    }
    message.sections.back().rows.push_back(std::move(out));
  }

  void finish(const Blueprint& plan) { message.program = program_message(outputs_, page_symbols(plan)); }

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
      for (std::size_t k = 0; k < of_.joints.size(); ++k)
        if (word.ends_with("_" + of_.joints[k])) found.insert({of_.between[k].first, of_.between[k].second});
      for (int i = 0; i < static_cast<int>(of_.bodies.size()); ++i) {
        if (!word.ends_with("_" + of_.bodies[i])) continue;
        found.insert(i);
        const std::string before = word.substr(0, word.size() - of_.bodies[i].size() - 1);
        for (int j = 0; j < static_cast<int>(of_.bodies.size()); ++j)
          if (before.ends_with("_" + of_.bodies[j])) found.insert(j);
      }
    }
    return {found.begin(), found.end()};
  }

  const Equations& of_;
  Substitution values_;  // every definition in symbols of state and inputs
  std::vector<Expr> outputs_;
};

void add_definitions(Sheet& sheet, const Equations& of, Part part, const std::string& title) {
  bool first = true;
  for (const Definition& definition : of.definitions) {
    if (definition.part != part || !definition.shown) continue;
    if (std::exchange(first, false)) sheet.section(title);
    sheet.row(latex(definition.symbol, of.spelling), definition.meaning, definition.value);
  }
}

void add_bracket(Sheet& sheet, const Equations& of) {
  sheet.section("Bracket");
  for (int i = 0; i < of.bracket.rows; ++i)
    for (int j = i + 1; j < of.bracket.cols; ++j)
      if (of.bracket(i, j) != 0)
        sheet.row(fmt::format("\\{{{}, {}\\}}", latex(of.state[i], of.spelling), latex(of.state[j], of.spelling)), "",
                  Expr(of.bracket(i, j)));
}

}  // namespace

EquationsMessage equations_answer(const AskEquations& ask) {
  const Model model = page_model(ask.text);
  const Blueprint plan = blueprint(model);
  const int bodies = plan.at.size();
  if (bodies > most_bodies)
    throw RefusedRequest("limit",
                         fmt::format("the equations of {} bodies are too long for a page, which shows those of "
                                     "{} at most; `oopss derive` writes them to a file",
                                     bodies, most_bodies));
  const bool in_full = bodies <= most_bodies_in_full;
  const Equations of = derive_equations(plan, in_full);
  Sheet sheet(of);
  if (!in_full)
    sheet.section(
        fmt::format("Of {} bodies the constants and the matrix J are left out here; `oopss derive` writes "
                    "them to a file",
                    bodies));
  if (in_full) add_definitions(sheet, of, Part::constant, "Constants");
  if (in_full) add_definitions(sheet, of, Part::shape, "Momenta and shape");
  if (in_full) add_definitions(sheet, of, Part::solution, "Angular velocities");
  sheet.section("Energy");
  sheet.row("H", "kinetic energy", of.H);
  if (!is_zero(of.stored)) sheet.row("U", "stored energy of the laws", of.stored);
  add_definitions(sheet, of, Part::torque, "Torques");
  sheet.section("Rates");
  for (std::size_t i = 0; i < of.rates.size(); ++i) sheet.row(dotted(latex(of.state[i], of.spelling)), "", of.rates[i]);
  add_bracket(sheet, of);
  sheet.section("Casimirs");
  sheet.row("\\mu_s", "total angular momentum, constant along every motion", of.casimir);
  if (!of.forms.empty()) sheet.section("Equivalent forms");
  for (const Form& form : of.forms)
    sheet.row(form.left_latex, form.source + (form.meaning.empty() ? "" : ": " + form.meaning), form.right);
  for (const Claim& claim : of.claims)
    sheet.message.claims.push_back({claim.statement, claim.latex, claim.proved, claim.how});
  sheet.finish(plan);
  return std::move(sheet.message);
}

}  // namespace oopss
