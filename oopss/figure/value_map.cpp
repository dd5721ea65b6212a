// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/value_map.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/portrait_marks.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

constexpr int tones = 64;

/// Viridis, of S. van der Walt and N. Smith: even steps of lightness, and told apart in every kind of colour-blindness.
Colour map_tone(int level) {
  constexpr std::array<Colour, 10> known = {{{0.267, 0.004, 0.329},
                                             {0.282, 0.157, 0.471},
                                             {0.243, 0.290, 0.537},
                                             {0.192, 0.408, 0.557},
                                             {0.149, 0.510, 0.557},
                                             {0.122, 0.620, 0.537},
                                             {0.208, 0.718, 0.475},
                                             {0.427, 0.804, 0.349},
                                             {0.706, 0.871, 0.173},
                                             {0.992, 0.906, 0.145}}};
  const double place = level * 9.0 / (tones - 1);
  const std::size_t k = std::min<std::size_t>(static_cast<std::size_t>(place), 8);
  const double part = place - static_cast<double>(k);
  const auto mix = [&](double a, double b) { return a + (b - a) * part; };
  return {mix(known[k].red, known[k + 1].red), mix(known[k].green, known[k + 1].green),
          mix(known[k].blue, known[k + 1].blue)};
}

/// Greys of cells without a value, the first the lightest.
Colour reason_tone(int reason) {
  const double part = 0.84 - 0.14 * std::min(reason, 4);
  return {part, part, part};
}

std::vector<Spot> map_cell(double left, double right, double low, double high) {
  return {{left, low}, {right, low}, {right, high}, {left, high}, {left, low}};
}

/// Where a value stands among the cells: cell k spans k to k + 1, and its value is in its middle.
double among_cells(const MapAxis& axis, double value) {
  const auto measured = [&](double number) { return axis.logarithmic ? std::log(std::abs(number)) : number; };
  const double from = measured(axis.values.front()), to = measured(axis.values.back());
  return 0.5 + (measured(value) - from) / (to - from) * static_cast<double>(axis.values.size() - 1);
}

Axis map_axis(const MapAxis& given) {
  const auto [low, high] = std::minmax(given.values.front(), given.values.back());
  const std::string label = given.unit.empty() ? given.label : given.label + " (" + given.unit + ")";
  Axis out{0, static_cast<double>(given.values.size()), {}, label};
  std::vector<Tick> ticks;
  if (given.logarithmic) {
    for (double k = std::floor(std::log10(std::min(std::abs(low), std::abs(high)))) - 1; k < 310; ++k)
      for (const double digit : {1.0, 2.0, 5.0})
        if (const double value = std::copysign(digit * std::pow(10, k), low); value >= low && value <= high)
          ticks.push_back({value, number_text(value, 12)});
    if (ticks.size() > 9)
      std::erase_if(ticks, [](const Tick& tick) { return tick.text.find_first_of("25") != std::string::npos; });
  } else {
    const Axis plain = given.angle ? angle_axis(low, high, label) : axis_over(low, high, 8, given.label, given.unit);
    ticks = plain.ticks;
    out.label = plain.label;
  }
  for (const Tick& tick : ticks) out.ticks.push_back({among_cells(given, tick.value), tick.text});
  return out;
}

/// Cells of one colour as one area, those side by side along x in one piece.
void add_cells(const ValueMap& map, const std::vector<int>& colour_of, Panel& panel) {
  const std::size_t columns = map.x.values.size(), rows = map.y.values.size();
  std::vector<Area> areas(tones + map.reasons.size());
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0, end = 0; i < columns; i = end) {
      const int colour = colour_of[i * rows + j];
      for (end = i + 1; end < columns && colour_of[end * rows + j] == colour;) ++end;
      areas[static_cast<std::size_t>(colour)].bounds.push_back(map_cell(
          static_cast<double>(i), static_cast<double>(end), static_cast<double>(j), static_cast<double>(j + 1)));
    }
  for (std::size_t k = 0; k < areas.size(); ++k) {
    if (areas[k].bounds.empty()) continue;
    areas[k].colour = k < tones ? map_tone(static_cast<int>(k)) : reason_tone(static_cast<int>(k) - tones);
    panel.marks.push_back(std::move(areas[k]));
  }
}

Panel colour_scale(double low, double high, const Box& frame) {
  Panel panel;
  panel.frame = frame;
  panel.y = axis_over(low, high, 8, "", "");
  const Axis shown = panel.y;
  panel.y.ticks.clear();
  panel.y.label.clear();
  for (int k = 0; k < tones; ++k)  // each up to the top, so that no seams are left between them
    panel.marks.push_back(Area{{map_cell(0, 1, low + (high - low) * k / tones, high)}, map_tone(k), 1});
  panel.marks.push_back(Curve{map_cell(0, 1, low, high), {grey, 1, 1}});
  for (const Tick& tick : shown.ticks)
    panel.marks.push_back(Label{{1, tick.value}, tick.text, dark, Anchor::start, {7, 0}, 0.9});
  if (!shown.label.empty()) panel.marks.push_back(Label{{0, low}, shown.label, dark, Anchor::start, {0, 16}, 0.9});
  return panel;
}

}  // namespace

Figure value_map_figure(const ValueMap& map) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : map.values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  const bool any = low <= high;
  if (any && !(high - low > 1e-9 * std::max(std::abs(low), std::abs(high)))) {  // all alike
    const double margin = high == 0 ? 1 : std::abs(high) / 20;
    low -= margin;
    high += margin;
  }
  std::vector<int> colour_of(map.values.size());
  for (std::size_t k = 0; k < map.values.size(); ++k)
    colour_of[k] = map.reason[k] >= 0
                       ? tones + map.reason[k]
                       : std::clamp(static_cast<int>((map.values[k] - low) / (high - low) * tones), 0, tones - 1);

  const double em = 14;
  const int columns = static_cast<int>(map.x.values.size()), rows = static_cast<int>(map.y.values.size());
  // Whole pixels per cell: no seams between cells.
  const auto side = [](int cells) { return static_cast<double>(cells) * std::max(1, 700 / cells); };
  const double width = side(columns), height = side(rows), left = 6 * em, top = 5 * em;
  Figure figure{left + width + 11 * em, top + height + 4.8 * em, em, map.title + ": " + map.quantity, {}};
  Panel panel{{left, top, width, height}, map_axis(map.x), map_axis(map.y), {}};
  add_cells(map, colour_of, panel);
  panel.marks.push_back(Curve{map_cell(0, columns, 0, rows), {grey, 1, 1}});
  double shift = 0;  // of the words about grey cells, above the map from its right
  for (std::size_t k = map.reasons.size(); k-- > 0;) {
    const Spot corner{static_cast<double>(columns), static_cast<double>(rows)};
    panel.marks.push_back(Label{corner, map.reasons[k], dark, Anchor::end, {-shift, -1.1 * em}, 0.9});
    shift += (0.9 * text_width(map.reasons[k]) + 0.5) * em;
    const double cell_width = columns / width, cell_height = rows / height;
    panel.marks.push_back(Area{{map_cell(corner.x - (shift + em) * cell_width, corner.x - shift * cell_width,
                                         corner.y + 0.6 * em * cell_height, corner.y + 1.6 * em * cell_height)},
                               reason_tone(static_cast<int>(k)),
                               1});
    shift += 2.2 * em;
  }
  figure.panels.push_back(std::move(panel));
  if (any) figure.panels.push_back(colour_scale(low, high, {left + width + 2 * em, top, 1.4 * em, height}));
  return figure;
}

}  // namespace oopss
