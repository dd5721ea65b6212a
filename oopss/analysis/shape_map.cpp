// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/shape_map.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

using Function = std::function<double(double, double)>;
using Place = std::array<double, 2>;

/// One level on the grid, framed by a ring of nodes that count as below it: then every bound is closed. The nodes of
/// the ring lie on the border too.
class Tracer {
 public:
  Tracer(const Function& f, const ShapeMap& map, double level)
      : f_(f), map_(map), level_(level), side_(map.size + 2), next_(2 * side_ * side_, -1) {
    for (int j = 0; j + 1 < side_; ++j)
      for (int i = 0; i + 1 < side_; ++i) add_cell(i, j);
  }

  ContourLevel traced() {
    ContourLevel out{level_, false, {}, {}};
    for (int first = 0; first < static_cast<int>(next_.size()); ++first) {
      if (next_[first] < 0) continue;
      std::vector<int> edges;
      for (int edge = first; next_[edge] >= 0;) {
        edges.push_back(edge);
        const int after = next_[edge];
        next_[edge] = -1;
        edge = after;
      }
      add_loop(edges, out);
    }
    return out;
  }

 private:
  bool on_ring(int i, int j) const { return i == 0 || j == 0 || i == side_ - 1 || j == side_ - 1; }
  bool inside(int i, int j) const { return !on_ring(i, j) && value(i, j) >= level_; }
  double value(int i, int j) const { return map_.values[(j - 1) * map_.size + i - 1]; }
  Place node(int i, int j) const {
    const auto along = [&](int axis, int k) {
      const int inner = std::clamp(k - 1, 0, map_.size - 1);
      return map_.window.from[axis] + (map_.window.to[axis] - map_.window.from[axis]) * inner / (map_.size - 1);
    };
    return {along(0, i), along(1, j)};
  }

  /// The edges of a cell counter-clockwise from its lower left node; an edge is named by its lower left end and
  /// direction.
  int edge_of(int i, int j, int side) const {
    switch (side) {
      case 0:
        return 2 * (j * side_ + i);
      case 1:
        return 2 * (j * side_ + i + 1) + 1;
      case 2:
        return 2 * ((j + 1) * side_ + i);
      default:
        return 2 * (j * side_ + i) + 1;
    }
  }

