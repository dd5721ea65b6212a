// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "oopss/model/settings.hpp"
#include "oopss/model/write.hpp"

namespace oopss {
namespace {

using Kind = TomlValue::Kind;
using Origin = TomlTable::Origin;

/// A text and where its lines begin; changes are made one at a time, and the places of the old text are then void.
class Lines {
 public:
  explicit Lines(const std::string& text) : text_(text), begin_{0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') begin_.push_back(i + 1);
  }
  std::size_t offset(const Place& place) const {
    return begin_[place.line - 1] + static_cast<std::size_t>(place.column) - 1;
  }
  std::size_t end(const Place& place) const { return offset(place) + static_cast<std::size_t>(place.length); }
  std::size_t line_begin(int line) const { return begin_[line - 1]; }
  std::size_t line_end(int line) const { return line < static_cast<int>(begin_.size()) ? begin_[line] : text_.size(); }
  std::string_view line(int line) const {
    return std::string_view(text_).substr(line_begin(line), line_end(line) - line_begin(line));
  }
  /// Whether a value lies on one line, so that its place covers all of it.
  bool is_whole(const TomlValue& value) const {
    if (value.place.line == 0 || value.kind == Kind::broken) return false;
    const char last = text_[end(value.place) - 1], first = text_[offset(value.place)];
    if (value.kind == Kind::array) return first == '[' && last == ']' && value.place.length > 1;
    if (value.kind == Kind::table) return first == '{' && last == '}';
    if (value.kind == Kind::string) return (first == '"' || first == '\'') && last == first && value.verbatim;
    return true;
  }
  std::string replaced(std::size_t begin, std::size_t finish, std::string_view by) const {
    return text_.substr(0, begin) + std::string(by) + text_.substr(finish);
  }
  /// The text with a line put in behind this one.
  std::string with_line_after(int line, const std::string& what) const {
    const std::size_t offset = line_end(line);
    const bool open = offset == 0 || text_[offset - 1] != '\n';
    return replaced(offset, offset, (open ? "\n" : "") + what + "\n");
  }

