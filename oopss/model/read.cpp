// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/read.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/model/chain.hpp"
#include "oopss/model/document.hpp"
#include "oopss/model/fields.hpp"
#include "oopss/model/keys.hpp"
#include "oopss/model/laws.hpp"
#include "oopss/model/resolve.hpp"
#include "oopss/model/settings.hpp"
#include "oopss/model/start.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

using Kind = TomlValue::Kind;
using Words = std::vector<std::string_view>;

/// The tables of [[kind]], each with what messages call it. What is spent is emptied on the way: of a million bodies it
/// would take as much memory as what is made of it.
template <class Table, class Read>
void read_each(Fields& file, std::string_view kind, TomlTable* spent, std::vector<Table>& out, const Read& read) {
  const TomlValue* array = file.find(kind);
  if (!array || array->kind == Kind::broken) return;
  if (array->kind != Kind::array) {
    file.problems().partial = true;
    return file.problems().error(array->place, fmt::format("{} must be an array of tables", kind),
                                 fmt::format("write [[{}]] with two brackets", kind));
  }
  out.reserve(array->items.size());
  for (std::size_t i = 0; i < array->items.size(); ++i) {
    const TomlValue& item = array->items[i];
    if (item.kind != Kind::table) {
      file.problems().partial = true;
      file.problems().error(item.place, fmt::format("{} {} must be a table, got {}", kind, i + 1, kind_name(item)));
      continue;
    }
    const TomlValue* name = item.table.find("name");
    Fields fields(item.table, item.place, describe(kind, name && name->kind == Kind::string ? name->text : "", i),
                  keys_of(kind), file.problems());
    out.push_back(read(fields));
    fields.finish();
    if (spent) spent->find(kind)->items[i].table = {};
  }
}

class Reader {
 public:
  /// `spent` is the root itself, if nobody needs it after this.
  Reader(const TomlTable& root, TomlTable* spent, Model& model, Problems& problems)
      : file_(root, {}, "", keys_of(""), problems), spent_(spent), model_(model), problems_(problems) {}

  void read() {
    read_header();
    read_parameters();
    read_each(file_, "body", spent_, model_.bodies, [&](Fields& fields) { return read_body(fields); });
    read_each(file_, "joint", spent_, model_.joints, [&](Fields& fields) { return read_joint(fields); });
    const TomlValue* chain = file_.find("chain");
    read_table("chain", [&](Fields& fields) { read_bodies_of_chain(fields); });
    problems_.partial = problems_.partial || (chain && chain->kind != Kind::table);
    read_each(file_, "point", spent_, model_.points, [&](Fields& fields) { return read_point(fields); });
    read_each(file_, "force", spent_, model_.forces, [&](Fields& fields) { return read_force(fields); });
    read_table("start", [&](Fields& fields) { read_start(fields); });
    read_table("run", [&](Fields& fields) { read_run(fields); });
    file_.finish();
  }

 private:
  std::size_t dimension() const { return is_planar(model_) ? 2 : 3; }

  template <class Read>
  bool read_table(std::string_view key, Read&& read) {
    const TomlValue* table = file_.find(key);
    if (!table) return false;
    if (table->kind != Kind::table) {
      if (table->kind != Kind::broken)
        problems_.error(table->place, fmt::format("{} must be a table, got {}", key, kind_name(*table)),
                        fmt::format("write [{}] on a line of its own", key));
      return true;
    }
    Fields fields(table->table, table->place, std::string(key), keys_of(key), problems_);
    read(fields);
    fields.finish();
    return true;
  }

  void read_header() {
    const bool found = read_table("model", [&](Fields& fields) {
      const TomlValue* format = fields.require("format");
      if (format && format->kind != Kind::broken && (format->kind != Kind::integer || format->text != "1"))
        problems_.error(format->place, "model: format must be 1, the only one there is",
                        "a file of a later format needs a later version of OOPSS");
      fields.read("name", model_.name);
      fields.read("description", model_.description);
      fields.read("source", model_.origin);
      if (const auto space = fields.text("space"))
        if (choose(*space, choices_of("model", "space"), "model: space", problems_) == 1u)
          model_.space = SpaceKind::space;
    });
    if (!found && !problems_.partial)
      problems_.error({}, "the table [model] is missing", "a model file begins with [model] and format = 1");
  }

  /// [chain] stands for all [[body]] and [[joint]].
  void read_bodies_of_chain(Fields& fields) {
    const TomlValue *body = file_.find("body"), *other = body ? body : file_.find("joint");
    const bool alone = !other;
    if (other) {
      const std::string_view kind = body ? "body" : "joint";
      const Place& place = other->items.empty() ? other->place : other->items[0].place;
      problems_.error(fields.at(),
                      fmt::format("[chain] and [[{}]] exclude each other: [chain] is in line {}, [[{}]] in line {}",
                                  kind, fields.at().line, kind, place.line),
                      "bodies and joints are made of [chain]; without it, each is written out");
    }
    if (!is_planar(model_))
      problems_.error(fields.at(), "a [chain] is in the plane, and [model] says space = \"space\"");
    Model aside;  // where it has no place, its own problems are still reported
    read_chain(fields, alone && is_planar(model_) ? model_ : aside);
    problems_.partial = problems_.partial || (alone && !is_planar(model_));
  }

