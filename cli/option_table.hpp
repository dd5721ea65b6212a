// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/verbs.hpp"

namespace oopss {

/// Whole numbers that are taken; without one all are.
struct WholeRange {
  int from = 0, to = -1;
  bool all() const { return to < from; }
};

/// An option of a verb, or an argument: what it is called, where its value goes, and what may be given.
struct OptionRow {
  using Value = std::variant<bool*, int*, std::uint64_t*, std::string*, std::vector<std::string>*, std::optional<int>*,
                             std::optional<long>*, std::optional<double>*>;
  std::string name;  // "--until", "-o,--output"; an argument has no dash
  Value value;       // of bool: a flag; of a list: one word each time, unless `words` says how many
  std::string type, help;
  std::function<std::string(const std::string&)> problem = {};  // what is wrong with a text; empty if nothing is
  WholeRange range = {};
  bool required = false;
  int words = 1;  // of a list

  OptionRow& needed();
};

/// As many words as there are.
constexpr int any_number = 0;

/// The options of a verb in the order of its help. Each function adds one and gives it, for what it has besides.
struct OptionTable {
  std::vector<OptionRow> rows;

  OptionRow& flag(const char* name, bool& value, std::string help);
  OptionRow& word(const char* name, std::string& value, const char* type, std::string help);
  OptionRow& words(const char* name, std::vector<std::string>& values, const char* type, std::string help,
                   int count = 1);
  OptionRow& number(const char* name, std::optional<double>& value, Sign sign, std::string help);
  OptionRow& whole(const char* name, OptionRow::Value value, const char* type, WholeRange range, std::string help);
  /// A file to write: its ending says what, and one that is not known is refused.
  OptionRow& file(const char* name, std::string& value, const Endings& endings, const std::string& help);
  /// One word of a few.
  OptionRow& choice(const char* name, std::string& value, std::vector<std::string_view> known, std::string help);

  /// What many verbs take: a model, --set; numbers of a run; the momentum; that laws are left out.
  void model_name(Common& common, bool required);
  void settings(Common& common);
  void model(Common& common, bool required = true);  // both
  void run_numbers(RunSettings& run, const char* every);
  void momentum(std::optional<double>& value, const char* when = "");
  void free(bool& value);
};

/// The endings of pictures.
inline const Endings pictures{{".svg", ".pdf", ".png"}};

}  // namespace oopss
