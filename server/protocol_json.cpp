// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "server/protocol.hpp"

namespace oopss {
namespace {

using Json = nlohmann::json;

// ---- reading

[[noreturn]] void refuse(long id, const std::string& message) { throw ProtocolError(id, "protocol", message); }

/// Parses with what the parser itself lets pass refused: deep nesting, and a key given twice.
Json parse_strictly(std::string_view text) {
  constexpr int deepest = 8;
  std::vector<std::set<std::string>> keys;
  const Json::parser_callback_t watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > deepest) refuse(0, fmt::format("the message is nested more than {} deep", deepest));
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second)
      refuse(0, fmt::format("the key \"{}\" stands twice in one object", parsed.get<std::string>()));
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::exception&) {  // the library's own words are not for people
    refuse(0, "the message is not JSON, or has a number beyond the range of doubles");
  }
}

/// An object of a message: each key is read once, and `finish` refuses those that nobody asked for.
class ObjectReader {
 public:
  ObjectReader(const Json& json, std::string what, long id) : json_(json), what_(std::move(what)), id_(id) {
    if (!json.is_object()) fail("must be an object");
  }
  const Json* find(const char* key) {
    known_.insert(key);
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  const Json& need(const char* key) {
    const Json* value = find(key);
    if (!value) fail(fmt::format("has no \"{}\"", key));
    return *value;
  }
  std::string text(const char* key) { return text_of(need(key), key); }
  double number(const char* key) { return number_of(need(key), key); }
  std::optional<double> optional_number(const char* key) {
    const Json* value = find(key);
    return value ? std::optional(number_of(*value, key)) : std::nullopt;
  }
  std::optional<std::string> optional_text(const char* key) {
    const Json* value = find(key);
    return value ? std::optional(text_of(*value, key)) : std::nullopt;
  }
  bool boolean(const char* key, bool otherwise) {
    const Json* value = find(key);
    if (value && !value->is_boolean()) fail(fmt::format("\"{}\" must be true or false", key));
    return value ? value->get<bool>() : otherwise;
  }
  long whole(const char* key) {
    const Json& value = need(key);
    if (!value.is_number_integer() || value < 0 || value > 4294967295u)
      fail(fmt::format("\"{}\" must be a whole number from 0 to 4294967295", key));
    return value.get<long>();
  }
  std::optional<std::vector<double>> optional_numbers(const char* key) {
    const Json* value = find(key);
    if (!value) return {};
    if (!value->is_array()) fail(fmt::format("\"{}\" must be an array of numbers", key));
    std::vector<double> out;
    for (const Json& item : *value) out.push_back(number_of(item, key));
    return out;
  }
  std::vector<int> whole_numbers(const char* key) {
    const Json& value = need(key);
    if (!value.is_array()) fail(fmt::format("\"{}\" must be an array of whole numbers", key));
    std::vector<int> out;
    for (const Json& item : value) {
      if (!item.is_number_integer() || item < -1000 || item > 1000)
        fail(fmt::format("\"{}\" has whole numbers from -1000 to 1000", key));
      out.push_back(item.get<int>());
    }
    return out;
  }
  std::vector<std::string> texts(const char* key) {
    const Json& value = need(key);
    if (!value.is_array()) fail(fmt::format("\"{}\" must be an array of texts", key));
    std::vector<std::string> out;
    for (const Json& item : value) out.push_back(text_of(item, key));
    return out;
  }
  std::optional<NumbersByName> numbers_by_name(const char* key) {
    const Json* value = find(key);
    if (!value) return {};
    if (!value->is_object()) fail(fmt::format("\"{}\" must be an object of names and numbers", key));
    NumbersByName out;
    for (const auto& [name, item] : value->items()) out[name] = number_of(item, key);
    return out;
  }
  std::map<std::string, Turn> turns_by_name(const char* key) {
    const Json* value = find(key);
    if (!value) return {};
    if (!value->is_object()) fail(fmt::format("\"{}\" must be an object of names and quaternions", key));
    std::map<std::string, Turn> out;
    for (const auto& [name, item] : value->items()) {
      if (!item.is_array() || item.size() != 4) fail(fmt::format("\"{}\" has quaternions of four numbers", key));
      for (std::size_t k = 0; k < 4; ++k) out[name][k] = number_of(item[k], key);
    }
    return out;
  }
  void finish() const {
    for (const auto& [key, value] : json_.items())
      if (!known_.contains(key)) fail(fmt::format("does not take \"{}\"", key.substr(0, 40)));
  }
  [[noreturn]] void fail(const std::string& rule) const { refuse(id_, what_ + " " + rule); }

 private:
  std::string text_of(const Json& value, const char* key) const {
    if (!value.is_string()) fail(fmt::format("\"{}\" must be a text", key));
    return value.get<std::string>();
  }
  double number_of(const Json& value, const char* key) const {
    if (!value.is_number() || !std::isfinite(value.get<double>()))
      fail(fmt::format("\"{}\" must be a finite number", key));
    return value.get<double>();
  }
  const Json& json_;
  std::string what_;
  long id_;
  std::set<std::string, std::less<>> known_;
};

TorqueEdit torque_edit(ObjectReader& reader, long id) {
  TorqueEdit out{reader.text("joint"), {}};
  const Json& laws = reader.need("laws");
  if (!laws.is_array()) reader.fail("\"laws\" must be an array of laws");
  for (const Json& law : laws) {
    ObjectReader keys(law, "a law", id);
    LawText row = {{"law", keys.text("law")}};
    for (const auto& [key, value] : law.items())
      if (key != "law") row.emplace_back(key, keys.text(key.c_str()));
    out.laws.push_back(std::move(row));
  }
  return out;
}

Pair pair_of(ObjectReader& reader, const char* key) {
  const std::optional<std::vector<double>> both = reader.optional_numbers(key);
  if (!both || both->size() != 2) reader.fail(fmt::format("\"{}\" must be two numbers", key));
  return {(*both)[0], (*both)[1]};
}

StartEdit::Pull pull_of(const Json& json, long id) {
  ObjectReader reader(json, "a pull", id);
  StartEdit::Pull out{reader.text("body"), pair_of(reader, "point"), pair_of(reader, "to"), reader.text("frame")};
  reader.finish();
  return out;
}

StartEdit start_edit(ObjectReader& reader, long id) {
  StartEdit out;
  out.angles = reader.numbers_by_name("angles");
  out.rates = reader.numbers_by_name("rates");
  out.momenta = reader.numbers_by_name("momenta");
  out.absolute = reader.numbers_by_name("absolute");
  out.spin = reader.numbers_by_name("spin");
  out.offset = reader.numbers_by_name("offset");
  out.state = reader.numbers_by_name("state");
  out.rotations = reader.turns_by_name("rotations");
  if (const Json* momentum = reader.find("momentum"); momentum && momentum->is_array()) {
    const std::vector<double> vector = *reader.optional_numbers("momentum");
    if (vector.size() != 3) reader.fail("\"momentum\" must be a number, or three in space");
    out.momentum_vector = {vector[0], vector[1], vector[2]};
  } else {
    out.momentum = reader.optional_number("momentum");
  }
  out.energy = reader.optional_number("energy");
  out.equilibrium = reader.optional_text("equilibrium");
  out.snap = reader.boolean("snap", false);
  if (const Json* pull = reader.find("pull")) out.pull = pull_of(*pull, id);
  if (const Json* hold = reader.find("hold")) {
    if (!hold->is_array()) reader.fail("\"hold\" must be an array");
    for (const Json& what : *hold) {
      if (what != "energy" && what != "momentum") reader.fail("\"hold\" may have \"energy\" and \"momentum\"");
      (what == "energy" ? out.hold_energy : out.hold_momentum) = true;
    }
  }
  return out;
}

Edit edit(const Json& json, long id) {
  ObjectReader reader(json, "an edit", id);
  const std::string kind = reader.text("kind");
  Edit out;
  if (kind == "set") {
    out = SetEdit{reader.text("path"), reader.text("value")};
  } else if (kind == "torque") {
    out = torque_edit(reader, id);
  } else if (kind == "start") {
    out = start_edit(reader, id);
  } else if (kind == "run") {
    out = RunEdit{reader.optional_text("until"), reader.optional_text("every"),     reader.optional_text("method"),
                  reader.optional_text("step"),  reader.optional_text("tolerance"), reader.optional_text("singular")};
  } else {
    reader.fail("has a kind that is none of set, torque, start, run");
  }
  reader.finish();
  return out;
}

OpenRequest open_request(ObjectReader& reader, long id) {
  OpenRequest out;
  out.text = reader.text("text");
  if (const Json* edits = reader.find("edits")) {
    if (!edits->is_array()) reader.fail("\"edits\" must be an array");
    for (const Json& one : *edits) out.edits.push_back(edit(one, id));
  }
  out.run = reader.boolean("run", true);
  if (const Json* from = reader.find("from")) {
    ObjectReader moment(*from, "\"from\"", id);
    out.from = Moment{moment.number("t"), moment.optional_numbers("angles"), moment.optional_numbers("momenta"),
                      moment.number("root"), moment.numbers_by_name("state")};
    if (out.from->angles.has_value() != out.from->momenta.has_value())
      moment.fail("has angles without momenta, or these without those");
    moment.finish();
  }
  return out;
}

/// The name of a page's work.
std::string work_name(const ObjectReader& reader, const std::string& name) {
  if (!is_work_name(name)) reader.fail("names the page's work by something other than 32 hexadecimal digits");
  return name;
}

/// Bytes of the texts that a request carries; 0 if it carries none.
std::size_t text_bytes(const PageRequest& request) {
  const auto bytes = [](const auto& message) -> std::size_t {
    if constexpr (requires { message.work.past; }) {
      std::size_t out = message.work.text.size() + message.work.opened.size() + message.work.view.size();
      for (const auto* all : {&message.work.past, &message.work.future})
        for (const std::string& one : *all) out += one.size();
      return out;
    } else if constexpr (requires { message.text; }) {
      return message.text.size();
    } else {
      return 0;
    }
  };
  return std::visit(bytes, request.what);
}

// ---- writing

/// JSON of numbers that are all finite.
Json finite(double value) {
  if (!std::isfinite(value)) throw NotFiniteOnWire("a number that is not finite");
  return value;
}
Json finite(const std::optional<double>& value) { return value ? finite(*value) : Json(nullptr); }
template <class T, std::size_t n>
Json finite(const std::array<T, n>& all) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(finite(one));
  return out;
}
template <class T>
Json finite(const std::vector<T>& all) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(finite(one));
  return out;
}