 private:
  const std::string& text_;
  std::vector<std::size_t> begin_;
};

/// "key = value", its equals sign below that of the entry before it.
std::string key_line(const Lines& lines, const TomlTable& table, const std::string& key, const std::string& value) {
  std::size_t width = key.size();
  if (!table.entries().empty()) {
    const Place& last = table.entries().back().place;
    const std::string_view line = lines.line(last.line);
    const std::size_t equals = line.find('=', static_cast<std::size_t>(last.column) - 1);
    if (equals != std::string_view::npos && equals >= static_cast<std::size_t>(last.column))
      width = std::max(width, equals - static_cast<std::size_t>(last.column));
  }
  return fmt::format("{:<{}} = {}", key, width, value);
}

/// The text with one more key in a table that stands at `place`; nothing if the layout does not allow it.
std::optional<std::string> with_new_key(const Lines& lines, const TomlTable& table, const Place& place,
                                        const std::string& key, const std::string& value) {
  if (place.line == 0) return {};
  if (table.origin == Origin::closed) {
    const std::size_t brace = lines.end(place) - 1;
    std::size_t offset = brace;
    while (lines.line(place.line)[offset - 1 - lines.line_begin(place.line)] == ' ') --offset;
    return lines.replaced(offset, brace, (table.entries().empty() ? " " : ", ") + key + " = " + value + " ");
  }
  if (table.origin != Origin::header) return {};
  int line = place.line;
  for (const TomlEntry& entry : table.entries()) {
    if (!lines.is_whole(entry.value)) return {};
    line = std::max(line, entry.place.line);
  }
  return lines.with_line_after(line, key_line(lines, table, key, value));
}

/// The text with a setting in place: `before` and `after` are the document without and with it (its values and new
/// tables have source 1).
std::optional<std::string> in_place(const Lines& lines, const TomlTable& before, const Place& place,
                                    const TomlTable& after, const std::string& value);

std::optional<std::string> in_place(const Lines& lines, const TomlValue& before, const TomlValue& after,
                                    const std::string& value) {
  if (after.place.source == 1)
    return lines.is_whole(before)
               ? std::optional(lines.replaced(lines.offset(before.place), lines.end(before.place), value))
               : std::nullopt;
  if (after.kind == Kind::table) return in_place(lines, before.table, before.place, after.table, value);
  for (std::size_t i = 0; i < after.items.size(); ++i)
    if (auto found = in_place(lines, before.items[i], after.items[i], value)) return found;
  return {};
}

std::optional<std::string> in_place(const Lines& lines, const TomlTable& before, const Place& place,
                                    const TomlTable& after, const std::string& value) {
  for (const TomlEntry& entry : after.entries()) {
    const TomlValue* old = before.find(entry.key);
    if (!old) {
      if (entry.value.kind == Kind::table && entry.value.table.origin == Origin::implicit) return {};
      return with_new_key(lines, before, place, entry.key, value);
    }
    if (auto found = in_place(lines, *old, entry.value, value)) return found;
  }
  return {};
}

std::string without_mark(const std::string& text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

/// `attempt` if it reads as the model that `wanted` is written from, else `wanted`; throws ModelError if that is none.
std::string chosen(const std::optional<std::string>& attempt, const std::string& wanted) {
  const std::string meant = write_model(read_model({"model", wanted}));
  if (!attempt) return wanted;
  try {
    return write_model(read_model({"", *attempt})) == meant ? *attempt : wanted;
  } catch (const ModelError&) {
    return wanted;
  }
}

/// The text with exactly these keys in a table of a header; nothing if the layout does not allow it.
std::optional<std::string> table_in_place(std::string text, const std::string& name, const KeyTexts& keys) {
  Problems problems;
  const auto wanted = [&](const std::string& key) {
    return std::find_if(keys.begin(), keys.end(), [&](const auto& one) { return one.first == key; });
  };
  // One change at a time, the document read again each time; every change brings it one key nearer.
  for (std::size_t change = 0; change < 64; ++change) {
    const TomlTable root = parse_toml(text, problems);
    const TomlValue* table = root.find(name);
    if (!table) {
      std::string lines = fmt::format("{}\n[{}]\n", text.empty() || text.back() == '\n' ? "" : "\n", name);
      for (const auto& [key, value] : keys) lines += fmt::format("{} = {}\n", key, value);
      return text + lines;
    }
    if (table->kind != Kind::table || table->table.origin != Origin::header || table->place.line == 0) return {};
    const Lines lines(text);
    std::optional<std::string> next;
    for (const TomlEntry& entry : table->table.entries()) {
      if (!lines.is_whole(entry.value)) return {};
      const auto want = wanted(entry.key);
      if (want == keys.end()) {
        next = lines.replaced(lines.line_begin(entry.place.line), lines.line_end(entry.place.line), "");
      } else if (const std::size_t begin = lines.offset(entry.value.place), end = lines.end(entry.value.place);
                 text.substr(begin, end - begin) != want->second) {
        next = lines.replaced(begin, end, want->second);
      }
      if (next) break;
    }
    for (const auto& [key, value] : keys)
      if (!next && !table->table.find(key)) next = with_new_key(lines, table->table, table->place, key, value);
    if (!next) return text;
    text = std::move(*next);
  }
  return {};
}

}  // namespace

std::string value_text(const std::string& value) {
  const char first = value.empty() ? '\0' : value[0];
  if (first == '[' || first == '{' || first == '"' || first == '\'' || toml_number(value).kind != Kind::broken)
    return value;
  return toml_string(value);
}

std::string inline_table_text(const KeyTexts& keys) {
  std::string out;
  for (const auto& [key, value] : keys) out += fmt::format("{} {} = {}", out.empty() ? "" : ",", key, value);
  return "{" + out + " }";
}

std::string with_setting(const std::string& text_, const std::string& path, const std::string& value) {
  const std::string text = without_mark(text_);
  const std::string wanted = write_model(read_model({"model", text}, {{path, value}}));
  Problems problems;
  const TomlTable before = parse_toml(text, problems);
  TomlTable after = parse_toml(text, problems);
  apply_settings(after, {{path, value}}, problems);
  for (const std::string name : {"start", "run"})  // a table that is not there yet
    if (path.starts_with(name + ".") && !before.find(name) && std::count(path.begin(), path.end(), '.') == 1)
      return chosen(table_in_place(text, name, {{path.substr(name.size() + 1), value_text(value)}}), wanted);
  return chosen(in_place(Lines(text), before, {}, after, value_text(value)), wanted);
}

std::string with_table(const std::string& text_, const std::string& name, const KeyTexts& keys) {
  const std::string text = without_mark(text_);
  Model rest = read_model({"model", text});
  if (name == "start") rest.start = {};
  std::string wanted = write_model(rest);
  wanted = wanted.substr(0, name == "run" ? wanted.rfind("\n[run]\n") : wanted.size());
  wanted += fmt::format("\n[{}]\n", name);
  for (const auto& [key, value] : keys) wanted += fmt::format("{} = {}\n", key, value);
  return chosen(table_in_place(text, name, keys), wanted);
}

std::string with_torque(const std::string& text_, const std::string& joint, const std::string& torque) {
  const std::string text = without_mark(text_);
  const Model model = read_model({"model", text});
  const bool of_chain = model.chain && std::any_of(model.joints.begin(), model.joints.end(),
                                                   [&](const Joint& one) { return one.name.value == joint; });
  const std::string path = of_chain ? "chain.torque" : "joint." + joint + ".torque";
  if (!torque.empty()) return with_setting(text, path, torque);
  Model rest = read_model({"model", text}, {{path, "[]"}});  // an unknown joint is refused
  const std::string wanted = write_model(rest);
  Problems problems;
  const TomlTable root = parse_toml(text, problems);
  const Lines lines(text);
  std::optional<std::string> attempt = text;
  const auto remove = [&](const TomlTable& owner) {
    for (const TomlEntry& entry : owner.entries()) {
      if (entry.key != "torque") continue;
      attempt =
          lines.is_whole(entry.value)
              ? std::optional(lines.replaced(lines.line_begin(entry.place.line), lines.line_end(entry.place.line), ""))
              : std::nullopt;
    }
  };
  if (of_chain) {
    remove(root.find("chain")->table);
    return chosen(attempt, wanted);
  }
  for (const TomlValue& one : root.find("joint")->items) {
    const TomlValue* name = one.table.find("name");
    if (name && name->text == joint) remove(one.table);
  }
  return chosen(attempt, wanted);
}

}  // namespace oopss
