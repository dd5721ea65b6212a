// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/drawing.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/dashes.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {
namespace {

using Item = Drawing::Item;
using Kind = Item::Kind;

/// From the middle of a line of text down to its base line: half the height of DejaVu's capitals.
constexpr double half_height = 0.365;

/// A subscript's size and how far its middle line is below that of its letter, in units of the letter's size.
constexpr double subscript_size = 0.72, subscript_drop = 0.26;

Item line(std::vector<Spot> through, const Ink& ink) { return {Kind::line, std::move(through), ink, {}}; }

/// A text whose middle line is at the height of `spot`.
Item words(Spot spot, const std::string& text, double size, const Colour& colour, Anchor anchor) {
  return {Kind::text, {{spot.x, spot.y + half_height * size}}, {{}, 0, 0}, colour, 1, size, clean_text(text), anchor};
}

/// A thin line in the middle of a pixel stays sharp.
double crisp(double pixel) { return std::floor(pixel) + 0.5; }

/// Turns the marks of one panel into items.
struct MarkDrawer {
  const Panel& panel;
  double text_size;
  std::vector<Item>& out;

  void operator()(const Curve& curve) const {
    std::vector<Spot> through;
    for (const Spot& spot : curve.through) through.push_back(on_page(panel, spot));
    if (!curve.ink.anchored || curve.ink.dash == Dash::none) return out.push_back(line(std::move(through), curve.ink));
    for (std::vector<Spot>& dash : anchored_dashes(through, dash_lengths(curve.ink)))
      out.push_back(line(std::move(dash), curve.ink));
  }
  void operator()(const Area& area) const {
    Item item{Kind::line, {}, {{}, 0, 0}, area.colour, area.opacity};
    for (const std::vector<Spot>& bound : area.bounds) {
      if (!item.points.empty()) item.parts.push_back(static_cast<int>(item.points.size()));
      for (const Spot& spot : bound) item.points.push_back(on_page(panel, spot));
    }
    out.push_back(std::move(item));
  }
  void operator()(const Disc& disc) const {
    out.push_back({Kind::disc, {on_page(panel, disc.centre)}, {{}, 0, 0}, disc.colour, disc.opacity, disc.radius});
  }
  void operator()(const Ring& ring) const {
    out.push_back({Kind::disc, {on_page(panel, ring.centre)}, ring.ink, white, 1, ring.radius});
  }
  void operator()(const Label& label) const {
    const Spot spot = on_page(panel, label.anchor_point);
    const double size = label.size * text_size;
    const auto add = [&](Spot where, const std::string& text, double text_height, Anchor anchor) {
      Item item = words(where, text, text_height, label.colour, anchor);
      if (label.halo) item.stroke = {white, 1, 0.25 * item.size};
      out.push_back(std::move(item));
    };
    Spot next{spot.x + label.shift.x, spot.y + label.shift.y};
    if (label.subscript.empty()) return add(next, label.text, size, label.anchor);
    next.x -= label_width(label) * size * static_cast<int>(label.anchor) / 2;
    add(next, label.text, size, Anchor::start);
    next.x += text_width(label.text) * size;
    add({next.x, next.y + subscript_drop * size}, label.subscript, subscript_size * size, Anchor::start);
    next.x += text_width(label.subscript) * subscript_size * size;
    if (!label.rest.empty()) add(next, label.rest, size, Anchor::start);
  }
};

/// The grid with its texts: the values of y left of the panel, those of x below it.
void draw_axes(const Panel& panel, double size, std::vector<Item>& out) {
  const Box& box = panel.frame;
  const Ink thin{light, 1, 1};
  for (const Tick& tick : panel.x.ticks) {
    const double x = on_page(panel, {tick.value, 0}).x, bottom = box.top + box.height;
    out.push_back(line({{crisp(x), box.top}, {crisp(x), bottom}}, thin));
    if (!tick.text.empty()) out.push_back(words({x, bottom + 1.1 * size}, tick.text, 0.9 * size, grey, Anchor::middle));
  }
  for (const Tick& tick : panel.y.ticks) {
    const double y = on_page(panel, {0, tick.value}).y;
    out.push_back(line({{box.left, crisp(y)}, {box.left + box.width, crisp(y)}}, thin));
    if (!tick.text.empty()) out.push_back(words({box.left - 0.6 * size, y}, tick.text, 0.9 * size, grey, Anchor::end));
  }
  const Spot ends[] = {{panel.x.to, panel.y.from}, {panel.x.from, panel.y.to}};
  for (const Label& label : typeset({ends[0], panel.x.label, dark, Anchor::end, {0, 2.5 * size}}, size))
    MarkDrawer{panel, size, out}(label);
  for (const Label& label : typeset({ends[1], panel.y.label, dark, Anchor::start, {0, -1.1 * size}}, size))
    MarkDrawer{panel, size, out}(label);
}

bool finite(const Item& item) {
  return std::isfinite(item.size) && std::isfinite(item.stroke.width) &&
         std::all_of(item.points.begin(), item.points.end(),
                     [](Spot spot) { return std::isfinite(spot.x) && std::isfinite(spot.y); });
}

}  // namespace

