// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "cli/linkage.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {
namespace {

constexpr double half_turn = std::numbers::pi;
using Complex = std::complex<double>;

constexpr int samples = 720;  // of a circle of shapes

/// Four bars with the reference bar at rest along the x axis, lengths in units of the perimeter: bar r + i goes from
/// hinge i to hinge i + 1.
struct Placed {
  std::array<Complex, 4> hinge;
  std::array<Complex, 4> direction;  // of bar r + i
  std::array<double, 2> turning{};   // φ_{r+1} − φ_r and φ_{r+2} − φ_{r+1}
};

struct Sketch {
  const LoopAnswer& answer;
  std::vector<double> l;
  int r = 0;

  int bar(int i) const { return (r + i) % 4; }
  Placed placed(const std::array<double, 4>& phi) const {
    Placed out;
    Complex place = 0;
    for (int i = 0; i < 4; ++i) {
      out.hinge[i] = place;
      out.direction[i] = std::polar(1.0, phi[bar(i)] - phi[r]);
      place += l[bar(i)] * out.direction[i];
    }
    out.turning = {phi[bar(1)] - phi[r], phi[bar(2)] - phi[bar(1)]};
    return out;
  }
};

Spot spot(Complex place) { return {place.real(), place.imag()}; }

PoseSheet::Pose pose(const Sketch& sketch, const Placed& placed, double strength) {
  PoseSheet::Pose out{{}, strength};
  for (int i = 3; i >= 0; --i)  // the bar at rest on top
    out.sticks.push_back({spot(placed.hinge[i]), spot(placed.hinge[(i + 1) % 4]), sketch.bar(i)});
  return out;
}

/// The hinges that move, with the ends of their arcs where a bar beside the one at rest goes back and forth.
void add_hinge_paths(PoseSheet::View& view, const Sketch& sketch, const std::vector<Placed>& circle) {
  for (const int i : {2, 3}) {  // the far ends of the bars beside the one at rest
    const Complex pivot = circle.front().hinge[i == 2 ? 1 : 0];
    PoseSheet::Path path{{}, sketch.bar(i == 2 ? 1 : 3), false, {}};
    double angle = 0, least = 0, most = 0;
    std::size_t at_least = 0, at_most = 0;
    for (std::size_t k = 0; k <= circle.size(); ++k) {
      const Complex place = circle[k % circle.size()].hinge[i];
      if (k > 0) angle += std::arg((place - pivot) / (circle[k - 1].hinge[i] - pivot));
      if (angle < least) at_least = k, least = angle;
      if (angle > most) at_most = k, most = angle;
      path.through.push_back(spot(place));
    }
    view.paths.push_back(std::move(path));
    if (std::abs(angle) > half_turn || most - least < 1e-6) continue;
    for (const std::size_t k : {at_least, at_most}) {
      const Complex place = circle[k % circle.size()].hinge[i];
      const double degrees = std::arg(place - pivot) * 180 / half_turn;
      view.stops.push_back({spot(place), number_text(degrees, 1) + "\u00b0"});
    }
  }
}

void add_point_paths(PoseSheet::View& view, const Sketch& sketch, const std::vector<Placed>& circle) {
  const double P = sketch.answer.loop.P.get_d();
  for (const BarPoint& point : sketch.answer.question.points) {
    const int i = (point.bar - sketch.r + 4) % 4;
    PoseSheet::Path path{
        {},
        point.bar,
        true,
        point.name.empty() ? fmt::format("({:.6g}, {:.6g}) of bar {}", point.x, point.y, point.bar) : point.name};
    for (std::size_t k = 0; k <= circle.size(); ++k) {
      const Placed& placed = circle[k % circle.size()];
      path.through.push_back(spot(placed.hinge[i] + placed.direction[i] * Complex(point.x / P, point.y / P)));
    }
    view.paths.push_back(std::move(path));
  }
}

std::vector<Placed> circle_of(const Sketch& sketch, const AssemblyMode& mode, double from) {
  std::vector<Placed> out;
  for (int k = 0; k < samples; ++k)
    out.push_back(sketch.placed(shape(sketch.l, mode, from + 2 * half_turn * k / samples)));
  return out;
}

/// One view of a circle from u = from, over `turn` of it, with its poses; they go on the map as well.
PoseSheet::View view_of(const Sketch& sketch, const std::vector<Placed>& circle, const std::string& title, int orbit,
                        double turn, std::vector<Spot>& on_map) {
  PoseSheet::View view{title, orbit, {}, {}, {}};
  add_hinge_paths(view, sketch, circle);
  add_point_paths(view, sketch, circle);
  constexpr int poses = 8;
  for (int k = 1; k <= poses; ++k) {  // the first last, in full strength
    const int index = static_cast<int>(turn * samples * (k % poses) / (turn < 1 ? poses - 1 : poses)) % samples;
    view.poses.push_back(pose(sketch, circle[index], k == poses ? 1 : 0.22 + 0.03 * k));
    on_map.push_back({circle[index].turning[0], circle[index].turning[1]});
  }
  return view;
}

/// "φ₃ − φ₂".
std::string angle_between(int j, int k) {
  constexpr std::array<const char*, 4> below = {"\u2080", "\u2081", "\u2082", "\u2083"};
  return fmt::format("\u03c6{} \u2212 \u03c6{}", below[k], below[j]);
}

std::string coordinate(const AssemblyMode& mode) {
  const std::array<int, 4>& k = mode.order;
  if (mode.coordinate == AssemblyMode::Coordinate::turning)
    return fmt::format("sin({}) {} 0", angle_between(k[2], k[3]), mode.sigma > 0 ? ">" : "<");
  if (mode.coordinate == AssemblyMode::Coordinate::symmetric) return "symmetric about a line";
  return fmt::format("bars {} and {} antiparallel, {} and {}", k[0], k[1], k[2], k[3]);
}

void add_modes(PoseSheet& sheet, const Sketch& sketch) {
  for (std::size_t m = 0; m < sketch.answer.modes.size(); ++m) {
    const AssemblyMode& mode = sketch.answer.modes[m];
    const int number = static_cast<int>(m);
    const std::string name(1, static_cast<char>('A' + m));
    const bool rocking = mode.coordinate == AssemblyMode::Coordinate::rocking;
    PoseSheet::Orbit orbit{name, {}, {}};
    const double from =
        rocking ? 0 : half_turn / 3;  // rockers from limit to limit, others from a pose that shows all bars
    const std::vector<Placed> circle = circle_of(sketch, mode, from);
    for (const Placed& placed : circle) orbit.through.push_back({placed.turning[0], placed.turning[1]});
    if (rocking) {
      const std::vector<Placed> back = circle_of(sketch, mode, half_turn);
      const std::array<int, 4>& k = mode.order;
      const std::string sine = fmt::format("sin({})", angle_between(k[2], k[3]));
      sheet.views.push_back(view_of(sketch, circle, fmt::format("there: {} > 0", sine), number, 0.5, orbit.poses));
      sheet.views.push_back(view_of(sketch, back, fmt::format("and back: {} < 0", sine), number, 0.5, orbit.poses));
    } else {
      sheet.views.push_back(view_of(sketch, circle, name + ": " + coordinate(mode), number, 1, orbit.poses));
    }
    sheet.map.push_back(std::move(orbit));
  }
}

/// What does not move: the longest bar, and below it the others end to end.
void add_line(PoseSheet& sheet, const Sketch& sketch) {
  const int longest = sketch.answer.loop.longest;
  PoseSheet::Pose pose;
  const double below = -0.04;
  double x = 0;
  pose.sticks.push_back({{0, 0}, {sketch.l[longest], 0}, longest});
  for (int i = 1; i < 4; ++i) {
    const int k = (longest + i) % 4;
    pose.sticks.push_back({{x, below}, {x + sketch.l[k], below}, k});
    x += sketch.l[k];
  }
  PoseSheet::View view{"the longest bar, and the others end to end", 0, {}, {pose}, {}};
  if (sketch.answer.loop.kind == LoopKind::not_constructible)
    view.stops.push_back({{(x + sketch.l[longest]) / 2, below},
                          fmt::format("short by {:.6g}", nearest_double(mpq_class(abs(sketch.answer.loop.slack))))});
  sheet.views.push_back(std::move(view));
}

void add_notes(PoseSheet& sheet, const Sketch& sketch) {
  const FourBarClass& found = *sketch.answer.four;
  const auto ratio = [&](const mpq_class& x) { return nearest_double(mpq_class(x / found.P)); };
  sheet.notes.push_back(fmt::format("shapes: {}", topology_words(found)));
  if (found.kind == FourBarKind::not_constructible || found.kind == FourBarKind::rigid_line) {
    sheet.notes.push_back(fmt::format("slack / P = {}", number_text(ratio(found.slack), 6)));
    return;
  }
  sheet.notes.push_back(
      fmt::format("margin / P = {}, the distance from a change point", number_text(ratio(found.margin), 6)));
  sheet.notes.emplace_back();
  sheet.notes.emplace_back("angle between bars:");
  for (const BarPair& pair : found.pairs) {
    const auto degrees = [](double angle) { return fmt::format("{:.2f}\u00b0", angle * 180 / half_turn); };
    sheet.notes.push_back(fmt::format(
        "   {} and {}: {}", pair.j, pair.k,
        pair.revolves           ? "every angle"
        : pair.range.least == 0 ? "up to \u00b1" + degrees(pair.range.most)
                                : "\u00b1" + degrees(pair.range.least) + " to \u00b1" + degrees(pair.range.most)));
  }
  sheet.notes.emplace_back();
  sheet.notes.emplace_back("map: two turning angles fix the shape; dots are the poses drawn");
  sheet.notes.push_back(fmt::format("in the views: limits of the bars hinged to {}, and the paths of their ends",
                                    sketch.answer.question.bars[sketch.r]));
}

}  // namespace

