// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/folds.hpp"

namespace oopss {
namespace {

constexpr double column_width = 230, fold_step = 15, row_margin = 52;  // pixels

/// How rods of a tension of this sign are drawn.
Ink rod_ink(int sign) {
  return sign > 0 ? Ink{body_colour(0), 1, 3} : sign < 0 ? Ink{body_colour(1), 1, 3} : Ink{grey, 1, 2, Dash::dotted};
}

/// Numbers as parts of their sum, which are doubles whatever the numbers are.
std::vector<double> parts_of_sum(const std::vector<mpz_class>& numbers) {
  mpz_class sum = 0;
  for (const mpz_class& number : numbers) sum += number;
  std::vector<double> out;
  for (const mpz_class& number : numbers) out.push_back(mpq_class(number, sum).get_d());
  return out;
}

struct DrawnChain {
  std::vector<double> m, l;
  double pixels = 1, heaviest = 1;  // per length of the chain; the largest mass
};

/// The places of the beads along the line, from the mass centre.
std::vector<double> bead_places(const DrawnChain& chain, Folds joints) {
  std::vector<double> x = {0};
  double direction = 1;
  for (std::size_t j = 0; j < chain.l.size(); ++j) {
    if (j > 0 && (joints >> (j - 1) & 1)) direction = -direction;
    x.push_back(x.back() + direction * chain.l[j]);
  }
  double first = 0;
  for (std::size_t n = 0; n < x.size(); ++n) first += chain.m[n] * x[n];
  for (double& place : x) place -= first;
  return x;
}

/// A shape with the mass centre in the middle of the box, one step down at every fold.
void add_folded_shape(std::vector<Mark>& marks, const Box& box, const DrawnChain& chain, const FoldedShape& shape) {
  std::vector<double> x = bead_places(chain, shape.joints);
  const double middle = box.left + box.width / 2, top = box.top + 34;
  for (double& place : x) place = middle + chain.pixels * place;
  const int joints = static_cast<int>(chain.l.size()) - 1;
  std::string name;
  for (int j = 0; j < joints; ++j) name += shape.joints >> j & 1 ? '1' : '0';
  const int off = shape.by_tensions.index - shape.folds;
  marks.push_back(Label{
      {box.left + 8, box.top + 10},
      fmt::format("{}: {} fold{}, index {}{}", name, shape.folds, shape.folds == 1 ? "" : "s", shape.by_tensions.index,
                  shape.degenerate() ? fmt::format(", nullity {}", shape.by_tensions.nullity) : ""),
      off == 0 ? dark : readable(body_colour(1)),
      Anchor::start,
      {},
      0.85});
  marks.push_back(Curve{{{middle, top - 10}, {middle, top + fold_step * shape.folds + 10}}, {light, 1, 1.2}});
  std::vector<Spot> places;
  double y = top;
  for (int j = 0; j <= joints; ++j) {
    if (j > 0 && (shape.joints >> (j - 1) & 1)) {
      marks.push_back(Curve{{{x[j], y}, {x[j], y + fold_step}}, {light, 1, 3}});
      y += fold_step;
    }
    marks.push_back(Curve{{{x[j], y}, {x[j + 1], y}}, rod_ink(sgn(shape.tension[j]))});
    places.push_back({x[j], y});
  }
  places.push_back({x.back(), y});
  for (std::size_t n = 0; n < places.size(); ++n)
    marks.push_back(Disc{places[n], 1.5 + 3 * std::sqrt(chain.m[n] / chain.heaviest), dark});
}

}  // namespace

Figure folded_shapes_figure(const std::string& title, const WholeBeads& beads, const std::vector<FoldedShape>& shapes) {
  const int joints = beads.joints(), columns = std::min(4, static_cast<int>(shapes.size()));
  const int rows = (static_cast<int>(shapes.size()) + columns - 1) / columns;
  const double row_height = row_margin + fold_step * joints;
  Figure figure;
  figure.title = title;
  const double em = figure.text_size;
  figure.width = std::max(column_width * columns, 2 * column_width) + 2 * em;
  figure.height = 5 * em + row_height * rows + em;
  DrawnChain chain{parts_of_sum(beads.m), parts_of_sum(beads.l)};
  double reach = 0;
  for (const FoldedShape& shape : shapes)
    for (const double place : bead_places(chain, shape.joints)) reach = std::max(reach, std::abs(place));
  chain.pixels = (column_width / 2 - 14) / reach;
  chain.heaviest = *std::max_element(chain.m.begin(), chain.m.end());
  Panel panel{{em, 5 * em, figure.width - 2 * em, row_height * rows},
              {0, figure.width - 2 * em, {}, {}},
              {row_height * rows, 0, {}, {}},
              {}};
  double legend = 8;
  for (const auto& [sign, text] : {std::pair{1, "pulled"}, std::pair{-1, "compressed"}, std::pair{0, "slack"}}) {
    panel.marks.push_back(Curve{{{legend, -14}, {legend + 24, -14}}, rod_ink(sign)});
    panel.marks.push_back(Label{{legend + 30, -14}, text, dark, Anchor::start, {}, 0.85});
    legend += 120;
  }
  panel.marks.push_back(Label{{legend, -14},
                              "in this colour: the index is not the number of folds",
                              readable(body_colour(1)),
                              Anchor::start,
                              {},
                              0.85});
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const auto [row, column] = std::div(static_cast<int>(k), columns);
    add_folded_shape(panel.marks, {column * column_width, row * row_height, column_width, row_height}, chain,
                     shapes[k]);
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace oopss
