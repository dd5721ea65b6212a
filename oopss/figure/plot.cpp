// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/drawing.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

/// The series of one panel, and how each is drawn.
struct Group {
  std::vector<const Series*> series;
  std::vector<Ink> inks;
};

std::vector<Group> groups_of(const std::vector<Series>& series) {
  std::vector<Group> groups;
  for (const Series& one : series) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& other) {
      return other.series[0]->quantity == one.quantity && other.series[0]->unit == one.unit;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{});
    // Of one body the second is paler, a third dashed too, a fourth dotted: components of vectors and of turns.
    const auto before = std::count_if(group->series.begin(), group->series.end(),
                                      [&](const Series* other) { return other->body == one.body; });
    group->series.push_back(&one);
    const Dash dash = before < 2 ? Dash::none : before == 2 ? Dash::dashed : Dash::dotted;
    group->inks.push_back({body_colour(one.body), before > 0 ? 0.5 : 1, 1.4, dash});
  }
  return groups;
}

/// What stands at the end of a line: θ_{2,1}  elbow.
std::string line_name(const Series& series) {
  return series.symbol.empty() || series.symbol == series.name ? series.name : series.symbol + "  " + series.name;
}

/// What a panel shows, with the letter that its lines share: joint angle θ.
std::string quantity_of(const Group& group) {
  const auto letter = [](const Series* one) { return one->symbol.substr(0, one->symbol.find("_{")); };
  const std::string first = letter(group.series[0]);
  const bool shared = std::all_of(group.series.begin(), group.series.end(),
                                  [&](const Series* one) { return letter(one) == first && first != one->symbol; });
  return shared ? group.series[0]->quantity + " " + first : group.series[0]->quantity;
}

void check_finite(const std::vector<double>& values, const std::string& name) {
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    throw NotFinite("column " + name + " has a number that is not finite");
}

/// The line through (t, values) with no more than the first, least, largest and last place of every pixel column, in
/// their order: it looks the same and stays small.
std::vector<Spot> line_through(const std::vector<double>& t, const std::vector<double>& values, double from, double to,
                               int columns) {
  const auto column_of = [&](std::size_t i) { return static_cast<int>((t[i] - from) / (to - from) * columns); };
  std::vector<Spot> out;
  for (std::size_t begin = 0, end = 0; begin < t.size(); begin = end) {
    while (end < t.size() && column_of(end) == column_of(begin)) ++end;
    const auto first = values.begin() + begin, last = values.begin() + end;
    const auto [least, largest] = std::minmax_element(first, last);
    std::vector<std::size_t> kept = {begin, static_cast<std::size_t>(least - values.begin()),
                                     static_cast<std::size_t>(largest - values.begin()), end - 1};
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    for (const std::size_t i : kept) out.push_back({t[i], values[i]});
  }
  return out;
}

/// Moves heights apart so that neighbours are `gap` apart and all lie between `top` and `bottom`, if there is room; as
/// little as possible in the least-squares sense: those that crowd are pooled around their mean.
void spread(std::vector<double>& heights, double gap, double top, double bottom) {
  struct Pool {
    double sum;  // of the wanted heights of the pool's first place
    int count;
    double first() const { return sum / count; }
  };
  std::vector<int> order(heights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return heights[a] < heights[b]; });
  std::vector<Pool> pools;
  for (const int i : order) {
    pools.push_back({heights[i], 1});
    while (pools.size() > 1) {
      const Pool last = pools.back();
      Pool& before = pools[pools.size() - 2];
      if (last.first() >= before.first() + before.count * gap) break;
      before.sum += last.sum - last.count * (before.count * gap);
      before.count += last.count;
      pools.pop_back();
    }
  }
  auto next = order.begin();
  for (const Pool& pool : pools)
    for (int k = 0; k < pool.count; ++k) heights[*next++] = pool.first() + k * gap;
  for (int k = 0; k < order.size(); ++k) heights[order[k]] = std::max(heights[order[k]], top + k * gap);
  for (int k = 0; k < order.size(); ++k)
    heights[*(order.rbegin() + k)] = std::min(heights[*(order.rbegin() + k)], bottom - k * gap);
}

