// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <list>
#include <memory>

#include "oopss/analysis/continuation.hpp"
#include "oopss/system/leaf.hpp"

namespace oopss {
namespace {

/// The members of a family; the last few are kept, for differences in the parameter come back to them.
class Members {
 public:
  explicit Members(std::function<ShapeEnergy(double)> make) : make_(std::move(make)) {}

  const ShapeEnergy& at(double value) {
    for (const auto& [known, member] : kept_)
      if (known == value) return member;
    kept_.emplace_front(value, make_(value));
    constexpr std::size_t most = 12;
    if (kept_.size() > most) kept_.pop_back();
    return kept_.front().second;
  }

 private:
  std::function<ShapeEnergy(double)> make_;
  std::list<std::pair<double, ShapeEnergy>> kept_;
};

}  // namespace

EquilibriumFamily equilibrium_family(std::function<ShapeEnergy(double value)> make, double from, double to,
                                     const ShapeEnergy& any) {
  using Shape = EquilibriumFamily::Shape;
  const auto members = std::make_shared<Members>(std::move(make));
  EquilibriumFamily out;
  out.joints = any.landscape.joints;
  for (const AngleRange& range : angle_ranges(any.landscape)) out.circle.push_back(range.circle);
  out.from = from;
  out.to = to;
  out.landscape = [members](const Shape& phi, double value) {
    const ShapeLandscape& of = members->at(value).landscape;
    Expansion<double> f, inertia;
    evaluate(of, phi, f, inertia);
    const std::vector<double> scales = slope_scales(of);
    const double scale = *std::max_element(scales.begin(), scales.end());  // one for all: the Hessian stays symmetric
    for (double& slope : f.gradient) slope /= scale;
    for (double& bend : f.hessian.entries) bend /= scale;
    return f;
  };
  out.energy = [members](const Shape& phi, double value) { return locked_energy(members->at(value), phi); };
  out.stability = [members](const Shape& phi, double value) {
    const ShapeEnergy& of = members->at(value);
    return stability_at(of, settle(of.landscape, phi));
  };
  out.search = [members](double value) {
    std::vector<Shape> all;
    for (CriticalShape& one : members->at(value).search({}).all)
      if (one.nullity == 0) all.push_back(std::move(one.phi));
    return all;
  };
  return out;
}

}  // namespace oopss
