// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/manifold_pieces.hpp"

#include <cmath>
#include <numbers>

#include "oopss/chaos/exponents.hpp"
#include "oopss/integrate/run.hpp"

namespace oopss {
namespace {

constexpr double drawn_tolerance = 1e-13;  // of a step: what it adds is far below what is drawn
constexpr double drawn_patience = 2'000;   // time scales without a point

struct PlaceInTime {
  double t = 0;
  std::vector<double> x;
};

/// Where the motion through a place passes the plane next, onwards or backwards in time; nothing if it does not.
std::optional<PlaceInTime> next_passing(const OrbitSystem& model, const Section& section, const PlaceInTime& from,
                                        int onwards, double scale) {
  const int place = section.coordinates.angles[*section.plane];
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = drawn_tolerance;
  request.settings.until = onwards * drawn_patience * scale;
  request.events = {{[place, section](double, const double* x) { return std::sin((x[place] - section.angle) / 2); }}};
  Run run(model.flow, model.system.layout, from.x, request);
  std::vector<double> rates(from.x.size());
  while (run.step())
    for (const EventHit& hit : run.hits()) {
      model.flow.field(hit.t, hit.x.data(), rates.data());
      if (std::abs(hit.t) > 1e-6 * scale && sign(rates[place]) == section.direction) return PlaceInTime{hit.t, hit.x};
    }
  return std::nullopt;
}

/// Where the motion through a place is at a time; nothing if it ends before.
std::optional<PlaceInTime> at_time(const OrbitSystem& model, const PlaceInTime& from, double t) {
  RunRequest request;
  request.settings.method = "taylor";
  request.settings.tolerance = drawn_tolerance;
  request.settings.until = t;
  request.t0 = from.t;
  const Path path = integrate(model.flow, model.system.layout, from.x, request);
  if (!path.outcome.good()) return std::nullopt;
  const double* last = path.points.row(path.points.count() - 1);
  return PlaceInTime{t, {last, last + path.points.size}};
}

/// The points of one motion, one per piece.
std::vector<std::optional<SectionPoint>> images_of(const OrbitSystem& model, const Section& section, PlaceInTime place,
                                                   int onwards, int images, double scale) {
  std::vector<std::optional<SectionPoint>> out;
  const auto add = [&] { out.push_back(section_point(section, place.t, place.x.data())); };
  if (section.plane) {
    add();
    for (int k = 0; k < images; ++k) {
      auto next = next_passing(model, section, place, onwards, scale);
      if (!next) break;
      place = std::move(*next);
      add();
    }
  } else {  // from the plane before the section of the splitting on
    const double first = onwards > 0 ? 0 : section.period;
    for (int k = 0; k <= images; ++k) {
      auto next = at_time(model, place, first + onwards * k * section.period);
      if (!next) break;
      place = std::move(*next);
      add();
    }
  }
  out.resize(static_cast<std::size_t>(images) + 1);
  return out;
}

}  // namespace

ManifoldPieces manifold_pieces(const SplittingCase& member, const Section& section, const PiecesRequest& request) {
  const SaddleOrbit orbit = saddle_orbit(member.model, member.guess);
  if (!orbit.trouble.empty()) throw SplittingFailed(orbit.trouble);
  const ManifoldProblem problem{member.model, orbit, member.section};
  const double scale = time_scale({member.model, {}, true}, orbit.nodes.front().x);
  ManifoldPieces out;
  const auto pieces = static_cast<std::size_t>(request.images) + 1;
  out.unstable.resize(pieces);
  out.stable.resize(pieces);
  double parameter[2] = {0, 0};
  for (int i = 0; i <= request.count; ++i) {
    if (request.told) request.told(static_cast<double>(i) / request.count);
    const double phase = member.section.period * i / request.count;
    for (const Manifold branch : {Manifold::unstable, Manifold::stable}) {
      const bool leaves = branch == Manifold::unstable;
      double& near = parameter[leaves ? 0 : 1];
      const ManifoldPoint point = manifold_point(problem, branch, phase, near);
      if (!point.trouble.empty()) throw SplittingFailed(point.trouble);
      near = point.parameter;
      const double t = section.plane ? 0 : phase;
      const auto found = images_of(member.model, section, {t, point.x}, leaves ? 1 : -1, request.images, scale);
      for (std::size_t k = 0; k < pieces; ++k)
        if (found[k]) (leaves ? out.unstable : out.stable)[k].push_back(*found[k]);
    }
  }
  return out;
}

}  // namespace oopss
