// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/observable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oopss {
namespace {

constexpr const char* option = "--observe";

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

/// What stands in the brackets of NAME(…), at its commas that are in no further brackets.
std::vector<std::string> arguments_of(std::string_view inside) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : inside) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      out.emplace_back();
    else
      out.back() += c;
  }
  for (std::string& argument : out) argument = trimmed(argument);
  return out;
}

/// Reads one observable; everything that is wrong with it goes to the problems.
class ObservableReader {
 public:
  ObservableReader(const System& system, const std::vector<std::string>& parameters, const std::string& text,
                   SweepProblems& problems)
      : system_(system), parameters_(parameters), problems_(problems), before_(problems.size()) {
    out_.text = trimmed(text);
    const std::size_t open = out_.text.find('(');
    name_ = trimmed(std::string_view(out_.text).substr(0, open));
    if (open != std::string::npos && out_.text.back() == ')')
      arguments_ = arguments_of(std::string_view(out_.text).substr(open + 1, out_.text.size() - open - 2));
  }

  std::optional<Observable> read() {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.name == name_; });
    if (row == rows.end()) {
      std::vector<std::string_view> names;
      for (const Row& one : rows) names.push_back(one.name);
      refuse(fmt::format("there is no observable {}{}", oopss::quoted(name_), among(name_, names)));
      return {};
    }
    const std::size_t count = arguments_.size();
    if (count < row->least || count > row->most || std::count(arguments_.begin(), arguments_.end(), "") > 0)
      refuse(fmt::format("it is {}", row->form));
    else
      (this->*row->take)();
    if (problems_.size() > before_) return {};
    return std::move(out_);
  }

 private:
  struct Row {
    std::string_view name, form;
    std::size_t least, most;  // arguments
    void (ObservableReader::*take)();
  };
  static const std::array<Row, 7> rows;

  void refuse(std::string message, std::string help = {}) {
    problems_.push_back({option, out_.text, std::move(message), std::move(help)});
  }

  void take_quantity(const std::string& text) {
    std::vector<Diagnostic> found;
    if (std::optional<RunQuantity> quantity = run_quantity(system_, parameters_, text, found))
      out_.quantity = std::move(*quantity);
    for (const Diagnostic& problem : found) refuse(problem.message, problem.help);
  }

  std::optional<double> take_constant(std::string_view text) {
    std::string why;
    const std::optional<double> out = constant_number(text, why);
    if (!out) refuse(why);
    return out;
  }

  void take_settle() {
    out_.kind = ObservableKind::settle;
    take_quantity(arguments_[0]);
    const std::string& band = arguments_[1];
    const std::size_t colon = band.find(':');
    const bool two = colon != std::string::npos;
    const std::optional<double> first = take_constant(std::string_view(band).substr(0, colon)),
                                second = two ? take_constant(std::string_view(band).substr(colon + 1)) : first;
    if (!first || !second) return;
    out_.low = two ? *first : -*first;
    out_.high = *second;
    if (!(out_.low < out_.high)) refuse("the band is empty: it is W for -W to W, or LOW:HIGH with LOW below HIGH");
  }

  void take_turns() {
    out_.kind = ObservableKind::turns;
    std::vector<std::string_view> known;
    for (const Column& column : all_columns(system_)) {
      if (column.kind != Quantity::angle) continue;
      if (system_.joints[column.index] == arguments_[0]) out_.angle = column;
    }
    if (out_.angle.kind == Quantity::angle) return;
    const bool ball = std::find(system_.joints.begin(), system_.joints.end(), arguments_[0]) != system_.joints.end();
    known.assign(system_.joints.begin(), system_.joints.end());
    refuse(ball ? fmt::format("joint {} is a ball: it has no turns to count", oopss::quoted(arguments_[0]))
                : fmt::format("there is no joint {}{}", oopss::quoted(arguments_[0]), among(arguments_[0], known)));
  }

  void take_largest() {
    out_.kind = ObservableKind::largest;
    take_quantity(arguments_[0]);
  }

  void take_exponent() { out_.kind = ObservableKind::exponent; }

  void take_drift() {
    const std::string& of_what = arguments_[0];
    if (of_what != "energy" && of_what != "momentum")
      refuse(fmt::format("there is no drift of {}{}", oopss::quoted(of_what), among(of_what, {"energy", "momentum"})));
    out_.kind = of_what == "energy" ? ObservableKind::energy_drift : ObservableKind::momentum_drift;
    if (of_what == "momentum" && system_.casimirs.empty()) refuse("this system has no conserved momentum");
  }

  void take_first() {
    out_.kind = ObservableKind::first;
    const std::string& event = arguments_[0];
    const std::size_t equals = event.find('=');
    take_quantity(equals == std::string::npos
                      ? event
                      : fmt::format("({}) - ({})", event.substr(0, equals), event.substr(equals + 1)));
    if (arguments_.size() == 1) return;
    if (arguments_[1] == "+" || arguments_[1] == "-")
      out_.direction = arguments_[1] == "+" ? 1 : -1;
    else
      refuse(fmt::format("the direction of an event is + or -, got {}", oopss::quoted(arguments_[1])));
  }

  void take_value() {
    out_.kind = ObservableKind::value;
    take_quantity(arguments_[0]);
  }

  const System& system_;
  const std::vector<std::string>& parameters_;
  SweepProblems& problems_;
  std::size_t before_;
  Observable out_;
  std::string name_;
  std::vector<std::string> arguments_;
};

const std::array<ObservableReader::Row, 7> ObservableReader::rows = {{
    {"settle", "settle(QUANTITY, BAND), BAND being W for -W to W, or LOW:HIGH", 2, 2, &ObservableReader::take_settle},
    {"turns", "turns(JOINT)", 1, 1, &ObservableReader::take_turns},
    {"largest", "largest(QUANTITY)", 1, 1, &ObservableReader::take_largest},
    {"exponent", "exponent, without brackets", 0, 0, &ObservableReader::take_exponent},
    {"drift", "drift(energy) or drift(momentum)", 1, 1, &ObservableReader::take_drift},
    {"first", "first(EVENT) or first(EVENT, + or -), EVENT being LEFT = RIGHT or a quantity that is to be 0", 1, 2,
     &ObservableReader::take_first},
    {"value", "value(FORMULA)", 1, 1, &ObservableReader::take_value},
}};

}  // namespace

std::vector<Observable> read_observables(const std::vector<std::string>& texts, const System& system,
                                         const std::vector<std::string>& parameters, SweepProblems& problems) {
  std::vector<Observable> out;
  for (const std::string& text : texts) {
    std::optional<Observable> one = ObservableReader(system, parameters, text, problems).read();
    if (!one) continue;
    if (std::any_of(out.begin(), out.end(), [&](const Observable& other) { return other.text == one->text; }))
      problems.push_back({option, one->text, "it is asked for twice"});
    else
      out.push_back(std::move(*one));
  }
  return out;
}

}  // namespace oopss
