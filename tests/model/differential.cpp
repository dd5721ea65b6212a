// SPDX-License-Identifier: Apache-2.0
// Our TOML reader against toml++ (an independent implementation of TOML 1.0).
#include <toml++/toml.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <limits>
#include <random>

#include "oopss/model/decimal.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/toml.hpp"

using namespace oopss;

namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x == 0 ? 0 : x);
  return std::isnan(x) ? "nan" : text;
}

/// Both trees as one canonical text, keys sorted.
std::string canonical(const TomlTable& table);
std::string canonical(const TomlValue& value) {
  using Kind = TomlValue::Kind;
  if (value.kind == Kind::string) return "'" + value.text + "'";
  if (value.kind == Kind::boolean) return value.boolean ? "true" : "false";
  if (value.kind == Kind::table) return canonical(value.table);
  if (value.kind == Kind::integer) return "i" + std::to_string(std::stoll(value.text));
  if (value.kind == Kind::floating) {
    const bool special = !std::isdigit(static_cast<unsigned char>(value.text.back()));
    const double size = value.text.ends_with("nan") ? std::numeric_limits<double>::quiet_NaN()
                                                    : std::numeric_limits<double>::infinity();
    return "f" + number(!special ? nearest_double(value.text) : value.text[0] == '-' ? -size : size);
  }
  std::string out = "[";
  for (const TomlValue& item : value.items) out += canonical(item) + ",";
  return out + "]";
}
std::string canonical(const TomlTable& table) {
  std::map<std::string, std::string> sorted;
  for (const TomlEntry& entry : table.entries()) sorted[entry.key] = canonical(entry.value);
  std::string out = "{";
  for (const auto& [key, value] : sorted) out += "'" + key + "'=" + value + ",";
  return out + "}";
}

std::string canonical(const toml::node& node) {
  if (const auto* value = node.as_string()) return "'" + value->get() + "'";
  if (const auto* value = node.as_boolean()) return value->get() ? "true" : "false";
  if (const auto* value = node.as_integer()) return "i" + std::to_string(value->get());
  if (const auto* value = node.as_floating_point()) return "f" + number(value->get());
  if (const auto* array = node.as_array()) {
    std::string out = "[";
    for (const toml::node& item : *array) out += canonical(item) + ",";
    return out + "]";
  }
  if (const auto* table = node.as_table()) {
    std::map<std::string, std::string> sorted;
    for (const auto& [key, value] : *table) sorted[std::string(key.str())] = canonical(value);
    std::string out = "{";
    for (const auto& [key, value] : sorted) out += "'" + key + "'=" + value + ",";
    return out + "}";
  }
  return "a date";
}

/// Known differences: a whole number of any size is a decimal to us; a float too large for a double is refused later,
/// with its place.
bool is_exempt(const TomlValue& value) {
  if (value.kind == TomlValue::Kind::integer) return value.text.size() > 18;
  if (value.kind == TomlValue::Kind::floating) return !out_of_range(value.text).empty();
  const auto exempt = [](const auto& all, const auto& get) {
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return is_exempt(get(one)); });
  };
  return exempt(value.items, [](const TomlValue& item) -> const TomlValue& { return item; }) ||
         exempt(value.table.entries(), [](const TomlEntry& entry) -> const TomlValue& { return entry.value; });
}

enum class Verdict { both, theirs_only, none };