  void read_parameters() {
    const TomlValue* table = file_.find("parameters");
    if (!table || table->kind == Kind::broken) return;
    if (table->kind != Kind::table)
      return problems_.error(table->place, fmt::format("parameters must be a table, got {}", kind_name(*table)));
    for (const TomlEntry& entry : table->table.entries()) {
      Parameter parameter;
      parameter.name = {entry.key, entry.place};
      if (entry.value.kind == Kind::table) {
        Fields fields(entry.value.table, entry.value.place, describe("parameter", entry.key), keys_of("parameter"),
                      problems_);
        parameter.value = fields.required_number("value");
        parameter.min = fields.number("min");
        parameter.max = fields.number("max");
        fields.read("unit", parameter.unit);
        fields.read("label", parameter.label);
        fields.finish();
      } else {
        parameter.value = to_number(
            entry.value, [&] { return describe("parameter", entry.key); }, problems_);
      }
      model_.parameters.push_back(std::move(parameter));
    }
  }

  Body read_body(Fields& fields) {
    Body body;
    body.place = fields.at();
    body.name = fields.required_text("name");
    fields.read("label", body.label);
    body.mass = fields.required_number("mass");
    body.inertia = read_inertia(fields);
    body.centre = fields.vector("centre", dimension());
    if (const TomlValue* outline = fields.find("outline"))
      body.outline = read_outline(*outline, [&] { return fields.what("outline"); });
    body.box = fields.vector("box", 3);
    body.torque = fields.number("torque");
    return body;
  }

  std::vector<Number> read_inertia(Fields& fields) {
    if (is_planar(model_)) return {fields.required_number("inertia")};
    const TomlValue* value = fields.require("inertia");
    if (!value) return {};
    const bool tensor = value->kind == Kind::array && !value->items.empty() && value->items[0].kind == Kind::array;
    if (!tensor)
      return to_vector(
          *value, 3, [&] { return fields.what("inertia"); }, problems_);
    return fields.matrix("inertia");
  }

  std::vector<std::vector<Number>> read_outline(const TomlValue& value, const What& what) {
    std::vector<std::vector<Number>> outline;
    if (value.kind == Kind::array) {
      for (const TomlValue& corner : value.items) outline.push_back(to_vector(corner, dimension(), what, problems_));
    } else if (value.kind != Kind::broken) {
      problems_.error(value.place, fmt::format("{} must be an array of points, got {}", what(), kind_name(value)));
    }
    return outline;
  }

  Joint read_joint(Fields& fields) {
    Joint joint;
    joint.place = fields.at();
    joint.name = fields.required_text("name");
    fields.read("label", joint.label);
    if (!is_planar(model_)) joint.kind = JointKind::ball;
    if (const auto kind = fields.text("kind")) joint.kind = read_kind(*kind, joint.kind, fields);
    read_between(fields, joint);
    if (const TomlValue* value = fields.require("at"))
      read_at(
          *value, [&] { return fields.what("at"); }, joint);
    joint.axis = fields.vector("axis", 3);
    joint.rest = fields.vector("rest", 4);
    if (const TomlValue* torque = fields.find("torque")) read_torque(*torque, fields.what("torque"), joint, problems_);
    joint.motion = fields.number("motion");
    return joint;
  }

  JointKind read_kind(const Text& kind, JointKind standard, Fields& fields) {
    if (is_planar(model_)) {
      if (kind.value != "pin")
        problems_.error(kind.place,
                        fmt::format("{} must be pin in the plane, got {}", fields.what("kind"), quoted(kind.value)),
                        "for ball joints and hinges, set space = \"space\" in [model]");
      return JointKind::pin;
    }
    const auto choice = choose(kind, choices_of("joint", "kind"), fields.what("kind"), problems_);
    return !choice ? standard : *choice == 0 ? JointKind::ball : JointKind::hinge;
  }

  void read_between(Fields& fields, Joint& joint) {
    const TomlValue* between = fields.require("between");
    joint.first.place = joint.second.place = between ? between->place : fields.at();
    if (!between || between->kind == Kind::broken) return;
    const std::vector<TomlValue>& pair = between->items;
    if (pair.size() != 2 || pair[0].kind != Kind::string || pair[1].kind != Kind::string)
      return problems_.error(between->place, fmt::format("{} must be the names of two bodies", fields.what("between")),
                             "as in between = [\"hub\", \"arm\"]");
    joint.first = {pair[0].text, pair[0].place};
    joint.second = {pair[1].text, pair[1].place};
  }

