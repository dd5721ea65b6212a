// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/render.hpp"

#include <algorithm>

#include "oopss/figure/cairo_module.hpp"
#include "oopss/system/module.hpp"

namespace oopss {
namespace {

CairoModule::Paint paint(const Colour& colour, double opacity) {
  return {colour.red, colour.green, colour.blue, opacity};
}

/// The same item in the plain types of the module; it points into the drawing and into `dashes`.
CairoModule::Item plain(const Drawing::Item& item, const std::vector<double>& dashes) {
  static_assert(sizeof(Spot) == 2 * sizeof(double));
  using Kind = Drawing::Item::Kind;
  return {item.kind == Kind::line   ? CairoModule::line
          : item.kind == Kind::disc ? CairoModule::disc
                                    : CairoModule::text,
          &item.points.data()->x,
          static_cast<int>(item.points.size()),
          item.parts.data(),
          static_cast<int>(item.parts.size()),
          paint(item.fill, item.fill_opacity),
          paint(item.stroke.colour, item.stroke.opacity),
          item.stroke.width,
          dashes.data(),
          static_cast<int>(dashes.size()),
          item.size,
          item.text.c_str(),
          static_cast<int>(item.anchor),
          item.bold};
}

std::string by_cairo(const Drawing& drawing, CairoModule::Format format) {
  std::vector<CairoModule::Item> items;
  std::vector<std::vector<double>> dashes;
  dashes.reserve(drawing.items.size());
  for (const Drawing::Item& item : drawing.items)
    if (!item.points.empty()) items.push_back(plain(item, dashes.emplace_back(dash_lengths(item.stroke))));
  std::string out;
  const auto append = [](void* user, const unsigned char* bytes, unsigned count) {
    try {
      static_cast<std::string*>(user)->append(reinterpret_cast<const char*>(bytes), count);
      return true;
    } catch (const std::bad_alloc&) {  // no exception passes through C
      return false;
    }
  };
  const char* problem = load_module<CairoModule>().draw(format, drawing.width, drawing.height, items.data(),
                                                        static_cast<int>(items.size()), append, &out);
  if (problem) throw std::runtime_error(std::string("the figure could not be drawn: ") + problem);
  return out;
}

}  // namespace

bool picture_of(std::string_view file, Picture& format) {
  std::string ending(file.substr(file.size() - std::min<std::size_t>(file.size(), 4)));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  if (ending != ".svg" && ending != ".pdf" && ending != ".png") return false;
  format = ending == ".svg" ? Picture::svg : ending == ".pdf" ? Picture::pdf : Picture::png;
  return true;
}

std::string pixels(const Figure& figure) { return by_cairo(drawing(figure), CairoModule::pixels); }

std::string render(const Figure& figure, Picture format) {
  const Drawing laid_out = drawing(figure);
  if (format == Picture::svg) return svg(laid_out);
  return by_cairo(laid_out, format == Picture::pdf ? CairoModule::pdf : CairoModule::png);
}

}  // namespace oopss
