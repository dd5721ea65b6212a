// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/model/chain.hpp"

namespace oopss {
namespace {

using Kind = TomlValue::Kind;
using Words = std::vector<std::string_view>;

Words split(std::string_view path) {
  Words parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Words keys(const TomlTable& table) {
  Words all;
  for (const TomlEntry& entry : table.entries()) all.push_back(entry.key);
  return all;
}

/// Walks from the document to the value that a path names, one part after the other.
class Path {
 public:
  Path(TomlTable& root, std::string_view path, int source, Problems& problems)
      : root_(root), parts_(split(path)), source_(source), problems_(problems) {}

  void set(TomlValue value) {
    if (std::any_of(parts_.begin(), parts_.end(), [](std::string_view part) { return part.empty(); })) {
      fail("a path is NAME, or parts with points between them as in body.arm.mass", "");
    } else if (TomlValue* target = parts_.size() == 1 ? parameter() : find()) {
      *target = std::move(value);
    }
  }

 private:
  TomlValue* parameter() {
    TomlValue* parameters = root_.find("parameters");
    TomlValue* value = parameters && parameters->kind == Kind::table ? parameters->table.find(parts_[0]) : nullptr;
    if (!value) {
      const Words known = parameters ? keys(parameters->table) : Words();
      return fail(fmt::format("there is no parameter {}", quoted(parts_[0])),
                  problems_.did_you_mean(parts_[0], known,
                                         "a bare name is a parameter; else the path begins with body, "
                                         "joint, point, force, start or run"));
    }
    if (value->kind == Kind::table) return &entry(value->table, "value");
    return value;
  }

  TomlValue* find() {
    const std::string_view kind = parts_[0];
    if (kind == "start" || kind == "run") return descend(entry_table(root_, kind), 1);
    if (kind == "chain") return in_chain();
    if (const TomlValue* chain = chain_table(); chain && (kind == "body" || kind == "joint"))
      return fail(fmt::format("{} {} is made of [chain]", kind, quoted(parts_[1])),
                  kind == "body" && parts_.size() > 2 && parts_[2] == "torque"
                      ? "torques from outside act on bodies that are written out, each a [[body]]"
                      : fmt::format("set {}", path_in_chain(chain->table, parts_)));
    if (kind == "body" || kind == "joint" || kind == "point" || kind == "force") {
      TomlValue* element = named(kind, parts_[1]);
      if (!element) return nullptr;
      if (parts_.size() == 2)
        return fail(fmt::format("the path names a whole {}; add a key, as in {}.{}.{}", kind, kind, parts_[1],
                                kind == "body"    ? "mass"
                                : kind == "force" ? "value"
                                                  : "at"),
                    "");
      joint_ = kind == "joint" ? element : nullptr;
      return descend(element, 2);
    }
    return fail(
        fmt::format("a path cannot begin with {}", quoted(kind)),
        problems_.did_you_mean(kind, {"body", "joint", "point", "force", "chain", "start", "run"},
                               "it begins with body, joint, point, force, start or run, or is a parameter's name"));
  }

  TomlValue* chain_table() {
    TomlValue* table = root_.find("chain");
    return table && table->kind == Kind::table ? table : nullptr;
  }

  TomlValue* in_chain() {
    TomlValue* table = chain_table();
    if (!table) return fail("there is no [chain] in this model", "its bodies are those of [[body]]");
    const bool listed = parts_[1] == "masses" || parts_[1] == "lengths";
    if (listed && parts_.size() > 2 && !table->table.find(parts_[1]))
      return fail(fmt::format("the chain has no '{}'", parts_[1]),
                  fmt::format("one number for all is chain.{}", parts_[1] == "masses" ? "mass" : "length"));
    return descend(table, 1);
  }

  /// The element of [[body]], [[joint]], [[point]] or [[force]] with that name.
  TomlValue* named(std::string_view kind, std::string_view name) {
    TomlValue* array = root_.find(kind);
    Words known;
    if (array && array->kind == Kind::array) {
      for (TomlValue& item : array->items) {
        const TomlValue* own = item.table.find("name");
        if (!own || own->kind != Kind::string) continue;
        if (own->text == name) return &item;
        known.push_back(own->text);
      }
    }
    return fail(fmt::format("there is no {} {}", kind, quoted(name)), problems_.did_you_mean(name, known));
  }

  /// The value that parts_[i], parts_[i+1], … name inside `value`. A key that is missing is added.
  TomlValue* descend(TomlValue* value, std::size_t i) {
    for (; value && i < parts_.size(); ++i) {
      if (value->kind == Kind::array) {
        value = element(*value, i);
      } else if (value->kind == Kind::table) {
        const bool last = i + 1 == parts_.size();
        const TomlValue* old = value->table.find(parts_[i]);
        value = last || (old && old->kind != Kind::broken) ? &entry(value->table, parts_[i])
                                                           : entry_table(value->table, parts_[i]);
      } else {
        return fail(fmt::format("{} has no parts", quoted(parts_[i - 1])), "");
      }
    }
    return value;
  }

  /// Inside an array: x, y, z (w, x, y, z of four), the body's name in a joint's `at`, or a number that counts from 1;
  /// beads and rods of a chain are counted from 0.
  TomlValue* element(TomlValue& array, std::size_t i) {
    const std::string_view part = parts_[i];
    const std::size_t size = array.items.size();
    const bool of_chain = parts_[0] == "chain" && parts_[i - 1] != "torque";
    const std::size_t first = of_chain ? 0 : 1;
    Words names;
    if (joint_ && parts_[i - 1] == "at") {
      const TomlValue* between = joint_->table.find("between");
      for (std::size_t k = 0; between && between->kind == Kind::array && k < between->items.size(); ++k)
        names.push_back(between->items[k].text);
    } else if (parts_[i - 1] == "torque") {
      if (size == 1 && part != "1") {  // an array of one law is like the law itself
        if (array.items[0].kind == Kind::table) return &entry(array.items[0].table, part);
      }
    } else if (!of_chain) {
      names = size == 4 ? Words{"w", "x", "y", "z"} : Words{"x", "y", "z"};
    }
    for (std::size_t k = 0; k < size; ++k)
      if (part == std::to_string(k + first) || (k < names.size() && part == names[k])) return &array.items[k];
    names.resize(std::min(names.size(), size));
    return fail(fmt::format("{} has no part {}", quoted(parts_[i - 1]), quoted(part)),
                problems_.did_you_mean(
                    part, names, size > 0 ? fmt::format("{}{} to {}", choices(names), first, size - 1 + first) : ""));
  }

  static std::string choices(const Words& names) {
    std::string all;
    for (const std::string_view name : names) all += fmt::format("{}, ", name);
    return all.empty() ? "its parts are counted: " : "its parts are " + all + "or ";
  }

  TomlValue& entry(TomlTable& table, std::string_view key) {
    TomlValue* old = table.find(key);
    return old ? *old : table.insert(std::string(key), {0, 0, 1, source_}, {});
  }

  TomlValue* entry_table(TomlTable& table, std::string_view key) {
    TomlValue& value = entry(table, key);
    if (value.kind == Kind::broken && value.place.line == 0) {  // it was not there
      value.kind = Kind::table;
      value.place = {0, 0, 1, source_};
    }
    return &value;
  }

  TomlValue* fail(std::string message, std::string help) {
    problems_.error({0, 0, 1, source_}, std::move(message), std::move(help));
    return nullptr;
  }

  TomlTable& root_;
  Words parts_;
  int source_;
  Problems& problems_;
  TomlValue* joint_ = nullptr;
};

}  // namespace

TomlValue setting_value(std::string_view text, int source, Problems& problems) {
  const char first = text.empty() ? '\0' : text[0];
  if (first == '[' || first == '{' || first == '"' || first == '\'') return parse_toml_value(text, source, problems);
  TomlValue value = toml_number(text);
  if (value.kind == Kind::broken) {
    value.kind = Kind::string;
    value.text = text;
  }
  value.place = {1, 1, static_cast<int>(std::max<std::size_t>(text.size(), 1)), source};
  return value;
}

std::vector<Source> apply_settings(TomlTable& root, const Settings& settings, Problems& problems) {
  std::vector<Source> sources;
  for (const auto& [path, text] : settings) {
    sources.push_back({"--set " + path, text});
    const int source = static_cast<int>(sources.size());
    Path(root, path, source, problems).set(setting_value(text, source, problems));
  }
  return sources;
}

}  // namespace oopss