template <class Row, class Print>
Json list(const std::vector<Row>& rows, const Print& print) {
  Json out = Json::array();
  for (const Row& row : rows) out.push_back(print(row));
  return out;
}

Json method_json(const MethodRow& row) {
  return {{"name", row.name}, {"adaptive", row.adaptive}, {"order", row.order}, {"description", row.description}};
}

Json to_json(const ModelMessage::SpaceRows& space) {
  const auto body = [](const ModelMessage::SpaceBodyRow& row) {
    return Json{{"inertia", finite(row.inertia)}, {"outline", finite(row.outline)}};
  };
  const auto joint = [](const ModelMessage::SpaceJointRow& row) {
    return Json{{"kind", row.hinge ? "hinge" : "ball"},
                {"axis", finite(row.axis)},
                {"at_first", finite(row.at_first)},
                {"at_second", finite(row.at_second)}};
  };
  const auto point = [](const Triple& position) { return Json{{"place", finite(position)}}; };
  return {{"bodies", list(space.bodies, body)},
          {"joints", list(space.joints, joint)},
          {"points", list(space.points, point)},
          {"methods", list(space.methods, method_json)}};
}

Json to_json(const LawText& law) {
  Json out = Json::object();
  for (const auto& [key, value] : law) out[key] = value;
  return out;
}

