// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "oopss/model/chain.hpp"
#include "oopss/model/fields.hpp"
#include "oopss/model/number_walk.hpp"

namespace oopss {
namespace {

/// A value, and the part of the expression's text that it comes from.
struct Traced {
  double value;
  int begin, end;
};

std::string operation(const Step& step, const std::vector<Traced>& a) {
  static constexpr std::string_view symbols[] = {"", "", "+", "-", "*", "/", "^"};
  if (step.token == Token::negate) return fmt::format("-{:.6g}", a[0].value);
  if (step.token != Token::call)
    return fmt::format("{:.6g} {} {:.6g}", a[0].value, symbols[static_cast<std::size_t>(step.token)], a[1].value);
  std::string arguments;
  for (const Traced& argument : a) arguments += fmt::format("{}{:.6g}", arguments.empty() ? "" : ", ", argument.value);
  return fmt::format("{}({})", calls()[static_cast<std::size_t>(step.call)].name, arguments);
}

bool is_unknown(const Traced& x) { return std::isnan(x.value); }

/// What is wrong with the result of an operation on finite numbers; empty if nothing. Products and powers that
/// underflow would be huge if they were worked out exactly, as proofs do.
std::string_view fault(const Step& step, const std::vector<double>& arguments, double result) {
  if (std::isnan(result)) return "not a real number";
  if (!std::isfinite(result)) return "not finite";
  const bool scales = step.token == Token::multiply || step.token == Token::divide || step.token == Token::power;
  const bool from_zero = arguments[0] == 0 || (step.token == Token::multiply && arguments[1] == 0);
  return scales && result == 0 && !from_zero ? "too small: it would be rounded to zero" : "";
}

/// Evaluates on doubles, and notes the first operation that goes wrong. A NaN is a value that is not known.
struct Evaluation {
  const std::string& text;
  const std::unordered_map<std::string_view, double>& values;
  bool in_law = false;  // parameters, time, angles and rates are not known
  std::string failure = {};
  int begin = 0, end = 0;

  static int end_of(const Step& step) { return step.column + static_cast<int>(step.text.size()); }
  /// The end of text[begin, end) with the brackets closed that are open in it.
  int closed_end(int from, int to) const {
    const auto part = text.begin() + from;
    auto open = std::count(part, text.begin() + to, '(') - std::count(part, text.begin() + to, ')');
    for (; open > 0 && to < static_cast<int>(text.size()); ++to)
      if (text[static_cast<std::size_t>(to)] == ')') --open;
    return to;
  }
  Traced number(const Step& step) const { return {step.value, step.column, end_of(step)}; }
  Traced name(const Step& step) const {
    const std::optional<double> constant = constant_value(step.text);
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    return {constant ? *constant : in_law ? unknown : values.at(step.text), step.column, end_of(step)};
  }
  Traced apply(const Step& step, const std::vector<Traced>& arguments) {
    std::vector<double> plain;
    plain.reserve(arguments.size());
    for (const Traced& argument : arguments) plain.push_back(argument.value);
    Traced result = {oopss::apply(step, plain), arguments.front().begin, arguments.back().end};
    if (step.token == Token::negate || step.token == Token::call) result.begin = step.column;
    if (std::any_of(arguments.begin(), arguments.end(), is_unknown)) {
      result.value = std::numeric_limits<double>::quiet_NaN();
      return result;
    }
    const auto finite = [](double x) { return std::isfinite(x); };
    const std::string_view wrong = fault(step, plain, result.value);
    if (failure.empty() && !wrong.empty() && std::all_of(plain.begin(), plain.end(), finite)) {
      failure = fmt::format("{} is {}", operation(step, arguments), wrong);
      begin = result.begin;
      end = closed_end(result.begin, result.end);
    }
    return result;
  }
};

class Resolver {
 public:
  Resolver(Model& model, Problems& problems, Written written) : model_(model), problems_(problems), written_(written) {
    for (const Parameter& parameter : model.parameters) parameters_.push_back(parameter.name.value);
    for (const Joint& joint : model.joints) joints_.emplace(joint.name.value, joint.kind);
    for (const Body& body : model.bodies) bodies_.insert(body.name.value);
  }

