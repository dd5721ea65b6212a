// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/orbit/family_end.hpp"
#include "oopss/orbit/family_events.hpp"
#include "oopss/orbit/family_start.hpp"

namespace oopss {
namespace {

constexpr double first_step = 0.02, longest_step = 0.4, shortest_step = 1e-7;  // in units
constexpr double wanted_angle = 0.15, most_angle = 0.5;                        // of the tangent over a step, in radians
constexpr double wanted_surprise = 0.02;                                       // of a guess, in units
constexpr double most_growth = 1.6;                                            // of steps
constexpr int least_members = 40;                                              // over the range of energies

const RelativeEquilibrium& named_equilibrium(const Equilibria& equilibria, const std::string& name) {
  if (equilibria.every_shape) throw NoFamily("every shape is an equilibrium: no family of loops is born at one");
  for (const RelativeEquilibrium& one : equilibria.all)
    if (one.id == name) return one;
  throw NoFamily(fmt::format("there is no equilibrium {}: there are E1 to E{}", name, equilibria.all.size()));
}

/// The energies between which a family is followed, from where it is born.
struct EnergyRange {
  double low = 0, born = 0, high = 0;
  double width() const { return std::max(high - born, born - low); }
};
EnergyRange range_of(const Equilibria& equilibria, const RelativeEquilibrium& from, const NormalMode& mode,
                     const FamilyRequest& request) {
  double least = from.energy, most = from.energy;
  for (const RelativeEquilibrium& one : equilibria.all) {
    least = std::min(least, one.energy);
    most = std::max(most, one.energy);
  }
  const double swung = 1 / (mode.swing * mode.swing);  // the energy of small loops that move a joint by 1
  const double margin = most > least ? (most - least) / 4 : swung;
  EnergyRange out{least, from.energy, most + margin};
  if (request.limit) (*request.limit < from.energy ? out.low : out.high) = *request.limit;
  return out;
}

/// Re v e^{iα} of a mode ±iω of the flow linearised at the equilibrium, A v = iω v, from Re v: the turn of the first
/// loop by a phase.
Eigen::VectorXd turned(const FamilyTrack& track, const SmallOscillations& small, const NormalMode& mode, double phase) {
  Eigen::VectorXd moved(mode.direction.size());
  track.model.flow.tangent(0, small.state.data(), mode.direction.data(), moved.data());
  return std::cos(phase) * mode.direction + std::sin(phase) / mode.frequency * moved;
}

/// The first loop, at a step along Re v; steps that are too long for Newton's iteration are shortened. Where motions
/// grow by much over its period it is cut into passages.
std::optional<FamilyPoint> first_point(const FamilyTrack& track, const SmallOscillations& small, int number) {
  const NormalMode& mode = small.modes[number - 1];
  const Eigen::Index size = track.geometry.units.size();
  const Eigen::VectorXd in_units = mode.direction.head(size).cwiseQuotient(track.geometry.units);
  const double period = 2 * std::numbers::pi / mode.frequency;
  const LeafFrame frame = leaf_frame(track.model, track.geometry, small.state);
  const std::vector<int> winding(static_cast<std::size_t>(track.model.system.layout.joints));
  const Shot still = shoot(track.model, track.geometry, {{small.state}, period, winding});
  const int count = passages_for(still.monodromy.norm());
  for (double step = first_step; step > first_step / 100; step /= 4) {
    Polygon polygon{std::vector(static_cast<std::size_t>(count), small.state), period, winding};
    bool closes = true;
    for (int i = 0; i < count && closes; ++i) {
      const double phase = 2 * std::numbers::pi * i / count;
      const Eigen::VectorXd way = turned(track, small, mode, phase) * (step / in_units.norm());
      closes = step_along(track.model, frame, frame.in * way, polygon.nodes[static_cast<std::size_t>(i)]);
    }
    if (!closes) continue;
    Selection selection{.by_energy = false, .anchor = polygon.nodes.front(), .anchor_period = period};
    selection.normal = Eigen::VectorXd::Zero(mode.direction.size());
    selection.normal.head(size) = in_units.normalized().cwiseQuotient(track.geometry.units);
    Shot shot = closed_shot(track.model, track.geometry, polygon, selection);
    if (!shot.trouble.empty() || std::abs(shot.polygon.period / period - 1) > step) continue;
    return family_point(track, std::move(shot), mode.direction, 0);
  }
  return {};
}

/// A family while it is followed.
struct Following {
  const FamilyTrack& track;
  const KnownEquilibria* known;  // none: ends at equilibria are not looked for
  EnergyRange range;
  Family& family;
};

void add_member(Following& now, const FamilyPoint& point) {
  now.family.members.push_back(orbit_of(now.track.model, point.shot));
}

/// The next point at a step, or nothing if the step is too long.
std::optional<FamilyPoint> next_point(const FamilyTrack& track, const FamilyPoint* before, const FamilyPoint& last,
                                      double step) {
  const std::optional<FamilyGuess> guess = ahead(track, before, last, step);
  if (!guess) return {};
  std::optional<FamilyPoint> next = closed_point(track, *guess, last);
  if (!next || alignment(track, last, *next) < std::cos(most_angle) || distance(track, last, *next) > 2 * step)
    return {};
  return next;
}

/// The member at the edge of the range, between two points.
std::optional<FamilyPoint> point_of_energy(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b,
                                           double energy) {
  const std::optional<FamilyPlace> place =
      zero_between(track, a, b, [&](const FamilyPoint& point) { return point.energy - energy; });
  if (!place) return {};
  std::optional<FamilyGuess> guess = ahead(track, nullptr, place->point, 0);
  if (!guess) return {};
  guess->selection = {.energy = energy, .newton_steps = guess->selection.newton_steps};
  return closed_point(track, *guess, a);
}

/// What happens from one point to the next; true if the family is left there.
bool take_stock(Following& now, const FamilyPoint& a, const FamilyPoint& b) {
  Family& family = now.family;
  const std::optional<FamilyEnd> shrunk = now.known ? shrinks_between(now.track, *now.known, a, b) : std::nullopt;
  if (shrunk) {
    family.end = *shrunk;
    return true;
  }
  for (const LocatedEvent& event : events_between(now.track, a, b)) {
    const FamilyPoint& place = event.point;
    if (place.energy > now.range.high || place.energy < now.range.low) continue;
    if (event.kind == FamilyEventKind::fold)
      if (const std::optional<FamilyEnd> end = is_repeated(now.track, place)) {
        add_member(now, place);
        family.end = *end;
        return true;
      }
    family.events.push_back({event.kind, place.energy, place.shot.polygon.period, family.members.size() - 1});
  }
  if (b.energy > now.range.high || b.energy < now.range.low) {
    const double edge = b.energy > now.range.high ? now.range.high : now.range.low;
    const std::optional<FamilyPoint> last = point_of_energy(now.track, a, b, edge);
    if (last) add_member(now, *last);
    const double period = (last ? *last : a).shot.polygon.period;
    family.end = {FamilyEndKind::limit, edge, period,
                  fmt::format("it had not ended at energy {:.10g}, where the period is {:.6g}", edge, period)};
    return true;
  }
  add_member(now, b);
  const std::optional<FamilyEnd> rests =
      now.known ? rests_near_equilibrium(now.track, *now.known, b, now.range.width()) : std::nullopt;
  if (rests) family.end = *rests;
  return rests.has_value();
}

void lose(Following& now, const FamilyPoint& last, const std::string& why) {
  now.family.end = {FamilyEndKind::lost, last.energy, last.shot.polygon.period,
                    fmt::format("lost at energy {:.10g}, where the period is {:.6g}: {}", last.energy,
                                last.shot.polygon.period, why)};
}

/// Follows the family from its first point to its end.
void follow(Following& now, FamilyPoint last, const FamilyRequest& request) {
  std::optional<FamilyPoint> before;
  bool rejected = false;
  add_member(now, last);
  for (double step = first_step; static_cast<int>(now.family.members.size()) < request.most_members;) {
    const double per_member = now.range.width() / least_members;
    step = std::min({step, longest_step, per_member / std::max(std::abs(last.climb), per_member / longest_step)});
    std::optional<FamilyPoint> next = next_point(now.track, before ? &*before : nullptr, last, step);
    if (!next) {
      step /= 2;
      rejected = true;
      if (step < shortest_step) return lose(now, last, "shorter steps do not lead on");
      continue;
    }
    const double angle = std::acos(std::min(1.0, alignment(now.track, last, *next)));
    if (take_stock(now, last, *next)) return;
    const double surprised = std::cbrt(next->surprise / wanted_surprise);  // guesses are off by the cube of a step
    before = std::move(last);
    last = with_nodes_for_growth(now.track, std::move(*next));
    step *= std::clamp(1 / std::max({angle / wanted_angle, surprised, 1e-3}), 0.5, rejected ? 1 : most_growth);
    rejected = false;
    if (last.shot.monodromy.norm() > request.most_period_growth)
      return lose(now, last, fmt::format("motions near it grow by {:.2g} in a period", last.shot.monodromy.norm()));
    if (request.progress)
      request.progress(std::min(1.0, std::abs(last.energy - now.range.born) / now.range.width()),
                       static_cast<long>(now.family.members.size()));
    if (request.cancelled && request.cancelled()) {
      now.family.end = {FamilyEndKind::cancelled, last.energy, last.shot.polygon.period, "it was cancelled"};
      return;
    }
  }
  lose(now, last, fmt::format("{} members were not enough", request.most_members));
}

/// The point of a member, its tangent in the sense of the way to another.
FamilyPoint point_of(const FamilyTrack& track, const OrbitLoop& loop, int nodes, const Eigen::VectorXd& onwards,
                     double stretch) {
  return family_point(track, shoot(track.model, track.geometry, polygon_of(track.model, loop, nodes)), onwards,
                      stretch);
}

/// The loop of an energy near the straight way from one member to the next: it need not be the one between them.
Orbit member_near(const OrbitSystem& model, const Family& family, const OrbitLoop& a, const OrbitLoop& b, double part,
                  double energy) {
  OrbitLoop guess = b;
  for (std::size_t k = 0; k < guess.start.size(); ++k) guess.start[k] = a.start[k] + part * (b.start[k] - a.start[k]);
  guess.period = a.period + part * (b.period - a.period);
  return closed_orbit(model, guess, {.energy = energy, .momentum = family.momentum});
}

/// The member of an energy between two neighbours; before the first there is the equilibrium, where s² = |E − E_eq|.
Orbit member_between(const OrbitSystem& model, const Family& family, const Orbit* before, const Orbit& next,
                     double energy) {
  if (!before) {
    const OrbitLoop rest{family.equilibrium, 2 * std::numbers::pi / family.frequency, {}};
    return member_near(model, family, rest, next.loop,
                       std::sqrt((energy - family.energy) / (next.energy - family.energy)), energy);
  }
  const OrbitLoop &a = before->loop, &b = next.loop;
  Orbit out = member_near(model, family, a, b, (energy - before->energy) / (next.energy - before->energy), energy);
  const double air = std::abs(b.period - a.period) / 4 + 1e-3 * a.period;
  if (out.trouble.empty() && out.loop.period > std::min(a.period, b.period) - air &&
      out.loop.period < std::max(a.period, b.period) + air)
    return out;
  const FamilyTrack track{model, leaf_geometry(model.system, family.momentum_unit)};
  const Eigen::VectorXd way = Eigen::Map<const Eigen::VectorXd>(b.start.data(), model.system.layout.size) -
                              Eigen::Map<const Eigen::VectorXd>(a.start.data(), model.system.layout.size);
  const double stretch = std::log(b.period / a.period);
  const int nodes = passages_for(shoot(model, track.geometry, polygon_of(model, b, 1)).monodromy.norm());
  const std::optional<FamilyPlace> place =
      zero_between(track, point_of(track, a, nodes, way, stretch), point_of(track, b, nodes, way, stretch),
                   [&](const FamilyPoint& point) { return point.energy - energy; });
  if (!place) return out;
  const Polygon& polygon = place->point.shot.polygon;
  return closed_orbit(model, {polygon.nodes.front(), polygon.period, polygon.winding},
                      {.energy = energy, .momentum = family.momentum, .nodes = polygon.nodes});
}

}  // namespace

Family family_from(const OrbitSystem& model, const Equilibria& equilibria, const FamilyRequest& request) {
  const RelativeEquilibrium& from = named_equilibrium(equilibria, request.from);
  const SmallOscillations small = small_oscillations(model, from.phi, equilibria.momentum);
  const int modes = static_cast<int>(small.modes.size());
  if (modes == 0) throw NoFamily(fmt::format("{} has no oscillating mode: no family of loops is born there", from.id));
  if (request.mode < 1 || request.mode > modes)
    throw NoFamily(fmt::format("{} has {}, there is no mode {}", from.id,
                               modes == 1 ? "one oscillating mode" : fmt::format("{} oscillating modes", modes),
                               request.mode));
  const NormalMode& mode = small.modes[request.mode - 1];
  Family family{from.id, request.mode, mode.frequency, from.energy, equilibria.momentum, small.state};
  family.resonances = resonances(small, request.mode);
  const double turning = equilibria.momentum == 0 ? 0 : momentum_unit(model.system, small.state);
  const double unit = std::max(turning, mode.sway / mode.swing);
  family.momentum_unit = unit;
  const FamilyTrack track{model, leaf_geometry(model.system, unit)};
  const KnownEquilibria known{equilibria, shape_energy(model.system, model.p, equilibria.momentum)};
  const double period = 2 * std::numbers::pi / mode.frequency;
  Following now{track, &known, range_of(equilibria, from, mode, request), family};
  if (std::optional<FamilyPoint> first = first_point(track, small, request.mode))
    follow(now, std::move(*first), request);
  else
    family.end = {FamilyEndKind::lost, from.energy, period,
                  fmt::format("not found: near {} Newton's iteration does not converge to a loop", from.id)};
  return family;
}

Family family_onward(const OrbitSystem& model, const Orbit& before, const Orbit& from, double low, double high,
                     const FamilyRequest& request) {
  Family family{};
  family.energy = from.energy;
  family.momentum = from.momentum;
  family.momentum_unit = momentum_unit(model.system, from.loop.start);
  const FamilyTrack track{model, leaf_geometry(model.system, family.momentum_unit)};
  Shot shot = shoot(model, track.geometry, {from.nodes, from.loop.period, from.loop.winding});
  Following now{track, nullptr, {low, from.energy, high}, family};
  const Eigen::Index size = model.system.layout.size;
  const Eigen::VectorXd way = Eigen::Map<const Eigen::VectorXd>(from.loop.start.data(), size) -
                              Eigen::Map<const Eigen::VectorXd>(before.loop.start.data(), size);
  if (shot.trouble.empty())
    follow(now, family_point(track, std::move(shot), way, std::log(from.loop.period / before.loop.period)), request);
  else
    family.end = {FamilyEndKind::lost, from.energy, from.loop.period, shot.trouble};
  return family;
}

Orbit member_at(const OrbitSystem& model, const Family& family, double energy) {
  Orbit seed;  // the loop that shrinks to the equilibrium
  seed.loop = {family.equilibrium, 2 * std::numbers::pi / family.frequency, {}};
  seed.energy = family.energy;
  const Orbit* before = &seed;
  double least = family.energy, most = family.energy;
  const double rounding = 1e-12 * std::max(std::abs(energy), std::abs(family.energy));
  for (const Orbit& next : family.members) {
    const bool inside = (before->energy - energy) * (next.energy - energy) < 0;
    if (std::abs(next.energy - energy) <= rounding)
      return closed_orbit(model, next.loop, {.energy = energy, .momentum = family.momentum});
    if (inside) return member_between(model, family, before == &seed ? nullptr : before, next, energy);
    least = std::min(least, next.energy);
    most = std::max(most, next.energy);
    before = &next;
  }
  throw NoFamily(fmt::format("the family has no loop at energy {:.10g}: it has those between {:.10g} and {:.10g}; {}",
                             energy, least, most, family.end.words));
}

}  // namespace oopss
