// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"

namespace oopss {

/// A straight line on the page, and how much a label that covers it would disturb.
struct PageLine {
  Spot from, to;
  double weight = 1;
};

/// A place where the middle of a label may be, on the page; what it costs against the best such place.
struct LabelPlace {
  Spot middle;
  double cost = 0;
};

/// A label that is yet to be placed, its size on the page, and the places that it may have.
struct LabelRequest {
  Label label;
  double width = 0, height = 0;
  std::vector<LabelPlace> places;
  bool optional = false;  // left out where it would cover another label
};

/// Places around a disc of this radius, at three distances, where a label of this size leaves it free.
std::vector<LabelPlace> places_around(Spot centre, double radius, const LabelRequest& request);

/// Places at both sides of a line, near its middle first.
std::vector<LabelPlace> places_beside(Spot from, Spot to, const LabelRequest& request);

/// Places outside a closed line, seen from a place in it.
std::vector<LabelPlace> places_outside(const std::vector<Spot>& outline, Spot centre, const LabelRequest& request);

/// Where a label goes: the index among its places, −1 if it is left out; and whether it covers a line there.
struct PlacedLabel {
  int place = -1;
  bool covers_line = false;
};

/// Where the labels go: first one after another, then each again with the others in place, until none moves. A label
/// never leaves the page if it need not, covers other labels only where all of its places do, and lines as little as it
/// can.
std::vector<PlacedLabel> place_labels(const std::vector<LabelRequest>& requests, const std::vector<PageLine>& lines,
                                      const Box& page);

}  // namespace oopss