/// The names at the ends of the lines, as many as there is room for.
void add_names(Panel& panel, const Group& group, double text_size) {
  const double gap = 1.2 * text_size, bottom = panel.frame.top + panel.frame.height;
  const int all = static_cast<int>(group.series.size());
  const int room = std::max(1, static_cast<int>(panel.frame.height / gap) + 1), named = all > room ? room - 1 : all;
  std::vector<std::string> names;
  std::vector<double> ends, heights;
  for (int i = 0; i < named; ++i) {
    names.push_back(line_name(*group.series[i]));
    ends.push_back(group.series[i]->values.back());
  }
  if (named < all) {
    names.push_back("and " + std::to_string(all - named) + " more");
    ends.push_back(panel.y.from);
  }
  for (const double end : ends) heights.push_back(on_page(panel, {panel.x.to, end}).y);
  std::vector<double> levels = heights;
  spread(levels, gap, panel.frame.top, bottom);
  for (int i = 0; i < names.size(); ++i)
    for (Label& label : typeset({{panel.x.to, ends[i]},
                                 names[i],
                                 i < named ? readable(on_white(group.inks[i])) : grey,
                                 Anchor::start,
                                 {0.6 * text_size, levels[i] - heights[i]}},
                                text_size))
      panel.marks.push_back(std::move(label));
}

/// The columns, checked; a run backwards is turned round, so that time goes to the right.
std::pair<std::vector<double>, std::vector<Series>> rising(std::vector<double> t, std::vector<Series> series) {
  check_finite(t, "t");
  const bool backwards = !t.empty() && t.back() < t.front();
  for (Series& one : series) {
    check_finite(one.values, one.name);
    if (one.values.size() != t.size() || t.empty()) throw std::invalid_argument("columns of different lengths");
    if (backwards) std::reverse(one.values.begin(), one.values.end());
  }
  if (backwards) std::reverse(t.begin(), t.end());
  return {std::move(t), std::move(series)};
}

/// The values of a panel.
struct Range {
  double low = 0, high = 0;
  bool constant = false;
};

/// What differs by less than rounding is constant: of angles beside 1 rad, of other quantities beside the largest value
/// of their unit in the figure; and what is not seen beside its own values. A constant within rounding of 0 is 0.
Range range_of(const Group& group, const std::vector<Series>& all) {
  const std::string& unit = group.series[0]->unit;
  const double first = group.series[0]->values[0];
  Range out{first, first};
  for (const Series* one : group.series) {
    const auto [least, largest] = std::minmax_element(one->values.begin(), one->values.end());
    out.low = std::min(out.low, *least);
    out.high = std::max(out.high, *largest);
  }
  double scale = unit == "rad" ? 1 : 0;
  for (const Series& one : all)
    if (one.unit == unit)
      for (const double value : one.values) scale = std::max(scale, std::abs(value));
  constexpr double rounding = 1e-12, unseen = 1e-9;  // rounding of a long run, added up
  const double largest = std::max(std::abs(out.low), std::abs(out.high));
  out.constant = out.high - out.low <= std::max(rounding * scale, unseen * largest);
  if (out.constant) out.low = out.high = std::abs(out.low) <= rounding * scale ? 0 : (out.low + out.high) / 2;
  return out;
}

Axis value_axis(const Group& group, const Range& range, double ticks) {
  const double margin = 0.04 * (range.high - range.low);  // the line's own width at the extremes
  return axis_over(range.low - margin, range.high + margin, ticks, quantity_of(group), group.series[0]->unit);
}

/// The heights of panels that fill `room` together: a constant needs a strip alone.
std::vector<double> panel_heights(const std::vector<Range>& ranges, double room, double text_size) {
  const auto flat = std::count_if(ranges.begin(), ranges.end(), [](const Range& range) { return range.constant; });
  const double even = room / static_cast<double>(ranges.size()), strip = std::min(even, 5 * text_size);
  const auto others = static_cast<double>(ranges.size()) - static_cast<double>(flat);
  std::vector<double> out;
  for (const Range& range : ranges)
    out.push_back(range.constant ? strip : (room - static_cast<double>(flat) * strip) / others);
  return out;
}

