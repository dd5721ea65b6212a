// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/law_time.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "oopss/symbolic/program.hpp"
#include "oopss/system/laws.hpp"

namespace oopss {
namespace {

constexpr int most_multiple = 1000;

/// The rates a of all sin(a t + b) and cos(a t + b) below an expression; false if t stands elsewhere too.
bool add_rates(const Expr& e, const Expr& t, std::vector<Expr>& rates, std::set<const Node*>& seen) {
  if (!contains(e, t) || !seen.insert(e.node()).second) return true;
  if (e == t) return false;
  const bool turns = kind(e) == Kind::function && (function(e) == Function::sin || function(e) == Function::cos);
  if (turns) {
    const Expr rate = derivative(operands(e)[0], t);
    if (!contains(rate, t)) {
      rates.push_back(rate);
      return true;
    }
  }
  for (const Expr& part : operands(e))
    if (!add_rates(part, t, rates, seen)) return false;
  return true;
}

/// The largest number of which all are whole multiples, up to most_multiple; zero if there is none.
double common_measure(const std::vector<double>& rates) {
  double out = 0;
  for (const double rate : rates) {
    if (rate == 0) continue;
    if (out == 0) {
      out = std::abs(rate);
      continue;
    }
    const double ratio = std::abs(rate) / out;
    int below = 1;
    while (below <= most_multiple && std::abs(ratio * below - std::round(ratio * below)) > 1e-12 * ratio * below)
      ++below;
    if (below > most_multiple || std::round(ratio * below) > most_multiple) return 0;
    out /= below;
  }
  return out;
}

}  // namespace

LawTime law_time(const TreeSpec& spec, const std::vector<double>& p) {
  const StateSymbols symbol_of = state_symbols(spec);
  std::vector<Expr> rate_of;
  for (const std::string& joint : spec.joint_names) rate_of.push_back(symbol("rate_" + joint, rank_shape));
  const Laws all = laws(spec, symbol_of.t, symbol_of.phi, rate_of, symbol_of.p);
  std::vector<Expr> formulas = all.torque;
  formulas.insert(formulas.end(), all.demand.begin(), all.demand.end());
  formulas.push_back(all.stored);
  LawTime out;
  std::vector<Expr> rates;
  std::set<const Node*> seen;
  bool turns = true;
  for (const Expr& formula : formulas) {
    out.depends = out.depends || contains(formula, symbol_of.t);
    turns = turns && add_rates(formula, symbol_of.t, rates, seen);
  }
  if (!out.depends) {
    out.why = "no law depends on the time";
    return out;
  }
  if (!turns) {
    out.why = "t stands elsewhere than in sines and cosines of a t + b";
    return out;
  }
  for (const Expr& rate : rates)
    for (const std::vector<Expr>& group : {symbol_of.phi, rate_of})
      for (const Expr& one : group)
        if (contains(rate, one)) {
          out.why = "t stands beside angles or rates in a sine or cosine";
          return out;
        }
  const Program code = program(rates, {symbol_of.p});
  std::vector<double> scratch(code.code.size()), values(rates.size());
  const double* inputs[] = {p.data()};
  interpret(code, inputs, scratch, values);
  const double measure = common_measure(values);
  if (measure > 0)
    out.period = 2 * std::numbers::pi / measure;
  else
    out.why = "the rates of its sines and cosines have no common period";
  return out;
}

}  // namespace oopss