  void parameters();
  void numbers();

 private:
  template <class Describe>
  void number(Number& number, const Describe& what, Scope scope = {}) {
    if (written_ == Written::by_hand && number.expression.steps.empty()) write_down(number, what);
    if (written_ != Written::again && is_broken(number)) return;
    const std::vector<Step>& steps = number.expression.steps;
    if (steps.size() == 1 && steps[0].token == Token::number)
      number.value = steps[0].value + 0.0;  // a zero has no sign
    else
      expression(number, what, scope);
  }

  void write_down(Number& number, const What& what);
  void expression(Number& number, const What& what, Scope scope);
  bool check_names(const Number& number, const What& what, Scope scope);
  bool check_name(const Number& number, const Step& step, const What& what, Scope scope);
  void unknown_name(const Number& number, const Step& step, const What& what, Scope scope);
  template <class Walk>
  bool chain(Chain& chain, const Walk& walk);
  void report_cycles(const std::vector<std::vector<std::size_t>>& needs, const std::vector<std::size_t>& waiting);

  Model& model_;
  Problems& problems_;
  Written written_;
  std::vector<std::string_view> parameters_;
  std::unordered_map<std::string_view, JointKind> joints_;
  std::unordered_set<std::string_view> bodies_;
  std::unordered_map<std::string_view, double> values_;  // of the parameters; NaN: reported
};

/// Gives a number that has only a value, or only a text, its expression.
void Resolver::write_down(Number& number, const What& what) {
  if (number.expression.text.empty() && std::isfinite(number.value)) {
    number = literal(fmt::format("{}", number.value), number.place);
    return;
  }
  number.value = std::numeric_limits<double>::quiet_NaN();
  if (number.expression.text.empty()) return problems_.error(number.place, what() + " must be finite");
  std::vector<Diagnostic> found;
  if (std::optional<Expression> parsed = parse_expression(number.expression.text, found)) {
    number.expression = std::move(*parsed);
    number.value = 0;
  }
  for (Diagnostic& problem : found)
    problems_.error(number.place, fmt::format("{}: {}", what(), problem.message), std::move(problem.help));
}

void Resolver::expression(Number& number, const What& what, Scope scope) {
  const bool good = check_names(number, what, scope);
  if (!good) number.value = std::numeric_limits<double>::quiet_NaN();
  if (!good) return;
  Evaluation evaluation{number.expression.text, values_, scope.in_law()};
  const double value = evaluate<Traced>(number.expression, evaluation).value;
  if (!evaluation.failure.empty())
    problems_.error(inside(number, evaluation.begin, evaluation.end - evaluation.begin),
                    fmt::format("{}: {}", what(), evaluation.failure));
  if (!evaluation.failure.empty())
    number.value = std::numeric_limits<double>::quiet_NaN();
  else if (!scope.in_law() || std::isfinite(value))
    number.value = value + 0.0;  // NaN if it uses a parameter that has been reported; a zero has no sign
}

bool Resolver::check_names(const Number& number, const What& what, Scope scope) {
  bool good = true;
  std::unordered_set<std::string_view> seen;
  for (const Step& step : number.expression.steps) {
    if (step.token == Token::name && seen.insert(step.text).second) good &= check_name(number, step, what, scope);
    if (step.token != Token::call || scope.in_law()) continue;
    const CallRow& row = calls()[static_cast<std::size_t>(step.call)];
    if (!row.in_laws_only) continue;
    problems_.error(inside(number, step.column, static_cast<int>(row.name.size())),
                    fmt::format("{}: {} can be used only in the formula or target of a torque law, in a motion, in the "
                                "torque on a body and in a force",
                                what(), row.name));
    good = false;
  }
  return good;
}

bool Resolver::check_name(const Number& number, const Step& step, const What& what, Scope scope) {
  const std::string_view name = step.text;
  if (constant_value(name) || values_.count(name) > 0) return true;
  const bool angle = name.starts_with("phi_"), rate = name.starts_with("rate_");
  const auto joint = joints_.find(name.substr(angle ? 4 : rate ? 5 : 0));
  const bool of_joint = (angle || rate) && joint != joints_.end();
  const bool of_body = (name.starts_with("theta_") || name.starts_with("omega_")) && bodies_.count(name.substr(6)) > 0;
  if (of_body && scope.bodies) return true;
  const bool of_point = name == "x" || name == "y" || name == "vx" || name == "vy";
  if (of_point && scope.point) return true;
  if ((name == "t" && scope.time) || (of_joint && (angle ? scope.angles : scope.rates))) {
    if (!of_joint || joint->second != JointKind::ball) return true;
    problems_.error(inside(number, step.column, static_cast<int>(name.size())),
                    fmt::format("{}: {} is a ball joint; it has no single angle", what(), quoted(joint->first)));
  } else if (name == "t" || of_joint || of_body) {
    problems_.error(inside(number, step.column, static_cast<int>(name.size())),
                    fmt::format("{}: {} cannot be used here", what(), quoted(name)),
                    of_body ? "theta_BODY and omega_BODY appear only in the torque on a body and in a force"
                    : scope.in_law()
                        ? "a target or a motion may use t; an energy phi_NAME; a formula t, phi_NAME and rate_NAME"
                        : "time, angles and rates appear only in torques, and time in a motion");
  } else if (!problems_.partial && !((angle || rate) && joints_.count("") > 0)) {
    unknown_name(number, step, what, scope);
  }
  return false;
}

void Resolver::unknown_name(const Number& number, const Step& step, const What& what, Scope scope) {
  std::vector<std::string_view> known = parameters_;
  for (const std::string_view constant : {"pi", "deg", "rpm"}) known.push_back(constant);
  if (scope.time) known.push_back("t");
  if (scope.point) known.insert(known.end(), {"x", "y", "vx", "vy"});
  std::vector<std::string> of_parts;
  for (const Joint& joint : model_.joints) {
    if (scope.angles) of_parts.push_back("phi_" + joint.name.value);
    if (scope.rates) of_parts.push_back("rate_" + joint.name.value);
  }
  for (const Body& body : model_.bodies) {
    if (scope.bodies) of_parts.push_back("theta_" + body.name.value);
    if (scope.bodies) of_parts.push_back("omega_" + body.name.value);
  }
  known.insert(known.end(), of_parts.begin(), of_parts.end());
  problems_.error(
      inside(number, step.column, static_cast<int>(step.text.size())),
      fmt::format("{}: unknown name {}", what(), quoted(step.text)),
      problems_.did_you_mean(step.text, known, model_.parameters.empty() ? "define it in a table [parameters]" : ""));
}

/// Each parameter is evaluated when all that it needs are; those left over depend on themselves or on such.
void Resolver::parameters() {
  const std::size_t n = model_.parameters.size();
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < n; ++i) {
    Parameter& parameter = model_.parameters[i];
    if (written_ == Written::by_hand && parameter.value.expression.steps.empty())
      write_down(parameter.value, [&] { return describe("parameter", parameter.name.value); });
    index.emplace(parameters_[i], i);
    values_.emplace(parameters_[i], std::numeric_limits<double>::quiet_NaN());
  }
  std::vector<std::vector<std::size_t>> needs(n), needed_by(n);
  std::vector<std::size_t> waiting(n, 0), ready;
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::string& name : names(model_.parameters[i].value.expression)) {
      const auto found = index.find(name);
      if (found == index.end()) continue;
      needs[i].push_back(found->second);
      needed_by[found->second].push_back(i);
    }
    waiting[i] = needs[i].size();
    if (waiting[i] == 0) ready.push_back(i);
  }
  while (!ready.empty()) {
    const std::size_t i = ready.back();
    ready.pop_back();
    Parameter& parameter = model_.parameters[i];
    number(parameter.value, [&] { return describe("parameter", parameter.name.value); });
    values_[parameters_[i]] = parameter.value.value;
    for (const std::size_t j : needed_by[i])
      if (--waiting[j] == 0) ready.push_back(j);
  }
  report_cycles(needs, waiting);
  for (Parameter& parameter : model_.parameters)
    for (auto* bound : {&parameter.min, &parameter.max})
      if (*bound)
        number(**bound, [&] {
          return fmt::format("{}: {}", describe("parameter", parameter.name.value),
                             bound == &parameter.min ? "min" : "max");
        });
}

