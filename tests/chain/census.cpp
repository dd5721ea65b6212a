// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/census.hpp"

#include <array>
#include <catch2/catch.hpp>

namespace oopss {
namespace {

/// Counts of the equal chain with 1, 2, … joints as they were found by an independent program.
constexpr std::array<std::array<long, 4>, 10> known = {{{2, 0, 0, 0},
                                                        {3, 1, 0, 1},
                                                        {6, 2, 0, 0},
                                                        {8, 8, 0, 3},
                                                        {8, 18, 6, 2},
                                                        {19, 41, 4, 14},
                                                        {41, 72, 15, 4},
                                                        {64, 171, 21, 26},
                                                        {105, 339, 68, 19},
                                                        {184, 739, 101, 232}}};

}  // namespace

TEST_CASE("the census of equal chains to 10 joints has the known counts, and the theorem is right at every shape") {
  std::vector<CensusCounts> counts;
  for (int joints = 1; joints <= 10; ++joints) counts.emplace_back(joints);
  for (const CensusPart& part : census_parts(10)) counts[part.joints - 1] += counted(part);
  for (int joints = 1; joints <= 10; ++joints) {
    const CensusRow row = census_row(counts[joints - 1]);
    CHECK(row.shapes == 1L << joints);
    CHECK(std::array<long, 4>{row.equal, row.less, row.more, row.degenerate} == known[joints - 1]);
    CHECK(row.mismatches == 0);
  }
  const CensusRow last = census_row(counts.back());
  CHECK(last.least == -5);
  CHECK(last.largest == 3);
}

TEST_CASE("parts of a census are all shapes, each once") {
  std::array<Folds, 13> next{};
  for (const CensusPart& part : census_parts(12)) {
    CHECK(part.first == next[part.joints]);
    next[part.joints] = part.last;
  }
  for (int joints = 1; joints <= 12; ++joints) CHECK(next[joints] == Folds(1) << joints);
}

TEST_CASE("a line of a census is read as it was written, and not if any of it is missing") {
  const CensusPart part = {6, 16, 48};
  const CensusCounts counts = counted(part);
  const std::string line = census_line(part, counts);
  CensusCounts read(1);
  REQUIRE(read_census_line(line, part, read));
  CHECK(read.joints == 6);
  CHECK(read.shapes.entries == counts.shapes.entries);
  CHECK(read.degenerate == counts.degenerate);
  CHECK(read.mismatches == 0);
  for (std::size_t cut = 0; cut < line.size(); ++cut) CHECK_FALSE(read_census_line(line.substr(0, cut), part, read));
  CHECK_FALSE(read_census_line(line, {6, 0, 48}, read));
  CHECK_FALSE(read_census_line("6 16 48 0 0 7 0 32 end", part, read));  // no shape has 7 folds
}

}  // namespace oopss
