// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "oopss/model/keys.hpp"
#include "oopss/model/laws.hpp"

namespace oopss {
namespace {

using Kind = TomlValue::Kind;

constexpr std::size_t most_drawn = 10'000;  // rods that have outlines

/// The most that a chain has: those of the command line may be large.
std::size_t most_links(const Model& model) { return model.source.large ? 1'000'000 : 10'000; }

/// An array of numbers, as many as there are; nothing if the key is missing.
std::optional<std::vector<Number>> read_numbers(Fields& fields, std::string_view key) {
  const TomlValue* value = fields.find(key);
  if (!value) return {};
  if (value->kind == Kind::array) {
    std::vector<Number> out;
    for (const TomlValue& item : value->items)
      out.push_back(to_number(
          item, [&] { return fields.what(key); }, fields.problems()));
    return out;
  }
  if (value->kind != Kind::broken)
    fields.problems().error(value->place,
                            fmt::format("{} must be an array of numbers, got {}", fields.what(key), kind_name(*value)),
                            fmt::format("one number for all is '{}'", key == "masses" ? "mass" : "length"));
  return std::vector<Number>{};
}

/// A key and the number of rods that it asks for.
struct RodCount {
  std::string_view key;
  Place place;
  std::size_t rods;
};

class ChainReader {
 public:
  ChainReader(Fields& fields, Model& model) : fields_(fields), problems_(fields.problems()), model_(model) {}

  void read() {
    chain_.place = fields_.at();
    if (const auto rods = fields_.text("rods"))
      chain_.uniform = choose(*rods, choices_of("chain", "rods"), fields_.what("rods"), problems_) == 1u;
    const auto masses = read_numbers(fields_, "masses"), lengths = read_numbers(fields_, "lengths");
    const auto mass = fields_.number("mass"), length = fields_.number("length");
    refuse_both("mass", mass, "masses", masses.has_value());
    refuse_both("length", length, "lengths", lengths.has_value());
    read_links(!masses && !lengths);
    if (lengths) count_entries("lengths", lengths->size(), 1);
    if (masses) count_entries("masses", masses->size(), mass_count(chain_, 1));
    if (const TomlValue* torque = fields_.find("torque")) {
      Joint every;
      read_torque(*torque, fields_.what("torque"), every, problems_);
      chain_.laws = std::move(every.laws);
    }
    const std::size_t rods = agreed();
    chain_.same_masses = !masses;
    chain_.same_lengths = !lengths;
    const std::size_t at_least = std::max<std::size_t>(rods, 1);  // one number for all is looked at in any case
    chain_.masses = masses ? *masses : all(mass, mass_count(chain_, at_least));
    chain_.lengths = lengths ? *lengths : all(length, at_least);
    model_.chain = std::move(chain_);
    if (rods > 0)
      name_chain(model_);
    else
      problems_.partial = true;  // how many bodies there are is not known
  }

 private:
  std::vector<Number> all(const std::optional<Number>& number, std::size_t count) const {
    return std::vector<Number>(count, number ? *number : literal("1", chain_.place));
  }

  void refuse_both(std::string_view one, const std::optional<Number>& number, std::string_view listed, bool is_listed) {
    if (number && is_listed)
      problems_.error(number->place, fmt::format("chain: '{}' and '{}' exclude each other", one, listed),
                      "one number for all, or an array with one for each");
  }

  void read_links(bool needed) {
    const TomlValue* links = needed ? fields_.require("links") : fields_.find("links");
    if (!links) {
      wrong_ = wrong_ || needed;
      return;
    }
    std::size_t rods = 0;
    const char* end = links->text.data() + links->text.size();
    const bool whole = links->kind == Kind::integer && std::from_chars(links->text.data(), end, rods).ptr == end;
    if (whole && rods >= 1 && rods <= most_links(model_)) {
      counts_.push_back({"links", links->place, rods});
      return;
    }
    wrong_ = true;
    if (links->kind != Kind::broken)
      problems_.error(links->place,
                      fmt::format("chain: links must be a whole number from 1 to {}, got {}", most_links(model_),
                                  links->text.empty() ? std::string(kind_name(*links)) : quoted(links->text)),
                      links->kind == Kind::string ? "how many bodies there are is no expression of parameters" : "");
  }

  void count_entries(std::string_view key, std::size_t size, std::size_t least) {
    const TomlValue* value = fields_.find(key);
    wrong_ = wrong_ || value->kind != Kind::array;
    if (value->kind != Kind::array) return;
    if (size >= least && size - least < most_links(model_)) {
      counts_.push_back({key, value->place, size - least + 1});
      return;
    }
    wrong_ = true;
    problems_.error(value->place, fmt::format("chain: {} must have {} to {} entries, got {}", key, least,
                                              most_links(model_) + least - 1, size));
  }

  /// The number of rods that all keys agree on; 0 if they do not, or one of them is wrong.
  std::size_t agreed() {
    if (counts_.empty()) return 0;
    const RodCount& first = counts_.front();
    bool good = !wrong_;
    for (const RodCount& other : counts_) {
      if (other.rods == first.rods) continue;
      good = false;
      const auto entries = [&](std::size_t rods) { return other.key == "masses" ? mass_count(chain_, rods) : rods; };
      problems_.error(other.place,
                      fmt::format("chain: {} must have {} entries for {} {}, got {}", other.key, entries(first.rods),
                                  first.rods, first.rods == 1 ? "link" : "links", entries(other.rods)),
                      other.key != "masses" ? ""
                      : chain_.uniform      ? "uniform rods: one mass for each length"
                                            : "beads: one mass more than there are rods, one at each end of a rod");
    }
    return good ? first.rods : 0;
  }

  Fields& fields_;
  Problems& problems_;
  Model& model_;
  Chain chain_;
  std::vector<RodCount> counts_;
  bool wrong_ = false;  // a key that says how many rods there are
};

std::string rod_name(std::size_t j) { return fmt::format("rod{}", j); }

/// A number in a formula: in brackets unless it is a decimal or a name.
std::string term(const Number& number) {
  const std::string& text = number.expression.text;
  return number.expression.steps.size() == 1 ? text : "(" + text + ")";
}

/// Numbers of the bodies by formulas in those of the chain.
class ChainNumbers {
 public:
  ChainNumbers(Model& model, Problems& problems) : model_(model), chain_(*model.chain), problems_(problems) {}

  void fill() {
    for (std::size_t j = 0; j < model_.bodies.size(); ++j) {
      if (chain_.uniform)
        uniform_rod(model_.bodies[j], chain_.masses[j], chain_.lengths[j]);
      else
        beads(model_.bodies[j], j);
    }
    for (std::size_t k = 0; k < model_.joints.size(); ++k) {
      const Number &before = chain_.lengths[k], &behind = chain_.lengths[k + 1];
      model_.joints[k].at_first = {chain_.uniform ? made(term(before) + "/2", before) : zero(), zero()};
      model_.joints[k].at_second = {made("-" + term(behind) + (chain_.uniform ? "/2" : ""), behind), zero()};
      model_.joints[k].laws = chain_.laws;
    }
  }

  /// Broken ones, where the chain's are.
  void spoil() {
    const Number broken = broken_number(chain_.place);
    for (Body& body : model_.bodies) {
      body.mass = broken;
      body.inertia = {broken};
    }
    for (Joint& joint : model_.joints) joint.at_first = joint.at_second = {broken, broken};
  }

 private:
  static Number zero() { return literal("0"); }

  Number made(const std::string& text, const Number& from) {
    std::vector<Diagnostic> found;
    std::optional<Expression> expression = parse_expression(text, found);
    if (expression) return {std::move(*expression), from.place, 0};
    problems_.error(from.place, fmt::format("chain: what is made of its numbers: {}", found[0].message));
    return broken_number(from.place);
  }

  void uniform_rod(Body& body, const Number& mass, const Number& length) {
    const std::string m = term(mass), l = term(length);
    body.mass = mass;
    body.inertia = {made(fmt::format("{}*{}^2/12", m, l), length)};
    outline(body, length, made(fmt::format("-{}/2", l), length), made(fmt::format("{}/2", l), length));
  }

  void beads(Body& body, std::size_t j) {
    const Number &length = chain_.lengths[j], &far = chain_.masses[j + 1], &near = chain_.masses[j];
    const std::string l = term(length);
    body.mass = far;
    body.inertia = {zero()};
    if (j == 0) {
      const std::string sum = fmt::format("({}+{})", term(near), term(far));
      body.mass = made(sum.substr(1, sum.size() - 2), near);
      body.inertia = {made(fmt::format("{}*{}*{}^2/{}", term(near), term(far), l, sum), near)};
      body.centre = {made(fmt::format("-{}*{}/{}", l, term(near), sum), near), zero()};
    }
    outline(body, length, made("-" + l, length), zero());
  }

  /// A bar from end to end, for drawing; the rods of a chain that fills no picture have none.
  void outline(Body& body, const Number& length, const Number& from, const Number& to) {
    if (model_.bodies.size() > most_drawn) return;
    const Number below = made(fmt::format("-{}/25", term(length)), length),
                 above = made(fmt::format("{}/25", term(length)), length);
    body.outline = {{from, below}, {to, below}, {to, above}, {from, above}};
  }

  Model& model_;
  const Chain& chain_;
  Problems& problems_;
};

/// `what` is the key of one number for all; else each is that of its owner, by its number.
bool all_positive(const std::vector<Number>& numbers, bool same, std::string_view what, std::string_view owner,
                  std::string_view unit, Problems& problems) {
  bool good = true;
  for (std::size_t k = 0; k < (same ? 1 : numbers.size()); ++k) {
    const Number& number = numbers[k];
    good = good && number.value > 0;
    if (!is_broken(number) && !(number.value > 0))
      problems.error(number.place, fmt::format("chain: {}{} must be greater than zero, got {:.6g} {}", what,
                                               same ? "" : fmt::format(" of {} {}", owner, k), number.value, unit));
  }
  return good;
}

}  // namespace

void read_chain(Fields& fields, Model& model) { ChainReader(fields, model).read(); }

void name_chain(Model& model) {
  const Chain& chain = *model.chain;
  const auto text = [&](std::string value) { return Text{std::move(value), chain.place}; };
  model.bodies.reserve(chain.lengths.size());
  model.joints.reserve(chain.lengths.size() - 1);
  for (std::size_t j = 0; j < chain.lengths.size(); ++j) {
    model.bodies.emplace_back();
    model.bodies.back().name = text(rod_name(j));
    model.bodies.back().place = chain.place;
    if (j == 0) continue;
    model.joints.emplace_back();
    Joint& joint = model.joints.back();
    joint.name = text(fmt::format("joint{}", j));
    joint.first = text(rod_name(j - 1));
    joint.second = text(rod_name(j));
    joint.place = chain.place;
  }
}

bool check_chain(const Chain& chain, Problems& problems) {
  const bool masses =
                 all_positive(chain.masses, chain.same_masses, "mass", chain.uniform ? "rod" : "bead", "kg", problems),
             lengths = all_positive(chain.lengths, chain.same_lengths, "length", "rod", "m", problems);
  return masses && lengths;
}

bool fill_chain(Model& model, Problems& problems) {
  const bool good = check_chain(*model.chain, problems);
  if (good)
    ChainNumbers(model, problems).fill();
  else
    ChainNumbers(model, problems).spoil();
  return good;
}

std::string path_in_chain(const TomlTable& table, const std::vector<std::string_view>& parts) {
  const std::string_view kind = parts[0], name = parts[1], key = parts.size() > 2 ? parts[2] : "";
  const std::string_view prefix = kind == "body" ? "rod" : "joint",
                         digits = name.substr(std::min(prefix.size(), name.size()));
  std::size_t j = 0;
  const bool numbered =
      name.starts_with(prefix) && !digits.empty() &&
      std::from_chars(digits.data(), digits.data() + digits.size(), j).ptr == digits.data() + digits.size();
  if (kind == "joint" && key == "torque") {
    std::string path = "chain.torque";
    for (std::size_t k = 3; k < parts.size(); ++k) path += fmt::format(".{}", parts[k]);
    return path;
  }
  const bool mass = kind == "body" && key != "outline";
  const std::string listed = mass ? "masses" : "lengths";
  if (!table.find(listed)) return mass ? "chain.mass" : "chain.length";
  if (!numbered) return "chain." + listed;
  const TomlValue* rods = table.find("rods");
  const bool uniform = rods && rods->text == "uniform";
  if (!mass || uniform) return fmt::format("chain.{}.{}", listed, j);
  return j == 0 ? "chain.masses.0 or chain.masses.1" : fmt::format("chain.masses.{}", j + 1);
}

}  // namespace oopss