/// Follows what each waiting parameter waits for, until one comes up twice: that is a cycle.
void Resolver::report_cycles(const std::vector<std::vector<std::size_t>>& needs,
                             const std::vector<std::size_t>& waiting) {
  std::vector<std::size_t> visited(needs.size(), 0);
  for (std::size_t start = 0; start < needs.size(); ++start) {
    std::vector<std::size_t> path;
    std::size_t i = start;
    while (waiting[i] > 0 && visited[i] == 0) {
      visited[i] = start + 1;
      path.push_back(i);
      i = *std::find_if(needs[i].begin(), needs[i].end(), [&](std::size_t j) { return waiting[j] > 0; });
    }
    for (const std::size_t k : path) {
      Parameter& waits = model_.parameters[k];
      check_names(waits.value, [&] { return describe("parameter", waits.name.value); }, {});
      waits.value = broken_number(waits.value.place);
    }
    if (path.empty() || visited[i] != start + 1) continue;
    std::string cycle;
    for (auto k = std::find(path.begin(), path.end(), i); k != path.end(); ++k)
      cycle += fmt::format("{} -> ", parameters_[*k]);
    if (cycle.size() > 200) cycle = cycle.substr(0, 200) + "... -> ";
    const Parameter& parameter = model_.parameters[i];
    problems_.error(parameter.value.place,
                    fmt::format("{} depends on itself: {}{}", describe("parameter", parameter.name.value), cycle,
                                parameter.name.value));
  }
}

