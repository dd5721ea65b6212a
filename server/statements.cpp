// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "oopss/analysis/landscape_portrait.hpp"
#include "oopss/analysis/portrait.hpp"
#include "oopss/analysis/shapes.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/start.hpp"
#include "server/answers.hpp"
#include "server/subject.hpp"

namespace oopss {
namespace {

const char* verdict(const LeafEquilibrium& equilibrium) {
  return equilibrium.nullity > 0 ? "degenerate" : equilibrium.index == 0 ? "stable" : "unstable";
}

std::string id_of(const std::vector<RelativeEquilibrium>& all, double theta, bool circle) {
  for (const RelativeEquilibrium& one : all) {
    const double off = one.phi[0] - theta;
    if (std::abs(circle ? std::remainder(off, 2 * std::numbers::pi) : off) < 1e-6) return one.id;
  }
  return "";
}

PortraitMessage::Axis angle_axis(const Subject& subject, std::size_t joint, double from, double to) {
  const std::string& name = subject.spec.joint_names[joint];
  return {"angle of " + name, state_spelling(subject.spec)["phi_" + name], from, to};
}

/// The curves of a leaf, and the range of ν that they take.
void add_curves(const LeafPortrait& leaf, std::vector<PortraitMessage::CurveRow>& curves, PortraitMessage::Axis& y) {
  for (const OrbitCurve& curve : leaf.curves) {
    curves.push_back({curve.kind == OrbitKind::separatrix ? "separatrix" : "level", curve.energy, curve.period, {}});
    curves.back().points = curve.points;
    for (const auto& [theta, nu] : curve.points) {
      y.from = std::min(y.from, nu);
      y.to = std::max(y.to, nu);
    }
  }
  const double margin = 0.04 * (y.to - y.from);
  y.from -= margin;
  y.to += margin;
}

void add_leaf(const Subject& subject, const StillWanted& wanted, PortraitMessage& out) {
  const LeafPortrait leaf = leaf_portrait(subject.system, subject.p, subject.momentum, subject.free);
  out.kind = "leaf";
  out.x = angle_axis(subject, 0, leaf.from, leaf.to);
  out.y = {"half the difference of the momenta", "\\nu", 0, 0};
  add_curves(leaf, out.curves, out.y);
  const Equilibria found = thorough_equilibria(subject.model, subject.energy, {.watch = wanted});
  for (const LeafEquilibrium& equilibrium : leaf.equilibria)
    out.marks.push_back({id_of(found.all, equilibrium.theta, leaf.circle),
                         {equilibrium.theta, equilibrium.nu},
                         verdict(equilibrium),
                         equilibrium.energy});
}

PortraitMessage::LeafRow leaf_row(const Subject& subject, const Leaf& leaf, const LeafPortrait& portrait,
                                  const Equilibria& found) {
  PortraitMessage::LeafRow out;
  out.component = leaf.component;
  out.joint = leaf.joint;
  out.x = leaf.joint >= 0 ? angle_axis(subject, static_cast<std::size_t>(leaf.joint), portrait.from, portrait.to)
                          : PortraitMessage::Axis{leaf.meaning, "u", portrait.from, portrait.to};
  out.y = {"mass times rate of the coordinate", "\\nu", 0, 0};
  add_curves(portrait, out.curves, out.y);
  for (const LeafEquilibrium& equilibrium : portrait.equilibria) {
    const std::vector<double> shape = leaf.shape(equilibrium.theta);
    std::string id;
    for (const RelativeEquilibrium& one : found.all)
      if (shape_distance(found.space, one.phi, shape) < 1e-6) id = one.id;
    out.marks.push_back({id, {equilibrium.theta, equilibrium.nu}, verdict(equilibrium), equilibrium.energy});
  }
  for (std::size_t i = 0; i < portrait.potential.size(); i += 2) {
    const auto& [theta, energy] = portrait.potential[i];
    out.place.push_back(theta);
    out.energy.push_back(energy);
    out.mass.push_back(leaf.mass(theta));
    out.angles.push_back(leaf.shape(theta));
  }
  return out;
}

/// The leaf that comes nearest to the shape of the start.
int leaf_of_start(const Subject& subject, const std::vector<PortraitMessage::LeafRow>& leaves) {
  const std::vector<double> start = solve_start(subject.spec, subject.p).phi;
  double nearest = std::numeric_limits<double>::infinity();
  int out = 0;
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (const std::vector<double>& shape : leaves[i].angles)
      if (const double away = shape_distance(subject.energy.space, shape, start); away < nearest) {
        nearest = away;
        out = static_cast<int>(i);
      }
  return out;
}

void add_leaves(const Subject& subject, const StillWanted& wanted, PortraitMessage& out) {
  const Leaf leaf = leaf_of(subject.system, subject.p, subject.momentum, subject.free);
  const std::vector<LeafPortrait> portraits = leaf_portraits(leaf);
  const Equilibria found = thorough_equilibria(subject.model, subject.energy, {.watch = wanted});
  out.kind = "leaves";
  for (std::size_t i = 0; i < portraits.size(); ++i)
    out.leaves.push_back(leaf_row(subject, i == 0 ? leaf : leaf.others[i - 1], portraits[i], found));
  out.current = leaf_of_start(subject, out.leaves);
}

void add_contours(const ShapeMap& map, const char* kind, PortraitMessage& out) {
  for (const ContourLevel& contour : map.contours)
    for (const auto& line : contour.lines)
      out.curves.push_back({contour.separating ? "separatrix" : kind, contour.level, std::nullopt, line});
}

void add_landscape(const Subject& subject, const StillWanted& wanted, PortraitMessage& out) {
  const LandscapePortrait found =
      landscape_portrait(subject.energy, thorough_equilibria(subject.model, subject.energy, {.watch = wanted}));
  const ShapeMap& map = found.map;
  out.kind = "landscape";
  out.x = angle_axis(subject, 0, map.window.from[0], map.window.to[0]);
  out.y = angle_axis(subject, 1, map.window.from[1], map.window.to[1]);
  add_contours(map, "level", out);
  for (const RelativeEquilibrium& mark : found.marks)
    out.marks.push_back({mark.id, {mark.phi[0], mark.phi[1]}, word(mark.stability.verdict), mark.energy});
  const int stride = std::max(1, (map.size - 1) / 96);
  PortraitMessage::Grid grid;
  grid.columns = grid.rows = (map.size - 1) / stride + 1;
  for (int j = 0; j < map.size; j += stride)
    for (int i = 0; i < map.size; i += stride) grid.values.push_back(map.values[j * map.size + i]);
  out.grid = std::move(grid);
  if (found.missed) out.note += "The searches for equilibria do not agree: some were missed. ";
}

}  // namespace

EquilibriaMessage equilibria_answer(const AskEquilibria& ask, ModelCache& models, const StillWanted& wanted) {
  const Subject subject(models, ask.text, ask.momentum);
  EquilibriaMessage out;
  out.momentum = subject.momentum;
  out.note = subject.note;
  if (subject.too_many) {
    out.note += in_space(subject.spec)
                    ? fmt::format("All equilibria are searched where shape and axis have up to {} freedoms.",
                                  most_searched_joints)
                    : fmt::format("All equilibria are searched for up to {} bodies.", most_searched_joints + 1);
    return out;
  }
  const Equilibria found = thorough_equilibria(subject.model, subject.energy, {.watch = wanted});
  if (found.every_shape) {
    out.note += everywhere_words(subject);
    return out;
  }
  out.complete = found.complete;
  out.note += found.count_words + (found.count == MorseCount::agrees  ? ": it agrees."
                                   : found.count == MorseCount::fails ? ": it does not add up, some were missed."
                                                                      : ".");
  out.note += fmt::format(" Search: {}.", search_words(found));
  for (const RelativeEquilibrium& one : found.all) {
    out.equilibria.push_back(equilibrium_row(one));
    if (in_space(subject.spec)) add_space(subject, one, out.equilibria.back());
  }
  return out;
}

PortraitMessage portrait_answer(const AskPortrait& ask, ModelCache& models, const StillWanted& wanted) {
  const Subject subject(models, ask.text, ask.momentum, Subject::Where::plane);
  PortraitMessage out;
  out.momentum = subject.momentum;
  out.note = subject.note;
  if (!subject.too_many) require_finite(subject.energy);
  try {
    if (!subject.too_many && subject.energy.space.directions)
      add_leaves(subject, wanted, out);
    else if (subject.energy.space.freedom == 1)
      add_leaf(subject, wanted, out);
    else if (subject.energy.space.freedom == 2)
      add_landscape(subject, wanted, out);
    else
      out.note +=
          "A portrait shows the leaf of a shape of one freedom, as that of two bodies, or the landscape of one of two, "
          "as "
          "that of three.";
  } catch (const NoLeaf& why) {
    out = {};
    out.momentum = subject.momentum;
    out.note = subject.note + "There is no portrait: " + why.what() + ".";
  }
  return out;
}

}  // namespace oopss