constexpr double below_graphs = 3.2;  // em, for the time axis

double widest_tick(const Axis& axis) {
  double widest = 0;
  for (const Tick& tick : axis.ticks) widest = std::max(widest, 0.9 * text_width(tick.text));
  return widest;
}

}  // namespace

std::vector<Panel> graphs(const Box& box, double text_size, const std::vector<double>& times,
                          const std::vector<Series>& columns) {
  const auto [t, series] = rising(times, columns);
  const std::vector<Group> groups = groups_of(series);
  if (groups.empty()) return {};
  const double above = 2.6 * text_size;  // room for the label over a panel
  const double room = box.height - below_graphs * text_size - static_cast<double>(groups.size()) * above;
  if (room < static_cast<double>(groups.size()) * text_size)
    throw std::invalid_argument("too many graphs for the height of the figure");
  std::vector<Range> ranges;
  for (const Group& group : groups) ranges.push_back(range_of(group, series));
  const std::vector<double> heights = panel_heights(ranges, room, text_size);
  std::vector<Panel> panels;
  double left = 0, right = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    const double height = heights[g];
    Panel panel;
    panel.y = value_axis(group, ranges[g], std::max(2.0, height / (2.6 * text_size)));
    left = std::max(left, widest_tick(panel.y));
    for (const Series* one : group.series) right = std::max(right, typeset_width(line_name(*one)));
    if (group.series.size() > height / (1.2 * text_size)) right = std::max(right, text_width("and 1000 more"));
    panels.push_back(std::move(panel));
  }
  left = (left + 0.6) * text_size;
  right = std::min((right + 0.8) * text_size, box.width / 3);
  double top = box.top + above;
  for (int i = 0; i < panels.size(); ++i) {
    Panel& panel = panels[i];
    panel.frame = {box.left + left, top, box.width - left - right, heights[i]};
    top += heights[i] + above;
    panel.x = axis_over(t.front(), t.back(), std::max(2.0, panel.frame.width / (5 * text_size)), "t", "s");
    if (i + 1 < panels.size()) {
      for (Tick& tick : panel.x.ticks) tick.text.clear();
      panel.x.label.clear();
    }
    const int pixels = std::max(1, static_cast<int>(panel.frame.width));
    for (int k = static_cast<int>(groups[i].series.size()) - 1; k >= 0; --k)
      panel.marks.push_back(
          Curve{line_through(t, groups[i].series[k]->values, panel.x.from, panel.x.to, pixels), groups[i].inks[k]});
    add_names(panel, groups[i], text_size);
  }
  return panels;
}

Figure plot(const Plot& wanted) {
  Figure figure{wanted.width,
                wanted.height,
                std::clamp(std::min(wanted.width / 80, wanted.height / 42), 8.5, 15.0),
                wanted.title,
                {}};
  const double em = figure.text_size, top = wanted.title.empty() ? em : 3 * em;
  const Box page = {1.5 * em, top, wanted.width - 3 * em, wanted.height - top - em};
  Box left = page, right = page;
  if (wanted.frame && !wanted.series.empty()) {
    left.width = 0.46 * page.width;
    right.left += 0.5 * page.width;
    right.width = 0.5 * page.width;
  }
  if (wanted.frame) figure.panels.push_back(strobe(left, em, wanted.skeleton, wanted.motion, *wanted.frame));
  for (Panel& panel : graphs(right, em, wanted.t, wanted.series)) figure.panels.push_back(std::move(panel));
  if (!wanted.frame && !figure.panels.empty()) {  // constants alone fill no page
    const Box& last = figure.panels.back().frame;
    figure.height = std::min(figure.height, last.top + last.height + (below_graphs + 1) * em);
  }
  return figure;
}

}  // namespace oopss