/// The numbers of a chain, each once, and those of its bodies and joints; false if some are wrong.
template <class Walk>
bool Resolver::chain(Chain& chain, const Walk& walk) {
  const auto what = [](std::string_view key) { return [key] { return fmt::format("chain: {}", key); }; };
  const auto resolved = [&](std::vector<Number>& all, bool same, std::string_view key) {
    for (Number& one : all) {
      if (&one != all.data() && same)
        one = all[0];
      else
        number(one, what(key));
    }
  };
  resolved(chain.masses, chain.same_masses, chain.same_masses ? "mass" : "masses");
  resolved(chain.lengths, chain.same_lengths, chain.same_lengths ? "length" : "lengths");
  walk.laws(chain.laws, what);
  return written_ == Written::again ? check_chain(chain, problems_) : fill_chain(model_, problems_);
}

void Resolver::numbers() {
  const auto visit = [this](Number& one, const auto& what, Scope scope) {
    if (written_ == Written::by_hand || !one.expression.steps.empty()) number(one, what, scope);  // laws lack some
  };
  const NumberWalk walk(model_, visit);
  if (!model_.chain || chain(*model_.chain, walk)) {
    for (Body& one : model_.bodies) walk.body(one);
    for (Joint& one : model_.joints) walk.joint(one, !model_.chain || written_ == Written::again);
  }
  walk.places_and_forces();
  walk.start_and_run();
}

}  // namespace

void resolve(Model& model, Problems& problems, Written written) {
  Resolver resolver(model, problems, written);
  resolver.parameters();
  resolver.numbers();
}

}  // namespace oopss
