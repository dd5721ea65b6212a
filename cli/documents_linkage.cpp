// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/exit.hpp"
#include "cli/json.hpp"

namespace oopss {
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

}  // namespace oopss
