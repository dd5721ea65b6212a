// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/toml.hpp"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "oopss/model/toml_scan.hpp"

namespace oopss {

using Kind = TomlValue::Kind;
using Origin = TomlTable::Origin;

TomlTable::TomlTable(const TomlTable& other) : origin(other.origin), damaged(other.damaged), entries_(other.entries_) {
  if (other.index_) index_ = std::make_unique<std::unordered_map<std::string, std::size_t>>(*other.index_);
}
TomlTable& TomlTable::operator=(const TomlTable& other) { return *this = TomlTable(other); }

TomlValue* TomlTable::find(std::string_view key) {
  if (index_) {
    const auto found = index_->find(std::string(key));
    return found == index_->end() ? nullptr : &entries_[found->second].value;
  }
  for (TomlEntry& entry : entries_)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

const TomlValue* TomlTable::find(std::string_view key) const { return const_cast<TomlTable*>(this)->find(key); }

TomlValue& TomlTable::insert(std::string key, Place place, TomlValue value) {
  constexpr std::size_t many = 16, usual = 4;
  if (entries_.empty()) entries_.reserve(usual);
  entries_.push_back({std::move(key), place, std::move(value)});
  if (entries_.size() == many) {
    index_ = std::make_unique<std::unordered_map<std::string, std::size_t>>();
    for (std::size_t i = 0; i < many; ++i) index_->emplace(entries_[i].key, i);
  } else if (index_) {
    index_->emplace(entries_.back().key, entries_.size() - 1);
  }
  return entries_.back().value;
}

std::string_view kind_name(const TomlValue& value) {
  static constexpr std::string_view names[] = {"a broken value", "a string", "a number", "a number",
                                               "a boolean",      "an array", "a table"};
  return names[static_cast<std::size_t>(value.kind)];
}

namespace {

TomlValue make_table(Origin origin, Place place) {
  TomlValue value;
  value.kind = Kind::table;
  value.place = place;
  value.table.origin = origin;
  return value;
}

std::atomic<long> parsed = 0;

/// document = {[header | key "=" value] [comment] newline}
class TomlParser {
 public:
  TomlParser(std::string_view text, int source, Problems& problems, const TomlLimits& limits)
      : scan_(text, source, problems), problems_(problems), limits_(limits) {}

  TomlTable document() {
    TomlTable root;
    root_ = table_ = &root;
    while (!scan_.at_end() && !problems_.full()) {
      nested_ = depth_ = 0;
      try {
        statement();
      } catch (const TomlStop&) {
        recover();
      }
    }
    if (!scan_.at_end()) problems_.partial = true;
    return root;
  }

  TomlValue lone_value() try {
    TomlValue result = value();
    scan_.end_of_line();
    if (!scan_.at_end()) scan_.fail_here("the end");
    return result;
  } catch (const TomlStop&) {
    return {};
  }

 private:
  void statement() {
    scan_.skip_blanks();
    if (scan_.peek() == '[') {
      header();
    } else if (scan_.peek() != '#' && scan_.peek() != '\n' && !scan_.starts_with("\r\n") && !scan_.at_end()) {
      key_value(*table_, header_depth_);
    }
    scan_.end_of_line();
  }

  /// Goes on at the next line; after an error inside brackets, at the next line that begins a statement.
  void recover() {
    table_->damaged = true;
    const bool inside = nested_ > 0;
    if (inside && scan_.only_blanks_before() && scan_.looks_like_statement()) return scan_.rewind_line();
    scan_.skip_to_next_line();
    while (inside && !scan_.at_end() && !scan_.looks_like_statement()) scan_.skip_to_next_line();
  }

  /// [a.b] or [[a.b]]: makes the table that the following keys go to.
  void header() {
    lost_ = TomlTable();
    table_ = &lost_;  // if the header is wrong, its keys go nowhere
    header_depth_ = 0;
    const bool partial = std::exchange(problems_.partial, true);
    scan_.take('[');
    const bool array = scan_.take('[');
    std::vector<TomlKey> path = key_path();
    if (!scan_.take(']') || (array && !scan_.take(']'))) scan_.fail_here(array ? "']]'" : "']'");
    TomlTable* table = root_;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) table = &enter(*table, path[i]);
    table_ = array ? &append(*table, path.back()) : &open(*table, path.back());
    header_depth_ = path.size();
    problems_.partial = partial;
  }

  std::vector<TomlKey> key_path() {
    std::vector<TomlKey> path;
    do {
      scan_.skip_blanks();
      path.push_back(scan_.key_part());
      check_depth(path.size(), path.back().place);
      scan_.skip_blanks();
    } while (scan_.take('.'));
    return path;
  }

  /// A table named on the way to another one in a header.
  TomlTable& enter(TomlTable& table, TomlKey& part) {
    TomlValue* value = table.find(part.text);
    if (!value) return table.insert(std::move(part.text), part.place, make_table(Origin::implicit, part.place)).table;
    if (value->kind == Kind::table && value->table.origin != Origin::closed) return value->table;
    if (value->kind == Kind::array && !value->items.empty() && value->items.back().kind == Kind::table &&
        value->items.back().table.origin == Origin::header)
      return value->items.back().table;
    already_defined(part, *value);
  }

  TomlTable& open(TomlTable& table, TomlKey& part) {
    TomlValue* value = table.find(part.text);
    if (!value) return table.insert(std::move(part.text), part.place, make_table(Origin::header, part.place)).table;
    if (value->kind == Kind::array)
      scan_.fail(part.place, fmt::format("{} is an array of tables", quoted(part.text)),
                 fmt::format("write [[{}]] with two brackets for one more", part.text));
    if (value->kind != Kind::table || value->table.origin != Origin::implicit) already_defined(part, *value);
    value->table.origin = Origin::header;
    return value->table;
  }

  TomlTable& append(TomlTable& table, TomlKey& part) {
    TomlValue* value = table.find(part.text);
    if (!value) {
      TomlValue array;
      array.kind = Kind::array;
      array.place = part.place;
      value = &table.insert(std::move(part.text), part.place, std::move(array));
    } else if (value->kind != Kind::array || value->items.empty() ||
               value->items.back().table.origin != Origin::header) {
      already_defined(part, *value);
    }
    value->items.push_back(make_table(Origin::header, part.place));
    return value->items.back().table;
  }

  void key_value(TomlTable& into, std::size_t depth) {
    std::vector<TomlKey> path = key_path();
    check_depth(depth + path.size(), path.back().place);
    TomlTable* table = &into;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) table = &enter_dotted(*table, path[i]);
    TomlKey& last = path.back();
    const TomlValue* old = table->find(last.text);
    if (old) report_defined(last, *old);
    TomlValue unused;
    TomlValue& value_here =
        old ? unused : table->insert(std::move(last.text), last.place, {});  // broken until it is read
    value_here.place = last.place;
    if (!scan_.take('=')) scan_.fail_here("'=' after the key");
    scan_.skip_blanks();
    depth_ += depth + path.size();
    TomlValue read = value();
    value_here = std::move(read);
    depth_ -= depth + path.size();
  }

  /// A table named on the way in a dotted key; one that a header or braces made cannot be added to.
  TomlTable& enter_dotted(TomlTable& table, TomlKey& part) {
    TomlValue* value = table.find(part.text);
    if (!value) return table.insert(std::move(part.text), part.place, make_table(Origin::dotted, part.place)).table;
    if (value->kind == Kind::table && value->table.origin == Origin::dotted) return value->table;
    already_defined(part, *value);
  }

  TomlValue value() {
    if (++values_ > limits_.values)
      scan_.fail(scan_.place(scan_.position(), 1), fmt::format("the file has more than {} values", limits_.values));
    switch (scan_.peek()) {
      case '"':
      case '\'':
        return scan_.string();
      case '[':
        return array();
      case '{':
        return inline_table();
      default:
        return scan_.bare_value();
    }
  }

  TomlValue array() {
    const std::size_t begin = scan_.position();
    TomlValue array;
    array.kind = Kind::array;
    array.place = scan_.place(begin, 1);
    const int line = array.place.line;
    enter_brackets(array.place);
    scan_.take('[');
    while (true) {
      scan_.skip_lines();
      if (scan_.take(']')) break;
      array.items.push_back(value());
      scan_.skip_lines();
      if (scan_.take(',')) continue;
      if (scan_.take(']')) break;
      if (scan_.only_blanks_before() && scan_.looks_like_statement())
        scan_.fail(array.place, "the array is not closed; it needs a ']' at its end");
      scan_.fail_here("',' or ']' in the array");
    }
    leave_brackets();
    if (scan_.place(begin, 1).line == line) array.place = scan_.place_since(begin);
    return array;
  }

  TomlValue inline_table() {
    const std::size_t begin = scan_.position();
    TomlValue table = make_table(Origin::dotted, scan_.place(begin, 1));
    enter_brackets(table.place);
    scan_.take('{');
    bool more = !(scan_.skip_blanks(), scan_.take('}'));
    while (more) {
      skip_forbidden_lines(table.place);
      key_value(table.table, 0);
      skip_forbidden_lines(table.place);
      more = scan_.take(',');
      if (!more && !scan_.take('}')) scan_.fail_here("',' or '}' in the table");
    }
    leave_brackets();
    if (scan_.place(begin, 1).line == table.place.line) table.place = scan_.place_since(begin);
    table.table.origin = Origin::closed;
    return table;
  }

  /// TOML wants { … } on one line: a line's end is reported, and the table read on.
  void skip_forbidden_lines(Place opening) {
    scan_.skip_blanks();
    if (scan_.peek() != '\n' && scan_.peek() != '#' && !scan_.starts_with("\r\n")) return;
    scan_.report(opening, "an inline table { } must be closed on the same line",
                 "write a long one as a table of its own, as [joint.torque]");
    scan_.skip_lines();
    const char c = scan_.peek();
    if (c != ',' && c != '}' && c != '"' && c != '\'' && !is_bare_key_character(c)) throw TomlStop{};
  }

  void enter_brackets(Place place) {
    ++nested_;
    check_depth(++depth_, place);
  }
  void leave_brackets() {
    --nested_;
    --depth_;
  }

  void check_depth(std::size_t depth, Place place) {
    if (depth > limits_.depth) scan_.fail(place, fmt::format("nested more than {} levels deep", limits_.depth));
  }

  void report_defined(const TomlKey& part, const TomlValue& old) {
    scan_.report(part.place, fmt::format("{} is already defined in line {}", quoted(part.text), old.place.line));
  }
  [[noreturn]] void already_defined(const TomlKey& part, const TomlValue& old) {
    report_defined(part, old);
    throw TomlStop{};
  }

  TomlScanner scan_;
  Problems& problems_;
  const TomlLimits& limits_;
  TomlTable* root_ = nullptr;
  TomlTable* table_ = nullptr;  // the present header's; its keys are added to it
  TomlTable lost_;              // takes the keys below a wrong header
  std::size_t header_depth_ = 0, depth_ = 0, nested_ = 0, values_ = 0;
};

}  // namespace

long documents_parsed() { return parsed; }

TomlTable parse_toml(std::string_view text, Problems& problems, const TomlLimits& limits) {
  ++parsed;
  if (text.size() > limits.length) {
    problems.error({}, fmt::format("the file is larger than {} MiB", limits.length >> 20));
    problems.partial = true;
    return {};
  }
  return TomlParser(text, 0, problems, limits).document();
}

TomlValue parse_toml_value(std::string_view text, int source, Problems& problems) {
  return TomlParser(text, source, problems, TomlLimits{}).lone_value();
}

}  // namespace oopss