/// What ours accepts, theirs must accept as the same tree.
Verdict compare(const std::string& text) {
  Problems problems;
  const TomlTable ours = parse_toml(text, problems);
  INFO(text);
  std::string theirs;
  try {
    theirs = canonical(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const bool exempt = std::any_of(ours.entries().begin(), ours.entries().end(),
                                    [](const TomlEntry& entry) { return is_exempt(entry.value); });
    if (problems.all.empty() && !exempt) FAIL_CHECK("only ours accepts: " << error.description());
    return Verdict::none;
  }
  if (!problems.all.empty()) return Verdict::theirs_only;
  CHECK(canonical(ours) == theirs);
  return Verdict::both;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string document() {
    std::string text;
    const int lines = pick(12);
    for (int i = 0; i < lines; ++i) {
      if (pick(6) == 0)
        text += (pick(2) ? "[" + path() + "]" : "[[" + path() + "]]");
      else
        text += blanks() + path() + blanks() + "=" + blanks() + value(3);
      text += blanks() + (pick(4) == 0 ? "# note" : "") + (pick(8) == 0 ? "\r\n" : "\n");
    }
    return text;
  }

  void mutate(std::string& text) {
    static const std::string letters = "[]{}=,.#\"'\\ \n\tabe019_+-x";
    for (int i = 1 + pick(3); i > 0 && !text.empty(); --i) {
      const auto position = static_cast<std::size_t>(pick(static_cast<int>(text.size())));
      const char c = letters[static_cast<std::size_t>(pick(static_cast<int>(letters.size())))];
      if (pick(3) == 0)
        text.erase(position, 1);
      else if (pick(2) == 0)
        text[position] = c;
      else
        text.insert(position, 1, c);
    }
  }
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  std::string choose(std::initializer_list<const char*> all) { return all.begin()[pick(static_cast<int>(all.size()))]; }
  std::string blanks() { return choose({"", " ", "  ", "\t"}); }
  std::string key() { return choose({"a", "b", "c", "d1", "key", "two-words", "\"q k\"", "'l'", "1", "_x"}); }
  std::string path() {
    std::string all = key();
    while (pick(4) == 0) all += blanks() + "." + key();
    return all;
  }
  std::string value(int depth) {
    const int kind = pick(depth > 0 ? 8 : 5);
    if (kind == 0) return choose({"0", "-17", "+4", "1_000", "123456789012345678", "-0"});
    if (kind == 1)
      return choose({"1.5", "-0.25e-3", "6.02e23", "1e-310", "0.1", "123456789.123456789", "5E+2", "1_0.0_1", "inf",
                     "-inf", "nan"});
    if (kind == 2)
      return choose({"\"text\"", "\"e\\n\\u00e9\\\\\"", "'lit \\ eral'", "\"\"", "\"# no comment\"", "'''m\n l'''",
                     "\"\"\"\nm \\\n  j\"\"\""});
    if (kind == 3) return choose({"true", "false"});
    if (kind == 4)
      return std::to_string(pick(1000)) + "." + std::to_string(pick(100000)) + "e" + std::to_string(pick(600) - 300);
    std::string all;
    const int count = pick(4);
    for (int i = 0; i < count; ++i) {
      if (kind == 5)
        all += (i ? "," : "") + blanks() + key() + blanks() + "=" + blanks() + value(depth - 1) + blanks();
      else
        all += choose({"", " ", "\n", " # c\n"}) + value(depth - 1) + blanks() + (i + 1 < count || pick(2) ? "," : "");
    }
    return kind == 5 ? "{" + all + "}" : "[" + all + "]";
  }
  std::mt19937 random_;
};

/// toml++ 3.3 stops the program on these; they are in the fuzz corpus instead.
bool would_crash_them(const std::string& text) {
  for (const char* bad : {"[\n", "[\r", "[ \n", "[\t\n"})
    if (text.find(bad) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("toml++ reads the built-in models as we do") {
  for (const Example& example : examples()) CHECK(compare(std::string(example.text)) == Verdict::both);
}

TEST_CASE("toml++ reads random documents as we do, also after mutations") {
  int both = 0, refused = 0, strict = 0;
  Generator generate(11);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = generate.document();
    if (i % 2 == 1) generate.mutate(text);
    if (would_crash_them(text)) continue;
    const Verdict verdict = compare(text);
    both += verdict == Verdict::both;
    refused += verdict == Verdict::none;
    strict += verdict == Verdict::theirs_only;
  }
  for (int i = 0; i < 3000; ++i) {
    std::string text(examples()[static_cast<std::size_t>(i) % examples().size()].text);
    generate.mutate(text);
    if (would_crash_them(text)) continue;
    strict += compare(text) == Verdict::theirs_only;
  }
  CHECK(both > 3000);
  CHECK(refused > 1000);
  CHECK(strict < 400);  // dates, hexadecimal numbers and the like, made by mutation
}
