// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/poses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;
using View = PoseSheet::View;

/// Of a curve of the map, and the titles of its views.
Colour orbit_colour(int orbit) { return readable(orbit == 0 ? dark : body_colour(orbit + 3)); }

/// What all views together span.
struct Extent {
  Spot low, high;
};

Extent extent_of(const std::vector<View>& views) {
  constexpr double huge = std::numeric_limits<double>::max();
  Extent out{{huge, huge}, {-huge, -huge}};
  const auto include = [&](const Spot& spot) {
    out.low = {std::min(out.low.x, spot.x), std::min(out.low.y, spot.y)};
    out.high = {std::max(out.high.x, spot.x), std::max(out.high.y, spot.y)};
  };
  for (const View& view : views) {
    for (const PoseSheet::Path& path : view.paths) std::for_each(path.through.begin(), path.through.end(), include);
    for (const PoseSheet::Pose& pose : view.poses)
      for (const PoseSheet::Stick& stick : pose.sticks) {
        include(stick.from);
        include(stick.to);
      }
  }
  return out;
}

void add_pose(std::vector<Mark>& marks, const PoseSheet::Pose& pose) {
  const bool strong = pose.strength >= 1;
  for (const PoseSheet::Stick& stick : pose.sticks)
    marks.push_back(
        Curve{{stick.from, stick.to}, {on_white({body_colour(stick.body), pose.strength}), 1, strong ? 5.0 : 2.2}});
  for (const PoseSheet::Stick& stick : pose.sticks)
    for (const Spot& pin : {stick.from, stick.to})
      marks.push_back(Ring{pin, strong ? 4.5 : 2.4, {on_white({dark, pose.strength}), 1, strong ? 1.8 : 1.1}});
}

/// The word of a stop stands on that side of its place that is away from the middle of the view.
void add_stop(Panel& panel, const PoseSheet::Stop& stop, double em) {
  const Spot middle{(panel.x.from + panel.x.to) / 2, (panel.y.from + panel.y.to) / 2};
  const bool left = stop.place.x < middle.x, below = stop.place.y < middle.y;
  panel.marks.push_back(Disc{stop.place, 4.2, white});
  panel.marks.push_back(Disc{stop.place, 3, dark});
  panel.marks.push_back(Label{stop.place,
                              stop.text,
                              dark,
                              left ? Anchor::end : Anchor::start,
                              {left ? -0.6 * em : 0.6 * em, below ? 0.7 * em : -0.7 * em},
                              0.85,
                              true});
}

Panel view_panel(const View& view, const Box& box, const Extent& extent, double per_pixel, double em) {
  Panel panel;
  panel.frame = box;
  const Spot middle{(extent.low.x + extent.high.x) / 2, (extent.low.y + extent.high.y) / 2};
  panel.x = {middle.x - box.width / 2 * per_pixel, middle.x + box.width / 2 * per_pixel, {}, {}};
  panel.y = {middle.y - box.height / 2 * per_pixel, middle.y + box.height / 2 * per_pixel, {}, {}};
  for (const PoseSheet::Path& path : view.paths)
    if (!path.strong) panel.marks.push_back(Curve{path.through, {body_colour(path.body), 0.55, 1.2}});
  for (const PoseSheet::Pose& pose : view.poses)
    if (pose.strength < 1) add_pose(panel.marks, pose);
  for (const PoseSheet::Path& path : view.paths)
    if (path.strong) panel.marks.push_back(Curve{path.through, {readable(body_colour(path.body)), 1, 2.4}});
  for (const PoseSheet::Pose& pose : view.poses)
    if (pose.strength >= 1) add_pose(panel.marks, pose);
  for (const PoseSheet::Path& path : view.paths)
    if (!path.name.empty() && !path.through.empty()) {
      panel.marks.push_back(Disc{path.through.front(), 4.5, readable(body_colour(path.body))});
      panel.marks.push_back(Label{path.through.front(),
                                  path.name,
                                  readable(body_colour(path.body)),
                                  Anchor::start,
                                  {0.6 * em, -0.7 * em},
                                  0.95,
                                  true});
    }
  for (const PoseSheet::Stop& stop : view.stops) add_stop(panel, stop, em);
  panel.marks.push_back(
      Label{{panel.x.from, panel.y.to}, view.title, orbit_colour(view.orbit), Anchor::start, {0, -0.4 * em}, 1});
  return panel;
}

/// The map shows one turn, from −π/2 on: bars in line or folded back are then inside it.
constexpr double edge = -pi / 2;
double folded(double angle) { return edge + (angle - edge) - 2 * pi * std::floor((angle - edge) / (2 * pi)); }

Spot folded(const Spot& spot) { return {folded(spot.x), folded(spot.y)}; }

