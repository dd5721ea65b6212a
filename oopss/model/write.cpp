// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/write.hpp"

#include <fmt/format.h>

#include "oopss/model/laws.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/start.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {
namespace {

/// A bare decimal as it was written, everything else as an expression in quotes.
std::string value(const Number& number) {
  const std::string& text = number.expression.text;
  return toml_number(text).kind == TomlValue::Kind::broken ? toml_string(text) : text;
}

template <class T, class Text>
std::string list(const std::vector<T>& items, const Text& text) {
  std::string out;
  for (const T& item : items) out += (out.empty() ? "" : ", ") + text(item);
  return "[" + out + "]";
}

std::string vector(const std::vector<Number>& numbers) { return list(numbers, value); }

}  // namespace

std::string matrix_text(const std::vector<Number>& by_rows) {
  return list(std::vector{0, 3, 6}, [&](int row) {
    return vector({by_rows.begin() + row, by_rows.begin() + row + 3});
  });
}

namespace {

std::string tensor(const std::vector<Number>& I) {
  return I.size() == 1 ? value(I[0]) : I.size() == 3 ? vector(I) : matrix_text(I);
}

class Writer {
 public:
  std::string out;

  void key(std::string_view name, const std::string& text) { out += fmt::format("{} = {}\n", name, text); }
  void text(std::string_view name, const std::string& text) {
    if (!text.empty()) key(name, toml_string(text));
  }
  void number(std::string_view name, const std::optional<Number>& number) {
    if (number) key(name, value(*number));
  }
  void numbers(std::string_view name, const std::vector<Number>& numbers) {
    if (!numbers.empty()) key(name, vector(numbers));
  }
  void name(const Text& name, const std::string& label) {
    text("name", name.value);
    text("label", label);
  }

  void parameter(const Parameter& parameter) {
    std::string table;
    const auto add = [&](std::string_view name, const std::string& text) {
      table += fmt::format(", {} = {}", name, text);
    };
    if (parameter.min) add("min", value(*parameter.min));
    if (parameter.max) add("max", value(*parameter.max));
    if (!parameter.unit.empty()) add("unit", toml_string(parameter.unit));
    if (!parameter.label.empty()) add("label", toml_string(parameter.label));
    const std::string plain = value(parameter.value);
    key(parameter.name.value, table.empty() ? plain : fmt::format("{{ value = {}{} }}", plain, table));
  }

  void torque(const std::vector<Law>& laws) {
    if (laws.size() == 1) key("torque", law(laws[0]));
    if (laws.size() > 1) key("torque", list(laws, law));
  }

  void chain(const Chain& chain) {
    out += "\n[chain]\n";
    if (chain.same_masses && chain.same_lengths) key("links", std::to_string(chain.lengths.size()));
    chain.same_masses ? key("mass", value(chain.masses[0])) : numbers("masses", chain.masses);
    chain.same_lengths ? key("length", value(chain.lengths[0])) : numbers("lengths", chain.lengths);
    if (chain.uniform) text("rods", "uniform");
    torque(chain.laws);
  }

  void body(const Body& body) {
    out += "\n[[body]]\n";
    name(body.name, body.label);
    key("mass", value(body.mass));
    key("inertia", tensor(body.inertia));
    numbers("centre", body.centre);
    if (!body.outline.empty()) key("outline", list(body.outline, vector));
    numbers("box", body.box);
    number("torque", body.torque);
  }

  void joint(const Joint& joint) {
    out += "\n[[joint]]\n";
    name(joint.name, joint.label);
    if (joint.kind == JointKind::hinge) text("kind", "hinge");
    key("between", list(std::vector{joint.first.value, joint.second.value}, toml_string));
    key("at", list(std::vector{joint.at_first, joint.at_second}, vector));
    numbers("axis", joint.axis);
    numbers("rest", joint.rest);
    torque(joint.laws);
    number("motion", joint.motion);
  }

