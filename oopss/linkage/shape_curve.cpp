// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/shape_curve.hpp"

#include <cmath>
#include <numbers>

namespace oopss {
namespace {

using std::numbers::pi;
using Twice = Dual<Dual<double>>;

Twice constant(double x) { return {{x, 0}, {0, 0}}; }

/// An angle with two derivatives.
struct MovingAngle {
  double value = 0, slope = 0, curvature = 0;
};

/// Of a direction whose cosine and sine are known with theirs: φ' = c s' − s c'.
MovingAngle moving_angle(const Rotation<Twice>& direction) {
  const Dual<double> rate = direction.c.value * direction.s.slope - direction.s.value * direction.c.slope;
  return {std::atan2(direction.s.value.value, direction.c.value.value), rate.value, rate.slope};
}

/// Four bars on one of their circles: u = sign · θ + offset is the coordinate of the mode.
struct FourBarCircle {
  std::vector<std::array<int, 2>> tree_joints;  // first and second body
  std::array<int, 4> bodies{};                  // of the bars in the mode's order
  std::array<double, 4> beta{};                 // directions of these bars in their bodies
  BarLengths<Twice> lengths;
  AssemblyMode mode;
  double sign = 1, offset = 0;
  std::vector<int> winding;
  std::vector<std::vector<double>> table;  // φ of the tree's joints without jumps, at `knots` places of the circle

  static constexpr int knots = 720;

  BarDirections<Twice> directions_at(double theta) const {
    const Rotation<Twice> u = rotation(Twice{{sign * theta + offset, sign}, {sign, 0}});
    if (mode.coordinate == AssemblyMode::Coordinate::turning)
      return directions(lengths, u, constant(static_cast<double>(mode.sigma)));
    const HalfAngles<Twice> half = rocker_half_angles(lengths, u);
    return closed_directions(lengths, doubled(half.phi_10), doubled(half.gamma));
  }

  /// φ in (−π, π].
  CurvePlace wrapped(double theta) const {
    std::vector<MovingAngle> bodies_at(4);
    const BarDirections<Twice> bars = directions_at(theta);
    for (int i = 0; i < 4; ++i) {
      bodies_at[bodies[i]] = moving_angle(bars[i]);
      bodies_at[bodies[i]].value -= beta[i];
    }
    CurvePlace out;
    for (const auto& [first, second] : tree_joints) {
      const MovingAngle &a = bodies_at[first], &b = bodies_at[second];
      out.phi.push_back(std::remainder(b.value - a.value, 2 * pi));
      out.slope.push_back(b.slope - a.slope);
      out.curvature.push_back(b.curvature - a.curvature);
    }
    return out;
  }

  CurvePlace place(double theta) const {
    CurvePlace out = wrapped(theta);
    const double turns = std::floor(theta / (2 * pi)), part = theta - 2 * pi * turns;
    const auto knot = static_cast<std::size_t>(std::min(part / (2 * pi) * knots, knots - 1.0));
    for (std::size_t k = 0; k < out.phi.size(); ++k) {
      const double near = table[knot][k];
      out.phi[k] = near + std::remainder(out.phi[k] - near, 2 * pi) + 2 * pi * turns * winding[k];
    }
    return out;
  }

  /// Joints that do not go round have the middle of their way in (−π, π].
  void write_table() {
    table = {wrapped(0).phi};
    std::vector<double> low = table[0], high = low;
    for (int i = 1; i <= knots; ++i) {
      std::vector<double> next = wrapped(2 * pi * i / knots).phi;
      for (std::size_t k = 0; k < next.size(); ++k) {
        next[k] = table.back()[k] + std::remainder(next[k] - table.back()[k], 2 * pi);
        low[k] = std::min(low[k], next[k]);
        high[k] = std::max(high[k], next[k]);
      }
      table.push_back(std::move(next));
    }
    for (std::size_t k = 0; k < low.size(); ++k) {
      winding.push_back(static_cast<int>(std::lround((table.back()[k] - table[0][k]) / (2 * pi))));
      const double shift = winding[k] == 0 ? 2 * pi * std::round((low[k] + high[k]) / (4 * pi)) : 0;
      for (std::vector<double>& row : table) row[k] -= shift;
    }
  }
};

/// The joint between two bodies, and whether its angle is that of `b` minus that of `a`, or the other way round.
struct JointBetween {
  int joint = -1;
  double sign = 1;
};
JointBetween joint_between(const Linkage& linkage, int a, int b) {
  for (std::size_t k = 0; k < linkage.between.size(); ++k) {
    if (linkage.between[k] == std::array<int, 2>{a, b}) return {static_cast<int>(k), 1};
    if (linkage.between[k] == std::array<int, 2>{b, a}) return {static_cast<int>(k), -1};
  }
  return {};
}

/// First and second body of the tree's joints, by their places in the tree.
std::vector<std::array<int, 2>> joints_of_tree(const Topology& tree) {
  std::vector<std::array<int, 2>> out(static_cast<std::size_t>(tree.size()) - 1);
  for (int i = 0; i < tree.size(); ++i) {
    if (tree.parent[i] < 0) continue;
    out[tree.joint[i]] = {tree.parent[i], i};
    if (tree.sense[i] < 0) std::swap(out[tree.joint[i]][0], out[tree.joint[i]][1]);
  }
  return out;
}

const char* why_no_circle(FourBarKind kind) {
  switch (kind) {
    case FourBarKind::change_point:
      return "at a change point the curves of shapes cross, and motion through the crossing is not determined";
    case FourBarKind::not_constructible:
      return "the longest bar is longer than the others together: the loop does not close";
    case FourBarKind::rigid_line:
      return "the four bars can only lie in line, and do not move";
    case FourBarKind::bad_input:
      return "a bar without length is no bar";
    case FourBarKind::grashof:
    case FourBarKind::non_grashof:
      break;
  }
  return "";
}

}  // namespace

ShapeCurves four_bar_curves(const Linkage& linkage, const std::vector<Bar<double>>& bars) {
  std::vector<double> lengths;
  for (const Bar<double>& bar : bars) lengths.push_back(std::hypot(bar.e.x, bar.e.y));
  const FourBarClass found = classify_four_bar(lengths_computed(lengths));
  ShapeCurves out{{}, why_no_circle(found.kind)};
  if (!out.problem.empty()) return out;
  for (const AssemblyMode& mode : assembly_modes(found)) {
    FourBarCircle circle;
    circle.tree_joints = joints_of_tree(linkage.tree);
    circle.mode = mode;
    for (int i = 0; i < 4; ++i) {
      const Bar<double>& bar = bars[mode.order[i]];
      circle.bodies[i] = bar.body;
      circle.beta[i] = std::atan2(bar.e.y, bar.e.x);
      circle.lengths[i] = constant(lengths[mode.order[i]]);
    }
    ShapeCurve curve;
    curve.mode = mode;
    if (mode.coordinate == AssemblyMode::Coordinate::turning) {
      const JointBetween turning = joint_between(linkage, circle.bodies[0], circle.bodies[1]);
      curve.joint = turning.joint;
      circle.sign = turning.sign;
      circle.offset = circle.beta[1] - circle.beta[0];
    }
    circle.write_table();
    curve.winding = circle.winding;
    curve.place = [circle](double u) { return circle.place(u); };
    out.circles.push_back(std::move(curve));
  }
  return out;
}

}  // namespace oopss
