// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oopss/model/diagnostic.hpp"

namespace oopss {

struct TomlEntry;
struct TomlValue;

/// A table of a TOML document, in the order of the file. Its keys are unique.
class TomlTable {
 public:
  /// Who may still add to it: an implicit table is named only as part of a header [a.b] or key a.b.
  enum class Origin { implicit, header, dotted, closed };
  Origin origin = Origin::implicit;
  bool damaged = false;  // a line of it could not be read: what seems to be missing may stand there

  TomlTable();
  TomlTable(const TomlTable& other);
  TomlTable(TomlTable&&) noexcept;
  TomlTable& operator=(const TomlTable& other);
  TomlTable& operator=(TomlTable&&) noexcept;
  ~TomlTable();

  const std::vector<TomlEntry>& entries() const { return entries_; }
  std::vector<TomlEntry>& entries() { return entries_; }  // their keys stay
  TomlValue* find(std::string_view key);
  const TomlValue* find(std::string_view key) const;
  /// Adds a key that is not there yet.
  TomlValue& insert(std::string key, Place place, TomlValue value);

 private:
  std::vector<TomlEntry> entries_;
  std::unique_ptr<std::unordered_map<std::string, std::size_t>> index_;  // made when there are many keys
};

/// A value and where it stands. A broken one has been reported already.
struct TomlValue {
  enum class Kind { broken, string, integer, floating, boolean, array, table };
  Kind kind = Kind::broken;
  bool verbatim = false;  // string: written on one line without escapes
  bool boolean = false;
  Place place;
  std::string text;              // string: its content; number: its decimal, without underscores or a leading plus
  std::vector<TomlValue> items;  // array
  TomlTable table;
};

struct TomlEntry {
  std::string key;
  Place place;
  TomlValue value;
};

inline TomlTable::TomlTable() = default;
inline TomlTable::TomlTable(TomlTable&&) noexcept = default;
inline TomlTable& TomlTable::operator=(TomlTable&&) noexcept = default;
inline TomlTable::~TomlTable() = default;

/// "a string", "an array", … for messages.
std::string_view kind_name(const TomlValue& value);

/// Limits of a document; the depth counts headers, dotted keys, arrays and inline tables together.
struct TomlLimits {
  std::size_t length = 4'194'304, depth = 64, values = 500'000;
};
inline constexpr TomlLimits large_file = {268'435'456, 64, 20'000'000};  // a tree of a million bodies

/// Reads a subset of TOML 1.0: no dates, no numbers but decimal ones. After a syntax error it goes on at the next line;
/// at most one problem per line is reported.
TomlTable parse_toml(std::string_view text, Problems& problems, const TomlLimits& limits = {});

/// How many documents `parse_toml` has read since the program began, for tests of who reads how often.
long documents_parsed();

/// Reads one value, as it could stand after an equals sign; `source` goes into its places.
TomlValue parse_toml_value(std::string_view text, int source, Problems& problems);

/// A bare number token as in TOML (also inf and nan): its kind and decimal, or a broken value.
TomlValue toml_number(std::string_view token);

}  // namespace oopss
