// SPDX-License-Identifier: Apache-2.0
#include "cli/option_table.hpp"

#include <fmt/format.h>

namespace oopss {

OptionRow& OptionRow::needed() {
  required = true;
  return *this;
}

OptionRow& OptionTable::flag(const char* name, bool& value, std::string help) {
  return rows.emplace_back(OptionRow{name, &value, "", std::move(help)});
}

OptionRow& OptionTable::word(const char* name, std::string& value, const char* type, std::string help) {
  return rows.emplace_back(OptionRow{name, &value, type, std::move(help)});
}

OptionRow& OptionTable::words(const char* name, std::vector<std::string>& values, const char* type, std::string help,
                              int count) {
  OptionRow& out = rows.emplace_back(OptionRow{name, &values, type, std::move(help)});
  out.words = count;
  return out;
}

OptionRow& OptionTable::number(const char* name, std::optional<double>& value, Sign sign, std::string help) {
  return rows.emplace_back(OptionRow{name, &value, sign == Sign::positive ? "NUMBER>0" : "NUMBER", std::move(help),
                                     [sign](const std::string& text) { return number_problem(text, sign); }});
}

OptionRow& OptionTable::whole(const char* name, OptionRow::Value value, const char* type, WholeRange range,
                              std::string help) {
  OptionRow& out = rows.emplace_back(OptionRow{name, value, type, std::move(help)});
  out.range = range;
  return out;
}

OptionRow& OptionTable::file(const char* name, std::string& value, const Endings& endings, const std::string& help) {
  return rows.emplace_back(OptionRow{name, &value, "FILE", fmt::format("{}: {}", help, in_words(endings)),
                                     [endings](const std::string& text) { return ending_problem(text, endings); }});
}

OptionRow& OptionTable::choice(const char* name, std::string& value, std::vector<std::string_view> known,
                               std::string help) {
  return rows.emplace_back(
      OptionRow{name, &value, "WORD", std::move(help),
                [known = std::move(known)](const std::string& text) { return choice_problem(text, known); }});
}

void OptionTable::model_name(Common& common, bool required) {
  word("MODEL", common.model, "",
       "a model file, the name of a built-in model (see `oopss models`), or - for standard input")
      .required = required;
}

void OptionTable::settings(Common& common) {
  words("--set", common.set, "PATH=VALUE",
        "PATH=VALUE: change a number of the model first, e.g. --set body.arm.mass=2 (may be repeated)");
}

void OptionTable::model(Common& common, bool required) {
  model_name(common, required);
  settings(common);
}

void OptionTable::run_numbers(RunSettings& run, const char* every) {
  number("--until", run.until, Sign::any, "time to run to, s; may be negative");
  number("--every", run.every, Sign::positive, every);
  number("--step", run.step, Sign::positive, "step of a fixed-step method, s");
  number("--tolerance", run.tolerance, Sign::positive, "tolerance of an adaptive method");
}

void OptionTable::momentum(std::optional<double>& value, const char* when) {
  number("--momentum", value, Sign::any,
         fmt::format("{}total angular momentum, kg m^2/s; default that of the start", when));
}

void OptionTable::free(bool& value) { flag("--free", value, "leave out the torque laws, and torques from outside"); }

}  // namespace oopss
