// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oopss/model/model.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {

/// "body 'arm'": how messages name a thing; without a name, its number in the file.
std::string describe(std::string_view kind, std::string_view name, std::size_t index = 0);

/// A number that is wrong or missing, and reported.
Number broken_number(Place place);
bool is_broken(const Number& number);

/// Of a vector or a quaternion.
bool is_zero(const std::vector<Number>& numbers);

/// How a message begins, put together only if there is one: "body 'arm': mass".
using What = std::function<std::string()>;

/// A TOML number, or a string read as an expression.
Number to_number(const TomlValue& value, const What& what, Problems& problems);

/// An array of so many numbers; if it is not, one broken number.
std::vector<Number> to_vector(const TomlValue& value, std::size_t size, const What& what, Problems& problems);

/// A word out of a list: its index, or an error with the nearest.
std::optional<std::size_t> choose(const Text& text, const std::vector<std::string_view>& choices,
                                  const std::string& what, Problems& problems);

/// A value against a rule; a number without a value has been reported.
void check_rule(const Number& number, bool holds, std::string_view what, std::string_view rule, Problems& problems,
                std::string help = {});

/// Warns of a bare angle beyond a turn: it may have been meant in degrees.
void warn_of_degrees(const Number& angle, const What& what, Problems& problems);

/// Reads the keys of one table, one call per key; `keys` are those there are (keys.hpp). At the end, `finish` reports
/// the keys that are missing and those that are not among these.
class Fields {
 public:
  Fields(const TomlTable& table, Place place, std::string owner, std::vector<std::string_view> keys, Problems& problems)
      : table_(table), place_(place), owner_(std::move(owner)), problems_(problems), keys_(std::move(keys)) {}

  /// Of the keys only these from here on.
  void narrow(std::vector<std::string_view> keys) { keys_ = std::move(keys); }
  /// What is wrong with a key was said.
  void pass_over(std::string_view key) { passed_.push_back(key); }

  const TomlValue* find(std::string_view key);
  const TomlValue* require(std::string_view key);
  std::optional<Text> text(std::string_view key);
  Text required_text(std::string_view key);
  /// Free text: label, unit, description, …
  void read(std::string_view key, std::string& out);
  std::optional<Number> number(std::string_view key);
  Number required_number(std::string_view key);
  std::vector<Number> vector(std::string_view key, std::size_t size);
  std::vector<Number> required_vector(std::string_view key, std::size_t size);
  /// Nine numbers by rows; one broken number if they are not three rows of three, none if the key is missing.
  std::vector<Number> matrix(std::string_view key);
  void finish();

  std::string what(std::string_view key) const;
  const std::string& owner() const { return owner_; }
  Place at() const { return place_; }
  Problems& problems() { return problems_; }

 private:
  std::optional<Text> to_text(const TomlValue* value, std::string_view key);

  const TomlTable& table_;
  Place place_;
  std::string owner_;
  Problems& problems_;
  std::vector<std::string_view> keys_, missing_, passed_;
};

}  // namespace oopss
