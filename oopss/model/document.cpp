// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/document.hpp"

#include "oopss/model/edit.hpp"
#include "oopss/model/settings.hpp"

namespace oopss {
namespace {

using Kind = TomlValue::Kind;

/// A number, or a string on one line without escapes: its place covers all of it.
bool is_plain(const TomlValue& value) {
  return value.kind == Kind::integer || value.kind == Kind::floating || (value.kind == Kind::string && value.verbatim);
}

/// The value that a setting changed, and what it was before; null if it was not there.
struct Changed {
  const TomlValue* before = nullptr;
  TomlValue* after = nullptr;
};

Changed find_change(const TomlTable& before, TomlTable& after);

Changed find_change(const TomlValue& before, TomlValue& after) {
  if (after.place.source == 1) return {&before, &after};
  if (after.kind == Kind::table) return find_change(before.table, after.table);
  for (std::size_t i = 0; i < after.items.size(); ++i)
    if (const Changed found = find_change(before.items[i], after.items[i]); found.after) return found;
  return {};
}

Changed find_change(const TomlTable& before, TomlTable& after) {
  for (std::size_t i = 0; i < after.entries().size(); ++i) {
    if (i == before.entries().size()) return {nullptr, &after.entries()[i].value};  // a new key is the last
    if (const Changed found = find_change(before.entries()[i].value, after.entries()[i].value); found.after)
      return found;
  }
  return {};
}

/// What stood at a place is longer now: what is behind it on its line moves, what is around it grows.
struct Growth {
  Place place;
  int by = 0;

  void apply(Place& other) const {
    if (other.line != place.line || other.source != 0) return;
    if (other.column >= place.column + place.length)
      other.column += by;
    else if (other.column <= place.column && other.column + other.length >= place.column + place.length)
      other.length += by;
  }
  void apply(TomlValue& value) const {
    apply(value.place);
    for (TomlValue& item : value.items) apply(item);
    apply(value.table);
  }
  void apply(TomlTable& table) const {
    for (TomlEntry& entry : table.entries()) {
      apply(entry.place);
      apply(entry.value);
    }
  }
};

std::size_t offset_of(const std::string& text, const Place& place) {
  std::size_t begin = 0;
  for (int line = 1; line < place.line; ++line) begin = text.find('\n', begin) + 1;
  return begin + static_cast<std::size_t>(place.column) - 1;
}

}  // namespace

std::optional<Document> with_value(const Document& document, const std::string& path, const std::string& value) {
  Problems problems;
  TomlTable root = document.root;
  apply_settings(root, {{path, value}}, problems);
  const auto [before, after] = find_change(document.root, root);
  const std::string written = value_text(value);
  TomlValue fresh = parse_toml_value(written, 0, problems);
  if (!problems.all.empty() || !document.problems.all.empty() || !before || before->place.line == 0 ||
      !is_plain(*before) || !is_plain(fresh) || static_cast<std::size_t>(fresh.place.length) != written.size())
    return {};
  const Place place = before->place;
  const Growth growth{place, static_cast<int>(written.size()) - place.length};
  *after = std::move(fresh);
  after->place = {place.line, place.column, place.length, 0};  // it grows with what is around it
  growth.apply(root);
  Document out{document.source, std::move(root), document.problems};
  out.source.text.replace(offset_of(out.source.text, place), static_cast<std::size_t>(place.length), written);
  if (out.source.text.size() > (out.source.large ? large_file : TomlLimits{}).length) return {};
  return out;
}

}  // namespace oopss
