// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <unordered_map>

#include "oopss/proof/shape_function.hpp"

namespace oopss {

/// centre ± half per unknown, in the units of a certificate.
struct UnitBox {
  std::vector<std::int64_t> centre, half;
};

/// An interval of doubles; results are widened by more than their rounding.
struct Interval {
  double lo = 0, hi = 0;
};

/// Whether boxes hold no root, in intervals of doubles: there are many of them.
class BoxTest {
 public:
  explicit BoxTest(const ShapeFunction& of);

  /// No root in the box: y·g keeps its sign, by its value and slope at the centre and the bound of its second
  /// derivative, for the weights y that the letter names (certificate.hpp).
  bool excludes(char letter, const UnitBox& box);

 private:
  struct Wave {
    std::vector<std::array<int, 2>> winding;  // (unknown, w ≠ 0)
    Interval c, s;
    double rho, width = 0;  // width: |w|·r in the box
  };
  struct BoxSpring {
    int at;
    bool periodic;
    Interval kp, moment, cos_bias, sin_bias;  // moment: k_p times the bias
    double largest;                           // |k_p|
  };
  struct Direction {
    Interval c, s;
  };

  const Direction& direction(std::int64_t units);
  void evaluate(const UnitBox& box);
  void amend(const UnitBox& box);
  bool find_weights(char letter);
  bool find_row(int row);
  double bend() const;

  int n_;
  bool amended_;
  std::vector<std::vector<int>> bodies_;  // weights of their equations
  std::vector<Wave> waves_;
  std::vector<BoxSpring> springs_;
  Interval constant_, M_;
  std::unordered_map<std::int64_t, Direction> directions_;
  // at the centre of the box under test
  std::vector<double> r_, y_;
  Interval value_;               // I
  std::vector<Interval> slope_;  // I' or F'
  Matrix<Interval> curvature_;   // I'' or F''
  std::vector<Interval> g_;      // the equations
  Matrix<Interval> H_;           // and their slopes
};

}  // namespace oopss
