// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <unordered_map>

#include "oopss/proof/lagrangian.hpp"

namespace oopss {

/// centre ± half per unknown, in the units of a certificate.
struct UnitBox {
  std::vector<std::int64_t> centre, half;
};

/// Whether boxes hold no root, in intervals of doubles: there are many of them.
class BoxTest {
 public:
  explicit BoxTest(const ShapeFunction& function);

  /// No root in the box: y·g keeps its sign, by its value and slope at the centre and the bound of its second
  /// derivative, for the weights y that the letter names (certificate.hpp).
  bool excludes(char letter, const UnitBox& box);

 private:
  struct Wave {
    TrigTerm<Interval> term;
    double rho, width = 0;  // width: |w|·r in the box
  };
  struct Direction {
    Interval c, s;
  };

  const Direction& direction(std::int64_t units);
  bool excludes_closed(char letter, const UnitBox& box);
  void set_radii(const UnitBox& box);
  void evaluate(const UnitBox& box);
  void add_springs(const UnitBox& box);
  bool find_weights(char letter);
  double curvature_bound() const;

  int n_;
  bool amended_;
  std::vector<std::vector<int>> bodies_;  // weights of their equations
  std::vector<Wave> waves_;
  std::vector<DirectedSpring<Interval>> springs_;
  TrigPolynomial<Interval> constant_;  // of the waves
  Interval M_;
  std::unordered_map<std::int64_t, Direction> directions_;
  std::optional<Lagrangian<Interval>> closed_;  // with loops: all of it
  // at the centre of the box under test
  std::vector<double> r_, y_;
  ShapeValues<Interval> values_;
};

}  // namespace oopss