Json to_json(const ProblemMessage& message) {
  return {{"line", message.line},     {"column", message.column},
          {"length", message.length}, {"message", message.message},
          {"help", message.help},     {"severity", message.warning ? "warning" : "error"}};
}

Json to_json(const SpaceStartRow& row) {
  const auto turn = [](const std::optional<Turn>& one) { return one ? finite(*one) : Json(nullptr); };
  return {{"rotations", list(row.rotations, turn)}, {"momentum", finite(row.momentum)}};
}

Json to_json(const StartMessage& message) {
  Json out = {{"form", message.form},
              {"angles", finite(message.angles)},
              {"momenta", finite(message.momenta)},
              {"rates", finite(message.rates)},
              {"root", finite(message.root)},
              {"kinetic", finite(message.kinetic)},
              {"energy", finite(message.energy)},
              {"momentum", finite(message.momentum)},
              {"drift", finite(message.drift)},
              {"energy_range", {finite(message.energy_least), finite(message.energy_most)}},
              {"momentum_range", finite(message.momentum_range)},
              {"notes", message.notes},
              {"snapped", message.snapped}};
  if (message.space) out["space"] = to_json(*message.space);
  return out;
}

Json to_json(const OrbitRow& row) {
  Json state = Json::object();
  for (const auto& [name, value] : row.state) state[name] = finite(value);
  return {{"state", std::move(state)},
          {"period", finite(row.period)},
          {"energy", finite(row.energy)},
          {"momentum", finite(row.momentum)},
          {"multipliers", finite(row.multipliers)},
          {"phase", finite(row.phase)},
          {"recurrence", row.recurrence},
          {"residual", finite(row.residual)},
          {"symmetric", row.symmetric ? Json(*row.symmetric) : Json(nullptr)},
          {"action", finite(row.action)},
          {"trouble", row.trouble}};
}

