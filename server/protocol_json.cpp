// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>

#include "server/answer_json.hpp"

namespace oopss {
namespace {

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
  Json operator()(const RecordedMessage& message) const {
    return {{"type", "recorded"},
            {"size", message.size},
            {"names", message.names},
            {"rows", message.rows},
            {"model", message.model}};
  }
  Json operator()(const ColumnValuesMessage& message) const { return {{"type", "column"}, {"values", message.values}}; }
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
    Json out = {{"type", "progress"}, {"part", finite(message.part)}, {"what", message.what}};
    if (!message.rows.empty()) out["rows"] = finite(message.rows);
    return out;
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
    const auto force = [](const ModelMessage::ForceRow& row) {
      return Json{{"name", row.name}, {"body", row.body}, {"at", finite(row.at)}, {"value", row.value}};
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
                {"forces", list(message.forces, force)},
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
  Json operator()(const auto& study) const { return study_json(study); }
};

}  // namespace

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