  static std::string law(const Law& law) {
    const LawRow& row = row_of(law.kind);
    std::string table = fmt::format("{{ law = \"{}\"", row.name);
    for (const LawKey& key : law_keys()) {
      if (!takes(row, key.name)) continue;
      if (key.matrix && !(law.*key.matrix).empty())
        table += fmt::format(", {} = {}", key.name, matrix_text(law.*key.matrix));
      else if (key.number && value_of(row, key) != LawValue::matrix)
        table += fmt::format(", {} = {}", key.name, value(law.*key.number));
      else if (key.optional && law.*key.optional)
        table += fmt::format(", {} = {}", key.name, value(*(law.*key.optional)));
    }
    return table + " }";
  }

  void start(const Model& model) {
    const Start& start = model.start;
    out += "\n[start]\n";
    for (const StartKey& one : start_keys()) {
      if ((start.*one.member).empty()) continue;
      std::string table;
      for (const Named& named : start.*one.member)
        table += fmt::format("{}{} = {}", table.empty() ? "" : ", ", named.name.value,
                             named.value.size() == 1 ? value(named.value[0]) : vector(named.value));
      key(one.name, "{ " + table + " }");
    }
    if (!start.momentum.empty()) key("momentum", is_planar(model) ? value(start.momentum[0]) : vector(start.momentum));
    numbers("drift", start.drift);
    number("energy", start.energy);
    number("kinetic", start.kinetic);
    if (start.equilibrium) text("equilibrium", start.equilibrium->value);
    if (start.assembly) text("assembly", start.assembly->value);
  }

  void run(const RunTable& run) {
    out += "\n[run]\n";
    key("until", value(run.until));
    number("every", run.every);
    number("step", run.step);
    number("tolerance", run.tolerance);
    if (run.method) text("method", run.method->value);
    if (run.singular) text("singular", run.singular->value);
  }
};

}  // namespace

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      out += fmt::format("\\u{:04X}", static_cast<int>(c));
    else if (c == '\xC2' && next >= 0x80 && next < 0xA0)  // controls of terminals, U+0080 to U+009F
      out += fmt::format("\\u{:04X}", next), ++i;
    else
      out += c;
  }
  return out + '"';
}

namespace {

bool has_start(const Start& start) {
  return start.place.line != 0 || start.place.source != 0 || start.form != StartForm::rest || !start.angles.empty() ||
         !start.drift.empty();
}

/// No file says what a function of the program does.
void refuse_functions(const Model& model) {
  std::vector<Diagnostic> found;
  for (const Joint& joint : model.joints)
    for (const Law& law : joint.laws)
      if (!row_of(law.kind).in_file)
        found.push_back(
            {law.place, fmt::format("joint {}: torque: a function of the program cannot be written to a file",
                                    quoted(joint.name.value))});
  if (!found.empty()) throw ModelError(model.source, std::move(found), model.settings);
}

}  // namespace

std::string write_model(const Model& model) {
  if (!model.checked) return write_model(checked(model));
  refuse_functions(model);
  Writer writer;
  writer.out = "[model]\nformat = 1\n";
  writer.text("name", model.name);
  writer.text("description", model.description);
  writer.text("source", model.origin);
  writer.text("space", is_planar(model) ? "plane" : "space");
  if (!model.parameters.empty()) writer.out += "\n[parameters]\n";
  for (const Parameter& parameter : model.parameters) writer.parameter(parameter);
  if (model.chain) {
    writer.chain(*model.chain);
  } else {
    for (const Body& body : model.bodies) writer.body(body);
    for (const Joint& joint : model.joints) writer.joint(joint);
  }
  for (const Point& point : model.points) {
    writer.out += "\n[[point]]\n";
    writer.name(point.name, point.label);
    writer.text("on", point.on.value);
    writer.numbers("at", point.position);
  }
  for (const Force& force : model.forces) {
    writer.out += "\n[[force]]\n";
    writer.text("name", force.name.value);
    writer.text("on", force.on.value);
    writer.numbers("at", force.position);
    writer.numbers("value", force.value);
  }
  if (has_start(model.start)) writer.start(model);
  writer.run(model.run);
  return writer.out;
}

}  // namespace oopss
