// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "oopss/symbolic/functions.hpp"
#include "oopss/symbolic/node.hpp"
#include "oopss/symbolic/print.hpp"
#include "oopss/symbolic/terms.hpp"

namespace oopss {
namespace {

constexpr std::array<std::string_view, 34> greek = {
    "alpha", "beta",  "gamma",  "delta", "epsilon", "zeta",  "eta",     "theta", "iota", "kappa", "lambda", "mu",
    "nu",    "xi",    "pi",     "rho",   "sigma",   "tau",   "upsilon", "phi",   "chi",  "psi",   "omega",  "Gamma",
    "Delta", "Theta", "Lambda", "Xi",    "Pi",      "Sigma", "Upsilon", "Phi",   "Psi",  "Omega"};

/// Letters and digits as they are; what LaTeX would read as a command is escaped or left out.
std::string safe(std::string_view word) {
  std::string out;
  for (const char c : word) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else if (std::string_view("_#$%&").find(c) != std::string_view::npos) {
      out += std::string("\\") + c;
    } else {
      out += '?';
    }
  }
  return out;
}

/// mu_1 as \mu_{1}, m_hub_left as m_{\mathrm{hub,left}}, arm as \mathrm{arm}.
std::string spelt(std::string_view name) {
  const std::size_t cut = name.find('_');
  const std::string_view head = name.substr(0, cut);
  std::string out;
  if (std::find(greek.begin(), greek.end(), head) != greek.end()) {
    out = "\\" + std::string(head);
  } else {
    out = head.size() == 1 ? safe(head) : "\\mathrm{" + safe(head) + "}";
  }
  if (cut == std::string_view::npos) return out;
  std::string below = safe(name.substr(cut + 1));
  for (std::size_t i = below.find("\\_"); i != std::string::npos; i = below.find("\\_")) below.replace(i, 2, ",");
  const bool number = below.find_first_not_of("0123456789") == std::string::npos;
  return out + (number ? "_{" + below + "}" : "_{\\mathrm{" + below + "}}");
}

std::string number_text(const Decimal& number) {
  std::string digits = number.digits;
  const int places = -number.exponent, size = static_cast<int>(digits.size());
  if (places == 0) return digits;
  if (size + 4 > places) {
    if (size <= places) digits.insert(0, static_cast<std::size_t>(places - size + 1), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
    return digits;
  }
  const std::string ten = "10^{" + std::to_string(size - 1 - places) + "}";
  if (digits == "1") return ten;
  if (size > 1) digits.insert(1, ".");
  return digits + " \\cdot " + ten;
}

class LatexPrinter {
 public:
  explicit LatexPrinter(const Spelling& spelling) : spelling_(spelling) {}

  Pieces operator()(const Expr& e, int level) const {
    if (tightness(e) < level) return {"\\left(", {e, 0}, "\\right)"};
    if (is(e, Kind::symbol)) return {symbol_text(e)};
    if (is(e, Kind::function)) return call(e, "");
    return sum(e);
  }

  Pieces signed_term(const Expr& term, bool first) const {
    const Quotient q = quotient(term);
    const bool minus = sgn(q.coefficient) < 0;
    Pieces out;
    if (minus || !first) out.emplace_back(first ? "-" : (minus ? " - " : " + "));
    append(out, magnitude(q));
    return out;
  }

 private:
  static int tightness(const Expr& e) {
    switch (kind(e)) {
      case Kind::symbol:
        return 3;
      case Kind::function:
        return function(e) == Function::abs ? 3 : 2;
      case Kind::number:
        return is_whole(value(e)) && sgn(value(e)) >= 0 ? 3 : (sgn(value(e)) < 0 ? 0 : 1);
      case Kind::pow:
        return sgn(value(e)) < 0 ? 1 : 2;
      case Kind::mul:
        return is_negative_term(e) ? 0 : 1;
      case Kind::add:
        break;
    }
    return 0;
  }

  std::string symbol_text(const Expr& e) const {
    const auto found = spelling_.find(name(e));
    return found != spelling_.end() ? found->second : spelt(name(e));
  }

  /// f(x), with `raised` between the name and the argument: \sin^{2}\theta.
  Pieces call(const Expr& e, const std::string& raised) const {
    const auto x = operands(e);
    if (function(e) == Function::power) return {{x[0], 3}, "^{", {x[1], 0}, "}"};
    if (function(e) == Function::abs) return {"\\left|", {x[0], 0}, "\\right|" + raised};
    if (function(e) == Function::exp) return {"e^{", {x[0], 0}, "}"};
    static const std::map<Function, std::string> names = {
        {Function::asin, "\\arcsin"}, {Function::acos, "\\arccos"}, {Function::log, "\\ln"}};
    const auto known = names.find(function(e));
    const bool standard = function(e) == Function::sin || function(e) == Function::cos ||
                          function(e) == Function::tan || function(e) == Function::tanh ||
                          function(e) == Function::min || function(e) == Function::max;
    const std::string plain(row(function(e)).name);
    std::string head =
        known != names.end() ? known->second : (standard ? "\\" + plain : "\\operatorname{" + plain + "}");
    head += raised;
    if (x.size() == 1 && is(x[0], Kind::symbol)) {
      const std::string argument = symbol_text(x[0]);
      return {head + (argument[0] == '\\' ? "" : " ") + argument};
    }
    Pieces out = {head + "\\left("};
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (i > 0) out.emplace_back(", ");
      out.emplace_back(x[i], 0);
    }
    out.emplace_back("\\right)");
    return out;
  }

  Pieces power(const PrintedFactor& f) const {
    if (f.exponent == 1) return {{f.base, 2}};
    if (f.exponent == Rational(1, 2)) return {"\\sqrt{", {f.base, 0}, "}"};
    const std::string raised = "^{" + f.exponent.get_str() + "}";
    if (is(f.base, Kind::function)) {
      const Function g = function(f.base);
      const bool usual = g == Function::sin || g == Function::cos || g == Function::tan || g == Function::abs;
      if (usual && is_whole(f.exponent)) return call(f.base, raised);
    }
    if (is(f.base, Kind::symbol)) {
      const std::string letter = symbol_text(f.base);
      return {letter.find_first_of("^'") == std::string::npos ? letter + raised : "{" + letter + "}" + raised};
    }
    return {{f.base, 3}, raised};
  }

  /// Factors side by side, functions last, so that what follows a function's name is its argument.
  Pieces product(std::vector<PrintedFactor> factors, const std::string& number) const {
    std::stable_partition(factors.begin(), factors.end(),
                          [](const PrintedFactor& f) { return !is(f.base, Kind::function); });
    Pieces out;
    if (number != "1" || factors.empty()) out.emplace_back(number);
    for (const PrintedFactor& f : factors) {
      const bool digits = is(f.base, Kind::number) && !(f.exponent == Rational(1, 2));
      if (!out.empty()) out.emplace_back(digits ? " \\cdot " : "\\,");
      append(out, power(f));
    }
    return out;
  }

  Pieces magnitude(const Quotient& q) const {
    const Rational c = abs(q.coefficient);
    if (q.below.empty() && !q.above.empty() && (c == Rational(1, 2) || c == Rational(1, 4))) {
      Pieces out = {"\\tfrac{1}{" + c.get_den().get_str() + "}\\,"};
      append(out, product(q.above, "1"));
      return out;
    }
    const auto decimal = exact_decimal(c);
    const bool whole_fraction = !q.below.empty() && c.get_num() == 1;  // 1/(2x) rather than 0.5/x
    const bool split = !decimal || whole_fraction;
    const std::string divisor = split ? c.get_den().get_str() : "1";
    const Pieces above = product(q.above, split ? c.get_num().get_str() : number_text(*decimal));
    if (q.below.empty() && divisor == "1") return above;
    Pieces out = {"\\frac{"};
    append(out, above);
    out.emplace_back("}{");
    append(out, product(q.below, divisor));
    out.emplace_back("}");
    return out;
  }

  Pieces sum(const Expr& e) const {
    Pieces out;
    for (const Expr& term : addends(e)) append(out, signed_term(term, out.empty()));
    return out;
  }

  const Spelling& spelling_;
};

}  // namespace

std::string latex(const Expr& e, const Spelling& spelling) { return assemble({{e, 0}}, LatexPrinter(spelling)); }

std::vector<std::string> latex_terms(const Expr& e, const Spelling& spelling) {
  const LatexPrinter printer(spelling);
  std::vector<std::string> out;
  for (const Expr& term : addends(e)) out.push_back(assemble(printer.signed_term(term, out.empty()), printer));
  return out;
}

}  // namespace oopss
