// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/cairo_module.hpp"

#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>

namespace oopss {
namespace {

using Item = CairoModule::Item;
using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

struct Output {
  CairoModule::Sink sink;
  void* user;
};

cairo_status_t forward(void* closure, const unsigned char* bytes, unsigned count) {
  const auto* output = static_cast<const Output*>(closure);
  return output->sink(output->user, bytes, count) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

void set_paint(cairo_t* to, const CairoModule::Paint& paint) {
  cairo_set_source_rgba(to, paint.red, paint.green, paint.blue, paint.opacity);
}

/// Fills and strokes the current path, and forgets it.
void paint_path(cairo_t* to, const Item& item) {
  if (item.fill.opacity > 0) {
    set_paint(to, item.fill);
    cairo_fill_preserve(to);
  }
  if (item.stroke.opacity > 0) {
    set_paint(to, item.stroke);
    cairo_set_line_width(to, item.width);
    cairo_set_dash(to, item.dashes, item.dash_count, 0);
    cairo_set_line_cap(to, item.dash_count > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_stroke_preserve(to);
    cairo_set_dash(to, nullptr, 0, 0);
  }
  cairo_new_path(to);
}

void draw_line(cairo_t* to, const Item& item) {
  const int* part = item.parts;
  for (int i = 0; i < item.count; ++i) {
    if (part != item.parts + item.part_count && *part == i) {
      cairo_close_path(to);
      cairo_new_sub_path(to);
      ++part;
    }
    cairo_line_to(to, item.xy[2 * i], item.xy[2 * i + 1]);
  }
  if (item.part_count > 0) cairo_close_path(to);
  cairo_set_fill_rule(to, CAIRO_FILL_RULE_EVEN_ODD);
  paint_path(to, item);
}

void draw_disc(cairo_t* to, const Item& item) {
  cairo_new_sub_path(to);
  cairo_arc(to, item.xy[0], item.xy[1], item.size, 0, 2 * std::numbers::pi);
  cairo_close_path(to);
  paint_path(to, item);
}

/// A text in its fill; a stroke is a halo behind it.
void draw_text(cairo_t* to, const Item& item) {
  cairo_select_font_face(to, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         item.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(to, item.size);
  cairo_text_extents_t extents;
  cairo_text_extents(to, item.words, &extents);
  const double left = item.xy[0] - extents.x_advance * item.anchor / 2, base = item.xy[1];
  if (item.stroke.opacity > 0) {
    cairo_move_to(to, left, base);
    cairo_text_path(to, item.words);
    set_paint(to, item.stroke);
    cairo_set_line_width(to, item.width);
    cairo_stroke(to);
  }
  cairo_move_to(to, left, base);
  set_paint(to, item.fill);
  cairo_show_text(to, item.words);
  cairo_new_path(to);
}

/// Everything that would depend on the machine's settings is set: hints, the kind of smoothing.
void settle(cairo_t* to) {
  const std::unique_ptr<cairo_font_options_t, decltype(&cairo_font_options_destroy)> options(
      cairo_font_options_create(), cairo_font_options_destroy);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(to, options.get());
  cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
}

/// The pixels row by row.
cairo_status_t forward_pixels(cairo_surface_t* surface, Output& output) {
  cairo_surface_flush(surface);
  const unsigned char* const data = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface), width = cairo_image_surface_get_width(surface);
  for (int row = 0; data && row < cairo_image_surface_get_height(surface); ++row)
    if (!output.sink(output.user, data + static_cast<std::ptrdiff_t>(row) * stride, static_cast<unsigned>(4 * width)))
      return CAIRO_STATUS_WRITE_ERROR;
  return data ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

const char* draw(CairoModule::Format format, double width, double height, const Item* items, int count,
                 CairoModule::Sink sink, void* user) {
  constexpr double points_per_pixel = 72.0 / 96;
  Output output{sink, user};
  const bool pdf = format == CairoModule::pdf;
  const Surface surface(
      pdf ? cairo_pdf_surface_create_for_stream(forward, &output, width * points_per_pixel, height * points_per_pixel)
          : cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width)),
                                       static_cast<int>(std::lround(height))),
      cairo_surface_destroy);
  if (pdf) {  // the same figure gives the same bytes
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "OOPSS");
  }
  const Context to(cairo_create(surface.get()), cairo_destroy);
  if (pdf) cairo_scale(to.get(), points_per_pixel, points_per_pixel);
  settle(to.get());
  cairo_set_source_rgb(to.get(), 1, 1, 1);
  cairo_paint(to.get());
  for (int i = 0; i < count; ++i)
    (items[i].kind == CairoModule::line   ? draw_line
     : items[i].kind == CairoModule::disc ? draw_disc
                                          : draw_text)(to.get(), items[i]);
  cairo_status_t status = cairo_status(to.get());
  if (status == CAIRO_STATUS_SUCCESS && format == CairoModule::png)
    status = cairo_surface_write_to_png_stream(surface.get(), forward, &output);
  if (status == CAIRO_STATUS_SUCCESS && format == CairoModule::pixels) status = forward_pixels(surface.get(), output);
  cairo_surface_finish(surface.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface.get());
  return status == CAIRO_STATUS_SUCCESS ? nullptr : cairo_status_to_string(status);
}

}  // namespace
}  // namespace oopss

extern "C" [[gnu::visibility("default")]] const oopss::CairoModule* oopss_cairo_module() {
  static constexpr oopss::CairoModule module{oopss::CairoModule::current, oopss::draw};
  return &module;
}