double label_width(const Label& label) {
  return text_width(label.text) + subscript_size * text_width(label.subscript) + text_width(label.rest);
}

std::vector<Label> typeset(const Label& label, double text_size) {
  std::vector<Label> out;
  double width = 0;  // so far, in units of the label's size
  for (std::string_view rest = label.text; !rest.empty();) {
    const std::size_t open = rest.find("_{"), close = open == rest.npos ? open : rest.find('}', open);
    Label part = label;
    part.anchor = Anchor::start;
    part.text = rest.substr(0, close == rest.npos ? close : open);
    if (close != rest.npos) part.subscript = rest.substr(open + 2, close - open - 2);
    part.shift.x += width * label.size * text_size;
    width += label_width(part);
    out.push_back(std::move(part));
    rest.remove_prefix(close == rest.npos ? rest.size() : close + 1);
  }
  if (out.size() == 1 && out[0].subscript.empty()) return {label};
  for (Label& part : out) part.shift.x -= width * label.size * text_size * static_cast<int>(label.anchor) / 2;
  return out;
}

double typeset_width(const std::string& text) {
  double width = 0;
  for (const Label& part : typeset({{}, text, {}}, 1)) width += label_width(part);
  return width;
}

std::vector<double> dash_lengths(const Ink& ink) {
  const double unit = std::max(ink.width, 1.0);
  switch (ink.dash) {
    case Dash::none:
      break;
    case Dash::dashed:
      return {4 * unit, 3 * unit};
    case Dash::dotted:
      return {unit, 2 * unit};
    case Dash::dash_dot:
      return {6 * unit, 2 * unit, unit, 2 * unit};
  }
  return {};
}

Drawing drawing(const Figure& figure) {
  Drawing out{figure.width, figure.height, clean_text(figure.title), {}};
  if (!(figure.width >= 1 && figure.width <= 20000 && figure.height >= 1 && figure.height <= 20000))
    throw NotFinite("a figure is between 1 and 20000 pixels wide and high");
  if (!figure.title.empty()) {
    const double em = figure.text_size, size = 1.15 * em, bold = 1.12;  // bold letters are wider
    const std::string text = fitted(clean_text(figure.title), (figure.width - 3 * em) / (bold * size));
    Item title = words({1.5 * em, 1.7 * em}, text, size, dark, Anchor::start);
    title.bold = true;
    out.items.push_back(std::move(title));
  }
  for (const Panel& panel : figure.panels) {
    draw_axes(panel, figure.text_size, out.items);
    for (const Mark& mark : panel.marks) std::visit(MarkDrawer{panel, figure.text_size, out.items}, mark);
  }
  for (const Item& item : out.items)
    if (!finite(item)) throw NotFinite("a number that is not finite was to be drawn");
  return out;
}

}  // namespace oopss
