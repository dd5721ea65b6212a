// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/folds.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {
namespace {

std::vector<Spot> cell(double left, double right, double low, double high) {
  return {{left, low}, {right, low}, {right, high}, {left, high}, {left, low}};
}

Axis whole_axis(int from, int to, const char* label) {
  Axis out{from - 0.5, to + 0.5, {}, label};
  for (int k = from; k <= to; ++k) out.ticks.push_back({static_cast<double>(k), std::to_string(k)});
  return out;
}

/// The darker the more, by the logarithm.
Colour count_tone(long count, long most) {
  const double part = std::log(static_cast<double>(count)) / std::max(1.0, std::log(static_cast<double>(most)));
  return on_white({body_colour(0), 0.12 + 0.6 * part});
}

Panel count_map(const CensusCounts& counts, const Box& frame, double em) {
  const int n = counts.joints;
  Panel panel{
      frame, whole_axis(0, n, "folds"), whole_axis(0, n, "index: directions in which the shape is unstable"), {}};
  const long most = *std::max_element(counts.shapes.entries.begin(), counts.shapes.entries.end());
  for (int folds = 0; folds <= n; ++folds)
    for (int index = 0; index <= n; ++index)
      if (const long count = counts.shapes(folds, index); count > 0)
        panel.marks.push_back(
            Area{{cell(folds - 0.5, folds + 0.5, index - 0.5, index + 0.5)}, count_tone(count, most)});
  panel.marks.push_back(Curve{{{-0.5, -0.5}, {n + 0.5, n + 0.5}}, {body_colour(1), 1, 2}});
  panel.marks.push_back(Label{{n + 0.2, n + 0.2}, "index = folds", body_colour(1), Anchor::end, {-0.8 * em, 0}, 0.9});
  const double size = std::clamp(frame.width / (n + 1) / (3.6 * em), 0.45, 1.1);
  for (int folds = 0; folds <= n; ++folds)
    for (int index = 0; index <= n; ++index)
      if (const long count = counts.shapes(folds, index); count > 0)
        panel.marks.push_back(Label{{static_cast<double>(folds), static_cast<double>(index)},
                                    std::to_string(count),
                                    dark,
                                    Anchor::middle,
                                    {},
                                    size,
                                    folds == index});
  return panel;
}

/// Bars for all numbers of joints: equal at the bottom, below in the middle, above on top.
Panel share_bars(const std::vector<CensusCounts>& counts, const Box& frame, double em) {
  Panel panel{frame, whole_axis(1, static_cast<int>(counts.size()), "joints"), {0, 1, {}, {}}, {}};
  for (const int percent : {0, 25, 50, 75, 100})
    panel.y.ticks.push_back({percent / 100.0, fmt::format("{} %", percent)});
  for (const CensusCounts& of_joints : counts) {
    const CensusRow row = census_row(of_joints);
    double low = 0;
    for (const auto& [count, colour] : {std::pair{row.equal, body_colour(2)}, std::pair{row.less, body_colour(5)},
                                        std::pair{row.more, body_colour(4)}}) {
      const double high = low + static_cast<double>(count) / static_cast<double>(row.shapes);
      panel.marks.push_back(Area{{cell(row.joints - 0.4, row.joints + 0.4, low, high)}, colour});
      low = high;
    }
  }
  double x = 0;
  for (const auto& [text, colour] : {std::pair{"index = folds", body_colour(2)}, std::pair{"less", body_colour(5)},
                                     std::pair{"more", body_colour(4)}}) {
    panel.marks.push_back(Label{{panel.x.from, 1}, text, readable(colour), Anchor::start, {x, -1.1 * em}, 0.9});
    x += (0.9 * text_width(text) + 2) * em;
  }
  return panel;
}

}  // namespace

Figure census_figure(const std::vector<CensusCounts>& counts) {
  const CensusCounts& last = counts.back();
  Figure figure{1240,
                820,
                14,
                fmt::format("Rectilinear shapes of the equal chain with {} joint{}: all {}, by folds and index",
                            last.joints, last.joints == 1 ? "" : "s", census_row(last).shapes),
                {}};
  const double em = figure.text_size, top = 5 * em, side = figure.height - top - 4.5 * em;
  const double right = 5 * em + side + 6 * em;
  figure.panels.push_back(count_map(last, {5 * em, top, side, side}, em));
  figure.panels.push_back(share_bars(counts, {right, top, figure.width - right - 2 * em, side}, em));
  return figure;
}

}  // namespace oopss
