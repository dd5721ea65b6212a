// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/family_events.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace oopss {
namespace {

using Complex = std::complex<double>;
using Traces = std::vector<Complex>;

constexpr double event_rounding = 1e-9;  // of its size: a number below it has no sign
constexpr double event_part = 1e-9;      // of the way between two points: where an event is known well enough
constexpr int most_event_steps = 60;

/// A number whose zero is looked for, and the size of what it is made of.
struct Tested {
  double value = 0, size = 1;
};

/// Π (ρ − c): real, since complex ρ come in pairs.
Tested characteristic(const Traces& rho, double c) {
  Complex out = 1;
  double size = 1;
  for (const Complex& one : rho) {
    out *= one - c;
    size *= 1 + std::abs(one);
  }
  return {out.real(), size};
}

/// Π (ρ_i − ρ_j)²: it changes sign where two real ρ become complex.
Tested discriminant(const Traces& rho) {
  Complex out = 1;
  double size = 1;
  for (std::size_t i = 0; i < rho.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      out *= (rho[i] - rho[j]) * (rho[i] - rho[j]);
      size *= (1 + std::abs(rho[i])) * (1 + std::abs(rho[j]));
    }
  return {out.real(), size};
}

Tested fold_test(const FamilyPoint& point) { return {point.climb, point.shot.frames.front().g.norm()}; }
Tested branching_test(const FamilyPoint& point) { return characteristic(point.rho, 2); }
Tested doubling_test(const FamilyPoint& point) { return characteristic(point.rho, -2); }
Tested krein_test(const FamilyPoint& point) { return discriminant(point.rho); }

using EventTest = Tested (*)(const FamilyPoint&);
struct TestedEvent {
  FamilyEventKind kind;
  EventTest test;
};
constexpr std::array<TestedEvent, 4> tested_events = {{{FamilyEventKind::fold, fold_test},
                                                       {FamilyEventKind::branching, branching_test},
                                                       {FamilyEventKind::period_doubling, doubling_test},
                                                       {FamilyEventKind::krein_collision, krein_test}}};

/// The two ρ that are nearest to each other are on the unit circle: only there stability is lost.
bool on_unit_circle(const Traces& rho) {
  double nearest = std::numeric_limits<double>::infinity();
  Complex middle = 0;
  for (std::size_t i = 0; i < rho.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const double off = std::abs(rho[i] - rho[j]); off < nearest) {
        nearest = off;
        middle = (rho[i] + rho[j]) / 2.0;
      }
  return std::abs(middle.imag()) < 1e-3 && std::abs(middle.real()) < 2;
}

bool passes_zero(const Tested& a, const Tested& b) {
  const auto known = [](const Tested& one) { return std::abs(one.value) > event_rounding * one.size; };
  return known(a) && known(b) && (a.value < 0) != (b.value < 0);
}

}  // namespace

const char* word(FamilyEventKind kind) {
  switch (kind) {
    case FamilyEventKind::fold:
      return "fold";
    case FamilyEventKind::branching:
      return "branching";
    case FamilyEventKind::period_doubling:
      return "period doubling";
    case FamilyEventKind::krein_collision:
      return "Krein collision";
  }
  return "";
}

std::optional<FamilyPlace> zero_between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b,
                                        const std::function<double(const FamilyPoint&)>& test) {
  FamilyPlace low{0, a}, high{1, b};
  double at_low = test(a), at_high = test(b), last = -1;
  int side = 0;
  for (int count = 0; count < most_event_steps; ++count) {
    const double inside = at_low / (at_low - at_high), part = low.part + inside * (high.part - low.part);
    const std::optional<FamilyGuess> guess = between(track, low.point, high.point, inside);
    if (!guess) return {};
    std::optional<FamilyPoint> point = closed_point(track, *guess, a);
    if (!point) return {};
    FamilyPlace found{part, std::move(*point)};
    const double value = test(found.point);
    if (value == 0 || std::abs(part - last) < event_part) return found;
    last = part;
    if ((value < 0) == (at_low < 0)) {
      low = std::move(found);
      at_low = value;
      if (side < 0) at_high /= 2;
      side = -1;
    } else {
      high = std::move(found);
      at_high = value;
      if (side > 0) at_low /= 2;
      side = 1;
    }
  }
  return {};
}

std::vector<LocatedEvent> events_between(const FamilyTrack& track, const FamilyPoint& a, const FamilyPoint& b) {
  std::vector<std::pair<double, LocatedEvent>> found;
  for (const TestedEvent& one : tested_events) {
    if (!passes_zero(one.test(a), one.test(b))) continue;
    // At a fold a ρ passes 2, too.
    if (one.kind == FamilyEventKind::branching && passes_zero(fold_test(a), fold_test(b))) continue;
    std::optional<FamilyPlace> place =
        zero_between(track, a, b, [&](const FamilyPoint& point) { return one.test(point).value; });
    if (!place || (one.kind == FamilyEventKind::krein_collision && !on_unit_circle(place->point.rho))) continue;
    found.emplace_back(place->part, LocatedEvent{one.kind, std::move(place->point)});
  }
  std::sort(found.begin(), found.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
  std::vector<LocatedEvent> out;
  for (auto& [part, event] : found) out.push_back(std::move(event));
  return out;
}

}  // namespace oopss
