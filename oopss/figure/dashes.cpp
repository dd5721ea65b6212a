// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/dashes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace oopss {
namespace {

constexpr double far = 1e5;    // pixels: nothing of a figure is there
constexpr double steep = 1.3;  // slopes on the page beyond it count in y; no slope that a figure is likely to repeat

/// Where a coordinate is in the pattern of dashes and gaps: whether it is in a dash, and where that ends.
struct Phase {
  bool drawn = true;
  double end = 0;
};

Phase phase_at(double along, const std::vector<double>& lengths) {
  const double period = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  const double begin = std::floor(along / period) * period;
  double end = begin;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    end += lengths[i];
    if (along < end) return {i % 2 == 0, end};
  }
  return {true, end + lengths[0]};  // a rounding beyond the last gap
}

/// The parts of the way from one coordinate to another that lie in dashes, in order: 0 is its beginning, 1 its end.
std::vector<std::pair<double, double>> drawn_parts(double from, double to, const std::vector<double>& lengths) {
  const double low = std::min(from, to), high = std::max(from, to), length = high - low;
  std::vector<std::pair<double, double>> out;
  for (double along = low; along < high;) {
    const Phase phase = phase_at(along, lengths);
    const double end = std::min(std::max(phase.end, std::nextafter(along, high)), high);
    const double first = std::abs(along - from) / length, last = std::abs(end - from) / length;
    if (phase.drawn) out.emplace_back(std::min(first, last), std::max(first, last));
    along = end;
  }
  if (from > to) std::reverse(out.begin(), out.end());
  return out;
}

Spot between(Spot a, Spot b, double part) { return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)}; }

}  // namespace

std::vector<std::vector<Spot>> anchored_dashes(const std::vector<Spot>& line, const std::vector<double>& lengths) {
  std::vector<std::vector<Spot>> out;
  std::vector<Spot> dash;
  const auto flush = [&] {
    if (dash.size() > 1) out.push_back(dash);
    dash.clear();
  };
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Spot a = line[i], b = line[i + 1];
    const bool upright = std::abs(b.y - a.y) > steep * std::abs(b.x - a.x);
    const double from = upright ? a.y : a.x, to = upright ? b.y : b.x;
    if (!(from != to && std::abs(from) < far && std::abs(to) < far)) continue;
    const std::vector<std::pair<double, double>> pieces = drawn_parts(from, to, lengths);
    for (const auto& [first, last] : pieces) {
      if (first > 0) flush();
      if (dash.empty()) dash.push_back(between(a, b, first));
      dash.push_back(between(a, b, last));
      if (last < 1) flush();
    }
    if (pieces.empty() || pieces.back().second < 1) flush();
  }
  flush();
  return out;
}

}  // namespace oopss
