// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "oopss/figure/render.hpp"

namespace oopss {
namespace {

using Item = Drawing::Item;

/// Hundredths of a pixel; no digit more than needed.
std::string number(double value) {
  std::array<char, 400> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 2);
  std::string out(buffer.data(), end.ptr);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string hex(const Colour& colour) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "#";
  for (const double part : {colour.red, colour.green, colour.blue}) {
    const int value = std::clamp(static_cast<int>(std::lround(part * 255)), 0, 255);
    out += {digits[value / 16], digits[value % 16]};
  }
  return out;
}

std::string attribute(std::string_view name, const std::string& value) {
  return " " + std::string(name) + "=\"" + value + "\"";
}

std::string stroke(const Ink& ink) {
  if (ink.opacity <= 0) return {};
  std::string dashes;
  for (const double length : dash_lengths(ink)) dashes += (dashes.empty() ? "" : " ") + number(length);
  return attribute("stroke", hex(ink.colour)) + attribute("stroke-width", number(ink.width)) +
         (dashes.empty() ? "" : attribute("stroke-dasharray", dashes) + attribute("stroke-linecap", "butt")) +
         (ink.opacity < 1 ? attribute("stroke-opacity", number(ink.opacity)) : "");
}

std::string fill(const Item& item) {
  if (item.fill_opacity <= 0) return attribute("fill", "none");
  return attribute("fill", hex(item.fill)) +
         (item.fill_opacity < 1 ? attribute("fill-opacity", number(item.fill_opacity)) : "");
}

std::string element(const Item& item) {
  const Spot& spot = item.points.front();
  switch (item.kind) {
    case Item::Kind::line: {
      std::string path;
      auto part = item.parts.begin();
      for (int i = 0; i < static_cast<int>(item.points.size()); ++i) {
        const bool begins = i == 0 || (part != item.parts.end() && *part == i);
        if (begins && i > 0) ++part;
        path += (i == 0 ? "M" : begins ? "ZM" : " ") + number(item.points[i].x) + " " + number(item.points[i].y);
      }
      return "<path" + attribute("d", path) + fill(item) +
             (item.parts.empty() ? "" : attribute("fill-rule", "evenodd")) + stroke(item.stroke) + "/>\n";
    }
    case Item::Kind::disc:
      return "<circle" + attribute("cx", number(spot.x)) + attribute("cy", number(spot.y)) +
             attribute("r", number(item.size)) + fill(item) + stroke(item.stroke) + "/>\n";
    case Item::Kind::text:
      break;
  }
  constexpr std::array<const char*, 3> anchors = {"start", "middle", "end"};
  return "<text" + attribute("x", number(spot.x)) + attribute("y", number(spot.y)) +
         attribute("font-size", number(item.size)) +
         (item.anchor == Anchor::start ? "" : attribute("text-anchor", anchors[static_cast<int>(item.anchor)])) +
         (item.bold ? attribute("font-weight", "bold") : "") + fill(item) + stroke(item.stroke) +
         (item.stroke.opacity > 0 ? attribute("paint-order", "stroke") : "") + ">" + escaped(item.text) + "</text>\n";
}

}  // namespace

std::string svg(const Drawing& drawing) {
  const std::string width = number(drawing.width), height = number(drawing.height);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" +
                    attribute("width", width) + attribute("height", height) +
                    attribute("viewBox", "0 0 " + width + " " + height) +
                    " font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\" "
                    "stroke-linecap=\"round\" xml:space=\"preserve\">\n";
  if (!drawing.title.empty()) out += "<title>" + escaped(drawing.title) + "</title>\n";
  out += "<rect" + attribute("width", width) + attribute("height", height) + attribute("fill", "#ffffff") + "/>\n";
  for (const Item& item : drawing.items)
    if (!item.points.empty()) out += element(item);
  return out + "</svg>\n";
}

}  // namespace oopss