PoseSheet pose_sheet(const LoopAnswer& answer) {
  const Sketch sketch{answer, relative_lengths(answer.question.lengths), answer.question.reference};
  PoseSheet sheet;
  std::vector<std::string> lengths;
  for (const mpq_class& l : answer.question.lengths.l) lengths.push_back(fmt::format("{:.6g}", nearest_double(l)));
  sheet.title = fmt::format("Four bars {}: {}", fmt::join(lengths, ", "), class_words(answer));
  for (int k = 0; k < 4; ++k)
    sheet.bodies.push_back(
        fmt::format("{}{}", answer.question.bars[k], k == sketch.r && !answer.modes.empty() ? ", at rest" : ""));
  const auto angle = [&](int i) { return angle_between(sketch.bar(i), sketch.bar(i + 1)) + " (rad)"; };
  sheet.across = angle(0);
  sheet.up = angle(1);
  if (answer.modes.empty())
    add_line(sheet, sketch);
  else
    add_modes(sheet, sketch);
  if (answer.four->kind == FourBarKind::change_point)
    for (const std::vector<int>& signs : answer.loop.collinear) {
      const auto turn = [&](int i) { return signs[sketch.bar(i)] == signs[sketch.bar(i + 1)] ? 0.0 : half_turn; };
      sheet.crossings.push_back({{turn(0), turn(1)}, "in line"});
    }
  add_notes(sheet, sketch);
  return sheet;
}

}  // namespace oopss
