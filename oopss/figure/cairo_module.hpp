// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace oopss {

/// What the shared module liboopss_cairo.so offers (oopss/system/module.hpp): it alone links Cairo.
struct CairoModule {
  static constexpr const char* name = "cairo";
  static constexpr int current = 3;

  enum Format { pdf, png, pixels };  // pixels: four bytes each, blue, green, red and one of no meaning
  enum Kind { line, disc, text };
  struct Paint {
    double red, green, blue, opacity;  // opacity 0: nothing is painted
  };
  struct Item {
    Kind kind;
    const double* xy;  // line: its places; disc: its centre; text: the start, middle or end of its base line
    int count;         // of places
    const int* parts;  // line: where it begins anew; filled parts are even-odd
    int part_count;
    Paint fill, stroke;
    double width;          // of the stroke
    const double* dashes;  // lengths of dashes and gaps in turn
    int dash_count;        // 0: a solid line
    double size;           // radius of a disc, size of a text
    const char* words;
    int anchor;  // 0 start, 1 middle, 2 end
    bool bold;
  };
  /// Takes the next bytes of the picture; false stops.
  using Sink = bool (*)(void* user, const unsigned char* bytes, unsigned count);

  int version;
  /// Draws the items in order on white; width and height in pixels of 1/96 inch. The text of the failure, or null.
  const char* (*draw)(Format format, double width, double height, const Item* items, int count, Sink sink, void* user);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::CairoModule* oopss_cairo_module();
