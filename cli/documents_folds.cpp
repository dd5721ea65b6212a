// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"
#include "cli/documents_straight.hpp"
#include "cli/json.hpp"

namespace oopss {

std::string folds_document(const FoldsResult& result) {
  Json shapes = Json::array();
  for (const FoldedShape& shape : result.shapes) {
    Json folds = Json::array();
    for (int j = 0; j < result.beads.joints(); ++j) folds.push_back(shape.joints >> j & 1);
    shapes.push_back(
        {{"folds", folds},
         {"index", shape.by_tensions.index},
         {"nullity", shape.by_tensions.nullity},
         {"compressed", shape.compressed},
         {"slack", shape.slack},
         {"sign_changes", shape.sign_changes},
         {"tensions", tensions(result, shape)},
         {"by_elimination", {{"index", shape.by_elimination.index}, {"nullity", shape.by_elimination.nullity}}},
         {"verdict", verdict(shape)}});
  }
  Json out = {{"schema", 1},
              {"model", result.model},
              {"bodies", result.bodies},
              {"joints", result.joints},
              {"shapes", std::move(shapes)},
              {"straight", straight_value(result.straight)}};
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

std::string census_document(const CensusResult& result) {
  Json rows = Json::array();
  for (const CensusCounts& counts : result.counts) {
    const CensusRow row = census_row(counts);
    Json by_folds = Json::array();
    for (int folds = 0; folds <= counts.joints; ++folds) {
      Json by_index = Json::array();
      for (int index = 0; index <= counts.joints; ++index) by_index.push_back(counts.shapes(folds, index));
      by_folds.push_back(std::move(by_index));
    }
    rows.push_back({{"joints", row.joints},
                    {"shapes", row.shapes},
                    {"index_equals_folds", row.equal},
                    {"index_below", row.less},
                    {"index_above", row.more},
                    {"degenerate", row.degenerate},
                    {"least_difference", row.least},
                    {"largest_difference", row.largest},
                    {"mismatches", row.mismatches},
                    {"counts", std::move(by_folds)}});
  }
  Json out = {{"schema", 1}, {"bodies", Json::array()}, {"joints", Json::array()}, {"census", std::move(rows)}};
  if (!result.file.empty()) out["file"] = result.file;
  return finished(out);
}

}  // namespace oopss
