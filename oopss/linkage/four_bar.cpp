// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/four_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

/// The other bar of the pairs (0, 1) and (2, 3).
int partner(int bar) { return bar ^ 1; }

/// The shortest bar, which is alone, with its partner: the angle between them takes every value, and the two ends of
/// the pair never meet.
std::array<int, 4> turning_order(const FourBarClass& found) {
  const int s = found.sorted[0], other = partner(s);
  std::array<int, 4> order = {std::min(s, other), std::max(s, other), 0, 0};
  int next = 2;
  for (int k = 0; k < 4; ++k)
    if (k != s && k != other) order[next++] = k;
  return order;
}

/// (2, 3) first if l_0 + l_1 > l_2 + l_3.
std::array<int, 4> rocking_order(const FourBarClass& found) {
  const auto moves_less = [&](int j, int k) {
    return std::any_of(found.pairs.begin(), found.pairs.end(),
                       [&](const BarPair& pair) { return pair.j == j && pair.k == k && pair.range.least == 0; });
  };
  return moves_less(0, 1) ? std::array<int, 4>{0, 1, 2, 3} : std::array<int, 4>{2, 3, 0, 1};
}

/// Directions of bars in a mode's order, as angles of the bars themselves with φ_0 = 0.
std::array<double, 4> as_angles(const BarDirections<double>& found, const std::array<int, 4>& order) {
  std::array<Rotation<double>, 4> bars;
  for (int i = 0; i < 4; ++i) bars[order[i]] = found[i];
  std::array<double, 4> out{};
  for (int k = 1; k < 4; ++k)
    out[k] = std::atan2(bars[k].s * bars[0].c - bars[k].c * bars[0].s, bars[k].c * bars[0].c + bars[k].s * bars[0].s);
  return out;
}

}  // namespace

std::vector<AssemblyMode> assembly_modes(const FourBarClass& found) {
  using Coordinate = AssemblyMode::Coordinate;
  if (found.type == FourBarType::rhombus)
    return {{Coordinate::antiparallel, {0, 1, 2, 3}},
            {Coordinate::antiparallel, {0, 2, 1, 3}},
            {Coordinate::antiparallel, {0, 3, 1, 2}}};
  if (found.type == FourBarType::kite || found.type == FourBarType::parallelogram) {
    const auto [s, p, q, l] = found.sorted;
    return {{Coordinate::antiparallel, {s, p, q, l}}, {Coordinate::symmetric, {s, q, p, l}}};
  }
  if (found.kind == FourBarKind::grashof || found.kind == FourBarKind::change_point)
    return {{Coordinate::turning, turning_order(found), 1}, {Coordinate::turning, turning_order(found), -1}};
  if (found.kind == FourBarKind::non_grashof) return {{Coordinate::rocking, rocking_order(found)}};
  return {};
}

std::string coordinate_words(const AssemblyMode& mode) {
  const std::array<int, 4>& k = mode.order;
  switch (mode.coordinate) {
    case AssemblyMode::Coordinate::turning:
      return fmt::format("phi_{} - phi_{}, with sin(phi_{} - phi_{}) {} 0", k[1], k[0], k[3], k[2],
                         mode.sigma > 0 ? ">" : "<");
    case AssemblyMode::Coordinate::symmetric:
      return fmt::format("phi_{} - phi_{}, in shapes that are symmetric about a line", k[1], k[0]);
    case AssemblyMode::Coordinate::rocking:
      return fmt::format("u, with sin((phi_{} - phi_{})/2) = a cos u and cos((phi_{} - phi_{})/2) = b sin u", k[1],
                         k[0], k[3], k[2]);
    case AssemblyMode::Coordinate::antiparallel:
      break;
  }
  return fmt::format("phi_{} - phi_{}, with bars {} and {} antiparallel, and bars {} and {}", k[2], k[0], k[0], k[1],
                     k[2], k[3]);
}

std::array<double, 4> shape(const std::vector<double>& lengths, const AssemblyMode& mode, double u) {
  BarLengths<double> l{};
  for (int i = 0; i < 4; ++i) l[i] = lengths[mode.order[i]];
  const Rotation<double> angle = rotation(u);
  switch (mode.coordinate) {
    case AssemblyMode::Coordinate::turning:
    case AssemblyMode::Coordinate::symmetric: {
      const double sigma = mode.sigma != 0 ? mode.sigma : angle.s > 0 ? -1 : 1;
      Rotation<double> gamma = far_turning(l, angle, sigma);
      if (!std::isfinite(gamma.s)) gamma.s = 0;  // at a node, where rounding may leave the root of less than nothing
      return as_angles(closed_directions(l, angle, gamma), mode.order);
    }
    case AssemblyMode::Coordinate::rocking: {
      const HalfAngles<double> half = rocker_half_angles(l, angle);
      return as_angles(closed_directions(l, doubled(half.phi_10), doubled(half.gamma)), mode.order);
    }
    case AssemblyMode::Coordinate::antiparallel:
      break;
  }
  return as_angles({Rotation<double>{1, 0}, {-1, 0}, angle, {-angle.c, -angle.s}}, mode.order);
}

}  // namespace oopss
