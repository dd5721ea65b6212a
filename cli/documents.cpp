// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cli/exit.hpp"
#include "cli/json.hpp"
#include "oopss/system/typeset.hpp"

namespace oopss {
namespace {

void require_finite(const Json& part, const std::string& path) {
  if (part.is_number_float() && !std::isfinite(part.get<double>()))
    throw NumericalFailure(fmt::format("the result has a number that is not finite, {}: {}", path,
                                       part.get<double>() > 0 || part.get<double>() < 0
                                           ? "it is more than a double holds"
                                           : "its parts are more than a double holds"));
  if (!part.is_structured()) return;
  for (const auto& [key, inner] : part.items())
    if (inner.is_structured() || inner.is_number_float())
      require_finite(inner, part.is_array() ? fmt::format("{}[{}]", path, key) : path.empty() ? key : path + "." + key);
}

}  // namespace

std::string finished(const Json& document) {
  require_finite(document, "");
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string check_document(const Model& model, const Understanding& understood) {
  Json warnings = Json::array();
  for (const Diagnostic& warning : model.warnings)
    warnings.push_back({{"file", model.source.name},
                        {"line", warning.place.line},
                        {"column", warning.place.column},
                        {"message", warning.message},
                        {"help", warning.help}});
  Json out = {{"schema", 1},
              {"model", model.name},
              {"bodies", body_names(model)},
              {"joints", joint_names(model)},
              {"loops", understood.closing.size()},
              {"laws", understood.laws},
              {"start",
               {{"angles", understood.start.phi},
                {"rates", understood.rates},
                {"momenta", understood.start.mu},
                {"momentum", understood.momentum},
                {"kinetic", understood.kinetic},
                {"least_kinetic", understood.least_kinetic},
                {"stored", understood.stored},
                {"energy", understood.kinetic + understood.stored},
                {"notes", understood.start.notes}}},
              {"warnings", warnings}};
  if (!is_planar(model)) {
    Json& start = out["start"];
    start.erase("least_kinetic");
    start["angles"] = joint_angles(understood.state);
    start["rates"] = or_null(understood.state.rates);
    start["momenta"] = by_body(understood.state.momenta);
    start["absolute"] = by_body(understood.state.absolute);
    start["momentum"] = understood.momentum_vector;
    add_rotations(understood.state, start);
  }
  if (!understood.drift.empty()) {
    out["start"]["drift"] = understood.drift;
    out["start"]["linear_momentum"] = understood.linear_momentum;
    out["start"]["drift_energy"] = understood.drift_energy;
  }
  if (understood.momentum_rate) {
    for (const Body& body : model.bodies)
      if (has_torque(body)) out["outside"][body.name.value] = body.torque->expression.text;
    for (const Force& force : model.forces)
      out["forces"][force.name.value] = {force.value[0].expression.text, force.value[1].expression.text};
    out["start"]["momentum_rate"] = *understood.momentum_rate;
  }
  if (!understood.closing.empty()) {
    out["closing"] = understood.closing;
    out["mobility"] = understood.mobility;
    out["start"]["warnings"] = understood.start.warnings;
  }
  return finished(out);
}

namespace {

Json texts(const Matrix<Expr>& matrix) {
  Json out = Json::array();
  for (int i = 0; i < matrix.rows; ++i) {
    out.push_back(Json::array());
    for (int j = 0; j < matrix.cols; ++j) out.back().push_back(text(matrix(i, j)));
  }
  return out;
}

Json texts(const Matrix<int>& matrix) {
  Json out = Json::array();
  for (int i = 0; i < matrix.rows; ++i) {
    out.push_back(Json::array());
    for (int j = 0; j < matrix.cols; ++j) out.back().push_back(std::to_string(matrix(i, j)));
  }
  return out;
}

Json texts(const std::vector<Expr>& all) {
  return strings(all, [](const Expr& e) { return text(e); });
}

/// What `derive` says of loops, beside what it says of every model.
void add_closure(const Equations& equations, Json& document) {
  const ClosureEquations& closure = *equations.closure;
  Json joints = Json::array(), left_out = Json::array();
  for (const int k : closure.joints) joints.push_back(equations.joints[k]);
  for (const int c : closure.left_out) left_out.push_back(text(closure.g[c]));
  document["closure"] = {{"joints", joints},      {"held", closure.fixed},          {"g", texts(closure.g)},
                         {"G", texts(closure.G)}, {"K", texts(closure.K)},          {"left_out", left_out},
                         {"S", texts(closure.S)}, {"forces", texts(closure.force)}, {"b", texts(closure.b)}};
  if (!equations.reduced) return;
  const FourBarEquations& reduced = *equations.reduced;
  Json bodies = Json::array();
  for (const int body : reduced.bodies) bodies.push_back(equations.bodies[body]);
  document["reduced"] = {{"bodies", bodies},
                         {"state", texts(reduced.state)},
                         {"Omega", texts(reduced.Omega)},
                         {"J", texts(reduced.J)},
                         {"H", text(reduced.H)},
                         {"rates", texts(reduced.rates)},
                         {"casimirs", Json::array({text(reduced.casimir)})},
                         {"bracket", texts(reduced.bracket)}};
}

/// The chain of beads by Theorem 2.1 of Laederich and Levi.
void add_lagrangian(const ChainLagrangian& chain, Json& document) {
  Json definitions = Json::array(), symbols = Json::object();
  for (const Definition& d : chain.definitions) definitions.push_back({name(d.symbol), text(d.value)});
  for (const Input& input : chain.inputs) symbols[input.name] = input.value;
  document["lagrangian"] = {{"rates", texts(chain.v)},    {"momentum", text(chain.mu)}, {"symbols", symbols},
                            {"definitions", definitions}, {"K", texts(chain.K)},        {"omega", texts(chain.omega)},
                            {"I", text(chain.I)},         {"L2", text(chain.L2)},       {"L1", text(chain.L1)},
                            {"L0", text(chain.L0)}};
}

/// The leaf of three bodies or more, in (phi, p).
void add_leaf(const LeafEquations& leaf, Json& document) {
  Json definitions = Json::array();
  for (const Definition& d : leaf.definitions) definitions.push_back({name(d.symbol), text(d.value)});
  const int joints = leaf.F.rows;
  Matrix<Expr> bracket(2 * joints, 2 * joints);
  for (int k = 0; k < joints; ++k) {
    bracket(k, joints + k) = Expr(1);
    bracket(joints + k, k) = Expr(-1);
    for (int l = 0; l < joints; ++l)
      if (l != k) bracket(joints + k, joints + l) = leaf.momentum * leaf.F(k, l);
  }
  document["leaf"] = {{"momentum", text(leaf.momentum)},  {"definitions", definitions}, {"p", texts(leaf.p)},
                      {"connection", texts(leaf.A)},      {"curvature", texts(leaf.F)}, {"bracket", texts(bracket)},
                      {"potential", text(leaf.potential)}};
}

}  // namespace

std::string derive_document(const Equations& equations) {
  Json definitions = Json::array(), symbols = Json::object(), proved = Json::array();
  for (const Definition& d : equations.definitions) definitions.push_back({name(d.symbol), text(d.value)});
  for (const Input& input : equations.inputs) symbols[input.name] = input.value;
  for (const Claim& claim : equations.claims)
    proved.push_back({{"statement", claim.statement}, {"proved", claim.proved}, {"how", claim.how}});
  Json document = {{"schema", 1},
                   {"model", equations.title},
                   {"bodies", equations.bodies},
                   {"joints", equations.joints},
                   {"state", strings(equations.state, [](const Expr& x) { return name(x); })},
                   {"definitions", definitions},
                   {"J", texts(equations.J)},
                   {"H", text(equations.H)},
                   {"stored", text(equations.stored)},
                   {"rates", texts(equations.rates)},
                   {"casimirs", Json::array({text(equations.casimir)})},
                   {"bracket", equations.space ? texts(equations.space->bracket) : texts(equations.bracket)},
                   {"symbols", symbols},
                   {"proofs", proved}};
  for (const Equations::Prescribed& motion : equations.motions)
    document["motion"][equations.joints[motion.joint]] = text(motion.value);
  document["translations"] = {{"mass", text(equations.translations.mass)},
                              {"velocity", texts(equations.translations.velocity)},
                              {"momentum", texts(equations.translations.momentum)},
                              {"kinetic", text(equations.translations.kinetic)}};
  if (equations.outside) {
    document["momentum_rate"] = text(equations.outside->momentum_rate);
    if (equations.outside->with_attitude) document["casimirs"] = Json::array();
  }
  if (equations.closure) add_closure(equations, document);
  if (equations.lagrangian) add_lagrangian(*equations.lagrangian, document);
  if (equations.leaf) add_leaf(*equations.leaf, document);
  if (!equations.forms.empty() && !equations.reduced)
    for (const Form& form : equations.forms)
      document["forms"].push_back({{"source", form.source}, {"left", form.left}, {"right", text(form.right)}});
  return finished(document);
}

std::string generate_document(const Model& model, const std::string& language, const std::vector<std::string>& files) {
  return finished({{"schema", 1},
                   {"model", model.name},
                   {"bodies", body_names(model)},
                   {"joints", joint_names(model)},
                   {"language", language},
                   {"files", files}});
}

namespace {

Json of_phase(const Phase& phase) {
  if (!phase.reason.empty()) return {{"reason", phase.reason}};
  if (phase.angle) return {{"angle", *phase.angle}};
  if (!phase.rotation) return {{"total", phase.total}, {"dynamic", phase.dynamic}, {"geometric", phase.geometric}};
  Json rows = Json::array();
  for (std::size_t i = 0; i < 9; i += 3)
    rows.push_back({(*phase.rotation)[i], (*phase.rotation)[i + 1], (*phase.rotation)[i + 2]});
  return {{"rotation", rows}};
}

Json met_events(const Simulation& simulation) {
  Json out = Json::array();
  for (const MetEvent& one : simulation.met) {
    out.push_back({{"event", simulation.events[one.event]},
                   {"t", one.t},
                   {"direction", one.direction},
                   {"angles", joint_angles(one.state)},
                   {"momenta", by_body(one.state.momenta)},
                   {"absolute", by_body(one.state.absolute)}});
    add_rotations(one.state, out.back());
  }
  return out;
}

}  // namespace

std::string simulate_document(const Simulation& simulation, int code) {
  const auto drift = [](const Drift& d) {
    return Json{
        {"start", d.start}, {"end", d.end}, {"max_drift", d.max_drift}, {"max_relative_drift", d.max_relative_drift()}};
  };
  Json momentum = drift(momentum_drift(simulation.monitor));
  if (simulation.monitor.strayed.size() > 1) {
    momentum["start"] = momentum["end"] = Json::array();
    for (const Drift& part : simulation.monitor.strayed) {
      momentum["start"].push_back(part.start);
      momentum["end"].push_back(part.end);
    }
  }
  Json document = {{"schema", 1},
                   {"model", simulation.model},
                   {"bodies", simulation.bodies},
                   {"joints", simulation.joints},
                   {"status", simulation.status},
                   {"method", simulation.method},
                   {"engine", simulation.engine},
                   {"steps", simulation.steps},
                   {"evaluations", simulation.evaluations},
                   {"until", simulation.until},
                   {"wall_seconds", simulation.wall_seconds},
                   {"energy", drift(simulation.monitor.energy)},
                   {"momentum", momentum},
                   {"balance",
                    {{"dissipated", simulation.monitor.dissipated},
                     {"work", simulation.monitor.work},
                     {"max_error", simulation.monitor.max_error}}},
                   {"final",
                    {{"t", simulation.t},
                     {"angles", joint_angles(simulation.state)},
                     {"momenta", by_body(simulation.state.momenta)},
                     {"absolute", by_body(simulation.state.absolute)}}},
                   {"closure", {{"max", simulation.monitor.closure}}}};
  if (!simulation.centre.empty()) document["final"]["centre"] = simulation.centre;
  if (simulation.monitor.outside) {
    document["balance"]["impulse"] = simulation.monitor.impulse;
    document["balance"]["max_momentum_error"] = simulation.monitor.max_momentum_error;
  }
  add_rotations(simulation.state, document["final"]);
  document["phase"] = of_phase(simulation.phase);
  if (!simulation.events.empty()) document["events"] = met_events(simulation);
  if (simulation.slopes) {
    Json final = Json::object();
    for (std::size_t c = 0; c < simulation.slopes->names.size(); ++c)
      final[simulation.slopes->names[c]] = simulation.slopes->final[c];
    document["sensitivity"] = {
        {"path", simulation.slopes->path}, {"value", simulation.slopes->value}, {"final", std::move(final)}};
  }
  document["warnings"] = simulation.warning.empty() ? Json::array() : Json::array({simulation.warning});
  if (simulation.status == "singular") document["branches"] = simulation.branches;
  if (!simulation.file.empty()) document["file"] = simulation.file;
  if (!simulation.events_file.empty()) document["events_file"] = simulation.events_file;
  if (!simulation.error.empty())
    document["error"] = {{"code", code}, {"message", simulation.error}, {"problems", Json::array()}};
  return finished(document);
}

std::string compare_document(const Comparison& comparison) {
  Json columns = Json::array();
  for (const Difference& d : comparison.columns)
    columns.push_back({{"name", d.name},
                       {"largest", d.largest},
                       {"at", d.time},
                       {"size", d.size},
                       {"relative", d.relative},
                       {"parts_at", d.parts_at ? Json(*d.parts_at) : Json(nullptr)}});
  return finished({{"schema", 1},
                   {"bodies", Json::array()},
                   {"joints", Json::array()},
                   {"grid", in_words(comparison)},
                   {"points", comparison.points},
                   {"from", comparison.from},
                   {"to", comparison.to},
                   {"columns", columns},
                   {"only_a", comparison.only_a},
                   {"only_b", comparison.only_b}});
}

std::string sketch_document(const std::string& model, const LabelledBodies& bodies, const std::string& file) {
  const auto letter = [](const Symbol& symbol) {
    return symbol.letter.empty() ? Json() : Json(symbol.letter + "_" + symbol.index);
  };
  Json attitudes = Json::array(), angles = Json::array(), vectors = Json::array(), joints = Json::array();
  for (const Symbol& symbol : bodies.attitude) attitudes.push_back(letter(symbol));
  for (std::size_t k = 0; k < bodies.angle.size(); ++k) {
    joints.push_back(bodies.bones.joints[k].name);
    angles.push_back(letter(bodies.angle[k]));
    vectors.push_back({letter(bodies.d_first[k]), letter(bodies.d_second[k])});
  }
  return finished({{"schema", 1},
                   {"model", model},
                   {"bodies", bodies.bones.bodies},
                   {"joints", joints},
                   {"attitudes", attitudes},
                   {"angles", angles},
                   {"vectors", vectors},
                   {"file", file}});
}

std::string models_document(const std::vector<std::pair<std::string, std::string>>& name_and_title) {
  Json rows = Json::array();
  for (const auto& [name, title] : name_and_title) rows.push_back({{"name", name}, {"title", title}});
  return finished({{"schema", 1}, {"bodies", Json::array()}, {"joints", Json::array()}, {"models", rows}});
}

std::string error_document(int code, const std::string& message, const ModelError* error) {
  Json problems = Json::array();
  if (error)
    for (const Diagnostic& problem : error->found)
      problems.push_back({{"file", error->source_of(problem).name},
                          {"line", problem.place.line},
                          {"column", problem.place.column},
                          {"message", problem.message},
                          {"help", problem.help}});
  return finished({{"schema", 1}, {"error", {{"code", code}, {"message", message}, {"problems", problems}}}});
}

}  // namespace oopss
