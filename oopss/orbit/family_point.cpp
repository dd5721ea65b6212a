// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/family_point.hpp"

#include <cmath>

#include "oopss/orbit/multipliers.hpp"

namespace oopss {
namespace {

Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

constexpr int patience = 8;  // Newton's steps, of which two to four are enough

/// A direction of a state as a row: its product with another is their scalar product in units.
Eigen::VectorXd row_of(const FamilyTrack& track, const Eigen::VectorXd& direction) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(direction.size());
  const Eigen::Index size = track.geometry.units.size();
  out.head(size) = direction.head(size).cwiseQuotient(track.geometry.units.cwiseAbs2());
  return out;
}

/// Takes every node by what a function of its number gives, its loops closed again, and the period by a factor.
template <class Shift>
std::optional<FamilyGuess> moved(const FamilyTrack& track, const FamilyPoint& from, const Shift& shift, double factor) {
  FamilyGuess out{from.shot.polygon, {.by_energy = false, .newton_steps = patience}};
  for (std::size_t i = 0; i < out.polygon.nodes.size(); ++i) {
    const LeafFrame& frame = from.shot.frames[i];
    if (!step_along(track.model, frame, frame.in * shift(i), out.polygon.nodes[i])) return {};
  }
  out.polygon.period *= factor;
  out.selection.anchor = out.polygon.nodes.front();
  out.selection.anchor_period = out.polygon.period;
  return out;
}

/// The plane across a tangent.
void put_normal(const FamilyTrack& track, const Eigen::VectorXd& tangent, double stretch, FamilyGuess& guess) {
  const Eigen::VectorXd row = row_of(track, tangent);
  const double length = std::sqrt(row.dot(tangent) + stretch * stretch);
  guess.selection.normal = row / length;
  guess.selection.rise = stretch / length;
}

/// Cubics on [0, 1] with values 0, 1 or slopes 1 at one end and zeros else, and their slopes.
struct Hermite {
  double at_b, slope_a, slope_b;
};
Hermite hermite(double u) { return {u * u * (3 - 2 * u), u * (1 - u) * (1 - u), u * u * (u - 1)}; }
Hermite hermite_slopes(double u) { return {6 * u * (1 - u), (1 - u) * (1 - 3 * u), u * (3 * u - 2)}; }

}  // namespace

FamilyPoint family_point(const FamilyTrack& track, Shot shot, const Eigen::VectorXd& onwards, double stretch) {
  FamilyPoint out;
  const Onward on = onward(shot);
  for (std::size_t i = 0; i < on.steps.size(); ++i) out.tangent.emplace_back(shot.frames[i].out * on.steps[i]);
  out.stretch = on.period;
  if (row_of(track, onwards).dot(out.tangent.front()) + stretch * out.stretch < 0) {
    for (Eigen::VectorXd& one : out.tangent) one = -one;
    out.stretch = -out.stretch;
  }
  out.energy = energy_of(track.model, shot.polygon.nodes.front());
  out.climb = shot.frames.front().g.dot(shot.frames.front().in * out.tangent.front());
  out.rho = traces(cross_map(shot.frames.front(), shot.monodromy));
  out.shot = std::move(shot);
  return out;
}

double distance(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b) {
  const Eigen::VectorXd way = as_vector(b.shot.polygon.nodes.front()) - as_vector(a.shot.polygon.nodes.front());
  return std::sqrt(row_of(track, way).dot(way) + std::pow(std::log(b.shot.polygon.period / a.shot.polygon.period), 2));
}

double alignment(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b) {
  return row_of(track, a.tangent.front()).dot(b.tangent.front()) + a.stretch * b.stretch;
}

std::optional<FamilyGuess> ahead(const FamilyTrack& track, const FamilyPoint* before, const FamilyPoint& from,
                                 double step) {
  const bool turns = before && before->tangent.size() == from.tangent.size();
  const double steps = turns ? step / distance(track, *before, from) : 0;
  const auto slope = [&](std::size_t i, double part) {
    return Eigen::VectorXd(from.tangent[i] + part * steps * (from.tangent[i] - (turns ? *before : from).tangent[i]));
  };
  const auto stretch = [&](double part) {
    return from.stretch + part * steps * (from.stretch - (turns ? *before : from).stretch);
  };
  std::optional<FamilyGuess> out = moved(
      track, from, [&](std::size_t i) -> Eigen::VectorXd { return step * slope(i, 0.5); },
      std::exp(step * stretch(0.5)));
  if (out) put_normal(track, slope(0, 1), stretch(1), *out);
  return out;
}

std::optional<FamilyGuess> between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b, double part) {
  const double way = distance(track, a, b);
  const auto mix = [&](const Hermite& by, std::size_t i) {
    return Eigen::VectorXd(by.at_b * (as_vector(b.shot.polygon.nodes[i]) - as_vector(a.shot.polygon.nodes[i])) +
                           way * (by.slope_a * a.tangent[i] + by.slope_b * b.tangent[i]));
  };
  const auto mixed_stretch = [&](const Hermite& by) {
    return by.at_b * std::log(b.shot.polygon.period / a.shot.polygon.period) +
           way * (by.slope_a * a.stretch + by.slope_b * b.stretch);
  };
  std::optional<FamilyGuess> out = moved(
      track, a, [&](std::size_t i) { return mix(hermite(part), i); }, std::exp(mixed_stretch(hermite(part))));
  const Hermite slopes = hermite_slopes(part);
  if (out) put_normal(track, mix(slopes, 0), mixed_stretch(slopes), *out);
  return out;
}

std::optional<FamilyPoint> closed_point(const FamilyTrack& track, const FamilyGuess& guess, const FamilyPoint& near) {
  Shot shot = closed_shot(track.model, track.geometry, guess.polygon, guess.selection);
  if (!shot.trouble.empty()) return {};
  FamilyPoint out = family_point(track, std::move(shot), near.tangent.front(), near.stretch);
  for (std::size_t i = 0; i < guess.polygon.nodes.size(); ++i) {
    const Eigen::VectorXd off = as_vector(out.shot.polygon.nodes[i]) - as_vector(guess.polygon.nodes[i]);
    out.surprise = std::max(out.surprise, std::sqrt(row_of(track, off).dot(off)));
  }
  return out;
}

FamilyPoint with_nodes_for_growth(const FamilyTrack& track, FamilyPoint point) {
  const int nodes = passages_for(point.shot.monodromy.norm()), now = static_cast<int>(point.shot.polygon.nodes.size());
  if (nodes <= now && now <= nodes + 2) return point;
  std::optional<FamilyGuess> here = ahead(track, nullptr, point, 0);
  if (!here) return point;
  const OrbitLoop loop{here->polygon.nodes.front(), here->polygon.period, here->polygon.winding};
  here->polygon = polygon_of(track.model, loop, nodes);
  std::optional<FamilyPoint> out = closed_point(track, *here, point);
  return out ? std::move(*out) : std::move(point);
}

}  // namespace oopss
