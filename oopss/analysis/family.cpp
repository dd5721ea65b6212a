// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <memory>

#include "oopss/analysis/continuation.hpp"

namespace oopss {
namespace {

/// The members of a family; the last few are kept, for differences in the parameter come back to them.
class Members {
 public:
  Members(std::function<ShapeEnergy(double)> make, int freedom) : make_(std::move(make)), freedom_(freedom) {}

  const ShapeEnergy& at(double value) {
    for (const auto& [known, member] : kept_)
      if (known == value) return member;
    ShapeEnergy made = make_(value);
    if (made.space.freedom != freedom_)
      throw FamilyEnds(fmt::format("the shape has {} freedoms, not {}", made.space.freedom, freedom_));
    kept_.emplace_front(value, std::move(made));
    constexpr std::size_t most = 12;
    if (kept_.size() > most) kept_.pop_back();
    return kept_.front().second;
  }

 private:
  std::function<ShapeEnergy(double)> make_;
  int freedom_;  // of all
  std::list<std::pair<double, ShapeEnergy>> kept_;
};

}  // namespace

std::vector<bool> circles(const ShapeSpace& space) {
  std::vector<bool> out;
  for (const ShapeRange& range : space.ranges) out.push_back(range.circle);
  return out;
}

EquilibriumFamily equilibrium_family(std::function<ShapeEnergy(double value)> make, double from, double to,
                                     const ShapeEnergy& any, std::function<void()> watch) {
  using Shape = EquilibriumFamily::Shape;
  const auto members = std::make_shared<Members>(std::move(make), any.space.freedom);
  EquilibriumFamily out;
  out.space = any.space;
  out.from = from;
  out.to = to;
  out.landscape = [members](const Shape& phi, double value) {
    const ShapeEnergy& member = members->at(value);
    if (member.space.irregular)
      if (const std::string why = member.space.irregular(phi); !why.empty()) throw FamilyEnds(why);
    ShapeValue f;
    member.landscape(phi, f);
    // One scale for all: the Hessian stays symmetric.
    const double scale = *std::max_element(member.scales.begin(), member.scales.end());
    for (double& slope : f.gradient) slope /= scale;
    for (double& curvature : f.hessian) curvature /= scale;
    return f;
  };
  out.energy = [members](const Shape& phi, double value) { return members->at(value).energy(phi); };
  out.stability = [members, watch](const Shape& phi, double value) {
    if (watch) watch();
    const ShapeEnergy& member = members->at(value);
    return stability_at(member, settle(member, phi));
  };
  out.search = [members, watch = std::move(watch)](double value) {
    const ShapeEnergy& member = members->at(value);
    if (is_everywhere(member)) return FoundShapes{};  // no shape is one of a branch
    CriticalShapes found = critical_shapes(member, {.watch = watch});
    FoundShapes all{{}, found.settled};
    for (CriticalShape& one : found.all)
      if (one.nullity == 0) all.shapes.push_back(std::move(one.phi));
    return all;
  };
  if (any.space.directions)
    out.directions = [members](const Shape& phi, double value) { return members->at(value).space.directions(phi); };
  if (any.space.clearance)
    out.clearance = [members](const Shape& phi, double value) { return members->at(value).space.clearance(phi); };
  if (any.space.retract)
    out.retract = [members](const Shape& phi, double value, const std::vector<double>& step, Shape& moved) {
      members->at(value).space.retract(phi, step, moved);
    };
  return out;
}

EquilibriumFamily equilibrium_family(const System& system, const std::vector<double>& p, double momentum, bool free,
                                     const VariedInput& varied) {
  const auto make = [system, p, momentum, free, varied](double value) {
    std::vector<double> inputs = p;
    inputs[varied.input] = value;
    return shape_energy(system, inputs, momentum, free);
  };
  return equilibrium_family(make, varied.from, varied.to, make(varied.from));
}

}  // namespace oopss