Json to_json(const ConservedMessage& message) {
  return {{"error", finite(message.error)}, {"verdict", message.verdict}};
}
Json to_json(const DriftMessage& message) {
  return {{"start", finite(message.start)},
          {"end", finite(message.end)},
          {"max_drift", finite(message.max_drift)},
          {"max_relative_drift", finite(message.max_relative_drift)}};
}

Json to_json(const ProgramMessage& message) {
  const auto row = [](const ProgramMessage::Row& one) {
    Json out = Json::array({one.op});
    for (const double operand : one.operands) {
      if (one.op != "number")
        out.push_back(static_cast<long>(operand));
      else
        out.push_back(finite(operand));
    }
    return out;
  };
  return {{"inputs", message.inputs}, {"code", list(message.code, row)}, {"outputs", message.outputs}};
}

Json to_json(const Work& work) {
  return {
      {"text", work.text}, {"opened", work.opened}, {"past", work.past}, {"future", work.future}, {"view", work.view}};
}
Json to_json(const FoundWork& found) {
  if (!found.work) return nullptr;
  Json out = to_json(*found.work);
  out["same"] = found.same;
  out["age"] = finite(found.age);
  return out;
}

struct Printed {
  Json operator()(const KeptMessage&) const { return {{"type", "kept"}}; }
  Json operator()(const GuestsMessage& message) const {
    const auto guest = [](const GuestsMessage::Row& row) {
      return Json{{"number", row.number}, {"state", row.state}, {"age", finite(row.age)}};
    };
    return {{"type", "guests"},
            {"host", message.host},
            {"encrypted", message.encrypted},
            {"most", message.most},
            {"guests", list(message.guests, guest)}};
  }
  Json operator()(const InvitationMessage& message) const {
    return {{"type", "invitation"},
            {"number", message.number},
            {"link", message.link},
            {"square", message.square},
            {"seconds", finite(message.seconds)}};
  }
  Json operator()(const VisitsMessage& message) const {
    const auto visit = [](const VisitsMessage::Row& row) {
      return Json{{"work", row.work}, {"model", row.model}, {"title", row.title}, {"age", finite(row.age)}};
    };
    return {{"type", "visits"}, {"visits", list(message.visits, visit)}};
  }
  Json operator()(const WorkMessage& message) const {
    Json out = to_json(message.work);
    out["type"] = "work";
    return out;
  }
  Json operator()(const ForgottenMessage& message) const { return {{"type", "forgotten"}, {"files", message.files}}; }
  Json operator()(const WelcomeMessage& message) const {
    const auto model = [](const WelcomeMessage::ModelRow& row) {
      return Json{{"name", row.name}, {"title", row.title}, {"description", row.description}, {"text", row.text}};
    };
    const auto key = [](const KeyRow& row) {
      return Json{{"table", row.table},
                  {"key", row.key},
                  {"sample", row.sample},
                  {"meaning", row.meaning},
                  {"choices", row.choices}};
    };
    return {{"type", "welcome"},
            {"protocol", protocol_version},
            {"version", message.version},
            {"models", list(message.models, model)},
            {"first", message.first},
            {"guest", message.guest},
            {"invites", message.invites},
            {"methods", list(message.methods, method_json)},
            {"keys", list(message.keys, key)},
            {"limits",
             {{"message", message.limits.message},
              {"text", message.limits.text},
              {"formula", message.limits.formula},
              {"rows", message.limits.run_bytes},
              {"window", message.limits.window}}},
            {"keeps", message.keeps},
            {"kept", to_json(message.kept)},
            {"notes", message.kept.notes}};
  }
  Json operator()(const ProblemsMessage& message) const {
    return {{"type", "problems"},
            {"problems", list(message.problems, [](const ProblemMessage& one) { return to_json(one); })}};
  }
  Json operator()(const FailureMessage& message) const {
    return {{"type", "error"}, {"code", message.code}, {"message", message.message}};
  }
  Json operator()(const ProgressMessage& message) const {
    return {{"type", "progress"}, {"part", finite(message.part)}, {"what", message.what}};
  }
  Json operator()(const ModelMessage& message) const {
    const auto body = [](const ModelMessage::BodyRow& row) {
      return Json{{"name", row.name},
                  {"label", row.label},
                  {"mass", finite(row.mass)},
                  {"inertia", finite(row.inertia)},
                  {"outline", finite(row.outline)},
                  {"torque", row.torque},
                  {"torque_latex", row.torque_latex}};
    };
    const auto joint = [](const ModelMessage::JointRow& row) {
      return Json{{"name", row.name},
                  {"label", row.label},
                  {"first", row.first},
                  {"second", row.second},
                  {"at_first", finite(row.at_first)},
                  {"at_second", finite(row.at_second)},
                  {"laws", list(row.laws, [](const LawText& law) { return to_json(law); })},
                  {"law_latex", row.law_latex}};
    };
    const auto point = [](const ModelMessage::PointRow& row) {
      return Json{{"name", row.name}, {"label", row.label}, {"body", row.body}, {"at", finite(row.position)}};
    };
    const auto parameter = [](const ModelMessage::ParameterRow& row) {
      return Json{{"name", row.name},       {"label", row.label},     {"unit", row.unit}, {"value", finite(row.value)},
                  {"min", finite(row.min)}, {"max", finite(row.max)}, {"text", row.text}, {"fixed", row.fixed}};
    };
    const auto number = [](const ModelMessage::NumberRow& row) {
      return Json{{"path", row.path}, {"value", finite(row.value)}, {"text", row.text}, {"unit", row.unit}};
    };
    const auto input = [](const ModelMessage::InputRow& row) {
      return Json{{"name", row.name}, {"meaning", row.meaning}, {"value", finite(row.value)}};
    };
    const auto fact = [](const ModelMessage::FactRow& row) { return Json{{"name", row.name}, {"words", row.words}}; };
    const auto column = [](const ColumnMessage& row) {
      return Json{{"name", row.name},   {"quantity", row.quantity}, {"unit", row.unit},
                  {"label", row.label}, {"latex", row.latex},       {"body", row.body}};
    };
    Json out = {{"type", "model"},
                {"text", message.text},
                {"name", message.name},
                {"description", message.description},
                {"warnings", list(message.warnings, [](const ProblemMessage& one) { return to_json(one); })},
                {"bodies", list(message.bodies, body)},
                {"joints", list(message.joints, joint)},
                {"points", list(message.points, point)},
                {"parameters", list(message.parameters, parameter)},
                {"numbers", list(message.numbers, number)},
                {"inputs", list(message.inputs, input)},
                {"facts", list(message.facts, fact)},
                {"start", to_json(message.start)},
                {"run",
                 {{"t0", finite(message.run.t0)},
                  {"until", finite(message.run.settings.until.value_or(0))},
                  {"every", finite(message.run.settings.every.value_or(0))},
                  {"method", message.run.settings.method},
                  {"step", finite(message.run.settings.step.value_or(0))},
                  {"tolerance", finite(message.run.settings.tolerance.value_or(0))},
                  {"singular", message.run.settings.singular}}},
                {"columns", list(message.columns, column)}};
    if (message.space) out["space"] = to_json(*message.space);
    return out;
  }
  Json operator()(const DoneMessage& message) const {
    return {{"type", "done"},
            {"status", message.status},
            {"error", message.error},
            {"rows", message.rows},
            {"chunks", message.chunks},
            {"steps", message.steps},
            {"method", message.method},
            {"step", finite(message.step)},
            {"engine", message.engine},
            {"wall_seconds", finite(message.wall_seconds)},
            {"energy", to_json(message.energy)},
            {"momentum", to_json(message.momentum)},
            {"balance",
             {{"dissipated", finite(message.dissipated)},
              {"work", finite(message.work)},
              {"max_error", finite(message.max_error)},
              {"impulse", message.impulse ? finite(*message.impulse) : Json(nullptr)}}},
            {"kept", {{"energy", to_json(message.energy_kept)}, {"momentum", to_json(message.momentum_kept)}}},
            {"advice", message.advice}};
  }
  Json operator()(const EquationsMessage& message) const {
    const auto term = [](const EquationsMessage::TermRow& row) {
      return Json{
          {"sign", row.minus ? "-" : "+"}, {"latex", row.latex}, {"output", row.output}, {"bodies", row.bodies}};
    };
    const auto equation = [&](const EquationsMessage::EquationRow& row) {
      return Json{{"left", row.left}, {"meaning", row.meaning}, {"terms", list(row.terms, term)}, {"value", row.value}};
    };
    const auto section = [&](const EquationsMessage::Section& one) {
      return Json{{"title", one.title}, {"rows", list(one.rows, equation)}, {"folded", one.folded}};
    };
    const auto claim = [](const EquationsMessage::ClaimRow& row) {
      return Json{{"statement", row.statement}, {"latex", row.latex}, {"proved", row.proved}, {"how", row.how}};
    };
    return {{"type", "equations"},
            {"sections", list(message.sections, section)},
            {"claims", list(message.claims, claim)},
            {"program", to_json(message.program)}};
  }
  Json operator()(const FormulaMessage& message) const {
    return {{"type", "formula"}, {"latex", message.latex}, {"program", to_json(message.program)}};
  }
  Json operator()(const CodeMessage& message) const {
    const auto file = [](const CodeMessage::FileRow& row) { return Json{{"name", row.name}, {"text", row.text}}; };
    return {{"type", "code"}, {"files", list(message.files, file)}};
  }
  Json operator()(const AssembliesMessage& message) const {
    return {{"type", "assemblies"},
            {"all", finite(message.all)},
            {"present", message.present},
            {"joints", message.joints},
            {"note", message.note}};
  }
  Json operator()(const EquilibriaMessage& message) const {
    const auto row = [](const EquilibriaMessage::Row& one) {
      Json out = {{"id", one.id},
                  {"angles", finite(one.angles)},
                  {"inertia", finite(one.inertia)},
                  {"energy", finite(one.energy)},
                  {"omega", finite(one.omega)},
                  {"index", one.index},
                  {"nullity", one.nullity},
                  {"stability", one.stability},
                  {"proved", one.proved},
                  {"spectrum", finite(one.spectrum)}};
      if (one.space)
        out["space"] = {{"centres", finite(one.space->centres)},
                        {"attitudes", finite(one.space->attitudes)},
                        {"axis", finite(one.space->axis)}};
      return out;
    };
    return {{"type", "equilibria"},
            {"momentum", finite(message.momentum)},
            {"complete", message.complete},
            {"note", message.note},
            {"equilibria", list(message.equilibria, row)}};
  }
  Json operator()(const PortraitMessage& message) const {
    const auto axis = [](const PortraitMessage::Axis& one) {
      return Json{{"label", one.label}, {"latex", one.latex}, {"from", finite(one.from)}, {"to", finite(one.to)}};
    };
    const auto curve = [](const PortraitMessage::CurveRow& row) {
      return Json{{"kind", row.kind},
                  {"energy", finite(row.energy)},
                  {"period", finite(row.period)},
                  {"points", finite(row.points)}};
    };
    const auto mark = [](const PortraitMessage::MarkRow& row) {
      return Json{
          {"id", row.id}, {"at", finite(row.position)}, {"stability", row.stability}, {"energy", finite(row.energy)}};
    };
    Json out = {{"type", "portrait"},
                {"kind", message.kind},
                {"note", message.note},
                {"momentum", finite(message.momentum)},
                {"x", axis(message.x)},
                {"y", axis(message.y)},
                {"curves", list(message.curves, curve)},
                {"marks", list(message.marks, mark)}};
    if (message.grid)
      out["grid"] = {
          {"columns", message.grid->columns}, {"rows", message.grid->rows}, {"values", finite(message.grid->values)}};
    const auto leaf = [&](const PortraitMessage::LeafRow& row) {
      return Json{{"component", row.component},
                  {"joint", row.joint},
                  {"x", axis(row.x)},
                  {"y", axis(row.y)},
                  {"curves", list(row.curves, curve)},
                  {"marks", list(row.marks, mark)},
                  {"along",
                   {{"x", finite(row.place)},
                    {"energy", finite(row.energy)},
                    {"mass", finite(row.mass)},
                    {"angles", finite(row.angles)}}}};
    };
    if (!message.leaves.empty()) {
      out["leaves"] = list(message.leaves, leaf);
      out["current"] = message.current;
    }
    return out;
  }
  Json operator()(const BranchesMessage& message) const {
    const auto point = [](const BranchesMessage::PointRow& row) {
      Json out = {{"value", finite(row.value)},
                  {"angles", finite(row.angles)},
                  {"energy", finite(row.energy)},
                  {"index", row.index},
                  {"stability", row.stability}};
      if (row.space) out["space"] = to_json(*row.space);
      return out;
    };
    const auto branch = [&](const BranchesMessage::Branch& row) { return Json{{"points", list(row.points, point)}}; };
    const auto special = [](const BranchesMessage::SpecialRow& row) {
      Json out = {{"type", row.type},
                  {"value", finite(row.value)},
                  {"angles", finite(row.angles)},
                  {"energy", finite(row.energy)}};
      if (row.space) out["space"] = to_json(*row.space);
      return out;
    };
    return {{"type", "branches"},
            {"path", message.path},
            {"from", finite(message.from)},
            {"to", finite(message.to)},
            {"momentum", finite(message.momentum)},
            {"joints", message.joints},
            {"circle", message.circle},
            {"branches", list(message.branches, branch)},
            {"special", list(message.special, special)},
            {"note", message.note}};
  }
  Json operator()(const OrbitsMessage& message) const {
    Json threshold = nullptr;
    if (message.threshold)
      threshold = {{"literal", finite(message.threshold->literal)}, {"best", finite(message.threshold->best)}};
    return {{"type", "orbits"},
            {"winding", message.winding},
            {"energy", finite(message.energy)},
            {"momentum", finite(message.momentum)},
            {"existence", message.existence},
            {"threshold", threshold},
            {"orbits", list(message.orbits, [](const OrbitRow& row) { return to_json(row); })},
            {"note", message.note}};
  }
  Json operator()(const FamilyMessage& message) const {
    const auto event = [](const FamilyMessage::EventRow& row) {
      return Json{
          {"type", row.type}, {"energy", finite(row.energy)}, {"period", finite(row.period)}, {"after", row.after}};
    };
    return {{"type", "family"},
            {"equilibrium", message.equilibrium},
            {"mode", message.mode},
            {"frequency", finite(message.frequency)},
            {"energy", finite(message.energy)},
            {"momentum", finite(message.momentum)},
            {"members", list(message.members, [](const OrbitRow& row) { return to_json(row); })},
            {"events", list(message.events, event)},
            {"end",
             {{"words", message.end.words},
              {"energy", finite(message.end.energy)},
              {"period", finite(message.end.period)}}},
            {"note", message.note}};
  }
  Json operator()(const TurnMessage& message) const {
    const auto axis = [](const PortraitMessage::Axis& one) {
      return Json{{"label", one.label}, {"latex", one.latex}, {"from", finite(one.from)}, {"to", finite(one.to)}};
    };
    Json curvature = nullptr;
    if (message.curvature)
      curvature = {{"columns", message.curvature->columns},
                   {"rows", message.curvature->rows},
                   {"values", finite(message.curvature->values)}};
    return {{"type", "turn"},
            {"angle", finite(message.angle)},
            {"turned", finite(message.turned)},
            {"cycles", message.cycles},
            {"effort", finite(message.effort)},
            {"multiplier", finite(message.multiplier)},
            {"time", finite(message.time)},
            {"work", finite(message.work)},
            {"kinetic", finite(message.kinetic)},
            {"torques", finite(message.torques)},
            {"text", message.text},
            {"loop", list(message.loop, [](const std::vector<double>& shape) { return finite(shape); })},
            {"curvature", curvature},
            {"axes", list(message.axes, axis)},
            {"note", message.note}};
  }
};

}  // namespace

