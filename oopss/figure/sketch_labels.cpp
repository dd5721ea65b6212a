// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/sketch_labels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

/// How far a label reaches from its middle in a direction.
double reach_of(const LabelRequest& request, double c, double s) {
  return std::min(request.width / 2 / std::max(std::abs(c), 1e-9), request.height / 2 / std::max(std::abs(s), 1e-9));
}

Box box_of(const LabelRequest& request, Spot middle) {
  return {middle.x - request.width / 2, middle.y - request.height / 2, request.width, request.height};
}

double common_area(const Box& a, const Box& b) {
  const double width = std::min(a.left + a.width, b.left + b.width) - std::max(a.left, b.left),
               height = std::min(a.top + a.height, b.top + b.height) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/// The length of a line within a box: its part from t0 to t1 is in all four half-planes.
double length_within(const PageLine& line, const Box& box) {
  const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
  double t0 = 0, t1 = 1;
  const auto cut = [&](double slope, double room) {  // slope t ≤ room
    if (slope > 0) {
      t1 = std::min(t1, room / slope);
    } else if (slope < 0) {
      t0 = std::max(t0, room / slope);
    } else if (room < 0) {
      t1 = -1;
    }
  };
  cut(-dx, line.from.x - box.left);
  cut(dx, box.left + box.width - line.from.x);
  cut(-dy, line.from.y - box.top);
  cut(dy, box.top + box.height - line.from.y);
  return t1 > t0 ? (t1 - t0) * std::hypot(dx, dy) : 0;
}

bool inside(const Box& box, const Box& page) {
  return box.left >= page.left && box.top >= page.top && box.left + box.width <= page.left + page.width &&
         box.top + box.height <= page.top + page.height;
}

constexpr double covering = 1000;  // what it costs to cover a label or to leave the page

}  // namespace

std::vector<LabelPlace> places_around(Spot centre, double radius, const LabelRequest& request) {
  std::vector<LabelPlace> out;
  for (const double gap : {0.25, 0.9, 1.8, 3.0})
    for (int side = 0; side < 16; ++side) {
      const double angle = side * std::numbers::pi / 8, c = std::cos(angle), s = -std::sin(angle);
      const double away = radius + gap * request.height + reach_of(request, c, s);
      out.push_back({{centre.x + away * c, centre.y + away * s}, gap});
    }
  return out;
}

std::vector<LabelPlace> places_beside(Spot from, Spot to, const LabelRequest& request) {
  const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-9);
  const Spot normal{(from.y - to.y) / length, (to.x - from.x) / length};
  std::vector<LabelPlace> out;
  for (const double gap : {0.15, 0.7, 1.6})
    for (const double part : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8})
      for (const double side : {1.0, -1.0}) {
        const double c = side * normal.x, s = side * normal.y;
        // the far corner of the label, seen along the normal, stays off the line
        const double away = gap * request.height + (std::abs(c) * request.width + std::abs(s) * request.height) / 2;
        out.push_back({{from.x + part * (to.x - from.x) + away * c, from.y + part * (to.y - from.y) + away * s},
                       gap + 2 * std::abs(part - 0.5)});
      }
  return out;
}

std::vector<LabelPlace> places_outside(const std::vector<Spot>& outline, Spot centre, const LabelRequest& request) {
  std::vector<LabelPlace> out;
  for (const double gap : {0.15, 0.8, 1.8})
    for (int side = 0; side < 32; ++side) {
      const double angle = side * std::numbers::pi / 16, c = std::cos(angle), s = -std::sin(angle);
      double edge = 0;  // where the ray leaves the outline for the last time
      for (std::size_t k = 0; k < outline.size(); ++k) {
        const Spot a = outline[k], b = outline[(k + 1) % outline.size()];
        const double ax = a.x - centre.x, ay = a.y - centre.y, bx = b.x - centre.x, by = b.y - centre.y;
        const double side_a = c * ay - s * ax, side_b = c * by - s * bx;
        if ((side_a > 0) == (side_b > 0)) continue;
        const double part = side_a / (side_a - side_b);
        edge = std::max(edge, c * (ax + part * (bx - ax)) + s * (ay + part * (by - ay)));
      }
      const double away = edge + gap * request.height + reach_of(request, c, s);
      out.push_back({{centre.x + away * c, centre.y + away * s}, gap + 0.15 * edge / request.height});
    }
  return out;
}

std::vector<PlacedLabel> place_labels(const std::vector<LabelRequest>& requests, const std::vector<PageLine>& lines,
                                      const Box& page) {
  const int count = static_cast<int>(requests.size());
  std::vector<std::vector<double>> fixed(count);  // what the places cost whatever the other labels do
  for (int i = 0; i < count; ++i)
    for (const LabelPlace& place : requests[i].places) {
      const Box box = box_of(requests[i], place.middle);
      double cost = place.cost + (inside(box, page) ? 0 : covering);
      for (const PageLine& line : lines) cost += 4 * line.weight * length_within(line, box) / requests[i].height;
      fixed[i].push_back(cost);
    }
  std::vector<int> chosen(count, -1);
  const auto cost_of = [&](int i, int k) {
    const Box box = box_of(requests[i], requests[i].places[k].middle);
    double cost = fixed[i][k];
    for (int j = 0; j < count; ++j) {
      if (j == i || chosen[j] < 0) continue;
      const double area = common_area(box, box_of(requests[j], requests[j].places[chosen[j]].middle));
      if (area > 0) cost += covering * (1 + area / (box.width * box.height));
    }
    return cost;
  };
  constexpr int most_sweeps = 6;  // it may go in circles
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    const std::vector<int> before = chosen;
    for (int i = 0; i < count; ++i) {
      double least = 0;
      int best = -1;
      for (int k = 0; k < static_cast<int>(requests[i].places.size()); ++k)
        if (const double cost = cost_of(i, k); best < 0 || cost < least - 1e-9) {
          best = k;
          least = cost;
        }
      chosen[i] = requests[i].optional && least >= covering ? -1 : best;
    }
    if (chosen == before) break;
  }
  std::vector<PlacedLabel> out;
  for (int i = 0; i < count; ++i) {
    out.push_back({chosen[i]});
    if (chosen[i] < 0) continue;
    const Box box = box_of(requests[i], requests[i].places[chosen[i]].middle);
    out.back().covers_line =
        std::any_of(lines.begin(), lines.end(), [&](const PageLine& line) { return length_within(line, box) > 0; });
  }
  return out;
}

}  // namespace oopss