  void read_at(const TomlValue& value, const What& what, Joint& joint) {
    if (value.kind == Kind::broken) return;
    if (value.kind != Kind::array || value.items.size() != 2 || value.items[0].kind != Kind::array)
      return problems_.error(value.place, fmt::format("{} must be two vectors, the joint seen from each body", what()),
                             is_planar(model_) ? "as in at = [[5.0, 0.0], [-3.0, 0.0]]"
                                               : "as in at = [[5.0, 0.0, 0.0], [-3.0, 0.0, 0.0]]");
    joint.at_first = to_vector(value.items[0], dimension(), what, problems_);
    joint.at_second = to_vector(value.items[1], dimension(), what, problems_);
  }

  Point read_point(Fields& fields) {
    Point point;
    point.name = fields.required_text("name");
    fields.read("label", point.label);
    point.on = fields.required_text("on");
    point.position = fields.required_vector("at", dimension());
    return point;
  }

  Force read_force(Fields& fields) {
    Force force;
    force.place = fields.at();
    force.name = fields.required_text("name");
    force.on = fields.required_text("on");
    force.position = fields.required_vector("at", dimension());
    force.value = fields.required_vector("value", dimension());
    return force;
  }

  void read_start(Fields& fields) {
    Start& start = model_.start;
    start.place = fields.at();
    for (const StartKey& key : start_keys()) start.*key.member = read_named(fields, key.name);
    if (const TomlValue* momentum = fields.find("momentum")) {
      const What what = [] { return "start: momentum"; };
      if (is_planar(model_))
        start.momentum = {to_number(*momentum, what, problems_)};
      else
        start.momentum = to_vector(*momentum, 3, what, problems_);
    }
    start.drift = fields.vector("drift", dimension());
    start.energy = fields.number("energy");
    start.kinetic = fields.number("kinetic");
    start.equilibrium = fields.text("equilibrium");
    start.assembly = fields.text("assembly");
  }

  /// { elbow = 0.5, … }: a number or an array for each name.
  std::vector<Named> read_named(Fields& fields, std::string_view key) {
    std::vector<Named> all;
    const TomlValue* table = fields.find(key);
    if (!table) return all;
    if (table->kind != Kind::table) {
      if (table->kind != Kind::broken)
        problems_.error(
            table->place,
            fmt::format("{} must be a table of names and values, got {}", fields.what(key), kind_name(*table)),
            fmt::format("as in {} = {{ elbow = 0.5 }}", key));
      return {Named{{"", table->place}, {broken_number(table->place)}}};
    }
    for (const TomlEntry& entry : table->table.entries()) {
      const What what = [&] { return fmt::format("start: {} of {}", key, quoted(entry.key)); };
      Named named{{entry.key, entry.place}, {}};
      if (entry.value.kind != Kind::array) {
        named.value.push_back(to_number(entry.value, what, problems_));
      } else {
        for (const TomlValue& item : entry.value.items) named.value.push_back(to_number(item, what, problems_));
      }
      all.push_back(std::move(named));
    }
    return all;
  }

  void read_run(Fields& fields) {
    RunTable& run = model_.run;
    run.place = fields.at();
    if (auto until = fields.number("until")) run.until = std::move(*until);
    run.every = fields.number("every");
    run.step = fields.number("step");
    run.tolerance = fields.number("tolerance");
    run.method = fields.text("method");
    run.singular = fields.text("singular");
  }

  Fields file_;
  TomlTable* spent_;
  Model& model_;
  Problems& problems_;
};

/// The model of a document's parts, which it is understood from and checked.
Model understood(Source source, const TomlTable& root, TomlTable* spent, Problems problems,
                 std::vector<Source> settings) {
  Model model;
  model.source = std::move(source);
  model.settings = std::move(settings);
  Reader(root, spent, model, problems).read();
  resolve(model, problems);
  validate(model, problems);
  sort_by_place(problems.all);
  if (problems.any_error())
    throw ModelError(std::move(model.source), std::move(problems.all), std::move(model.settings));
  model.warnings = std::move(problems.all);
  model.checked = true;
  return model;
}

}  // namespace

Document parse_document(Source source) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  Document out{std::move(source), {}, {}};
  if (out.source.text.starts_with(byte_order_mark)) out.source.text.erase(0, byte_order_mark.size());
  out.root = parse_toml(out.source.text, out.problems, out.source.large ? large_file : TomlLimits{});
  return out;
}

Model read_document(const Document& document, const Settings& settings) {
  if (settings.empty()) return understood(document.source, document.root, nullptr, document.problems, {});
  Problems problems = document.problems;
  TomlTable root = document.root;
  std::vector<Source> all = apply_settings(root, settings, problems);
  return understood(document.source, root, &root, std::move(problems), std::move(all));
}

Model read_model(Source source, const Settings& settings) {
  Document document = parse_document(std::move(source));
  std::vector<Source> all = apply_settings(document.root, settings, document.problems);
  return understood(std::move(document.source), document.root, &document.root, std::move(document.problems),
                    std::move(all));
}

}  // namespace oopss
