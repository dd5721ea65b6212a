// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/exit.hpp"
#include "oopss/model/write.hpp"

namespace oopss {
namespace {

using Json = nlohmann::ordered_json;

/// A number that is not finite is a failure, never a document (JSON would say null): the one gate of all verbs, since
/// those that print a table make their document too.
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

std::string finished(const Json& document) {
  require_finite(document, "");
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <class List, class Text>
Json strings(const List& list, const Text& text) {
  Json out = Json::array();
  for (const auto& item : list) out.push_back(text(item));
  return out;
}

Json body_names(const Model& model) {
  return strings(model.bodies, [](const Body& body) { return body.name.value; });
}
Json joint_names(const Model& model) {
  return strings(model.joints, [](const Joint& joint) { return joint.name.value; });
}

/// The numbers of a leaf.
void add_leaf(Json& document, const LeafPortrait& leaf, bool with_points) {
  constexpr std::array<const char*, 4> kinds = {"libration", "rotation_up", "rotation_down", "separatrix"};
  Json equilibria = Json::array(), curves = Json::array();
  for (const LeafEquilibrium& equilibrium : leaf.equilibria)
    equilibria.push_back({{"angles", {equilibrium.theta}},
                          {"nu", equilibrium.nu},
                          {"energy", equilibrium.energy},
                          {"index", equilibrium.index},
                          {"nullity", equilibrium.nullity},
                          {"stability", equilibrium.nullity > 0  ? "degenerate"
                                        : equilibrium.index == 0 ? "stable"
                                                                 : "unstable"}});
  for (const OrbitCurve& curve : leaf.curves) {
    curves.push_back({{"energy", curve.energy},
                      {"kind", kinds[static_cast<int>(curve.kind)]},
                      {"period", curve.period ? Json(*curve.period) : Json(nullptr)},
                      {"action", curve.action},
                      {"error", curve.error},
                      {"ends", curve.ends}});
    if (with_points) curves.back()["points"] = curve.points;
  }
  document["leaf"] = leaf.circle ? "cylinder" : "plane";
  document["window"] = {leaf.from, leaf.to};
  document["lowest"] = leaf.lowest;
  document["separatrices"] = leaf.separatrices;
  document["equilibria"] = equilibria;
  document["curves"] = curves;
}

}  // namespace

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
  document["closure"] = {{"joints", joints},      {"held", closure.held},           {"g", texts(closure.g)},
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
                   {"bracket", texts(equations.bracket)},
                   {"symbols", symbols},
                   {"proofs", proved}};
  if (equations.closure) add_closure(equations, document);
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

std::string simulate_document(const Simulation& simulation, int code) {
  const auto drift = [](const Drift& d) {
    return Json{
        {"start", d.start}, {"end", d.end}, {"max_drift", d.max_drift}, {"max_relative_drift", d.max_relative_drift()}};
  };
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
                   {"momentum", drift(simulation.monitor.momentum())},
                   {"balance",
                    {{"dissipated", simulation.monitor.dissipated},
                     {"work", simulation.monitor.work},
                     {"max_error", simulation.monitor.max_error}}},
                   {"final",
                    {{"t", simulation.t},
                     {"angles", simulation.angles},
                     {"momenta", simulation.momenta},
                     {"absolute", simulation.absolute}}},
                   {"closure", {{"max", simulation.monitor.closure}}}};
  document["warnings"] = simulation.warning.empty() ? Json::array() : Json::array({simulation.warning});
  if (simulation.status == "singular") document["branches"] = simulation.branches;
  if (!simulation.file.empty()) document["file"] = simulation.file;
  if (!simulation.error.empty())
    document["error"] = {{"code", code}, {"message", simulation.error}, {"problems", Json::array()}};
  return finished(document);
}

std::string portrait_document(const PortraitResult& result) {
  Json document = {{"schema", 1},
                   {"model", result.model},
                   {"bodies", result.bodies},
                   {"joints", result.joints},
                   {"momentum", result.mu_s},
                   {"notes", result.notes}};
  if (result.leaf) add_leaf(document, *result.leaf, result.with_points);
  for (const PortraitResult::NamedLeaf& leaf : result.leaves) {
    Json one = {{"component", leaf.component}, {"coordinate", leaf.coordinate}};
    add_leaf(one, leaf.portrait, result.with_points);
    for (std::size_t i = 0; i < leaf.angles.size(); ++i) {
      one["equilibria"][i]["coordinate"] = leaf.portrait.equilibria[i].theta;
      one["equilibria"][i]["angles"] = leaf.angles[i];
    }
    if (result.with_points) one["potential"] = leaf.portrait.potential;
    document["leaves"].push_back(std::move(one));
  }
  if (result.map) {
    Json equilibria = Json::array();
    for (const RelativeEquilibrium& mark : result.marks)
      equilibria.push_back({{"id", mark.id},
                            {"angles", mark.phi},
                            {"energy", mark.energy},
                            {"index", mark.stability.index},
                            {"nullity", mark.stability.nullity},
                            {"stability", word(mark.stability.verdict)}});
    Json contours = Json::array();
    for (const ContourLevel& contour : result.map->contours) {
      contours.push_back({{"energy", contour.level}, {"separating", contour.separating}});
      if (result.with_points) contours.back()["lines"] = contour.lines;
    }
    document["window"] = {{result.map->window.from[0], result.map->window.to[0]},
                          {result.map->window.from[1], result.map->window.to[1]}};
    document["lowest"] = result.map->lowest;
    document["highest"] = result.map->highest;
    document["equilibria"] = equilibria;
    document["contours"] = contours;
    if (result.with_points) document["grid"] = {{"size", result.map->size}, {"values", result.map->values}};
  }
  return finished(document);
}

std::string continuation_document(const ContinuationResult& result, const std::vector<bool>& circle) {
  const auto angles = [&](std::vector<double> phi) {
    for (std::size_t k = 0; k < phi.size(); ++k)
      if (circle[k]) phi[k] = wrapped(phi[k]);
    return phi;
  };
  const auto ending = [](const BranchEnd& end) {
    return Json{{"value", end.value}, {"words", end.words}, {"failed", end.failed}};
  };
  Json branches = Json::array(), special = Json::array(), gaps = Json::array();
  for (const EquilibriumBranch& branch : result.branches) {
    Json points = Json::array();
    for (const BranchPoint& point : branch.points)
      points.push_back({{"value", point.value},
                        {"angles", angles(point.phi)},
                        {"energy", point.energy},
                        {"index", point.index},
                        {"stability", word(point.stability)}});
    branches.push_back({{"points", points}, {"ends", {ending(branch.first), ending(branch.last)}}});
  }
  for (const SpecialPoint& point : result.special)
    special.push_back({{"type", word(point.kind)},
                       {"value", point.value},
                       {"angles", angles(point.phi)},
                       {"residual", point.residual}});
  for (const BranchEnd& gap : result.gaps) gaps.push_back({{"value", gap.value}, {"words", gap.words}});
  return finished({{"schema", 1},
                   {"model", result.model},
                   {"bodies", result.bodies},
                   {"joints", result.joints},
                   {"vary", {{"path", result.vary}, {"from", result.from}, {"to", result.to}}},
                   {"branches", branches},
                   {"special", special},
                   {"gaps", gaps}});
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

std::string equilibria_document(const std::string& model, const Equilibria& equilibria, bool free) {
  Json list = Json::array(), ranges = Json::array();
  for (const RelativeEquilibrium& one : equilibria.all) {
    Json spectrum = Json::array();
    for (const std::complex<double>& z : one.stability.spectrum) spectrum.push_back({z.real(), z.imag()});
    list.push_back({{"id", one.id},
                    {"angles", one.phi},
                    {"inertia", one.inertia},
                    {"energy", one.energy},
                    {"omega", one.omega},
                    {"index", one.stability.index},
                    {"nullity", one.stability.nullity},
                    {"stability", word(one.stability.verdict)},
                    {"asymptotic", one.stability.asymptotic},
                    {"proved", one.proved},
                    {"radius", one.radius},
                    {"continuum", one.continuum},
                    {"residual", one.residual},
                    {"spectrum", spectrum}});
  }
  for (std::size_t k = 0; k < equilibria.space.ranges.size(); ++k) {
    const ShapeRange& range = equilibria.space.ranges[k];
    ranges.push_back({{"joint", equilibria.joints[k]},
                      {"circle", range.circle},
                      {"from", range.low},
                      {"to", range.high},
                      {"none_outside", range.justified}});
  }
  const Json agrees =
      equilibria.count == MorseCount::not_applicable ? Json(nullptr) : Json(equilibria.count == MorseCount::agrees);
  return finished({{"schema", 1},
                   {"model", model},
                   {"bodies", equilibria.bodies},
                   {"joints", equilibria.joints},
                   {"momentum", equilibria.momentum},
                   {"free", free},
                   {"every_shape", equilibria.every_shape},
                   {"count", equilibria.every_shape ? Json(nullptr) : Json(equilibria.all.size())},
                   {"certified", equilibria.certified},
                   {"complete", equilibria.complete},
                   {"remarks", equilibria.remarks},
                   {"morse", {{"agrees", agrees}, {"words", equilibria.count_words}}},
                   {"search",
                    {{"starts", equilibria.starts},
                     {"settled", is_settled(equilibria)},
                     {"boxes", equilibria.boxed},
                     {"words", equilibria.every_shape || equilibria.certified ? "" : search_words(equilibria)},
                     {"ranges", ranges}}},
                   {"equilibria", list}});
}

std::string special_table_document(const SpecialTable& table) {
  Json cells = Json::array();
  for (const SpecialCell& cell : table.cells)
    cells.push_back({{"case", cell.number},
                     {"region", cell.region},
                     {"systems", cell.systems},
                     {"realisable", cell.realisable > 0},
                     {"count", cell.count},
                     {"cos_x", cell.sign_cos_x},
                     {"cos_y", cell.sign_cos_y},
                     {"pair_index", cell.pair_index < 0 ? Json(nullptr) : Json(cell.pair_index)},
                     {"pair_stability", cell.pair_index < 0 ? Json(nullptr) : Json(word(cell.pair))},
                     {"stable", cell.stable},
                     {"alike", cell.alike}});
  return finished({{"schema", 1},
                   {"bodies", Json::array()},
                   {"joints", Json::array()},
                   {"systems", table.samples.size()},
                   {"cells", cells}});
}

namespace {

/// One rational if it is exact, else the two that enclose it.
std::vector<std::string> ends_of(const Enclosure& x) {
  std::vector<std::string> out = {x.lo.get_str()};
  if (!x.exact()) out.push_back(x.hi.get_str());
  return out;
}

/// What a certificate is about.
std::string subject_of(const ExactLandscape& landscape) {
  if (landscape.stores_energy())
    return fmt::format("this model with its springs{}, at this total momentum,",
                       landscape.closed() ? " and loops" : "");
  return fmt::format("the free bodies of this model{}", landscape.closed() ? ", its loops closed," : "");
}

/// Per loop its bars, e of Σ R(θ) e = 0: the second component of the gap is Σ e_y cos θ + e_x sin θ.
Json loops_of(const Model& model, const ExactLandscape& landscape) {
  Json out = Json::array();
  for (std::size_t c = 1; c < landscape.closure.size(); c += 2) {
    Json loop = Json::array();
    for (const TrigTerm<Enclosure>& term : landscape.closure[c].terms) {
      const auto body = std::find(term.winding.begin(), term.winding.end(), 1) - term.winding.begin();
      loop.push_back({{"body", model.bodies[body].name.value}, {"x", ends_of(term.s)}, {"y", ends_of(term.c)}});
    }
    out.push_back(loop);
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::string>> coefficient_texts(const PairConstants<Enclosure>& pairs) {
  std::vector<std::vector<std::string>> out;
  for (int i = 0; i < pairs.alpha.rows; ++i)
    for (int j = i + 1; j < pairs.alpha.rows; ++j)
      for (const Enclosure* x : {&pairs.alpha(i, j), &pairs.beta(i, j)}) out.push_back(ends_of(*x));
  return out;
}

std::string certificate_document(const Model& model, const ExactLandscape& landscape, const Certificate& certificate) {
  const int n = landscape.topology.size();
  const std::vector<std::vector<std::string>> texts = coefficient_texts(landscape.pairs);
  Json coefficients = Json::array(), fixed = Json::array(), roots = Json::array();
  std::size_t next = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j, next += 2)
      coefficients.push_back({{"pair", {model.bodies[i].name.value, model.bodies[j].name.value}},
                              {"cos", texts[next]},
                              {"sin", texts[next + 1]}});
  for (const int k : certificate.fixed)
    fixed.push_back(by_joints(landscape) ? model.joints[k].name.value : model.bodies[k].name.value);
  for (const CertifiedRoot& root : certificate.roots)
    roots.push_back({{"at", root.centre},
                     {"unique", root.unique},
                     {"shrink", root.shrink},
                     {"index", root.index},
                     {"nullity", root.nullity}});
  Json document = {
      {"schema", 1},
      {"certificate", 1},
      {"statement", fmt::format("the relative equilibria of {} are those in the boxes of the roots, one in each, and "
                                "no others",
                                subject_of(landscape))},
      {"complete", certificate.cover.find('?') == std::string::npos},
      {"model", write_model(model)},
      {"bodies", body_names(model)},
      {"joints", joint_names(model)},
      {"coefficients", coefficients},
      {"fixed", fixed},
      {"turn_bits", turn_bits},
      {"roots", roots},
      {"cover", certificate.cover}};
  if (landscape.stores_energy()) document["momentum"] = landscape.mu_s.lo.get_str();
  if (landscape.closed()) document["closure"] = loops_of(model, landscape);
  if (by_joints(landscape)) {
    Json range = Json::array();
    const std::vector<int> joints = unknowns(landscape);
    for (std::size_t k = 0; k < joints.size(); ++k)
      range.push_back({{"joint", model.joints[joints[k]].name.value},
                       {"circle", certificate.range[k].circle},
                       {"centre", certificate.range[k].centre},
                       {"half", certificate.range[k].half}});
    document["range"] = range;
  }
  return finished(document);
}

/// Of a text such as "-5/2".
mpq_class rational(const std::string& text) {
  constexpr std::size_t most_digits = 10'000;
  if (text.size() > most_digits) throw std::invalid_argument("a number with too many digits");
  mpq_class out(text);
  if (out.get_den() == 0) throw std::invalid_argument("a number with denominator zero");
  out.canonicalize();
  return out;
}

std::string altered_field(const std::string& bytes, const std::string& proved) {
  const Json given = Json::parse(bytes), right = Json::parse(proved);
  for (const auto& [key, value] : given.items())
    if (!right.contains(key)) return key;
  for (const auto& [key, value] : right.items())
    if (key != "model" && (!given.contains(key) || given.at(key) != value)) return key;
  return "";
}

CertificateFile read_certificate(const std::string& path, const std::string& bytes) {
  try {
    int depth = 0;  // nothing in a certificate is deeper than a coefficient
    const Json::parser_callback_t shallow = [&](int level, Json::parse_event_t, Json&) {
      depth = std::max(depth, level);
      if (depth > 8) throw std::invalid_argument("nested too deeply");
      return true;
    };
    const Json document = Json::parse(bytes, shallow);
    if (document.at("certificate") != 1 || document.at("turn_bits") != turn_bits)
      throw std::invalid_argument("of another version");
    CertificateFile out;
    document.at("model").get_to(out.model);
    document.at("fixed").get_to(out.fixed);
    document.at("cover").get_to(out.certificate.cover);
    if (document.contains("momentum")) out.momentum = rational(document.at("momentum").get<std::string>());
    if (document.contains("range"))
      for (const Json& span : document.at("range"))
        out.certificate.range.push_back({span.at("circle").get<bool>(), span.at("centre").get<std::int64_t>(),
                                         span.at("half").get<std::int64_t>()});
    for (const Json& pair : document.at("coefficients"))
      for (const char* part : {"cos", "sin"}) out.coefficients.push_back(pair.at(part).get<std::vector<std::string>>());
    for (const Json& root : document.at("roots"))
      out.certificate.roots.push_back({root.at("at").get<std::vector<std::int64_t>>(),
                                       root.at("unique").get<std::vector<std::int64_t>>(), root.at("shrink").get<int>(),
                                       root.at("index").get<int>(), root.at("nullity").get<int>()});
    return out;
  } catch (const std::exception& problem) {
    throw FileError(path + ": not a certificate: " + problem.what());
  }
}

std::string verify_document(const Model& model, const std::string& problem, const std::string& theorem, long equilibria,
                            long boxes, long undecided) {
  return finished({{"schema", 1},
                   {"model", model.name},
                   {"bodies", body_names(model)},
                   {"joints", joint_names(model)},
                   {"verified", problem.empty()},
                   {"complete", problem.empty() && undecided == 0},
                   {"problem", problem},
                   {"theorem", theorem},
                   {"count", equilibria},
                   {"boxes", boxes},
                   {"undecided", undecided}});
}

namespace {

Json rows_of_signs(const LoopTopology& loop) {
  Json out = Json::array();
  for (const std::vector<int>& signs : loop.collinear) out.push_back(signs);
  return out;
}

void add_four_bar(Json& document, const FourBarClass& found, const std::vector<AssemblyMode>& modes) {
  Json revolving = Json::array(), pairs = Json::array(), circles = Json::array();
  for (const BarPair& pair : found.pairs) {
    if (pair.revolves) revolving.push_back({pair.j, pair.k});
    pairs.push_back({{"bars", {pair.j, pair.k}},
                     {"revolves", pair.revolves},
                     {"abs_angle_range", {pair.range.least, pair.range.most}}});
  }
  for (const AssemblyMode& mode : modes)
    circles.push_back({{"coordinate", coordinate_words(mode)},
                       {"order", mode.order},
                       {"sigma", mode.sigma == 0 ? Json(nullptr) : Json(mode.sigma)}});
  document["reference"] = found.reference;
  document["type"] = found.type == FourBarType::none ? Json(nullptr) : Json(word(found.type));
  document["topology"] = topology_words(found);
  document["margin_over_perimeter"] = nearest_double(mpq_class(found.margin / found.P));
  document["revolving_pairs"] = revolving;
  document["pairs"] = pairs;
  document["modes"] = circles;
}

Json loop_answer(const LoopAnswer& answer) {
  const LoopTopology& loop = answer.loop;
  const bool four = answer.four.has_value(), counted = loop.counted;
  Json document = {
      {"schema", 1},
      {"bodies", answer.question.bodies},
      {"joints", answer.question.joints},
      {"lengths", strings(answer.question.lengths.l, [](const mpq_class& l) { return nearest_double(l); })},
      {"constructible", loop.kind != LoopKind::not_constructible},
      {"class", four ? word(answer.four->kind) : word(loop.kind)},
      {"grashof", four && answer.four->kind == FourBarKind::grashof},
      {"change_point", four && answer.four->kind == FourBarKind::change_point},
      {"components", counted ? Json(loop.betti.front()) : Json(nullptr)},
      {"crank", four && answer.four->crank ? Json::array({*answer.four->crank}) : Json::array()},
      {"mobility", loop.kind == LoopKind::not_constructible ? Json(nullptr) : Json(loop.mobility)},
      {"betti", counted ? Json(loop.betti) : Json(nullptr)},
      {"euler", counted ? Json(loop.euler) : Json(nullptr)},
      {"slack_over_perimeter", nearest_double(mpq_class(loop.slack / loop.P))},
      {"nearest_sum_over_perimeter", counted ? Json(nearest_double(mpq_class(loop.nearest / loop.P))) : Json(nullptr)},
      {"collinear_configurations", counted ? Json(loop.vanishing) : Json(nullptr)},
      {"collinear", rows_of_signs(loop)}};
  if (four) add_four_bar(document, *answer.four, answer.modes);
  if (!answer.file.empty()) document["file"] = answer.file;
  return document;
}

}  // namespace

std::string linkage_document(const LoopAnswer& answer) { return finished(loop_answer(answer)); }

std::string linkage_document(const ModelAnswer& answer) {
  const LoopReport& report = answer.report;
  const System& system = answer.question.derived.system;
  Json document = is_one_loop(answer) ? loop_answer(answer.loops[0])
                                      : Json{{"schema", 1}, {"bodies", system.bodies}, {"joints", system.joints}};
  Json loops = Json::array(), rigid = Json::array();
  for (std::size_t c = 0; c < report.loops.size(); ++c) {
    Json one = loop_answer(answer.loops[c]);
    one.erase("schema");
    one["closing"] = system.joints[report.loops[c].closing];
    one["redundant_equations"] = report.closes ? Json(report.loops[c].redundant) : Json(nullptr);
    one["rigid"] = report.closes ? Json(report.loops[c].rigid) : Json(nullptr);
    loops.push_back(std::move(one));
  }
  for (const std::vector<int>& part : report.rigid)
    rigid.push_back(strings(part, [&](int body) { return system.bodies[body]; }));
  document["model"] = answer.question.derived.model->name;
  if (!is_one_loop(answer)) {
    document["constructible"] = report.closes;
    document["mobility"] = report.closes ? Json(report.mobility) : Json(nullptr);
  }
  document["at_start"] = report.closes && report.at_start;
  document["gap"] = report.gap;
  document["equations"] = report.equations;
  document["rank"] = report.closes ? Json(report.rank) : Json(nullptr);
  document["rank_at_start"] = report.closes && report.at_start ? Json(report.rank_at_start) : Json(nullptr);
  document["rigid_parts"] = rigid;
  document["loops"] = loops;
  if (!answer.file.empty()) document["file"] = answer.file;
  return finished(document);
}

std::string linkage_table_document(const FourBarTable& table) {
  Json cases = Json::array(), classes = Json::array();
  for (const CollinearCase& row : table.cases)
    cases.push_back({{"theta_10", row.half_turn[0] ? "pi" : "0"},
                     {"theta_32", row.half_turn[1] ? "pi" : "0"},
                     {"theta_30", row.half_turn[2] ? "pi" : "0"},
                     {"signs", row.signs},
                     {"condition", condition_words(row.signs)},
                     {"quadruples", row.quadruples},
                     {"class", row.quadruples > 0 ? Json(word(row.kind)) : Json(nullptr)},
                     {"alike", row.alike}});
  for (const FourBarRow& row : table.rows)
    classes.push_back({{"class", word(row.kind)},
                       {"type", row.type},
                       {"slack_sign", row.slack},
                       {"margin_sign", row.margin},
                       {"quadruples", row.quadruples},
                       {"components", row.components},
                       {"b1", row.b1},
                       {"collinear_configurations", row.nodes},
                       {"revolving_pairs", row.revolving},
                       {"topology", row.topology},
                       {"alike", row.alike}});
  return finished({{"schema", 1},
                   {"bodies", Json::array()},
                   {"joints", Json::array()},
                   {"longest", table.longest},
                   {"quadruples", table.quadruples},
                   {"cases", cases},
                   {"classes", classes}});
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
