// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/shapes.hpp"

namespace oopss {
namespace {

/// a + b w + c w².
struct Parabola {
  double a = 0, b = 0, c = 0;
  double least() const { return a - b * b / (4 * c); }
};

/// The parabola through three values at −unit, 0 and unit.
template <class Function>
Parabola parabola_of(double unit, const Function& f) {
  const double low = f(-unit), middle = f(0), high = f(unit);
  return {middle, (high - low) / (2 * unit), (high + low - 2 * middle) / (2 * unit * unit)};
}

/// The state of a section with these angles and momenta, at t = 0.
std::vector<double> state_of(const SectionSheet& sheet, double angle, double momentum, double across) {
  const LeafCoordinates& coordinates = sheet.section.coordinates;
  std::vector<double> pi(coordinates.momenta.size(), 0.0);
  std::vector<double> x(static_cast<std::size_t>(sheet.model->motion.system.layout.size), 0.0);
  if (sheet.section.plane) {
    x[coordinates.angles[*sheet.section.plane]] = sheet.section.angle;
    pi[*sheet.section.plane] = across;
  }
  x[coordinates.angles[sheet.section.seen]] = angle;
  pi[sheet.section.seen] = momentum;
  pi[coordinates.count()] = sheet.momentum;
  const std::vector<double> mu = coordinates.in * pi;
  for (std::size_t i = 0; i < mu.size(); ++i) x[coordinates.momenta[i]] = mu[i];
  return x;
}

/// H + U along the momentum of the plane; it has its least value where the plane's rate vanishes.
Parabola across_plane(const SectionSheet& sheet, double angle, double momentum) {
  const Flow& flow = sheet.model->motion.flow;
  const double unit = std::max({std::abs(sheet.momentum), std::abs(momentum), 1e-3});
  Parabola out = parabola_of(unit, [&](double across) {  // H alone: what is stored would take digits from it
    return flow.kinetic(0, state_of(sheet, angle, momentum, across).data());
  });
  out.a += flow.stored(0, state_of(sheet, angle, 0, 0).data());
  return out;
}

/// The least energy at an angle, along the momentum of the joint that is seen.
Parabola along_seen(const SectionSheet& sheet, double angle) {
  const Flow& flow = sheet.model->motion.flow;
  const double unit = std::max(std::abs(sheet.momentum), 1e-3);
  const double stored = flow.stored(0, state_of(sheet, angle, 0, 0).data());
  Parabola out = parabola_of(unit, [&](double momentum) {
    return sheet.section.plane ? across_plane(sheet, angle, momentum).least() - stored
                               : flow.kinetic(0, state_of(sheet, angle, momentum, 0).data());
  });
  out.a += stored;
  return out;
}

/// Whether what is stored is as before after a whole turn of a joint, tried at some shapes.
bool turns_round(const ChaosSystem& model, const LeafCoordinates& coordinates, int place) {
  constexpr int shapes = 8;
  std::vector<double> x(static_cast<std::size_t>(model.motion.system.layout.size), 0.0);
  for (int s = 0; s < shapes; ++s) {
    for (std::size_t k = 0; k < coordinates.angles.size(); ++k)
      x[coordinates.angles[k]] = std::fmod(0.7 + 1.618 * s + 2.236 * static_cast<double>(k), 2 * std::numbers::pi);
    const double here = model.motion.flow.stored(0, x.data());
    x[coordinates.angles[place]] += 2 * std::numbers::pi;
    if (std::abs(model.motion.flow.stored(0, x.data()) - here) > 1e-9 * (std::abs(here) + 1e-300)) return false;
  }
  return true;
}

void note_turns(const ChaosSystem& model, Section& section) {
  if (section.plane) section.plane_turns = turns_round(model, section.coordinates, *section.plane);
  section.seen_turns = turns_round(model, section.coordinates, section.seen);
}

void refuse_leaf(const ChaosSystem& model, const std::vector<double>& start, int wanted, const char* what) {
  if (const int dimension = leaf_dimension(model, start); dimension != wanted)
    throw NoSection(fmt::format("the leaf has {} dimensions: {}", dimension, what));
}

}  // namespace

Section section_at(const ChaosSystem& model, const std::vector<double>& start, int joint, double angle, int direction) {
  refuse_leaf(model, start, 4,
              "sections are drawn of leaves of four, those of three bodies in a tree or of a linkage that moves in two "
              "ways");
  Section out;
  out.coordinates = leaf_coordinates(model.motion.system);
  const std::vector<int>& joints = out.coordinates.joints;
  const auto found = std::find(joints.begin(), joints.end(), joint);
  if (found == joints.end()) {
    std::vector<std::string> names;
    for (const int k : joints) names.push_back(model.motion.system.joints[k]);
    throw NoSection(fmt::format("joint '{}' closes a loop, so that its angle is none of the state; those of {} are",
                                model.motion.system.joints[joint], fmt::join(names, ", ")));
  }
  out.plane = static_cast<int>(found - joints.begin());
  out.seen = *out.plane == 0 ? 1 : 0;
  out.angle = angle;
  out.direction = direction;
  note_turns(model, out);
  return out;
}

Section section_every_period(const ChaosSystem& model, const std::vector<double>& start) {
  if (!model.time.period) throw NoSection("there is no period: " + model.time.why);
  refuse_leaf(model, start, 2, "motions are looked at after every period on leaves of two, those of two bodies");
  Section out;
  out.coordinates = leaf_coordinates(model.motion.system);
  out.period = *model.time.period;
  note_turns(model, out);
  return out;
}

SectionPoint section_point(const Section& section, double t, const double* x) {
  const double angle = x[section.coordinates.angles[section.seen]];
  return {t, section.seen_turns ? wrapped(angle) : angle, conjugate_momentum(section.coordinates, section.seen, x)};
}

std::optional<std::array<double, 2>> momenta_at(const SectionSheet& sheet, double angle) {
  const Parabola least = along_seen(sheet, angle);
  const double above = sheet.energy - least.least();
  if (!(above > 0) || !(least.c > 0)) return std::nullopt;
  const double middle = -least.b / (2 * least.c), half = std::sqrt(above / least.c);
  return std::array{middle - half, middle + half};
}

std::optional<std::vector<double>> state_over(const SectionSheet& sheet, double angle, double momentum) {
  if (!sheet.section.plane) {
    std::vector<double> x = state_of(sheet, angle, momentum, 0);
    if (energy_of(sheet.model->motion, x) > sheet.energy) return std::nullopt;
    return x;
  }
  const Parabola H = across_plane(sheet, angle, momentum);
  const double above = sheet.energy - H.least();
  if (!(above > 0) || !(H.c > 0)) return std::nullopt;
  return state_of(sheet, angle, momentum, -H.b / (2 * H.c) + sheet.section.direction * std::sqrt(above / H.c));
}

std::array<double, 2> least_energies(const SectionSheet& sheet) {
  constexpr int angles = 720;
  std::array<double, 2> out = {INFINITY, -INFINITY};
  for (int k = 0; k < angles; ++k) {
    const double least = along_seen(sheet, 2 * std::numbers::pi * k / angles - std::numbers::pi).least();
    out = {std::min(out[0], least), std::max(out[1], least)};
  }
  return out;
}

}  // namespace oopss