  /// A bound leaves a cell's edge where, counter-clockwise, inside turns to outside, and goes to one where outside
  /// turns to inside: the part inside is on its left. Where two diagonal nodes are inside, the middle decides.
  void add_cell(int i, int j) {
    const bool corner[5] = {inside(i, j), inside(i + 1, j), inside(i + 1, j + 1), inside(i, j + 1), inside(i, j)};
    std::vector<int> out_of, into;
    for (int side = 0; side < 4; ++side) {
      if (corner[side] && !corner[side + 1]) out_of.push_back(side);
      if (!corner[side] && corner[side + 1]) into.push_back(side);
    }
    bool middle_inside = true;
    if (out_of.size() == 2) {
      const Place a = node(i, j), b = node(i + 1, j + 1);
      middle_inside = f_((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) >= level_;
    }
    for (const int side : out_of) {
      // the next one counter-clockwise cuts off what is outside; the one before, what is inside
      int to = into[0];
      if (into.size() == 2 && ((into[0] - side + 4) % 4 == 1) != middle_inside) to = into[1];
      next_[edge_of(i, j, side)] = edge_of(i, j, to);
    }
  }

  /// Where the level crosses an edge: by halving intervals, to rounding.
  Place crossing(int edge) const {
    const int i = edge / 2 % side_, j = edge / 2 / side_, k = i + (edge % 2 == 0), l = j + edge % 2;
    if (on_ring(i, j)) return node(k, l);
    if (on_ring(k, l)) return node(i, j);
    Place a = node(i, j), b = node(k, l);
    const bool inside_a = inside(i, j);
    for (int halving = 0; halving < 40; ++halving) {
      const Place middle = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
      ((f_(middle[0], middle[1]) >= level_) == inside_a ? a : b) = middle;
    }
    return {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
  }

  bool on_border(int edge) const {
    const int i = edge / 2 % side_, j = edge / 2 / side_;
    return on_ring(i, j) || on_ring(i + (edge % 2 == 0), j + edge % 2);
  }

  void add_loop(const std::vector<int>& edges, ContourLevel& out) const {
    std::vector<Place> loop, line;
    std::size_t begin = 0;  // a line begins behind the border
    while (begin < edges.size() && !on_border(edges[begin])) ++begin;
    const bool whole = begin == edges.size();
    for (std::size_t k = 0; k <= edges.size(); ++k) {
      const int edge = edges[(begin + k) % edges.size()];
      if (k == edges.size() && !whole) break;
      const Place place = crossing(edge);
      loop.push_back(place);
      if (!on_border(edge)) line.push_back(place);
      if (on_border(edge) || k + 1 == edges.size() + whole) {
        if (line.size() > 1) out.lines.push_back(line);
        line.clear();
      }
    }
    out.bounds.push_back(std::move(loop));
  }

  const Function& f_;
  const ShapeMap& map_;
  double level_;
  int side_;
  std::vector<int> next_;  // by edge: the edge to which a bound goes on; −1: none
};

/// Lines that come within a cell or so of a saddle of their level end in it: there four arms meet, which a grid cannot
/// tell apart.
void end_in(const MapSaddle& saddle, double reach, std::vector<std::vector<Place>>& lines) {
  std::vector<std::vector<Place>> out;
  for (const std::vector<Place>& line : lines) {
    std::vector<Place> arm;
    bool cut = false;
    for (const Place& place : line) {
      if (std::hypot(place[0] - saddle.phi[0], place[1] - saddle.phi[1]) > reach) {
        if (cut) arm.push_back(saddle.phi);
        cut = false;
        arm.push_back(place);
        continue;
      }
      cut = true;
      if (arm.empty()) continue;
      arm.push_back(saddle.phi);
      out.push_back(std::move(arm));
      arm.clear();
    }
    if (arm.size() > 1) out.push_back(std::move(arm));
  }
  lines = std::move(out);
}

/// Midway between evenly spaced in height and evenly in area: neither steep nor flat parts go empty.
std::vector<double> chosen_levels(const ShapeMap& map) {
  constexpr int count = 12;
  std::vector<double> sorted = map.values, out;
  std::sort(sorted.begin(), sorted.end());
  const double rise = map.highest - map.lowest;
  const double step = std::pow(10, std::floor(std::log10(rise / 50)));
  for (int k = 1; k < count; ++k) {
    const double by_area = sorted[sorted.size() * k / count], by_height = map.lowest + rise * k / count;
    out.push_back(std::round((by_area + by_height) / 2 / step) * step);
  }
  return out;
}

}  // namespace

ShapeMap shape_map(const Function& f, const AngleWindow& window, std::vector<double> levels,
                   const std::vector<MapSaddle>& saddles) {
  // An odd number of cells: shapes at simple fractions of a turn, where equilibria like to be, are then no nodes.
  ShapeMap map{window, 182, {}, 0, 0, {}};
  for (int j = 0; j < map.size; ++j)
    for (int i = 0; i < map.size; ++i)
      map.values.push_back(f(window.from[0] + (window.to[0] - window.from[0]) * i / (map.size - 1),
                             window.from[1] + (window.to[1] - window.from[1]) * j / (map.size - 1)));
  const auto [least, largest] = std::minmax_element(map.values.begin(), map.values.end());
  map.lowest = *least;
  map.highest = *largest;
  if (levels.empty()) levels = chosen_levels(map);
  const double near = 1e-3 * (map.highest - map.lowest);  // a chosen line on top of a separating one says nothing
  std::erase_if(levels, [&](double level) {
    return std::any_of(saddles.begin(), saddles.end(),
                       [&](const MapSaddle& saddle) { return std::abs(saddle.level - level) < near; });
  });
  for (const MapSaddle& saddle : saddles) levels.push_back(saddle.level);
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  for (const double level : levels) {
    ContourLevel contour = Tracer(f, map, level).traced();
    for (const MapSaddle& saddle : saddles) {
      if (saddle.level != level) continue;
      contour.separating = true;
      end_in(saddle, 1.5 * (window.to[0] - window.from[0]) / (map.size - 1), contour.lines);
    }
    map.contours.push_back(std::move(contour));
  }
  return map;
}

}  // namespace oopss
