// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/folds_straight.hpp"
#include "oopss/chain/census.hpp"

namespace oopss {

struct Common;
struct FoldsOptions;

/// All rectilinear shapes of a chain, and how stable the straight one is.
struct FoldsResult {
  std::string model;
  std::vector<std::string> bodies, joints;
  bool uniform = false;  // rods with mass, halved to their ends
  bool laws = false;     // torque laws that were left out
  WholeBeads beads;
  std::vector<FoldedShape> shapes;
  StraightResult straight;
  std::string file;  // that was written
};

/// σ_j u_j in units of the model.
std::vector<double> tensions(const FoldsResult& result, const FoldedShape& shape);

/// "stable" at the straight shape, "unstable" at every other: its index is at least 1.
const char* verdict(const FoldedShape& shape);

/// The census of equal chains.
struct CensusResult {
  std::vector<CensusCounts> counts;  // of 1, 2, … joints
  std::string file;
};

/// Counts on all cores. With a file it keeps a journal beside it, FILE.journal, one line per part; the journal of a run
/// that was killed is gone on with if `options.resume`, and goes when all is counted and the file is written.
CensusResult census(const Common& common, const FoldsOptions& options);

}  // namespace oopss