/// A closed curve in pieces, cut where an angle goes round.
void add_orbit(Panel& panel, const PoseSheet::Orbit& orbit, int number) {
  const Ink ink{orbit_colour(number), 1, 2.2};
  Curve piece{{}, ink};
  const auto within = [](double x, double y) {
    return Spot{std::clamp(x, edge, edge + 2 * pi), std::clamp(y, edge, edge + 2 * pi)};
  };
  const auto flush = [&] {
    if (piece.through.size() > 1) panel.marks.push_back(piece);
    piece.through.clear();
  };
  for (std::size_t i = 0; i <= orbit.through.size(); ++i) {
    const Spot& spot = orbit.through[i % orbit.through.size()];
    const Spot next = folded(spot);
    if (!piece.through.empty() &&
        (std::abs(next.x - piece.through.back().x) > pi || std::abs(next.y - piece.through.back().y) > pi)) {
      // to the edge and on from the opposite one
      const Spot last = piece.through.back();
      const Spot step{std::remainder(next.x - last.x, 2 * pi), std::remainder(next.y - last.y, 2 * pi)};
      piece.through.push_back(within(last.x + step.x, last.y + step.y));
      flush();
      piece.through.push_back(within(next.x - step.x, next.y - step.y));
    }
    piece.through.push_back(next);
  }
  flush();
  for (const Spot& pose : orbit.poses) panel.marks.push_back(Disc{folded(pose), 3.4, ink.colour});
}

Panel map_panel(const PoseSheet& sheet, const Box& box, double em) {
  Panel panel;
  panel.frame = box;
  panel.x = angle_axis(edge, edge + 2 * pi, sheet.across);
  panel.y = angle_axis(edge, edge + 2 * pi, sheet.up);
  for (std::size_t k = 0; k < sheet.map.size(); ++k) add_orbit(panel, sheet.map[k], static_cast<int>(k));
  for (const PoseSheet::Stop& stop : sheet.crossings) {
    const Spot place = folded(stop.place);
    panel.marks.push_back(Ring{place, 6, {dark, 1, 1.8}});
    panel.marks.push_back(Label{place,
                                stop.text,
                                dark,
                                place.x > pi / 2 ? Anchor::end : Anchor::start,
                                {place.x > pi / 2 ? -em : em, em},
                                0.85,
                                true});
  }
  for (std::size_t k = 0; k < sheet.map.size(); ++k) {
    const PoseSheet::Orbit& orbit = sheet.map[k];
    // on the curve, between poses
    const std::size_t count = std::max<std::size_t>(orbit.poses.size(), 1);
    const Spot& spot = orbit.through[orbit.through.size() * (2 * (k % count) + 1) / (2 * count)];
    panel.marks.push_back(
        Label{folded(spot), orbit.name, orbit_colour(static_cast<int>(k)), Anchor::middle, {}, 1.2, true});
  }
  return panel;
}

/// Bodies by name and colour, then what is said in words.
Panel words_panel(const PoseSheet& sheet, const Box& box, double em) {
  Panel panel{box, {0, box.width, {}, {}}, {box.height, 0, {}, {}}, {}};
  double x = 0, y = 0.8 * em;
  for (std::size_t k = 0; k < sheet.bodies.size(); ++k) {
    const int body = static_cast<int>(k);
    const double width = (2.2 + text_width(sheet.bodies[k]) + 1.4) * em;
    if (x + width > box.width && x > 0) {
      x = 0;
      y += 1.6 * em;
    }
    panel.marks.push_back(Curve{{{x, y}, {x + 1.6 * em, y}}, {body_colour(body), 1, 5}});
    panel.marks.push_back(Label{{x + 2.2 * em, y}, sheet.bodies[k], readable(body_colour(body))});
    x += width;
  }
  y += 2.4 * em;
  for (const std::string& note : sheet.notes) {
    panel.marks.push_back(Label{{0, y}, fitted(note, box.width / em), dark});
    y += 1.55 * em;
  }
  return panel;
}

}  // namespace

Figure pose_figure(const PoseSheet& sheet) {
  Figure figure;
  figure.title = sheet.title;
  figure.width = 1200;
  const double em = figure.text_size, gap = 2 * em, top = 5.4 * em, side = 2 * em;
  const std::size_t views = std::max<std::size_t>(sheet.views.size(), 1), columns = views > 3 ? 2 : views;
  const double count = static_cast<double>(columns);
  const double width = (figure.width - 2 * side - (count - 1) * gap) / count;
  const Extent extent = extent_of(sheet.views);
  const double across = extent.high.x - extent.low.x, up = extent.high.y - extent.low.y, margin = 3.2 * em;
  const double tall = std::clamp(up / std::max(across, 1e-300) * (width - 2 * margin), 12 * em, 44 * em);
  double per_pixel = std::max(across / (width - 2 * margin), up / tall);
  if (!(per_pixel > 0)) per_pixel = 1;
  const double height = tall + 2 * margin;
  for (std::size_t k = 0; k < sheet.views.size(); ++k) {
    const double column = static_cast<double>(k % columns),
                 row = std::floor(static_cast<double>(k) / static_cast<double>(columns));
    const Box box{side + column * (width + gap), top + row * (height + gap), width, height};
    figure.panels.push_back(view_panel(sheet.views[k], box, extent, per_pixel, em));
  }
  const double rows = std::ceil(static_cast<double>(views) / static_cast<double>(columns));
  const double below = top + rows * (height + gap) - gap + 2.4 * em, square = sheet.map.empty() ? 0 : 30 * em;
  double left = side;
  if (!sheet.map.empty()) {
    figure.panels.push_back(map_panel(sheet, {side + 4 * em, below, square, square}, em));
    left += square + 7.5 * em;
  }
  const double room = std::max(square, (5.5 + 1.55 * static_cast<double>(sheet.notes.size())) * em);
  figure.panels.push_back(words_panel(sheet, {left, below, figure.width - left - side, room}, em));
  figure.height = below + room + 4.6 * em;
  return figure;
}

}  // namespace oopss
