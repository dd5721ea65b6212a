// SPDX-License-Identifier: Apache-2.0
// What the page asks, read from JSON: every key is known, every number finite.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "server/protocol.hpp"

namespace oopss {
namespace {

using Json = nlohmann::json;

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

/// 1 or -1; 1 where it is left out.
int sense_of(ObjectReader& reader, const char* key) {
  const double value = reader.optional_number(key).value_or(1);
  if (value != 1 && value != -1) reader.fail(fmt::format("\"{}\" must be 1 or -1", key));
  return static_cast<int>(value);
}

AskSection section_request(ObjectReader& reader) {
  AskSection out;
  out.text = reader.text("text");
  out.joint = reader.optional_text("joint").value_or("");
  out.angle = reader.optional_number("angle").value_or(0);
  out.direction = sense_of(reader, "direction");
  out.energy = reader.optional_number("energy");
  out.momentum = reader.optional_number("momentum");
  if (reader.find("at")) out.place = pair_of(reader, "at");
  out.orbits = static_cast<int>(std::min(reader.whole("orbits"), 1'000'000L));
  out.count = static_cast<int>(std::min(reader.whole("count"), 1'000'000L));
  return out;
}

AskSweep sweep_request(ObjectReader& reader, long id) {
  AskSweep out;
  out.text = reader.text("text");
  const Json& axes = reader.need("vary");
  if (!axes.is_array() || axes.size() != 2) reader.fail("\"vary\" must be an array of two axes");
  for (const Json& json : axes) {
    ObjectReader axis(json, "an axis", id);
    out.axes.push_back({axis.text("path"), axis.number("from"), axis.number("to"),
                        static_cast<int>(std::min(axis.whole("count"), 1'000'000L))});
    axis.finish();
  }
  out.observable = reader.text("observe");
  out.until = reader.optional_number("until");
  return out;
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
  } else if (type == "section") {
    out.what = section_request(reader);
  } else if (type == "exponents") {
    out.what = AskExponents{reader.text("text"), reader.optional_number("until")};
  } else if (type == "manifolds") {
    out.what = AskManifolds{reader.text("text"), sense_of(reader, "loop")};
  } else if (type == "sweep") {
    out.what = sweep_request(reader, out.id);
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
  } else if (type == "recorded") {
    out.what = RecordedPiece{reader.text("text"), reader.boolean("first", false), reader.boolean("last", false)};
  } else if (type == "column") {
    out.what = AskColumn{reader.text("name"), reader.whole("from")};
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

}  // namespace oopss
