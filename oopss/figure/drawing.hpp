// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "oopss/figure/figure.hpp"

namespace oopss {

/// A figure laid out on its page: lines, discs and texts in pixels, in the order in which they are drawn. All formats
/// are made from this one list.
struct Drawing {
  struct Item {
    enum class Kind { line, disc, text } kind = Kind::line;
    std::vector<Spot> points;  // line: its places; disc: its centre; text: its anchor on the base line
    Ink stroke{{}, 0, 0};      // opacity 0: none; of a text: a halo behind it
    Colour fill;
    double fill_opacity = 0;
    double size = 0;  // radius of a disc, size of a text
    std::string text{};
    Anchor anchor = Anchor::start;
    bool bold = false;
    std::vector<int> parts{};  // line: the places at which it begins anew; filled parts are even-odd
  };
  double width = 0, height = 0;
  std::string title;
  std::vector<Item> items;
};

/// Lengths of the dashes of a line and of the gaps between them, in turn, in pixels; none for a solid line.
std::vector<double> dash_lengths(const Ink& ink);

/// A number that is not finite was about to be drawn: whoever made the figure should have stopped before.
struct NotFinite : std::domain_error {
  using std::domain_error::domain_error;
};

/// The width of a label with its subscript, in units of its size.
double label_width(const Label& label);

/// A label whose text has subscripts, written as in θ_{arm} − θ_{hub}: as labels one behind the other.
std::vector<Label> typeset(const Label& label, double text_size);
/// The width of such a text, in units of its size.
double typeset_width(const std::string& text);

/// Lays a figure out: grid, axes, then marks, panel by panel. Throws NotFinite.
Drawing drawing(const Figure& figure);

}  // namespace oopss
