// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/family_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/orbit/family_start.hpp"
#include "oopss/orbit/passage.hpp"

namespace oopss {
namespace {

constexpr int rest_samples = 256;       // of a period, to find where a loop comes to rest
constexpr double rest_gap = 1e-6;       // of the family's range of energies: how near to that of a saddle it ends
constexpr double rest_distance = 0.1;   // in units: how near to the saddle a loop of such an energy comes
constexpr double shrunk_part = 0.05;    // of a step: how near an equilibrium lies to where the slope vanishes
constexpr double repeated_part = 1e-4;  // of a loop's size: how near it comes to its start before its period is over
constexpr int most_repeats = 9;

/// The name of the equilibrium of a shape.
std::string name_of(const KnownEquilibria& known, const std::vector<double>& phi) {
  for (const RelativeEquilibrium& one : known.list.all) {
    double off = 0;
    for (std::size_t k = 0; k < phi.size(); ++k) {
      const double turn = one.phi[k] - phi[k];
      const bool circle = known.energy.space.ranges[k].circle;
      off = std::max(off, std::abs(circle ? std::remainder(turn, 2 * std::numbers::pi) : turn));
    }
    if (off < 1e-6) return one.id;
  }
  return "an equilibrium that is not listed";
}

/// The equilibrium that the iteration leads to from the shape of a state, with its name.
std::optional<RelativeEquilibrium> equilibrium_at(const FamilyTrack& track, const KnownEquilibria& known,
                                                  const std::vector<double>& x) {
  const ShapeSpace& space = known.energy.space;
  std::vector<double> phi(space.ranges.size());
  for (const Block& block : track.model.system.layout.blocks)
    if (block.kind == BlockKind::joint_angle) phi[block.owner] = x[block.offset];
  if (space.retract)
    space.retract(std::vector<double>(phi), std::vector<double>(static_cast<std::size_t>(space.freedom)), phi);
  std::optional<RelativeEquilibrium> out = equilibrium_near(known.energy, phi).found;
  if (out) out->id = name_of(known, out->phi);
  return out;
}

/// How far two states are apart in units, whole turns of joints left out.
double apart(const FamilyTrack& track, const std::vector<double>& a, const std::vector<double>& b) {
  const Eigen::VectorXd& units = track.geometry.units;
  double out = 0;
  for (const Block& block : track.model.system.layout.blocks) {
    if (block.offset >= units.size()) continue;
    const double off = a[block.offset] - b[block.offset];
    out = std::hypot(out, block.kind == BlockKind::joint_angle ? std::remainder(off, 2 * std::numbers::pi)
                                                               : off / units(block.offset));
  }
  return out;
}

}  // namespace

std::optional<FamilyEnd> shrinks_between(const FamilyTrack& track, const KnownEquilibria& known, const FamilyPoint& a,
                                         const FamilyPoint& b) {
  if ((a.climb < 0) == (b.climb < 0)) return {};
  const double way = distance(track, a, b), part = a.climb / (a.climb - b.climb);  // climb is linear about it
  const std::optional<FamilyGuess> middle = between(track, a, b, part);
  if (!middle) return {};
  const std::vector<double>& x = middle->polygon.nodes.front();
  const std::optional<RelativeEquilibrium> found = equilibrium_at(track, known, x);
  if (!found) return {};
  const std::vector<double> rest = small_oscillations(track.model, found->phi, known.list.momentum).state;
  if (!(apart(track, x, rest) < shrunk_part * way)) return {};
  const double period = middle->polygon.period;
  return FamilyEnd{FamilyEndKind::equilibrium, found->energy, period,
                   fmt::format("its loops shrink to {} at energy {:.10g}, where the period is {:.6g}", found->id,
                               found->energy, period)};
}

std::optional<FamilyEnd> rests_near_equilibrium(const FamilyTrack& track, const KnownEquilibria& known,
                                                const FamilyPoint& point, double width) {
  const auto near = std::find_if(known.list.all.begin(), known.list.all.end(), [&](const RelativeEquilibrium& one) {
    return one.stability.index > 0 && std::abs(one.energy - point.energy) < rest_gap * width;
  });
  if (near == known.list.all.end()) return {};
  const std::vector<double> rest = small_oscillations(track.model, near->phi, known.list.momentum).state;
  const Polygon& polygon = point.shot.polygon;
  const std::size_t pieces = (rest_samples - 1) / polygon.nodes.size() + 1;
  const double span = polygon.period / static_cast<double>(polygon.nodes.size() * pieces);
  const Eigen::MatrixXd none(track.model.system.layout.size, 0);
  double off = std::numeric_limits<double>::infinity();
  for (std::vector<double> x : polygon.nodes)
    for (std::size_t i = 0; i < pieces; ++i) {
      off = std::min(off, apart(track, x, rest));
      Passage part = passage(track.model, x, span, none);
      if (!part.trouble.empty()) return {};
      x = std::move(part.end);
    }
  if (!(off < rest_distance)) return {};
  return FamilyEnd{FamilyEndKind::homoclinic, near->energy, polygon.period,
                   fmt::format("homoclinic to {} at energy {:.10g}: the period grows without bound, to {:.6g} at an "
                               "energy {:.2g} from it",
                               near->id, near->energy, polygon.period, std::abs(near->energy - point.energy))};
}

std::optional<FamilyEnd> is_repeated(const FamilyTrack& track, const FamilyPoint& point) {
  const Polygon& polygon = point.shot.polygon;
  const std::vector<double>& start = polygon.nodes.front();
  const double size = point.shot.frames.front().f.norm() * polygon.period;
  const Eigen::MatrixXd none(track.model.system.layout.size, 0);
  for (int times = most_repeats; times > 1; --times) {
    const Passage part = passage(track.model, start, polygon.period / times, none);
    if (!part.trouble.empty() || !(apart(track, part.end, start) < repeated_part * size)) continue;
    return FamilyEnd{FamilyEndKind::family, point.energy, polygon.period,
                     fmt::format("it is born at energy {:.10g} from another family, of loops of period {:.6g} run "
                                 "through {} times",
                                 point.energy, polygon.period / times, times)};
  }
  return {};
}

}  // namespace oopss
