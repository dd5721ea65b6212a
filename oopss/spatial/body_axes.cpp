// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/body_axes.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/mechanics/principal.hpp"
#include "oopss/spatial/pair_equilibria.hpp"

namespace oopss {
namespace {

/// Parts of the arm and differences of values below this are zero: avoided meetings that are sharper than this cannot
/// be told from meetings.
constexpr double vanishing = 1e-10;

double norm(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

/// An orthonormal basis of what a group of axes spans, the first along their part of S.
std::vector<Vec3<double>> along_first(const std::vector<PrincipalAxis>& group, double least) {
  Vec3<double> part{};
  for (const PrincipalAxis& axis : group) part = part + axis.s * axis.e;
  std::vector<Vec3<double>> basis, candidates;
  if (norm(part) > least) candidates.push_back(part / norm(part));
  for (const PrincipalAxis& axis : group) candidates.push_back(axis.e);
  for (Vec3<double> e : candidates) {
    for (int twice = 0; twice < 2; ++twice)
      for (const Vec3<double>& other : basis) e = e - dot(e, other) * other;
    if (norm(e) > 0.5 && basis.size() < group.size()) basis.push_back(e / norm(e));
  }
  return basis;
}

/// J̄ − κ S Sᵀ along the moving axes; where these are fewer than three, beyond them only values that are larger.
Symmetric3<double> on_moving_axes(const BodyAxes& body, double kappa) {
  double beyond = 0;
  for (const PrincipalAxis& axis : body.moving) beyond += 2 * (std::abs(axis.d) + std::abs(kappa) * axis.s * axis.s);
  const auto entry = [&](std::size_t k, std::size_t l) {
    if (k >= body.moving.size() || l >= body.moving.size()) return k == l ? beyond : 0.0;
    return (k == l ? body.moving[k].d : 0) - kappa * body.moving[k].s * body.moving[l].s;
  };
  return {entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
}

}  // namespace

std::array<Vec3<double>, 3> principal_axes(const Symmetric3<double>& I) { return principal(I).axis; }

BodyAxes body_axes(const Symmetric3<double>& J, const Vec3<double>& S) {
  BodyAxes body;
  body.S = S;
  body.arm = norm(S);
  std::vector<PrincipalAxis> all;
  for (const Vec3<double>& e : principal_axes(J)) all.push_back({e, dot(e, J * e), dot(e, S)});
  const double least = vanishing * body.arm, same = vanishing * all.back().d;
  for (auto begin = all.begin(); begin != all.end();) {
    auto end = begin + 1;
    while (end != all.end() && end->d - begin->d <= same) ++end;
    const std::vector<PrincipalAxis> group(begin, end);
    int perpendicular = 0;
    for (const Vec3<double>& e : along_first(group, least)) {
      const PrincipalAxis axis{e, begin->d, dot(e, S)};
      if (std::abs(axis.s) > least)
        body.moving.push_back(axis);
      else if (perpendicular++ == 0)
        body.fixed.push_back({e, begin->d, 0});
    }
    body.round = body.round || perpendicular > 1;
    begin = end;
  }
  return body;
}

std::vector<SpinAxis> spin_axes(const BodyAxes& body, double kappa) {
  const std::size_t r = body.moving.size();
  std::vector<SpinAxis> out;
  if (r > 0) {
    const auto [value, vector] = principal(on_moving_axes(body, kappa));
    for (std::size_t m = 0; m < r; ++m) {
      const double part_of[] = {vector[m].x, vector[m].y, vector[m].z};
      SpinAxis axis;
      axis.lambda = value[m];
      double part = 0, across = 0;
      for (std::size_t k = 0; k < r; ++k) {
        axis.xi = axis.xi + part_of[k] * body.moving[k].e;
        part += part_of[k] * body.moving[k].s;
        for (std::size_t l = 0; l < k; ++l)
          across += std::pow(part_of[k] * body.moving[l].s - part_of[l] * body.moving[k].s, 2);
      }
      axis.arm = std::sqrt(across);
      axis.along = part * part;
      out.push_back(axis);
    }
    // by perturbation: d(S·ξ_m)²/dκ = −2 (S·ξ_m)² Σ_l (S·ξ_l)²/(λ_m − λ_l)
    for (SpinAxis& axis : out)
      for (const SpinAxis& other : out)
        if (&other != &axis && axis.arm > 0)
          axis.slope += kappa * axis.along * other.along / ((axis.lambda - other.lambda) * axis.arm * axis.arm);
  }
  for (const PrincipalAxis& axis : body.fixed) out.push_back({axis.e, axis.d, body.arm, 0, 0});
  return out;
}

std::vector<AxisMeeting> axis_meetings(const BodyAxes& body) {
  std::vector<AxisMeeting> out;
  for (const PrincipalAxis& axis : body.fixed) {
    double inverse = 0, size = 0;
    bool apart = !body.moving.empty();
    Vec3<double> moving{};
    for (const PrincipalAxis& other : body.moving) {
      const double gap = other.d - axis.d;
      apart = apart && std::abs(gap) > vanishing * std::max(std::abs(axis.d), std::abs(other.d));
      if (!apart) break;
      inverse += other.s * other.s / gap;
      size += other.s * other.s / std::abs(gap);
      moving = moving + (other.s / gap) * other.e;
    }
    if (!apart || std::abs(inverse) <= vanishing * size) continue;
    moving = moving / norm(moving);
    out.push_back({1 / inverse, axis.e, moving, dot(moving, body.S) * dot(moving, body.S)});
  }
  return out;
}

}  // namespace oopss
