// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/exit.hpp"
#include "cli/json.hpp"

namespace oopss {
namespace {

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

/// Of those that are listed; continua that are known one by one are none of them.
Json count_of(const Equilibria& equilibria, long continua) {
  if (equilibria.every_shape) return nullptr;
  const auto listed = static_cast<long>(equilibria.all.size());
  return equilibria.space.one_continuum ? listed - continua : listed;
}

}  // namespace

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

std::string linear_document(const LinearResult& result) {
  const LinearModel& model = result.linear;
  const auto rows = [](const Matrix<double>& matrix) {
    Json out = Json::array();
    for (int i = 0; i < matrix.rows; ++i)
      out.push_back(std::vector<double>(matrix.entries.begin() + std::ptrdiff_t{i} * matrix.cols,
                                        matrix.entries.begin() + std::ptrdiff_t{i + 1} * matrix.cols));
    return out;
  };
  Json eigenvalues = Json::array();
  for (const std::complex<double>& one : model.eigenvalues) eigenvalues.push_back({one.real(), one.imag()});
  return finished({{"schema", 1},
                   {"model", result.model},
                   {"bodies", result.bodies},
                   {"joints", result.joints},
                   {"at", result.where},
                   {"momentum", result.momentum},
                   {"equilibrium", model.at_rest},
                   {"law_in_time", result.law_in_time},
                   {"states", model.states},
                   {"inputs", model.inputs},
                   {"outputs", model.outputs},
                   {"A", rows(model.A)},
                   {"B", rows(model.B)},
                   {"C", rows(model.C)},
                   {"D", rows(model.D)},
                   {"point", model.point},
                   {"f", model.rates},
                   {"y0", model.values},
                   {"eigenvalues", std::move(eigenvalues)}});
}

std::string continuation_document(const ContinuationResult& result, const std::vector<bool>& circle) {
  const auto add_shape = [&](std::vector<double> phi, Json& out) {
    for (std::size_t k = 0; k < phi.size(); ++k)
      if (circle[k]) phi[k] = wrapped(phi[k]);
    if (!result.in_space) {
      out["angles"] = phi;
      return;
    }
    const PlainState state = result.in_space(phi);
    out["angles"] = joint_angles(state);
    add_rotations(state, out);
    out["axis"] = result.turning ? Json(std::vector<double>(phi.end() - 3, phi.end())) : Json(nullptr);
  };
  const auto ending = [](const BranchEnd& end) {
    return Json{{"value", end.value}, {"words", end.words}, {"failed", end.failed}};
  };
  Json branches = Json::array(), special = Json::array(), gaps = Json::array();
  for (const EquilibriumBranch& branch : result.branches) {
    Json points = Json::array();
    for (const BranchPoint& point : branch.points) {
      points.push_back({{"value", point.value},
                        {"angles", nullptr},
                        {"energy", point.energy},
                        {"index", point.index},
                        {"stability", word(point.stability)}});
      add_shape(point.phi, points.back());
    }
    branches.push_back({{"points", points}, {"ends", {ending(branch.first), ending(branch.last)}}});
  }
  for (const SpecialPoint& point : result.special) {
    special.push_back(
        {{"type", word(point.kind)}, {"value", point.value}, {"angles", nullptr}, {"residual", point.residual}});
    add_shape(point.phi, special.back());
  }
  for (const BranchEnd& gap : result.gaps) gaps.push_back(ending(gap));
  return finished({{"schema", 1},
                   {"model", result.model},
                   {"bodies", result.bodies},
                   {"joints", result.joints},
                   {"vary", {{"path", result.vary}, {"from", result.from}, {"to", result.to}}},
                   {"branches", branches},
                   {"special", special},
                   {"gaps", gaps}});
}

std::string equilibria_document(const std::string& model, const Equilibria& equilibria, bool free,
                                const std::vector<PlainState>& in_space) {
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
    if (in_space.empty()) continue;
    const PlainState& state = in_space[list.size() - 1];
    list.back()["angles"] = joint_angles(state);
    add_rotations(state, list.back());
    list.back()["axis"] =
        equilibria.momentum == 0 ? Json(nullptr) : Json(std::vector<double>(one.phi.end() - 3, one.phi.end()));
  }
  for (std::size_t k = 0; in_space.empty() && k < equilibria.space.ranges.size(); ++k) {
    const ShapeRange& range = equilibria.space.ranges[k];
    ranges.push_back({{"joint", equilibria.joints[k]},
                      {"circle", range.circle},
                      {"from", range.low},
                      {"to", range.high},
                      {"none_outside", range.justified}});
  }
  const auto continua = std::count_if(equilibria.all.begin(), equilibria.all.end(),
                                      [](const RelativeEquilibrium& one) { return one.continuum; });
  const Json agrees =
      equilibria.count == MorseCount::not_applicable ? Json(nullptr) : Json(equilibria.count == MorseCount::agrees);
  return finished({{"schema", 1},
                   {"model", model},
                   {"bodies", equilibria.bodies},
                   {"joints", equilibria.joints},
                   {"momentum", equilibria.momentum},
                   {"free", free},
                   {"every_shape", equilibria.every_shape},
                   {"count", count_of(equilibria, continua)},
                   {"continua", continua},
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

}  // namespace oopss
