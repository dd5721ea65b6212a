// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/census.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

namespace oopss {
namespace {

constexpr Folds shapes_of_part = 1024;

/// The next number of a line of numbers, each with a space after it; false if there is none.
bool take_number(std::string_view& line, long& value) {
  const auto read = std::from_chars(line.data(), line.data() + line.size(), value);
  if (read.ec != std::errc() || read.ptr == line.data() + line.size() || *read.ptr != ' ') return false;
  line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()) + 1);
  return true;
}

long sum_of(const Matrix<long>& counts) {
  long sum = 0;
  for (const long count : counts.entries) sum += count;
  return sum;
}

}  // namespace

std::vector<CensusPart> census_parts(int joints) {
  assert(joints >= 1 && joints <= most_census_joints);
  std::vector<CensusPart> out;
  for (int n = 1; n <= joints; ++n) {
    const Folds shapes = Folds(1) << n;
    for (Folds first = 0; first < shapes; first += shapes_of_part)
      out.push_back({n, first, std::min(shapes, first + shapes_of_part)});
  }
  return out;
}

CensusCounts counted(const CensusPart& part) {
  const WholeBeads beads = equal_beads(part.joints);
  CensusCounts out(part.joints);
  for (Folds joints = part.first; joints < part.last; ++joints) {
    const FoldedShape shape = folded_shape(beads, joints);
    ++out.shapes(shape.folds, shape.by_tensions.index);
    out.degenerate += shape.degenerate();
    out.mismatches += shape.by_tensions != shape.by_elimination;
  }
  return out;
}

CensusCounts& operator+=(CensusCounts& sum, const CensusCounts& part) {
  assert(sum.joints == part.joints);
  for (std::size_t i = 0; i < sum.shapes.entries.size(); ++i) sum.shapes.entries[i] += part.shapes.entries[i];
  sum.degenerate += part.degenerate;
  sum.mismatches += part.mismatches;
  return sum;
}

std::string census_line(const CensusPart& part, const CensusCounts& counts) {
  std::string out =
      fmt::format("{} {} {} {} {} ", part.joints, part.first, part.last, counts.degenerate, counts.mismatches);
  for (int folds = 0; folds <= part.joints; ++folds)
    for (int index = 0; index <= part.joints; ++index)
      if (const long count = counts.shapes(folds, index); count > 0)
        out += fmt::format("{} {} {} ", folds, index, count);
  return out + "end";
}

bool read_census_line(std::string_view line, const CensusPart& part, CensusCounts& counts) {
  counts = CensusCounts(part.joints);
  long joints = 0, first = 0, last = 0, folds = 0, index = 0, count = 0;
  if (!take_number(line, joints) || !take_number(line, first) || !take_number(line, last) ||
      !take_number(line, counts.degenerate) || !take_number(line, counts.mismatches))
    return false;
  if (joints != part.joints || first != part.first || last != part.last) return false;
  while (line != "end") {
    if (!take_number(line, folds) || !take_number(line, index) || !take_number(line, count)) return false;
    if (folds < 0 || folds > part.joints || index < 0 || index > part.joints || count < 1) return false;
    counts.shapes(static_cast<int>(folds), static_cast<int>(index)) += count;
  }
  return sum_of(counts.shapes) == last - first;
}

CensusRow census_row(const CensusCounts& counts) {
  CensusRow out{counts.joints, sum_of(counts.shapes)};
  for (int folds = 0; folds <= counts.joints; ++folds)
    for (int index = 0; index <= counts.joints; ++index) {
      const long count = counts.shapes(folds, index);
      if (count == 0) continue;
      (index == folds ? out.equal : index < folds ? out.less : out.more) += count;
      out.least = std::min(out.least, index - folds);
      out.largest = std::max(out.largest, index - folds);
    }
  out.degenerate = counts.degenerate;
  out.mismatches = counts.mismatches;
  return out;
}

}  // namespace oopss