PageRequest parse_request(std::string_view text, const WireLimits& limits) {
  const Json json = parse_strictly(text);
  PageRequest out;
  if (json.is_object() && json.contains("id") && json["id"].is_number_unsigned() && json["id"] <= 4294967295u)
    out.id = json["id"].get<long>();  // what follows can be answered under its own number
  ObjectReader reader(json, "the message", out.id);
  const std::string type = reader.text("type");
  out.id = reader.whole("id");
  if (type == "hello") {
    const std::optional<std::string> work = reader.optional_text("work");
    out.what = Hello{static_cast<int>(reader.whole("protocol")), work ? work_name(reader, *work) : ""};
  } else if (type == "open") {
    out.what = open_request(reader, out.id);
  } else if (type == "ack") {
    out.what = Ack{reader.whole("chunk")};
  } else if (type == "cancel") {
    out.what = Cancel{};
  } else if (type == "equations") {
    out.what = AskEquations{reader.text("text")};
  } else if (type == "formula") {
    out.what = AskFormula{reader.text("text"), reader.text("formula")};
  } else if (type == "code") {
    out.what = AskCode{reader.text("text"), reader.text("language"),
                       reader.find("inputs") ? reader.texts("inputs") : std::vector<std::string>{}};
  } else if (type == "assemblies") {
    out.what = AskAssemblies{reader.text("text")};
  } else if (type == "equilibria") {
    out.what = AskEquilibria{reader.text("text"), reader.optional_number("momentum"), reader.boolean("certify", false)};
  } else if (type == "portrait") {
    out.what = AskPortrait{reader.text("text"), reader.optional_number("momentum")};
  } else if (type == "orbits") {
    out.what = AskOrbits{reader.text("text"), reader.whole_numbers("winding"), reader.number("energy"),
                         reader.number("momentum"), reader.boolean("symmetric", false)};
  } else if (type == "family") {
    out.what = AskFamily{reader.text("text"), reader.text("equilibrium"), static_cast<int>(reader.whole("mode")),
                         reader.optional_number("momentum"), reader.optional_number("limit")};
  } else if (type == "turn") {
    out.what = AskTurn{reader.text("text"), reader.number("angle"), reader.boolean("free", false),
                       static_cast<int>(reader.whole("cycles"))};
  } else if (type == "branches") {
    out.what = AskBranches{reader.text("text"), reader.text("path"), reader.number("from"), reader.number("to"),
                           reader.optional_number("momentum")};
  } else if (type == "keep") {
    out.what = KeepRequest{work_name(reader, reader.text("work")),
                           {reader.text("text"), reader.text("opened"), reader.texts("past"), reader.texts("future"),
                            reader.optional_text("view").value_or("")}};
  } else if (type == "visits") {
    out.what = AskVisits{};
  } else if (type == "work") {
    out.what = AskWork{work_name(reader, reader.text("work"))};
  } else if (type == "forget") {
    out.what = ForgetRequest{};
  } else if (type == "guests") {
    out.what = AskGuests{};
  } else if (type == "invite") {
    out.what = InviteRequest{};
  } else if (type == "revoke") {
    out.what = RevokeRequest{static_cast<int>(std::min(reader.whole("number"), 1'000'000L))};
  } else {
    refuse(out.id, fmt::format("there is no message of type \"{}\"", type.substr(0, 40)));
  }
  reader.finish();
  const std::size_t own = text_bytes(out);
  if (own > limits.text)
    throw ProtocolError(
        out.id, "limit",
        std::holds_alternative<KeepRequest>(out.what)
            ? fmt::format("the texts of a message have at most {} bytes in all, these {}", limits.text, own)
            : fmt::format("a model text has at most {} bytes, this one has {}", limits.text, own));
  if (!json.contains("text") && text.size() > limits.message)
    throw ProtocolError(
        out.id, "limit",
        fmt::format("a message without a model has at most {} bytes, this one has {}", limits.message, text.size()));
  return out;
}

std::string print_answer(long id, const ServerAnswer& answer) {
  Json json = std::visit(Printed{}, answer);
  json["id"] = id;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string print_chunk(long id, long chunk, std::size_t columns, const std::vector<double>& values) {
  static_assert(std::endian::native == std::endian::little);
  const std::size_t rows = values.size() / columns;
  const std::uint32_t head[4] = {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(chunk),
                                 static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns)};
  std::string out(sizeof head + values.size() * sizeof(double), '\0');
  std::memcpy(out.data(), head, sizeof head);
  char* to = out.data() + sizeof head;
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t r = 0; r < rows; ++r, to += sizeof(double))
      std::memcpy(to, &values[r * columns + c], sizeof(double));
  return out;
}

}  // namespace oopss
